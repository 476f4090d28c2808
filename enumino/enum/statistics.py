"""Counts by any columns of rows that are never made: a search, its numbers, a histogram."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from enumino.enum.forest import Forest
from enumino.enum.problem import LEAF, Prefix, Tally

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

# Rows whose numbers are made at a time: so few that they stay in the cache.
TALLIED_ROWS = 1 << 12


@runtime_checkable
class CountedByColumns(Protocol):
    """A problem whose objects are counted by other columns than the key columns."""

    @property
    def statistics(self) -> tuple[str, ...]:
        """Names of the columns, in the order of a row."""
        ...

    def count_by(self, prefix: Prefix, by: Sequence[str]) -> Tally:
        """Count the objects of a subtree by the values of some of these columns, in that order."""
        ...


class MeasuredForest(Forest):
    """A forest whose rows consist of a few numbers below 256."""

    @property
    def statistics(self) -> tuple[str, ...]:
        """Columns that rows may be counted by; the symmetry class determines the orbit."""
        return tuple(
            column.name
            for column in self.columns
            if column.name != "orbit" and (column.type == "uint8" or column.values)
        )

    def count_by(self, prefix: Prefix, by: Sequence[str]) -> Tally:
        """Count the rows of a subtree by the values of some columns, in that order."""
        from enumino.enum.kernels.shared import histogram as kernel

        found, nodes = kernel.new_histogram(), 0
        for columns, filled, visited in self._filled([prefix], TALLIED_ROWS):
            found = kernel.counted(found, self._numbers(columns, filled, by))
            nodes += visited
        values = [next(c.values for c in self.columns if c.name == name) for name in by]
        counts = {
            tuple(v[number] if v else number for v, number in zip(values, key, strict=True)): count
            for key, count in kernel.numbers_of(found, len(by)).items()
        }
        return Tally(counts, nodes, tuple(by))

    @abstractmethod
    def _numbers(self, columns: Any, filled: int, names: Sequence[str]) -> npt.NDArray[np.uint8]:
        """Return the values, or the codes, of some columns: uint8[columns, filled]."""


def marginal(tally: Tally, columns: Sequence[str], by: Sequence[str]) -> Tally:
    """Return a tally by some of its columns.

    >>> marginal(Tally({(1, "a"): 2, (2, "a"): 3}), ("number", "letter"), ("letter",)).counts
    {('a',): 5}
    """
    places, counts = [columns.index(name) for name in by], Counter[tuple[Any, ...]]()
    for key, count in tally.counts.items():
        counts[tuple(key[place] for place in places)] += count
    return Tally(dict(counts), tally.nodes, tuple(by))


NODES_PER_CALL = 1 << 24


class CountingKernel(Protocol):
    """A kernel that counts by size the objects of a subtree, its root included."""

    def seek(self, search: Any, prefix: Sequence[int], /) -> int: ...
    def tally(self, search: Any, max_nodes: int, /) -> int: ...


def cut(kernel: CountingKernel, search: Any, wanted: int) -> tuple[list[Prefix], list[int]]:
    """Return prefixes of one length, at least `wanted` if there are, and objects above by size."""
    above = [0] * len(search.counts)
    frontier: list[Prefix] = [()]
    while 0 < len(frontier) < wanted:
        following: list[Prefix] = []
        for prefix in frontier:
            children = kernel.seek(search, prefix)
            for size, count in enumerate(search.counts):
                above[size] += int(count)
            following += [(*prefix, j) for j in range(children)] if children != LEAF else []
        frontier = following
    return frontier, above


def count_subtrees(
    kernel: CountingKernel,
    search: Any,
    prefixes: Iterable[Prefix],
    report: Callable[[int], None],
) -> tuple[Counter[int], int]:
    """Return the objects below some prefixes by size, and the nodes visited.

    `report` is called with the nodes of each step.
    """
    counts: Counter[int] = Counter()
    nodes = 0
    for prefix in prefixes:
        kernel.seek(search, prefix)
        while not search.done:
            visited = int(kernel.tally(search, NODES_PER_CALL))
            nodes += visited
            report(visited)
        counts.update({size: int(n) for size, n in enumerate(search.counts) if n})
    return counts, nodes
