"""Canonical images of sets of cells on any lattice, and their symmetries.

Points are coordinates in which every symmetry is a signed permutation. Each coordinate has an
extent e = high - low and a moment v = 2 sum - n (low + high), which an image permutes as it
permutes coordinates: a sign turns v into -v, and a translation changes neither. The *key* of a
shape is the sequence of its pairs (e, v), the last coordinate first. The *canonical* image is the
one of the largest key; among those of the same key, the one of the smallest box (sticks may begin
in a half of a row), and of the smallest mask. So a few comparisons of numbers reject nearly all
shapes (`has_largest_key`), few of the others have an image of the same key (`is_tied`), and only
those images are compared cell by cell (`compare_tied_images`).

The change of a pair by a cell depends on the extent and on the cell's place, and is looked up
(`pair_changes`): so last cells are tried without being placed (`collect_last_cells`).

Arrays are those of `lattice_search`.
"""

from __future__ import annotations

import numpy as np

from enumino.enum.kernels.listing._lattice_board import place_in_unit
from enumino.enum.kernels.listing._lattice_fields import (
    AXES,
    BITS,
    END,
    EXTENT,
    FIRST_CELL,
    FIXED,
    HEXAGONAL,
    HIGH,
    LOW,
    MIDDLE,
    NEXT,
    ONE_SIDED,
    OTHERS,
    PAIRS,
    PLACED_CELL,
    SIGNED,
    SUM,
)
from enumino.enum.kernels.shared.bits import ONE, ZERO, lowest_one
from enumino.enum.kernels.shared.jit import inlined, subroutine
from enumino.enum.kernels.shared.symmetry import REJECTED

# The pair of a coordinate that does not exist: less than all others, also when negated.
NO_PAIR = 1 - 4 * EXTENT


@inlined
def moment(pair):
    """Return the moment of a pair."""
    return (pair & (EXTENT - 1)) - MIDDLE


@inlined
def negated(pair):
    """Return the pair (e, -v)."""
    return pair - 2 * moment(pair)


@inlined
def has_largest_key(group, kind, upright, a, b, c):
    """Whether no image has a larger key than (a, b, c).

    The first pairs, `upright` of them, must not have negative moments. The others are also compared
    negated with those before them. The group is one of the two that are known.
    """
    most_of_b, most_of_c = b, c
    if upright < 2:
        most_of_b = max(b, negated(b))
    if upright < 3:
        most_of_c = max(c, negated(c))
    if group == SIGNED:
        others = most_of_b - most_of_c
    elif kind == ONE_SIDED:
        others = a - most_of_c
    else:
        others = (a - most_of_c) | (b - c)
    # Without a branch for each: the union of some numbers is negative if one of them is.
    none_is_larger = ((a - most_of_b) | others) >= 0
    return (none_is_larger & ((a & most_of_b & most_of_c & MIDDLE) != 0)) | (kind == FIXED)


@inlined
def is_tied(group, kind, level):
    """Whether another image may have the same key as one of the largest key; or be equal."""
    a, a_turned, b = level[PAIRS], level[PAIRS + 1], level[PAIRS + 2]
    b_turned, c, c_turned = level[PAIRS + 3], level[PAIRS + 4], level[PAIRS + 5]
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
def has_largest_key_of_all(tables, level):
    """Whether no image under any group has a larger key than that of a level."""
    images, counted = tables.images, np.uint64(tables.limits.counted)
    for k in range(images.shape[0]):
        if counted >> np.uint64(k) & ONE != ZERO:
            for i in range(tables.lattice.coordinates):
                gained = level[PAIRS + images[k, i]] - level[PAIRS + 2 * i]
                if gained > 0:
                    return False
                if gained < 0:
                    break
    return True


@inlined
def store_pairs(state, cells):
    """Note the pairs of the shape of a level, each followed by the pair with the negated moment."""
    lattice, levels = state.tables.lattice, state.levels
    for i in range(AXES):
        low, high, total = levels[cells, LOW + i], levels[cells, HIGH + i], levels[cells, SUM + i]
        own = EXTENT * (high - low) + MIDDLE + 2 * total - cells * (low + high)
        own = own if i < lattice.coordinates else NO_PAIR
        levels[cells, PAIRS + 2 * i], levels[cells, PAIRS + 2 * i + 1] = own, negated(own)


@inlined
def less_change(total, low, depth):
    """Return the pair of a coordinate less its change by the last cell."""
    return MIDDLE + 2 * (total - depth * low)


@inlined
def collect_last_cells(state, depth, start, end):
    """Note the cells among ``untried[start:end]`` that may complete the shape of a level.

    The largest shapes have one cell more. Cells are noted after the untried ones if no image has a
    larger key; the last level has their places. Most last cells end here, after a dozen steps each.
    """
    tables, untried = state.tables, state.untried
    level, leaf = state.levels[depth], state.levels[depth + 1]
    lattice, limits = tables.lattice, tables.limits
    points, changes, step = tables.points, tables.pair_changes, lattice.step
    group, kind, upright = lattice.group, limits.kind, limits.upright
    a = less_change(level[SUM], level[LOW], depth)
    b = less_change(level[SUM + 1], level[LOW + 1], depth)
    c = less_change(level[SUM + 2], level[LOW + 2], depth) if lattice.coordinates > 2 else NO_PAIR
    low_a, low_b = level[LOW] - step, level[LOW + 1] - step
    low_c = level[LOW + 2] - step
    long_a = np.uint64(level[HIGH] - level[LOW])
    long_b = np.uint64(level[HIGH + 1] - level[LOW + 1])
    long_c = np.uint64(level[HIGH + 2] - level[LOW + 2])
    noted = end + 1  # `settle` writes beyond the end once more
    for at in range(start, end):
        cell = np.uint64(untried[np.uint64(at)])
        from_a = np.uint64(np.int64(points[0, cell]) - low_a)
        from_b = np.uint64(np.int64(points[1, cell]) - low_b)
        from_c = np.uint64(np.int64(points[2, cell]) - low_c)
        untried[np.uint64(noted)] = cell
        of_a, of_b, of_c = (
            a + changes[long_a, from_a],
            b + changes[long_b, from_b],
            c + changes[long_c, from_c],
        )
        if group == OTHERS:
            leaf[PAIRS], leaf[PAIRS + 1] = of_a, negated(of_a)
            leaf[PAIRS + 2], leaf[PAIRS + 3] = of_b, negated(of_b)
            leaf[PAIRS + 4], leaf[PAIRS + 5] = of_c, negated(of_c)
            noted += np.int64(has_largest_key_of_all(tables, leaf))
        else:
            noted += np.int64(has_largest_key(group, kind, upright, of_a, of_b, of_c))
    leaf[NEXT], leaf[END] = end + 1, noted
    return noted - end - 1


@inlined
def whole_units(at, unit):
    """Return the number of unit cells up to a coordinate; see `UNIT`."""
    return at >> unit if unit >= 0 else at // -unit


@inlined
def length(axis, level, unit):
    """Return the layers, rows or unit cells of the shape's box."""
    return whole_units(level[HIGH + axis], unit) - whole_units(level[LOW + axis], unit) + 1


@inlined
def image_of_axis(image, axis, level, lattice):
    """Return an image's coordinate on an axis: source, sign, shift, first place, and size.

    A coordinate that does not exist, -1, is multiplied by 0.
    """
    code, shift = image[max(axis, 0)], image[FIRST_CELL + lattice.sublattices + max(axis, 0)]
    source, sign = code >> 1, 1 - 2 * (code & 1)
    start = shift + (level[LOW + source] if sign > 0 else -level[HIGH + source])
    last = start + level[HIGH + source] - level[LOW + source]
    if axis < 0:
        sign, shift, start, last = 0, 0, 0, 0
    first = whole_units(start, lattice.unit)
    return source, sign, shift, first, whole_units(last, lattice.unit) - first + 1


@subroutine
def compare_tied_images(tables, levels, mask, cells):
    """Compare the shape of a level with the images of the same key.

    Return the number of the subgroup that keeps it, or REJECTED if another image represents it.
    """
    images, by_source, subgroups = tables.images, tables.by_source, tables.subgroups
    points = tables.points
    lattice = tables.lattice
    unit, sublattices = lattice.unit, lattice.sublattices
    level = levels[cells]
    depth = length(lattice.layer_axis, level, unit) if lattice.layer_axis >= 0 else 1
    height = length(lattice.row_axis, level, unit)
    width = length(lattice.unit_axis, level, unit)
    counted = np.uint64(tables.limits.counted)
    equal, greater = ~ZERO, ZERO
    for i in range(lattice.coordinates):
        same, more = ZERO, ZERO
        for code in range(2 * lattice.coordinates):
            same |= by_source[i, code] if level[PAIRS + code] == level[PAIRS + 2 * i] else ZERO
            more |= by_source[i, code] if level[PAIRS + code] > level[PAIRS + 2 * i] else ZERO
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
        depth_from, depth_sign, up, first, layers = image_of_axis(
            images[k], lattice.layer_axis, level, lattice
        )
        row_from, row_sign, down, top, rows = image_of_axis(
            images[k], lattice.row_axis, level, lattice
        )
        unit_from, unit_sign, right, left, units = image_of_axis(
            images[k], lattice.unit_axis, level, lattice
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
                number = place_in_unit(tables, np.int64(cell))
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


@inlined
def is_barren(tables, levels, depth):
    """Whether no descendant of a node can be canonical.

    Extents must descend, in one-sided shapes of hexagons or triangles the first be the largest.
    With one cell to come, moments that must not be negative must have a chance.
    """
    lattice, limits = tables.lattice, tables.limits
    left, level = limits.highest - depth, levels[depth]
    if left == 0:
        return True
    if limits.kind == FIXED or lattice.group == OTHERS or depth == 0:
        return False
    a, b, c = (
        level[HIGH] - level[LOW],
        level[HIGH + 1] - level[LOW + 1],
        level[HIGH + 2] - level[LOW + 2],
    )
    rotating = lattice.group == HEXAGONAL and limits.kind == ONE_SIDED
    first, second = max(max(b, c) - a, 0), 0 if rotating else max(c - b, 0)
    needed = max(first, second) if lattice.jointly else first + second
    if needed > left * lattice.step:
        return True
    if left == 1:
        cells, step = limits.highest, lattice.step
        for i in range(limits.upright):
            low, high = level[LOW + i], level[HIGH + i]
            most = 2 * (level[SUM + i] + high) - cells * (low + high)
            most += max(0, step * (cells - 2) - 2 * (high - low))
            if most < 0:
                return True
    return False


@inlined
def is_within(tables, levels, cells, left):
    """Whether the shape of a level can meet one of the `bounds`, if there are any.

    That is, whether it exceeds no largest extent, and `left` more cells can reach the least ones.
    """
    bounds, lattice = tables.bounds, tables.lattice
    within = bounds.shape[0] == 0
    for k in range(bounds.shape[0]):
        fits, missing = True, np.int64(0)
        for i in range(AXES):
            extent = levels[cells, HIGH + i] - levels[cells, LOW + i]
            fits &= extent <= bounds[k, 1, i]
            lacking = max(0, bounds[k, 0, i] - extent)
            missing = max(missing, lacking) if lattice.jointly else missing + lacking
        within |= fits and missing <= left * lattice.step
    return within
