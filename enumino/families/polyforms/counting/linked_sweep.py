"""Sweeps of polyominoes whose states are linked to those that follow them.

The successors of a boundary are the same in every layer (or column) where cells are decided in the
same order. So where boundaries are kept, each is linked when it is first reached, and only counts
move later. After some layers all boundaries have been found. Once each also has as many counts as
in the layer before, all counts of a cell are moved by one list of numbers.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from itertools import pairwise
from math import inf
from typing import NamedTuple

import numpy as np

from enumino.enum.kernels.matrices._boundary import Place
from enumino.enum.kernels.matrices._states import (
    Layer,
    Links,
    enter_all,
    find_ways,
    links_to,
    lowest,
    move_on,
    new_links,
    renumber,
    spread,
)
from enumino.enum.matrix_sweep import MatrixSweep

UNKNOWN = -2


class LinkedSweep(MatrixSweep):
    """The sweep of one width, advanced cell by cell; widths are independent of each other.

    `width` is swept for polyominoes of up to `cells` cells; `limbs` and `limb_bits` are those of
    `MatrixSweep`.
    """

    levels: Levels | None = None  # boundaries that recur, if they are kept
    most_kept = inf  # bytes of them, above which they are found anew
    _most: int  # largest weight; heavier objects are dropped

    def __init__(self, width: int, cells: int, limbs: int, limb_bits: int) -> None:
        super().__init__(limbs, limb_bits)
        self.width, self.cells = width, cells

    def _enter(self, least: int, most: int) -> None:
        """Begin with the empty state, which needs at least the weight `least`."""
        counts = np.zeros(self.limbs * (most - least + 1), dtype=np.int64)
        counts[0] = 1  # one way to the empty state
        self._most = most
        self.layer = Layer(
            keys=np.zeros((1, 2), dtype=np.int64),
            low=np.zeros(1, dtype=np.int16),
            need=np.full(1, least, dtype=np.int16),
            start=np.array([0, counts.size], dtype=np.int64),
            counts=counts,
        )

    @abstractmethod
    def _link(self, keys: np.ndarray, place: Place, links: Links) -> None:
        """Fill `links` with the successors of the states `keys` at `place`."""

    def _decide(self, place: Place, number: int = 0) -> None:
        """Decide the cell at a place, the cell `number` of its layer."""
        self._place, self._number = place, number
        self._add_cell()

    def _next(self) -> Layer:
        """Return the states after the cell at the place, with counts."""
        place = self._place
        if self.levels is not None:
            limbs = self.limbs, self.limb_bits
            layer = self.levels.next(self._number, self.layer, place, self._most, *limbs)
            if self.levels.nbytes > self.most_kept:
                self.levels = None
                layer = with_counts(layer)
            return layer
        links = new_links(self.layer.low, self._most)
        self._link(self.layer.keys, place, links)
        made = int(links.made[0])
        keys, bounds = links.keys[:made].copy(), links.bounds[:made].T.copy()
        return spread(
            self.layer, keys, bounds[0], bounds[1], links.following, place.price, self._most,
            self.limbs, self.limb_bits,
        )  # fmt: skip

    @property
    def _kept_bytes(self) -> int:
        return 0 if self.levels is None else self.levels.nbytes


def with_counts(layer: Layer) -> Layer:
    """Return a layer without the states that have no counts."""
    left = np.flatnonzero(layer.start[1:] > layer.start[:-1])
    start = np.append(layer.start[left], layer.start[-1])
    return Layer(layer.keys[left], layer.low[left], layer.need[left], start, layer.counts)


class Level:
    """All boundaries before one cell of a layer, found in any layer so far.

    There are `made` of them; the arrays have room for more: `keys` int64[room, 2]; `bounds`
    int16[room, 2] and `more`, of any type, with the needs of each; `following` int32[room, 2], the
    numbers of the successors on the next level, or `UNKNOWN`; `slots`, the hash table of the keys.
    """

    def __init__(self, more: np.ndarray) -> None:
        self.made = 0
        self.keys = np.empty((0, 2), np.int64)
        self.bounds = np.empty((0, 2), np.int16)
        self.more = more
        self.following = np.empty((0, 2), np.int32)
        self.slots = np.empty(0, np.int32)

    def enter(self, need: int) -> None:
        """Enter the boundary without a cell."""
        links = self.links(1)
        links.keys[0], links.bounds[0] = 0, need
        self.more[:1] = need
        enter_all(links, links.keys[:1])
        self.append(1)

    def links(self, states: int) -> Links:
        """Return links with room for all successors of a number of states on this level."""
        most = self.made + 2 * states
        if most > len(self.keys):
            room = max(most, 3 * self.made // 2)  # pages take memory only when written
            self.keys, self.bounds = self._moved(self.keys, room), self._moved(self.bounds, room)
            self.following = self._moved(self.following, room)
            self.more = self._moved(self.more, room)
        links = links_to(states, self.keys, self.bounds, self.made, self.slots)
        if 3 * self.slots.size < 4 * most:
            self.slots = np.full(1 << (4 * most // 3).bit_length(), -1, np.int32)
            links = links._replace(slots=self.slots)
            enter_all(links, self.keys[: self.made])
        return links

    def _moved(self, array: np.ndarray, room: int) -> np.ndarray:
        moved = np.empty((room, *array.shape[1:]), array.dtype)
        moved[: self.made] = array[: self.made]
        return moved

    def append(self, made: int) -> None:
        """Append the boundaries that were entered, which makes `made` in all."""
        self.following[self.made : made] = UNKNOWN
        self.made = made

    def follow(self, before: Level) -> None:
        """Keep the boundaries that were reached, in the order of the level before, without keys."""
        reached = self.following[: self.made, 0] != UNKNOWN
        number = np.empty(reached.size, np.int32)
        self.made = renumber(before.following[: before.made], reached, number)
        order = np.empty(self.made, np.int64)
        order[number[number >= 0]] = np.flatnonzero(number >= 0)
        self.keys, self.slots = self.keys[:0], self.slots[:0].copy()
        self.following, self.bounds = self.following[order], self.bounds[order]

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        each = 28 + self.more[:1].nbytes
        return self.made * each + self.slots.nbytes


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

    def next(self, layer: Layer, column: int) -> Layer:
        """Return the states after the cell in a later column."""
        later = np.int16(column - self.column)
        keys, low, need, start, _ = self.after
        counts = np.zeros(start[-1] + 1, np.int64)
        move_on(layer.counts, self.ways, counts)
        return Layer(keys, low + later, need - later, start, counts[:-1])


class Levels(ABC):
    """All boundaries of boxes of `width` rows: `levels[i]` has those before cell i of a column.

    The boundaries after the last cell are those before the first one. `more` is an empty array for
    `Level`; `need` is that of the boundary without a cell.
    """

    def __init__(self, width: int, need: int, more: np.ndarray) -> None:
        self.width = width
        self.levels = [Level(more) for _ in range(width)]
        self.levels[0].enter(need)
        self.found_in = 1  # the last column where boundaries were found
        self.all_found = self.steady = False
        self.low = np.zeros(1, np.int16)  # when the column began
        self.lists: list[_Steady | None] = [None] * width

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        held = sum(each.nbytes for each in self.lists if each is not None)
        return held + sum(level.nbytes for level in self.levels)

    def begin(self, column: int, layer: Layer, limbs: int) -> None:
        """Begin a column after the first, and note whether all boundaries and counts are found."""
        if not self.all_found and self.found_in < column - 1:
            self.all_found = True
            for before, level in pairwise(self.levels):
                level.follow(before)
        same = self.all_found and np.array_equal(layer.low, self.low + 1)
        self.steady = same and limbs == 1 and column < self.width
        self.low = layer.low

    def next(
        self, number: int, layer: Layer, place: Place, most: int, limbs: int, limb_bits: int
    ) -> Layer:
        """Return the states, with counts, after the cell of level `number`, which is at `place`."""
        steady = self.steady and limbs == 1
        found = self.lists[number] if steady else None
        if found is not None:
            return found.next(layer, place.layer)
        level, after = self.levels[number], self.levels[(number + 1) % len(self.levels)]
        if not self.all_found:
            self._find(layer, place, level, after)
        need = self.needed(after, place)
        low = np.empty_like(need)
        following, keys = level.following[: layer.low.size], after.keys[: after.made]
        lowest(layer, following, low, need, place.price, most)
        made = spread(layer, keys, low, need, following, place.price, most, limbs, limb_bits)
        self.lists[number] = None
        if steady:
            ways = np.empty((layer.counts.size, 2), np.int32)
            find_ways(layer, following, made, place.price, ways)
            without = made._replace(counts=made.counts[:0].copy())
            self.lists[number] = _Steady(place.layer, ways, without)
        return made

    def _find(self, layer: Layer, place: Place, level: Level, after: Level) -> None:
        """Link the states that are reached for the first time."""
        reached = layer.start[1:] > layer.start[:-1]
        fresh = np.flatnonzero(reached & (level.following[: reached.size, 0] == UNKNOWN))
        if fresh.size == 0:
            return
        links = after.links(fresh.size)
        self.extend(level.keys[fresh], place, links, after.more)
        after.append(int(links.made[0]))
        level.following[fresh] = links.following
        self.found_in = place.layer

    @abstractmethod
    def extend(self, keys: np.ndarray, place: Place, links: Links, more: np.ndarray) -> None:
        """Fill `links` with the successors of `keys` at `place`, and `more` with their needs."""

    @abstractmethod
    def needed(self, level: Level, place: Place) -> np.ndarray:
        """Return lower bounds on the weight to come after `place`, int16[states]."""
