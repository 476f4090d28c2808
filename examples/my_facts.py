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


@numba.njit
def code(height, width, mask):
    """The binary code of OEIS A246521: the least over all images; 0 if it has over 64 bits.

    The places of the plane are numbered along its antidiagonals, from a corner of the box. The cell
    in place k is bit k.
    """
    codes = np.zeros(len(mask), np.uint64)
    for shape in range(len(mask)):
        h, w = height[shape], width[shape]
        for image in range(8):
            bits, fits = np.uint64(0), h * w <= 64
            for position in range(h * w if fits else 0):
                if mask[shape] >> np.uint64(position) & np.uint64(1):
                    row, column = position // w, position % w
                    row = h - 1 - row if image & 1 else row
                    column = w - 1 - column if image & 2 else column
                    row, column = (column, row) if image & 4 else (row, column)
                    place = (row + column) * (row + column + 1) // 2 + row
                    fits &= place < 64
                    bits |= np.uint64(1) << np.uint64(place & 63)
            if fits and (codes[shape] == 0 or bits < codes[shape]):
                codes[shape] = bits
    return codes
