"""Coronas: the levels of the tiles of a patch.

Tile 0 is the shape. The *level* of a tile is the least number of steps from it to the shape through
tiles that share a side or a corner. A patch has K coronas if all cells that touch a tile of a level
below K are covered, so that corona k is the tiles of level k. A shape that tiles the plane has
patches with any number of coronas; if the search for one ends without any, the shape does not tile.

A patch is *tight* if the tiles up to each level below K leave no hole between them, as the
definition of Heesch numbers asks (Kaplan, Heesch numbers of unmarked polyforms, 2022); it is
*whole* if the tiles of level K leave none either. Holes are counted by sides. The search for whole
patches turns back where a tile closes an empty region that no tiles can fill. Since tiles are held
together by sides, the tiles that fill the region lie in it, so its size is a multiple of a tile's.

If K is 1 or 2, the region also has a cell that touches a tile of a level below K, or an empty cell
beyond the region, at a corner. For the shape does not move, and a tile touches it from the start or
never, so tiles of level 1 are told when they are laid. A tile in the region has a level of at most
2. If it touches the shape, it does so with a cell of the region. Otherwise it touches a tile of
level 1. If this lies in the region, a cell of the region touches the shape; if not, a cell of the
region touches one of its cells, which holds it already, or is empty. With more coronas, tiles that
are laid later lower the levels of tiles around the region, so only its size counts.
"""

from __future__ import annotations

import numpy as np

from enumino.enum.kernels.plane.floors import (
    BASE,
    FAR,
    HALO,
    IMAGE,
    NUMBERS,
    SIDES,
    STAMP,
    TILES,
    TOUCHING,
)
from enumino.enum.kernels.shared.jit import inlined, subroutine

SURE_LEVELS = 2  # coronas in which levels below that of the last one never fall


@subroutine
def set_levels(floor):
    """Set the level of the last tile, and lower those of others that are nearer through it."""
    tiles = floor.registers[TILES]
    levels = floor.levels[tiles]
    for t in range(tiles - 1):
        levels[t] = floor.levels[tiles - 1, t]
    levels[tiles - 1] = FAR
    changed = True
    while changed:
        changed = False
        for t in range(tiles - 1, 0, -1):
            s, base = floor.tiles[t, IMAGE], floor.tiles[t, BASE]
            for h in range(floor.images[s, HALO]):
                owner = np.int64(floor.owners[base + floor.halos[s, h]])
                if owner > 0 and levels[owner - 1] + 1 < levels[t]:
                    levels[t] = levels[owner - 1] + 1
                    changed = True


@subroutine
def cuts_off(floor, coronas):
    """Return whether the last tile closes an empty region that no tiles can fill."""
    registers, tile = floor.registers, floor.registers[TILES] - 1
    s, base = floor.tiles[tile, IMAGE], floor.tiles[tile, BASE]
    first_stamp = registers[STAMP] + 1
    for h in range(floor.images[s, HALO]):
        start = base + floor.halos[s, h]
        if floor.owners[start] == 0 and floor.stamps[start] < first_stamp:
            size = _region(floor, start, first_stamp)
            if size % floor.cells.shape[1] != 0:
                return True
            if size > 0 and coronas <= SURE_LEVELS and not _is_touched(floor, size, coronas):
                return True
    return False


@inlined
def _region(floor, start, first_stamp):
    """Return the size of a closed empty region, whose places are on the stack; 0 of an open one."""
    registers, stack, stamps = floor.registers, floor.stack, floor.stamps
    registers[STAMP] += 1
    stamp = registers[STAMP]
    stamps[start] = stamp
    stack[0] = start
    reached, k = 1, 0
    while k < reached:
        place = stack[k]
        k += 1
        number = place % registers[NUMBERS]
        for e in range(floor.steps.shape[2]):
            if floor.steps[SIDES, number, e] == 0:
                break
            near = place + floor.steps[SIDES, number, e]
            if floor.owners[near] == 0 and stamps[near] != stamp:
                if stamps[near] >= first_stamp or reached == stack.shape[0]:
                    return 0  # it belongs to a region that counts as open
                stamps[near] = stamp
                stack[reached] = near
                reached += 1
    return reached


@inlined
def _is_touched(floor, size, coronas):
    """Return whether the last region touches a tile of a low level, or a cell that may hold one."""
    registers = floor.registers
    levels = floor.levels[registers[TILES]]
    for k in range(size):
        place = floor.stack[k]
        number = place % registers[NUMBERS]
        for e in range(floor.steps.shape[2]):
            if floor.steps[TOUCHING, number, e] == 0:
                break
            near = place + floor.steps[TOUCHING, number, e]
            owner = floor.owners[near]
            if owner == 0 and floor.stamps[near] != registers[STAMP]:
                return True
            if owner > 0 and levels[owner - 1] < coronas:
                return True
    return False
