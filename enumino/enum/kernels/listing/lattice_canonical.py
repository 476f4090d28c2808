"""Canonical images of sets of cells on any lattice, their symmetries, and their rows.

Points are coordinates in which every symmetry is a signed permutation. Each coordinate of n cells
has a lowest value l, a highest h and a sum s, and by them

    the extent e = h - l,   the moment v = 2 s - n (l + h),   the pair  EXTENT e + MIDDLE + v

An image permutes pairs as it permutes coordinates; a sign turns v into -v; a translation changes
neither. The *key* of a shape is the sequence of its pairs, the last coordinate first. The
*canonical* image has the largest key; among images of the same key, it has the smallest box (sticks
may begin in a half of a row), and then the smallest mask. So a few comparisons
of numbers reject nearly all shapes (`has_largest_key`), few of the others have an image of the same
key (`is_tied`), and only those images are compared cell by cell (`compare_tied_images`).

A last cell at x makes of a pair, with the new lowest l' and highest h',

    [MIDDLE + 2 (s - (n - 1) l)]  +  [EXTENT (h' - l') + 2 (x - l) - n (l' - l + h' - l)]

The second part depends on e and x - l only, and is looked up in `pair_changes`: so last cells are
tried without being placed (`collect_last_cells`).

`lattice_arrays` has the arrays.
"""

import numpy as np

from enumino.enum.kernels.listing.lattice_arrays import (
    AXES,
    BITS,
    CLASS,
    END,
    EULER,
    EXTENT,
    FIRST_CELL,
    HEXAGONAL,
    HIGH,
    LOW,
    MIDDLE,
    NEXT,
    ORBIT,
    OTHERS,
    PAIRS,
    PERIMETER,
    PLACED_CELL,
    SIGNED,
    SITES,
    SUM,
    number_in_unit,
)
from enumino.enum.kernels.shared.bits import ONE, ZERO, lowest_one
from enumino.enum.kernels.shared.jit import inlined, subroutine
from enumino.enum.kernels.shared.symmetry import FIXED, ONE_SIDED, REJECTED

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
def is_largest_key(group, kind, nonnegative, a, b, c):
    """Return whether no image under a SIGNED or HEXAGONAL group has a larger key than (a, b, c).

    The first pairs, `nonnegative` of them, must not have negative moments. The others are also
    compared negated with those before them.
    """
    most_of_b, most_of_c = b, c
    if nonnegative < 2:
        most_of_b = max(b, negated(b))
    if nonnegative < 3:
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
    """Return whether another image may have the same key as a shape that `has_largest_key`.

    An image permutes the pairs a, b, c and turns moments. If it keeps the key and moves a pair,
    this is equal to another one, perhaps turned; if it moves none, to itself turned.
    """
    a, a_turned, b = level[PAIRS], level[PAIRS + 1], level[PAIRS + 2]
    b_turned, c, c_turned = level[PAIRS + 3], level[PAIRS + 4], level[PAIRS + 5]
    if group == OTHERS:
        tied = True
    elif kind == FIXED and group == SIGNED:  # pairs of any order and sign
        x, y, z = max(a, a_turned), max(b, b_turned), max(c, c_turned)
        tied = (a == a_turned) | (b == b_turned) | (c == c_turned)
        tied |= (x == y) | (y == z) | (x == z)
    elif kind == FIXED:  # all pairs are turned, which keeps their sum, or none
        tied = (a == b) | (b == c) | (a == c) | (a + b + c == a_turned + b_turned + c_turned)
    elif group == HEXAGONAL:  # turned none, or all: then the largest one, a, is a turned one
        tied = (a == b) | (b == c) | (a == max(a_turned, b_turned, c_turned))
        tied |= (kind == ONE_SIDED) & (a == c)  # a >= b >= c holds for free shapes only
    else:  # a >= b >= c, and the last moment of one-sided shapes may be negative
        tied = (a == a_turned) | (b == b_turned) | (c == c_turned) | (a == b) | (b == c)
        tied |= (kind == ONE_SIDED) & ((a == b_turned) | (b == c_turned))
    return tied


@inlined
def is_largest_of_images(tables, level):
    """Return whether no image under a group of OTHERS has a larger key than a level has."""
    images, images_of_kind = tables.images, np.uint64(tables.limits.images_of_kind)
    for k in range(images.shape[0]):
        if images_of_kind >> np.uint64(k) & ONE != ZERO:
            for i in range(tables.lattice.coordinates):
                more = level[PAIRS + images[k, i]] - level[PAIRS + 2 * i]
                if more > 0:
                    return False
                if more < 0:
                    break
    return True


@inlined
def has_largest_key(tables, level):
    """Return whether no image of the shape of a level, whose pairs are stored, has a larger key."""
    lattice, limits = tables.lattice, tables.limits
    if lattice.group == OTHERS:
        return is_largest_of_images(tables, level)
    a, b, c = level[PAIRS], level[PAIRS + 2], level[PAIRS + 4]
    return is_largest_key(lattice.group, limits.kind, limits.nonnegative, a, b, c)


@inlined
def store_pairs(state, cells):
    """Store the pairs of the shape of a level, each followed by the one with a negated moment."""
    lattice, levels = state.tables.lattice, state.levels
    for i in range(AXES):
        low, high, total = levels[cells, LOW + i], levels[cells, HIGH + i], levels[cells, SUM + i]
        own = EXTENT * (high - low) + MIDDLE + 2 * total - cells * (low + high)
        own = own if i < lattice.coordinates else NO_PAIR
        levels[cells, PAIRS + 2 * i], levels[cells, PAIRS + 2 * i + 1] = own, negated(own)


@inlined
def unchanged_part(total, low, depth):
    """Return the part of a pair that does not depend on the cell after `depth` ones."""
    return MIDDLE + 2 * (total - depth * low)


@inlined
def collect_last_cells(state, depth, start, end):
    """Copy those cells of ``untried[start:end]`` that no image exceeds as last ones; their number.

    They go behind the untried ones, from NEXT to END of the next level, which is the last. Most
    last cells are left out here, after a dozen steps each. The pair of a coordinate is

        kept + changes[extent, place]     see the head of this file

    where `place` counts from the least one in reach, `least`; all is written out for a, b and c.
    """
    tables, untried = state.tables, state.untried
    level, leaf = state.levels[depth], state.levels[depth + 1]
    lattice, limits = tables.lattice, tables.limits
    points, changes, step = tables.points, tables.pair_changes, lattice.step
    group, kind, nonnegative = lattice.group, limits.kind, limits.nonnegative
    kept_a = unchanged_part(level[SUM], level[LOW], depth)
    kept_b = unchanged_part(level[SUM + 1], level[LOW + 1], depth)
    kept_c = (
        unchanged_part(level[SUM + 2], level[LOW + 2], depth)
        if lattice.coordinates > 2
        else NO_PAIR
    )
    least_a, least_b = level[LOW] - step, level[LOW + 1] - step
    least_c = level[LOW + 2] - step
    extent_a = np.uint64(level[HIGH] - level[LOW])
    extent_b = np.uint64(level[HIGH + 1] - level[LOW + 1])
    extent_c = np.uint64(level[HIGH + 2] - level[LOW + 2])
    free = end + 1  # `place_on_board` writes beyond the end once more
    for at in range(start, end):
        cell = np.uint64(untried[np.uint64(at)])
        place_a = np.uint64(np.int64(points[0, cell]) - least_a)
        place_b = np.uint64(np.int64(points[1, cell]) - least_b)
        place_c = np.uint64(np.int64(points[2, cell]) - least_c)
        untried[np.uint64(free)] = cell
        a, b = kept_a + changes[extent_a, place_a], kept_b + changes[extent_b, place_b]
        c = kept_c + changes[extent_c, place_c]
        if group == OTHERS:
            leaf[PAIRS], leaf[PAIRS + 1] = a, negated(a)
            leaf[PAIRS + 2], leaf[PAIRS + 3] = b, negated(b)
            leaf[PAIRS + 4], leaf[PAIRS + 5] = c, negated(c)
            free += np.int64(is_largest_of_images(tables, leaf))
        else:
            free += np.int64(is_largest_key(group, kind, nonnegative, a, b, c))
    leaf[NEXT], leaf[END] = end + 1, free
    return free - end - 1


@inlined
def unit_at(at, lattice):
    """Return the number of the unit cell at a coordinate, by a shift where this is possible."""
    return at >> lattice.unit_shift if lattice.unit_shift >= 0 else at // lattice.unit


@inlined
def length(axis, level, lattice):
    """Return the layers, rows or unit cells of the shape's box."""
    return unit_at(level[HIGH + axis], lattice) - unit_at(level[LOW + axis], lattice) + 1


@inlined
def image_of_axis(image, axis, level, lattice):
    """Return source, sign, shift, first unit cell and length of an image on an axis (-1: none)."""
    code, shift = image[max(axis, 0)], image[FIRST_CELL + lattice.sublattices + max(axis, 0)]
    source, sign = code >> 1, 1 - 2 * (code & 1)
    start = shift + (level[LOW + source] if sign > 0 else -level[HIGH + source])
    last = start + level[HIGH + source] - level[LOW + source]
    if axis < 0:
        sign, shift, start, last = 0, 0, 0, 0
    first = unit_at(start, lattice)
    return source, sign, shift, first, unit_at(last, lattice) - first + 1


@inlined
def word_of_image(tables, levels, cells, numbers, layers, rows, units, height, width, word):
    """Return a word of the mask of an image of the shape of a level.

    By `numbers` cells of a unit cell go to others; `layers`, `rows` and `units` are from
    `image_of_axis`; the box has `height` and `width`.
    """
    lattice, points, found = tables.lattice, tables.points, ZERO
    for i in range(1, cells + 1):
        cell = np.uint64(levels[i, PLACED_CELL])
        layer = unit_at(layers[1] * np.int64(points[layers[0], cell]) + layers[2], lattice)
        row = unit_at(rows[1] * np.int64(points[rows[0], cell]) + rows[2], lattice)
        unit = unit_at(units[1] * np.int64(points[units[0], cell]) + units[2], lattice)
        bit = ((layer - layers[3]) * height + row - rows[3]) * width + unit - units[3]
        number = numbers[FIRST_CELL + number_in_unit(tables, np.int64(cell))]
        bit = bit * lattice.sublattices + number
        found |= ONE << np.uint64(bit & 63) if bit >> 6 == word else ZERO
    return found


@inlined
def images_of_same_key(tables, level):
    """Return the images of a level's key, and the images of a larger key, as bits."""
    same, larger, coordinates = ~ZERO, ZERO, tables.lattice.coordinates
    for i in range(coordinates):
        equal, more = ZERO, ZERO
        for code in range(2 * coordinates):
            images = tables.images_by_source[i, code]
            equal |= images if level[PAIRS + code] == level[PAIRS + 2 * i] else ZERO
            more |= images if level[PAIRS + code] > level[PAIRS + 2 * i] else ZERO
        larger |= same & more
        same &= equal
    return same, larger


@subroutine
def compare_tied_images(tables, levels, mask, cells):
    """Compare a shape with its tied images; return the subgroup that keeps it, or REJECTED."""
    images, subgroups, lattice, level = (
        tables.images,
        tables.subgroups,
        tables.lattice,
        levels[cells],
    )
    depth = length(lattice.layer_axis, level, lattice) if lattice.layer_axis >= 0 else 1
    height = length(lattice.row_axis, level, lattice)
    width = length(lattice.unit_axis, level, lattice)
    of_kind, unchanged = np.uint64(tables.limits.images_of_kind), ZERO
    tied, larger = images_of_same_key(tables, level)
    if larger & of_kind != ZERO:
        return np.int64(REJECTED)
    while tied != ZERO:
        image, bit = images[lowest_one(tied)], tied & (~tied + ONE)
        tied ^= bit
        layers = image_of_axis(image, lattice.layer_axis, level, lattice)
        rows = image_of_axis(image, lattice.row_axis, level, lattice)
        units = image_of_axis(image, lattice.unit_axis, level, lattice)
        # Positive if the image comes first.
        order = ((depth - layers[4]) * 256 + height - rows[4]) * 256 + width - units[4]
        word = (depth * height * width * lattice.sublattices - 1) >> 6
        while order == 0 and word >= 0:
            theirs = word_of_image(
                tables, levels, cells, image, layers, rows, units, height, width, word
            )
            order = np.int64(mask[word] > theirs) - np.int64(mask[word] < theirs)
            word -= 1
        if order == 0:
            unchanged |= bit
        elif order > 0 and bit & of_kind != ZERO:
            return np.int64(REJECTED)
    subgroup = np.int64(0)
    while subgroups[subgroup, BITS] != unchanged:
        subgroup += 1
    return subgroup


@inlined
def is_barren(tables, levels, depth):
    """Return whether no descendant of a node can be canonical.

    Extents must descend, in one-sided shapes of hexagons or triangles the first be the largest.
    With one cell to come, moments that must not be negative must have a chance.
    """
    lattice, limits = tables.lattice, tables.limits
    to_come, level = limits.largest - depth, levels[depth]
    if to_come == 0:
        return True
    if limits.kind == FIXED or lattice.group == OTHERS or depth == 0:
        return False
    a = level[HIGH] - level[LOW]
    b, c = level[HIGH + 1] - level[LOW + 1], level[HIGH + 2] - level[LOW + 2]
    rotating = lattice.group == HEXAGONAL and limits.kind == ONE_SIDED
    first, second = max(max(b, c) - a, 0), 0 if rotating else max(c - b, 0)
    needed = max(first, second) if lattice.jointly else first + second
    if needed > to_come * lattice.step:
        return True
    if to_come == 1:
        cells, step = limits.largest, lattice.step
        for i in range(limits.nonnegative):
            low, high = level[LOW + i], level[HIGH + i]
            most = 2 * (level[SUM + i] + high) - cells * (low + high)
            most += max(0, step * (cells - 2) - 2 * (high - low))
            if most < 0:
                return True
    return False


@inlined
def fits_box(tables, levels, cells, to_come):
    """Return whether the shape of a level, with cells to come, can meet one of the `bounds`."""
    bounds, lattice = tables.bounds, tables.lattice
    within = bounds.shape[0] == 0
    for k in range(bounds.shape[0]):
        fits, missing = True, np.int64(0)
        for i in range(AXES):
            extent = levels[cells, HIGH + i] - levels[cells, LOW + i]
            fits &= extent <= bounds[k, 1, i]
            lacking = max(0, bounds[k, 0, i] - extent)
            missing = max(missing, lacking) if lattice.jointly else missing + lacking
        within |= fits and missing <= to_come * lattice.step
    return within


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
    """Write the mask of a shape of largest key; return the subgroup that keeps it, or REJECTED."""
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
