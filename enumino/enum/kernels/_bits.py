"""Bits of 64-bit words. The compiler recognises the loop, which becomes one instruction."""

from __future__ import annotations

import numpy as np

from enumino.enum.kernels._jit import inlined

ZERO = np.uint64(0)
ONE = np.uint64(1)


@inlined
def popcount(word):
    """Number of ones."""
    count = 0
    while word != ZERO:
        word &= word - ONE
        count += 1
    return count


@inlined
def lowest_one(word):
    """Number of the lowest one of a word; 64 if it has none."""
    word = ~word & (word - ONE)
    count = 0
    while word != ZERO:
        word &= word - ONE
        count += 1
    return count
