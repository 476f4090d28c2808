"""Count the tatami layouts of any region by number of half mats: the sweep behind the kernel.

The transfer matrix of `kernels.matrices.tatami_transfer` adds one cell after another, rows
along the shorter side. A square of two more columns takes 2.9 times as many states, or
1.9 times as many without half mats: up to 26 x 26 and 46 x 46 within `MOST_STATES`.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from enumino.enum.kernels.matrices import tatami_transfer
from enumino.enum.kernels.matrices._states import Layer
from enumino.enum.kernels.matrices.tatami_transfer import WIDEST
from enumino.enum.matrix_sweep import MatrixSweep, as_ints
from enumino.errors import ProblemError

MOST_STATES = 4_000_000
MOST_NUMBERS = 50_000_000  # numbers of 64 bits that are held


class RoomSweep(MatrixSweep):
    """The sweep of one region, advanced cell by cell.

    ``room[r, c]`` is True where a cell is to be covered; walls count as no tile where tiles meet.
    Both sides may not be longer than 61. At most so many `states` are kept; one takes about 100
    bytes, and more if its coverings have many different numbers of half mats.

    >>> sweep = RoomSweep(np.ones((2, 3)), most=4)
    >>> while not sweep.done:
    ...     sweep.advance()
    >>> sweep.numbers()
    [3, 0, 9, 0, 1]
    """

    linking_bytes = 120  # a state: 16 to follow, 3 x 24 for what may come, and up to 8 slots of 4

    def __init__(
        self, room: npt.ArrayLike, most: int | None = None, *, states: int = MOST_STATES
    ) -> None:
        super().__init__()
        free = np.asarray(room, dtype=bool)
        if free.ndim != 2 or not free.any():
            raise ProblemError(
                f"A room is a rectangle of cells and walls with at least one cell, not {free.sum()}"
                f" cells in an array of shape {free.shape}."
            )
        if most is not None and most < 0:
            raise ProblemError(f"The number of half mats is at least 0, not {most}.")
        used_rows, used_cols = np.nonzero(free.any(axis=1))[0], np.nonzero(free.any(axis=0))[0]
        free = free[used_rows[0] : used_rows[-1] + 1, used_cols[0] : used_cols[-1] + 1]
        free = free if free.shape[1] <= free.shape[0] else free.T
        height, self.width = free.shape
        if self.width > WIDEST:
            raise ProblemError(
                f"A room of {height} x {self.width} is too wide to sweep: its shorter side may have"
                f" {WIDEST} cells; rooms without half mats and walls are counted at any size."
            )
        area = int(free.sum())
        self.most = area if most is None else min(most, area)
        self.allowed = self.most - (area - self.most) % 2  # as odd or even as the area
        self.limit = states
        self.cells, self.cells_done = free.size, 0
        words = (free.astype(np.int64) << np.arange(self.width)).sum(axis=1)
        both = np.append(words[:-1] & words[1:], 0)
        symmetric = (free == free[:, ::-1]).all(axis=1)
        self.room = tatami_transfer.Room(
            free=words,
            corners=both & (both >> 1),
            mirrored=np.logical_and.accumulate(symmetric[::-1])[::-1].copy(),
        )
        self.layer = Layer(
            keys=np.zeros((1, 2), np.int64),
            low=np.zeros(1, np.int32),
            need=np.zeros(1, np.int32),
            start=np.array([0, 1], np.int64),
            counts=np.ones(1, np.int64),
        )

    @property
    def done(self) -> bool:
        return self.cells_done == self.cells or self.layer.low.size == 0

    def advance(self) -> None:
        """Decide one cell."""
        self._add_cell()
        self.cells_done += 1

    def _next(self) -> Layer:
        row, column = divmod(self.cells_done, self.width)
        layer: Layer = tatami_transfer.add_cell(
            self.layer, self.room, self.width, row, column, self.allowed,
            self.limit, MOST_NUMBERS, self.limbs,
        )  # fmt: skip
        if layer.counts.size < layer.start[-1] or layer.low.size > self.limit:
            raise ProblemError(
                f"Counting this room takes more than {self.limit:,} states or"
                f" {MOST_NUMBERS:,} numbers (at cell {self.cells_done + 1:,} of {self.cells:,}):"
                f" {'allow fewer half mats, or ' if self.most else ''}take a narrower room."
            )
        return layer

    def numbers(self) -> list[int]:
        """Return the layouts by number of half mats, from 0 to `most` or the number of cells."""
        if not self.done:
            raise ValueError(f"{self.cells - self.cells_done} cells are not decided yet")
        numbers = [0] * (self.most + 1)
        if self.states > 0:  # one, with nothing that reaches out of the room
            fewest, limbs = int(self.layer.low[0]), self.layer.counts.reshape(self.limbs, -1)
            for i, number in enumerate(as_ints(limbs, self.limb_bits)):
                numbers[fewest + 2 * i] += number
        return numbers


def distribution(
    room: npt.ArrayLike,  # True where a cell is to be covered, False for walls
    # Largest number of half mats to count for; smaller is faster. None: any number.
    most: int | None = None,
    *,
    states: int = MOST_STATES,  # most states that are kept
    # Called after each cell with the cells passed, all cells, and the states held.
    on_cell: Callable[[int, int, int], None] | None = None,
) -> list[int]:
    """Count the layouts of a region with 1 x 2 mats and half mats, by number of half mats.

    No four tiles meet at a point; walls count as no tile there.

    Rectangles with any number of half mats: OEIS A180965, A180970, A192090 (2, 3, 4 rows).
    `enumino.families.tatami.recurrences` has rectangles without half mats of any size, and squares
    with them by a theorem.

    Entry k is the exact number of layouts with k half mats, for k up to `most`, or up to the
    largest number that any layout has. With any number of half mats, squares are within reach up to
    26 x 26.

    >>> distribution(np.ones((4, 4)))
    [2, 0, 32, 0, 32]
    >>> distribution([[1, 1, 1], [1, 0, 1], [1, 1, 1]], most=2)
    [2, 0, 16]
    """
    sweep = RoomSweep(room, most, states=states)
    while not sweep.done:
        sweep.advance()
        if on_cell:
            on_cell(sweep.cells_done, sweep.cells, sweep.states)
    numbers = sweep.numbers()
    if most is not None:
        return numbers + [0] * (most + 1 - len(numbers))
    while numbers[-1] == 0 and len(numbers) > 1:
        numbers.pop()
    return numbers
