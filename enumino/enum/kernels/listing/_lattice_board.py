"""The board of the search on lattices: cells are placed there and removed again.

The arrays are those of `lattice_search`. An entry of ``board`` is a sum:

    FORBIDDEN if the cell is before the root
    + NEIGHBOUR for each placed neighbour
    + PLACED if it is placed itself

So a cell may join the untried set if its entry is 0, and removing a cell subtracts its summands.
The entries of corners, which follow, are the numbers of placed cells there.
"""

from __future__ import annotations

import numpy as np

from enumino.enum.kernels.listing._lattice_fields import (
    AXES,
    END,
    EULER,
    HIGH,
    ITS_CORNERS,
    ITS_HOLES,
    ITS_NEIGHBOURS,
    ITS_SIDES,
    LOW,
    NEXT,
    NUMBER,
    PERIMETER,
    PLACED_CELL,
    SITES,
    SUM,
)
from enumino.enum.kernels.shared.bits import ONE
from enumino.enum.kernels.shared.jit import inlined, subroutine

FORBIDDEN, NEIGHBOUR, PLACED = np.uint8(1), np.uint8(2), np.uint8(64)
PLACED_BIT = 6


@inlined
def flip(rows, shift, cell):
    """Add a cell to the bits of the shape, or remove it; columns are taken modulo 64."""
    rows[cell >> shift] ^= ONE << np.uint64(cell & ((1 << shift) - 1) & 63)


@inlined
def append_cell(points, levels, depth, cell):
    """Store a cell as number `depth` of the shape, with the lows, highs and sums of coordinates."""
    levels[depth, PLACED_CELL] = cell
    for i in range(AXES):
        at = np.int64(points[i, np.uint64(cell)])
        levels[depth, LOW + i] = min(levels[depth - 1, LOW + i], at)
        levels[depth, HIGH + i] = max(levels[depth - 1, HIGH + i], at)
        levels[depth, SUM + i] = levels[depth - 1, SUM + i] + at


@inlined
def forbid_roots(board, untried, choice):
    """Forbid the roots before the chosen one, on an empty board."""
    for i in range(choice):
        board[untried[i]] = FORBIDDEN


@inlined
def first_child(levels, depth, choice):
    """Return the index of the first child of untried cell number `choice`.

    Roots are not children: those after the chosen one are reached as its neighbours, if at all.
    """
    return choice + 1 if depth > 1 else levels[0, END]


@inlined
def number_in_unit(tables, cell):
    """Return the number of a cell in its unit cell."""
    last = tables.lattice.sublattices - 1
    # No table is read where the number is in the cell's own bits.
    return (
        cell & last if last & (last + 1) == 0 else np.int64(tables.points[NUMBER, np.uint64(cell)])
    )


@inlined
def push_neighbours(state, depth):
    """Append the new neighbours of a level's cell to the untried set; return its new end.

    The board stays unchanged.
    """
    levels, untried, steps = state.levels, state.untried, state.tables.steps
    cell, end = levels[depth, PLACED_CELL], levels[depth - 1, END]
    number = number_in_unit(state.tables, cell)
    for k in range(state.tables.cells[number, ITS_NEIGHBOURS]):
        neighbour = cell + steps[number, k]
        # Without a branch: whether a neighbour was reached is a coin toss.
        untried[np.uint64(end)] = neighbour
        end += np.int64(state.board[np.uint64(neighbour)] == 0)
    return end


@inlined
def measure_leaf(state, cells):
    """Store the attributes of a shape whose last cell was not placed on the board."""
    tables, levels, board = state.tables, state.levels, state.board
    cell = levels[cells, PLACED_CELL]
    number = number_in_unit(tables, cell)
    contacts, new_sites, corners = np.int64(0), np.int64(0), np.int64(0)
    for k in range(tables.cells[number, ITS_NEIGHBOURS]):
        entry = board[np.uint64(cell + tables.steps[number, k])]
        contacts += tables.on_side[number, k] & -np.int64(entry >> PLACED_BIT)
        new_sites += np.int64(entry < NEIGHBOUR)
    for k in range(tables.cells[number, ITS_CORNERS]):
        corners += np.int64(board[np.uint64(cell + tables.corners[number, k])] == 0)
    store_attributes(state, cells, number, contacts, new_sites, corners)


@inlined
def store_attributes(state, depth, number, contacts, new_sites, corners):
    """Store the attributes of a shape, by the changes that its last cell makes."""
    levels, cells = state.levels, state.tables.cells
    sides = cells[number, ITS_SIDES]
    share = cells[number, ITS_HOLES]
    levels[depth, PERIMETER] = levels[depth - 1, PERIMETER] + sides - 2 * contacts
    levels[depth, SITES] = levels[depth - 1, SITES] - 1 + new_sites
    levels[depth, EULER] = levels[depth - 1, EULER] + share - 2 * corners


@inlined
def place_on_board(state, depth, choice):
    """Place the cell of a level, untried cell number `choice` of its parent, on the board.

    The bits of rows stay unchanged.
    """
    tables, levels, board, untried = state.tables, state.levels, state.board, state.untried
    cell, end = levels[depth, PLACED_CELL], levels[depth - 1, END]
    number = number_in_unit(tables, cell)
    contacts, new_sites, corners = np.int64(0), np.int64(0), np.int64(0)
    for k in range(tables.cells[number, ITS_NEIGHBOURS]):
        neighbour = np.uint64(cell + tables.steps[number, k])
        entry = board[neighbour]
        board[neighbour] = entry + NEIGHBOUR
        contacts += tables.on_side[number, k] & -np.int64(entry >> PLACED_BIT)
        new_sites += np.int64(entry < NEIGHBOUR)
        untried[np.uint64(end)] = neighbour
        end += np.int64(entry == 0)
    board[np.uint64(cell)] += PLACED
    for k in range(tables.cells[number, ITS_CORNERS]):
        corner = np.uint64(cell + tables.corners[number, k])
        corners += np.int64(board[corner] == 0)
        board[corner] += np.uint8(1)
    levels[depth, NEXT], levels[depth, END] = first_child(levels, depth, choice), end
    store_attributes(state, depth, number, contacts, new_sites, corners)


@inlined
def take_back(state, depth):
    """Undo `place_on_board`."""
    tables, board = state.tables, state.board
    cell = state.levels[depth, PLACED_CELL]
    number = number_in_unit(tables, cell)
    board[np.uint64(cell)] -= PLACED
    for k in range(tables.cells[number, ITS_NEIGHBOURS]):
        board[np.uint64(cell + tables.steps[number, k])] -= NEIGHBOUR
    for k in range(tables.cells[number, ITS_CORNERS]):
        board[np.uint64(cell + tables.corners[number, k])] -= np.uint8(1)


@subroutine
def breaks_tree(state, depth):
    """Return whether a level's cell closes a cycle, or gives a cell more neighbours than allowed.

    The cell may be on the board as the last one, or not be there yet.
    """
    board, steps = state.board, state.tables.steps
    cell = state.levels[depth, PLACED_CELL]
    number = number_in_unit(state.tables, cell)
    on_board = board[np.uint64(cell)] >> PLACED_BIT
    most = PLACED + NEIGHBOUR * (state.tables.limits.trees + on_board)
    # A tree with another cell is a tree just if the cell has a single neighbour there.
    found = board[np.uint64(cell)] > NEIGHBOUR + PLACED * on_board
    for k in range(state.tables.cells[number, ITS_NEIGHBOURS]):
        found |= board[np.uint64(cell + steps[number, k])] >= most
    return found
