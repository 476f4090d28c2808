"""Rows of polyominoes: canonical images, symmetry classes and masks; then attributes of masks.

The *canonical* image is at least as wide as tall, and of the smallest mask among such images: bit
``r * width + c`` of a mask is cell (r, c) of the box, so that the last row decides nearly all
comparisons. The shape is kept as bits in four arrays of words, by rows and by columns and both
mirrored: each row of an image is one of these words, shifted.

Perimeters, holes and orbits follow from the masks. Shifting the 128-bit word ``mask + (mask_hi <<
64)`` by 1, by ``width`` and by ``width + 1`` puts the right, lower and lower right neighbour of
every cell onto that cell, so that each count is the number of set bits of a few words, whatever the
shape. Holes follow from Euler's number of the shape with corners joined, as in S. B. Gray, *Local
properties of binary images in two dimensions*, IEEE Trans. Comput. C-20 (1971): components minus
holes = cells - adjacent pairs + full 2 x 2 blocks - diagonal contacts. One component, so
holes = 1 - that. Joining corners means edge adjacency for the complement: the convention
of A000104, under which a gap that meets the outside at a corner only is a hole.
"""

from typing import NamedTuple

import numpy as np

from enumino.arrays import U64
from enumino.enum.kernels.listing.shape_rows import (
    CELLS,
    HEIGHT,
    HOLES,
    ORBIT,
    PERIMETER,
    SITE_PERIMETER,
    SYMMETRY,
    WIDTH,
    Columns,
    new_columns,
)
from enumino.enum.kernels.shared.bits import ONE, ZERO, popcount
from enumino.enum.kernels.shared.jit import inlined, kernel, subroutine
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
WIDEST = 30  # rows and columns of a box
MASK_WORDS = 2
WORD = np.uint64(64)

# ORBITS[kind, symmetry class]: fixed polyominoes that a row stands for. The classes are in the
# order of `SymmetryClass`: none, rotate, rotate2, axis, axis2, diag, diag2, all.
ORBITS = np.array(
    [[1, 1, 1, 1, 1, 1, 1, 1], [4, 2, 1, 4, 2, 4, 2, 1], [8, 4, 2, 4, 2, 4, 2, 1]], np.uint8
)
# By width, the low and the high word of the mask of the first column.
FIRST_COLUMNS = np.zeros((WIDEST + 1, 2), np.uint64)
for _width in range(1, WIDEST + 1):
    _bits = sum(1 << position for position in range(0, 128, _width))
    FIRST_COLUMNS[_width] = _bits & (2**64 - 1), _bits >> 64


class Words(NamedTuple):
    """The shape as uint64[64]: bit x of row y, bit y of column x, and 63 - x or 63 - y mirrored."""

    rows: U64
    rows_mirrored: U64
    columns: U64
    columns_mirrored: U64


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
    out.masks[0, at], out.masks[1, at] = low, high


@subroutine
def list_node(out, filled, words, cells, kind, left, right, bottom):
    """Write the shape as the next row if it is the canonical one; return the rows filled."""
    symmetry = classify(words, kind, left, right, bottom)
    if symmetry != REJECTED:
        width = np.uint64(right - left + 1)
        write_mask(out, filled, words, left, bottom, width)
        out.numbers[CELLS, filled] = cells
        out.numbers[HEIGHT, filled] = bottom - TOP + 1
        out.numbers[WIDTH, filled] = width
        out.numbers[SYMMETRY, filled] = symmetry
        filled += 1
    return filled


def sort_by_box(columns: Columns, filled: int) -> Columns:
    """Return the filled rows, ordered by cells, height and width.

    Rows of a box stay in search order. Columns of equal values take next to no bytes in a file,
    masks of one box compress better, and `measure` prepares a box once.
    """
    cells, height, width = columns.numbers[[CELLS, HEIGHT, WIDTH], :filled].astype(np.uint16)
    box = (cells * (WIDEST + 1) + height) * (WIDEST + 1) + width
    order = box.argsort(kind="stable")  # of numbers of two bytes: by counting them
    rows = new_columns(filled, MASK_WORDS)
    # Another mode would make a copy in between.
    columns.masks.take(order, axis=1, out=rows.masks, mode="clip")
    columns.numbers[:ORBIT].take(order, axis=1, out=rows.numbers[:ORBIT], mode="clip")
    return rows


@inlined
def lowest_bits(count):
    """Return a word with the `count` lowest bits set, 0 <= count <= 64."""
    return ~ZERO if count >= 64 else (ONE << np.uint64(count)) - ONE


@kernel
def measure(columns, kind, start, stop):
    """Fill orbit, perimeters and holes of rows `start` to `stop`, fastest if sorted by box."""
    numbers, mask, mask_hi = columns.numbers, columns.masks[0], columns.masks[1]
    height, width = numbers[HEIGHT], numbers[WIDTH]
    tall = wide = rest = first = first_hi = last = last_hi = ZERO
    size = np.int64(0)
    for row in range(start, stop):
        low, high = mask[row], mask_hi[row]
        if height[row] != tall or width[row] != wide:
            tall, wide = np.uint64(height[row]), np.uint64(width[row])
            rest = WORD - wide
            size = np.int64(tall) * np.int64(wide)
            first, first_hi = FIRST_COLUMNS[wide, 0], FIRST_COLUMNS[wide, 1]
            last = first << (wide - ONE)
            last_hi = (first_hi << (wide - ONE)) | ((first >> ONE) >> (WORD - wide))
        # Neighbours to the right, below, below right, to the left and above, cell by cell.
        right, right_hi = ((low >> ONE) | (high << (WORD - ONE))) & ~last, (high >> ONE) & ~last_hi
        below, below_hi = (low >> wide) | (high << rest), high >> wide
        corner = ((below >> ONE) | (below_hi << (WORD - ONE))) & ~last
        corner_hi = (below_hi >> ONE) & ~last_hi
        left, left_hi = (low << ONE) & ~first, ((high << ONE) | (low >> (WORD - ONE))) & ~first_hi
        above, above_hi = low << wide, (high << wide) | (low >> rest)

        pairs = popcount(low & right) + popcount(low & below)
        blocks = popcount(low & right & below & corner)
        contacts = popcount(low & corner & ~right & ~below)
        contacts += popcount(right & below & ~low & ~corner & ~last)
        sites = popcount((right | below | left | above) & ~low & lowest_bits(size))
        sites += popcount(low & first) + popcount(low & last) + popcount(low & lowest_bits(wide))
        if size > 64:
            pairs += popcount(high & right_hi) + popcount(high & below_hi)
            blocks += popcount(high & right_hi & below_hi & corner_hi)
            contacts += popcount(high & corner_hi & ~right_hi & ~below_hi)
            contacts += popcount(right_hi & below_hi & ~high & ~corner_hi & ~last_hi)
            around = right_hi | below_hi | left_hi | above_hi
            sites += popcount(around & ~high & lowest_bits(size - 64))
            sites += popcount(high & first_hi) + popcount(high & last_hi)
        # The bottom row may straddle the two words.
        bottom = np.uint64(size) - wide
        if bottom >= WORD:
            sites += popcount(high >> (bottom - WORD))
        else:
            sites += popcount(low >> bottom) + popcount(high)
        count = np.int64(numbers[CELLS, row])
        numbers[ORBIT, row] = ORBITS[kind, numbers[SYMMETRY, row]]
        numbers[PERIMETER, row] = 4 * count - 2 * pairs
        numbers[SITE_PERIMETER, row] = sites
        numbers[HOLES, row] = 1 - count + pairs - blocks + contacts
