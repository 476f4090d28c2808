"""Operations on the cells of a frame as bits of two words, row by row.

A row has `width` cells, and bit b of the second word is cell 64 + b.
"""

from __future__ import annotations

import numpy as np

from enumino.enum.kernels.shared.bits import ONE, ZERO, lowest_one
from enumino.enum.kernels.shared.jit import inlined

WORD_BITS = 64
LAST_BIT = np.uint64(63)


@inlined
def first_empty(low, high):
    """Return the number of the first empty cell; there must be one."""
    return np.uint64(lowest_one(low) if low != ZERO else lowest_one(high) + WORD_BITS)


@inlined
def has_isolated(inner_low, inner_high, width, wide, low, high):
    """Whether one of the empty cells has no empty neighbour.

    `inner_low` and `inner_high` are the cells that have a left neighbour; `wide` is whether there
    are cells in the second word.
    """
    alone = low & ~(
        ((low << ONE) & inner_low) | ((low & inner_low) >> ONE) | (low << width) | (low >> width)
    )
    if wide:
        back = np.uint64(WORD_BITS) - width
        alone &= ~((high << back) | ((high & inner_high) << LAST_BIT))
        alone |= high & ~(
            (((high << ONE) | (low >> LAST_BIT)) & inner_high)
            | ((high & inner_high) >> ONE)
            | ((high << width) | (low >> back))
            | (high >> width)
        )
    return alone != ZERO
