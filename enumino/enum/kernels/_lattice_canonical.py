"""Which image of a set of cells represents its class, on any lattice, and its symmetries.

Points are coordinates in which every symmetry is a signed permutation. Of each coordinate there is
an extent e = high - low and a moment v = 2 sum - n (low + high), which an image permutes as it
permutes coordinates: a sign turns v into -v, and a translation changes neither. The *key* of a
shape is the sequence of its pairs (e, v), the last coordinate first. The *canonical* image is the
one of the largest key; among those of the same key, the one of the smallest mask. So a few
comparisons of numbers reject or accept nearly all shapes (`judged`), and only images whose keys tie
are looked at cell by cell (`settled`).

Both use `figures`, int64[12]: for each coordinate, the last one first, the pairs (e, v) and
(e, -v), then each one's low, then each one's high.
"""

from __future__ import annotations

import numpy as np

from enumino.enum.kernels._bits import ONE, ZERO
from enumino.enum.kernels._jit import inlined, kernel
from enumino.enum.kernels._symmetry import REJECTED

FIXED, ONE_SIDED, FREE = range(3)
SIGNED, HEXAGONAL = range(2)  # all signed permutations; permutations with one sign for all
UNIQUE, TIED = 0, 1  # verdicts beside REJECTED
EXTENT = 1 << 13
"""A pair (e, v) as one number is ``EXTENT * e + v``: moments are smaller than half of it."""

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
    CORNER_KINDS,
    WORDS,
) = range(18)  # limits
LOW, HIGH = 6, 9  # places in `figures`
IS_ROTATION, FIRST_CELL = 3, 4  # columns of `images`, after one for each coordinate


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
def distance(code, point, figures, halved):
    """How far an image of a point is from the first layer, row or unit cell of the image's box."""
    source = code >> 1
    at, start = np.int64(point[source]), figures[LOW + source]
    if code & 1:
        at, start = -at, -figures[HIGH + source]
    return (at >> halved) - (start >> halved)


@kernel
def settled(limits, images, groups, codes, points, placed, cells, figures, mine, theirs):
    """Compare a shape with the images whose keys are its own; return its class, or REJECTED."""
    kind, halved, sublattices = limits[KIND], limits[HALVED], limits[SUBLATTICES]
    layer_axis, row_axis, unit_axis = limits[LAYER_AXIS], limits[ROW_AXIS], limits[UNIT_AXIS]
    height = (figures[HIGH + row_axis] >> halved) - (figures[LOW + row_axis] >> halved) + 1
    width = (figures[HIGH + unit_axis] >> halved) - (figures[LOW + unit_axis] >> halved) + 1
    kept = ZERO
    for k in range(images.shape[0]):
        counts = kind == FREE or (kind == ONE_SIDED and images[k, IS_ROTATION] == 1)
        order = 0
        for i in range(limits[COORDINATES]):
            order = figures[images[k, i]] - figures[2 * i]
            if order != 0:
                break
        if order == 0:
            theirs[:] = ZERO
            for i in range(1, cells + 1):
                cell = placed[i]
                bit = 0
                bit = np.int64(0)
                if layer_axis >= 0:
                    bit = distance(images[k, layer_axis], points[cell], figures, halved)
                bit = bit * height + distance(images[k, row_axis], points[cell], figures, halved)
                bit = bit * width + distance(images[k, unit_axis], points[cell], figures, halved)
                bit = bit * sublattices + images[k, FIRST_CELL + (cell & (sublattices - 1))]
                theirs[bit >> 6] |= ONE << np.uint64(bit & 63)
            for word in range(mine.size - 1, -1, -1):
                if mine[word] != theirs[word]:
                    order = 1 if theirs[word] < mine[word] else -1
                    break
        if order == 0:
            kept |= ONE << np.uint64(k)
        elif order > 0 and counts:
            return np.int64(REJECTED)
    return np.int64(codes[np.searchsorted(groups, kept)])


@inlined
def keys(figures, i, extent, moment, flat):
    """Note the pairs (e, v) and (e, -v) of a coordinate; `flat` puts one that is not there last."""
    figures[2 * i] = EXTENT * extent + moment - flat
    figures[2 * i + 1] = EXTENT * extent - moment - 2 * flat


@inlined
def assemble(limits, rows, figures, mine):
    """Put the rows of the shape's box together; return its depth, height and width in columns."""
    halved, layer_axis = limits[HALVED], limits[LAYER_AXIS]
    top = figures[LOW + limits[ROW_AXIS]] >> halved
    left = figures[LOW + limits[UNIT_AXIS]] >> halved
    height = (figures[HIGH + limits[ROW_AXIS]] >> halved) - top + 1
    width = (figures[HIGH + limits[UNIT_AXIS]] >> halved) - left + 1
    first, depth = np.int64(0), np.int64(1)
    if layer_axis >= 0:
        first = figures[LOW + layer_axis]
        depth = figures[HIGH + layer_axis] - first + 1
    left *= limits[SUBLATTICES]
    width *= limits[SUBLATTICES]
    mine[:] = ZERO
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
    return depth, height, width


@kernel
def is_barren(limits, depth, low, high, sums):
    """Whether no descendant of a node can be canonical; the arrays are of its coordinates.

    Extents must descend, in one-sided shapes of hexagons or triangles the first be the largest.
    With one cell to come, moments that must not be negative must have a chance.
    """
    left = limits[HIGHEST] - depth
    if left == 0:
        return True
    if limits[KIND] == FIXED or depth == 0:
        return False
    a, b, c = high[0] - low[0], high[1] - low[1], high[2] - low[2]
    rotating = limits[GROUP] == HEXAGONAL and limits[KIND] == ONE_SIDED
    first, second = max(b, c) - a, 0 if rotating else c - b
    first, second = max(first, 0), max(second, 0)
    needed = max(first, second) if limits[JOINTLY] else first + second
    if needed > left * limits[STEP]:
        return True
    if left == 1:
        cells, step = limits[HIGHEST], limits[STEP]
        moments = limits[COORDINATES] - (limits[KIND] == ONE_SIDED)
        if limits[GROUP] == HEXAGONAL:
            moments = 1
        for i in range(moments):
            most = 2 * (sums[i] + high[i]) - cells * (low[i] + high[i])
            most += max(0, step * (cells - 2) - 2 * (high[i] - low[i]))
            if most < 0:
                return True
    return False
