"""Perimeter, site perimeter, holes and orbit of polyominoes, from their masks.

A mask holds a shape in its bounding box row by row: bit ``r * width + c`` of the 128-bit
word ``mask + (mask_hi << 64)``. Shifting it by 1, by ``width`` and by ``width + 1`` puts the
right, lower and lower right neighbour of every cell onto that cell, so that each count below
is the number of set bits of a few words, whatever the shape.

Holes follow from Euler's number of the shape with corners joined, as in S. B. Gray, *Local
properties of binary images in two dimensions*, IEEE Trans. Comput. C-20 (1971): components minus
holes = cells - adjacent pairs + full 2 x 2 blocks - diagonal contacts. One component, so
holes = 1 - that. Joining corners means edge adjacency for the complement: the convention
of A000104, under which a gap that meets the outside at a corner only is a hole.
"""

import numpy as np

from enumino.enum.kernels.listing.polyomino_rows import Columns, new_columns
from enumino.enum.kernels.shared.bits import ONE, ZERO, popcount
from enumino.enum.kernels.shared.jit import inlined, kernel

WIDEST = 30  # rows and columns of a box
WORD = np.uint64(64)

# ORBITS[kind, symmetry class]: fixed polyominoes that a row stands for. The classes are in the
# order of `SymmetryClass`: none, rotate, rotate2, axis, axis2, diag, diag2, all.
ORBITS = np.array(
    [[1, 1, 1, 1, 1, 1, 1, 1], [4, 2, 1, 4, 2, 4, 2, 1], [8, 4, 2, 4, 2, 4, 2, 1]], np.uint8
)


def _first_columns() -> np.ndarray:
    """Return the masks of the first column by width: uint64[31, 2], low and high words."""
    words = np.zeros((WIDEST + 1, 2), np.uint64)
    for width in range(1, WIDEST + 1):
        bits = sum(1 << position for position in range(0, 128, width))
        words[width] = bits & (2**64 - 1), bits >> 64
    return words


FIRST_COLUMNS = _first_columns()


def sort_by_box(columns: Columns, filled: int) -> Columns:
    """Return the filled rows, ordered by cells, height and width.

    Rows of a box stay in search order. Columns of equal values take next to no bytes in a file,
    masks of one box compress better, and `measure` prepares a box once.
    """
    cells, *sides = (each[:filled].astype(np.uint16) for each in columns[:3])
    for side in sides:
        cells = cells * (WIDEST + 1) + side
    order = cells.argsort(kind="stable")  # of numbers of two bytes: by counting them
    rows = new_columns(filled)
    for name in ("cells", "height", "width", "mask", "mask_hi", "symmetry"):
        getattr(rows, name)[:] = getattr(columns, name)[order]
    return rows


@inlined
def lowest_bits(count):
    """Return a word with the `count` lowest bits set, 0 <= count <= 64."""
    return ~ZERO if count >= 64 else (ONE << np.uint64(count)) - ONE


@kernel
def measure(columns, kind, start, stop):
    """Fill orbit, perimeters and holes of rows `start` to `stop`, fastest if sorted by box."""
    cells, height, width = columns.cells, columns.height, columns.width
    mask, mask_hi, symmetry = columns.mask, columns.mask_hi, columns.symmetry
    orbit, perimeter = columns.orbit, columns.perimeter
    site_perimeter, holes = columns.site_perimeter, columns.holes
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
        count = np.int64(cells[row])
        orbit[row] = ORBITS[kind, symmetry[row]]
        perimeter[row] = 4 * count - 2 * pairs
        site_perimeter[row] = sites
        holes[row] = 1 - count + pairs - blocks + contacts
