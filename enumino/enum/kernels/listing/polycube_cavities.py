"""Cavities of polycubes, from their masks: enclosed components of the complement.

A mask is divided into lines, the rows of its layers: line ``z * height + y`` has bit x where
(z, y, x) is a cell. An empty cell of a cavity has cells before and behind it along each of the
three axes: a few word operations find the empty cells with this property, and nearly all shapes
have none. The outside then grows into them, and the components of the rest are counted.
"""

from __future__ import annotations

import numpy as np

from enumino.enum.kernels.shared.bits import ONE, ZERO
from enumino.enum.kernels.shared.jit import inlined, kernel

# Cells of the smallest polycubes with a cavity: six around it, and five that connect these.
LEAST = 11
CELLS, DEPTH, HEIGHT, WIDTH = range(4)  # rows of numbers
HOLES = 8
SHAPE, ENCLOSED, GROWN = range(3)  # rows of lines


@inlined
def take_apart(masks, row, lines, number, width):
    """Note the lines of a shape, with no enclosed cells so far."""
    full = (ONE << np.uint64(width)) - ONE
    position = np.int64(0)
    for line in range(number):
        word, offset = position >> 6, position & 63
        bits = masks[word, row] >> np.uint64(offset)
        if offset + width > 64:
            bits |= masks[word + 1, row] << np.uint64(64 - offset)
        lines[SHAPE, line] = bits & full
        lines[ENCLOSED, line] = ZERO
        position += width


@inlined
def between(bits, width):
    """Return the bits of a line that have a cell before and a cell behind."""
    below, above = bits << ONE, bits >> ONE
    step = np.int64(1)
    while step < width:
        below |= below << np.uint64(step)
        above |= above >> np.uint64(step)
        step *= 2
    return below & above


@inlined
def find_enclosed(lines, depth, height, width):
    """Note the empty cells that are enclosed along each axis; return whether there are any.

    Lines at the sides of the box have none.
    """
    some = ZERO
    for z in range(1, depth - 1):
        for y in range(1, height - 1):
            line = z * height + y
            before = behind = under = over = ZERO
            for other in range(height):
                if other < y:
                    before |= lines[SHAPE, z * height + other]
                elif other > y:
                    behind |= lines[SHAPE, z * height + other]
            for other in range(depth):
                if other < z:
                    under |= lines[SHAPE, other * height + y]
                elif other > z:
                    over |= lines[SHAPE, other * height + y]
            own = lines[SHAPE, line]
            lines[ENCLOSED, line] = before & behind & under & over & ~own & between(own, width)
            some |= lines[ENCLOSED, line]
    return some != ZERO


@inlined
def beside(lines, part, z, y, depth, height):
    """Return the cells next to those of a part, in a line."""
    line = z * height + y
    bits = lines[part, line] << ONE | lines[part, line] >> ONE
    if y > 0:
        bits |= lines[part, line - 1]
    if y < height - 1:
        bits |= lines[part, line + 1]
    if z > 0:
        bits |= lines[part, line - height]
    if z < depth - 1:
        bits |= lines[part, line + height]
    return bits


@inlined
def spread(lines, depth, height):
    """Grow a part into the enclosed cells as far as possible, and remove these from them."""
    growing = True
    while growing:
        growing = False
        for z in range(depth):
            for y in range(height):
                line = z * height + y
                new = beside(lines, GROWN, z, y, depth, height) & lines[ENCLOSED, line]
                if new != ZERO:
                    lines[GROWN, line] |= new
                    lines[ENCLOSED, line] &= ~new
                    growing = True


@inlined
def count_cavities(masks, row, lines, depth, height, width):
    """Return the number of cavities; `lines` is scratch, uint64[3, bits of a mask]."""
    number = depth * height
    take_apart(masks, row, lines, number, width)
    if not find_enclosed(lines, depth, height, width):
        return 0
    full = (ONE << np.uint64(width)) - ONE
    for line in range(number):  # empty cells that are not enclosed are outside
        lines[GROWN, line] = full & ~lines[SHAPE, line] & ~lines[ENCLOSED, line]
    spread(lines, depth, height)
    cavities = 0
    for line in range(number):
        while lines[ENCLOSED, line] != ZERO:
            for other in range(number):
                lines[GROWN, other] = ZERO
            lowest = lines[ENCLOSED, line] & (~lines[ENCLOSED, line] + ONE)
            lines[GROWN, line] = lowest
            lines[ENCLOSED, line] ^= lowest
            spread(lines, depth, height)
            cavities += 1
    return cavities


@kernel
def measure(masks, numbers, lines, start, stop):
    """Fill in the holes of rows `start` to `stop` (see `lattice_search.Columns`)."""
    for row in range(start, stop):
        depth = np.int64(numbers[DEPTH, row])
        height, width = np.int64(numbers[HEIGHT, row]), np.int64(numbers[WIDTH, row])
        if numbers[CELLS, row] >= LEAST and min(depth, height, width) >= 3:
            numbers[HOLES, row] = count_cavities(masks, row, lines, depth, height, width)
