"""Tables and state of the search on lattices (`lattice_search`), and the board.

`symmetric_search` places shapes on the same board. An entry of ``board`` is a sum:

    FORBIDDEN if the cell is before the root
    + NEIGHBOUR for each placed neighbour
    + PLACED if it is placed itself

So a cell may join the untried set if its entry is 0, and removing a cell subtracts its summands.
The entries of corners follow: the number of placed cells at each.
"""

from typing import NamedTuple

import numpy as np

from enumino.arrays import I16, I64, U8, U64
from enumino.enum.kernels.shared.bits import ONE
from enumino.enum.kernels.shared.jit import inlined, subroutine

# What a search can hold (`enumino.enum.lattice_sizes`). Rows are words, joined by shifts of less
# than 64 bits; columns of numbers are bytes. A pair (e, v) of an extent and a moment is one number,
# ``EXTENT * e + MIDDLE + v``: moments are less than `MIDDLE`.
LONGEST_ROW = 63  # columns of a shape
LARGEST_NUMBER = 255
EXTENT = 1 << 13
MIDDLE = EXTENT // 2

# All signed permutations; permutations with one sign for all; any other signed permutations.
SIGNED, HEXAGONAL, OTHERS = range(3)
# cells, numbers of each cell of a unit cell: neighbours, sides, corners, twice its share of holes.
ITS_NEIGHBOURS, ITS_SIDES, ITS_CORNERS, ITS_HOLES = range(4)
# levels: the cell placed last; the next child and the end of the untried set (at the largest size,
# of the last cells to try); low, high and sum of three coordinates, the last one first; perimeter,
# site perimeter, and twice the holes that cells add, less two for each corner; the pairs (e, v) and
# (e, -v) of each coordinate.
PLACED_CELL, NEXT, END = range(3)
AXES = 3  # coordinates of levels; those that a lattice does not have are 0
LOW, HIGH, SUM = 3, 6, 9
PERIMETER, SITES, EULER, PAIRS = 12, 13, 14, 15
LEVEL_SIZE = PAIRS + 2 * AXES
NUMBER = AXES  # row of points, after one for each coordinate: the cell's number in its unit cell
FAR = 1 << 12  # of the shape without cells
FIRST_CELL = AXES  # column of images, after one for each coordinate; shifts follow the cells
BITS, CLASS, ORBIT = range(3)  # columns of subgroups
FORBIDDEN, NEIGHBOUR, PLACED = np.uint8(1), np.uint8(2), np.uint8(64)
PLACED_BIT = 6


class Limits(NamedTuple):
    """Numbers of one search: plain ones, which no write to an array can change."""

    # Sizes that are listed.
    smallest: int
    largest: int
    kind: int  # FIXED, ONE_SIDED or FREE
    nonnegative: int  # the number of coordinates whose moments must not be negative
    shift: int  # log2 of the row length of the board
    height: int  # rows of a layer
    root: int  # the first cell that a shape may start at
    words: int  # of a mask
    trees: int  # most neighbours of a cell if only trees are listed, otherwise 0
    images_of_kind: int  # the images that may represent a shape of the kind, as bits


class LatticeConstants(NamedTuple):
    """Numbers of a lattice."""

    group: int  # SIGNED, HEXAGONAL or OTHERS
    coordinates: int  # of a point
    sublattices: int  # cells of a unit cell
    # Steps of points between unit cells, and log2 of them, -1 if it is no integer.
    unit: int
    unit_shift: int
    # How far one cell may extend a coordinate, and whether it may extend several.
    step: int
    jointly: bool
    # The coordinates that count layers (-1 in the plane), rows and unit cells.
    layer_axis: int
    row_axis: int
    unit_axis: int
    planes: int  # planes of corners
    # By Euler's formula a shape in the plane has half of euler_start + EULER + euler_per_side *
    # PERIMETER holes (`lattice_arrays`).
    euler_start: int
    euler_per_side: int


class Tables(NamedTuple):
    """The tables of a search."""

    limits: Limits
    lattice: LatticeConstants
    steps: I64  # [sublattices, degree], from a cell to its neighbours
    on_side: I64  # [sublattices, degree], the number of sides that a neighbour shares
    # [sublattices, corners of a cell], from a cell to its corners, which are numbered in planes
    # after the cells: as many in each as there are cells.
    corners: I64
    # [sublattices, 4], neighbours, sides and corners of each cell of a unit cell, and twice the
    # holes that it adds; see `lattice_arrays`.
    cells: I64
    # [4, cells], the coordinates of cells, the last one first, and the numbers of cells in their
    # unit cells.
    points: I16
    # [extents, places], the part of a pair that depends on its last cell (`lattice_canonical`), by
    # the extent before and the place, where 0 is the least in reach.
    pair_changes: I64
    # [images, 3 + sublattices + 3], by image: the code 2 * source + (1 if turned) of each
    # coordinate, from which it comes; where each cell of a unit cell goes; and what is added to
    # each coordinate. The last coordinate is number 0, so (r, c) -> (c, -r) has the codes 3 and 0:
    # number 0 comes from number 1, turned, and number 1 from number 0.
    images: I64
    images_by_source: U64  # [3, 6], the images with a code at a coordinate, as bits
    # [subgroups, 3], the images that keep a shape, as bits, its symmetry class, the number of fixed
    # shapes that it stands for; the first subgroup has no images.
    subgroups: U64
    # [k, 2, 3], least and largest extents of shapes, by coordinate: one of k alternatives is to be
    # met; all shapes are listed if there are none.
    bounds: I64


class State(NamedTuple):
    """State of the search; picklable between any two calls."""

    tables: Tables
    cursor: I64  # [5], see `cursor`
    board: U8  # [cells + corners], their entries (`lattice_arrays`)
    rows: U64  # [rows], the placed cells as bits, columns modulo 64
    untried: I64  # the untried sets of all levels, one after the other; then the last cells to try
    levels: I64  # [n + 2, 21], by cells placed; columns are named above


def new_state(tables: Tables) -> State:
    """Return a state for a search; `seek_and_probe` must come first."""
    limits, lattice = tables.limits, tables.lattice
    cells = tables.points.shape[1]
    most = lattice.sublattices + tables.steps.shape[1] * (limits.largest + 1)
    untried = np.zeros(2 * most, np.int64)
    untried[: lattice.sublattices] = limits.root + np.arange(lattice.sublattices)
    levels = np.zeros((limits.largest + 2, LEVEL_SIZE), np.int64)
    levels[0, END], levels[0, SITES] = lattice.sublattices, 1
    levels[0, LOW : LOW + AXES], levels[0, HIGH : HIGH + AXES] = FAR, -FAR
    return State(
        tables=tables,
        cursor=np.zeros(5, np.int64),
        board=np.zeros(cells * (1 + lattice.planes), np.uint8),
        rows=np.zeros(cells >> limits.shift, np.uint64),
        untried=untried,
        levels=levels,
    )


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
    """Return the index of the first child of untried cell number `choice`, which is no root."""
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
    """Append the new neighbours of a level's cell to the untried set; return its new end."""
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
    """Place the cell of a level, untried cell number `choice` of its parent, on the board."""
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
    """Return whether a level's cell closes a cycle, or has or gives too many neighbours."""
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
