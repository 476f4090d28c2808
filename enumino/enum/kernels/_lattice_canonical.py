"""Which image of a set of cells represents its class, on any lattice, and its symmetries.

Points are coordinates in which every symmetry is a signed permutation. Of each coordinate there is
an extent e = high - low and a moment v = 2 sum - n (low + high), which an image permutes as it
permutes coordinates: a sign turns v into -v, and a translation changes neither. The *key* of a
shape is the sequence of its pairs (e, v), the last coordinate first. The *canonical* image is the
one of the largest key; among those of the same key, the one of the smallest box (sticks may begin
in a half of a row), and of the smallest mask. So a few
comparisons of numbers reject nearly all shapes (`is_outranked`), few of the others have an image of
the same key (`is_tied`), and only those images are looked at cell by cell (`settled`).

A pair depends on one coordinate. So before the last cell is placed, what each value of a coordinate
of that cell would mean is noted (`foresee`), and its places are looked up.

Arrays are those of `lattice_search`.
"""

from __future__ import annotations

import numpy as np

from enumino.enum.kernels._bits import ONE, ZERO, lowest_one
from enumino.enum.kernels._jit import inlined, kernel
from enumino.enum.kernels._symmetry import REJECTED

FIXED, ONE_SIDED, FREE = range(3)
SIGNED, HEXAGONAL = range(2)  # all signed permutations; permutations with one sign for all
EXTENT = 1 << 13
"""A pair (e, v) as one number is ``EXTENT * e + v``: moments are smaller than half of it."""

# limits: smallest and largest size listed; kind; how many coordinates must not have negative
# moments; log2 of the row length; rows of a layer; the first root; words of a mask.
LOWEST, HIGHEST, KIND, UPRIGHT, SHIFT, HEIGHT, ROOT, WORDS = range(8)
# lattice, what a lattice alone decides: group; coordinates of a point; cells of a unit cell; log2
# of the steps of points between unit cells, how far one cell may extend a coordinate, and whether
# it may extend several; log2 of the grain of coordinates; the coordinates that count layers (-1 in
# the plane), rows and unit cells; neighbours, sides and corners of a cell; corners that belong to a
# unit cell; twice the holes that a shape has at least, and that each cell and each side of the
# perimeter add, where corners take one away each (Euler's formula).
(
    GROUP,
    COORDINATES,
    SUBLATTICES,
    HALVED,
    STEP,
    JOINTLY,
    GRAIN,
    LAYER_AXIS,
    ROW_AXIS,
    UNIT_AXIS,
    DEGREE,
    SIDES,
    CORNERS,
    CORNERS_A_UNIT,
    BY_SHAPE,
    BY_CELLS,
    BY_SIDES,
) = range(17)
# levels: the cell placed last; the next child, the end of the untried set and of the forbidden
# cells that were reached; low, high and sum of three coordinates, the last one first; perimeter,
# site perimeter and corners.
PLACED_CELL, NEXT, END, OUTSIDE_END = range(4)
LOW, HIGH, SUM = 4, 7, 10
PERIMETER, SITES, TOUCHED = 13, 14, 15
LEVEL_SIZE = 16
FIRST_CELL = 3  # column of images, after one for each coordinate
COUNTED = 3  # row of by_source, after one for each coordinate
MINE, THEIRS = range(2)  # masks
BITS, CLASS, ORBIT = range(3)  # columns of subgroups
FIRST, SECOND, THIRD, MIDDLE, LAST = range(5)  # rows of keys
LEAST, MOST = -(1 << 40), 1 << 40
"""Less and more than any pair."""


@kernel
def asked(upright, own, turned):
    """What a pair asks of those before it: not to be less, nor less than it is when turned.

    MOST, which none reaches, where its moment must not be negative and is.
    """
    return max(own, turned) if not upright else own if own >= turned else MOST


@kernel
def first_offers(fixed, own, turned):
    """What the first pair is held against those after it: nothing if its moment is negative."""
    return MOST if fixed else own if own >= turned else LEAST


@kernel
def last_asks(hexagonal, rotating, upright, own, turned):
    """What the third pair asks of the second: nothing where only rotations count."""
    return LEAST if rotating else own if hexagonal else asked(upright, own, turned)


@inlined
def is_outranked(limits, lattice, pairs):
    """Whether another image has a larger key.

    The key (a, b, c) is the largest if a is at least what b and c ask of it, and b what c asks.
    In the plane, points of squares have two coordinates: c is less than all else.
    """
    hexagonal, fixed = lattice[GROUP] == HEXAGONAL, limits[KIND] == FIXED
    rotating = hexagonal & (limits[KIND] == ONE_SIDED)
    upright = limits[UPRIGHT]
    first = first_offers(fixed, pairs[0], pairs[1])
    middle = MOST if fixed else pairs[2]
    outranked = first < asked(upright > 1, pairs[2], pairs[3])
    outranked |= first < asked(upright > 2, pairs[4], pairs[5])
    return outranked | (middle < last_asks(hexagonal, rotating, upright > 2, pairs[4], pairs[5]))


@kernel
def is_tied(group, kind, a, a_turned, b, b_turned, c, c_turned):
    """Whether another image may have the same key as one that is not outranked; or be equal.

    The arguments with a stroke are the pairs (e, -v).
    """
    if kind == FIXED and group == SIGNED:
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


@kernel
def pair(lattice, i, low, high, total, cells):
    """The pairs (e, v) and (e, -v) of a coordinate, as numbers."""
    moment = 2 * total - cells * (low + high)
    absent = np.int64(i >= lattice[COORDINATES])
    extent = EXTENT * (high - low) - absent
    return extent + moment, extent - moment - absent


@inlined
def note_pairs(lattice, levels, pairs, cells):
    """Note the pairs of the shape of a level."""
    for i in range(3):
        low, high, total = levels[cells, LOW + i], levels[cells, HIGH + i], levels[cells, SUM + i]
        pairs[2 * i], pairs[2 * i + 1] = pair(lattice, i, low, high, total, cells)


@kernel
def pair_with(lattice, levels, i, depth, value):
    """The pairs of a coordinate, if a cell with this value of it is added to a level."""
    low, high = min(levels[depth, LOW + i], value), max(levels[depth, HIGH + i], value)
    return pair(lattice, i, low, high, levels[depth, SUM + i] + value, depth + 1)


@inlined
def foresee(limits, lattice, levels, keys, depth):
    """Note in `keys` what each value of a coordinate would mean, of a cell added to a level.

    Returns whether some cell may make a canonical image. Entry k is for the value low - step + k,
    in steps of a grain.
    """
    hexagonal, fixed = lattice[GROUP] == HEXAGONAL, limits[KIND] == FIXED
    rotating = hexagonal & (limits[KIND] == ONE_SIDED)
    upright, step, grain = limits[UPRIGHT], lattice[STEP], lattice[GRAIN]
    first, second, third, middle, last = LEAST, MOST, MOST, LEAST, MOST
    low = levels[depth, LOW] - step
    for k in range(((levels[depth, HIGH] + step - low) >> grain) + 1):
        own, turned = pair_with(lattice, levels, 0, depth, low + (k << grain))
        keys[FIRST, k] = first_offers(fixed, own, turned)
        first = max(first, keys[FIRST, k])
    low = levels[depth, LOW + 1] - step
    for k in range(((levels[depth, HIGH + 1] + step - low) >> grain) + 1):
        own, turned = pair_with(lattice, levels, 1, depth, low + (k << grain))
        keys[SECOND, k] = asked(upright > 1, own, turned)
        keys[MIDDLE, k] = MOST if fixed else own
        second, middle = min(second, keys[SECOND, k]), max(middle, keys[MIDDLE, k])
    low = levels[depth, LOW + 2] - step
    for k in range(((levels[depth, HIGH + 2] + step - low) >> grain) + 1):
        own, turned = pair_with(lattice, levels, 2, depth, low + (k << grain))
        keys[THIRD, k] = asked(upright > 2, own, turned)
        keys[LAST, k] = last_asks(hexagonal, rotating, upright > 2, own, turned)
        third, last = min(third, keys[THIRD, k]), min(last, keys[LAST, k])
    return (first >= second) & (first >= third) & (middle >= last)


@kernel
def length(axis, level, halved):
    """Layers, rows or unit cells of the shape's box."""
    return (level[HIGH + axis] >> halved) - (level[LOW + axis] >> halved) + 1


@kernel
def ahead(image, axis, level, halved):
    """Which coordinate becomes that of an axis, its sign, the image's first place and size there.

    In the plane the coordinate of layers, -1, is multiplied by 0.
    """
    code = image[max(axis, 0)]
    source, sign = code >> 1, 1 - 2 * (code & 1)
    start = level[LOW + source] if sign > 0 else -level[HIGH + source]
    last = start + level[HIGH + source] - level[LOW + source]
    if axis < 0:
        sign, start, last = 0, 0, 0
    return source, sign, start >> halved, (last >> halved) - (start >> halved) + 1


@kernel
def settled(lattice, images, by_source, subgroups, points, levels, pairs, masks, cells):
    """Compare a shape with the images whose keys are its own.

    Returns the number of the subgroup that keeps it, or REJECTED if another image represents it.
    """
    halved, sublattices = lattice[HALVED], lattice[SUBLATTICES]
    level, mine, theirs = levels[cells], masks[MINE], masks[THEIRS]
    height = length(lattice[ROW_AXIS], level, halved)
    width = length(lattice[UNIT_AXIS], level, halved)
    counted = by_source[COUNTED, 0]
    equal, greater = ~ZERO, ZERO
    for i in range(lattice[COORDINATES]):
        same, more = ZERO, ZERO
        for code in range(2 * lattice[COORDINATES]):
            if pairs[code] == pairs[2 * i]:
                same |= by_source[i, code]
            elif pairs[code] > pairs[2 * i]:
                more |= by_source[i, code]
        greater |= equal & more
        equal &= same
    if greater & counted != ZERO:
        return np.int64(REJECTED)
    kept = ZERO
    while equal != ZERO:
        k = lowest_one(equal)
        for word in range(theirs.size):
            theirs[word] = ZERO
        # Each axis of the box: where it comes from, with what sign, where it starts, its length.
        depth_from, depth_sign, first, _ = ahead(images[k], lattice[LAYER_AXIS], level, halved)
        row_from, row_sign, top, rows = ahead(images[k], lattice[ROW_AXIS], level, halved)
        unit_from, unit_sign, left, units = ahead(images[k], lattice[UNIT_AXIS], level, halved)
        smaller = (height - rows) * 256 + width - units
        for i in range(1, cells + 1 if smaller == 0 else 0):
            cell = levels[i, PLACED_CELL]
            bit = (depth_sign * np.int64(points[cell, depth_from]) >> halved) - first
            row = (row_sign * np.int64(points[cell, row_from]) >> halved) - top
            unit = (unit_sign * np.int64(points[cell, unit_from]) >> halved) - left
            bit = (bit * height + row) * width + unit
            bit = bit * sublattices + images[k, FIRST_CELL + (cell & (sublattices - 1))]
            theirs[bit >> 6] |= ONE << np.uint64(bit & 63)
        image = equal & (~equal + ONE)
        equal ^= image
        order = 0 if smaller == 0 else 1 if smaller > 0 else -1
        for word in range(mine.size - 1, -1, -1):
            if smaller == 0 and mine[word] != theirs[word]:
                order = 1 if theirs[word] < mine[word] else -1
                break
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
    if limits[KIND] == FIXED or depth == 0:
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


is_barren = kernel(_is_barren)
is_barren_at_once = inlined(_is_barren)  # in the loop of the search
