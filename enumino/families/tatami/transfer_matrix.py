"""Count the tatami layouts of any region by number of half mats: the sweep behind the kernel.

The transfer matrix of `enumino.enum.kernels.tatami_transfer` adds one cell after another, rows
along the shorter side. A square of two more columns takes 2.9 times as many states, or
1.9 times as many without half mats: up to 26 x 26 and 46 x 46 within `MOST_STATES`.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from enumino.enum.interrupts import delayed_interrupts
from enumino.enum.kernels import tatami_transfer
from enumino.enum.kernels.tatami_transfer import LIMB_BITS, WIDEST
from enumino.errors import ProblemError

MOST_STATES = 4_000_000
MOST_NUMBERS = 50_000_000  # of 64 bits


class RoomSweep:
    """The sweep of one region, advanced cell by cell.

    Between two cells a sweep can be reported on, left, or pickled and taken up elsewhere.

    Parameters
    ----------
    room : array_like of bool, shape (rows, cols)
        True where a cell is to be covered. Walls count as no tile where tiles meet.
    most : int, optional
        Largest number of half mats; as many as there may be if None.
    states : int
        Refuse to keep more states than this. A state takes about 100 bytes, and more where
        it stands for coverings with many numbers of half mats.

    Attributes
    ----------
    cells, cells_done : int
        Cells of the rectangle that is swept, walls included; how many of them are decided.
    states, steps : int
        States now, and states made so far (the unit of work).
    peak_states, peak_bytes : int
        Most states and most bytes held (estimated from above) so far.

    Raises
    ------
    ProblemError
        If the room is not a rectangle of cells and walls with at least one cell, both its sides are
        longer than 61, or `most` is negative; from `advance` if there are too many states.

    Examples
    --------
    >>> sweep = RoomSweep(np.ones((2, 3)), most=4)
    >>> while not sweep.done:
    ...     sweep.advance()
    >>> sweep.numbers()
    [3, 0, 9, 0, 1]
    """

    def __init__(
        self, room: npt.ArrayLike, most: int | None = None, *, states: int = MOST_STATES
    ) -> None:
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
        self.limbs, self.steps, self.peak_states, self.peak_bytes = 1, 0, 1, 0
        words = (free.astype(np.int64) << np.arange(self.width)).sum(axis=1)
        both = np.append(words[:-1] & words[1:], 0)
        symmetric = (free == free[:, ::-1]).all(axis=1)
        self.room = tatami_transfer.Room(
            free=words,
            corners=both & (both >> 1),
            mirrored=np.logical_and.accumulate(symmetric[::-1])[::-1].copy(),
        )
        bonds, downs = np.zeros((2, 1), np.int64)
        fewest, largest = np.zeros((2, 1), np.int32)
        start, counts = np.array([0, 1], np.int64), np.ones(1, np.int64)
        self.layer = tatami_transfer.Layer(bonds, downs, fewest, largest, start, counts)

    @property
    def states(self) -> int:
        return int(self.layer.bonds.size)

    @property
    def done(self) -> bool:
        return self.cells_done == self.cells or self.states == 0

    def advance(self) -> None:
        """Decide one cell."""
        before = self.layer
        row, column = divmod(self.cells_done, self.width)
        more = bool(tatami_transfer.is_full(before, self.limbs))
        with delayed_interrupts():
            layer = tatami_transfer.add_cell(
                before, self.room, self.width, row, column, self.allowed,
                self.limit, MOST_NUMBERS, self.limbs, more,
            )  # fmt: skip
        if layer.counts.size < layer.start[-1] or layer.bonds.size > self.limit:
            raise ProblemError(
                f"Counting this room takes more than {self.limit:,} states or"
                f" {MOST_NUMBERS:,} numbers (at cell {self.cells_done + 1:,} of {self.cells:,}):"
                f" {'allow fewer half mats, or ' if self.most else ''}take a narrower room."
            )
        self.layer = layer
        self.limbs += more
        self.cells_done += 1
        self.steps += self.states
        self.peak_states = max(self.peak_states, self.states)
        # Links take 16 bytes a state, what may come of it 3 x 24, and up to 8 slots of 4.
        held = sum(array.nbytes for array in before + self.layer)
        self.peak_bytes = max(self.peak_bytes, held + 120 * before.bonds.size)

    def numbers(self) -> list[int]:
        """Layouts by number of half mats, from none to `most`, or to the number of cells."""
        if not self.done:
            raise ValueError(f"{self.cells - self.cells_done} cells are still to be decided")
        numbers = [0] * (self.most + 1)
        if self.states > 0:  # one, with nothing that reaches out of the room
            fewest = int(self.layer.fewest[0])
            for limb, values in enumerate(self.layer.counts.reshape(self.limbs, -1).tolist()):
                for i, value in enumerate(values):
                    numbers[fewest + 2 * i] += value << (LIMB_BITS * limb)
        return numbers


def distribution(
    room: npt.ArrayLike,
    most: int | None = None,
    *,
    states: int = MOST_STATES,
    on_cell: Callable[[int, int, int], None] | None = None,
) -> list[int]:
    """Count the layouts of a region with 1 x 2 mats and half mats, by number of half mats.

    No four tiles meet at a point; walls count as no tile there.

    Parameters
    ----------
    room : array_like of bool, shape (rows, cols)
        True where a cell is to be covered, False for walls.
    most : int, optional
        Largest number of half mats to count for; smaller is faster. None: any number.
    states : int
        Refuse to keep more states than this.
    on_cell : callable, optional
        Called after each cell with the cells passed, all cells, and the states held.

    Returns
    -------
    list of int
        Entry k is the exact number of layouts with k half mats, for k up to `most`, or up to
        the largest number that any layout has.

    Raises
    ------
    ProblemError
        If the room has no cell, `most` is negative, or the count would take too many states: with
        any number of half mats, squares are within reach up to 26 x 26.

    Notes
    -----
    Rectangles with any number of half mats: OEIS A180965, A180970, A192090 (2, 3, 4 rows).
    `enumino.families.tatami.recurrences` has rectangles without half mats of any size, and squares
    with them by a theorem.

    Examples
    --------
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
