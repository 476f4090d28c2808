"""Rows of bits over options: the options that share no item, or share it in a common colour.

The bits of an option stand at several places of a row, one for each of its primary items.
"""

from __future__ import annotations

import numpy as np

from enumino.enum.kernels.shared.bits import ONE
from enumino.enum.kernels.shared.jit import kernel


@kernel
def flip(words, bits, start, end):
    """Flip the bits ``bits[start:end]`` of a row."""
    for i in range(start, end):
        words[bits[i] >> 6] ^= ONE << np.uint64(bits[i] & 63)


@kernel
def clear_clashes(rows, clash, item_starts, options, colours, bit_starts, bits):
    """Clear in each row the options that share an item with its option in no common colour.

    ``options[item_starts[i]:item_starts[i + 1]]`` have item i, sorted by `colours`; option o has
    ``bits[bit_starts[o]:bit_starts[o + 1]]``. `clash` is a row of zeros, before and after.
    """
    for item in range(item_starts.size - 1):
        start, end = item_starts[item], item_starts[item + 1]
        for i in range(start, end):
            flip(clash, bits, bit_starts[options[i]], bit_starts[options[i] + 1])
        while start < end:
            stop = start
            while stop < end and colours[stop] == colours[start]:
                if colours[stop] != 0:
                    flip(clash, bits, bit_starts[options[stop]], bit_starts[options[stop] + 1])
                stop += 1
            for i in range(start, stop):
                for word in range(clash.size):
                    rows[options[i], word] &= ~clash[word]
            for i in range(start, stop):
                if colours[i] != 0:
                    flip(clash, bits, bit_starts[options[i]], bit_starts[options[i] + 1])
            start = stop
        for i in range(item_starts[item], end):
            flip(clash, bits, bit_starts[options[i]], bit_starts[options[i] + 1])
