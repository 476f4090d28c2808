"""Partitions by rank, from the kept states of a sweep (`enumino.enum.partition_sweep`).

As for coverings (`ranked_sweep`), the states after all vertices are kept, and their *completions*,
the numbers of ways to divide the rest, are added up backwards. A partition is a path of states; its
steps choose the edges inside parts.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from enumino.arrays import I64, Flags
from enumino.enum.kernels.matrices.partition_sweep import Step, add_completions, merge
from enumino.enum.kernels.matrices.states import LIMB_BITS
from enumino.enum.layers import Layers
from enumino.enum.partition_sweep import MOST_BYTES, PartitionSweep
from enumino.enum.sweep import whole


class RankedPartitions(PartitionSweep):
    """Partitions by rank, for the arguments of a `PartitionSweep`.

    >>> square = RankedPartitions([(0, 1), (1, 2), (2, 3), (3, 0)], [1] * 4, (1, 3), (3, 3))
    >>> square.total
    4
    >>> square.owners([0, 1, 2, 3]).tolist()
    [[0, 0, 0, 0], [1, 1, 1, 0], [1, 2, 2, 1], [2, 2, 0, 2]]
    """

    def __init__(self, *asked: Any, kept: Layers | None = None) -> None:
        super().__init__(*asked)
        self._kept, kept = [*self._steps()] if self._is_possible else [], kept or Layers()
        states = [kept.keep(np.zeros((1, 1), np.int64))]
        for step, layer in zip(self._kept, self._layers(MOST_BYTES, 1), strict=True):
            rows = np.concatenate([rows[:, : step.words_after] for rows in layer])
            states.append(kept.keep(rows))
        # The tables of the states after each vertex, the last ones first.
        rows = states.pop()()
        self._tables = [kept.keep(_table(rows, np.ones((len(rows), 1), np.int64)))]
        for step in reversed(self._kept):
            rows = states.pop()()
            self._tables.append(kept.keep(_table(rows, self._completions(step, rows))))

    @property
    def total(self) -> int:
        """The number of partitions."""
        return int(whole(self._tables[-1]()[:, 1:].sum(0), LIMB_BITS)) if self._kept else 0

    def owners(self, ranks: Sequence[int]) -> I64:
        """Return int64[n, ranks]: the part of each vertex; parts are numbered by first vertices."""
        found = np.tile(np.arange(len(self._order))[:, np.newaxis], (1, len(ranks)))
        edges = [*self._inner_edges(ranks)]
        before = -1
        while before != (before := int(found.sum())):
            for one, other, is_inside in edges:
                least = np.minimum(found[one], found[other])
                for end in (one, other):
                    found[end] = np.where(is_inside, least, found[end])
        numbers = np.cumsum(found == np.arange(len(found))[:, np.newaxis], axis=0) - 1
        return np.take_along_axis(numbers, found, axis=0)

    def _inner_edges(self, ranks: Sequence[int]) -> Iterator[tuple[int, int, Flags]]:
        """Yield the ends of each edge, and the ranks of partitions with both ends in a part."""
        left, states = np.array(ranks, object), np.zeros((len(ranks), 1), np.int64)
        frontier: list[int] = []
        tables = reversed(self._tables[:-1])
        for step, kept, vertex in zip(self._kept, tables, self._order, strict=True):
            found = zip(*self._numbered(step, states), strict=True)
            children, of, inner = map(np.concatenate, found)
            table = kept()
            ways = np.zeros((len(of), table.shape[1] - step.words_after), np.int64)
            add_completions(table, children, step.words_after, np.arange(len(of)), ways)
            ends = np.cumsum(numbers := whole(ways.T, LIMB_BITS))
            begins = ends - numbers
            left += begins[np.searchsorted(of, np.arange(len(ranks)))]
            chosen = np.searchsorted(ends, left, "right")
            left -= begins[chosen]
            for place, at in enumerate(step.near.tolist()):
                yield frontier[at], vertex, (inner[chosen] >> place & 1).astype(np.bool_)
            states = children[chosen, : step.words_after]
            frontier = [[*frontier, vertex][at] for at in step.kept.tolist()]

    def _completions(self, step: Step, rows: I64) -> I64:
        """Return the completions of the states before a step, as sums of completions after it."""
        table, words = self._tables[-1](), step.words_after
        highest = int(table[:, -1].max())
        limbs = table.shape[1] - words + (highest.bit_length() + len(step.near) >= LIMB_BITS)
        sums = np.zeros((len(rows), limbs), np.int64)
        for children, of, _ in self._numbered(step, rows):
            add_completions(table, children, words, of, sums)
        return sums

    def _numbered(self, step: Step, rows: I64) -> Iterator[tuple[I64, I64, I64]]:
        """Yield the states after a step, the numbers of the rows before, and their inner edges."""
        numbered = np.column_stack([rows, np.arange(len(rows))])
        for children, inner, _ in self._children(step, numbered, 1):
            yield children, children[:, -1].copy(), inner


def _table(states: I64, completions: I64) -> I64:
    """Return a table of the states that have completions."""
    alive = completions.any(axis=1)
    rows = np.column_stack([states[alive], completions[alive]])
    table = np.zeros((len(rows) * 4 // 3 + 2, rows.shape[1]), np.int64)
    merge(table, 0, rows, np.arange(len(rows)), states.shape[1])
    return table
