"""Laws that every splittable, resumable count has to keep."""

from __future__ import annotations

import pickle
from collections import Counter
from itertools import takewhile
from types import ModuleType
from typing import Any

import numpy as np

from enumino.enum import drive
from enumino.enum.kernels.shared.cursor import DONE, NODES
from enumino.enum.partition import children
from enumino.enum.problem import LEAF, Prefix, Problem


def count_all(kernel: ModuleType, state: Any, most: int, first: list[Prefix]) -> list[int]:
    """Count the subtrees of some prefixes, by sizes up to the largest."""
    total, zeros = Counter[int](), np.zeros(most + 1, np.int64)
    for prefix in first:
        drive.enter(kernel, state, prefix)
        counts, _ = drive.tally(kernel, state, zeros)
        total.update({size: count for (size,), count in counts.items()})
        assert state.cursor[DONE]
    return [total[size] for size in range(most + 1)]


def divided(kernel: ModuleType, state: Any, choices: list[int]) -> list[Prefix]:
    """Divide the whole tree: expand the nodes that `choices` points at."""
    frontier: list[Prefix] = [()]
    for choice in choices:
        prefix = frontier[choice % len(frontier)]
        branches, _ = drive.enter(kernel, state, prefix)
        if branches > 0:
            frontier.remove(prefix)
            frontier += [(*prefix, j) for j in range(branches)]
    return frontier


def count_in_steps(kernel: ModuleType, state: Any, most: int, max_nodes: int) -> list[int]:
    """Count the whole tree in steps of `max_nodes`, with a round trip through pickle after each."""
    counts = np.zeros(most + 1, np.int64)
    drive.enter(kernel, state, ())
    while not state.cursor[DONE]:
        kernel.tally(state, counts, max_nodes)
        state.cursor[NODES] = 0  # as the driver does
        state = pickle.loads(pickle.dumps(state))
    return counts.tolist()


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
