"""List connected sets of cells on any lattice: Redelmeier's search, one canonical image a class.

The search is that of `redelmeier` (D. H. Redelmeier, *Counting polyominoes: yet another attack*,
Discrete Math. 36, 1981): a node is a fixed shape together with its untried cells; the j-th child
adds the j-th of them, and the cells before it stay forbidden below. The shape's first cell in
reading order is the root, one for each cell of a unit cell; all cells before it are forbidden.
A shape of a class is listed at the one node that is its canonical image. What that depends on,
extents and moments of coordinates, follows from the parent's, and bounds the search
(`_lattice_canonical`).

Tables are made by `enumino.enum.lattice_tables`. Cells are numbered in reading order, each row with
``1 << shift`` columns. Invariant of `advance`: with ``depth`` cells placed, ``untried`` from NEXT
to END of that level are the children still to visit; ``board`` has the bit PLACED on placed cells,
REACHED on these and their neighbours, and FORBIDDEN on what is before the root; ``touched`` counts
the placed cells at each corner; ``rows`` holds the placed cells as bits.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from enumino.enum.kernels._bits import ONE, ZERO
from enumino.enum.kernels._jit import inlined, kernel
from enumino.enum.kernels._lattice_canonical import (
    CORNERS,
    CORNERS_A_UNIT,
    DEGREE,
    END,
    FIRST,
    GRAIN,
    HIGH,
    HIGHEST,
    LAST,
    LEVEL_SIZE,
    LOW,
    LOWEST,
    MIDDLE,
    NEXT,
    OUTSIDE_END,
    PERIMETER,
    PLACED_CELL,
    ROOT,
    SECOND,
    SHIFT,
    SIDES,
    SITES,
    STEP,
    SUBLATTICES,
    SUM,
    THIRD,
    TOUCHED,
    WORDS,
    foresee,
    is_barren,
    is_barren_at_once,
    note_pairs,
)
from enumino.enum.kernels._lattice_rows import classify, list_node, record
from enumino.enum.kernels._random import draw
from enumino.enum.kernels._subtrees import LEAF, NO_SUCH_NODE
from enumino.enum.kernels._symmetry import REJECTED

REACHED, PLACED, FORBIDDEN = 1, 2, 4  # bits of the board
SCRATCH_ROWS = 4096
FAR = 1 << 12
DEPTH, BASE, REPLAYED, OWNED_FROM, DONE, NODES = range(6)  # cursor


class Tables(NamedTuple):
    """What is fixed for a search.

    limits: int64[8], lattice: int64[17], numbers whose places `_lattice_canonical` names.
    steps: int64[sublattices, degree], from a cell to its neighbours.
    on_side: int64[sublattices, degree], 1 where a neighbour shares a side.
    corners: int64[sublattices, corners of a cell], numbers of a cell's corners less
        `CORNERS_A_UNIT` times that of its unit cell.
    points: int16[cells, 3], the coordinates of cells, the last one first.
    images: int64[images, 3 + sublattices], for each coordinate of the image a code, which is twice
        the number of its source, and 1 more if its sign changes; where cells of a unit cell go.
    by_source: uint64[4, 6], for each coordinate and each code the images that have it, as bits;
        in the last row the images that may represent a shape.
    subgroups: uint64[subgroups, 3], images that may keep a shape, the symmetry class of it, how
        many fixed shapes it stands for; the first subgroup has no images.
    """

    limits: npt.NDArray[np.int64]
    lattice: npt.NDArray[np.int64]
    steps: npt.NDArray[np.int64]
    on_side: npt.NDArray[np.int64]
    corners: npt.NDArray[np.int64]
    points: npt.NDArray[np.int16]
    images: npt.NDArray[np.int64]
    by_source: npt.NDArray[np.uint64]
    subgroups: npt.NDArray[np.uint64]


class Columns(NamedTuple):
    """Preallocated output.

    masks: uint64[words, rows], bits 64 w and up in word w.
    numbers: uint8[9, rows], cells, depth, height and width of the box, symmetry class, orbit,
        perimeter, site perimeter, holes.
    """

    masks: npt.NDArray[np.uint64]
    numbers: npt.NDArray[np.uint8]


class State(NamedTuple):
    """Everything the search needs to go on; picklable between any two calls.

    cursor: int64[6], cells placed, cells of the prefix, how many of them were replayed,
        the smallest ancestor that belongs to this subtree, done, nodes visited.
    board: uint8[cells], what is known of each cell.
    touched: uint8[corners], placed cells at each corner.
    rows: uint64[rows], the placed cells as bits.
    untried, outside: int64[...], the untried sets of all levels, one after the other; the
        forbidden cells that were reached.
    levels: int64[n + 2, 16], by cells placed, what `_lattice_canonical` names: the cell placed
        last, the children not yet visited, the ends of the two lists, low, high and sum of each
        coordinate, perimeter, site perimeter, corners.
    pairs: int64[6], (e, v) and (e, -v) of the coordinates of the shape looked at.
    keys: int64[5, ...], what values of coordinates of the last cell mean (`foresee`).
    masks: uint64[2, words], of a shape and of its image.
    """

    tables: Tables
    cursor: npt.NDArray[np.int64]
    board: npt.NDArray[np.uint8]
    touched: npt.NDArray[np.uint8]
    rows: npt.NDArray[np.uint64]
    untried: npt.NDArray[np.int64]
    outside: npt.NDArray[np.int64]
    levels: npt.NDArray[np.int64]
    pairs: npt.NDArray[np.int64]
    keys: npt.NDArray[np.int64]
    masks: npt.NDArray[np.uint64]


def new_state(tables: Tables) -> State:
    """Return a state for a search; `seek` must come first."""
    limits, lattice = tables.limits, tables.lattice
    highest, cells = int(limits[HIGHEST]), tables.points.shape[0]
    units = cells // int(lattice[SUBLATTICES])
    most = lattice[DEGREE] * (highest + 1)
    return State(
        tables=tables,
        cursor=np.zeros(6, np.int64),
        board=np.zeros(cells, np.uint8),
        touched=np.zeros(units * int(lattice[CORNERS_A_UNIT]), np.uint8),
        rows=np.zeros(cells >> int(limits[SHIFT]), np.uint64),
        untried=np.zeros(most, np.int64),
        outside=np.zeros(most, np.int64),
        levels=np.zeros((highest + 2, LEVEL_SIZE), np.int64),
        pairs=np.zeros(6, np.int64),
        keys=np.zeros((5, int(lattice[STEP]) * (highest + 2) + 1), np.int64),
        masks=np.zeros((2, int(limits[WORDS])), np.uint64),
    )


def new_columns(rows: int, size: int = 1) -> Columns:
    """Return uninitialised columns for up to `rows` shapes with masks of `size` words."""
    return Columns(np.empty((size, rows), np.uint64), np.empty((9, rows), np.uint8))


def is_full(state: State, out: Columns, filled: int) -> bool:
    """Whether `advance` writes no other row."""
    return filled == out.masks.shape[1]


@kernel
def flip(rows, shift, cell):
    """Add a cell to the bits of the shape, or take it away."""
    rows[cell >> shift] ^= ONE << np.uint64(cell & ((1 << shift) - 1))


@inlined
def list_leaves(lattice, state, out, filled, depth):
    """Visit the children that are left of a node one cell short of the largest size."""
    tables, levels, keys = state.tables, state.levels, state.keys
    limits, points = tables.limits, tables.points
    cells, step, grain = depth + 1, lattice[STEP], lattice[GRAIN]
    at, end, room = levels[depth, NEXT], levels[depth, END], out.masks.shape[1]
    if not foresee(limits, lattice, levels, keys, depth):
        at = end
    low_a, low_b = levels[depth, LOW] - step, levels[depth, LOW + 1] - step
    low_c = levels[depth, LOW + 2] - step
    while at < end and filled < room:
        cell = state.untried[np.uint64(at)]
        at += 1
        place = np.uint64(cell)
        a = np.uint64((np.int64(points[place, 0]) - low_a) >> grain)
        b = np.uint64((np.int64(points[place, 1]) - low_b) >> grain)
        c = np.uint64((np.int64(points[place, 2]) - low_c) >> grain)
        first = keys[FIRST, a]
        if (
            (first >= keys[SECOND, b])
            & (first >= keys[THIRD, c])
            & (keys[MIDDLE, b] >= keys[LAST, c])
        ):
            extend(points, levels, cells, cell)
            note_pairs(lattice, levels, state.pairs, cells)
            flip(state.rows, limits[SHIFT], cell)
            subgroup = classify(lattice, state, cells)
            if subgroup != REJECTED:
                measure_leaf(lattice, state, cells)
                record(lattice, state, out, filled, cells, subgroup)
                filled += 1
            flip(state.rows, limits[SHIFT], cell)
    levels[depth, NEXT] = at
    return filled


@inlined
def measure_leaf(lattice, state, cells):
    """Note what is counted of a shape whose last cell was not placed on the board."""
    tables, levels, board = state.tables, state.levels, state.board
    cell = levels[cells, PLACED_CELL]
    mask = lattice[SUBLATTICES] - 1
    sub = cell & mask
    contacts, fresh, corners = np.int64(0), np.int64(0), np.int64(0)
    for k in range(lattice[DEGREE]):
        known = board[np.uint64(cell + tables.steps[sub, k])]
        contacts += tables.on_side[sub, k] & np.int64(known >> 1)
        fresh += np.int64((known & REACHED) == 0)
    first = (cell >> mask) * lattice[CORNERS_A_UNIT]
    for k in range(lattice[CORNERS]):
        corners += np.int64(state.touched[np.uint64(first + tables.corners[sub, k])] == 0)
    levels[cells, PERIMETER] = levels[cells - 1, PERIMETER] + lattice[SIDES] - 2 * contacts
    levels[cells, SITES] = levels[cells - 1, SITES] - 1 + fresh
    levels[cells, TOUCHED] = levels[cells - 1, TOUCHED] + corners


@inlined
def extend(points, levels, depth, cell):
    """Note a cell as cell number `depth` of the shape, and what its coordinates change."""
    levels[depth, PLACED_CELL] = cell
    for i in range(3):
        at = np.int64(points[np.uint64(cell), i])
        levels[depth, LOW + i] = min(levels[depth - 1, LOW + i], at)
        levels[depth, HIGH + i] = max(levels[depth - 1, HIGH + i], at)
        levels[depth, SUM + i] = levels[depth - 1, SUM + i] + at


@inlined
def settle_on_board(lattice, state, depth, choice):
    """Place the cell that a level notes, which was untried cell number `choice`, on the board.

    The bits of rows are left alone. Of the roots, those before the chosen one are forbidden from
    then on, and those after it are reached as its neighbours, if they are some.
    """
    tables, levels, board, untried = state.tables, state.levels, state.board, state.untried
    cell = levels[depth, PLACED_CELL]
    end, outside_end = levels[depth - 1, END], levels[depth - 1, OUTSIDE_END]
    levels[depth, NEXT] = choice + 1
    if depth == 1:
        for i in range(choice):
            board[untried[i]] = FORBIDDEN
        levels[depth, NEXT] = end
    mask = lattice[SUBLATTICES] - 1
    sub = cell & mask
    contacts, fresh, corners = np.int64(0), np.int64(0), np.int64(0)
    for k in range(lattice[DEGREE]):
        near = cell + tables.steps[sub, k]
        known = board[np.uint64(near)]
        board[np.uint64(near)] = known | REACHED
        contacts += tables.on_side[sub, k] & np.int64(known >> 1)
        fresh += np.int64(known & REACHED == 0)
        # Without a branch: whether a neighbour was reached is a coin toss.
        untried[np.uint64(end)] = near
        end += np.int64(known == 0)
        state.outside[np.uint64(outside_end)] = near
        outside_end += np.int64(known == FORBIDDEN)
    board[np.uint64(cell)] = PLACED | REACHED
    first = (cell >> mask) * lattice[CORNERS_A_UNIT]
    for k in range(lattice[CORNERS]):
        corner = np.uint64(first + tables.corners[sub, k])
        corners += np.int64(state.touched[corner] == 0)
        state.touched[corner] += np.uint8(1)
    levels[depth, END], levels[depth, OUTSIDE_END] = end, outside_end
    levels[depth, PERIMETER] = levels[depth - 1, PERIMETER] + lattice[SIDES] - 2 * contacts
    levels[depth, SITES] = levels[depth - 1, SITES] - 1 + fresh
    levels[depth, TOUCHED] = levels[depth - 1, TOUCHED] + corners


@kernel
def place(state, depth, choice):
    """Place untried cell number `choice` as cell number `depth`."""
    extend(state.tables.points, state.levels, depth, state.untried[choice])
    settle_on_board(state.tables.lattice, state, depth, choice)


@inlined
def take_back(lattice, state, depth):
    """Undo `place`: the last cell is untried again, its new neighbours are forgotten."""
    tables, levels, board = state.tables, state.levels, state.board
    for i in range(levels[depth - 1, END], levels[depth, END]):
        board[state.untried[i]] = 0
    for i in range(levels[depth - 1, OUTSIDE_END], levels[depth, OUTSIDE_END]):
        board[state.outside[i]] = FORBIDDEN
    cell = levels[depth, PLACED_CELL]
    board[cell] = REACHED
    mask = lattice[SUBLATTICES] - 1
    first = (cell >> mask) * lattice[CORNERS_A_UNIT]
    for k in range(lattice[CORNERS]):
        state.touched[first + tables.corners[cell & mask, k]] -= np.uint8(1)


@kernel
def seek(state, prefix):
    """Enter the subtree named by `prefix` (int64[d], the child taken at each level).

    Returns the number of children, or LEAF when there are none to visit. An inner node above the
    cut goes with its first child. A prefix that leaves the tree gives NO_SUCH_NODE.
    """
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
    for i in range(3):
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
    children = levels[depth, END] - levels[depth, NEXT]
    return LEAF if children == 0 or is_barren(limits, lattice, levels, depth) else children


@inlined
def replay(state, out, filled):
    """Add the cells of the prefix to the bits; list its ancestors that belong here, and its root.

    Returns the number of rows filled. Where the buffer is full, cells remain to be replayed.
    """
    cursor, limits, levels = state.cursor, state.tables.limits, state.levels
    while cursor[REPLAYED] < cursor[BASE] and filled < out.masks.shape[1]:
        cursor[REPLAYED] += 1
        depth = cursor[REPLAYED]
        flip(state.rows, limits[SHIFT], levels[depth, PLACED_CELL])
        if depth >= cursor[OWNED_FROM]:
            cursor[NODES] += 1
            if depth >= limits[LOWEST]:
                filled = list_node(state, out, filled, depth)
    if cursor[REPLAYED] == cursor[BASE]:
        cursor[DONE] = np.int64(is_barren(limits, state.tables.lattice, levels, cursor[BASE]))
    return filled


@inlined
def search(lattice, state, out, filled, max_nodes):
    """`advance` below the root of the subtree."""
    cursor, limits, levels = state.cursor, state.tables.limits, state.levels
    lowest, highest, shift = limits[LOWEST], limits[HIGHEST], limits[SHIFT]
    limit, base, depth, nodes = out.masks.shape[1], cursor[BASE], cursor[DEPTH], cursor[NODES]
    budget = nodes + max_nodes
    while cursor[DONE] == 0 and filled < limit and nodes < budget:
        if depth == highest - 1 and depth > 0:
            nodes -= levels[depth, NEXT]
            filled = list_leaves(lattice, state, out, filled, depth)
            nodes += levels[depth, NEXT]
            if levels[depth, NEXT] < levels[depth, END]:
                break
        elif levels[depth, NEXT] < levels[depth, END]:
            choice = levels[depth, NEXT]
            levels[depth, NEXT] += 1
            nodes += 1
            extend(state.tables.points, levels, depth + 1, state.untried[choice])
            barren = is_barren_at_once(limits, lattice, levels, depth + 1)
            if barren and depth + 1 < lowest:
                continue
            depth += 1
            settle_on_board(lattice, state, depth, choice)
            flip(state.rows, shift, levels[depth, PLACED_CELL])
            if depth >= lowest:
                filled = list_node(state, out, filled, depth)
            if not barren:
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
    """`advance`, given the numbers of the lattice."""
    cursor = state.cursor
    if cursor[REPLAYED] < cursor[BASE]:
        filled = replay(state, out, filled)
    if cursor[REPLAYED] == cursor[BASE]:
        filled = search(lattice, state, out, filled, max_nodes)
    return filled


@kernel
def advance(state, out, filled, max_nodes):
    """Fill `out` from row `filled` on, visiting about `max_nodes` nodes; return the rows filled.

    Call again until ``state.cursor[DONE]``; a buffer that is not full (`is_full`) means only that
    the nodes were spent. Rows come in the order of the search, parents first.
    """
    return advance_on(state.tables.lattice, state, out, filled, max_nodes)


@cache
def advance_for(lattice: tuple[int, ...]) -> Callable[..., Any]:
    """Return `advance` with the numbers of a lattice as constants: faster, and compiled anew."""

    @kernel
    def advance_there(state, out, filled, max_nodes):
        return advance_on(lattice, state, out, filled, max_nodes)

    return advance_there


def tally(state: State, counts: npt.NDArray[np.int64], max_nodes: int) -> None:
    """Add the rows of the next `max_nodes` nodes or so to ``counts[cells, symmetry]``.

    Call again until ``state.cursor[DONE]``. Rows are made all the same, and forgotten.
    """
    tally_by(advance, state, counts, max_nodes)


def tally_by(
    advance: Callable[..., Any], state: State, counts: npt.NDArray[np.int64], max_nodes: int
) -> None:
    """`tally`, by an `advance` of `advance_for`."""
    scratch = new_columns(SCRATCH_ROWS, state.masks.shape[1])
    budget = state.cursor[NODES] + max_nodes
    while not state.cursor[DONE] and state.cursor[NODES] < budget:
        filled = advance(state, scratch, 0, int(budget - state.cursor[NODES]))
        cells, symmetry = scratch.numbers[0, :filled], scratch.numbers[4, :filled]
        np.add.at(counts, (cells, symmetry), 1)


@kernel
def probe(state, prefix, probes, random):
    """Estimate the nodes of a subtree by `probes` random walks (Knuth 1975).

    A walk that meets branchings d1, d2, ... stands for 1 + d1 + d1 d2 + ... nodes; the mean
    over all walks is exact. `random` is the state of the generator (`_random.mixed`).
    """
    limits, levels, total = state.tables.limits, state.levels, 0.0
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
            if is_barren(limits, state.tables.lattice, levels, depth):
                children = 0
        total += nodes
    return total / probes
