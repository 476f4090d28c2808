"""Coronas: the levels of the tiles of a patch.

Tile 0 is the shape. The *level* of a tile is the least number of steps from it to the shape through
tiles that share a side or a corner. A patch has K coronas if all cells that touch a tile of a level
below K are covered, so that corona k is the tiles of level k. A shape that tiles the plane has
patches with any number of coronas; if the search for one ends without any, the shape does not tile.

A patch is *tight* if the tiles up to each level below K leave no hole between them, as the
definition of Heesch numbers asks (Kaplan, Heesch numbers of unmarked polyforms, 2022); it is
*whole* if the tiles of level K leave none either. Holes are counted by sides. The search for whole
patches turns back where a tile closes an empty region that no tiles can fill.
"""

from __future__ import annotations

import numpy as np

from enumino.enum.kernels.plane._boards import (
    BASE,
    HALO,
    IMAGE,
    MANY,
    NUMBERS,
    SIDES,
    STAMP,
    TILES,
    TOUCHING,
)
from enumino.enum.kernels.shared.jit import inlined, subroutine


@subroutine
def set_levels(board):
    """Set the level of the last tile, and lower those of others that are nearer through it."""
    tiles = board.registers[TILES]
    levels = board.levels[tiles]
    for t in range(tiles - 1):
        levels[t] = board.levels[tiles - 1, t]
    levels[tiles - 1] = MANY
    changed = True
    while changed:
        changed = False
        for t in range(tiles - 1, 0, -1):
            s, base = board.tiles[t, IMAGE], board.tiles[t, BASE]
            for h in range(board.images[s, HALO]):
                owner = np.int64(board.owners[base + board.halos[s, h]])
                if owner > 0 and levels[owner - 1] + 1 < levels[t]:
                    levels[t] = levels[owner - 1] + 1
                    changed = True


@subroutine
def cuts_off(board, coronas):
    """Return whether the last tile closes an empty region that no tiles can fill.

    Its size has to be a multiple of a tile's, and a cell of it must need to be covered.
    """
    registers, tile = board.registers, board.registers[TILES] - 1
    s, base = board.tiles[tile, IMAGE], board.tiles[tile, BASE]
    first_stamp = registers[STAMP] + 1
    for h in range(board.images[s, HALO]):
        start = base + board.halos[s, h]
        if board.owners[start] == 0 and board.stamps[start] < first_stamp:
            size, needed = _region(board, start, coronas, first_stamp)
            if size > 0 and (size % board.cells.shape[1] != 0 or not needed):
                return True
    return False


@inlined
def _region(board, start, coronas, first_stamp):
    """Return the size of a closed empty region, or 0, and whether a cell of it must be covered."""
    registers, stack, stamps = board.registers, board.stack, board.stamps
    levels = board.levels[registers[TILES]]
    registers[STAMP] += 1
    stamp, needed = registers[STAMP], False
    stamps[start] = stamp
    stack[0] = start
    reached, k = 1, 0
    while k < reached:
        place = stack[k]
        k += 1
        number = place % registers[NUMBERS]
        for e in range(board.steps.shape[2]):
            if board.steps[SIDES, number, e] == 0:
                break
            near = place + board.steps[SIDES, number, e]
            if board.owners[near] == 0 and stamps[near] != stamp:
                if stamps[near] >= first_stamp or reached == stack.shape[0]:
                    return 0, False  # it belongs to a region that counts as open
                stamps[near] = stamp
                stack[reached] = near
                reached += 1
        for e in range(board.steps.shape[2]):
            if board.steps[TOUCHING, number, e] == 0 or needed:
                break
            owner = board.owners[place + board.steps[TOUCHING, number, e]]
            needed = owner > 0 and levels[owner - 1] < coronas
    return reached, needed
