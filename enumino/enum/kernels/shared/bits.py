"""Bits of 64-bit words: one instruction each in compiled code, a loop in plain Python.

LLVM would turn the loops into these instructions too, but each call of a loop takes milliseconds to
compile, and kernels have hundreds of calls.
"""

import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import lower_builtin, type_callable

ZERO = np.uint64(0)
ONE = np.uint64(1)
DEFINED_OF_ZERO = cgutils.false_bit  # it is 64 then


def popcount(word):
    """Return the number of set bits."""
    count = 0
    while word != ZERO:
        word &= word - ONE
        count += 1
    return count


def lowest_one(word):
    """Return the index of the lowest set bit, or 64 if the word is zero."""
    return popcount(~word & (word - ONE))


def _as_instruction(function, build):
    """Replace a function of a word by an instruction in compiled code."""

    @type_callable(function)
    def _(context):
        return lambda word: types.int64 if word == types.uint64 else None

    @lower_builtin(function, types.uint64)
    def _(context, builder, signature, arguments):
        return build(builder, *arguments)


_as_instruction(popcount, lambda builder, word: builder.ctpop(word))
_as_instruction(lowest_one, lambda builder, word: builder.cttz(word, DEFINED_OF_ZERO))
