"""Divide a problem into parts, from `Problem.branching` alone.

One part is one task and at most one file. The parts depend on the problem only, never on
the number of workers: the same problem gives the same rows in the same files everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from enumino.arguments import whole
from enumino.enum.partition.subtrees import Subtree, estimate, pack, split
from enumino.enum.problem import Expectation, Problem
from enumino.errors import ProblemError

ROWS_PER_PART = 1_000_000
NODES_PER_PART = 2e9  # about a minute, for searches that find little
MAX_PARTS = 4_000
# At least, whatever the estimates say: on long strips nearly all walks end soon, and nothing seems
# worth dividing.
SUBTREES_PER_PART = 8
MOST_SUBTREES_PER_PART = 500
ROOT_PROBES = 20_000  # random walks from the root
SUBTREE_PROBES = 100  # walks from a subtree, at most
PROBES = 400_000  # walks from all subtrees that are wanted
MOST_PROBES = 3 * PROBES  # walks in all: some subtrees have thousands of children


@dataclass(frozen=True)
class Partition:
    """The parts of a problem, heaviest first, and the expected size of the whole."""

    parts: list[list[Subtree]]
    expected: Expectation


def partition(
    problem: Problem, rows_per_part: int = ROWS_PER_PART, parts: int | None = None
) -> Partition:
    """Divide a problem into parts of about `rows_per_part` rows, at most 4,000 of them.

    A number of `parts` overrides the number of rows.

    >>> from enumino import Polyominoes
    >>> [len(part) for part in partition(Polyominoes(range(1, 9))).parts]
    [1]
    """
    rows_per_part = whole(rows_per_part, "The number of rows a part")
    if rows_per_part < 1:
        raise ProblemError(f"Parts of {rows_per_part:,} rows cannot be made: give at least 1.")
    nodes = estimate(problem, (), probes=ROOT_PROBES)
    expected = problem.expect(nodes)
    wanted = parts or max(expected.rows / rows_per_part, nodes / NODES_PER_PART)
    parts = min(MAX_PARTS, max(1, ceil(wanted)))
    heaviest = float("inf") if parts == 1 else nodes / (parts * SUBTREES_PER_PART)
    at_least = 1 if parts == 1 else parts * SUBTREES_PER_PART
    at_most = parts * MOST_SUBTREES_PER_PART
    probes = max(10, min(SUBTREE_PROBES, PROBES // at_least))
    packed = pack(split(problem, heaviest, probes, at_least, at_most, MOST_PROBES), parts)
    if not packed:  # nothing to search: still a dataset, without rows
        packed = [[Subtree((), 0.0)]]
    total = sum(subtree.nodes for part in packed for subtree in part)
    return Partition(packed, problem.expect(total if parts > 1 else nodes))
