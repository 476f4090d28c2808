"""Sweep a box of one width with the transfer matrix: the resumable count behind the kernel.

I. Jensen, Counting polyominoes: a parallel implementation for cluster computing, LNCS 2659 (2003).
Every fixed polyomino has a bounding box; its shorter side is the width of exactly one sweep.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from enumino.enum.kernels import transfer_matrix
from enumino.enum.kernels._boundary import HIGH, LOW, MOST_SITES, Place
from enumino.enum.kernels._states import (
    LIMB_BITS,
    Layer,
    Links,
    enter_all,
    find_ways,
    lowest,
    move_on,
    new_links,
    renumber,
)
from enumino.enum.kernels.transfer_matrix import AXIS_COLUMN, AXIS_ROW, NO_AXIS
from enumino.families.polyominoes.counting.matrix_sweep import Linked, MatrixSweep, as_ints

UNKNOWN = -2


class _Steady(NamedTuple):
    """A cell whose states have as many counts in each column: `ways`, as `_states.find_ways` has
    it, and the next layer in one column, without counts.
    """

    column: int
    ways: np.ndarray
    after: Layer


@dataclass
class _Level:
    """All boundaries before the cell of one row, found in any column so far.

    `keys` int64[states, 2]; `need` int16[states], in column 1; `late`, in a box that is long
    enough; `following` int32[states, 2] on the next level, or `UNKNOWN`.
    """

    keys: np.ndarray = field(default_factory=lambda: np.zeros((0, 2), np.int64))
    need: np.ndarray = field(default_factory=lambda: np.zeros(0, np.int16))
    late: np.ndarray = field(default_factory=lambda: np.zeros(0, np.int16))
    following: np.ndarray = field(default_factory=lambda: np.zeros((0, 2), np.int32))
    steady: _Steady | None = None

    def append(self, keys: np.ndarray, need: np.ndarray, late: np.ndarray) -> None:
        """Add boundaries that are new."""
        unknown = np.full((need.size, 2), UNKNOWN, np.int32)
        self.keys = np.concatenate([self.keys, keys])
        self.need = np.concatenate([self.need, need])
        self.late = np.concatenate([self.late, late])
        self.following = np.concatenate([self.following, unknown])

    def follow(self, before: _Level) -> None:
        """Keep what has been reached, in the order in which the level before leads to it."""
        number = np.empty(self.need.size, np.int32)
        made = renumber(before.following, self.following[:, 0] != UNKNOWN, number)
        order = np.empty(made, np.int64)
        order[number[number >= 0]] = np.flatnonzero(number >= 0)
        self.keys, self.need = self.keys[:0], self.need[order]
        self.late, self.following = self.late[order], self.following[order]

    @property
    def nbytes(self) -> int:
        held = [self.keys, self.need, self.late, self.following]
        if self.steady is not None:
            held += [self.steady.ways, self.steady.after.low, self.steady.after.start]
        return sum(each.nbytes for each in held)


class Sweep(MatrixSweep):
    """The boxes of one width.

    What follows a boundary is the same in every column, and what it needs is one less in each, as
    long as the box lacks columns. So boundaries are found once, and linked when they are first
    reached, which few are after some columns. With an axis, needs are not so simple, and what
    follows is found anew for each cell.

    Parameters
    ----------
    width: rows of the box, 1 to ``min(31, (cells + 1) // 2)``.
    cells: largest size that is counted.
    axis: with one, half-polyominoes on an axis of symmetry, whose cells count twice off it: the
        axis is row 0 or column 1 (see `transfer_matrix`); a box then takes ``3 * width - 2``
        cells, or ``3 * width`` if the axis is the shorter side, which no square box counts for.
    limbs, limb_bits: see `MatrixSweep`.

    Attributes
    ----------
    boxes: object[cells - width + 2, cells + 1], Python ints: ``boxes[length, n]`` counts the
        fixed polyominoes of n cells with bounding box width x length, ``length >= width``.
    column, row: where the next cell goes; columns count from 1.

    Examples
    --------
    >>> sweep = Sweep(2, 4)
    >>> while not sweep.done:
    ...     sweep.advance()
    >>> sweep.boxes[2].tolist(), sweep.boxes[3].tolist()
    ([0, 0, 0, 4, 1], [0, 0, 0, 0, 8])
    """

    def __init__(
        self, width: int, cells: int, *, axis: int = NO_AXIS, limbs: int = 1,
        limb_bits: int = LIMB_BITS,
    ) -> None:  # fmt: skip
        fewest = fewest_cells(width, axis)
        if not 1 <= width <= MOST_SITES or fewest > cells:
            raise ValueError(
                f"width {width} with {cells} cells: a box width x length, length >= width, takes"
                f" {fewest} cells, and boundaries have at most {MOST_SITES} rows"
            )
        super().__init__(width, cells, limbs, limb_bits)
        self.axis = axis
        self.column, self.row = 1, 0
        self.boxes = np.zeros((cells - width + 2, cells + 1), dtype=object)
        self._enter(fewest, cells)
        self._levels = [_Level() for _ in range(width)]
        self._levels[0].append(self.layer.keys, self.layer.need, self.layer.need)
        self._all_found = self._is_steady = False
        self._found_in = 1  # the last column where boundaries were found
        self._low = self.layer.low  # when the column began

    @property
    def done(self) -> bool:
        return self.layer.counts.size == 0

    @property
    def numbers(self) -> dict[str, np.ndarray]:
        """Polyominoes by size whose shorter side is `width`, in a dictionary as of all sweeps."""
        return {"fixed": by_size(self.width, self.boxes)}

    def advance(self) -> None:
        """Decide one cell."""
        place = row_of_column(self.row, self.width, self.column, self.axis)
        self._add_cell(place, self.cells)
        self.row += 1
        if place.last:
            shortest = self.width + (self.axis == AXIS_COLUMN)
            if self.column >= shortest and not self.done:
                ended = transfer_matrix.finished(self.layer, self.cells, self.limbs, self.limb_bits)
                self.boxes[self.column] += as_ints(ended, self.limb_bits)
            self.column, self.row = self.column + 1, 0
            if self._found_in < self.column - 1 and not self._all_found:
                self._all_found = True
                for before, level in pairwise(self._levels):
                    level.follow(before)
            self._low, before_low = self.layer.low, self._low
            self._is_steady = (
                self._all_found
                and self.limbs == 1
                and self.column < self.width
                and np.array_equal(before_low + 1, self._low)
            )

    def _next(self, place: Place, most: int) -> Layer:
        level = self._levels[place.site]
        if not self._is_steady or self.limbs > 1:
            level.steady = None
            return super()._next(place, most)
        if level.steady is not None:
            column, ways, after = level.steady
            later = np.int16(place.layer - column)
            counts = np.zeros(after.start[-1] + 1, np.int64)
            move_on(self.layer.counts, ways, counts)
            low, need = after.low + later, after.need - later
            return Layer(after.keys, low, need, after.start, counts[:-1])
        after = super()._next(place, most)
        ways = np.empty((self.layer.counts.size, 2), np.int32)
        following = level.following[: self.layer.low.size]
        find_ways(self.layer, following, after, place.price, ways)
        level.steady = _Steady(place.layer, ways, after._replace(counts=np.zeros(0, np.int64)))
        return after

    def _link(self, place: Place, links: Links) -> None:
        transfer_matrix.link(self.layer, place, self.width, self.cells, self.axis, links)

    def _linked(self, place: Place) -> Linked:
        if self.axis != NO_AXIS:
            return super()._linked(place)
        level, after = self._levels[place.site], self._levels[(place.site + 1) % self.width]
        if not self._all_found:
            self._find(place, level, after)
        if place.layer < self.width:
            need = after.need - np.int16(place.layer - 1)
        else:
            need = after.late
        low = np.empty_like(need)
        following = level.following[: self.layer.low.size]
        lowest(self.layer, following, low, need, place.price, self.cells)
        return after.keys, low, need, following

    def _find(self, place: Place, level: _Level, after: _Level) -> None:
        """Link the states that have been reached for the first time."""
        reached = self.layer.start[1:] > self.layer.start[:-1]
        fresh = np.flatnonzero(reached & (level.following[: reached.size, 0] == UNKNOWN))
        if fresh.size == 0:
            return
        self._found_in = place.layer
        known = after.need.size
        links = new_links(fresh.size, known)
        enter_all(links, after.keys)
        transfer_matrix.extend(level.keys[fresh], place, self.width, links)
        new = slice(known, int(links.made[0]))
        after.append(links.keys[new], links.bounds[new, 1], links.bounds[new, 0])
        level.following[fresh] = links.following

    def _kept_bytes(self) -> int:
        return sum(level.nbytes for level in self._levels)


def row_of_column(row: int, width: int, column: int, axis: int = NO_AXIS) -> Place:
    """Where the next cell goes, after `row` cells of `column`, which counts from 1."""
    last = row == width - 1
    on_axis = row == 0 if axis == AXIS_ROW else column == 1
    return Place(
        site=row,
        other=row - 1,
        edge=row + 1,
        price=1 if axis == NO_AXIS or on_axis else 2,
        rim=(LOW if row == 0 else 0) | (HIGH if last else 0),
        layer=column,
        odd=True,
        last=last,
        mirrored=width if last and axis != AXIS_ROW else 0,
    )


def fewest_cells(width: int, axis: int = NO_AXIS) -> int:
    """Fewest cells of a box of a width, of any length that its sweep counts."""
    return (2 * width - 1, 3 * width - 2, 3 * width)[axis]


def count_width(width: int, cells: int) -> np.ndarray:
    """Count fixed polyominoes up to `cells` cells by bounding box, for one width of the box.

    Returns
    -------
    object[cells - width + 2, cells + 1], Python ints: `Sweep.boxes`.

    Examples
    --------
    >>> int(count_width(3, 6)[4, 6])
    50
    """
    sweep = Sweep(width, cells)
    while not sweep.done:
        sweep.advance()
    return sweep.boxes


def by_size(width: int, boxes: np.ndarray) -> np.ndarray:
    """Fixed polyominoes whose shorter side is `width`: squares once, longer boxes both ways."""
    numbers: np.ndarray = boxes[width] + 2 * boxes[width + 1 :].sum(axis=0)
    return numbers


def widths(cells: int) -> list[int]:
    """All widths of the boxes for `cells` cells, those with the most work first."""
    return sorted(range(1, (cells + 1) // 2 + 1), key=lambda width: abs(width - 0.425 * cells))


def predict(cells: int) -> tuple[float, float, float]:
    """Estimate the work of all widths: steps, seconds on one thread, peak bytes of one sweep.

    Fitted to 20 to 36 cells: 29 million steps for 30 cells, times 1.55 a cell; 0.115
    microseconds a step on a server core of the 2020s while the states fit in its cache, a tenth
    more for every cell from 30 on; 9.2 MB for the largest sweep at 30 cells, times 1.5 a cell.
    Steps and bytes are right to a quarter from 24 cells on, seconds to a factor of two.
    """
    steps = 28.8e6 * 1.55 ** (cells - 30)
    slower = min(1.1 ** max(cells - 30, 0), 4.0)
    return steps, 0.115e-6 * steps * slower, 0.1e6 + 9.2e6 * 1.5 ** (cells - 30)
