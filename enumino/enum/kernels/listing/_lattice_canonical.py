"""Canonical images of sets of cells on any lattice, and their symmetries.

Points are coordinates in which every symmetry is a signed permutation. Each coordinate has an
extent e = high - low and a moment v = 2 sum - n (low + high), which an image permutes as it
permutes coordinates: a sign turns v into -v, and a translation changes neither. The *key* of a
shape is the sequence of its pairs (e, v), the last coordinate first. The *canonical* image is the
one of the largest key; among those of the same key, the one of the smallest box (sticks may begin
in a half of a row), and of the smallest mask. So a few comparisons of numbers reject nearly all
shapes (`leads`), few of the others have an image of the same key (`is_tied`), and only those images
are compared cell by cell (`settled`).

The change of a pair by a cell depends on the extent and on the cell's place, and is looked up
(`gains`): so last cells are tried without being placed (`note_leaves`).

Arrays are those of `lattice_search`.
"""

from __future__ import annotations

import numpy as np

from enumino.enum.kernels.listing._lattice_board import place_in_unit
from enumino.enum.kernels.listing._lattice_places import (
    AXES,
    BITS,
    COORDINATES,
    END,
    EXTENT,
    FIRST_CELL,
    FIXED,
    GROUP,
    HEXAGONAL,
    HIGH,
    HIGHEST,
    JOINTLY,
    KIND,
    LAYER_AXIS,
    LOW,
    MIDDLE,
    NEXT,
    ONE_SIDED,
    OTHERS,
    PLACED_CELL,
    ROW_AXIS,
    SIGNED,
    STEP,
    SUBLATTICES,
    SUM,
    UNIT,
    UNIT_AXIS,
    UPRIGHT,
)
from enumino.enum.kernels.shared.bits import ONE, ZERO, lowest_one
from enumino.enum.kernels.shared.jit import inlined, kernel
from enumino.enum.kernels.shared.symmetry import REJECTED

# The pair of a coordinate that does not exist: less than all others, also when it is turned.
ABSENT = 1 - 4 * EXTENT


@kernel
def moment(pair):
    """Return the moment of a pair."""
    return (pair & (EXTENT - 1)) - MIDDLE


@kernel
def turned(pair):
    """Return the pair (e, -v)."""
    return pair - 2 * moment(pair)


@kernel
def leads(group, kind, upright, a, b, c):
    """Whether no image has a larger key than (a, b, c).

    The first pairs, `upright` of them, must not have negative moments. The others are also compared
    turned with those before them. The group is one of the two that are known.
    """
    most_of_b, most_of_c = b, c
    if upright < 2:
        most_of_b = max(b, turned(b))
    if upright < 3:
        most_of_c = max(c, turned(c))
    if group == SIGNED:
        others = most_of_b - most_of_c
    elif kind == ONE_SIDED:
        others = a - most_of_c
    else:
        others = (a - most_of_c) | (b - c)
    # Without a branch for each: the union of some numbers is negative if one of them is.
    none_is_larger = ((a - most_of_b) | others) >= 0
    return (none_is_larger & ((a & most_of_b & most_of_c & MIDDLE) != 0)) | (kind == FIXED)


@kernel
def is_tied(group, kind, a, a_turned, b, b_turned, c, c_turned):
    """Whether another image may have the same key as one of the largest key; or be equal.

    Arguments with the suffix ``_turned`` are turned.
    """
    if group == OTHERS:
        tied = True
    elif kind == FIXED and group == SIGNED:
        x, y, z = max(a, a_turned), max(b, b_turned), max(c, c_turned)
        tied = (a == a_turned) | (b == b_turned) | (c == c_turned)
        tied |= (x == y) | (y == z) | (x == z)
    elif kind == FIXED:
        tied = (a == b) | (b == c) | (a == c) | (a + b + c == a_turned + b_turned + c_turned)
    elif group == HEXAGONAL:
        tied = (a == b) | (b == c) | (a == max(a_turned, b_turned, c_turned))
        tied |= (kind == ONE_SIDED) & (a == c)
    else:
        tied = (a == a_turned) | (b == b_turned) | (c == c_turned) | (a == b) | (b == c)
        tied |= (kind == ONE_SIDED) & ((a == b_turned) | (b == c_turned))
    return tied


@inlined
def leads_others(lattice, tables, pairs):
    """Whether no image under any group has a larger key than the noted one."""
    images, counted = tables.images, tables.counted[0]
    for k in range(images.shape[0]):
        if counted >> np.uint64(k) & ONE != ZERO:
            for i in range(lattice[COORDINATES]):
                gained = pairs[images[k, i]] - pairs[2 * i]
                if gained > 0:
                    return False
                if gained < 0:
                    break
    return True


@inlined
def note_pairs(lattice, levels, pairs, cells):
    """Note the pairs of the shape of a level, each followed by the turned pair."""
    for i in range(AXES):
        low, high, total = levels[cells, LOW + i], levels[cells, HIGH + i], levels[cells, SUM + i]
        own = EXTENT * (high - low) + MIDDLE + 2 * total - cells * (low + high)
        own = own if i < lattice[COORDINATES] else ABSENT
        pairs[2 * i], pairs[2 * i + 1] = own, turned(own)


@kernel
def without_gain(levels, i, depth):
    """Return the pair of a coordinate less its gain."""
    return MIDDLE + 2 * (levels[depth, SUM + i] - depth * levels[depth, LOW + i])


@inlined
def note_leaves(lattice, state, depth, start, end):
    """Note the cells among ``untried[start:end]`` that may complete the shape of a level.

    The largest shapes have one cell more. Cells are noted in `leaves` if no image has a larger key;
    the last level has their number. Most last cells end here, after a dozen steps each.
    """
    tables, levels, untried, leaves = state.tables, state.levels, state.untried, state.leaves
    pairs = state.pairs
    points, gains, step = tables.points, tables.gains, lattice[STEP]
    group, kind, upright = lattice[GROUP], tables.limits[KIND], tables.limits[UPRIGHT]
    a, b = without_gain(levels, 0, depth), without_gain(levels, 1, depth)
    c = without_gain(levels, 2, depth) if lattice[COORDINATES] > 2 else ABSENT
    low_a, low_b = levels[depth, LOW] - step, levels[depth, LOW + 1] - step
    low_c = levels[depth, LOW + 2] - step
    long_a = np.uint64(levels[depth, HIGH] - levels[depth, LOW])
    long_b = np.uint64(levels[depth, HIGH + 1] - levels[depth, LOW + 1])
    long_c = np.uint64(levels[depth, HIGH + 2] - levels[depth, LOW + 2])
    number = np.int64(0)
    for at in range(start, end):
        cell = np.uint64(untried[np.uint64(at)])
        from_a = np.uint64(np.int64(points[0, cell]) - low_a)
        from_b = np.uint64(np.int64(points[1, cell]) - low_b)
        from_c = np.uint64(np.int64(points[2, cell]) - low_c)
        leaves[np.uint64(number)] = cell
        of_a, of_b, of_c = (
            a + gains[long_a, from_a],
            b + gains[long_b, from_b],
            c + gains[long_c, from_c],
        )
        if group == OTHERS:
            pairs[0], pairs[1] = of_a, turned(of_a)
            pairs[2], pairs[3] = of_b, turned(of_b)
            pairs[4], pairs[5] = of_c, turned(of_c)
            number += np.int64(leads_others(lattice, tables, pairs))
        else:
            number += np.int64(leads(group, kind, upright, of_a, of_b, of_c))
    levels[depth + 1, NEXT], levels[depth + 1, END] = 0, number
    return number


@inlined
def whole_units(at, unit):
    """Return the number of unit cells up to a coordinate; see `UNIT`."""
    return at >> unit if unit >= 0 else at // -unit


@kernel
def length(axis, level, unit):
    """Return the layers, rows or unit cells of the shape's box."""
    return whole_units(level[HIGH + axis], unit) - whole_units(level[LOW + axis], unit) + 1


@kernel
def ahead(image, axis, level, lattice):
    """Return an image's coordinate on an axis: source, sign, shift, first place, and size.

    A coordinate that does not exist, -1, is multiplied by 0.
    """
    code, shift = image[max(axis, 0)], image[FIRST_CELL + lattice[SUBLATTICES] + max(axis, 0)]
    source, sign = code >> 1, 1 - 2 * (code & 1)
    start = shift + (level[LOW + source] if sign > 0 else -level[HIGH + source])
    last = start + level[HIGH + source] - level[LOW + source]
    if axis < 0:
        sign, shift, start, last = 0, 0, 0, 0
    first = whole_units(start, lattice[UNIT])
    return source, sign, shift, first, whole_units(last, lattice[UNIT]) - first + 1


@kernel
def settled(lattice, tables, levels, pairs, mask, cells):
    """Compare a shape with the images whose keys are its own.

    Return the number of the subgroup that keeps it, or REJECTED if another image represents it.
    """
    images, by_source, subgroups = tables.images, tables.by_source, tables.subgroups
    points, numbers = tables.points, tables.numbers
    unit, sublattices = lattice[UNIT], lattice[SUBLATTICES]
    level = levels[cells]
    depth = length(lattice[LAYER_AXIS], level, unit) if lattice[LAYER_AXIS] >= 0 else 1
    height = length(lattice[ROW_AXIS], level, unit)
    width = length(lattice[UNIT_AXIS], level, unit)
    counted = tables.counted[0]
    equal, greater = ~ZERO, ZERO
    for i in range(lattice[COORDINATES]):
        same, more = ZERO, ZERO
        for code in range(2 * lattice[COORDINATES]):
            same |= by_source[i, code] if pairs[code] == pairs[2 * i] else ZERO
            more |= by_source[i, code] if pairs[code] > pairs[2 * i] else ZERO
        greater |= equal & more
        equal &= same
    if greater & counted != ZERO:
        return np.int64(REJECTED)
    kept = ZERO
    while equal != ZERO:
        k = lowest_one(equal)
        image = equal & (~equal + ONE)
        equal ^= image
        # Each axis of the box: its source, sign and shift, its start, its length.
        depth_from, depth_sign, up, first, layers = ahead(
            images[k], lattice[LAYER_AXIS], level, lattice
        )
        row_from, row_sign, down, top, rows = ahead(images[k], lattice[ROW_AXIS], level, lattice)
        unit_from, unit_sign, right, left, units = ahead(
            images[k], lattice[UNIT_AXIS], level, lattice
        )
        # Positive if the image comes first.
        order = ((depth - layers) * 256 + height - rows) * 256 + width - units
        word = (layers * height * width * sublattices - 1) >> 6
        while order == 0 and word >= 0:
            theirs = ZERO
            for i in range(1, cells + 1):
                cell = np.uint64(levels[i, PLACED_CELL])
                bit = (
                    whole_units(depth_sign * np.int64(points[depth_from, cell]) + up, unit) - first
                )
                row = whole_units(row_sign * np.int64(points[row_from, cell]) + down, unit) - top
                at = whole_units(unit_sign * np.int64(points[unit_from, cell]) + right, unit) - left
                bit = (bit * height + row) * width + at
                number = place_in_unit(lattice, numbers, np.int64(cell))
                bit = bit * sublattices + images[k, FIRST_CELL + number]
                theirs |= ONE << np.uint64(bit & 63) if bit >> 6 == word else ZERO
            order = np.int64(mask[word] > theirs) - np.int64(mask[word] < theirs)
            word -= 1
        if order == 0:
            kept |= image
        elif order > 0 and image & counted != ZERO:
            return np.int64(REJECTED)
    subgroup = np.int64(0)
    while subgroups[subgroup, BITS] != kept:
        subgroup += 1
    return subgroup


def _is_barren(limits, lattice, levels, depth):
    """Whether no descendant of a node can be canonical.

    Extents must descend, in one-sided shapes of hexagons or triangles the first be the largest.
    With one cell to come, moments that must not be negative must have a chance.
    """
    left, level = limits[HIGHEST] - depth, levels[depth]
    if left == 0:
        return True
    if limits[KIND] == FIXED or lattice[GROUP] == OTHERS or depth == 0:
        return False
    a, b, c = (
        level[HIGH] - level[LOW],
        level[HIGH + 1] - level[LOW + 1],
        level[HIGH + 2] - level[LOW + 2],
    )
    rotating = lattice[GROUP] == HEXAGONAL and limits[KIND] == ONE_SIDED
    first, second = max(max(b, c) - a, 0), 0 if rotating else max(c - b, 0)
    needed = max(first, second) if lattice[JOINTLY] else first + second
    if needed > left * lattice[STEP]:
        return True
    if left == 1:
        cells, step = limits[HIGHEST], lattice[STEP]
        for i in range(limits[UPRIGHT]):
            low, high = level[LOW + i], level[HIGH + i]
            most = 2 * (level[SUM + i] + high) - cells * (low + high)
            most += max(0, step * (cells - 2) - 2 * (high - low))
            if most < 0:
                return True
    return False


@inlined
def is_within(bounds, lattice, levels, cells, left):
    """Whether the shape of a level can meet one of some `bounds`, if there are any.

    That is, whether it exceeds no largest extent, and `left` more cells can reach the least ones.
    """
    if bounds is None:  # decided when it is compiled, so that a search without bounds asks nothing
        return True
    within = False
    for k in range(bounds.shape[0]):
        fits, missing = True, np.int64(0)
        for i in range(AXES):
            extent = levels[cells, HIGH + i] - levels[cells, LOW + i]
            fits &= extent <= bounds[k, 1, i]
            lacking = max(0, bounds[k, 0, i] - extent)
            missing = max(missing, lacking) if lattice[JOINTLY] else missing + lacking
        within |= fits and missing <= left * lattice[STEP]
    return within


is_barren = kernel(_is_barren)
is_barren_at_once = inlined(_is_barren)  # in the loop of the search
