"""Counts by a kernel: a search is cut into subtrees, which are counted one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

from enumino.enum.problem import LEAF, Prefix

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
