"""The copies that may cover each cell, kept as sets of bits while tiles come and go.

A copy that covers a cell is the bit ``image * cells + number`` of the cell's set, where the cell of
the shape with this number lies on the cell. For each image of a tile, `tables` has a set for each
cell of a square *window* around the tile:

- kind 0: the copies that do not overlap the tile,
- kind q: the copies of kind 0 that, as pairs with the tile, may have q coronas,
- the last kind: the copies that touch or overlap the tile.

A cell is *known* once a search has counted its copies. Tiles that are placed later take copies out
of the sets of known cells, and `trail` has the sets as they were before. Copies only leave a set as
tiles are added, because levels only fall.
"""

from __future__ import annotations

import numpy as np

from enumino.enum.kernels.plane.floors import (
    CORONAS,
    COUNTED,
    HALO,
    IMAGE,
    KNOWN,
    MANY,
    MOVES,
    NUMBERS,
    ORIGIN,
    PAIRS,
    RADIUS,
    ROW,
    ROWS,
    SAME,
    STAMP,
    TABLES,
    TILES,
    TRAIL,
    UNIT,
    UNITS,
    moved,
    quotient,
)
from enumino.enum.kernels.shared.bits import ONE, ZERO, popcount
from enumino.enum.kernels.shared.jit import inlined, subroutine

NUMBER, PLACE, LEFT = 0, 3, 4  # columns of known cells


@subroutine
def start(floor):
    """Forget all cells, and find the copies of allowed images."""
    size = floor.cells.shape[1]
    for k in range(floor.registers[KNOWN]):
        floor.slots[floor.known[k, PLACE]] = -1
    floor.registers[KNOWN] = floor.registers[TRAIL] = floor.registers[COUNTED] = 0
    floor.starts[:] = ZERO
    for s in range(floor.cells.shape[0]):
        if floor.allowed[s]:
            for j in range(size):
                bit, number = s * size + j, floor.cells[s, j] % floor.registers[NUMBERS]
                floor.starts[number, bit >> 6] |= ONE << np.uint64(bit & 63)


@subroutine
def forget(floor, trail, known):
    """Return to an earlier state, which has lengths of the trail and of the known cells."""
    registers = floor.registers
    for k in range(known, registers[KNOWN]):
        floor.slots[floor.known[k, PLACE]] = -1
    registers[KNOWN] = known
    for n in range(registers[TRAIL] - 1, trail - 1, -1):
        k = floor.trail[n, 0]
        if k < known:
            floor.known[k, LEFT] = floor.trail[n, 1]
            for level in range(max(1, registers[CORONAS])):
                keep(floor.before[n, level], floor.left[k, level])
    registers[TRAIL] = trail


@subroutine
def recount(floor):
    """Take the copies that tiles exclude out of the sets of known cells.

    These are the tiles placed since the last count, and tiles whose levels have fallen.
    """
    registers = floor.registers
    tiles, counted = registers[TILES], registers[COUNTED]
    for t in range(0 if registers[CORONAS] else counted, tiles):
        if t >= counted or floor.levels[tiles, t] < floor.levels[counted, t]:
            s = floor.tiles[t, IMAGE]
            if floor.images[s, TABLES] <= registers[PAIRS]:
                _tabulate(floor, s)
            for k in range(registers[KNOWN]):
                if floor.owners[floor.known[k, PLACE]] == 0 and _is_beside(floor, k, t):
                    n = registers[TRAIL]
                    registers[TRAIL] = n + 1
                    floor.trail[n, 0], floor.trail[n, 1] = k, floor.known[k, LEFT]
                    for level in range(max(1, registers[CORONAS])):
                        keep(floor.left[k, level], floor.before[n, level])
                    _exclude(floor, k, t, t + 1)
    registers[COUNTED] = tiles


@subroutine
def know(floor, place):
    """Find the copies that may cover a cell; return its number among the known cells."""
    registers = floor.registers
    k = registers[KNOWN]
    registers[KNOWN] = k + 1
    floor.slots[place] = k
    cell = floor.known[k]
    cell[NUMBER], cell[PLACE] = place % registers[NUMBERS], place
    cell[ROW], cell[UNIT] = moved(floor, place)
    keep(floor.starts[cell[NUMBER]], floor.left[k, 0])
    floor.left[k, 1:] = ZERO
    _exclude(floor, k, np.int64(0), registers[TILES])
    return k


@inlined
def _exclude(floor, k, first, end):
    """Exclude the copies that some tiles do not allow, and count the copies left."""
    for t in range(first, end):
        _restrict(floor, k, t)
    if floor.registers[CORONAS] > 1:
        _forbid(floor, k, first)
    _count(floor, k)


@inlined
def keep(copies, to):
    """Write one set over another set."""
    for w in range(copies.size):
        to[w] = copies[w]


@inlined
def _count(floor, k):
    """Count the copies left for a known cell."""
    count = 0
    for w in range(floor.left.shape[2]):
        count += popcount(floor.left[k, 0, w])
    floor.known[k, LEFT] = count


@inlined
def _spot(floor, k, t, m):
    """Return the number of a known cell in the window around a tile's translate, or -1."""
    registers, cell, tile, move = floor.registers, floor.known[k], floor.tiles[t], floor.moves[m]
    row = cell[ROW] - tile[ROW] - move[ROW] + registers[RADIUS]
    unit = cell[UNIT] - tile[UNIT] - move[UNIT] + registers[RADIUS]
    if 0 <= row <= 2 * registers[RADIUS] and 0 <= unit <= 2 * registers[RADIUS]:
        return (row * (2 * registers[RADIUS] + 1) + unit) * registers[NUMBERS] + cell[NUMBER]
    return np.int64(-1)


@inlined
def _is_beside(floor, k, t):
    """Return whether a tile may exclude copies that are left for a known cell."""
    near = floor.registers[MOVES] > 1
    if not near:
        at, last = _spot(floor, k, t, 0), floor.tables.shape[0] - 1
        if at >= 0:
            near = floor.registers[CORONAS] < 2
            for w in range(floor.left.shape[2]):
                table = floor.tables[last, floor.tiles[t, IMAGE], at, w]
                near |= floor.left[k, 0, w] & table != ZERO
    return near


@inlined
def _restrict(floor, k, t):
    """Exclude the copies that overlap a tile, or have too few coronas with it in any case."""
    image, last = floor.tiles[t, IMAGE], floor.tables.shape[0] - 1
    level = coronas = floor.registers[CORONAS]
    if coronas > 1:
        level = min(level, np.int64(floor.levels[floor.registers[TILES], t]))
    for m in range(floor.registers[MOVES]):
        at = _spot(floor, k, t, m)
        if at >= 0:
            for w in range(floor.left.shape[2]):
                floor.left[k, 0, w] &= floor.tables[max(0, coronas - 1 - level), image, at, w]
                for above in range(level + 1, coronas):
                    floor.left[k, above, w] |= floor.tables[last, image, at, w]


@inlined
def _forbid(floor, k, tile):
    """Exclude copies that touch a tile of a lower level, and have too few coronas with their tile.

    A new or lower level of a tile changes this for the tile itself and for tiles of higher levels.
    """
    registers = floor.registers
    coronas, levels = registers[CORONAS], floor.levels[registers[TILES]]
    own = np.int64(levels[tile])
    first, end = (0, registers[TILES]) if own < coronas - 1 else (tile, tile + 1)
    for t in range(first, end):
        level = np.int64(levels[t])
        if (level > own or t == tile) and 0 < level < coronas:
            at = _spot(floor, k, t, 0)
            if at >= 0:
                for w in range(floor.left.shape[2]):
                    kept = floor.tables[coronas - level, floor.tiles[t, IMAGE], at, w]
                    floor.left[k, 0, w] &= kept | ~floor.left[k, level, w]


@subroutine
def _tabulate(floor, image):
    """Make the tables around a tile of an image."""
    registers, size = floor.registers, floor.cells.shape[1]
    tables, last = floor.tables, floor.tables.shape[0] - 1
    kinds, radius = min(registers[PAIRS] + 1, last), registers[RADIUS]
    window = (2 * radius + 1) ** 2 * registers[NUMBERS]
    tables[:kinds, image, :window] = ~ZERO
    tables[last, image, :window] = ZERO
    floor.images[image, TABLES] = registers[PAIRS] + 1
    reached = size + (floor.images[image, HALO] if registers[PAIRS] else 0)
    for s in range(floor.cells.shape[0]):
        registers[STAMP] += 1
        for h in range(reached):
            place = floor.cells[image, h] if h < size else floor.halos[image, h - size]
            for j in range(size):
                base = registers[ORIGIN] + place - floor.cells[s, j]
                if base % registers[NUMBERS] == 0 and floor.stamps[base] != registers[STAMP]:
                    floor.stamps[base] = registers[STAMP]
                    first = (
                        0 if h < size else _coronas_of(floor, image, s, place - floor.cells[s, j])
                    )
                    row, unit = moved(floor, base)
                    middle = (row + radius) * (2 * radius + 1) + unit + radius
                    for k in range(size):
                        at, bit = middle * registers[NUMBERS] + floor.spots[s, k], s * size + k
                        mark = ONE << np.uint64(bit & 63)
                        tables[last, image, at, bit >> 6] |= mark
                        for kind in range(first, kinds):
                            tables[kind, image, at, bit >> 6] &= ~mark


@inlined
def _coronas_of(floor, image, other, apart):
    """Return how many coronas a tile and a copy that touches it never have together, or `MANY`."""
    seen, row, unit = quotient(floor, image, apart, other)
    kept, middle = floor.images[seen], floor.pairs.shape[1] // 2
    coronas = floor.pairs[kept[SAME], row + kept[ROWS] + middle, unit + kept[UNITS] + middle]
    return np.int64(coronas) if coronas else MANY
