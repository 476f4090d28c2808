"""Rows of shapes on any lattice: the mask, the symmetry class, and the attributes.

The arrays are those of `lattice_search`, whose rows are written here.
"""

from __future__ import annotations

import numpy as np

from enumino.enum.kernels.listing._lattice_canonical import (
    is_tied,
    leads,
    leads_others,
    length,
    note_pairs,
    settled,
    whole_units,
)
from enumino.enum.kernels.listing._lattice_places import (
    BY_SHAPE,
    BY_SIDES,
    CLASS,
    EULER,
    GROUP,
    HEIGHT,
    HIGH,
    KIND,
    LAYER_AXIS,
    LOW,
    ORBIT,
    OTHERS,
    PERIMETER,
    ROW_AXIS,
    SITES,
    SUBLATTICES,
    UNIT,
    UNIT_AXIS,
    UPRIGHT,
)
from enumino.enum.kernels.shared.bits import ZERO
from enumino.enum.kernels.shared.jit import inlined, kernel
from enumino.enum.kernels.shared.symmetry import REJECTED


@inlined
def join_rows(lattice, state, cells):
    """Write the rows of the shape's box, one after the other, as its mask."""
    limits, level, mine = state.tables.limits, state.levels[cells], state.mask
    unit = lattice[UNIT]
    first, last = np.int64(0), np.int64(0)
    if lattice[LAYER_AXIS] >= 0:
        first = whole_units(level[LOW + lattice[LAYER_AXIS]], unit)
        last = whole_units(level[HIGH + lattice[LAYER_AXIS]], unit)
    top = whole_units(level[LOW + lattice[ROW_AXIS]], unit)
    left = whole_units(level[LOW + lattice[UNIT_AXIS]], unit) * lattice[SUBLATTICES]
    left = np.uint64(left & 63)
    right = np.uint64(64) - left & np.uint64(63)
    height = length(lattice[ROW_AXIS], level, unit)
    width = length(lattice[UNIT_AXIS], level, unit) * lattice[SUBLATTICES]
    word, offset, joined = np.int64(0), np.int64(0), ZERO
    for layer in range(first, last + 1):
        start = layer * limits[HEIGHT] + top
        for row in range(start, start + height):
            bits = state.rows[np.uint64(row)]
            bits = bits >> left | bits << right
            joined |= bits << np.uint64(offset)
            offset += width
            if offset >= 64:
                mine[word] = joined
                word += 1
                offset -= 64
                joined = bits >> np.uint64(width - offset)
    for k in range(word, mine.size):
        mine[k] = joined
        joined = ZERO


@inlined
def classify(lattice, state, cells):
    """Return the number of the subgroup that keeps a shape whose pairs are noted.

    It is REJECTED if another image represents the shape. No image has a larger key; the mask is
    written.
    """
    tables, pairs = state.tables, state.pairs
    limits = tables.limits
    join_rows(lattice, state, cells)
    subgroup = np.int64(0)
    if is_tied(
        lattice[GROUP], limits[KIND], pairs[0], pairs[1], pairs[2], pairs[3], pairs[4], pairs[5]
    ):
        subgroup = settled(lattice, tables, state.levels, pairs, state.mask, cells)
    return subgroup


@inlined
def record(lattice, state, out, at, cells, subgroup):
    """Write the shape of a level as row `at`."""
    level, mine = state.levels[cells], state.mask
    unit, layers, numbers = lattice[UNIT], lattice[LAYER_AXIS], out.numbers
    for word in range(mine.size):
        out.masks[word, at] = mine[word]
    holes = lattice[BY_SHAPE] + level[EULER] + lattice[BY_SIDES] * level[PERIMETER]
    numbers[0, at] = cells
    numbers[1, at] = 1 if layers < 0 else length(layers, level, unit)
    numbers[2, at] = length(lattice[ROW_AXIS], level, unit)
    numbers[3, at] = length(lattice[UNIT_AXIS], level, unit) * lattice[SUBLATTICES]
    numbers[4, at] = state.tables.subgroups[subgroup, CLASS]
    numbers[5, at] = state.tables.subgroups[subgroup, ORBIT]
    numbers[6, at], numbers[7, at] = level[PERIMETER], level[SITES]
    numbers[8, at] = holes >> 1


@inlined
def may_lead(lattice, state, cells):
    """Note the pairs of the shape of a level; return whether no image has a larger key."""
    limits, pairs = state.tables.limits, state.pairs
    note_pairs(lattice, state.levels, pairs, cells)
    if lattice[GROUP] == OTHERS:
        return leads_others(lattice, state.tables, pairs)
    return leads(lattice[GROUP], limits[KIND], limits[UPRIGHT], pairs[0], pairs[2], pairs[4])


@kernel
def list_shape(state, out, filled, cells):
    """Write a shape whose pairs are noted as the next row if it is the canonical image.

    No image has a larger key. Return the rows filled.
    """
    lattice = state.tables.lattice
    subgroup = classify(lattice, state, cells)
    if subgroup != REJECTED:
        record(lattice, state, out, filled, cells, subgroup)
        filled += 1
    return filled
