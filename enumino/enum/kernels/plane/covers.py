"""Copies of a shape that cover cells of the plane: patches, isohedral and periodic tilings.

The search chooses a cell that must be covered and that few copies can cover, and tries these copies
one after the other. Every solution contains one copy that covers the cell, so the search is
exhaustive. A cell must be covered if it touches a tile whose level is less than the number of
coronas. Three kinds of searches differ in the levels of tiles, and in the steps after a new tile:

- Patches with coronas: the tile gets its level, and levels of other tiles may fall (`_coronas`).
- Isohedral tilings: the symmetries generate other symmetries, whose tiles are placed, too
  (`_isohedral`). Only the shape must be surrounded.
- Tilings with a given period: a tile is placed together with its translates by the `moves` of the
  floor. The cells of one period must be covered; the floor has them as the halo of the shape.

Cells that no copy could cover gain weight, and are chosen earlier (Boussemart, Hemery, Lecoutre and
Sais, Boosting systematic search by weighting constraints, 2004). Otherwise the search would find
a contradiction far from the first tiles again for each arrangement of the first tiles.

Frames hold, for each choice, the cell to cover, the next image and cell to try, and the number of
tiles before. The registers `DEPTH` and `DOWN` keep the state of a search between calls.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from enumino.enum.kernels.plane._coronas import cuts_off, set_levels
from enumino.enum.kernels.plane._isohedral import complete
from enumino.enum.kernels.plane.floors import (
    BASE,
    CORONAS,
    DEPTH,
    DOWN,
    HALO,
    IMAGE,
    MANY,
    NODES,
    NUMBERS,
    ORIGIN,
    ROWS,
    SAME,
    STAMP,
    TILES,
    UNITS,
    Floor,
    empty,
    fits,
    places_of,
    put,
    quotient,
    take_back,
)
from enumino.enum.kernels.shared.jit import inlined, kernel, subroutine

# Results of a search: no further solution; the tiles on the floor; too many nodes.
NONE, FOUND, GIVEN_UP = range(3)
# Kinds of searches: patches whose last corona may leave holes, or may not; isohedral tilings whose
# symmetries have no reflections, or may have reflections; tilings with a given period.
PATCHES, WHOLE_PATCHES, ISOHEDRAL, WITH_MIRRORS, PERIODIC = range(5)
CELL, NEXT_IMAGE, NEXT_CELL, BEFORE = range(4)  # fields of a frame
CALL_NODES = 5_000  # nodes of a call of `cover`, after which an interrupt is noticed


def begin(floor: Floor, coronas: int = 0, further: Iterable[tuple[int, int]] = ()) -> None:
    """Begin a search with the shape, and with further tiles: images and bases.

    `coronas` is the number of coronas if pairs are known, or 0. Cells keep their weights.
    """
    registers = floor.registers
    empty(floor)
    for number, tile in enumerate([(0, registers[ORIGIN]), *further]):
        floor.tiles[number] = tile
        floor.owners[places_of(floor, floor.tiles[number : number + 1])] = number + 1
        floor.levels[number + 1, : number + 1] = 0
        registers[TILES] = number + 1
    registers[CORONAS], registers[DEPTH], registers[DOWN] = coronas, 0, 1


@kernel
def cover(floor, kind, coronas, max_nodes):
    """Search for the next tiles that cover all cells that must be covered; return the result.

    After `max_nodes` nodes the result is `GIVEN_UP`, and another call continues the search.
    """
    frames, registers = floor.frames, floor.registers
    registers[NODES] = 0
    while True:
        if registers[DOWN]:
            if registers[NODES] >= max_nodes or registers[TILES] + 1 >= floor.tiles.shape[0]:
                return GIVEN_UP
            registers[NODES] += 1
            registers[DOWN] = 0
            place, copies = _narrowest(floor, coronas)
            if place < 0:
                return FOUND
            if copies > 0:
                frame = frames[registers[DEPTH]]
                frame[CELL], frame[NEXT_IMAGE], frame[NEXT_CELL] = place, 0, 0
                frame[BEFORE] = registers[TILES]
                registers[DEPTH] += 1
        if registers[DEPTH] == 0:
            return NONE
        frame = frames[registers[DEPTH] - 1]
        while registers[TILES] > frame[BEFORE]:
            take_back(floor)
        if not _next_copy(floor, frame):
            registers[DEPTH] -= 1
        elif kind == ISOHEDRAL or kind == WITH_MIRRORS:
            registers[DOWN] = np.int64(complete(floor, kind == WITH_MIRRORS))
        elif kind == PERIODIC:
            registers[DOWN] = 1
        else:
            set_levels(floor)
            lost = kind == WHOLE_PATCHES and cuts_off(floor, coronas)
            floor.weights[frame[CELL]] += np.int64(lost)
            registers[DOWN] = np.int64(not lost)


@subroutine
def _narrowest(floor, coronas):
    """Return the cell to cover next, or -1 if there is none, and the number of its copies.

    The cell has the fewest copies divided by its weight, or only one copy. A weight is one more
    than the number of times that no copy could cover the cell.
    """
    registers, weights = floor.registers, floor.weights
    best, weight, found = MANY, 1, -1
    registers[STAMP] += 1
    stamp, tiles = registers[STAMP], registers[TILES]
    for t in range(tiles):
        if floor.levels[tiles, t] < coronas:
            s, base = floor.tiles[t, IMAGE], floor.tiles[t, BASE]
            for h in range(floor.images[s, HALO]):
                place = base + floor.halos[s, h]
                if floor.owners[place] == 0 and floor.stamps[place] != stamp:
                    floor.stamps[place] = stamp
                    own = 1 + weights[place]
                    most = 1 if best == 1 else (best * own + weight - 1) // weight
                    copies = _copies_at(floor, place, most)
                    if copies < most:
                        best, weight, found = copies, own, place
                        if copies == 0:
                            weights[place] += 1
                            return found, best
    return found, best


@inlined
def _copies_at(floor, place, most):
    """Return the number of copies that may cover a place, or `most` if there are more."""
    count, number = 0, place % floor.registers[NUMBERS]
    for s in range(floor.cells.shape[0]):
        if floor.allowed[s]:
            for j in range(floor.cells.shape[1]):
                if floor.numbers[s, j] == number:
                    count += np.int64(_is_possible(floor, s, place - floor.cells[s, j]))
                    if count == most:
                        return count
    return count


@subroutine
def _next_copy(floor, frame):
    """Put the next copy that covers the cell of a frame; return whether there is one."""
    place, size = frame[CELL], floor.cells.shape[1]
    number = place % floor.registers[NUMBERS]
    while frame[NEXT_IMAGE] < floor.cells.shape[0]:
        s, j = frame[NEXT_IMAGE], frame[NEXT_CELL]
        frame[NEXT_CELL] += 1
        if frame[NEXT_CELL] == size:
            frame[NEXT_IMAGE] += 1
            frame[NEXT_CELL] = 0
        fitting = floor.allowed[s] and floor.numbers[s, j] == number
        if fitting and _is_possible(floor, s, place - floor.cells[s, j]):
            put(floor, s, place - floor.cells[s, j])
            return True
    return False


@inlined
def _is_possible(floor, image, base):
    """Return whether a copy fits, and no known pair forbids it to touch the tiles around it."""
    return fits(floor, image, base) and (
        floor.registers[CORONAS] == 0 or _may_touch(floor, image, base)
    )


@subroutine
def _may_touch(floor, image, base):
    """Return whether a copy has enough coronas together with each tile that it touches."""
    levels = floor.levels[floor.registers[TILES]]
    level = MANY
    for h in range(floor.images[image, HALO]):
        owner = np.int64(floor.owners[base + floor.halos[image, h]])
        if owner > 0:
            level = min(level, levels[owner - 1] + 1)
    last = 0
    for h in range(floor.images[image, HALO]):
        owner = np.int64(floor.owners[base + floor.halos[image, h]])
        if owner > 0 and owner != last:
            last = owner
            coronas = floor.registers[CORONAS] - max(level, levels[owner - 1])
            if 0 < floor.pairs[_pair_of(floor, owner - 1, image, base)] <= coronas:
                return False
    return True


@inlined
def _pair_of(floor, tile, image, base):
    """Return the image and the translation of a copy, seen from a tile, as an index of `pairs`."""
    seen, row, unit = quotient(floor, tile, image, base)
    kept, middle = floor.images[seen], floor.pairs.shape[1] // 2
    return kept[SAME], row + kept[ROWS] + middle, unit + kept[UNITS] + middle
