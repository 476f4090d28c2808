"""Fixed polyominoes by rank, from the kept states of their sweeps (`sweeps.FixedSweep`).

A polyomino is a path of states, one per cell of its box, and the number in a state is the number of
paths that lead there. So a path is drawn backwards from its end: of the states before, with and
without a cell, each has as many paths as its number says, and the rank says which one to take. All
paths of a width go back together. A state may be the mirror image of the boundary that led to it;
then the columns before are reflected against those after.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from enumino.arrays import I16, I32, I64, Flags
from enumino.enum.kernels.matrices import transfer_matrix
from enumino.enum.kernels.matrices.boundary import NextCell
from enumino.enum.kernels.matrices.states import Layer, NextStates, empty_next_states
from enumino.enum.layers import Layers
from enumino.families.polyforms.counting.sweeps import FixedSweep

Grids = list[Flags]
NOT_TURNED = np.zeros(0, np.bool_)


class KeptLayer(NamedTuple):
    """The states after a cell, their numbers by size as in `Layer`, and the states before.

    ``following[state, occupied]`` is the state that follows a state before the cell, or -1;
    `turned` says whether the following state is a mirror image, unless it is empty. The states
    `ended` are polyominoes.
    """

    following: I32
    turned: Flags
    low: I16
    start: I64
    counts: I64
    ended: I64

    def at_size(self, states: I64, sizes: I64) -> I64:
        """Return the numbers of paths to states with these sizes."""
        at = self.start[states] + sizes - self.low[states]
        is_there = (sizes >= self.low[states]) & (at < self.start[states + 1])
        found: I64 = np.where(is_there, self.counts[np.where(is_there, at, 0)], 0)
        return found


class KeptSweep(FixedSweep):
    """The sweep of a width, which keeps all its states."""

    def __init__(self, width: int, cells: int, kept: Layers) -> None:
        super().__init__(width, cells)
        self._kept = kept
        self.layers: list[Callable[[], KeptLayer]] = []
        self._arcs = np.zeros((0, 2), np.int32), NOT_TURNED
        one, zero = np.ones(1, np.int64), np.zeros(1, np.int16)
        self._keep(KeptLayer(*self._arcs, zero, np.array([0, 1]), one, np.zeros(0, np.int64)))
        self.run()

    def _keep(self, layer: KeptLayer) -> None:
        arrays = [*map(self._kept.keep, layer)]
        self.layers.append(lambda: KeptLayer(*(array() for array in arrays)))

    def _link(self, keys: I64, next_cell: NextCell, new: NextStates) -> None:
        super()._link(keys, next_cell, new)
        turned = NOT_TURNED
        if next_cell.mirrored_sites:
            plain = empty_next_states(new.low, new.most)
            super()._link(keys, next_cell._replace(mirrored_sites=0), plain)
            turned = (plain.keys[plain.following] != new.keys[new.following]).any(axis=2)
        self._arcs = new.following, turned

    def _finish(self, layer: Layer, next_cell: NextCell) -> None:
        assert len(layer.counts) == 1, "numbers of one limb"
        ended = np.zeros(0, np.int64)
        if next_cell.last and next_cell.layer >= self.width:
            ended = np.flatnonzero(transfer_matrix.has_ended(layer.keys))
        self._keep(KeptLayer(*self._arcs, layer.low, layer.start, layer.counts[0], ended))


class Ends(NamedTuple):
    """The polyominoes of a size with paths that end in one layer, and with tall boxes or not."""

    number: int
    sweep: int
    layer: int
    size: int
    tall: bool


class KeptSweeps:
    """All fixed polyominoes of some sizes, in the order of their sizes, widths and ends.

    >>> kept = KeptSweeps(range(4, 5))
    >>> kept.total
    19
    >>> ["".join("#" if cell else "." for cell in grid[0]) for grid in kept.grids([0, 1, 18])]
    ['####', '#', '##']
    """

    def __init__(self, sizes: Sequence[int], kept: Layers | None = None) -> None:
        largest, kept = max(sizes), kept or Layers()
        self._sweeps = [KeptSweep(width, largest, kept) for width in FixedSweep.widths(largest)]
        self._ends = [ends for size in sizes for ends in self._ends_of(size)]
        self._bounds = list(accumulate(ends.number for ends in self._ends))

    @property
    def total(self) -> int:
        """The number of polyominoes."""
        return self._bounds[-1]

    def _ends_of(self, size: int) -> Iterator[Ends]:
        for sweep, kept in enumerate(self._sweeps):
            for number, get_layer in enumerate(kept.layers):
                layer = get_layer()
                paths = int(layer.at_size(layer.ended, np.full_like(layer.ended, size)).sum())
                tall = (False, True) if number > kept.width**2 else (False,)
                yield from (Ends(paths, sweep, number, size, each) for each in tall if paths)

    def grids(self, ranks: Sequence[int]) -> Grids:
        """Return the polyominoes of some ranks as grids of flags, of the sizes of their boxes."""
        of = np.searchsorted(np.array(self._bounds, np.int64), np.array(ranks, np.int64), "right")
        found: dict[int, Flags] = {}
        for sweep in range(len(self._sweeps)):
            mine = [k for k, at in enumerate(of.tolist()) if self._ends[at].sweep == sweep]
            if mine:
                ends = [self._ends[of[k]] for k in mine]
                within = [ranks[k] - self._bounds[of[k]] + self._ends[of[k]].number for k in mine]
                found |= zip(mine, self._walked(self._sweeps[sweep], ends, within), strict=True)
        return [found[k] for k in range(len(ranks))]

    def _walked(self, sweep: KeptSweep, ends: list[Ends], within: list[int]) -> Iterator[Flags]:
        """Yield the grids of a width from the ranks among the paths of their ends."""
        last = max(each.layer for each in ends)
        layers = np.array([each.layer for each in ends])
        size, rank = np.array([each.size for each in ends]), np.array(within, np.int64)
        state = np.zeros(len(ends), np.int64)
        bits = np.zeros((len(ends), last), np.bool_)
        turns = np.zeros((len(ends), last // sweep.width + 1), np.int64)
        for number in range(last, 0, -1):
            layer, before = sweep.layers[number](), sweep.layers[number - 1]()
            for new in np.flatnonzero(layers == number).tolist():
                paths = layer.at_size(layer.ended, np.full_like(layer.ended, size[new]))
                sums = np.cumsum(paths)
                at = int(np.searchsorted(sums, rank[new], "right"))
                state[new], rank[new] = layer.ended[at], rank[new] - sums[at] + paths[at]
            here = np.flatnonzero(layers >= number)
            arc = _arcs_back(layer, before, state[here], size[here], rank, here)
            state[here], occupied = arc >> 1, arc & 1
            bits[here, number - 1] = occupied
            size[here] -= occupied
            if layer.turned.size:
                turns[here, number // sweep.width] = layer.turned.ravel()[arc]
        for k, each in enumerate(ends):
            grid = bits[k, : each.layer].reshape(-1, sweep.width)  # a row per column
            reflected = np.cumsum(turns[k, : len(grid)]) % 2 == 1
            grid = np.where(reflected[:, np.newaxis], grid[:, ::-1], grid)
            yield grid if each.tall else grid.T


def _arcs_back(
    layer: KeptLayer, before: KeptLayer, states: I64, sizes: I64, rank: I64, here: I64
) -> I64:
    """Return the arcs into some states that their ranks select; leave the ranks among the rest.

    Arc 2 s + 1 goes from state s with a cell, and arc 2 s without one.
    """
    wanted = np.zeros(len(layer.low), np.bool_)
    wanted[states] = True
    targets = layer.following.ravel()
    arcs = np.flatnonzero((targets >= 0) & wanted[targets])
    arcs = arcs[np.argsort(targets[arcs], kind="stable")]
    at = np.searchsorted(targets[arcs], states)
    found, left = np.full(len(states), -1), np.arange(len(states))
    while left.size:
        arc = arcs[at[left]]
        paths = before.at_size(arc >> 1, sizes[left] - (arc & 1))
        is_it = rank[here[left]] < paths
        found[left[is_it]] = arc[is_it]
        left, paths = left[~is_it], paths[~is_it]
        rank[here[left]] -= paths
        at[left] += 1
    return found
