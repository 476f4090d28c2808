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

Frames hold, for each choice, the cell to cover, and the numbers of tiles, changes and known cells
(see `copies`) before. The registers `DEPTH` and `DOWN` keep the state of a search between calls.
"""

from __future__ import annotations

import numpy as np

from enumino.enum.kernels.plane._coronas import cuts_off, set_levels
from enumino.enum.kernels.plane._isohedral import complete
from enumino.enum.kernels.plane.copies import LEFT, PLACE, forget, keep, know, recount, start
from enumino.enum.kernels.plane.floors import (
    BASE,
    CORONAS,
    COUNTED,
    DEPTH,
    DOWN,
    EPOCH,
    HALO,
    IMAGE,
    KNOWN,
    MANY,
    NODES,
    ORIGIN,
    OTHER,
    OTHER_BASE,
    SHIFT,
    TALL,
    TILES,
    TRAIL,
    WIDE,
    Floor,
    clear,
    put,
    take_back,
)
from enumino.enum.kernels.plane.tori import next_torus
from enumino.enum.kernels.shared.bits import ONE, ZERO, lowest_one
from enumino.enum.kernels.shared.jit import inlined, kernel, subroutine

# Results of a search: no further solution; the tiles on the floor; too many nodes.
NONE, FOUND, GIVEN_UP = range(3)
# Kinds of searches: patches whose last corona may leave holes, or may not; isohedral tilings whose
# symmetries have no reflections, or may have reflections; tilings with periods of a given size.
PATCHES, WHOLE_PATCHES, ISOHEDRAL, WITH_MIRRORS, PERIODIC = range(5)
CELL, BEFORE, CHANGED, SEEN = range(4)  # fields of a frame
UNBEGUN = -1  # depth of a search that begins with the next call
AN_EPOCH = 1 << 32  # more than any weight
CALL_NODES = 5_000  # nodes of a call of `cover`, after which an interrupt is noticed


def forget_weights(floor: Floor) -> None:
    """Begin an epoch, in which no cell has gained weight."""
    floor.registers[EPOCH] += AN_EPOCH


def begin(floor: Floor, coronas: int, image: int = 0, base: int = 0) -> None:
    """Let the next call of `cover` begin a search with the shape, and a copy of a positive base.

    `coronas` is the number of coronas if pairs are known, or 0. Cells keep their weights until the
    next epoch: see `forget_weights`.
    """
    floor.registers[[CORONAS, DEPTH, OTHER, OTHER_BASE]] = coronas, UNBEGUN, image, base


def begin_tori(floor: Floor, width: int, height: int) -> None:
    """Let the next call of `cover` begin with tori of a size."""
    forget_weights(floor)
    begin(floor, 0)
    floor.registers[[WIDE, TALL, SHIFT]] = width, height, -1


@kernel
def cover(floor, kind, coronas, max_nodes):
    """Search for the next tiles that cover all cells that must be covered; return the result.

    After `max_nodes` nodes the result is `GIVEN_UP`, and another call continues the search.
    """
    frames, registers = floor.frames, floor.registers
    registers[NODES] = 0
    while True:
        if registers[DEPTH] == UNBEGUN:
            if not _begin(floor, kind):
                return NONE
        if registers[DOWN]:
            if registers[NODES] >= max_nodes or not _has_room(floor):
                return GIVEN_UP
            registers[NODES] += 1
            registers[DOWN] = 0
            counted = registers[COUNTED]
            recount(floor)
            place, copies = _narrowest(floor, kind, coronas, counted)
            if place < 0:
                return FOUND
            if copies > 0:
                frame = frames[registers[DEPTH]]
                frame[CELL], frame[BEFORE] = place, registers[TILES]
                frame[CHANGED], frame[SEEN] = registers[TRAIL], registers[KNOWN]
                keep(floor.left[floor.slots[place], 0], floor.choices[registers[DEPTH]])
                registers[DEPTH] += 1
        if registers[DEPTH] == 0:
            if kind != PERIODIC:
                return NONE
            registers[DEPTH] = UNBEGUN
            continue
        frame = frames[registers[DEPTH] - 1]
        while registers[TILES] > frame[BEFORE]:
            take_back(floor)
        registers[COUNTED] = frame[BEFORE]
        forget(floor, frame[CHANGED], frame[SEEN])
        if not _next_copy(floor, frame, floor.choices[registers[DEPTH] - 1]):
            registers[DEPTH] -= 1
        elif kind == ISOHEDRAL or kind == WITH_MIRRORS:
            registers[DOWN] = np.int64(complete(floor, kind == WITH_MIRRORS))
        elif kind == PERIODIC:
            registers[DOWN] = 1
        else:
            set_levels(floor)
            lost = kind == WHOLE_PATCHES and cuts_off(floor, coronas)
            weight = max(floor.weights[frame[CELL]], registers[EPOCH])
            floor.weights[frame[CELL]] = weight + np.int64(lost)
            registers[DOWN] = np.int64(not lost)


@subroutine
def _begin(floor, kind):
    """Put the first tiles on the floor; return whether there is a further torus."""
    registers = floor.registers
    clear(floor)
    if kind == PERIODIC:
        if not next_torus(floor):
            return False
        registers[EPOCH] += AN_EPOCH
    for k in range(1 + (registers[OTHER_BASE] > 0)):
        put(floor, k * registers[OTHER], registers[OTHER_BASE] if k else registers[ORIGIN])
    tiles = registers[TILES]
    for t in range(tiles):
        floor.levels[tiles, t] = 0
    registers[DEPTH], registers[DOWN] = 0, 1
    start(floor)
    return True


@inlined
def _has_room(floor):
    """Return whether another tile and the changes of sets have room."""
    registers = floor.registers
    changes = registers[KNOWN] * (registers[TILES] - registers[COUNTED])
    return (
        registers[TILES] + 1 < floor.tiles.shape[0]
        and registers[TRAIL] + changes < floor.trail.shape[0]
    )


@subroutine
def _narrowest(floor, kind, coronas, counted):
    """Return the cell to cover next, or -1 if there is none, and the number of its copies.

    The cell has the fewest copies divided by its weight, or only one copy. A weight is one more
    than the number of times that no copy could cover the cell. Cells around the tiles counted
    earlier are known.
    """
    registers, weights, epoch = floor.registers, floor.weights, floor.registers[EPOCH]
    best, weight, found = MANY, 1, _hopeless(floor, kind, coronas, counted)
    if found >= 0:
        weights[found] = max(weights[found], epoch) + 1
        return found, np.int64(0)
    for k in range(registers[KNOWN]):
        place, copies = floor.known[k, PLACE], floor.known[k, LEFT]
        if floor.owners[place] == 0:
            own = 1 + max(0, weights[place] - epoch)
            if copies * weight < best * own:
                best, weight, found = copies, own, place
                if best == 1:
                    break
    return found, best


@subroutine
def _hopeless(floor, kind, coronas, counted):
    """Return a cell that no copy may cover, or -1 once all cells that must be covered are known."""
    for k in range(floor.registers[KNOWN]):
        if floor.known[k, LEFT] == 0 and floor.owners[floor.known[k, PLACE]] == 0:
            return floor.known[k, PLACE]
    tiles = floor.registers[TILES]
    for t in range(tiles if kind <= WHOLE_PATCHES else 1):
        level = floor.levels[tiles, t]
        is_new = t >= counted or level < floor.levels[counted, t]
        if is_new and (t == 0 or level < coronas):
            s, base = floor.tiles[t, IMAGE], floor.tiles[t, BASE]
            for h in range(floor.images[s, HALO]):
                place = base + floor.halos[s, h]
                if floor.owners[place] == 0 and floor.slots[place] < 0:
                    if floor.known[know(floor, place), LEFT] == 0:
                        return place
    return np.int64(-1)


@subroutine
def _next_copy(floor, frame, choices):
    """Put the next copy that covers the cell of a frame; return whether there is one."""
    size = floor.cells.shape[1]
    for w in range(choices.size):
        if choices[w] != ZERO:
            s, j = divmod(64 * w + lowest_one(choices[w]), size)
            choices[w] &= choices[w] - ONE
            put(floor, s, frame[CELL] - floor.cells[s, j])
            return True
    return False
