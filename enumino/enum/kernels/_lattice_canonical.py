"""Which image of a set of cells represents its class, on any lattice, and its symmetries.

Points are coordinates in which every symmetry is a signed permutation. Of each coordinate there is
an extent e = high - low and a moment v = 2 sum - n (low + high), which an image permutes as it
permutes coordinates: a sign turns v into -v, and a translation changes neither. The *key* of a
shape is the sequence of its pairs (e, v), the last coordinate first. The *canonical* image is the
one of the largest key; among those of the same key, the one of the smallest mask. So a few
comparisons of numbers reject or accept nearly all shapes (`judged`), and only images whose keys tie
are looked at cell by cell (`settled`).

Arrays are those of `lattice_search`, whose rows are written here.
"""

from __future__ import annotations

import numpy as np

from enumino.enum.kernels._bits import ONE, ZERO, lowest_one
from enumino.enum.kernels._jit import inlined, kernel
from enumino.enum.kernels._symmetry import REJECTED

FIXED, ONE_SIDED, FREE = range(3)
SIGNED, HEXAGONAL = range(2)  # all signed permutations; permutations with one sign for all
UNIQUE, TIED = 0, 1  # verdicts beside REJECTED
EXTENT = 1 << 13
"""A pair (e, v) as one number is ``EXTENT * e + v``: moments are smaller than half of it."""

# limits: smallest and largest size listed; kind; group; coordinates of a point; log2 of the row
# length; rows of a layer; cells of a unit cell; the first root; log2 of the steps of points between
# unit cells, how far one cell may extend a coordinate, and whether it may extend several; the
# coordinates that count layers (-1 in the plane), rows and unit cells; sides of a cell; corners
# that belong to a unit cell; words of a mask; twice the holes that a shape has at least, and that each
# cell and each side of the perimeter add; corners take one away each (Euler's formula).
(
    LOWEST,
    HIGHEST,
    KIND,
    GROUP,
    COORDINATES,
    SHIFT,
    HEIGHT,
    SUBLATTICES,
    ROOT,
    HALVED,
    STEP,
    JOINTLY,
    LAYER_AXIS,
    ROW_AXIS,
    UNIT_AXIS,
    SIDES,
    CORNERS_A_UNIT,
    WORDS,
    BY_SHAPE,
    BY_CELLS,
    BY_SIDES,
) = range(21)
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


@inlined
def judged(group, kind, three, a, a_turned, b, b_turned, c, c_turned):
    """Whether another image represents a shape, or may, by its key (a, b, c).

    The arguments with a stroke are the pairs (e, -v). In the plane, where `three` is false, c is
    less than all else. UNIQUE means besides that the shape has no symmetry.
    """
    if kind == FIXED:
        rejected = False
        if group == SIGNED:
            x, y, z = max(a, a_turned), max(b, b_turned), max(c, c_turned)
            tied = (a == a_turned) | (b == b_turned) | (c == c_turned)
            tied |= (x == y) | (y == z) | (x == z)
        else:
            tied = (a == b) | (b == c) | (a == c) | (a + b + c == a_turned + b_turned + c_turned)
    elif group == HEXAGONAL:
        largest = max(a_turned, b_turned, c_turned)
        tied = (a == b) | (b == c) | (a == largest)
        if kind == FREE:
            rejected = (a < b) | (b < c) | (a < largest)
        else:
            rejected = (a < b) | (a < c) | (a < largest)
            tied |= a == c
    elif kind == FREE:
        rejected = (a < a_turned) | (b < b_turned) | (c < c_turned) | (a < b) | (b < c)
        tied = (a == a_turned) | (b == b_turned) | (c == c_turned) | (a == b) | (b == c)
    else:
        rejected = (a < a_turned) | (a < b) | (a < b_turned)
        rejected |= three & ((b < b_turned) | (b < c) | (b < c_turned))
        tied = (a == a_turned) | (b == b_turned) | (c == c_turned)
        tied |= (a == b) | (a == b_turned) | (b == c) | (b == c_turned)
    return REJECTED if rejected else TIED if tied else UNIQUE


@inlined
def length(axis, level, halved):
    """Layers, rows or unit cells of the shape's box."""
    return (level[HIGH + axis] >> halved) - (level[LOW + axis] >> halved) + 1


@inlined
def ahead(image, axis, level, halved):
    """Which coordinate becomes that of an axis, its sign, and the image's first place there.

    In the plane the coordinate of layers, -1, is multiplied by 0.
    """
    code = image[max(axis, 0)]
    source, sign = code >> 1, 1 - 2 * (code & 1)
    start = level[LOW + source] if sign > 0 else -level[HIGH + source]
    if axis < 0:
        sign, start = 0, 0
    return source, sign, start >> halved


@kernel
def settled(limits, images, by_source, subgroups, points, levels, pairs, masks, cells):
    """Compare a shape with the images whose keys are its own.

    Returns the number of the subgroup that keeps it, or REJECTED if another image represents it.
    """
    halved, sublattices = limits[HALVED], limits[SUBLATTICES]
    level, mine, theirs = levels[cells], masks[MINE], masks[THEIRS]
    counted = by_source[COUNTED, 0]
    equal, greater = ~ZERO, ZERO
    for i in range(limits[COORDINATES]):
        same, more = ZERO, ZERO
        for code in range(2 * limits[COORDINATES]):
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
        # Each axis of the box: where it comes from, with what sign, and where it starts.
        depth_from, depth_sign, first = ahead(images[k], limits[LAYER_AXIS], level, halved)
        row_from, row_sign, top = ahead(images[k], limits[ROW_AXIS], level, halved)
        unit_from, unit_sign, left = ahead(images[k], limits[UNIT_AXIS], level, halved)
        height = length(limits[ROW_AXIS], level, halved)
        width = length(limits[UNIT_AXIS], level, halved)
        for i in range(1, cells + 1):
            cell = levels[i, PLACED_CELL]
            bit = (depth_sign * np.int64(points[cell, depth_from]) >> halved) - first
            row = (row_sign * np.int64(points[cell, row_from]) >> halved) - top
            unit = (unit_sign * np.int64(points[cell, unit_from]) >> halved) - left
            bit = (bit * height + row) * width + unit
            bit = bit * sublattices + images[k, FIRST_CELL + (cell & (sublattices - 1))]
            theirs[bit >> 6] |= ONE << np.uint64(bit & 63)
        image = equal & (~equal + ONE)
        equal ^= image
        order = 0
        for word in range(mine.size - 1, -1, -1):
            if mine[word] != theirs[word]:
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


@kernel
def listed(
    limits,
    images,
    by_source,
    subgroups,
    points,
    levels,
    rows,
    pairs,
    masks,
    out_masks,
    out_numbers,
    at,
    cells,
):
    """Write the shape of a level as row `at` if it is canonical; return the rows filled."""
    level, mine, halved = levels[cells], masks[MINE], limits[HALVED]
    for i in range(3):
        low, high = level[LOW + i], level[HIGH + i]
        moment = 2 * level[SUM + i] - cells * (low + high)
        extent = EXTENT * (high - low) - np.int64(i >= limits[COORDINATES])
        pairs[2 * i], pairs[2 * i + 1] = extent + moment, extent - moment
    pairs[5] -= np.int64(limits[COORDINATES] == 2)
    verdict = judged(
        limits[GROUP],
        limits[KIND],
        limits[COORDINATES] == 3,
        pairs[0],
        pairs[1],
        pairs[2],
        pairs[3],
        pairs[4],
        pairs[5],
    )
    if verdict == REJECTED:
        return at
    # The box and its rows, one after the other.
    first, depth = np.int64(0), np.int64(1)
    if limits[LAYER_AXIS] >= 0:
        first = level[LOW + limits[LAYER_AXIS]]
        depth = level[HIGH + limits[LAYER_AXIS]] - first + 1
    top = level[LOW + limits[ROW_AXIS]] >> halved
    left = (level[LOW + limits[UNIT_AXIS]] >> halved) * limits[SUBLATTICES]
    height = length(limits[ROW_AXIS], level, halved)
    width = length(limits[UNIT_AXIS], level, halved) * limits[SUBLATTICES]
    for word in range(mine.size):
        mine[word] = ZERO
    position = np.int64(0)
    for layer in range(first, first + depth):
        start = layer * limits[HEIGHT] + top
        for row in range(start, start + height):
            bits = rows[row] >> np.uint64(left)
            word, offset = position >> 6, position & 63
            mine[word] |= bits << np.uint64(offset)
            if offset + width > 64:
                mine[word + 1] |= bits >> np.uint64(64 - offset)
            position += width
    subgroup = np.int64(0)
    if verdict == TIED:
        subgroup = settled(
            limits, images, by_source, subgroups, points, levels, pairs, masks, cells
        )
    if subgroup == REJECTED:
        return at
    for word in range(mine.size):
        out_masks[word, at] = mine[word]
    holes = limits[BY_SHAPE] + limits[BY_CELLS] * cells + limits[BY_SIDES] * level[PERIMETER]
    holes = (holes >> 1) - level[TOUCHED]
    out_numbers[0, at], out_numbers[1, at] = cells, depth
    out_numbers[2, at], out_numbers[3, at] = height, width
    out_numbers[4, at] = subgroups[subgroup, CLASS]
    out_numbers[5, at] = subgroups[subgroup, ORBIT]
    out_numbers[6, at], out_numbers[7, at] = level[PERIMETER], level[SITES]
    out_numbers[8, at] = holes
    return at + 1


@kernel
def is_barren(limits, levels, depth):
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
    rotating = limits[GROUP] == HEXAGONAL and limits[KIND] == ONE_SIDED
    first, second = max(max(b, c) - a, 0), 0 if rotating else max(c - b, 0)
    needed = max(first, second) if limits[JOINTLY] else first + second
    if needed > left * limits[STEP]:
        return True
    if left == 1:
        cells, step = limits[HIGHEST], limits[STEP]
        moments = limits[COORDINATES] - (limits[KIND] == ONE_SIDED)
        if limits[GROUP] == HEXAGONAL:
            moments = 1
        for i in range(moments):
            low, high = level[LOW + i], level[HIGH + i]
            most = 2 * (level[SUM + i] + high) - cells * (low + high)
            most += max(0, step * (cells - 2) - 2 * (high - low))
            if most < 0:
                return True
    return False
