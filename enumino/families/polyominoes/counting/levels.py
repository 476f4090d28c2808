"""Boundaries that come again column after column: found once, and their counts moved on.

What follows a boundary is the same in every column of a box, and what it needs is one less in
each, as long as the box lacks columns. So a boundary is linked when it is first reached. After
some columns all have been found. Once each also has as many counts as in the column before, all
counts are moved by one list of numbers for each row.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from enumino.enum.kernels import transfer_matrix
from enumino.enum.kernels._boundary import Place
from enumino.enum.kernels._states import (
    Layer,
    enter_all,
    find_ways,
    lowest,
    move_on,
    new_links,
    renumber,
    spread,
)

UNKNOWN = -2


class _Steady(NamedTuple):
    """A cell whose states have as many counts in each column: `ways`, as `find_ways` has it, and
    the next layer in one column, without counts.
    """

    column: int
    ways: np.ndarray
    after: Layer


@dataclass
class _Level:
    """All boundaries before the cell of one row, found in any column so far.

    `keys` int64[states, 2], until all are found; `need` int16[states], in column 1; `late`, in a
    box that is long enough; `following` int32[states, 2] on the next level, or `UNKNOWN`.
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
        """Bytes held."""
        held = [self.keys, self.need, self.late, self.following]
        if self.steady is not None:
            held += [self.steady.ways, self.steady.after.low, self.steady.after.start]
        return sum(each.nbytes for each in held)


class Levels:
    """All boundaries of a box of `width` rows, a level before each row; `layer` is the first.

    The boundaries after the last row are those before the first one. Those with `holes`, or not.
    """

    def __init__(self, width: int, layer: Layer, *, holes: bool = True) -> None:
        self.width, self.holes = width, holes
        self.levels = [_Level() for _ in range(width)]
        self.levels[0].append(layer.keys, layer.need, layer.need)
        self.found_in = 1  # the last column where boundaries were found
        self.all_found = self.steady = False
        self.low = layer.low  # when the column began

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        return sum(level.nbytes for level in self.levels)

    def begin(self, column: int, layer: Layer, limbs: int) -> None:
        """Begin a column after the first: have all boundaries been found, and all counts?"""
        if not self.all_found and self.found_in < column - 1:
            self.all_found = True
            for before, level in pairwise(self.levels):
                level.follow(before)
        same = self.all_found and np.array_equal(layer.low, self.low + 1)
        self.steady = same and limbs == 1 and column < self.width
        self.low = layer.low

    def next(self, layer: Layer, place: Place, most: int, limbs: int, limb_bits: int) -> Layer:
        """The states after the cell at `place`, with counts."""
        level, after = self.levels[place.site], self.levels[(place.site + 1) % self.width]
        if limbs > 1 or not self.steady:
            level.steady = None
        elif level.steady is not None:
            return self._moved_on(layer, place.layer, level.steady)
        if not self.all_found:
            self._find(layer, place, level, after)
        need = after.late
        if place.layer < self.width:
            need = after.need - np.int16(place.layer - 1)
        low = np.empty_like(need)
        following = level.following[: layer.low.size]
        lowest(layer, following, low, need, place.price, most)
        made = spread(layer, after.keys, low, need, following, place.price, most, limbs, limb_bits)
        if self.steady and limbs == 1:
            ways = np.empty((layer.counts.size, 2), np.int32)
            find_ways(layer, following, made, place.price, ways)
            level.steady = _Steady(place.layer, ways, made._replace(counts=made.counts[:0].copy()))
        return made

    @staticmethod
    def _moved_on(layer: Layer, column: int, steady: _Steady) -> Layer:
        later = np.int16(column - steady.column)
        keys, low, need, start, _ = steady.after
        counts = np.zeros(start[-1] + 1, np.int64)
        move_on(layer.counts, steady.ways, counts)
        return Layer(keys, low + later, need - later, start, counts[:-1])

    def _find(self, layer: Layer, place: Place, level: _Level, after: _Level) -> None:
        """Link the states that have been reached for the first time."""
        reached = layer.start[1:] > layer.start[:-1]
        fresh = np.flatnonzero(reached & (level.following[: reached.size, 0] == UNKNOWN))
        if fresh.size == 0:
            return
        self.found_in = place.layer
        known = after.need.size
        links = new_links(fresh.size, known)
        enter_all(links, after.keys)
        transfer_matrix.extend(level.keys[fresh], place, self.width, self.holes, links)
        new = slice(known, int(links.made[0]))
        after.append(links.keys[new], links.bounds[new, 1], links.bounds[new, 0])
        level.following[fresh] = links.following
