"""Rows of polyominoes that are canonical images: size, box, mask and symmetry class.

The words are those of `redelmeier`, whose rows are written here.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from enumino.enum.kernels.listing._polyomino_canonical import TOP, classify
from enumino.enum.kernels.shared.bits import ZERO
from enumino.enum.kernels.shared.jit import inlined, subroutine
from enumino.enum.kernels.shared.symmetry import REJECTED


class Columns(NamedTuple):
    """Preallocated output, one array a column; a search fills those up to `symmetry`."""

    cells: npt.NDArray[np.uint8]
    height: npt.NDArray[np.uint8]
    width: npt.NDArray[np.uint8]
    mask: npt.NDArray[np.uint64]
    mask_hi: npt.NDArray[np.uint64]
    symmetry: npt.NDArray[np.int8]
    orbit: npt.NDArray[np.uint8]
    perimeter: npt.NDArray[np.uint8]
    site_perimeter: npt.NDArray[np.uint8]
    holes: npt.NDArray[np.uint8]


def new_columns(rows: int, size: int = 2) -> Columns:
    """Return uninitialised columns for up to `rows` polyominoes, with masks of two words."""
    types = ("u1", "u1", "u1", "u8", "u8", "i1", "u1", "u1", "u1", "u1")
    return Columns(*(np.empty(rows, dtype) for dtype in types))


def is_full(state: object, out: Columns, filled: int) -> bool:
    """Return whether no row is left."""
    return filled == out.cells.size


@inlined
def write_mask(out, at, words, left, bottom, width):
    """Write the mask of row `at`: bit ``r * width + c`` is cell (r, c) of the box."""
    low, high = ZERO, ZERO
    position = np.uint64(0)
    for y in range(TOP, bottom + 1):
        row = words.rows[y] >> np.uint64(left)
        if position < 64:
            low |= row << position
            if position + width > 64:
                high |= row >> (np.uint64(64) - position)
        else:
            high |= row << (position - np.uint64(64))
        position += width
    out.mask[at] = low
    out.mask_hi[at] = high


@inlined
def record(out, at, words, cells, symmetry, left, right, bottom):
    """Write the shape as row `at`."""
    width = np.uint64(right - left + 1)
    write_mask(out, at, words, left, bottom, width)
    out.cells[at] = cells
    out.height[at] = bottom - TOP + 1
    out.width[at] = width
    out.symmetry[at] = symmetry


@subroutine
def list_node(out, filled, words, cells, kind, left, right, bottom):
    """Write the shape as the next row if it is the canonical one; return the rows filled."""
    symmetry = classify(words, kind, left, right, bottom)
    if symmetry != REJECTED:
        record(out, filled, words, cells, symmetry, left, right, bottom)
        filled += 1
    return filled
