"""Count the tatami layouts of any region by number of half mats: a sweep, cell by cell.

The region is swept row by row along its shorter side (`enumino.enum.sweep`). A wall is a cell that
only a piece of its own covers. A state has the covered cells ahead and, for each point between four
cells, whether a mat crosses one of its four arms, as some mat must. Half mats are counted.

`RoomSweep` drops states that cannot be finished. Two flat neighbours (different tiles that do not
reach down) force a mat on the two cells below them. Rows of such mats meet further down, where many
states contradict themselves. The rays of A. Erickson, F. Ruskey, M. Schurch and J. Woodcock,
Monomer-dimer tatami tilings of rectangular regions, Electron. J. Combin. 18 (2011) P109, follow
from this rule, which holds in any region. Two more columns of a square multiply the states by 2.9,
or by 1.9 without half mats: 20 x 20 with any number of half mats takes some seconds.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from enumino.arrays import U64, Flags
from enumino.enum.sweep import Counter, Placement, Sweep
from enumino.errors import ProblemError

WIDEST = 61  # cells of the shorter side: the bits of a word, less the reach beyond the next row
ONE, TWO = np.uint64(1), np.uint64(2)
SECONDS_PER_STATE, SECONDS_PER_CELL = 8e-7, 5e-4  # for estimates only


class RoomSweep(Sweep):
    """The sweep of a region with `fewest` to `most` half mats; None is no bound.

    ``room[r, c]`` is True where a cell is to be covered; `numbers` has the numbers of these cells,
    row by row, in the order of the sweep, and -1 elsewhere. Bit c of a word is column c of a row:
    `free` has the cells to cover, `corners` the cells whose lower right corner is a point.
    """

    def __init__(self, room: npt.ArrayLike, most: int | None = None, fewest: int = 0) -> None:
        free = np.asarray(room, dtype=bool)
        rows, cols = np.flatnonzero(free.any(axis=1)), np.flatnonzero(free.any(axis=0))
        numbers = np.where(free, np.cumsum(free).reshape(free.shape) - 1, -1)
        numbers = numbers[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1]
        self.numbers = numbers if numbers.shape[1] <= numbers.shape[0] else numbers.T
        self._grid = free = self.numbers >= 0
        self.height, self.width = free.shape
        if self.width > WIDEST:
            raise ProblemError(
                f"A room of {self.height} x {self.width} is too wide to sweep: its shorter side may"
                f" have {WIDEST} cells; rooms without half mats and walls are counted at any size."
            )
        area = int(free.sum())
        self.most = area if most is None else min(most, area)
        self._corner = np.zeros_like(free)
        self._corner[:-1, :-1] = free[:-1, :-1] & free[:-1, 1:] & free[1:, :-1] & free[1:, 1:]
        bits = ONE << np.arange(self.width, dtype=np.uint64)
        self.free, self.corners = (
            (grid * bits).sum(axis=1, dtype=np.uint64) for grid in (free, self._corner)
        )
        points = ((np.argwhere(self._corner) + 1) @ [self.width, 1]).tolist()
        super().__init__(
            free.size,
            self._tiles,
            reach=self.width + 2,
            counters=[Counter(fewest, self.most)] if self.most else (),
            vertices=sum(1 << point for point in points),
        )

    def _tiles(self, cell: int) -> list[Placement]:
        """Return the tiles whose first cell is `cell`, and the points that they settle."""
        row, column = divmod(cell, self.width)
        if not self._grid[row, column]:
            return [Placement(1)]
        tiles = []
        below = 1 << self.width
        right_of = int(self._corner[row, column]) << self.width + 1
        if column + 1 < self.width and self._grid[row, column + 1]:
            above = int(row > 0 and self._corner[row - 1, column]) << 1
            tiles.append(Placement(0b11, vertices=above | right_of))
        if row + 1 < self.height and self._grid[row + 1, column]:
            left_of = int(column > 0 and self._corner[row, column - 1]) << self.width
            tiles.append(Placement(1 | below, vertices=left_of | right_of))
        if self.most:
            tiles.append(Placement(1, counter=0))
        return tiles

    def _is_allowed(self, cell: int, after: U64) -> Flags:
        """Return whether each state settles the points behind it, and is not doomed."""
        allowed = super()._is_allowed(cell, after)
        if self._grid.flat[cell]:
            at = np.flatnonzero(allowed)
            allowed[at] = ~self._is_doomed(cell, after[:, at])
        return allowed

    def _is_doomed(self, cell: int, after: U64) -> Flags:
        """Return whether the tiles that each state forces in the next rows contradict each other.

        In each row, `known` has the cells whose tiles are decided, `bonds` those whose tile covers
        the next cell, too, and `downs` those whose tile reaches down.
        """
        row = cell // self.width
        known, bonds, downs, doomed = self._decided(cell, after)
        no_more = np.full(len(doomed), self.most == 0)  # half mats
        if self.most:
            no_more = after[self._counter_row] == self.most
        opened = np.zeros_like(known)  # columns where the cell above may reach down
        # Rays that meet come closer by two columns per row.
        for here in range(row, min(self.height - 1, row + self.width // 2 + 1)):
            corner = self.corners[here]
            flat = known & ~downs
            pairs = corner & flat & flat >> ONE & ~bonds
            doomed |= (pairs & pairs << ONE) != 0
            # A mat must reach down where a flat tile would force an impossible pair.
            unknown = self.free[here] & ~known
            beside = pairs << TWO & corner << ONE | pairs >> ONE & corner
            must = unknown & (beside | flat << ONE & flat >> ONE & corner & corner << ONE)
            if no_more.any():
                taken = known | ~self.free[here]
                alone = unknown & ~opened & (taken << ONE | ONE) & taken >> ONE
                alone = np.where(no_more, alone, np.uint64(0))
                doomed |= (alone & ~self.free[here + 1]) != 0
                must |= alone
            opened = unknown & ~must
            known = downs | must | pairs | pairs << ONE
            bonds, downs = pairs, np.zeros_like(downs)
            if not known.any():
                break
        return doomed

    def _decided(self, cell: int, after: U64) -> tuple[U64, U64, U64, Flags]:
        """Return `known`, `bonds` and `downs` in the row of a cell, and doomed states."""
        row, column = divmod(cell, self.width)
        profile, joined = after[0], after[self._vertex_row]
        whole, behind = np.uint64((1 << self.width) - 1), np.uint64(self.width - column)
        decided = np.uint64((2 << column) - 1) & whole
        downs = profile >> behind & whole
        known = (profile << np.uint64(column) | decided) & whole & self.free[row]
        bonds = joined >> behind >> ONE & whole
        if not row:
            return known, bonds, downs, np.zeros(len(profile), np.bool_)
        above = self.corners[row - 1] & ~decided & ~(joined << np.uint64(column) >> ONE)
        mats = above | above << ONE
        doomed = (above & above << ONE | mats & known) != 0
        return known | mats, bonds & decided | above, downs, doomed


def distribution(
    room: npt.ArrayLike,
    most: int | None = None,
    *,
    most_states: float | None = None,
    passed: Callable[[int], None] = lambda cells: None,
) -> list[int]:
    """Count the layouts of a region with 1 x 2 mats and half mats, by number of half mats.

    No four tiles meet at a point; a wall is not a tile. Entry k is the number of layouts with k
    half mats, for k up to `most`, or up to the largest number of half mats. The sweep calls
    `passed` with 1 after each cell, and raises a `SweepError` after `most_states`.
    """
    sweep = RoomSweep(room, most)
    found = sweep.run(passed=passed, most_states=most_states)
    largest = max((sum(key) for key in found), default=0) if most is None else most
    return [found.get((k,) if sweep.most else (), 0) for k in range(largest + 1)]


def expected_states(height: int, width: int, most: int | None) -> float:
    """Return the expected states of the sweep of a rectangle, measured on sides up to 22."""
    short, long = sorted((height, width))
    if most == 0:
        return 0.3 * short * long * 1.24**short
    share = 1.0 if most is None else min(1.0, (most + 1) / (long + 1))
    return 6.7 * share * long**2 * 1.48**short
