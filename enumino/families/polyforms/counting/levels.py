"""Boundaries that recur layer after layer, which are found once and kept.

The successors of a boundary are the same in every layer (or column) where cells are decided in the
same order. So a boundary is linked when it is first reached, and only its counts move later.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np

from enumino.enum.kernels.matrices._boundary import Place
from enumino.enum.kernels.matrices._states import (
    Layer,
    Links,
    enter_all,
    links_to,
    lowest,
    spread,
)

UNKNOWN = -2


class Level:
    """All boundaries before one cell of a layer, found in any layer so far.

    Attributes
    ----------
    made : int
        Number of boundaries; arrays have room for more.
    keys : int64[room, 2]
    bounds : int16[room, 2], and more : any type [room, ...]
        The needs of each, for `Levels.needed`.
    following : int32[room, 2]
        Numbers of the successors on the next level, or `UNKNOWN`.
    slots : int32[a power of two]
        Hash table of the keys, for `_states.find`.
    """

    def __init__(self, more: np.ndarray | None = None) -> None:
        self.made = 0
        self.keys = np.empty((0, 2), np.int64)
        self.bounds = np.empty((0, 2), np.int16)
        self.more = np.empty((0, 0), np.int64) if more is None else more
        self.following = np.empty((0, 2), np.int32)
        self.slots = np.empty(0, np.int32)

    def enter(self, low: int, need: int, more: int = 0) -> None:
        """Enter the boundary without a cell."""
        links = self.links(1)
        links.keys[0], links.bounds[0] = 0, (low, need)
        self.more[:1] = more
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

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        each = 28 + self.more[:1].nbytes
        return self.made * each + self.slots.nbytes


def with_counts(layer: Layer) -> Layer:
    """Return a layer without the states that have no counts."""
    left = np.flatnonzero(layer.start[1:] > layer.start[:-1])
    start = np.append(layer.start[left], layer.start[-1])
    return Layer(layer.keys[left], layer.low[left], layer.need[left], start, layer.counts)


class Levels(ABC):
    """All boundaries of a sweep: `levels[i]` has those before cell i, in the order of the cells.

    The boundaries after the last cell are those before the first one.
    """

    def __init__(self, levels: list[Level]) -> None:
        self.levels = levels

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        return sum(level.nbytes for level in self.levels)

    def next(
        self, number: int, layer: Layer, place: Place, most: int, limbs: int, limb_bits: int
    ) -> Layer:
        """Return the states, with counts, after the cell of level `number`, which is at `place`."""
        level, after = self.levels[number], self.levels[(number + 1) % len(self.levels)]
        self._find(layer, place, level, after)
        need = self.needed(after, place)
        low = np.empty_like(need)
        following, keys = level.following[: layer.low.size], after.keys[: after.made]
        lowest(layer, following, low, need, place.price, most)
        return spread(layer, keys, low, need, following, place.price, most, limbs, limb_bits)

    def _find(self, layer: Layer, place: Place, level: Level, after: Level) -> bool:
        """Link the states that are reached for the first time, and return whether there are any."""
        reached = layer.start[1:] > layer.start[:-1]
        fresh = np.flatnonzero(reached & (level.following[: reached.size, 0] == UNKNOWN))
        if fresh.size == 0:
            return False
        links = after.links(fresh.size)
        self.extend(level.keys[fresh], place, links, after.more)
        after.append(int(links.made[0]))
        level.following[fresh] = links.following
        return True

    @abstractmethod
    def extend(self, keys: np.ndarray, place: Place, links: Links, more: np.ndarray) -> None:
        """Fill `links` with the successors of `keys` at `place`, and `more` with their needs."""

    @abstractmethod
    def needed(self, level: Level, place: Place) -> np.ndarray:
        """Lower bounds on the weight to come after `place`, int16[states]."""
