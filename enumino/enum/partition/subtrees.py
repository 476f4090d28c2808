"""Subtrees of a search, each named by a prefix, with Knuth's estimates of their sizes.

D. E. Knuth, *Estimating the efficiency of backtrack programs*, Math. Comp. 29 (1975). The kernels
walk; the seeds here make the walks reproducible.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass, field
from zlib import crc32

from enumino.enum.problem import LEAF, Prefix, Problem

LARGEST_ESTIMATE = 1e300  # nodes; sums of larger estimates could overflow


@dataclass(frozen=True, order=True)
class Subtree:
    """A subtree and its estimated number of nodes, ordered as the search visits them."""

    prefix: Prefix
    nodes: float = field(compare=False)


def estimate(problem: Problem, prefix: Prefix, probes: int) -> float:
    """Return the estimated number of nodes of a subtree, 0 if and only if it is empty.

    The seed depends on the prefix alone, so the same problem is always divided in the same way.
    """
    nodes = problem.probe(prefix, probes, seed=crc32(repr(prefix).encode()) + 1)
    return min(LARGEST_ESTIMATE, nodes)


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
    """Divide the tree until no divisible subtree is estimated above `heaviest` nodes.

    At least `at_least` subtrees are made if the tree has them: where nearly all walks end early,
    estimates are far too low, and nothing would seem worth dividing. Division stops at `at_most`
    subtrees or `most_probes` walks. The result is in search order, and depends
    on the arguments only.
    """
    root = estimate(problem, (), probes)
    frontier: list[tuple[float, Prefix]] = [(-root, ())] if root else []
    pieces: list[Subtree] = []
    spent = probes
    while frontier:
        weight, prefix = heapq.heappop(frontier)
        made = len(pieces) + len(frontier) + 1
        light = -weight <= heaviest and made >= at_least
        if light or made >= at_most or spent >= most_probes:
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


def pack(subtrees: list[Subtree], bins: int) -> list[list[Subtree]]:
    """Distribute subtrees over at most `bins` parts, heaviest first, each to the lightest part.

    R. L. Graham, *Bounds on multiprocessing timing anomalies*, SIAM J. Appl. Math. 17 (1969).
    Subtrees of a part are in search order; parts are heaviest first, the order to start them in.
    """
    heap: list[tuple[float, int, list[Subtree]]] = [(0.0, i, []) for i in range(bins)]
    for subtree in sorted(subtrees, key=lambda s: (-s.nodes, s.prefix)):
        weight, i, packed = heapq.heappop(heap)
        packed.append(subtree)
        heapq.heappush(heap, (weight + subtree.nodes, i, packed))
    filled = sorted((-weight, sorted(packed)) for weight, _, packed in heap if packed)
    return [packed for _, packed in filled]
