"""Tori on which a shape fits, as floors for periodic tilings.

Each sublattice of the plane has one basis (0, width), (height, shift), in rows and unit cells, with
0 <= shift < width: Hermite's normal form. A period is `height` rows of `width` unit cells. Without
loss of generality, the shape itself is one of the tiles.
"""

from __future__ import annotations

import numpy as np

from enumino.enum.kernels.plane.floors import (
    HALO,
    MOVES,
    NUMBERS,
    ORIGIN,
    ROW,
    SAME,
    SHIFT,
    SPAN,
    STAMP,
    TALL,
    UNIT,
    WIDE,
    WIDTH,
    moved,
)
from enumino.enum.kernels.shared.jit import subroutine


@subroutine
def next_torus(floor):
    """Prepare the next torus, of the sizes in registers, on which the shape fits, if there is one.

    The shift is in the register `SHIFT`; it is at least one more than before. The cells of the
    period become the halo of the shape.
    """
    registers, size = floor.registers, np.int64(0)
    width, height = registers[WIDE], registers[TALL]
    for shift in range(registers[SHIFT] + 1, width):
        if _allow_images(floor, width, height, shift):
            for row in range(height):
                for unit in range(width):
                    at = (row - height // 2) * registers[WIDTH] + unit - width // 2
                    for number in range(registers[NUMBERS]):
                        floor.halos[0, size] = at * registers[NUMBERS] + number
                        size += 1
            floor.images[0, HALO] = size
            _set_moves(floor, width, height, shift)
            registers[SHIFT] = shift
            return True
    return False


@subroutine
def _allow_images(floor, width, height, shift):
    """Allow the images that overlap none of their translates; return whether the shape does not."""
    registers = floor.registers
    for s in range(floor.cells.shape[0]):
        registers[STAMP] += 1
        floor.allowed[s] = floor.images[s, SAME] == s
        for j in range(floor.cells.shape[1]):
            row, unit = moved(floor, registers[ORIGIN] + floor.cells[s, j])
            unit = (unit - row // height * shift) % width
            number = floor.cells[s, j] % registers[NUMBERS]
            at = (row % height * width + unit) * registers[NUMBERS] + number
            floor.allowed[s] &= floor.stamps[at] != registers[STAMP]
            floor.stamps[at] = registers[STAMP]
        if not floor.allowed[0]:
            return False
    return True


@subroutine
def _set_moves(floor, width, height, shift):
    """Set the translations by vectors of the period that keep a tile near the period."""
    registers, span = floor.registers, floor.registers[SPAN]
    wide, tall = width - 1 + 2 * span, (height - 1 + 2 * span) // height
    registers[MOVES] = 0
    for turns in range(-tall, tall + 1):
        unit = turns * shift
        for units in range(unit - (unit + wide) // width * width, wide + 1, width):
            move = floor.moves[registers[MOVES]]
            move[0] = (turns * height * registers[WIDTH] + units) * registers[NUMBERS]
            move[ROW], move[UNIT] = turns * height, units
            registers[MOVES] += 1
