"""Copies of a shape that cover cells of the plane: patches, isohedral tilings and periodic ones.

The search takes a cell that must be covered and that few copies can cover, and tries these one
after the other. Every solution contains one copy that covers the cell, so the search is exhaustive.
Cells must be covered that touch a tile of a level below a number of coronas. There are three kinds,
which differ in the levels of tiles, and in what follows when a tile is laid:

- Patches with coronas: the tile gets its level, others may get lower ones (`_coronas`).
- Isohedral tilings: the symmetries generate others, whose tiles are laid too (`_isohedral`). Only
  the shape has to be surrounded.
- Tilings with a given period: a tile is laid together with its translates by the `moves` of the
  board. The cells to cover are those of one period, which the board has as the halo of the shape.

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

from enumino.enum.kernels.plane._boards import (
    BASE,
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
    SURE,
    TILES,
    UNITS,
    Board,
    empty,
    fits,
    places_of,
    put,
    quotient,
    take_back,
    translations,
)
from enumino.enum.kernels.plane._coronas import cuts_off, set_levels
from enumino.enum.kernels.plane._isohedral import complete
from enumino.enum.kernels.shared.jit import inlined, kernel, subroutine

# Results of a search: nothing more is found; the tiles on the board; too many nodes.
NONE, FOUND, GIVEN_UP = range(3)
# Kinds of searches: patches that may leave holes beyond the last corona, or that may not; isohedral
# tilings without reflections among the symmetries, or with them.
PATCHES, WHOLE_PATCHES, ISOHEDRAL, WITH_MIRRORS, PERIODIC = range(5)
CELL, NEXT_IMAGE, NEXT_CELL, BEFORE = range(4)  # of a frame
CALL_NODES = 5_000  # of a call of `cover`, which an interrupt waits for


def begin(board: Board, sure: int = 0, further: Iterable[tuple[int, int]] = ()) -> None:
    """Begin a search with the shape, and with further tiles: images and bases.

    `sure` is the coronas of patches if pairs are known, or 0. The cells keep the weights that they
    have.
    """
    registers = board.registers
    empty(board)
    for number, tile in enumerate([(0, registers[ORIGIN]), *further]):
        board.tiles[number] = tile
        board.owners[places_of(board, board.tiles[number : number + 1])] = number + 1
        board.levels[number + 1, : number + 1] = 0
        registers[TILES] = number + 1
    registers[SURE], registers[DEPTH], registers[DOWN] = sure, 0, 1


@kernel
def cover(board, kind, coronas, max_nodes):
    """Search for the next tiles that cover what must be covered; return the result.

    After `max_nodes` nodes the result is `GIVEN_UP`, and another call goes on.
    """
    frames, registers = board.frames, board.registers
    registers[NODES] = 0
    while True:
        if registers[DOWN]:
            if registers[NODES] >= max_nodes or registers[TILES] + 1 >= board.tiles.shape[0]:
                return GIVEN_UP
            registers[NODES] += 1
            registers[DOWN] = 0
            place, copies = _narrowest(board, coronas)
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
            take_back(board)
        if not _next_copy(board, frame):
            registers[DEPTH] -= 1
        elif kind == ISOHEDRAL or kind == WITH_MIRRORS:
            registers[DOWN] = np.int64(complete(board, kind == WITH_MIRRORS))
        elif kind == PERIODIC:
            registers[DOWN] = 1
        else:
            set_levels(board)
            lost = kind == WHOLE_PATCHES and cuts_off(board, coronas)
            board.weights[frame[CELL]] += np.int64(lost)
            registers[DOWN] = np.int64(not lost)


@subroutine
def _narrowest(board, coronas):
    """Return the cell to cover next, and the number of copies that can cover it; -1 if none.

    It has the fewest copies for its weight: one, and one more for each time no copy was left. A
    cell that only one copy can cover comes before others.
    """
    registers, weights = board.registers, board.weights
    best, weight, found = MANY, 1, -1
    registers[STAMP] += 1
    stamp, tiles = registers[STAMP], registers[TILES]
    for t in range(tiles):
        if board.levels[tiles, t] < coronas:
            s, base = board.tiles[t, IMAGE], board.tiles[t, BASE]
            for h in range(board.images[s, HALO]):
                place = base + board.halos[s, h]
                if board.owners[place] == 0 and board.stamps[place] != stamp:
                    board.stamps[place] = stamp
                    own = 1 + weights[place]
                    most = 1 if best == 1 else (best * own + weight - 1) // weight
                    copies = _copies_at(board, place, most)
                    if copies < most:
                        best, weight, found = copies, own, place
                        if copies == 0:
                            weights[place] += 1
                            return found, best
    return found, best


@inlined
def _copies_at(board, place, most):
    """Return the number of copies that may cover a place, at most `most`."""
    count, number = 0, place % board.registers[NUMBERS]
    for s in range(board.cells.shape[0]):
        if board.usable[s]:
            for j in range(board.cells.shape[1]):
                if board.numbers[s, j] == number:
                    count += np.int64(_is_possible(board, s, place - board.cells[s, j]))
                    if count == most:
                        return count
    return count


@subroutine
def _next_copy(board, frame):
    """Put the next copy that covers the cell of a frame; return whether there is one."""
    place, size = frame[CELL], board.cells.shape[1]
    number = place % board.registers[NUMBERS]
    while frame[NEXT_IMAGE] < board.cells.shape[0]:
        s, j = frame[NEXT_IMAGE], frame[NEXT_CELL]
        frame[NEXT_CELL] += 1
        if frame[NEXT_CELL] == size:
            frame[NEXT_IMAGE] += 1
            frame[NEXT_CELL] = 0
        fitting = board.usable[s] and board.numbers[s, j] == number
        if fitting and _is_possible(board, s, place - board.cells[s, j]):
            put(board, s, place - board.cells[s, j])
            return True
    return False


@inlined
def _is_possible(board, image, base):
    """Return whether a copy fits, and may touch the tiles around it as far as is known."""
    return fits(board, image, base) and (
        board.registers[SURE] == 0 or _may_touch(board, image, base)
    )


@subroutine
def _may_touch(board, image, base):
    """Return whether a copy has enough coronas together with each tile that it touches."""
    levels = board.levels[board.registers[TILES]]
    level = MANY
    for h in range(board.images[image, HALO]):
        owner = np.int64(board.owners[base + board.halos[image, h]])
        if owner > 0:
            level = min(level, levels[owner - 1] + 1)
    last = 0
    for h in range(board.images[image, HALO]):
        owner = np.int64(board.owners[base + board.halos[image, h]])
        if owner > 0 and owner != last:
            last = owner
            coronas = board.registers[SURE] - max(level, levels[owner - 1])
            if 0 < board.pairs[_pair_of(board, owner - 1, image, base)] <= coronas:
                return False
    return True


@inlined
def _pair_of(board, tile, image, base):
    """Return the image and the translation of a copy as a tile sees it, as an index of `pairs`."""
    seen, row, unit = quotient(board, tile, image, base)
    kept, middle = board.images[seen], board.pairs.shape[1] // 2
    return kept[SAME], row + kept[ROWS] + middle, unit + kept[UNITS] + middle


def has_hole(board: Board, level: int) -> bool:
    """Return whether the tiles up to a level leave a hole between them, by sides."""
    count = board.registers[TILES]
    some = board.tiles[:count][board.levels[count, :count] <= level]
    taken, numbers = {*places_of(board, some).ravel().tolist()}, int(board.registers[NUMBERS])
    sides, touching = board.steps.tolist()  # each list ends with 0, no step
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


def find_pairs(board: Board, coronas: int, around: int, max_nodes: int) -> Iterator[bool]:
    """Mark the ways to touch in which two copies never have a number of coronas.

    Yield, after each search, whether it marks a way. Ways that never have one corona less are
    marked already. A search lays `around` coronas at most.
    """
    board.weights[:] = 0
    if coronas == 1:
        board.pairs[:] = 0
    middle = board.pairs.shape[1] // 2
    for image in np.flatnonzero(board.usable).tolist():
        for base in _beside(board, image):
            row, unit = map(int, translations(board, base))
            back, *own = board.inverses[image]
            opposite = own - board.matrices[back] @ (row, unit)
            ways = [  # as each of the two tiles sees the other one
                (image, row + middle, unit + middle),
                (board.images[back, SAME], *(opposite + board.images[back, ROWS:] + middle)),
            ]
            if board.pairs[ways[0]] == 0:
                begin(board, coronas, [(image, base)])
                has_none = cover(board, PATCHES, around, max_nodes) == NONE
                if has_none:
                    for way in ways:
                        board.pairs[way] = coronas
                yield has_none


def _beside(board: Board, image: int) -> list[int]:
    """Return the bases of the copies of an image that touch the shape."""
    origin, numbers = board.registers[ORIGIN], board.registers[NUMBERS]
    around = origin + board.halos[0, : board.images[0, HALO]]
    matching = around[:, None] % numbers == board.numbers[image]
    bases = (around[:, None] - board.cells[image])[matching]
    overlap = np.isin(bases[:, None] + board.cells[image], origin + board.cells[0]).any(1)
    return list(dict.fromkeys(bases[~overlap].tolist()))
