"""Split a search tree into subtrees, each named by a prefix."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass, field

from enumino.enum.partition.weight import estimate
from enumino.enum.problem import LEAF, Prefix, Problem


@dataclass(frozen=True, order=True)
class Subtree:
    """A subtree and its estimated number of nodes; ordered as the search visits them."""

    prefix: Prefix
    nodes: float = field(compare=False)


def children(problem: Problem, prefix: Prefix) -> Iterator[Prefix]:
    """Yield the prefixes that divide a subtree; nothing if it is empty, itself if it is a LEAF."""
    branching = problem.branching(prefix)
    if branching == LEAF:
        yield prefix
    for child in range(branching):
        yield (*prefix, child)


def split(
    problem: Problem,
    heaviest: float,
    probes: int,
    at_least: int = 1,
    at_most: int = 1 << 20,
    most_probes: int = 1 << 62,
) -> list[Subtree]:
    """Divide the tree until no subtree that can be divided is estimated above `heaviest` nodes.

    There will be `at_least` so many subtrees, if the tree has them: where nearly all walks end
    soon, estimates are far too low, and nothing would seem worth dividing. Once there are
    `at_most`, no more are divided, nor once `most_probes` walks were spent. The result is sorted
    in search order and depends on the arguments only.
    """
    root = estimate(problem, (), probes)
    frontier: list[tuple[float, Prefix]] = [(-root, ())] if root else []
    pieces: list[Subtree] = []
    spent = probes
    while frontier:
        weight, prefix = heapq.heappop(frontier)
        so_far = len(pieces) + len(frontier) + 1
        if (
            so_far >= at_most
            or spent >= most_probes
            or (-weight <= heaviest and so_far >= at_least)
        ):
            pieces.append(Subtree(prefix, -weight))
            continue
        for child in children(problem, prefix):
            nodes = -weight if child == prefix else estimate(problem, child, probes)
            spent += probes
            if child == prefix:
                pieces.append(Subtree(prefix, nodes))
            elif nodes > 0:
                heapq.heappush(frontier, (-nodes, child))
    return sorted(pieces)
