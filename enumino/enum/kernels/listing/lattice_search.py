"""List connected sets of cells on any lattice: Redelmeier's search, one canonical image a class.

The search is `redelmeier` (D. H. Redelmeier, *Counting polyominoes: yet another attack*, Discrete
Math. 36, 1981) on any lattice: a node is a fixed shape together with its untried cells; the j-th
child adds the j-th untried cell, and the cells before it stay forbidden below. The shape's first
cell in reading order is the root, one for each cell of a unit cell; all cells before it are
forbidden. A shape of a class is listed at the one node that is its canonical image, which depends
on extents and moments of coordinates; they follow from the parent's and bound the search
(`lattice_canonical`). Where only trees are listed, a node that is no tree is a dead end, since
connected parts of a tree are trees.

Half of all nodes are leaves, of the largest size, and most of the others are their parents. The
keys of a parent's leaves are compared before it is placed on the board: if none can be canonical,
it is not placed.

Tables are made by `enumino.enum.lattice_tables`. Cells are numbered in reading order, each row with
``1 << shift`` columns. Invariant of `advance`: with ``depth`` cells placed, ``untried`` from NEXT
to END of that level are the children still to visit, or from NEXT to END of the next level if the
children are of the largest size; ``board`` holds the entries of cells and corners
(`lattice_arrays`); ``rows`` holds the placed cells as bits, a word per row. The board may have more
than 64 columns: column c is bit c modulo 64, and shapes have fewer columns.
"""

import numpy as np

from enumino.arrays import I64
from enumino.enum.kernels.listing.lattice_arrays import (
    END,
    FORBIDDEN,
    NEXT,
    PLACED_CELL,
    State,
    append_cell,
    breaks_tree,
    first_child,
    flip,
    forbid_roots,
    measure_leaf,
    place_on_board,
    push_neighbours,
    take_back,
)
from enumino.enum.kernels.listing.lattice_arrays import new_state as new_state
from enumino.enum.kernels.listing.lattice_canonical import (
    classify,
    collect_last_cells,
    fits_box,
    has_largest_key,
    is_barren,
    record,
    store_pairs,
)
from enumino.enum.kernels.listing.shape_rows import is_full as is_full
from enumino.enum.kernels.listing.shape_rows import new_columns as new_columns
from enumino.enum.kernels.listing.shape_rows import tally_rows
from enumino.enum.kernels.shared.bits import ZERO
from enumino.enum.kernels.shared.cursor import BASE, DEPTH, DONE, NODES
from enumino.enum.kernels.shared.jit import inlined, kernel, subroutine
from enumino.enum.kernels.shared.symmetry import REJECTED
from enumino.enum.kernels.shared.walks import enter_and_probe, leave_owned

NONE_TO_COME = np.int64(0)  # cells


@inlined
def place(state, depth, choice):
    """Place untried cell number `choice` as cell number `depth`."""
    if depth == 1:
        forbid_roots(state.board, state.untried, choice)
    append_cell(state.tables.points, state.levels, depth, state.untried[choice])
    place_on_board(state, depth, choice)
    flip(state.rows, state.tables.limits.shift, state.levels[depth, PLACED_CELL])


@inlined
def remove(state, depth):
    """Undo `place`, but for the roots that are forbidden."""
    flip(state.rows, state.tables.limits.shift, state.levels[depth, PLACED_CELL])
    take_back(state, depth)


@subroutine
def is_dead_end(state, depth):
    """Return whether no descendant of a node is listed."""
    tables, levels = state.tables, state.levels
    dead = is_barren(tables, levels, depth)
    dead = dead or not fits_box(tables, levels, depth, tables.limits.largest - depth)
    return dead or (tables.limits.trees != 0 and depth > 0 and breaks_tree(state, depth))


@subroutine
def begin(state):
    """Go to the root of the tree; return its children."""
    state.board[:] = 0
    state.board[: state.tables.limits.root] = FORBIDDEN
    state.rows[:] = ZERO
    state.levels[0, NEXT] = 0
    return state.levels[0, END]


@subroutine
def go_to_child(state, child):
    """Go to a child of the current node; return the child's children."""
    levels, depth = state.levels, state.cursor[DEPTH] + 1
    levels[depth - 1, NEXT] += child
    place(state, depth, levels[depth - 1, NEXT])
    children = levels[depth, END] - levels[depth, NEXT]
    return np.int64(0) if is_dead_end(state, depth) else children


@inlined
def add_last_cell(state):
    """Add the next last cell to the rows only; return the size, 0 if the shape is not listed."""
    tables, levels = state.tables, state.levels
    largest = tables.limits.largest
    cell = state.untried[np.uint64(levels[largest, NEXT])]
    levels[largest, NEXT] += 1
    append_cell(tables.points, levels, largest, cell)
    if not fits_box(tables, levels, largest, NONE_TO_COME):
        return np.int64(0)
    if tables.limits.trees != 0 and breaks_tree(state, largest):
        return np.int64(0)
    store_pairs(state, largest)
    flip(state.rows, tables.limits.shift, cell)
    return largest


@inlined
def enter_child(state, depth, choice):
    """Place untried cell number `choice` as cell number `depth`, unless this would be in vain.

    Return whether it is placed, whether the shape may be listed, and the number of its leaves.
    """
    tables, levels = state.tables, state.levels
    limits, leaves = tables.limits, np.int64(0)
    if depth == 1:
        forbid_roots(state.board, state.untried, choice)
    append_cell(tables.points, levels, depth, state.untried[choice])
    if not fits_box(tables, levels, depth, limits.largest - depth):
        return False, False, leaves
    if limits.trees != 0 and breaks_tree(state, depth):
        return False, False, leaves
    has_children = not is_barren(tables, levels, depth)
    if has_children and depth == limits.largest - 1 and depth >= state.cursor[BASE]:
        start = first_child(levels, depth, choice)
        end = push_neighbours(state, depth)
        leaves = end - start
        has_children = collect_last_cells(state, depth, start, end) > 0
    is_listed = depth >= limits.smallest
    if is_listed:
        store_pairs(state, depth)
        is_listed = has_largest_key(tables, levels[depth])
    is_listed = is_listed and fits_box(tables, levels, depth, NONE_TO_COME)
    if not has_children and not is_listed:
        return False, False, leaves
    place_on_board(state, depth, choice)
    flip(state.rows, limits.shift, levels[depth, PLACED_CELL])
    if not has_children:
        levels[depth, NEXT] = levels[depth, END]
    return True, is_listed, leaves


@kernel
def advance(state, out, filled, max_nodes):
    """Write rows from `filled` on, for about `max_nodes` nodes, parents first; return `filled`."""
    cursor, levels, limits = state.cursor, state.levels, state.tables.limits
    room, largest, base = out.masks.shape[1], limits.largest, cursor[BASE]
    depth, nodes, done = cursor[DEPTH], cursor[NODES], cursor[DONE] != 0
    budget = nodes + max_nodes
    parents = largest - 1 if largest - 1 >= max(base, 1) else -1  # of leaves: cells placed
    while not done and filled < room and nodes < budget:
        cells = np.int64(0)  # of the shape that this step comes to, if it may be listed
        at_leaf = depth == parents
        if at_leaf and levels[largest, NEXT] < levels[largest, END]:
            cells = add_last_cell(state)
        elif not at_leaf and levels[depth, NEXT] < levels[depth, END]:
            choice = levels[depth, NEXT]
            levels[depth, NEXT] = choice + 1
            is_placed, is_listed, leaves = enter_child(state, depth + 1, choice)
            nodes += 1 + leaves
            done = depth < base and not is_placed
            depth += np.int64(is_placed)
            cells = depth if is_listed else np.int64(0)
        elif depth <= base:
            done = True
        else:
            remove(state, depth)
            depth -= 1
        if cells > 0:
            subgroup = classify(state, cells, out.masks[:, filled])
            if subgroup != REJECTED:
                if at_leaf:
                    measure_leaf(state, cells)
                record(state, out, filled, cells, subgroup)
                filled += 1
            if at_leaf:
                flip(state.rows, limits.shift, levels[largest, PLACED_CELL])
    cursor[DEPTH], cursor[NODES], cursor[DONE] = depth, nodes, np.int64(done)
    return filled


def tally(state: State, counts: I64, max_nodes: int) -> None:
    """Add the rows of about `max_nodes` nodes to ``counts[cells, symmetry]``."""
    tally_rows(advance, state, state.tables.limits.words, counts, max_nodes)


@kernel
def seek_and_probe(state, prefix, walks, random):
    """Enter a subtree; return its children, and the nodes that random walks estimate, in all."""
    found = enter_and_probe(state, prefix, walks, random, 1, begin, go_to_child)
    leave_owned(state, remove)
    return found
