"""Boards for copies of one shape on any lattice of the plane.

A cell is (row, unit, number): its unit cell, and its number in it. It lies at the place
``(row * width + unit) * numbers + number`` of a flat board, so a translation adds a constant, and a
copy of the shape is an image, one for each element of the point group, with the place that is added
to the places of its cells: its *base*. Image 0 at the board's origin is the shape itself; its first
cell is at unit cell (0, 0), so bases decode to translations.

`owners` holds the number of the tile at a place, counted from 1, or 0. `stamps` marks places that a
pass has seen. The *halo* of an image is the cells that share a side or a corner with it.

`pairs` has the ways in which two copies may touch: for the image and the translation of the second,
as the first sees it, the least number of coronas that the two never have together, or 0. Two tiles
that touch in a patch with K coronas, and have levels of at most m, have K - m coronas together (see
`coronas`). A search for such a patch, with K in the register `SURE`, places no other tiles.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from enumino.enum.kernels.shared.jit import inlined, subroutine

WIDTH, ORIGIN, NUMBERS, STAMP, TILES, NODES, SURE, DEPTH, DOWN, RESULT = range(10)  # registers
IMAGE, BASE = range(2)  # of a tile
POCKET = 6  # tiles: the size from which an empty region counts as open
MANY = 1 << 30


class Plane(NamedTuple):
    """A lattice as arrays; elements of the group map (row, unit, number) by a matrix and shifts."""

    matrices: NDArray[np.int64]  # elements, 2, 2
    shifts: NDArray[np.int64]  # elements, numbers, 2
    numbers: NDArray[np.int64]  # elements, numbers: the number of the image of a cell
    products: NDArray[np.int64]  # elements, elements: the first after the second
    product_shifts: NDArray[np.int64]  # elements, elements, 2: the translation after the product
    inverses: NDArray[np.int64]  # elements
    inverse_shifts: NDArray[np.int64]  # elements, 2
    touching: NDArray[np.int64]  # numbers, steps, 3: (row, unit, number) of cells that touch
    sides: NDArray[np.int64]  # numbers, steps, 3: those that share a side; rows end with number -1


class Board(NamedTuple):
    """A board for shapes of a number of cells, with the images of the present one."""

    plane: Plane
    owners: NDArray[np.int16]
    stamps: NDArray[np.int64]
    weights: NDArray[np.int64]  # of places, for searches
    side_steps: NDArray[np.int64]  # numbers, steps: places of cells behind the sides; 0 ends a row
    touching_steps: NDArray[np.int64]  # the same for all cells that touch
    cells: NDArray[np.int64]  # images, cells: places
    numbers: NDArray[np.int64]  # images, cells
    halos: NDArray[np.int64]  # images, cells: places
    halo_sizes: NDArray[np.int64]  # images
    distinct: NDArray[np.int64]  # the images with different cells, in order; -1 ends them
    same: NDArray[np.int64]  # images, 3: the distinct image with its cells, rows and units between
    pairs: NDArray[np.int8]  # images, rows, units
    tiles: NDArray[np.int64]  # tiles, 2: image and base
    levels: NDArray[np.int64]  # tiles + 1, tiles: the coronas of the first tiles, by their number
    frames: NDArray[np.int64]  # depths, 3
    stack: NDArray[np.int64]  # of fills
    registers: NDArray[np.int64]


def new_board(plane: Plane, cells: int, coronas: int) -> Board:
    """Allocate a board on which shapes of `cells` cells have room for `coronas` coronas."""
    elements, numbers = plane.numbers.shape
    reach = (coronas + 1) * (cells + 1) + 2 * POCKET  # fills go a little beyond the tiles
    width = 2 * reach + 1
    most = 4 * cells * (coronas + 1) ** 2 + 8  # tiles
    board = Board(
        plane,
        owners=np.zeros(width * width * numbers, np.int16),
        stamps=np.zeros(width * width * numbers, np.int64),
        weights=np.zeros(width * width * numbers, np.int64),
        side_steps=np.zeros((numbers, plane.sides.shape[1] + 1), np.int64),
        touching_steps=np.zeros((numbers, plane.touching.shape[1] + 1), np.int64),
        cells=np.zeros((elements, cells), np.int64),
        numbers=np.zeros((elements, cells), np.int64),
        halos=np.zeros((elements, cells * plane.touching.shape[1]), np.int64),
        halo_sizes=np.zeros(elements, np.int64),
        distinct=np.zeros(elements + 1, np.int64),
        same=np.zeros((elements, 3), np.int64),
        pairs=np.zeros((elements, 4 * cells + 9, 4 * cells + 9), np.int8),
        tiles=np.zeros((most, 2), np.int64),
        levels=np.zeros((most + 1, most), np.int64),
        frames=np.zeros((most, 3), np.int64),
        stack=np.zeros(POCKET * cells, np.int64),
        registers=np.zeros(10, np.int64),
    )
    board.registers[WIDTH] = width
    board.registers[ORIGIN] = (reach * width + reach) * numbers
    board.registers[NUMBERS] = numbers
    for steps, places in (
        (plane.sides, board.side_steps),
        (plane.touching, board.touching_steps),
    ):
        for number in range(numbers):
            for k, (row, unit, to) in enumerate(steps[number]):
                if to >= 0:
                    places[number, k] = (row * width + unit) * numbers + to - number
    return board


@inlined
def place_of(board, row, unit, number):
    """Return the place of a cell, counted from the origin."""
    return (row * board.registers[WIDTH] + unit) * board.registers[NUMBERS] + number


@subroutine
def set_shape(board, shape):
    """Make the images of a shape and their halos; put the shape alone on the board."""
    clear(board)
    plane, registers = board.plane, board.registers
    elements, size = board.cells.shape
    row, unit = shape[0, 0], shape[0, 1]
    for s in range(elements):
        matrix = plane.matrices[s]
        for j in range(size):
            r, u, c = shape[j, 0] - row, shape[j, 1] - unit, shape[j, 2]
            to_row = matrix[0, 0] * r + matrix[0, 1] * u + plane.shifts[s, c, 0]
            to_unit = matrix[1, 0] * r + matrix[1, 1] * u + plane.shifts[s, c, 1]
            board.numbers[s, j] = plane.numbers[s, c]
            board.cells[s, j] = place_of(board, to_row, to_unit, plane.numbers[s, c])
        _set_halo(board, s)
    _set_distinct(board)
    registers[TILES] = registers[SURE] = 0
    put(board, 0, registers[ORIGIN])
    board.levels[1, 0] = 0


@subroutine
def _set_halo(board, s):
    plane, registers = board.plane, board.registers
    registers[STAMP] += 1
    stamp, origin, size = registers[STAMP], registers[ORIGIN], 0
    for j in range(board.cells.shape[1]):
        board.stamps[origin + board.cells[s, j]] = stamp
    for j in range(board.cells.shape[1]):
        number = board.numbers[s, j]
        for k in range(plane.touching.shape[1]):
            to = plane.touching[number, k]
            if to[2] < 0:
                break
            place = board.cells[s, j] + place_of(board, to[0], to[1], to[2]) - number
            if board.stamps[origin + place] != stamp:
                board.stamps[origin + place] = stamp
                board.halos[s, size] = place
                size += 1
    board.halo_sizes[s] = size


@subroutine
def _set_distinct(board):
    elements, size = board.cells.shape
    registers, found = board.registers, 0
    for s in range(elements):
        least, is_new = np.argmin(board.cells[s]), True
        registers[STAMP] += 1
        for j in range(size):
            board.stamps[registers[ORIGIN] + board.cells[s, j] - board.cells[s, least]] = registers[
                STAMP
            ]
        for i in range(found):
            other = board.distinct[i]
            first = np.argmin(board.cells[other])
            same = board.numbers[other, first] == board.numbers[s, least]
            for j in range(size):
                at = registers[ORIGIN] + board.cells[other, j] - board.cells[other, first]
                if board.stamps[at] != registers[STAMP]:
                    same = False
                    break
            if same:
                is_new = False
                between = board.cells[s, least] - board.cells[other, first]
                board.same[s, 0] = other
                board.same[s, 1], board.same[s, 2] = translation_of(
                    board, registers[ORIGIN] + between
                )
                break
        if is_new:
            board.same[s, 0], board.same[s, 1], board.same[s, 2] = s, 0, 0
            board.distinct[found] = s
            found += 1
    board.distinct[found] = -1


@inlined
def fits(board, image, base):
    """Return whether no cell of a copy is taken."""
    for j in range(board.cells.shape[1]):
        if board.owners[base + board.cells[image, j]] != 0:
            return False
    return True


@inlined
def put(board, image, base):
    """Add a tile."""
    number = board.registers[TILES]
    board.tiles[number, IMAGE] = image
    board.tiles[number, BASE] = base
    board.registers[TILES] = number + 1
    for j in range(board.cells.shape[1]):
        board.owners[base + board.cells[image, j]] = number + 1


@inlined
def take_back(board):
    """Remove the last tile."""
    number = board.registers[TILES] - 1
    board.registers[TILES] = number
    image, base = board.tiles[number, IMAGE], board.tiles[number, BASE]
    for j in range(board.cells.shape[1]):
        board.owners[base + board.cells[image, j]] = 0


@inlined
def clear(board):
    """Remove all tiles."""
    while board.registers[TILES] > 0:
        take_back(board)


@inlined
def pair_of(board, tile, image, base):
    """Return the image and the translation of a copy as a tile sees it, as an index of `pairs`."""
    plane, s = board.plane, board.tiles[tile, IMAGE]
    between = board.registers[ORIGIN] + base - board.tiles[tile, BASE]
    row, unit = translation_of(board, between)
    back = plane.inverses[s]
    matrix, shift = plane.matrices[back], plane.product_shifts[back, image]
    seen, own = plane.products[back, image], plane.inverse_shifts[s]
    middle = board.pairs.shape[1] // 2
    to_row = matrix[0, 0] * row + matrix[0, 1] * unit + own[0] + shift[0] + board.same[seen, 1]
    to_unit = matrix[1, 0] * row + matrix[1, 1] * unit + own[1] + shift[1] + board.same[seen, 2]
    return board.same[seen, 0], to_row + middle, to_unit + middle


@inlined
def may_touch(board, image, base):
    """Return whether a copy has enough coronas together with each tile that it touches."""
    levels = board.levels[board.registers[TILES]]
    level = MANY
    for h in range(board.halo_sizes[image]):
        owner = np.int64(board.owners[base + board.halos[image, h]])
        if owner > 0:
            level = min(level, levels[owner - 1] + 1)
    last = 0
    for h in range(board.halo_sizes[image]):
        owner = np.int64(board.owners[base + board.halos[image, h]])
        if owner > 0 and owner != last:
            last = owner
            coronas = board.registers[SURE] - max(level, levels[owner - 1])
            if 0 < board.pairs[pair_of(board, owner - 1, image, base)] <= coronas:
                return False
    return True


@inlined
def is_possible(board, image, base):
    """Return whether a copy fits, and may touch the tiles around it as far as is known."""
    return fits(board, image, base) and (
        board.registers[SURE] == 0 or may_touch(board, image, base)
    )


@inlined
def copies_of(board, image, place, most):
    """Return the number of copies of an image that may cover a place, at most `most`."""
    count, number = 0, place % board.registers[NUMBERS]
    for j in range(board.cells.shape[1]):
        fitting = board.numbers[image, j] == number
        if fitting and is_possible(board, image, place - board.cells[image, j]):
            count += 1
            if count >= most:
                break
    return count


@inlined
def copies_at(board, place, most):
    """Return the number of copies that may cover a place, at most `most`."""
    count = 0
    for i in range(board.distinct.shape[0]):
        if board.distinct[i] < 0 or count >= most:
            break
        count += copies_of(board, board.distinct[i], place, most - count)
    return count


@inlined
def translation_of(board, base):
    """Return the rows and unit cells by which a copy with a base is translated."""
    width, numbers = board.registers[WIDTH], board.registers[NUMBERS]
    at, reach = base // numbers, (width - 1) // 2
    return at // width - reach, at % width - reach


@inlined
def tile_of(board, number, tile):
    """Write the image, the rows and the unit cells of the translation of a tile into an array."""
    row, unit = translation_of(board, board.tiles[number, BASE])
    tile[0], tile[1], tile[2] = board.tiles[number, IMAGE], row, unit
