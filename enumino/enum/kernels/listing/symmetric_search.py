"""List the shapes of one symmetry class, on any lattice: a search on the orbits of a group.

For a group about a centre, each set of orbits that is a connected shape is found once up to
translation (`orbits`), on the graph of `enumino.enum.orbit_graphs`. To become a row, its cells are
moved so that the first one in reading order is the root of `lattice_search`, and placed on the
board of that search, which finds the canonical image and measures it. A shape with more symmetries
than the group is left to the search of its own class. All subgroups of a class and all their
centres together list each shape of the class once: at its canonical image.

A set that is too large for the box is a leaf, since more orbits only extend it; so is one that is
too large for the board, on which all connected shapes have room. Invariant of `advance`: with
``depth`` orbits placed, ``untried`` from NEXT to END of that level are the children still to visit.
"""

from typing import NamedTuple

import numpy as np

from enumino.arrays import I64
from enumino.enum.kernels.listing.lattice_arrays import (
    CLASS,
    NEIGHBOUR,
    PAIRS,
    PLACED_CELL,
    SITES,
    append_cell,
    flip,
    place_on_board,
)
from enumino.enum.kernels.listing.lattice_arrays import State as Shape
from enumino.enum.kernels.listing.lattice_arrays import Tables as ShapeTables
from enumino.enum.kernels.listing.lattice_arrays import new_state as new_shape
from enumino.enum.kernels.listing.lattice_arrays import take_back as take_cell_back
from enumino.enum.kernels.listing.lattice_canonical import (
    classify,
    fits_box,
    has_largest_key,
    moment,
    record,
    store_pairs,
)
from enumino.enum.kernels.listing.shape_rows import is_full as is_full
from enumino.enum.kernels.listing.shape_rows import new_columns as new_columns
from enumino.enum.kernels.listing.shape_rows import tally_rows
from enumino.enum.kernels.shared.cursor import BASE, DEPTH, DONE, NODES, OWNED
from enumino.enum.kernels.shared.jit import inlined, kernel, subroutine
from enumino.enum.kernels.shared.orbits import (
    END,
    GROUP,
    NEXT,
    PLACED_ORBIT,
    WEIGHT,
    OrbitGraph,
    OrbitSet,
    begin,
    children_left,
    new_orbit_set,
    skip_children,
    take_back,
)
from enumino.enum.kernels.shared.orbits import place as place_orbit
from enumino.enum.kernels.shared.symmetry import REJECTED
from enumino.enum.kernels.shared.walks import enter_and_probe

NONE_TO_COME, MANY_TO_COME = np.int64(0), np.int64(1 << 12)  # cells
FAR_CELL = 1 << 40
SYMMETRY, BY_MOMENTS = range(2)  # wanted


class Tables(NamedTuple):
    """The tables of a search."""

    graph: OrbitGraph
    # The tables of `lattice_search` for shapes of these sizes, with the `bounds` of the shapes.
    shape: ShapeTables
    # [...], the cells of all orbits, one after the other, as steps on the board of `shape` from the
    # centre, and their numbers in their unit cells.
    cells: I64
    numbers: I64
    cells_from: I64  # [orbits + 1], the index of the first cell of each orbit
    wanted: I64  # [2], the number of the symmetry class; whether moments choose the canonical image


class State(NamedTuple):
    """State of the search; picklable between any two calls."""

    tables: Tables
    orbits: OrbitSet
    cursor: I64  # [5], see `cursor`
    shape: Shape  # the state of `lattice_search`, whose board is empty between shapes


def new_state(tables: Tables) -> State:
    """Return a state for a search; `seek_and_probe` must come first."""
    return State(
        tables=tables,
        orbits=new_orbit_set(tables.graph),
        cursor=np.zeros(5, np.int64),
        shape=new_shape(tables.shape),
    )


@inlined
def lay_out_cells(state, depth):
    """Lay out the cells of orbits from a root; return their number, 0 if they leave the board."""
    shape, tables, levels = state.shape, state.tables, state.orbits.levels
    cells_from = tables.cells_from
    points = shape.tables.points
    first, number = np.int64(FAR_CELL), np.int64(0)
    for i in range(1, depth + 1):
        orbit = levels[i, PLACED_ORBIT]
        for k in range(cells_from[orbit], cells_from[orbit + 1]):
            if tables.cells[k] < first:
                first, number = tables.cells[k], tables.numbers[k]
    to_root = shape.tables.limits.root + number - first
    cells = np.int64(0)
    for i in range(1, depth + 1):
        orbit = levels[i, PLACED_ORBIT]
        for k in range(cells_from[orbit], cells_from[orbit + 1]):
            cell = tables.cells[k] + to_root
            if cell >= points.shape[1]:
                return np.int64(0)
            cells += 1
            append_cell(points, shape.levels, cells, cell)
    return cells


@subroutine
def is_too_large(state, depth):
    """Return whether the set of a level exceeds the box or the board."""
    tables = state.shape.tables
    if tables.bounds.shape[0] == 0:
        return False
    if state.orbits.levels[depth, WEIGHT] > tables.limits.largest:  # no room for its cells
        return True
    cells = lay_out_cells(state, depth)
    return cells == 0 or not fits_box(tables, state.shape.levels, cells, MANY_TO_COME)


@inlined
def place(state, depth, choice):
    """Place untried orbit number `choice` of a level, or that root, as orbit `depth` + 1."""
    levels = state.orbits.levels
    place_orbit(state.orbits, depth, choice)
    if is_too_large(state, depth + 1):
        levels[depth + 1, NEXT] = levels[depth + 1, END]


@inlined
def go_to_child(state, child):
    """Go to a child of the current node; return the child's children."""
    orbits, depth = state.orbits, state.cursor[DEPTH]
    place(state, depth, skip_children(orbits, depth, child + 1))
    return children_left(orbits, depth + 1)


@subroutine
def list_node(state, out, filled, depth):
    """Write the set as the next row if it is a canonical shape; return the rows filled."""
    tables, shape, levels = state.shape.tables, state.shape, state.orbits.levels
    weight = levels[depth, WEIGHT]
    if weight < tables.limits.smallest or weight > tables.limits.largest:
        return filled
    if levels[depth, GROUP] != state.orbits.graph.whole:
        return filled
    cells, limits = lay_out_cells(state, depth), tables.limits
    if not fits_box(tables, shape.levels, cells, NONE_TO_COME):
        return filled
    store_pairs(shape, cells)
    if not state.tables.wanted[BY_MOMENTS]:
        level = shape.levels[cells]
        for i in range(4):
            level[PAIRS + i] -= moment(level[PAIRS + i])
    if not has_largest_key(tables, shape.levels[cells]):
        return filled
    shift = limits.shift
    for i in range(1, cells + 1):
        cell = shape.levels[i, PLACED_CELL]
        # Cells come in any order: one without placed neighbours was not in the site perimeter.
        apart = i > 1 and shape.board[np.uint64(cell)] < NEIGHBOUR
        place_on_board(shape, i, np.int64(0))
        shape.levels[i, SITES] += np.int64(apart)
        flip(shape.rows, shift, cell)
    subgroup = classify(shape, cells, out.masks[:, filled])
    if subgroup != REJECTED and tables.subgroups[subgroup, CLASS] == np.uint64(
        state.tables.wanted[SYMMETRY]
    ):
        record(shape, out, filled, cells, subgroup)
        filled += 1
    for i in range(cells, 0, -1):
        flip(shape.rows, shift, shape.levels[i, PLACED_CELL])
        take_cell_back(shape, i)
    return filled


@kernel
def advance(state, out, filled, max_nodes):
    """Write rows from `filled` on, for about `max_nodes` nodes, parents first; return `filled`."""
    orbits, cursor, levels, limit = (
        state.orbits,
        state.cursor,
        state.orbits.levels,
        out.masks.shape[1],
    )
    base, depth, nodes = cursor[BASE], cursor[DEPTH], cursor[NODES]
    budget, largest = nodes + max_nodes, state.shape.tables.limits.largest
    while cursor[DONE] == 0 and filled < limit and nodes < budget:
        if cursor[OWNED] > 0:
            cursor[OWNED] -= 1
            nodes += 1
            filled = list_node(state, out, filled, base - cursor[OWNED])
        elif children_left(orbits, depth) > 0:
            choice = skip_children(orbits, depth, 1)
            nodes += 1
            if depth > 0:
                weight = orbits.graph.weights[orbits.untried[np.uint64(choice)]]
                if levels[depth, WEIGHT] + weight > largest:
                    continue
            place(state, depth, choice)
            depth += 1
            filled = list_node(state, out, filled, depth)
        elif depth == base:
            cursor[DONE] = 1
        else:
            take_back(orbits, depth)
            depth -= 1
    cursor[DEPTH], cursor[NODES] = depth, nodes
    return filled


def tally(state: State, counts: I64, max_nodes: int) -> None:
    """Add the rows of about `max_nodes` nodes to ``counts[cells, symmetry]``."""
    tally_rows(advance, state, state.shape.tables.limits.words, counts, max_nodes)


@kernel
def seek_and_probe(state, prefix, walks, random):
    """Enter a subtree; return its children, and the nodes that random walks estimate, in all."""
    return enter_and_probe(state, prefix, walks, random, 0, begin, go_to_child)
