"""The boundaries of all columns of a box: found once, and at last moved on by lists of numbers.

The cells that a boundary needs are one fewer in each column, as long as the box lacks columns.
After some columns all boundaries have been found. Once each also has as many counts as in the
column before, all counts are moved by one list of numbers for each row.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from enumino.enum.kernels.matrices import transfer_matrix
from enumino.enum.kernels.matrices._boundary import Place
from enumino.enum.kernels.matrices._states import Layer, Links, find_ways, move_on, renumber
from enumino.families.polyforms.counting.levels import UNKNOWN, Level, Levels


class _Steady(NamedTuple):
    """A cell whose states have equally many counts in each column.

    It has `ways`, a result of `find_ways`, and the next layer in one column, without counts.
    """

    column: int
    ways: np.ndarray
    after: Layer

    @property
    def nbytes(self) -> int:
        """Bytes held, except those counted with the following level."""
        return self.ways.nbytes + self.after.low.nbytes + self.after.start.nbytes


class Columns(Levels):
    """All boundaries of a box of `width` rows, a level before each row; `layer` is the first.

    The cells that they need are results of `transfer_matrix.needs`: in a box that is long enough,
    and in column 1. Keys are held until all boundaries have been found. `holes` admits holes.
    """

    def __init__(self, width: int, layer: Layer, *, holes: bool = True) -> None:
        super().__init__([Level() for _ in range(width)])
        self.levels[0].enter(layer.need[0], layer.need[0])
        self.width, self.holes = width, holes
        self.found_in = 1  # the last column where boundaries were found
        self.all_found = self.steady = False
        self.low = layer.low  # when the column began
        self.lists: list[_Steady | None] = [None] * width

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        return super().nbytes + sum(each.nbytes for each in self.lists if each is not None)

    def begin(self, column: int, layer: Layer, limbs: int) -> None:
        """Begin a column after the first, and note whether all boundaries and counts are found."""
        if not self.all_found and self.found_in < column - 1:
            self.all_found = True
            for before, level in pairwise(self.levels):
                _follow(before, level)
        same = self.all_found and np.array_equal(layer.low, self.low + 1)
        self.steady = same and limbs == 1 and column < self.width
        self.low = layer.low

    def next(
        self, number: int, layer: Layer, place: Place, most: int, limbs: int, limb_bits: int
    ) -> Layer:
        """The states, with counts, after the cell of row `number`."""
        if limbs > 1 or not self.steady:
            self.lists[number] = None
        found = self.lists[number]
        if found is not None:
            return _moved_on(layer, place.layer, found)
        made = super().next(number, layer, place, most, limbs, limb_bits)
        if self.steady and limbs == 1:
            ways = np.empty((layer.counts.size, 2), np.int32)
            following = self.levels[number].following[: layer.low.size]
            find_ways(layer, following, made, place.price, ways)
            without = made._replace(counts=made.counts[:0].copy())
            self.lists[number] = _Steady(place.layer, ways, without)
        return made

    def _find(self, layer: Layer, place: Place, level: Level, after: Level) -> bool:
        if self.all_found or not super()._find(layer, place, level, after):
            return False
        self.found_in = place.layer
        return True

    def extend(self, keys: np.ndarray, place: Place, links: Links, more: np.ndarray) -> None:
        """Fill `links` with the successors of `keys` at `place`."""
        transfer_matrix.extend(keys, place, self.width, self.holes, links)

    def needed(self, level: Level, place: Place) -> np.ndarray:
        """Lower bounds on the cells to come after `place`."""
        bounds = level.bounds[: level.made]
        if place.layer >= self.width:
            return bounds[:, 0].copy()
        return bounds[:, 1] - np.int16(place.layer - 1)


def _follow(before: Level, level: Level) -> None:
    """Keep the boundaries that were reached, in the order of the level before."""
    reached = level.following[: level.made, 0] != UNKNOWN
    number = np.empty(reached.size, np.int32)
    level.made = renumber(before.following[: before.made], reached, number)
    order = np.empty(level.made, np.int64)
    order[number[number >= 0]] = np.flatnonzero(number >= 0)
    level.keys, level.slots = level.keys[:0], level.slots[:0].copy()
    level.following, level.bounds = level.following[order], level.bounds[order]


def _moved_on(layer: Layer, column: int, steady: _Steady) -> Layer:
    later = np.int16(column - steady.column)
    keys, low, need, start, _ = steady.after
    counts = np.zeros(start[-1] + 1, np.int64)
    move_on(layer.counts, steady.ways, counts)
    return Layer(keys, low + later, need - later, start, counts[:-1])
