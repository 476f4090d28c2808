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
to END of that level are the children still to visit, or ``leaves`` from NEXT to END of the next
level if those are of the largest size; ``board`` and ``touched`` hold the entries of cells and
corners (`_lattice_board`); ``rows`` holds the placed cells as bits, a word a row. The board may
have more than 64 columns: column c is bit c modulo 64, and shapes have fewer columns.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

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
    is_barren,
    is_barren_at_once,
    is_within,
    note_leaves,
    note_pairs,
)
from enumino.enum.kernels.listing._lattice_places import (
    AXES,
    END,
    HIGH,
    HIGHEST,
    LOW,
    LOWEST,
    NEXT,
    OWNED_FROM,
    PLACED_CELL,
    REPLAYED,
    ROOT,
    SHIFT,
    SITES,
    SUBLATTICES,
    TREES,
)
from enumino.enum.kernels.listing._lattice_places import BASE as BASE
from enumino.enum.kernels.listing._lattice_places import DEPTH as DEPTH
from enumino.enum.kernels.listing._lattice_places import DONE as DONE
from enumino.enum.kernels.listing._lattice_places import NODES as NODES
from enumino.enum.kernels.listing._lattice_rows import classify, list_shape, may_lead, record
from enumino.enum.kernels.listing._lattice_state import Columns as Columns
from enumino.enum.kernels.listing._lattice_state import State as State
from enumino.enum.kernels.listing._lattice_state import Tables as Tables
from enumino.enum.kernels.listing._lattice_state import is_full as is_full
from enumino.enum.kernels.listing._lattice_state import new_columns as new_columns
from enumino.enum.kernels.listing._lattice_state import new_state as new_state
from enumino.enum.kernels.listing._lattice_state import tally_rows
from enumino.enum.kernels.shared.bits import ZERO
from enumino.enum.kernels.shared.jit import inlined, kernel
from enumino.enum.kernels.shared.random import draw
from enumino.enum.kernels.shared.subtrees import LEAF, NO_SUCH_NODE
from enumino.enum.kernels.shared.symmetry import REJECTED

SCRATCH_ROWS = 4096
FAR = 1 << 12


@inlined
def list_leaves(lattice, state, out, filled, depth):
    """Visit the remaining leaves that were noted for their parent."""
    levels, shift, cells = state.levels, state.tables.limits[SHIFT], depth + 1
    at, end, room = levels[cells, NEXT], levels[cells, END], out.masks.shape[1]
    while at < end and filled < room:
        cell = state.leaves[np.uint64(at)]
        at += 1
        extend(state.tables.points, levels, cells, cell)
        if not is_within(state.tables.bounds, lattice, levels, cells, 0):
            continue
        if state.tables.limits[TREES] != 0 and spoils(state, cells, 0):
            continue
        note_pairs(lattice, levels, state.pairs, cells)
        flip(state.rows, shift, cell)
        subgroup = classify(lattice, state, cells)
        if subgroup != REJECTED:
            measure_leaf(lattice, state, cells)
            record(lattice, state, out, filled, cells, subgroup)
            filled += 1
        flip(state.rows, shift, cell)
    levels[cells, NEXT] = at
    return filled


@kernel
def place(state, depth, choice):
    """Place untried cell number `choice` as cell number `depth`."""
    if depth == 1:
        forbid_roots(state.board, state.untried, choice)
    tables = state.tables
    extend(tables.points, state.levels, depth, state.untried[choice])
    settle(tables.lattice, state, depth, choice)


@kernel
def seek(state, prefix):
    """Enter the subtree of `prefix`, int64[d]; return its children, LEAF or NO_SUCH_NODE."""
    limits, levels, cursor = state.tables.limits, state.levels, state.cursor
    lattice = state.tables.lattice
    root, sublattices = limits[ROOT], lattice[SUBLATTICES]
    state.board[:] = 0
    state.board[:root] = FORBIDDEN
    state.touched[:] = 0
    state.rows[:] = ZERO
    levels[0, :] = 0
    levels[0, END], levels[0, SITES] = sublattices, 1
    for i in range(sublattices):
        state.untried[i] = root + i
    for i in range(AXES):
        levels[0, LOW + i], levels[0, HIGH + i] = FAR, -FAR
    owned_from = 1
    for depth in range(1, prefix.size + 1):
        child, following = prefix[depth - 1], levels[depth - 1, NEXT]
        if depth > limits[HIGHEST] or child < 0 or child >= levels[depth - 1, END] - following:
            return NO_SUCH_NODE
        place(state, depth, following + child)
        if child != 0:
            owned_from = depth
    depth = np.int64(prefix.size)
    cursor[DEPTH] = cursor[BASE] = depth
    cursor[OWNED_FROM] = owned_from
    cursor[REPLAYED] = cursor[NODES] = cursor[DONE] = 0
    start, end = levels[depth, NEXT], levels[depth, END]
    if depth == limits[HIGHEST] - 1 and depth > 0:
        note_leaves(lattice, state, depth, start, end)
    return LEAF if start == end or is_dead_end(state, depth) else end - start


@inlined
def is_dead_end(state, depth):
    """Whether no descendant of a node is listed."""
    tables, levels = state.tables, state.levels
    barren = is_barren(tables.limits, tables.lattice, levels, depth)
    left = tables.limits[HIGHEST] - depth
    barren = barren or not is_within(tables.bounds, tables.lattice, levels, depth, left)
    return barren or (tables.limits[TREES] != 0 and depth > 0 and spoils(state, depth, 1))


@inlined
def replay(state, out, filled):
    """Add the cells of the prefix to the bits; list its ancestors that belong here, and its root.

    Return the number of rows filled. If the buffer is full, cells remain to be replayed.
    """
    cursor, limits, levels = state.cursor, state.tables.limits, state.levels
    while cursor[REPLAYED] < cursor[BASE] and filled < out.masks.shape[1]:
        cursor[REPLAYED] += 1
        depth = cursor[REPLAYED]
        flip(state.rows, limits[SHIFT], levels[depth, PLACED_CELL])
        if depth >= cursor[OWNED_FROM]:
            cursor[NODES] += 1
            tables = state.tables
            within = is_within(tables.bounds, tables.lattice, levels, depth, 0)
            if depth == cursor[BASE] and limits[TREES] != 0:  # trees lead to the others
                within = within and not spoils(state, depth, 1)
            if depth >= limits[LOWEST] and within and may_lead(state.tables.lattice, state, depth):
                filled = list_shape(state, out, filled, depth)
    base = cursor[BASE]
    if cursor[REPLAYED] == base:
        cursor[DONE] = np.int64(is_dead_end(state, base))
        if base == limits[HIGHEST] - 1 and base > 0 and cursor[DONE] == 0:
            cursor[NODES] += levels[base, END] - levels[base, NEXT]  # its leaves
    return filled


@inlined
def search(lattice, state, out, filled, max_nodes):
    """Run `advance` below the root of the subtree."""
    cursor, limits, levels = state.cursor, state.tables.limits, state.levels
    lowest, highest, shift = limits[LOWEST], limits[HIGHEST], limits[SHIFT]
    bounds = state.tables.bounds
    limit, base, depth, nodes = out.masks.shape[1], cursor[BASE], cursor[DEPTH], cursor[NODES]
    budget = nodes + max_nodes
    while cursor[DONE] == 0 and filled < limit and nodes < budget:
        if depth == highest - 1 and depth > 0:
            filled = list_leaves(lattice, state, out, filled, depth)
            if levels[highest, NEXT] < levels[highest, END]:
                break
        elif levels[depth, NEXT] < levels[depth, END]:
            choice = levels[depth, NEXT]
            levels[depth, NEXT] += 1
            nodes += 1
            if depth == 0:
                forbid_roots(state.board, state.untried, choice)
            extend(state.tables.points, levels, depth + 1, state.untried[choice])
            if not is_within(bounds, lattice, levels, depth + 1, highest - depth - 1):
                continue
            if limits[TREES] != 0 and spoils(state, depth + 1, 0):
                continue
            goes_on = not is_barren_at_once(limits, lattice, levels, depth + 1)
            if goes_on and depth == highest - 2:
                start, end = (
                    first_child(levels, depth + 1, choice),
                    reach(lattice, state, depth + 1),
                )
                nodes += end - start
                goes_on = note_leaves(lattice, state, depth + 1, start, end) > 0
            is_listed = depth + 1 >= lowest and may_lead(lattice, state, depth + 1)
            is_listed = is_listed and is_within(bounds, lattice, levels, depth + 1, 0)
            if not goes_on and not is_listed:
                continue
            depth += 1
            settle(lattice, state, depth, choice)
            flip(state.rows, shift, levels[depth, PLACED_CELL])
            if is_listed:
                filled = list_shape(state, out, filled, depth)
            if goes_on:
                continue
        # Nothing (more) below.
        if depth == base:
            cursor[DONE] = 1
        else:
            flip(state.rows, shift, levels[depth, PLACED_CELL])
            take_back(lattice, state, depth)
            depth -= 1
    cursor[DEPTH], cursor[NODES] = depth, nodes
    return filled


@inlined
def advance_on(lattice, state, out, filled, max_nodes):
    """Run `advance` with the numbers of the lattice."""
    cursor = state.cursor
    if cursor[REPLAYED] < cursor[BASE]:
        filled = replay(state, out, filled)
    if cursor[REPLAYED] == cursor[BASE]:
        filled = search(lattice, state, out, filled, max_nodes)
    return filled


@kernel
def advance(state, out, filled, max_nodes):
    """Write rows from `filled` on, for about `max_nodes` nodes; return the rows filled.

    Rows come in the order of the search, parents first.
    """
    return advance_on(state.tables.lattice, state, out, filled, max_nodes)


@cache
def advance_for(lattice: tuple[int, ...]) -> Callable[..., Any]:
    """Return `advance` with the numbers of a lattice as constants, compiled for it alone."""

    @kernel
    def advance_there(state, out, filled, max_nodes):
        return advance_on(lattice, state, out, filled, max_nodes)

    return advance_there


def tally(state: State, counts: npt.NDArray[np.int64], max_nodes: int) -> None:
    """Add the rows of about `max_nodes` nodes to ``counts[cells, symmetry]``.

    Rows are made, and then overwritten.
    """
    tally_by(advance, state, counts, max_nodes)


def tally_by(
    advance: Callable[..., Any], state: State, counts: npt.NDArray[np.int64], max_nodes: int
) -> None:
    """Run `tally` by an `advance` of `advance_for`."""
    scratch = new_columns(SCRATCH_ROWS, state.mask.size)
    tally_rows(advance, state, scratch, counts, max_nodes)


@kernel
def probe(state, prefix, probes, random):
    """Estimate the nodes of a subtree by `probes` random walks (Knuth 1975)."""
    levels, total = state.levels, 0.0
    for _ in range(probes):
        children = seek(state, prefix)
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
    return total / probes
