"""Count the tatami layouts of any region by number of half mats: a sweep, cell by cell.

The region is swept row by row along its shorter side (`enumino.enum.sweep`). Walls are cells that
nothing but a piece of their own covers. A state has the covered cells ahead and, for each point
between four cells, whether a mat crosses one of its four arms; none may be left without. Half mats
are counted. A square of two more columns takes six to seven times as many states.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from enumino.enum.sweep import Counter, Placement, Sweep
from enumino.errors import ProblemError

WIDEST = 61  # cells of the shorter side: the bits of a word, less the reach beyond the next row


def distribution(
    room: npt.ArrayLike,  # True where a cell is to be covered, False for walls
    # Largest number of half mats to count for; smaller is faster. None: any number.
    most: int | None = None,
    *,
    most_states: float | None = None,  # states after which a `SweepError` is raised
    # Called after each cell with the cells passed, all cells, and the states held.
    on_cell: Callable[[int, int, int], None] | None = None,
) -> list[int]:
    """Count the layouts of a region with 1 x 2 mats and half mats, by number of half mats.

    No four tiles meet at a point; walls count as no tile there.

    Rectangles with any number of half mats: OEIS A180965, A180970, A192090 (2, 3, 4 rows).
    `enumino.families.tatami.recurrences` has rectangles without half mats of any size.

    Entry k is the exact number of layouts with k half mats, for k up to `most`, or up to the
    largest number that any layout has.

    >>> distribution(np.ones((4, 4)))
    [2, 0, 32, 0, 32]
    >>> distribution([[1, 1, 1], [1, 0, 1], [1, 1, 1]], most=2)
    [2, 0, 16]
    """
    free = np.asarray(room, dtype=bool)
    rows, cols = np.flatnonzero(free.any(axis=1)), np.flatnonzero(free.any(axis=0))
    free = free[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1]
    free = free if free.shape[1] <= free.shape[0] else free.T
    area, width = int(free.sum()), free.shape[1]
    if width > WIDEST:
        raise ProblemError(
            f"A room of {free.shape[0]} x {width} is too wide to sweep: its shorter side may have "
            f"{WIDEST} cells; rooms without half mats and walls are counted at any size."
        )
    allowed = area if most is None else min(most, area)
    corner = np.zeros_like(free)  # cells whose lower right corner is a point
    corner[:-1, :-1] = free[:-1, :-1] & free[:-1, 1:] & free[1:, :-1] & free[1:, 1:]
    points = ((np.argwhere(corner) + 1) @ [width, 1]).tolist()
    sweep = Sweep(
        free.size,
        lambda cell: _tiles(free, corner, cell, half_mats=allowed > 0),
        reach=width + 2,
        counters=[Counter(0, allowed)] if allowed else (),
        vertices=sum(1 << point for point in points),
    )
    found = sweep.run(on_cell=on_cell, most_states=most_states)
    largest = max((sum(key) for key in found), default=0) if most is None else most
    return [found.get((k,) if allowed else (), 0) for k in range(largest + 1)]


def _tiles(
    free: npt.NDArray[np.bool_], corner: npt.NDArray[np.bool_], cell: int, *, half_mats: bool
) -> list[Placement]:
    """Return the tiles whose first cell is given, with the points that they settle."""
    height, width = free.shape
    row, column = divmod(cell, width)
    if not free[row, column]:
        return [Placement(1)]
    tiles = []
    right_of = int(corner[row, column]) << width + 1
    if column + 1 < width and free[row, column + 1]:
        above = int(row > 0 and corner[row - 1, column]) << 1
        tiles.append(Placement(0b11, joined=above | right_of))
    if row + 1 < height and free[row + 1, column]:
        left_of = int(column > 0 and corner[row, column - 1]) << width
        tiles.append(Placement(1 | 1 << width, joined=left_of | right_of))
    if half_mats:
        tiles.append(Placement(1, counter=0))
    return tiles
