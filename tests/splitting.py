"""Laws that every splittable, resumable count has to keep."""

from __future__ import annotations

import pickle
from itertools import takewhile
from types import ModuleType
from typing import Any

import numpy as np

from enumino.enum.partition.subtrees import children
from enumino.enum.problem import LEAF, Prefix, Problem


def count_all(kernel: ModuleType, search: Any) -> list[int]:
    """Count the subtree the search stands at in one call."""
    kernel.tally(search, 1 << 62)
    assert search.done
    assert kernel.tally(search, 1 << 62) == 0
    return search.counts.tolist()


def count_split(kernel: ModuleType, search: Any, choices: list[int]) -> list[int]:
    """Count the whole tree in pieces: expand the nodes that `choices` points at, then tally.

    A node that is expanded gives its own polyomino, its children are counted by themselves.
    """
    total = np.zeros_like(search.counts)
    frontier: list[tuple[int, ...]] = [()]
    for choice in choices:
        prefix = frontier[choice % len(frontier)]
        branches = kernel.seek(search, prefix)
        if branches > 0:
            frontier.remove(prefix)
            frontier += [(*prefix, j) for j in range(branches)]
            total += search.counts
    for prefix in frontier:
        kernel.seek(search, prefix)
        total += count_all(kernel, search)
    return total.tolist()


def count_in_steps(kernel: ModuleType, search: Any, max_nodes: int) -> tuple[list[int], int]:
    """Count the subtree in steps of `max_nodes`, with a round trip through pickle after each."""
    nodes = 0
    while not search.done:
        nodes += kernel.tally(search, max_nodes)
        search = pickle.loads(pickle.dumps(search))
    assert nodes == search.nodes
    return search.counts.tolist(), nodes


def assert_leaves_are_single_nodes(problem: Problem) -> None:
    """A leaf is one node, with the ancestors whose first child it is."""
    frontier: list[Prefix] = [()]
    while frontier:
        prefix = frontier.pop()
        if problem.branching(prefix) == LEAF:
            first_child = sum(1 for _ in takewhile(lambda choice: choice == 0, reversed(prefix)))
            assert problem.count(prefix).nodes <= 1 + first_child
            assert problem.probe(prefix, 5, seed=1) == 1
        else:
            frontier.extend(children(problem, prefix))
