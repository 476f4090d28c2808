"""Laws that every splittable, resumable count has to keep."""

import pickle
from collections import Counter
from types import ModuleType
from typing import Any

import numpy as np

from enumino.enum import drive
from enumino.enum.kernels.shared.cursor import DONE, NODES
from enumino.enum.problem import Prefix


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
