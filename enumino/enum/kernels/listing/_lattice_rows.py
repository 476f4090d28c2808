"""Rows of shapes on any lattice: the mask, the symmetry class, and the attributes.

The arrays are those of `lattice_search`, whose rows are written here.
"""

from __future__ import annotations

import numpy as np

from enumino.enum.kernels.listing._lattice_canonical import (
    compare_tied_images,
    has_largest_key,
    has_largest_key_of_all,
    is_tied,
    length,
    store_pairs,
    whole_units,
)
from enumino.enum.kernels.listing._lattice_fields import (
    CLASS,
    EULER,
    HIGH,
    LOW,
    ORBIT,
    OTHERS,
    PAIRS,
    PERIMETER,
    SITES,
)
from enumino.enum.kernels.shared.bits import ZERO
from enumino.enum.kernels.shared.jit import inlined


@inlined
def join_rows(state, cells, mask):
    """Write the rows of the shape's box, one after the other, as its mask."""
    lattice, limits = state.tables.lattice, state.tables.limits
    level = state.levels[cells]
    unit = lattice.unit
    first, last = np.int64(0), np.int64(0)
    if lattice.layer_axis >= 0:
        first = whole_units(level[LOW + lattice.layer_axis], unit)
        last = whole_units(level[HIGH + lattice.layer_axis], unit)
    top = whole_units(level[LOW + lattice.row_axis], unit)
    left = whole_units(level[LOW + lattice.unit_axis], unit) * lattice.sublattices
    left = np.uint64(left & 63)
    right = np.uint64(64) - left & np.uint64(63)
    height = length(lattice.row_axis, level, unit)
    width = length(lattice.unit_axis, level, unit) * lattice.sublattices
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
    """Return the number of the subgroup that keeps a shape whose pairs are noted.

    It is REJECTED if another image represents the shape. No image has a larger key; the mask is
    written.
    """
    tables, level = state.tables, state.levels[cells]
    lattice, limits = tables.lattice, tables.limits
    join_rows(state, cells, mask)
    subgroup = np.int64(0)
    if is_tied(lattice.group, limits.kind, level):
        subgroup = compare_tied_images(tables, state.levels, mask, cells)
    return subgroup


@inlined
def record(state, out, at, cells, subgroup):
    """Write the shape of a level as row `at`, which has its mask."""
    level, lattice = state.levels[cells], state.tables.lattice
    unit, layers, numbers = lattice.unit, lattice.layer_axis, out.numbers
    holes = lattice.by_shape + level[EULER] + lattice.by_sides * level[PERIMETER]
    numbers[0, at] = cells
    numbers[1, at] = 1 if layers < 0 else length(layers, level, unit)
    numbers[2, at] = length(lattice.row_axis, level, unit)
    numbers[3, at] = length(lattice.unit_axis, level, unit) * lattice.sublattices
    numbers[4, at] = state.tables.subgroups[subgroup, CLASS]
    numbers[5, at] = state.tables.subgroups[subgroup, ORBIT]
    numbers[6, at], numbers[7, at] = level[PERIMETER], level[SITES]
    numbers[8, at] = holes >> 1


@inlined
def may_lead(state, cells):
    """Note the pairs of the shape of a level; return whether no image has a larger key."""
    lattice, limits, level = state.tables.lattice, state.tables.limits, state.levels[cells]
    store_pairs(state, cells)
    if lattice.group == OTHERS:
        return has_largest_key_of_all(state.tables, level)
    return has_largest_key(
        lattice.group, limits.kind, limits.upright, level[PAIRS], level[PAIRS + 2], level[PAIRS + 4]
    )
