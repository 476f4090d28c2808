"""Rows of polyominoes that are canonical images: size, box, mask and symmetry class.

The words are those of `redelmeier`, whose rows are written here.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from enumino.enum.kernels.listing._canonical import TOP, ZERO, classify
from enumino.enum.kernels.shared.jit import inlined
from enumino.enum.kernels.shared.symmetry import REJECTED

WORDS = 2  # words of a mask in columns of their own


class Columns(NamedTuple):
    """Preallocated output, one array a column; a search fills those up to `symmetry`, and `more`.

    more: uint64[words, rows], the words of masks after the first two; None if these have all bits.
    """

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
    more: npt.NDArray[np.uint64] | None = None


def new_columns(rows: int, size: int = WORDS) -> Columns:
    """Return uninitialised columns for up to `rows` polyominoes with masks of `size` words."""
    types = ("u1", "u1", "u1", "u8", "u8", "i1", "u1", "u1", "u1", "u1")
    more = np.empty((size - WORDS, rows), np.uint64) if size > WORDS else None
    return Columns(*(np.empty(rows, dtype) for dtype in types))._replace(more=more)


def is_full(state: object, out: Columns, filled: int) -> bool:
    """Whether no row is left."""
    return filled == out.cells.size


@inlined
def put(more, out, at, word, bits):
    """Write a word of the mask of row `at`."""
    if word == 0:
        out.mask[at] = bits
    elif word == 1:
        out.mask_hi[at] = bits
    else:
        more[word - WORDS, at] = bits


@inlined
def write_mask(more, out, at, words, left, bottom, width):
    """Write the mask of row `at`: bit ``r * width + c`` is cell (r, c) of the box."""
    if more is None:  # decided when it is compiled
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
    else:
        joined, offset = ZERO, np.uint64(0)
        word = 0
        for y in range(TOP, bottom + 1):
            row = words.rows[y] >> np.uint64(left)
            joined |= row << offset
            offset += width
            if offset >= 64:
                put(more, out, at, word, joined)
                word += 1
                offset -= np.uint64(64)
                joined = row >> (width - offset)
        while word < WORDS + more.shape[0]:
            put(more, out, at, word, joined)
            word += 1
            joined = ZERO


@inlined
def record(out, at, words, cells, symmetry, left, right, bottom):
    """Write the shape as row `at`."""
    width = np.uint64(right - left + 1)
    write_mask(out.more, out, at, words, left, bottom, width)
    out.cells[at] = cells
    out.height[at] = bottom - TOP + 1
    out.width[at] = width
    out.symmetry[at] = symmetry


@inlined
def list_node(out, filled, words, cells, kind, left, right, bottom):
    """Write the shape as the next row if it is the canonical one; return the rows filled."""
    symmetry = classify(words, kind, left, right, bottom)
    if symmetry != REJECTED:
        record(out, filled, words, cells, symmetry, left, right, bottom)
        filled += 1
    return filled


@inlined
def list_one(out, filled, words, cells, kind, left, right, bottom):
    """Call `list_node` where the search passes rarely: it is not copied there."""
    return list_node(out, filled, words, cells, kind, left, right, bottom)
