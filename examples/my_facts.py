"""Facts of your own about polyominoes, for ``enumino facts DATASET --with my_facts.py:NAME``."""

import numba
import numpy as np


@numba.njit
def slender(height, width):
    """Whether the box is at least three times as wide as high."""
    return width >= 3 * height


def corner_cells(height, width, mask):
    """The number of corners of the box that are cells."""
    ends = np.array([np.zeros_like(mask), width - 1, (height - 1) * width, height * width - 1])
    return (mask >> ends.astype(np.uint64) & 1).sum(axis=0).astype(np.int32)
