"""Rows of shapes on any lattice: the mask, the symmetry class, and the attributes.

The arrays are those of `lattice_search`, whose rows are written here.
"""

from __future__ import annotations

import numpy as np

from enumino.enum.kernels.listing._lattice_canonical import (
    compare_tied_images,
    is_tied,
    length,
    unit_at,
)
from enumino.enum.kernels.listing._lattice_fields import (
    CLASS,
    EULER,
    HIGH,
    LOW,
    ORBIT,
    PERIMETER,
    SITES,
)
from enumino.enum.kernels.shared.bits import ZERO
from enumino.enum.kernels.shared.jit import inlined


@inlined
def write_mask(state, cells, mask):
    """Write the rows of the shape's box, one after the other, as its mask."""
    lattice, limits = state.tables.lattice, state.tables.limits
    level = state.levels[cells]
    first, last = np.int64(0), np.int64(0)
    if lattice.layer_axis >= 0:
        first = unit_at(level[LOW + lattice.layer_axis], lattice)
        last = unit_at(level[HIGH + lattice.layer_axis], lattice)
    top = unit_at(level[LOW + lattice.row_axis], lattice)
    left = unit_at(level[LOW + lattice.unit_axis], lattice) * lattice.sublattices
    left = np.uint64(left & 63)
    right = np.uint64(64) - left & np.uint64(63)
    height = length(lattice.row_axis, level, lattice)
    width = length(lattice.unit_axis, level, lattice) * lattice.sublattices
    word, offset, joined = np.int64(0), np.int64(0), ZERO
    for layer in range(first, last + 1):
        start = layer * limits.height + top
        for row in range(start, start + height):
            bits = state.rows[np.uint64(row)]
            bits = bits >> left | bits << right
            joined |= bits << np.uint64(offset)
            offset += width
            if offset >= 64:
                mask[word] = joined
                word += 1
                offset -= 64
                joined = bits >> np.uint64(width - offset)
    for k in range(word, mask.size):
        mask[k] = joined
        joined = ZERO


@inlined
def classify(state, cells, mask):
    """Write the mask of a shape that has the largest key, and whose pairs are stored.

    Return the number of the subgroup that keeps it, or REJECTED if another image represents it.
    """
    tables, level = state.tables, state.levels[cells]
    lattice, limits = tables.lattice, tables.limits
    write_mask(state, cells, mask)
    subgroup = np.int64(0)
    if is_tied(lattice.group, limits.kind, level):
        subgroup = compare_tied_images(tables, state.levels, mask, cells)
    return subgroup


@inlined
def record(state, out, at, cells, subgroup):
    """Write the shape of a level as row `at`, whose mask is written already."""
    level, lattice = state.levels[cells], state.tables.lattice
    layers, numbers = lattice.layer_axis, out.numbers
    twice_holes = lattice.euler_start + level[EULER] + lattice.euler_per_side * level[PERIMETER]
    numbers[0, at] = cells
    numbers[1, at] = 1 if layers < 0 else length(layers, level, lattice)
    numbers[2, at] = length(lattice.row_axis, level, lattice)
    numbers[3, at] = length(lattice.unit_axis, level, lattice) * lattice.sublattices
    numbers[4, at] = state.tables.subgroups[subgroup, CLASS]
    numbers[5, at] = state.tables.subgroups[subgroup, ORBIT]
    numbers[6, at], numbers[7, at] = level[PERIMETER], level[SITES]
    numbers[8, at] = twice_holes >> 1
