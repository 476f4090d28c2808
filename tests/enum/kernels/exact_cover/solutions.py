"""The solutions that kernels for exact covers write, by any sequence of calls."""

from types import ModuleType
from typing import Any

import numpy as np

from enumino.enum import drive
from enumino.enum.kernels.shared.cursor import DONE, NODES

MANY = 1 << 40
ROOT: tuple[int, ...] = ()
Row = tuple[int, ...]


def rows(
    kernel: ModuleType,
    tables: Any,
    prefix: Row = ROOT,
    batch: int = 1000,
    max_nodes: int = MANY,
) -> tuple[list[Row], int]:
    """All rows of a subtree in order, and its nodes."""
    state = kernel.new_state(tables)
    drive.enter(kernel, state, prefix)
    longest = int(tables.limits[kernel.LONGEST_SOLUTION])
    out = kernel.new_columns(batch, max(longest, longest * batch // 2))
    found: list[Row] = []
    while not state.cursor[DONE]:
        filled = kernel.advance(state, out, 0, max_nodes)
        full = kernel.is_full(state, out, filled)
        assert full or max_nodes < MANY or state.cursor[DONE]
        found += [
            tuple(out.options[out.offsets[i] : out.offsets[i + 1]].tolist()) for i in range(filled)
        ]
    return found, int(state.cursor[NODES])


def children(kernel: ModuleType, tables: Any, prefix: tuple[int, ...]) -> int:
    """The number of children of a node, or what it is instead."""
    children, _ = drive.enter(kernel, kernel.new_state(tables), prefix)
    return children


def tallied(
    kernel: ModuleType, tables: Any, prefix: tuple[int, ...] = ROOT, max_nodes: int = MANY
) -> tuple[int, int]:
    """The number of solutions of a subtree, and its nodes."""
    state, counts = kernel.new_state(tables), np.zeros(1, np.int64)
    drive.enter(kernel, state, prefix)
    while not state.cursor[DONE]:
        kernel.tally(state, counts, max_nodes)
    return int(counts[0]), int(state.cursor[NODES])
