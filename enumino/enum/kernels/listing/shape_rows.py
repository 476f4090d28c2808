"""Rows of shapes: the columns that all searches for polyforms fill, and counts of rows."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from enumino.arrays import I64, U8, U64
from enumino.enum.kernels.shared.cursor import DONE, NODES

# Columns of numbers; layers, height and width are of the bounding box.
(CELLS, LAYERS, HEIGHT, WIDTH, SYMMETRY, ORBIT,
 PERIMETER, SITE_PERIMETER, HOLES) = range(9)  # fmt: skip
SCRATCH_ROWS = 4096  # that are counted together


class Columns(NamedTuple):
    """Preallocated output."""

    masks: U64  # [words, rows], bits 64 w and up in word w
    numbers: U8  # [9, rows]


def new_columns(rows: int, size: int) -> Columns:
    """Return columns for up to `rows` shapes with masks of `size` words."""
    return Columns(np.empty((size, rows), np.uint64), np.zeros((9, rows), np.uint8))


def is_full(state: object, out: Columns, filled: int) -> bool:
    """Return whether no row is left."""
    return filled == out.masks.shape[1]


def tally_rows(
    advance: Callable[..., int], state: Any, words: int, counts: I64, max_nodes: int
) -> None:
    """Count rows that `advance` makes and overwrites, for ``counts[cells, symmetry]``."""
    scratch = new_columns(SCRATCH_ROWS, words)
    budget = state.cursor[NODES] + max_nodes
    while not state.cursor[DONE] and state.cursor[NODES] < budget:
        filled = advance(state, scratch, 0, int(budget - state.cursor[NODES]))
        cells, symmetry = scratch.numbers[[CELLS, SYMMETRY], :filled].astype(np.int64)
        found = np.bincount(cells * counts.shape[1] + symmetry, minlength=counts.size)
        counts += found.reshape(counts.shape)
