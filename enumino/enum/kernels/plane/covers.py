"""Copies of a shape that cover cells of the plane: patches, isohedral tilings and periodic ones.

The search takes a cell that must be covered and that few copies can cover, and tries these one
after the other. Every solution contains one copy that covers the cell, so the search is exhaustive.
Cells must be covered that touch a tile of a level below a number of coronas. There are three kinds,
which differ in the levels of tiles, and in what follows when a tile is laid:

- Patches with coronas: the tile gets its level, others may get lower ones (`_coronas`).
- Isohedral tilings: the symmetries generate others, whose tiles are laid too (`_isohedral`). Only
  the shape has to be surrounded.
- Tilings with a given period: a tile is laid together with its translates by the `moves` of the
  floor. The cells to cover are those of one period, which the floor has as the halo of the shape.

Cells that no copy could cover gain weight, and are chosen earlier (Boussemart, Hemery, Lecoutre and
Sais, Boosting systematic search by weighting constraints, 2004). Otherwise a contradiction far from
the first tiles is found again for each way to place these.

Two copies touch in one of some hundred ways. For each way, `find_pairs` searches for coronas around
the two: all cells that touch either are covered, and so on. It marks the ways that never have one
corona, then those that never have two if no tiles touch in a way that is marked, and so on. Two
tiles of a patch with K coronas whose levels are at most m have K - m coronas together, because the
tiles around them have levels of at most m + 1. This leaves few copies where many fit.

Frames hold, for each choice, the cell to cover, the next image and cell to try, and the number of
tiles before. The registers `DEPTH` and `DOWN` have the state of a search between calls.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

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
    translations,
)
from enumino.enum.kernels.shared.jit import inlined, kernel, subroutine

# Results of a search: nothing more is found; the tiles on the floor; too many nodes.
NONE, FOUND, GIVEN_UP = range(3)
# Kinds of searches: patches that may leave holes beyond the last corona, or that may not; isohedral
# tilings without reflections among the symmetries, or with them.
PATCHES, WHOLE_PATCHES, ISOHEDRAL, WITH_MIRRORS, PERIODIC = range(5)
CELL, NEXT_IMAGE, NEXT_CELL, BEFORE = range(4)  # of a frame
CALL_NODES = 5_000  # of a call of `cover`, which an interrupt waits for


def begin(floor: Floor, coronas: int = 0, further: Iterable[tuple[int, int]] = ()) -> None:
    """Begin a search with the shape, and with further tiles: images and bases.

    `coronas` is the number of coronas of patches if pairs are known, or 0. The cells keep their
    weights.
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
    """Search for the next tiles that cover what must be covered; return the result.

    After `max_nodes` nodes the result is `GIVEN_UP`, and another call goes on.
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
    """Return the cell to cover next, and the number of copies that can cover it; -1 if none.

    It has the fewest copies for its weight: one, and one more for each time no copy was left. A
    cell that only one copy can cover comes before others.
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
    """Return the number of copies that may cover a place, at most `most`."""
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
    """Return whether a copy fits, and may touch the tiles around it as far as is known."""
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
    """Return the image and the translation of a copy as a tile sees it, as an index of `pairs`."""
    seen, row, unit = quotient(floor, tile, image, base)
    kept, middle = floor.images[seen], floor.pairs.shape[1] // 2
    return kept[SAME], row + kept[ROWS] + middle, unit + kept[UNITS] + middle


def has_hole(floor: Floor, level: int) -> bool:
    """Return whether the tiles up to a level leave a hole between them, by sides."""
    count = floor.registers[TILES]
    some = floor.tiles[:count][floor.levels[count, :count] <= level]
    taken, numbers = {*places_of(floor, some).ravel().tolist()}, int(floor.registers[NUMBERS])
    sides, touching = floor.steps.tolist()  # each list ends with 0, no step
    around = {place + step for place in taken for step in touching[place % numbers]} - taken
    margin = {place + step for place in around for step in touching[place % numbers]} - taken
    reached = {min(margin)}
    todo = [*reached]
    while todo:
        place = todo.pop()
        near = {place + step for step in sides[place % numbers]} & margin
        todo += near - reached
        reached |= near
    return not around <= reached


def find_pairs(floor: Floor, coronas: int, around: int, max_nodes: int) -> Iterator[bool]:
    """Mark the ways to touch in which two copies never have a number of coronas.

    Yield, after each search, whether it marks a way. Ways that never have one corona less are
    marked already. A search lays `around` coronas at most.
    """
    floor.weights[:] = 0
    if coronas == 1:
        floor.pairs[:] = 0
    middle = floor.pairs.shape[1] // 2
    for image in np.flatnonzero(floor.allowed).tolist():
        for base in _beside(floor, image):
            row, unit = map(int, translations(floor, base))
            back, *own = floor.inverses[image]
            opposite = own - floor.matrices[back] @ (row, unit)
            ways = [  # as each of the two tiles sees the other one
                (image, row + middle, unit + middle),
                (floor.images[back, SAME], *(opposite + floor.images[back, ROWS:] + middle)),
            ]
            if floor.pairs[ways[0]] == 0:
                begin(floor, coronas, [(image, base)])
                has_none = cover(floor, PATCHES, around, max_nodes) == NONE
                if has_none:
                    for way in ways:
                        floor.pairs[way] = coronas
                yield has_none


def _beside(floor: Floor, image: int) -> list[int]:
    """Return the bases of the copies of an image that touch the shape."""
    origin, numbers = floor.registers[ORIGIN], floor.registers[NUMBERS]
    around = origin + floor.halos[0, : floor.images[0, HALO]]
    matching = around[:, None] % numbers == floor.numbers[image]
    bases = (around[:, None] - floor.cells[image])[matching]
    overlap = np.isin(bases[:, None] + floor.cells[image], origin + floor.cells[0]).any(1)
    return list(dict.fromkeys(bases[~overlap].tolist()))
