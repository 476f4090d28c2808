"""List connected sets of cells on any lattice: Redelmeier's search, one canonical image a class.

The search is that of `redelmeier` (D. H. Redelmeier, *Counting polyominoes: yet another attack*,
Discrete Math. 36, 1981): a node is a fixed shape together with its untried cells; the j-th child
adds the j-th of them, and the cells before it stay forbidden below. The shape's first cell in
reading order is the root, one for each cell of a unit cell; all cells before it are forbidden.
A shape of a class is listed at the one node that is its canonical image. This depends on
extents and moments of coordinates, which follow from the parent's and bound the search
(`_lattice_canonical`). Where only trees are listed, a node that is none is not continued: connected
parts of a tree are trees.

Half of all nodes are leaves, of the largest size, and most of the others are their parents. The
keys of a parent's leaves are compared before it is placed on the board: if none may be canonical,
it never is placed.

Tables are made by `enumino.enum.lattice_tables`. Cells are numbered in reading order, each row with
``1 << shift`` columns. Invariant of `advance`: with ``depth`` cells placed, ``untried`` from NEXT
to END of that level are the children still to visit, or from NEXT to END of the next level if those
are of the largest size; ``board`` holds the entries of cells and corners (`_lattice_board`);
``rows`` holds the placed cells as bits, a word a row. The board may have more than 64 columns:
column c is bit c modulo 64, and shapes have fewer columns.

A subtree is entered twice: `seek` finds the children at its root, and `advance` goes there from the
root of the tree by the same steps as below it, and lists the ancestors that belong to it.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from enumino.enum.kernels.listing._lattice_board import (
    FORBIDDEN,
    extend,
    first_child,
    flip,
    forbid_roots,
    measure_leaf,
    reach,
    settle,
    spoils,
    take_back,
)
from enumino.enum.kernels.listing._lattice_canonical import (
    collect_last_cells,
    is_barren,
    is_within,
    store_pairs,
)
from enumino.enum.kernels.listing._lattice_fields import BASE as BASE
from enumino.enum.kernels.listing._lattice_fields import (
    CHILD,
    END,
    NEXT,
    OWNED_FROM,
    PLACED_CELL,
)
from enumino.enum.kernels.listing._lattice_fields import DEPTH as DEPTH
from enumino.enum.kernels.listing._lattice_fields import DONE as DONE
from enumino.enum.kernels.listing._lattice_fields import NODES as NODES
from enumino.enum.kernels.listing._lattice_rows import classify, may_lead, record
from enumino.enum.kernels.listing._lattice_state import Columns as Columns
from enumino.enum.kernels.listing._lattice_state import State as State
from enumino.enum.kernels.listing._lattice_state import Tables as Tables
from enumino.enum.kernels.listing._lattice_state import is_full as is_full
from enumino.enum.kernels.listing._lattice_state import new_columns as new_columns
from enumino.enum.kernels.listing._lattice_state import new_state as new_state
from enumino.enum.kernels.listing._lattice_state import tally_rows
from enumino.enum.kernels.shared.bits import ONE, ZERO
from enumino.enum.kernels.shared.jit import inlined, kernel, subroutine
from enumino.enum.kernels.shared.symmetry import REJECTED
from enumino.enum.kernels.shared.walks import LEAF, NO_SUCH_NODE, draw

SCRATCH_ROWS = 4096
NONE_LEFT = np.int64(0)  # cells to come
NOWHERE = -1  # instead of the number of cells placed


@subroutine
def clear(state):
    """Go back to the root of the tree."""
    state.board[:] = 0
    state.board[: state.tables.limits.root] = FORBIDDEN
    state.rows[:] = ZERO
    state.levels[0, NEXT] = 0


@subroutine
def place(state, depth, choice):
    """Place untried cell number `choice` as cell number `depth`."""
    if depth == 1:
        forbid_roots(state.board, state.untried, choice)
    extend(state.tables.points, state.levels, depth, state.untried[choice])
    settle(state, depth, choice)


@subroutine
def is_dead_end(state, depth):
    """Whether no descendant of a node is listed."""
    tables, levels = state.tables, state.levels
    dead = is_barren(tables, levels, depth)
    dead = dead or not is_within(tables, levels, depth, tables.limits.highest - depth)
    return dead or (tables.limits.trees != 0 and depth > 0 and spoils(state, depth))


@inlined
def enter(state, prefix):
    """Do the work of `seek`.

    The board shows the subtree's root until `advance` walks there once more.
    """
    limits, levels, cursor = state.tables.limits, state.levels, state.cursor
    clear(state)
    levels[:, CHILD] = 0
    cursor[:] = 0
    cursor[DEPTH], cursor[BASE], cursor[OWNED_FROM] = NOWHERE, prefix.size, 1
    for depth in range(1, prefix.size + 1):
        child, following = prefix[depth - 1], levels[depth - 1, NEXT]
        if depth > limits.highest or child < 0 or child >= levels[depth - 1, END] - following:
            return NO_SUCH_NODE
        levels[depth - 1, CHILD] = child
        place(state, depth, following + child)
        if child != 0:
            cursor[OWNED_FROM] = depth
    depth = cursor[BASE]
    children = levels[depth, END] - levels[depth, NEXT]
    return LEAF if children == 0 or is_dead_end(state, depth) else children


@kernel
def advance(state, out, filled, max_nodes):
    """Write rows from `filled` on, for about `max_nodes` nodes; return the rows filled.

    Rows come in the order of the search, parents first.
    """
    tables, cursor, levels = state.tables, state.cursor, state.levels
    limits, room = tables.limits, out.masks.shape[1]
    highest, base, owned_from = limits.highest, cursor[BASE], cursor[OWNED_FROM]
    if cursor[DEPTH] == NOWHERE:
        clear(state)
        cursor[DEPTH] = 0
    depth, nodes, done = cursor[DEPTH], cursor[NODES], cursor[DONE] != 0
    budget = nodes + max_nodes
    parents = highest - 1 if highest - 1 >= max(base, 1) else -1  # of leaves: cells placed
    while not done and filled < room and nodes < budget:
        # A step, perhaps to a shape of some cells that no image exceeds in its key.
        cells, cell = np.int64(0), np.int64(0)
        at_leaf = depth == parents
        if at_leaf and levels[highest, NEXT] < levels[highest, END]:
            cell = state.untried[np.uint64(levels[highest, NEXT])]
            levels[highest, NEXT] += 1
            extend(tables.points, levels, highest, cell)
            if not is_within(tables, levels, highest, NONE_LEFT):
                continue
            if limits.trees != 0 and spoils(state, highest):
                continue
            store_pairs(state, highest)
            flip(state.rows, limits.shift, cell)
            cells = highest
        elif not at_leaf and levels[depth, NEXT] < levels[depth, END]:
            choice = levels[depth, NEXT] + levels[depth, CHILD]
            levels[depth, NEXT] = choice + 1
            is_owned = depth + 1 >= owned_from
            nodes += np.int64(is_owned)
            done = depth < base  # unless the child is placed
            if depth == 0:
                forbid_roots(state.board, state.untried, choice)
            extend(tables.points, levels, depth + 1, state.untried[choice])
            if not is_within(tables, levels, depth + 1, highest - depth - 1):
                continue
            if limits.trees != 0 and spoils(state, depth + 1):
                continue
            goes_on = not is_barren(tables, levels, depth + 1)
            if goes_on and depth == highest - 2 and depth + 1 >= base:
                start = first_child(levels, depth + 1, choice)
                end = reach(state, depth + 1)
                nodes += end - start
                goes_on = collect_last_cells(state, depth + 1, start, end) > 0
            is_listed = is_owned and depth + 1 >= limits.lowest and may_lead(state, depth + 1)
            is_listed = is_listed and is_within(tables, levels, depth + 1, NONE_LEFT)
            if not goes_on and not is_listed:
                continue
            depth += 1
            done = False
            settle(state, depth, choice)
            flip(state.rows, limits.shift, levels[depth, PLACED_CELL])
            if not goes_on:
                levels[depth, NEXT] = levels[depth, END]
            if is_listed:
                cells = depth
        elif depth <= base:
            done = True
        else:
            flip(state.rows, limits.shift, levels[depth, PLACED_CELL])
            take_back(state, depth)
            depth -= 1
        if cells > 0:
            subgroup = classify(state, cells, out.masks[:, filled])
            if subgroup != REJECTED:
                if at_leaf:
                    measure_leaf(state, cells)
                record(state, out, filled, cells, subgroup)
                filled += 1
            if at_leaf:
                flip(state.rows, limits.shift, cell)
    cursor[DEPTH], cursor[NODES], cursor[DONE] = depth, nodes, np.int64(done)
    return filled


def tally(state: State, counts: npt.NDArray[np.int64], max_nodes: int) -> None:
    """Add the rows of about `max_nodes` nodes to ``counts[cells, symmetry]``.

    Rows are made, and then overwritten.
    """
    scratch = new_columns(SCRATCH_ROWS, state.tables.limits.words)
    tally_rows(advance, state, scratch, counts, max_nodes)


@kernel
def walks(state, prefix, probes, random):
    """Walk from the subtree's root at random, `probes` times, and enter the subtree.

    Return the results of `seek` and `probe`. One function compiles in half the time of two.
    """
    levels, total, left = state.levels, 0.0, probes
    while True:
        root = children = enter(state, prefix)
        if left == 0:
            return root, total
        left -= 1
        depth = np.int64(prefix.size)
        product = nodes = 1.0
        while children > 0:
            random, choice = draw(random, children)
            product *= children
            nodes += product
            depth += 1
            place(state, depth, levels[depth - 1, NEXT] + choice)
            children = levels[depth, END] - levels[depth, NEXT]
            if is_dead_end(state, depth):
                children = 0
        total += nodes


def seek(state: State, prefix: npt.NDArray[np.int64]) -> int:
    """Enter the subtree of `prefix`, int64[d]; return its children, LEAF or NO_SUCH_NODE."""
    return int(walks(state, prefix, 0, ONE)[0])


def probe(state: State, prefix: npt.NDArray[np.int64], probes: int, random: np.uint64) -> float:
    """Estimate the nodes of a subtree by `probes` random walks (Knuth 1975)."""
    return float(walks(state, prefix, probes, random)[1]) / probes
