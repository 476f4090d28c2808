"""The fourth dimension of the search on lattices: blocks of layers, and more than 64 images.

Arrays are those of `lattice_search`. Nothing here is compiled for lattices in up to three
dimensions, where ``tables.blocks`` is None.
"""

from __future__ import annotations

import numpy as np

from enumino.enum.kernels.listing._lattice_board import place_in_unit
from enumino.enum.kernels.listing._lattice_canonical import ahead, whole_units
from enumino.enum.kernels.listing._lattice_places import (
    AXES,
    BITS,
    BLOCK_AXIS,
    COORDINATES,
    FIRST_CELL,
    HIGH,
    LOW,
    PLACED_CELL,
    SUBLATTICES,
    UNIT,
)
from enumino.enum.kernels.shared.bits import ONE, ZERO
from enumino.enum.kernels.shared.jit import inlined, kernel
from enumino.enum.kernels.shared.symmetry import REJECTED


@inlined
def blocks_of(blocks, level, unit):
    """Return the first and the last block of the shape's box, and the layers of one."""
    if blocks is None:  # decided when it is compiled
        return np.int64(0), np.int64(0), np.int64(0)
    first = whole_units(level[LOW + BLOCK_AXIS], unit)
    return first, whole_units(level[HIGH + BLOCK_AXIS], unit), blocks[0]


@kernel
def settled_in_blocks(lattice, blocks, tables, levels, pairs, mask, cells):
    """Compare a shape with all images, and return what `settled` does."""
    kept = ZERO
    for k in range(tables.images.shape[0]):
        order = order_of(lattice, tables, tables.images[k], levels, pairs, mask, cells)
        if order == 0:
            kept += tables.weights[k]
        elif order > 0 and tables.counted[k >> 6] >> np.uint64(k & 63) & ONE != ZERO:
            return np.int64(REJECTED)
    subgroup = np.int64(0)
    while tables.subgroups[subgroup, BITS] != kept:
        subgroup += 1
    return subgroup


@inlined
def order_of(lattice, tables, image, levels, pairs, mask, cells):
    """Return a positive number if an image outranks the shape, and 0 if it is the same.

    By the key, then by the sides of the box, then by the mask.
    """
    for i in range(lattice[COORDINATES]):
        if pairs[image[i]] != pairs[2 * i]:
            return pairs[image[i]] - pairs[2 * i]
    level, unit, bits = levels[cells], lattice[UNIT], lattice[SUBLATTICES]
    for axis in range(BLOCK_AXIS, -1, -1):
        side = whole_units(level[HIGH + axis], unit) - whole_units(level[LOW + axis], unit) + 1
        theirs = ahead(image, axis, level, lattice)[4]
        if side != theirs:
            return side - theirs
        bits *= side
    for word in range((bits - 1) >> 6, -1, -1):
        theirs = ZERO
        for i in range(1, cells + 1):
            bit = place_ahead(lattice, tables, image, level, levels[i, PLACED_CELL])
            theirs |= ONE << np.uint64(bit & 63) if bit >> 6 == word else ZERO
        if mask[word] != theirs:
            return np.int64(mask[word] > theirs) - np.int64(mask[word] < theirs)
    return np.int64(0)


@inlined
def place_ahead(lattice, tables, image, level, cell):
    """Return the bit of a cell in the mask of an image."""
    bit = np.int64(0)
    for axis in range(AXES - 1, -1, -1):
        source, sign, shift, first, side = ahead(image, axis, level, lattice)
        at = sign * np.int64(tables.points[source, cell]) + shift
        bit = bit * side + whole_units(at, lattice[UNIT]) - first
    number = place_in_unit(lattice, tables.numbers, cell)
    return bit * lattice[SUBLATTICES] + image[FIRST_CELL + number]
