"""Periodic tilings: exact covers of tori by copies of one shape.

The torus of a lattice with vectors (0, width) and (height, shift), in rows and unit cells, has the
cells of `height` rows of `width` unit cells. Each sublattice of the plane has one such basis, in
Hermite's normal form, with 0 <= shift < width. Tilings with a number of tiles a period are covers
of the tori of their area; the shape itself is one of the tiles, without loss of generality.

The residue of a cell takes three look-ups: `wrapped` has the first cell of its row of the torus,
and `shifted` the units by which the row is shifted there, both for rows from a margin before the
torus on; `columns` reduces units. The search takes the uncovered cell that the fewest copies can
cover.

Frames hold, for each tile after the first, the cell it covers, and the next image and cell to try;
then the image and the translation of the tile.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from enumino.enum.kernels.plane._boards import (
    MANY,
    NODES,
    NUMBERS,
    ORIGIN,
    SAME,
    Board,
    translation_of,
)
from enumino.enum.kernels.shared.jit import inlined, kernel, subroutine

NONE, FOUND, GIVEN_UP = range(3)
WIDTH, HEIGHT, SHIFT = range(3)  # of a lattice
PLACE, NEXT_IMAGE, NEXT_CELL, IMAGE, ROW, UNIT = range(6)  # of a frame


class Torus(NamedTuple):
    """A torus for shapes of a number of cells, with the images of the present one."""

    board: Board  # makes the images; nothing is put on it
    lattice: NDArray[np.int64]  # width, height, shift
    rows: NDArray[np.int64]  # images, cells
    units: NDArray[np.int64]  # images, cells
    wrapped: NDArray[np.int64]
    shifted: NDArray[np.int64]
    columns: NDArray[np.int64]
    covered: NDArray[np.uint8]  # cells
    usable: NDArray[np.uint8]  # different images that do not overlap themselves
    frames: NDArray[np.int64]  # tiles, 6


def new_torus(board: Board, most_tiles: int) -> Torus:
    """Allocate tori of up to a number of tiles of the size of the shapes of a board."""
    size = board.cells.shape[1]
    area = most_tiles * size
    return Torus(
        board,
        lattice=np.zeros(3, np.int64),
        rows=np.zeros_like(board.cells),
        units=np.zeros_like(board.cells),
        wrapped=np.zeros(area + 4 * size, np.int64),
        shifted=np.zeros(area + 4 * size, np.int64),
        columns=np.zeros(2 * area + 4 * size, np.int64),
        covered=np.zeros(area, np.uint8),
        usable=np.zeros(len(board.cells), np.uint8),
        frames=np.zeros((most_tiles + 1, 6), np.int64),
    )


@kernel
def tile_torus(torus, tiles, height, max_nodes, lattice, period):
    """Search the tori of a number of tiles and of a height in unit cells; return the result.

    The first tiling is written to `lattice`, int64[3]: width, height, shift, and to `period`,
    int64[tiles, 3]: image, row, unit cell.
    """
    board, size = torus.board, torus.board.cells.shape[1]
    for s in range(board.cells.shape[0]):
        for j in range(size):
            place = board.registers[ORIGIN] + board.cells[s, j]
            torus.rows[s, j], torus.units[s, j] = translation_of(board, place)
    board.registers[NODES] = 0
    width = tiles * size // board.registers[NUMBERS] // height
    result = _try_shifts(torus, tiles, height, width, max_nodes)
    if result == FOUND:
        for k in range(3):
            lattice[k] = torus.lattice[k]
        period[0, :] = 0
        for t in range(1, tiles):
            for k in range(3):
                period[t, k] = torus.frames[t - 1, IMAGE + k]
    return result


@subroutine
def _try_shifts(torus, tiles, height, width, max_nodes):
    for shift in range(width):
        torus.lattice[WIDTH], torus.lattice[HEIGHT], torus.lattice[SHIFT] = width, height, shift
        _wrap(torus, height, width, shift)
        if _set_usable(torus, height * width):
            result = _search(torus, tiles, height * width, max_nodes)
            if result != NONE:
                return result
    return NONE


@subroutine
def _wrap(torus, height, width, shift):
    """Make the tables of residues of a lattice."""
    margin, numbers = 2 * torus.rows.shape[1], torus.board.registers[NUMBERS]
    for i in range(height + 2 * margin):
        turns = (i - margin) // height
        torus.wrapped[i] = (i - margin - turns * height) * width * numbers
        torus.shifted[i] = (-turns * shift) % width
    for i in range(2 * width + 2 * margin):
        torus.columns[i] = (i - margin) % width * numbers


@inlined
def _residue(torus, row, unit, number):
    margin = 2 * torus.rows.shape[1]
    row += margin
    return torus.wrapped[row] + torus.columns[unit + torus.shifted[row] + margin] + number


@subroutine
def _set_usable(torus, units):
    """Mark different images that do not overlap themselves; return whether the shape is one."""
    numbers, covered = torus.board.numbers, torus.covered
    covered[: units * torus.board.registers[NUMBERS]] = 0
    for s in range(torus.usable.size):
        put, torus.usable[s] = 0, torus.board.images[s, SAME] == s
        for j in range(torus.rows.shape[1]):
            # Only differences count; from the first cell, they are within the margin.
            row, unit = torus.rows[s, j] - torus.rows[s, 0], torus.units[s, j] - torus.units[s, 0]
            cell = _residue(torus, row, unit, numbers[s, j])
            if covered[cell] != 0:
                torus.usable[s] = 0
                break
            covered[cell] = 1
            put += 1
        for j in range(put):
            row, unit = torus.rows[s, j] - torus.rows[s, 0], torus.units[s, j] - torus.units[s, 0]
            covered[_residue(torus, row, unit, numbers[s, j])] = 0
    return torus.usable[0] != 0


@inlined
def _set(torus, image, row, unit, value):
    """Cover the cells of a copy, or uncover them."""
    for j in range(torus.rows.shape[1]):
        at = row + torus.rows[image, j], unit + torus.units[image, j]
        torus.covered[_residue(torus, at[0], at[1], torus.board.numbers[image, j])] = value


@inlined
def _fits(torus, image, row, unit):
    for j in range(torus.rows.shape[1]):
        at = row + torus.rows[image, j], unit + torus.units[image, j]
        if torus.covered[_residue(torus, at[0], at[1], torus.board.numbers[image, j])] != 0:
            return False
    return True


@subroutine
def _search(torus, tiles, units, max_nodes):
    """Search one torus, where nothing is covered yet."""
    frames, registers = torus.frames, torus.board.registers
    depth, down = np.int64(0), True
    _set(torus, depth, depth, depth, True)
    while depth < tiles - 1:
        if down:
            registers[NODES] += 1
            if registers[NODES] > max_nodes:
                return GIVEN_UP
            frames[depth, PLACE], copies = _narrowest(torus, units)
            frames[depth, NEXT_IMAGE], frames[depth, NEXT_CELL] = 0, 0
            down = copies > 0
        else:
            _set(torus, frames[depth, IMAGE], frames[depth, ROW], frames[depth, UNIT], False)
            down = True
        if down and _next_copy(torus, depth):
            depth += 1
        elif depth == 0:
            return NONE
        else:
            depth -= 1
            down = False
    return FOUND


@subroutine
def _narrowest(torus, units):
    """Return the uncovered cell that the fewest copies can cover, and their number."""
    best, found = MANY, 0
    for place in range(units * torus.board.registers[NUMBERS]):
        if torus.covered[place] == 0:
            copies = _copies_at(torus, place, best)
            if copies < best:
                best, found = copies, place
                if copies == 0:
                    break
    return found, best


@inlined
def _at(torus, place):
    """Return the row, the unit cell and the number of a cell of the torus."""
    numbers, width = torus.board.registers[NUMBERS], torus.lattice[WIDTH]
    return place // numbers // width, place // numbers % width, place % numbers


@inlined
def _copies_at(torus, place, most):
    count = 0
    row, unit, number = _at(torus, place)
    for s in range(torus.usable.size):
        if torus.usable[s] != 0:
            for j in range(torus.rows.shape[1]):
                if torus.board.numbers[s, j] == number:
                    if _fits(torus, s, row - torus.rows[s, j], unit - torus.units[s, j]):
                        count += 1
                        if count >= most:
                            return count
    return count


@subroutine
def _next_copy(torus, depth):
    """Cover the cell of a frame by the next copy that can; return whether there is one."""
    frame, size = torus.frames[depth], torus.rows.shape[1]
    row, unit, number = _at(torus, frame[PLACE])
    while frame[NEXT_IMAGE] < torus.usable.size:
        s, j = frame[NEXT_IMAGE], frame[NEXT_CELL]
        frame[NEXT_CELL] += 1
        if frame[NEXT_CELL] == size:
            frame[NEXT_IMAGE] += 1
            frame[NEXT_CELL] = 0
        if torus.usable[s] != 0 and torus.board.numbers[s, j] == number:
            to_row, to_unit = row - torus.rows[s, j], unit - torus.units[s, j]
            if _fits(torus, s, to_row, to_unit):
                _set(torus, s, to_row, to_unit, True)
                frame[IMAGE], frame[ROW], frame[UNIT] = s, to_row, to_unit
                return True
    return False
