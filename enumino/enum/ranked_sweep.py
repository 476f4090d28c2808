"""Coverings by rank, from the kept states of a sweep (`enumino.enum.sweep`).

The states of all cells are kept, and their *completions*, the numbers of ways to cover the rest,
are added up backwards. A covering is a path from the first state: at each state, placements come in
order, each with as many coverings as the state after it has completions. So the rank says which
placement to take, and what is left of it is the rank among the coverings of the rest (A. Nijenhuis
and H. S. Wilf, *Combinatorial Algorithms*, 1978, chapter 13). All paths go forward together.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar

import numpy as np

from enumino.arrays import I64, U64
from enumino.enum.layers import Layers
from enumino.enum.sweep import Placement, Sweep, keys_of, whole, with_carries

BYTES_PER_STATE = 50  # with its completions
AnySweep = TypeVar("AnySweep", bound=Sweep)


class Layer(NamedTuple):
    """The states that wait for a cell, with their keys, ascending, and completions in limbs."""

    words: U64
    keys: U64
    completions: U64


class Chosen(NamedTuple):
    """Coverings, by their places among the ranks, that choose a placement of a cell."""

    cell: int
    number: int
    coverings: I64


class RankedSweep(Generic[AnySweep]):
    """The coverings that a sweep counts, by rank.

    >>> from enumino.enum.sweep import Placement, Sweep
    >>> def dominoes(cell):
    ...     vertical = [Placement(0b11)] if cell % 2 == 0 else []
    ...     return vertical + ([Placement(0b101)] if cell < 4 else [])
    >>> ranked = RankedSweep(Sweep(6, dominoes, reach=3))
    >>> ranked.total
    3
    >>> [(cell, number) for cell, number, coverings in ranked.choices([0, 1, 2]) if 2 in coverings]
    [(0, 1), (1, 0), (4, 0)]
    """

    def __init__(self, sweep: AnySweep, kept: Layers | None = None) -> None:
        self.sweep, kept = sweep, kept or Layers()
        states = [*map(kept.keep, sweep.layers())]
        self._layers: dict[int, list[Callable[[], U64]]] = {}
        if sweep.next_cell < sweep.cells:  # there are no coverings
            return
        words, _, enough = sweep.finished()
        states.append(kept.keep(words))
        found = enough.astype(np.uint64)[np.newaxis]
        for cell in reversed(range(sweep.cells + 1)):
            words = states[cell]()
            if cell < sweep.cells:
                found = self._completions(cell, words, len(found))
            self._layers[cell] = [states[cell], kept.keep(keys_of(words)), kept.keep(found)]

    @property
    def total(self) -> int:
        """The number of coverings."""
        return int(whole(self._layer(0).completions)[0]) if self._layers else 0

    def choices(self, ranks: Sequence[int]) -> Iterator[Chosen]:
        """Yield the placements of the coverings with some ranks, cell by cell."""
        sweep = self.sweep
        left = np.array(ranks, object)
        cells, states = np.zeros((2, len(ranks)), np.int64)
        for cell in range(sweep.cells):
            here = np.flatnonzero(cells == cell)
            if not here.size:
                continue
            words = self._layer(cell).words[:, states[here]]
            for number, placement in enumerate(sweep.placements(cell)):
                for which, passed, at, ways in self._onward(cell, placement, words):
                    paths = here[which]
                    is_here = cells[paths] == cell
                    paths, at, numbers = paths[is_here], at[is_here], whole(ways[:, is_here])
                    taken = (left[paths] < numbers).astype(np.bool_)
                    left[paths[~taken]] -= numbers[~taken]
                    cells[paths[taken]], states[paths[taken]] = cell + passed, at[taken]
                    yield Chosen(cell, number, paths[taken])

    def uses(self) -> Iterator[tuple[int, int, int]]:
        """Yield each cell, the number of each placement, and the coverings that have it."""
        ways = {0: np.ones(1, object)}  # to reach the states of a cell
        for cell in range(self.sweep.cells if self._layers else 0):
            here, words = ways.pop(cell, np.zeros(0, object)), self._layer(cell).words
            for number, placement in enumerate(self.sweep.placements(cell)):
                found = 0
                onward = self._onward(cell, placement, words) if words.size else ()
                for which, passed, at, limbs in onward:
                    found += int((here[which] * whole(limbs)).sum())
                    states = self._layer(cell + passed).words.shape[1]
                    after = ways.setdefault(cell + passed, np.zeros(states, object))
                    np.add.at(after, at, here[which])
                yield cell, number, found

    def _layer(self, cell: int) -> Layer:
        return Layer(*(each() for each in self._layers[cell]))

    def _completions(self, cell: int, words: U64, limbs: int) -> U64:
        """Add up the completions of the states of a cell, from the states after it."""
        found = np.zeros((limbs, words.shape[1]), np.uint64)
        for start in range(0, words.shape[1], self.sweep.at_once):
            some = words[:, start : start + self.sweep.at_once]
            for placement in self.sweep.placements(cell):
                for which, _, _, ways in self._onward(cell, placement, some):
                    found[: len(ways), start + which] += ways
        return with_carries(found)

    def _onward(
        self, cell: int, placement: Placement, words: U64
    ) -> Iterator[tuple[I64, int, I64, U64]]:
        """Yield the states that a placement leads to, by the number of cells that they pass.

        They are the indices of the states before, the number of cells, the indices of the states in
        their layer, and their completions.
        """
        for passed, after, origin in self.sweep.onward(cell, [placement], words):
            layer = self._layer(cell + passed)
            at = np.searchsorted(layer.keys, keys_of(after))
            while (others := (layer.words[:, at] != after).any(axis=0)).any():
                at[others] += 1  # states with equal keys
            yield origin, passed, at, layer.completions[:, at]
