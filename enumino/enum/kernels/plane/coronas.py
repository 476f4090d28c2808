"""Coronas: patches of copies around a shape.

Tile 0 is the shape. The *level* of a tile is the least number of steps from it to the shape through
tiles that share a side or a corner. A patch has K coronas if all cells that touch a tile of a level
below K are covered, so that corona k is the tiles of level k. A shape that tiles the plane has
patches with any number of coronas; if the search for one ends without any, the shape does not tile.

The search takes a cell that must be covered and that few copies can cover, tries these one after
the other, and demands the cells around each new tile of a level below K. Every patch contains one
copy that covers the cell, so the search is exhaustive.

A patch is *tight* if the tiles up to each level below K leave no hole between them, as the
definition of Heesch numbers asks (Kaplan, Heesch numbers of unmarked polyforms, 2022); it is
*whole* if the tiles of level K leave none either. Holes are counted by sides. The search for whole
patches turns back where a tile closes an empty region that no tiles can fill.

Cells that no copy could cover gain weight, and are chosen earlier (Boussemart, Hemery, Lecoutre and
Sais, Boosting systematic search by weighting constraints, 2004). Otherwise a contradiction far from
the first tiles is found again for each way to place these.

Two copies touch in one of some hundred ways. For each way, `find_pairs` searches for coronas around
the two: all cells that touch either are covered, and so on. It marks the ways that never have one
corona, then those that never have two if no tiles touch in a way that is marked, and so on. Two
tiles of a patch with K coronas whose levels are at most m have K - m coronas together, because the
tiles around them have levels of at most m + 1. This leaves few copies where many fit.

Frames hold, for each tile after the first, the cell it covers, and the next image and cell to try.
The registers `DEPTH`, `DOWN` and `RESULT` have the state of a search between calls.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

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
    RESULT,
    ROWS,
    SAME,
    SIDES,
    STAMP,
    SURE,
    TILES,
    TOUCHING,
    WIDTH,
    Board,
    clear,
    fits,
    may_touch,
    put,
    take_back,
    tile_of,
    translations,
)
from enumino.enum.kernels.shared.jit import inlined, kernel, subroutine

# Results of a search: there is no patch; patches, but none as asked; one as asked; too many nodes.
NONE, LOOSE, FOUND, GIVEN_UP = range(4)


def begin(board: Board, sure: int, *further: tuple[int, int]) -> None:
    """Begin a search for patches around the shape, and around a further tile: image and base.

    `sure` is their coronas if pairs are known, or 0. The cells keep the weights that they have.
    """
    registers = board.registers
    board.owners[:] = 0
    for number, (image, base) in enumerate([(0, registers[ORIGIN]), *further]):
        board.tiles[number] = image, base
        board.owners[base + board.cells[image]] = number + 1
        board.levels[number + 1, : number + 1] = 0
    registers[TILES], registers[SURE] = 1 + len(further), sure
    registers[NODES] = registers[DEPTH] = 0
    registers[DOWN], registers[RESULT] = 1, NONE


@kernel
def surround(board, coronas, whole, max_nodes, patch):
    """Search for a tight patch with a number of coronas; return the result and its tiles.

    After `max_nodes` nodes the result is `GIVEN_UP`, and another call goes on; else the board is
    cleared. The image, translation and level of each tile are written to `patch`,
    int64[tiles, 4]. It is whole if `whole` is.
    """
    frames, registers = board.frames, board.registers
    registers[NODES] = 0
    while True:
        if registers[DOWN]:
            if registers[NODES] >= max_nodes or registers[TILES] + 1 >= board.tiles.shape[0]:
                return GIVEN_UP, 0
            registers[NODES] += 1
            place, copies = _narrowest(board, coronas)
            if place < 0:
                if _is_tight(board, coronas, whole):
                    break
                registers[RESULT] = LOOSE
            if place < 0 or copies == 0:
                registers[DOWN] = 0
            else:
                depth = registers[DEPTH]
                frames[depth, 0], frames[depth, 1], frames[depth, 2] = place, 0, 0
        if not registers[DOWN]:
            if registers[DEPTH] == 0:
                clear(board)
                return registers[RESULT], 0
            registers[DEPTH] -= 1
            take_back(board)
        registers[DOWN] = _next_copy(board, registers[DEPTH])
        if registers[DOWN]:
            registers[DEPTH] += 1
            _set_levels(board)
            if whole and _cuts_off(board, coronas):
                board.weights[frames[registers[DEPTH] - 1, 0]] += 1
                registers[DOWN] = 0
    count = registers[TILES]
    for t in range(count):
        tile_of(board, t, patch[t])
        patch[t, 3] = board.levels[count, t]
    clear(board)
    return FOUND, count


def find_pairs(
    board: Board, coronas: int, around: int, max_nodes: int, patch: NDArray[np.int64]
) -> int:
    """Mark the ways to touch in which two copies never have a number of coronas; count them.

    Those that never have one less are marked already. The search lays `around` coronas at most.
    """
    board.weights[:] = 0
    if coronas == 1:
        board.pairs[:] = 0
    found, middle = 0, board.pairs.shape[1] // 2
    for image in np.flatnonzero(board.images[:, SAME] == np.arange(len(board.images))).tolist():
        for base in _beside(board, image):
            row, unit = map(int, translations(board, base))
            back, *own = board.inverses[image]
            opposite = own - board.matrices[back] @ (row, unit)
            ways = [  # as each of the two tiles sees the other one
                (image, row + middle, unit + middle),
                (board.images[back, SAME], *(opposite + board.images[back, ROWS:] + middle)),
            ]
            if board.pairs[ways[0]] == 0:
                begin(board, coronas, (image, base))
                if surround(board, around, False, max_nodes, patch)[0] == NONE:
                    for way in ways:
                        board.pairs[way] = coronas
                    found += 1
    board.owners[:] = 0
    board.registers[TILES] = 0
    return found


def _beside(board: Board, image: int) -> list[int]:
    """Return the bases of the copies of an image that touch the shape."""
    origin, numbers = board.registers[ORIGIN], board.registers[NUMBERS]
    around = origin + board.halos[0, : board.images[0, HALO]]
    matching = around[:, None] % numbers == board.numbers[image]
    bases = (around[:, None] - board.cells[image])[matching]
    overlap = np.isin(bases[:, None] + board.cells[image], origin + board.cells[0]).any(1)
    return list(dict.fromkeys(bases[~overlap].tolist()))


@inlined
def is_possible(board, image, base):
    """Return whether a copy fits, and may touch the tiles around it as far as is known."""
    return fits(board, image, base) and (
        board.registers[SURE] == 0 or may_touch(board, image, base)
    )


@inlined
def copies_at(board, place, most):
    """Return the number of copies that may cover a place, at most `most`."""
    count, number = 0, place % board.registers[NUMBERS]
    for s in range(board.cells.shape[0]):
        if board.images[s, SAME] == s:
            for j in range(board.cells.shape[1]):
                if board.numbers[s, j] == number and count < most:
                    count += np.int64(is_possible(board, s, place - board.cells[s, j]))
    return count


@subroutine
def _next_copy(board, depth):
    """Put the next copy that covers the cell of a frame; return whether there is one."""
    frames, size = board.frames, board.cells.shape[1]
    place = frames[depth, 0]
    number = place % board.registers[NUMBERS]
    while frames[depth, 1] < board.cells.shape[0]:
        s, j = frames[depth, 1], frames[depth, 2]
        frames[depth, 2] += 1
        if frames[depth, 2] == size:
            frames[depth, 1] += 1
            frames[depth, 2] = 0
        fitting = board.images[s, SAME] == s and board.numbers[s, j] == number
        if fitting and is_possible(board, s, place - board.cells[s, j]):
            put(board, s, place - board.cells[s, j])
            return True
    return False


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
                    copies = copies_at(board, place, most)
                    if copies < most:
                        best, weight, found = copies, own, place
                        if copies == 0:
                            weights[place] += 1
                            return found, best
    return found, best


@subroutine
def _set_levels(board):
    """Set the level of the last tile, and lower those of others that are nearer through it."""
    tiles = board.registers[TILES]
    levels = board.levels[tiles]
    for t in range(tiles - 1):
        levels[t] = board.levels[tiles - 1, t]
    levels[tiles - 1] = MANY
    changed = _lower(board, levels, tiles - 1)
    if changed:
        level, changed = levels[tiles - 1], False
        s, base = board.tiles[tiles - 1, IMAGE], board.tiles[tiles - 1, BASE]
        for h in range(board.images[s, HALO]):
            owner = board.owners[base + board.halos[s, h]]
            changed |= owner > 0 and levels[owner - 1] > level + 1
    while changed:
        changed = False
        for t in range(1, tiles):
            changed |= _lower(board, levels, t)


@inlined
def _lower(board, levels, t):
    """Set the level of a tile from those around it; return whether it changes."""
    least, s, base = levels[t], board.tiles[t, IMAGE], board.tiles[t, BASE]
    for h in range(board.images[s, HALO]):
        owner = board.owners[base + board.halos[s, h]]
        if owner > 0:
            least = min(least, levels[owner - 1] + 1)
    changed = least < levels[t]
    levels[t] = least
    return changed


@subroutine
def _cuts_off(board, coronas):
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


@subroutine
def _is_tight(board, coronas, whole):
    """Return whether tiles up to each level below `coronas`, or up to it, leave no hole."""
    for level in range(1, coronas + (1 if whole else 0)):
        if _has_hole(board, level):
            return False
    return True


@inlined
def _has_hole(board, level):
    """Return whether the tiles up to a level leave a hole: sweeps from the margin, to and fro."""
    registers, owners, stamps = board.registers, board.owners, board.stamps
    tiles, width, numbers = registers[TILES], registers[WIDTH], registers[NUMBERS]
    levels = board.levels[tiles]
    first, last, left, right = width, 0, width, 0
    for t in range(tiles):
        for j in range(board.cells.shape[1]):
            at = (board.tiles[t, BASE] + board.cells[board.tiles[t, IMAGE], j]) // numbers
            first, last = min(first, at // width), max(last, at // width)
            left, right = min(left, at % width), max(right, at % width)
    registers[STAMP] += 1
    stamp = registers[STAMP]
    for row in range(first - 1, last + 2):
        edge = row < first or row > last
        for unit in range(left - 1, right + 2):
            if edge or unit < left or unit > right:
                for number in range(numbers):
                    stamps[(row * width + unit) * numbers + number] = stamp
    changed, forth = True, True
    low = (first * width + left) * numbers
    high = (last * width + right + 1) * numbers
    while changed:
        changed = False
        for i in range(high - low):
            place = low + i if forth else high - 1 - i
            unit = place // numbers % width
            if unit < left or unit > right or stamps[place] == stamp:
                continue
            if owners[place] > 0 and levels[owners[place] - 1] <= level:
                continue
            number = place % numbers
            for e in range(board.steps.shape[2]):
                if board.steps[SIDES, number, e] == 0:
                    break
                if stamps[place + board.steps[SIDES, number, e]] == stamp:
                    stamps[place] = stamp
                    changed = True
                    break
        forth = not forth
    for place in range(low, high):
        unit = place // numbers % width
        if left <= unit <= right and stamps[place] != stamp:
            if owners[place] == 0 or levels[owners[place] - 1] > level:
                return True
    return False
