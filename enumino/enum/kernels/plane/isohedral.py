"""Isohedral tilings of the plane by copies of one shape, from the neighbours of one tile.

A tiling is isohedral if its symmetries take each tile to every other one. For each shape with such
a tiling there is one with a group in which exactly one symmetry takes a tile to another (Grünbaum
and Shephard, Tilings and Patterns, 1987, chapter 6: the 28 types of Heesch and Kienzle). Let N be
the symmetries that take the shape to the tiles that touch it. Then N holds the inverse of each of
its elements, and for g and h in N whose tiles touch, the product of the inverse of g and h; the
tiles of N do not overlap, and surround the shape. Conversely a set N with these properties
generates the group of a tiling, because all tiles have the same surroundings.

The search takes the cell around the shape that the fewest copies can cover, and adds one of these
with all that follows from it, until nothing is left to cover or two copies overlap. If only
translations are admitted, it finds the tilings by translation (Beauquier and Nivat, 1991); with
half-turns, those of Conway's criterion.

The translations of the group and the tiles of a period follow from N: products of a generator with
representatives of the point group are again representatives, up to a translation.

Frames hold, for each choice, the cell to cover, the next candidate, and the number of tiles before.
"""

from __future__ import annotations

import numpy as np

from enumino.enum.kernels.plane._boards import (
    BASE,
    HALO,
    IMAGE,
    MANY,
    NUMBERS,
    ORIGIN,
    STAMP,
    TILES,
    clear,
    fits,
    place_of,
    put,
    take_back,
    translation_of,
)
from enumino.enum.kernels.shared.jit import inlined, kernel, subroutine


@kernel
def tile_isohedrally(board, admitted, demanded, lattice, tiles):
    """Search for an isohedral tiling by the admitted images; return its tiles a period, or 0.

    `admitted` is a flag for each element of the group; if `demanded` is an element, a neighbour of
    the shape has this image. The period is written to `lattice`, int64[3]: width, height, shift of
    a normal form (see `torus_covers`); and to `tiles`, int64[elements, 3]: image, row, unit cell.
    """
    clear(board)
    put(board, np.int64(0), board.registers[ORIGIN])
    frames, registers = board.frames, board.registers
    depth, down = np.int64(0), True
    while True:
        if down:
            place, copies = _narrowest(board, admitted)
            if place < 0 and (demanded < 0 or _has_image(board, demanded)):
                break
            down = place >= 0 and copies > 0
            if down:
                frames[depth, 0], frames[depth, 1], frames[depth, 2] = place, 0, registers[TILES]
        else:
            while registers[TILES] > frames[depth, 2]:
                take_back(board)
            down = True
        if down and _next_copy(board, admitted, depth):
            depth += 1
        elif depth == 0:
            clear(board)
            return 0
        else:
            depth -= 1
            down = False
    count = _period(board, lattice, tiles)
    clear(board)
    return count


@inlined
def _has_image(board, image):
    for t in range(1, board.registers[TILES]):
        if board.tiles[t, IMAGE] == image:
            return True
    return False


@subroutine
def _narrowest(board, admitted):
    """Return the cell around the shape that the fewest copies can cover, and their number."""
    best, found, base = MANY, -1, board.registers[ORIGIN]
    for h in range(board.images[0, HALO]):
        place = base + board.halos[0, h]
        if board.owners[place] == 0 and best > 0:
            copies = _copies_at(board, admitted, place, best)
            if copies < best:
                best, found = copies, place
    return found, best


@inlined
def _copies_at(board, admitted, place, most):
    """Return the number of admitted copies that can cover a cell, at most `most`."""
    count, number = 0, place % board.registers[NUMBERS]
    for s in range(board.cells.shape[0]):
        for j in range(board.cells.shape[1]):
            if admitted[s] and board.numbers[s, j] == number and count < most:
                count += np.int64(fits(board, s, place - board.cells[s, j]))
    return count


@subroutine
def _next_copy(board, admitted, depth):
    """Add the next copy that covers the cell of a frame, with all that follows."""
    frames, size = board.frames, board.cells.shape[1]
    place = frames[depth, 0]
    number = place % board.registers[NUMBERS]
    while frames[depth, 1] < board.cells.shape[0] * size:
        s, j = frames[depth, 1] // size, frames[depth, 1] % size
        frames[depth, 1] += 1
        if not admitted[s] or board.numbers[s, j] != number:
            continue
        base = place - board.cells[s, j]
        if fits(board, s, base):
            put(board, s, base)
            if _complete(board):
                return True
            while board.registers[TILES] > frames[depth, 2]:
                take_back(board)
    return False


@subroutine
def _complete(board):
    """Add inverses and products until nothing follows; return whether no copies overlap."""
    registers = board.registers
    t = registers[TILES] - 1
    while t < registers[TILES]:
        if not _add_inverse(board, t):
            return False
        registers[STAMP] += 1  # of tiles, whose numbers are places far from the board's middle
        stamp = registers[STAMP]
        s, base = board.tiles[t, IMAGE], board.tiles[t, BASE]
        for h in range(board.images[s, HALO]):
            owner = np.int64(board.owners[base + board.halos[s, h]]) - 1
            if owner > 0 and board.stamps[owner] != stamp:
                board.stamps[owner] = stamp
                if not (_add_quotient(board, t, owner) and _add_quotient(board, owner, t)):
                    return False
        t += 1
    return True


@inlined
def _add(board, image, row, unit):
    """Add a tile unless it is there; return whether it overlaps no other one."""
    base = board.registers[ORIGIN] + place_of(board, row, unit)
    owner = np.int64(board.owners[base + board.cells[image, 0]]) - 1
    if owner >= 0:
        return board.tiles[owner, IMAGE] == image and board.tiles[owner, BASE] == base
    if not fits(board, image, base):
        return False
    put(board, image, base)
    return True


@inlined
def _inverse(board, t):
    """Return the image and the translation of the inverse of a tile's symmetry."""
    back = board.inverses[board.tiles[t, IMAGE]]
    row, unit = translation_of(board, board.tiles[t, BASE])
    matrix = board.matrices[back[0]]
    to_row = back[1] - matrix[0, 0] * row - matrix[0, 1] * unit
    to_unit = back[2] - matrix[1, 0] * row - matrix[1, 1] * unit
    return back[0], to_row, to_unit


@inlined
def _add_inverse(board, t):
    """Add the inverse of a tile's symmetry, which is no reflection."""
    image, row, unit = _inverse(board, t)
    matrix = board.matrices[image]
    if matrix[0, 0] * matrix[1, 1] < matrix[0, 1] * matrix[1, 0] and image == board.tiles[t, IMAGE]:
        its_row, its_unit = translation_of(board, board.tiles[t, BASE])
        if row == its_row and unit == its_unit:
            return False
    return _add(board, image, row, unit)


@subroutine
def _add_quotient(board, t, other):
    """Add the inverse of a tile's symmetry after that of another tile."""
    image, row, unit = _inverse(board, t)
    image, row, unit = _product(board, image, row, unit, other)
    return _add(board, image, row, unit)


@inlined
def _product(board, s, row, unit, t):
    """Return the image and the translation of a symmetry after that of a tile."""
    matrix, product = board.matrices[s], board.products[s, board.tiles[t, IMAGE]]
    its_row, its_unit = translation_of(board, board.tiles[t, BASE])
    row += product[1] + matrix[0, 0] * its_row + matrix[0, 1] * its_unit
    unit += product[2] + matrix[1, 0] * its_row + matrix[1, 1] * its_unit
    return product[0], row, unit


@subroutine
def _period(board, lattice, tiles):
    """Write the lattice and the representatives that the tiles around the shape generate."""
    lattice[:] = 0
    tiles[0, :] = 0
    count = 1
    i = 0
    # Translations that are found later change neither the images nor the lattice of the end.
    while i < count:
        for t in range(1, board.registers[TILES]):
            image, row, unit = _product(board, tiles[i, 0], tiles[i, 1], tiles[i, 2], t)
            known = False
            for k in range(count):
                if tiles[k, 0] == image:
                    _add_vector(lattice, row - tiles[k, 1], unit - tiles[k, 2])
                    known = True
                    break
            if not known:
                tiles[count, 0], tiles[count, 1], tiles[count, 2] = image, row, unit
                count += 1
        i += 1
    return count


@inlined
def _add_vector(lattice, row, unit):
    """Add a vector to a lattice that is kept in Hermite's normal form."""
    while row != 0:
        quotient = lattice[1] // row
        lattice[1], row = row, lattice[1] - quotient * row
        lattice[2], unit = unit, lattice[2] - quotient * unit
    if lattice[1] < 0:
        lattice[1], lattice[2] = -lattice[1], -lattice[2]
    width, unit = lattice[0], abs(unit)
    while unit != 0:
        width, unit = unit, width % unit
    lattice[0] = width
    if width > 0:
        lattice[2] %= width
