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
    sub = number_in_unit(state.tables, cell)
    for k in range(state.tables.cells[sub, ITS_NEIGHBOURS]):
        near = cell + steps[sub, k]
        # Without a branch: whether a neighbour was reached is a coin toss.
        untried[np.uint64(end)] = near
        end += np.int64(state.board[np.uint64(near)] == 0)
    return end


@inlined
def measure_leaf(state, cells):
    """Store the attributes of a shape whose last cell was not placed on the board."""
    tables, levels, board = state.tables, state.levels, state.board
    cell = levels[cells, PLACED_CELL]
    sub = number_in_unit(tables, cell)
    contacts, fresh, corners = np.int64(0), np.int64(0), np.int64(0)
    for k in range(tables.cells[sub, ITS_NEIGHBOURS]):
        known = board[np.uint64(cell + tables.steps[sub, k])]
        contacts += tables.on_side[sub, k] & -np.int64(known >> PLACED_BIT)
        fresh += np.int64(known < NEIGHBOUR)
    for k in range(tables.cells[sub, ITS_CORNERS]):
        corners += np.int64(board[np.uint64(cell + tables.corners[sub, k])] == 0)
    store_attributes(state, cells, sub, contacts, fresh, corners)


@inlined
def store_attributes(state, depth, sub, contacts, fresh, corners):
    """Store the attributes of a shape, by the changes that its last cell makes."""
    levels, cells = state.levels, state.tables.cells
    sides = cells[sub, ITS_SIDES]
    share = cells[sub, ITS_HOLES]
    levels[depth, PERIMETER] = levels[depth - 1, PERIMETER] + sides - 2 * contacts
    levels[depth, SITES] = levels[depth - 1, SITES] - 1 + fresh
    levels[depth, EULER] = levels[depth - 1, EULER] + share - 2 * corners


@inlined
def place_on_board(state, depth, choice):
    """Place the cell of a level, untried cell number `choice` of its parent, on the board.

    The bits of rows stay unchanged.
    """
    tables, levels, board, untried = state.tables, state.levels, state.board, state.untried
    cell, end = levels[depth, PLACED_CELL], levels[depth - 1, END]
    sub = number_in_unit(tables, cell)
    contacts, fresh, corners = np.int64(0), np.int64(0), np.int64(0)
    for k in range(tables.cells[sub, ITS_NEIGHBOURS]):
        near = np.uint64(cell + tables.steps[sub, k])
        known = board[near]
        board[near] = known + NEIGHBOUR
        contacts += tables.on_side[sub, k] & -np.int64(known >> PLACED_BIT)
        fresh += np.int64(known < NEIGHBOUR)
        untried[np.uint64(end)] = near
        end += np.int64(known == 0)
    board[np.uint64(cell)] += PLACED
    for k in range(tables.cells[sub, ITS_CORNERS]):
        corner = np.uint64(cell + tables.corners[sub, k])
        corners += np.int64(board[corner] == 0)
        board[corner] += np.uint8(1)
    levels[depth, NEXT], levels[depth, END] = first_child(levels, depth, choice), end
    store_attributes(state, depth, sub, contacts, fresh, corners)


@inlined
def take_back(state, depth):
    """Undo `place_on_board`."""
    tables, board = state.tables, state.board
    cell = state.levels[depth, PLACED_CELL]
    sub = number_in_unit(tables, cell)
    board[np.uint64(cell)] -= PLACED
    for k in range(tables.cells[sub, ITS_NEIGHBOURS]):
        board[np.uint64(cell + tables.steps[sub, k])] -= NEIGHBOUR
    for k in range(tables.cells[sub, ITS_CORNERS]):
        board[np.uint64(cell + tables.corners[sub, k])] -= np.uint8(1)


@subroutine
def breaks_tree(state, depth):
    """Return whether a level's cell closes a cycle, or gives a cell more neighbours than allowed.

    The cell may be on the board as the last one, or not be there yet.
    """
    board, steps = state.board, state.tables.steps
    cell = state.levels[depth, PLACED_CELL]
    sub = number_in_unit(state.tables, cell)
    on_board = board[np.uint64(cell)] >> PLACED_BIT
    most = PLACED + NEIGHBOUR * (state.tables.limits.trees + on_board)
    # A tree with another cell is a tree just if the cell has a single neighbour there.
    found = board[np.uint64(cell)] > NEIGHBOUR + PLACED * on_board
    for k in range(state.tables.cells[sub, ITS_NEIGHBOURS]):
        found |= board[np.uint64(cell + steps[sub, k])] >= most
    return found
