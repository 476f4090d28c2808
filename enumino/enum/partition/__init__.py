"""Divide a problem into parts, by Knuth's estimates of the sizes of its subtrees.

One part is one task and at most one file. The parts depend on the problem only, never on the number
of workers: the same problem gives the same rows in the same files everywhere. Subtrees are named by
prefixes. D. E. Knuth, *Estimating the efficiency of backtrack programs*, Math. Comp. 29 (1975): the
kernels walk; the seeds here make the walks reproducible.
"""

import heapq
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import ceil, fsum
from zlib import crc32

from enumino.arguments import whole
from enumino.enum.forest import HOPELESS
from enumino.enum.problem import LEAF, Expectation, Prefix, Problem
from enumino.errors import ProblemError

# Large problems have about a thousand parts, within these bounds of rows and of nodes per part. The
# largest number of nodes takes about a minute in searches that find few rows.
PARTS = 1_000
ROWS_PER_PART = 100_000, 1_000_000
NODES_PER_PART = 2e8, 2e9
MAX_PARTS = 4_000
# At least, whatever the estimates say: on long strips nearly all walks end soon, and nothing seems
# worth dividing.
SUBTREES_PER_PART = 8
MOST_SUBTREES_PER_PART = 500
ROOT_PROBES = 20_000  # random walks from the root
SUBTREE_PROBES = 100  # walks from a subtree, at most
PROBES = 400_000  # walks from all subtrees that are wanted
MOST_PROBES = 3 * PROBES  # walks in all: some subtrees have thousands of children
LARGEST_ESTIMATE = 1e300  # nodes; sums of larger estimates could overflow


@dataclass(frozen=True, order=True)
class Subtree:
    """A subtree and its estimated number of nodes, ordered as the search visits them."""

    prefix: Prefix
    nodes: float = field(compare=False)


@dataclass(frozen=True)
class Partition:
    """The parts of a problem, heaviest first, and the expected size of the whole."""

    parts: list[list[Subtree]]
    expected: Expectation
    rows_per_part: int


def partition(
    problem: Problem, rows_per_part: int | None = None, parts: int | None = None
) -> Partition:
    """Divide a problem into at most 4,000 parts of about `rows_per_part` rows on average.

    By default, large problems have about 1,000 parts, each of 100,000 to 1,000,000 rows. A number
    of `parts` overrides the number of rows. The first half of the parts are equal; the others are
    smaller and smaller, so that all threads end at about the same time.

    >>> from enumino import Polyominoes
    >>> [len(part) for part in partition(Polyominoes(range(1, 9))).parts]
    [1]
    """
    nodes = estimate(problem, (), probes=ROOT_PROBES)
    expected = problem.expect(nodes)
    if rows_per_part is None:
        rows_per_part = ceil(_per_part(expected.rows, *ROWS_PER_PART))
    rows_per_part = whole(rows_per_part, "The number of rows a part")
    if rows_per_part < 1:
        raise ProblemError(f"Parts of {rows_per_part:,} rows cannot be made: give at least 1.")
    nodes_per_part = _per_part(nodes, *NODES_PER_PART)
    wanted = parts or max(expected.rows / rows_per_part, nodes / nodes_per_part)
    parts = min(MAX_PARTS, max(1, ceil(wanted)))
    heaviest = float("inf") if parts == 1 else nodes / (parts * SUBTREES_PER_PART)
    at_least = 1 if parts == 1 else parts * SUBTREES_PER_PART
    at_most = parts * MOST_SUBTREES_PER_PART
    probes = max(10, min(SUBTREE_PROBES, PROBES // at_least))
    subtrees = split(problem, heaviest, probes, at_least, at_most, MOST_PROBES)
    packed = pack(subtrees, tapered(parts))
    if not packed:  # nothing to search: still a dataset, without rows
        packed = [[Subtree((), 0.0)]]
    total = fsum(subtree.nodes for part in packed for subtree in part)
    return Partition(packed, problem.expect(total if parts > 1 else nodes), rows_per_part)


def _per_part(total: float, least: float, most: float) -> float:
    """Return the rows or nodes of a part by default."""
    return min(most, max(least, total / PARTS))


def estimate(problem: Problem, prefix: Prefix, probes: int) -> float:
    """Return the estimated nodes of a subtree, 0 for nothing; the seed depends on the prefix."""
    nodes = problem.probe(prefix, probes, seed=crc32(repr(prefix).encode()) + 1)
    if nodes > HOPELESS:
        problem.expect(nodes)  # refuses the search before it is divided further
    return min(LARGEST_ESTIMATE, nodes)


def children(branching: Callable[[Prefix], int], prefix: Prefix) -> Iterator[Prefix]:
    """Yield the prefixes of a subtree's children, or the prefix of the subtree if it is a LEAF."""
    number = branching(prefix)
    if number == LEAF:
        yield prefix
    for child in range(number):
        yield (*prefix, child)


def by_levels(
    branching: Callable[[Prefix], int], subtrees: list[Prefix], wanted: int
) -> list[Prefix]:
    """Divide subtrees level by level into at least `wanted`, or into all leaves."""
    while len(subtrees) < wanted:
        before = subtrees
        subtrees = [below for prefix in before for below in children(branching, prefix)]
        if subtrees == before:
            break
    return subtrees


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
    subtrees or `most_probes` walks. The result is in search order, and depends on the arguments
    only.
    """
    root = estimate(problem, (), probes)
    frontier: list[tuple[float, Prefix]] = [(-root, ())] if root else []
    undivided: list[Subtree] = []
    spent = probes
    while frontier:
        weight, prefix = heapq.heappop(frontier)
        made = len(undivided) + len(frontier) + 1
        light = -weight <= heaviest and made >= at_least
        if light or made >= at_most or spent >= most_probes:
            undivided.append(Subtree(prefix, -weight))
            continue
        for child in children(problem.branching, prefix):
            nodes = -weight if child == prefix else estimate(problem, child, probes)
            spent += probes
            if child == prefix:
                undivided.append(Subtree(prefix, nodes))
            elif nodes > 0:
                heapq.heappush(frontier, (-nodes, child))
    return sorted(undivided)


def tapered(bins: int) -> list[float]:
    """Return the relative sizes of the parts of a problem.

    >>> tapered(8)
    [1.0, 1.0, 1.0, 1.0, 1.0, 0.75, 0.5, 0.25]
    """
    return [min(1.0, 2 * (bins - number) / bins) for number in range(bins)]


def pack(subtrees: list[Subtree], sizes: Sequence[float]) -> list[list[Subtree]]:
    """Distribute subtrees over parts of relative `sizes`, heaviest first, each to the part that
    still needs most.

    R. L. Graham, *Bounds on multiprocessing timing anomalies*, SIAM J. Appl. Math. 17 (1969).
    Subtrees of a part are in search order; parts are heaviest first, the order to start them in.
    Parts that get no subtree are left out.
    """
    unit = fsum(subtree.nodes for subtree in subtrees) / fsum(sizes)
    heap = [(-unit * size, number) for number, size in enumerate(sizes)]
    heapq.heapify(heap)
    parts: list[list[Subtree]] = [[] for _ in sizes]
    for subtree in sorted(subtrees, key=lambda s: (-s.nodes, s.prefix)):
        needed, number = heap[0]
        heapq.heapreplace(heap, (needed + subtree.nodes, number))
        parts[number].append(subtree)
    weighed = [(-fsum(subtree.nodes for subtree in part), sorted(part)) for part in parts if part]
    return [part for _, part in sorted(weighed)]


def busy(weights: Iterable[float], workers: int) -> float:
    """Return the expected share of their time that workers taking parts in order are busy."""
    ends = [0.0] * workers
    for weight in weights:
        heapq.heapreplace(ends, ends[0] + weight)
    return sum(ends) / (workers * max(ends)) if any(ends) else 1.0
