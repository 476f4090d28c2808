"""Solutions of exact covers: sets of options, and the buffers that engines write them to.

``tables.limits[LONGEST_SOLUTION]`` of every engine is the number of options of the longest possible
solution: a buffer with less room than that takes no other solution.
"""

from typing import Any, NamedTuple

import numpy as np

from enumino.arrays import I32, U64
from enumino.enum.kernels.shared.bits import ONE, ZERO, lowest_one
from enumino.enum.kernels.shared.jit import inlined

LONGEST_SOLUTION = 0  # in the limits of every engine


class Columns(NamedTuple):
    """Preallocated output: solution i is ``options[offsets[i]:offsets[i + 1]]``."""

    options: I32
    offsets: I32


def new_columns(rows: int, size: int) -> Columns:
    """Return columns for up to `rows` solutions of `size` options in all, at least one fits."""
    return Columns(np.empty(size, np.int32), np.zeros(rows + 1, np.int32))


def is_full(state: Any, out: Columns, filled: int) -> bool:
    """Return whether another solution might not fit."""
    left = out.options.size - int(out.offsets[filled])
    return filled >= out.offsets.size - 1 or left < state.tables.limits[LONGEST_SOLUTION]


@inlined
def has_room(out, filled, longest):
    """Return whether another solution of `longest` options fits: `is_full` for kernels."""
    return filled < out.offsets.size - 1 and out.offsets[filled] <= out.options.size - longest


def new_set(options: int) -> U64:
    """Return an empty set of options, a bit for each."""
    return np.zeros((options + 63) >> 6, np.uint64)


@inlined
def flip(taken, option):
    """Add an option to a set, or take it away."""
    taken[option >> 6] ^= ONE << np.uint64(option & 63)


@inlined
def record(taken, out, row):
    """Write the options of a set as row `row`, in ascending order."""
    end = np.int64(out.offsets[row])
    for i in range(taken.size):
        word = taken[i]
        while word != ZERO:
            out.options[end] = (i << 6) + lowest_one(word)
            word &= word - ONE
            end += 1
    out.offsets[row + 1] = end
