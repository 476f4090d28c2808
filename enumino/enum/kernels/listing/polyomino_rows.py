"""Rows of polyominoes: canonical images, symmetry classes, and masks.

The *canonical* image is at least as wide as tall, and of the smallest mask among such images: bit
``r * width + c`` of a mask is cell (r, c) of the box, so that the last row decides nearly all
comparisons. The shape is kept as bits in four arrays of words, by rows and by columns and both
mirrored: each row of an image is one of these words, shifted.
"""

from typing import NamedTuple

import numpy as np

from enumino.arrays import I8, U8, U64
from enumino.enum.kernels.shared.bits import ONE, ZERO
from enumino.enum.kernels.shared.jit import inlined, subroutine
from enumino.enum.kernels.shared.symmetry import (
    CLASSES,
    FREE,
    HALF_TURN,
    LEFT_RIGHT,
    NONE,
    ONE_SIDED,
    QUARTER_TURN,
    QUARTER_TURN_BACK,
    REJECTED,
    TRANSPOSE,
    UP_DOWN,
)

TOP = 1  # y of the first row


class Words(NamedTuple):
    """The shape as uint64[64]: bit x of row y, bit y of column x, and 63 - x or 63 - y mirrored."""

    rows: U64
    rows_mirrored: U64
    columns: U64
    columns_mirrored: U64


class Columns(NamedTuple):
    """Preallocated output, one array a column; a search fills those up to `symmetry`."""

    cells: U8
    height: U8
    width: U8
    mask: U64
    mask_hi: U64
    symmetry: I8
    orbit: U8
    perimeter: U8
    site_perimeter: U8
    holes: U8


def new_columns(rows: int, size: int = 2) -> Columns:
    """Return uninitialised columns for up to `rows` polyominoes, with masks of two words."""
    types = ("u1", "u1", "u1", "u8", "u8", "i1", "u1", "u1", "u1", "u1")
    return Columns(*(np.empty(rows, dtype) for dtype in types))


def is_full(state: object, out: Columns, filled: int) -> bool:
    """Return whether no row is left."""
    return filled == out.cells.size


@inlined
def flip(words, x, y):
    """Add the cell (x, y) to the shape, or remove it."""
    words.rows[y] ^= ONE << np.uint64(x)
    words.rows_mirrored[y] ^= ONE << np.uint64(63 - x)
    words.columns[x] ^= ONE << np.uint64(y)
    words.columns_mirrored[x] ^= ONE << np.uint64(63 - y)


@inlined
def classify_fully(words, kind, left, right, bottom):
    """Do the work of `classify`: compare all rows, from the last one on, with each image."""
    rows, rows_mirrored = words.rows, words.rows_mirrored
    columns, columns_mirrored = words.columns, words.columns_mirrored
    height = bottom - TOP + 1
    from_left, from_right = np.uint64(left), np.uint64(63 - right)
    from_bottom = np.uint64(63 - bottom)
    equal = 0
    for image in range(7 if right - left + 1 == height else 3):
        order = 0
        for i in range(height):
            if image == LEFT_RIGHT:
                theirs = rows_mirrored[bottom - i] >> from_right
            elif image == UP_DOWN:
                theirs = rows[TOP + i] >> from_left
            elif image == HALF_TURN:
                theirs = rows_mirrored[TOP + i] >> from_right
            elif image == TRANSPOSE:
                theirs = columns[right - i] >> ONE
            elif image == QUARTER_TURN:
                theirs = columns[left + i] >> ONE
            elif image == QUARTER_TURN_BACK:
                theirs = columns_mirrored[right - i] >> from_bottom
            else:
                theirs = columns_mirrored[left + i] >> from_bottom
            ours = rows[bottom - i] >> from_left
            if theirs != ours:
                order = -1 if theirs < ours else 1
                break
        if order == 0:
            equal |= 1 << image
        elif order < 0:
            turn = image == HALF_TURN or image == QUARTER_TURN or image == QUARTER_TURN_BACK
            if kind == FREE or (kind == ONE_SIDED and turn):
                return REJECTED
    return CLASSES[equal]


@inlined
def classify(words, kind, left, right, bottom):
    """Return the class of the shape, or REJECTED; `classify_fully` breaks the rare ties."""
    rows, rows_mirrored = words.rows, words.rows_mirrored
    columns, columns_mirrored = words.columns, words.columns_mirrored
    last = rows[bottom] >> np.uint64(left)
    turned = rows_mirrored[TOP] >> np.uint64(63 - right)
    mirrored = min(rows[TOP] >> np.uint64(left), rows_mirrored[bottom] >> np.uint64(63 - right))
    if right - left == bottom - TOP:
        up = np.uint64(63 - bottom)
        turned = min(turned, min(columns[left] >> ONE, columns_mirrored[right] >> up))
        mirrored = min(mirrored, min(columns[right] >> ONE, columns_mirrored[left] >> up))
    least = min(turned, mirrored)
    if (kind == FREE and last > least) or (kind == ONE_SIDED and last > turned):
        symmetry = REJECTED
    elif kind == FREE and last < least:
        symmetry = NONE
    else:
        symmetry = classify_fully(words, kind, left, right, bottom)
    return symmetry


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


@subroutine
def list_node(out, filled, words, cells, kind, left, right, bottom):
    """Write the shape as the next row if it is the canonical one; return the rows filled."""
    symmetry = classify(words, kind, left, right, bottom)
    if symmetry != REJECTED:
        width = np.uint64(right - left + 1)
        write_mask(out, filled, words, left, bottom, width)
        out.cells[filled] = cells
        out.height[filled] = bottom - TOP + 1
        out.width[filled] = width
        out.symmetry[filled] = symmetry
        filled += 1
    return filled
