"""Coronas: the levels of the tiles of a patch.

Tile 0 is the shape. The *level* of a tile is the least number of steps from it to the shape through
tiles that share a side or a corner. A patch has K coronas if all cells that touch a tile of a level
below K are covered; corona k consists of the tiles of level k. A shape that tiles the plane has
patches with any number of coronas. If there is no patch with K coronas, the shape does not tile.

A patch is *tight* if the tiles up to each level below K enclose no hole, as the definition of
Heesch numbers requires (Kaplan, Heesch numbers of unmarked polyforms, 2022). It is *whole* if the
tiles up to level K enclose no hole, either. Holes are components connected by sides. The search for
whole patches backtracks where a tile closes an empty region that no tiles can fill. The cells of a
tile connect by sides, so the tiles that fill the region are inside it, and its size is a multiple
of the size of a tile.

If K is 1 or 2, the region also has a cell that touches a tile of a level below K, or an empty cell
beyond the region, at a corner. Proof: A tile touches the shape from the start or never, so its
level is known to be 1 when it is placed. A tile in the region has a level of at most 2. If the tile
touches the shape, a cell of the region does. Otherwise the tile touches a tile of level 1. If the
tile of level 1 is inside the region, a cell of the region touches the shape. If not, a cell of the
region touches a cell of that tile: either the tile has been placed, or its cell is empty. With more
coronas, later tiles may lower the levels of tiles around the region, so only its size counts.
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

SURE_LEVELS = 2  # most coronas for which the levels of inner tiles never fall


@subroutine
def set_levels(floor):
    """Set the level of the last tile, and lower the levels of tiles that are nearer through it."""
    tiles = floor.registers[TILES]
    levels = floor.levels[tiles]
    for t in range(tiles - 1):
        levels[t] = floor.levels[tiles - 1, t]
    levels[tiles - 1] = FAR
    first, changing = tiles - 1, True
    while changing:
        changing = False
        for t in range(tiles - 1, first - 1, -1):
            s, base = floor.tiles[t, IMAGE], floor.tiles[t, BASE]
            least, most = np.int64(levels[t]), np.int64(0)
            for h in range(floor.images[s, HALO]):
                owner = np.int64(floor.owners[base + floor.halos[s, h]])
                if owner > 0:
                    least = min(least, np.int64(levels[owner - 1]) + 1)
                    most = max(most, np.int64(levels[owner - 1]))
            levels[t] = least
            changing |= most > least + 1
        first = 1


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
    """Return the size of a closed empty region, and leave its places on the stack; 0 if open."""
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
                    return 0  # part of a region that counts as open
                stamps[near] = stamp
                stack[reached] = near
                reached += 1
    return reached


@inlined
def _is_touched(floor, size, coronas):
    """Return whether the region on the stack touches an inner tile, or an empty cell beyond it."""
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
