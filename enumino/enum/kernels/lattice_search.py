"""List connected sets of cells on any lattice: Redelmeier's search, one canonical image a class.

The search is that of `redelmeier` (D. H. Redelmeier, *Counting polyominoes: yet another attack*,
Discrete Math. 36, 1981): a node is a fixed shape together with its untried cells; the j-th child
adds the j-th of them, and the cells before it stay forbidden below. The shape's first cell in
reading order is the root, one for each cell of a unit cell; all cells before it are forbidden.

A shape of a class is listed at the one node that is its canonical image (`_lattice_canonical`). What
that depends on, extents and moments of coordinates, follows from the parent's, and bounds the search
(`is_barren`).

Tables are made by `enumino.enum.lattice_tables`. Cells are numbered in reading order, each row with
``1 << shift`` columns. Invariant of `advance`: with ``depth`` cells placed, ``untried[next:end]`` of
that depth are the children still to visit; ``board`` has the bit PLACED on placed cells, REACHED on
these and their neighbours, and FORBIDDEN on what is before the root; ``touched`` counts the placed
cells at each corner; ``rows`` holds the placed cells as bits.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from enumino.enum.kernels._bits import ONE, ZERO
from enumino.enum.kernels._jit import inlined, kernel
from enumino.enum.kernels._lattice_canonical import (
    COORDINATES,
    CORNER_KINDS,
    EXTENT,
    GROUP,
    HIGH,
    HIGHEST,
    KIND,
    LAYER_AXIS,
    LOW,
    LOWEST,
    ROOT,
    SHIFT,
    SIDES,
    SUBLATTICES,
    TIED,
    WORDS,
    assemble,
    is_barren,
    judged,
    keys,
    settled,
)
from enumino.enum.kernels._random import draw
from enumino.enum.kernels._subtrees import LEAF, NO_SUCH_NODE
from enumino.enum.kernels._symmetry import REJECTED

REACHED, PLACED, FORBIDDEN = 1, 2, 4  # bits of the board
SCRATCH_ROWS = 4096
FAR = 1 << 12

DEPTH, BASE, REPLAYED, OWNED_FROM, DONE, NODES = range(6)  # cursor


class Tables(NamedTuple):
    """What is fixed for a search.

    limits: int64[18], smallest and largest size listed, kind, group, coordinates of a point, log2
        of the row length, rows of a layer, cells of a unit cell, the first root, log2 of the points
        between unit cells, that number itself, whether one cell may extend several coordinates,
        the coordinates that count layers (-1 in the plane), rows and unit cells, sides of a cell,
        corners of a unit cell, words of a mask.
    steps: int64[sublattices, degree], from a cell to its neighbours.
    on_side: int64[sublattices, degree], 1 where a neighbour shares a side.
    corners: int64[sublattices, corners of a cell], numbers of a cell's corners less
        `CORNER_KINDS` times that of its unit cell.
    points: int16[cells, 3], the coordinates of cells, the last one first.
    images: int64[images, 4 + sublattices], for each coordinate of the image twice the number of its
        source, and 1 if its sign changes; whether it is a rotation; where cells of a unit cell go.
    groups: uint64[subgroups], images that may keep a shape, ascending.
    codes: int8[subgroups], the symmetry classes of these.
    orbits: uint8[classes]
    """

    limits: npt.NDArray[np.int64]
    steps: npt.NDArray[np.int64]
    on_side: npt.NDArray[np.int64]
    corners: npt.NDArray[np.int64]
    points: npt.NDArray[np.int16]
    images: npt.NDArray[np.int64]
    groups: npt.NDArray[np.uint64]
    codes: npt.NDArray[np.int8]
    orbits: npt.NDArray[np.uint8]


class Columns(NamedTuple):
    """Preallocated output, one array a column; ``masks[w]`` holds bits 64 w and up."""

    cells: npt.NDArray[np.uint8]
    depth: npt.NDArray[np.uint8]
    height: npt.NDArray[np.uint8]
    width: npt.NDArray[np.uint8]
    masks: npt.NDArray[np.uint64]
    symmetry: npt.NDArray[np.int8]
    orbit: npt.NDArray[np.uint8]
    perimeter: npt.NDArray[np.uint8]
    site_perimeter: npt.NDArray[np.uint8]
    holes: npt.NDArray[np.uint8]


class State(NamedTuple):
    """Everything the search needs to go on; picklable between any two calls.

    cursor: int64[6], cells placed, cells of the prefix, how many of them were replayed,
        the smallest ancestor that belongs to this subtree, done, nodes visited.
    board: uint8[cells], what is known of each cell.
    touched: uint8[corners], placed cells at each corner.
    rows: uint64[rows], the placed cells as bits.
    untried, outside: int64[...], the untried sets of all depths, one after the other; the
        forbidden cells that were reached.
    placed, next, end, outside_end: int64[n + 2], by cells placed: the cell placed last, the
        children not yet visited, the ends of the two lists.
    low, high, sums: int64[n + 2, 3], by cells placed and coordinate.
    sizes: int64[n + 2, 3], perimeter, site perimeter and corners, by cells placed.
    figures: int64[12], of the shape looked at: the pairs (e, v) and (e, -v) of each coordinate,
        its low and its high.
    mine, theirs: uint64[words], masks that are compared.
    """

    tables: Tables
    cursor: npt.NDArray[np.int64]
    board: npt.NDArray[np.uint8]
    touched: npt.NDArray[np.uint8]
    rows: npt.NDArray[np.uint64]
    untried: npt.NDArray[np.int64]
    outside: npt.NDArray[np.int64]
    placed: npt.NDArray[np.int64]
    next: npt.NDArray[np.int64]
    end: npt.NDArray[np.int64]
    outside_end: npt.NDArray[np.int64]
    low: npt.NDArray[np.int64]
    high: npt.NDArray[np.int64]
    sums: npt.NDArray[np.int64]
    sizes: npt.NDArray[np.int64]
    figures: npt.NDArray[np.int64]
    mine: npt.NDArray[np.uint64]
    theirs: npt.NDArray[np.uint64]


def new_state(tables: Tables) -> State:
    """Return a state for a search; `seek` must come first."""
    limits = tables.limits
    highest, size = int(limits[HIGHEST]), tables.points.shape[0]
    degree = tables.steps.shape[1]
    placed, following, end, outside_end = np.zeros((4, highest + 2), np.int64)
    low, high, sums, sizes = np.zeros((4, highest + 2, 3), np.int64)
    units = size // int(limits[SUBLATTICES])
    return State(
        tables=tables,
        cursor=np.zeros(6, np.int64),
        board=np.zeros(size, np.uint8),
        touched=np.zeros(units * int(limits[CORNER_KINDS]), np.uint8),
        rows=np.zeros(size >> int(limits[SHIFT]), np.uint64),
        untried=np.zeros(degree * (highest + 1), np.int64),
        outside=np.zeros(degree * (highest + 1), np.int64),
        placed=placed,
        next=following,
        end=end,
        outside_end=outside_end,
        low=low,
        high=high,
        sums=sums,
        sizes=sizes,
        figures=np.zeros(12, np.int64),
        mine=np.zeros(int(limits[WORDS]), np.uint64),
        theirs=np.zeros(int(limits[WORDS]), np.uint64),
    )


def new_columns(rows: int, size: int = 1) -> Columns:
    """Return uninitialised columns for up to `rows` shapes with masks of `size` words."""
    types = ("u1", "u1", "u1", "u1", "u8", "i1", "u1", "u1", "u1", "u1")
    shapes = [(size, rows) if dtype == "u8" else (rows,) for dtype in types]
    return Columns(*(np.empty(each, dtype) for each, dtype in zip(shapes, types, strict=True)))


def is_full(state: State, out: Columns, filled: int) -> bool:
    """Whether `advance` writes no other row."""
    return filled == out.cells.size


@inlined
def flip(rows, shift, cell):
    """Add a cell to the bits of the shape, or take it away."""
    rows[cell >> shift] ^= ONE << np.uint64(cell & ((1 << shift) - 1))


@inlined
def record(state, out, at, cells, verdict, perimeter, site_perimeter, corners):
    """Write a shape as row `at`, unless another image represents it; return the rows filled."""
    tables, figures, mine = state.tables, state.figures, state.mine
    depth, height, width = assemble(tables.limits, state.rows, figures, mine)
    symmetry = np.int64(0)
    if verdict == TIED:
        symmetry = settled(
            tables.limits,
            tables.images,
            tables.groups,
            tables.codes,
            tables.points,
            state.placed,
            cells,
            figures,
            mine,
            state.theirs,
        )
    if symmetry != REJECTED:
        out.cells[at] = cells
        out.depth[at] = depth
        out.height[at] = height
        out.width[at] = width
        for word in range(mine.size):
            out.masks[word, at] = mine[word]
        out.symmetry[at] = symmetry
        out.orbit[at] = tables.orbits[symmetry]
        out.perimeter[at] = perimeter
        out.site_perimeter[at] = site_perimeter
        edges = (tables.limits[SIDES] * cells + perimeter) >> 1
        out.holes[at] = (1 - corners + edges - cells) if tables.limits[LAYER_AXIS] < 0 else 0
        at += 1
    return at


@kernel
def list_node(state, out, filled, depth):
    """Write an inner node as the next row if it is a canonical image; return the rows filled."""
    limits, figures = state.tables.limits, state.figures
    for i in range(3):
        low, high = state.low[depth, i], state.high[depth, i]
        moment = 2 * state.sums[depth, i] - depth * (low + high)
        keys(figures, i, high - low, moment, np.int64(i >= limits[COORDINATES]))
        figures[LOW + i], figures[HIGH + i] = low, high
    verdict = judged(
        limits[GROUP],
        limits[KIND],
        limits[COORDINATES] == 3,
        figures[0],
        figures[1],
        figures[2],
        figures[3],
        figures[4],
        figures[5],
    )
    if verdict != REJECTED:
        perimeter, sites, corners = state.sizes[depth]
        filled = record(state, out, filled, depth, verdict, perimeter, sites, corners)
    return filled


@inlined
def list_leaves(state, out, filled, depth):
    """Visit the children that are left of a node one cell short of the largest size."""
    tables, figures, board = state.tables, state.figures, state.board
    limits, points, untried = tables.limits, tables.points, state.untried
    group, kind, shift = limits[GROUP], limits[KIND], limits[SHIFT]
    three, mask = limits[COORDINATES] == 3, limits[SUBLATTICES] - 1
    flat = np.int64(limits[COORDINATES] == 2)
    low_a, low_b, low_c = state.low[depth, 0], state.low[depth, 1], state.low[depth, 2]
    high_a, high_b, high_c = state.high[depth, 0], state.high[depth, 1], state.high[depth, 2]
    sum_a, sum_b, sum_c = state.sums[depth, 0], state.sums[depth, 1], state.sums[depth, 2]
    cells = depth + 1
    at, end, limit = state.next[depth], state.end[depth], out.cells.size
    while at < end and filled < limit:
        cell = untried[at]
        at += 1
        x = np.int64(points[cell, 0])
        y = np.int64(points[cell, 1])
        z = np.int64(points[cell, 2])
        la, ha = min(low_a, x), max(high_a, x)
        lb, hb = min(low_b, y), max(high_b, y)
        lc, hc = min(low_c, z), max(high_c, z)
        va = 2 * (sum_a + x) - cells * (la + ha)
        vb = 2 * (sum_b + y) - cells * (lb + hb)
        vc = 2 * (sum_c + z) - cells * (lc + hc)
        a, b, c = EXTENT * (ha - la), EXTENT * (hb - lb), EXTENT * (hc - lc)
        verdict = judged(
            group,
            kind,
            three,
            a + va,
            a - va,
            b + vb,
            b - vb,
            c + vc - flat,
            c - vc - 2 * flat,
        )
        if verdict == REJECTED:
            continue
        figures[0], figures[1], figures[2], figures[3] = a + va, a - va, b + vb, b - vb
        figures[4], figures[5] = c + vc, c - vc
        figures[6], figures[7], figures[8] = la, lb, lc
        figures[9], figures[10], figures[11] = ha, hb, hc
        state.placed[cells] = cell
        sub = cell & mask
        contacts, fresh, corners = np.int64(0), np.int64(0), np.int64(0)
        for k in range(tables.steps.shape[1]):
            known = board[cell + tables.steps[sub, k]]
            contacts += tables.on_side[sub, k] * np.int64((known & PLACED) != 0)
            fresh += np.int64((known & REACHED) == 0)
        first = (cell >> mask) * limits[CORNER_KINDS]
        for k in range(tables.corners.shape[1]):
            corners += np.int64(state.touched[first + tables.corners[sub, k]] == 0)
        flip(state.rows, shift, cell)
        filled = record(
            state,
            out,
            filled,
            cells,
            verdict,
            state.sizes[depth, 0] + limits[SIDES] - 2 * contacts,
            state.sizes[depth, 1] - 1 + fresh,
            state.sizes[depth, 2] + corners,
        )
        flip(state.rows, shift, cell)
    state.next[depth] = at
    return filled


@inlined
def place(state, depth, choice):
    """Place untried cell number `choice` as cell number `depth`; the bits of rows are left alone.

    The roots are never placed together by this choice: those before it are forbidden from then on,
    and those after it are reached as neighbours if they are some.
    """
    tables, board, untried = state.tables, state.board, state.untried
    limits = tables.limits
    cell = untried[choice]
    end, outside_end = state.end[depth - 1], state.outside_end[depth - 1]
    state.placed[depth], state.next[depth] = cell, choice + 1
    if depth == 1:
        for i in range(choice):
            board[untried[i]] = FORBIDDEN
        state.next[depth] = end
    for i in range(3):
        at = np.int64(tables.points[cell, i])
        state.low[depth, i] = min(state.low[depth - 1, i], at)
        state.high[depth, i] = max(state.high[depth - 1, i], at)
        state.sums[depth, i] = state.sums[depth - 1, i] + at
    mask = limits[SUBLATTICES] - 1
    sub = cell & mask
    contacts, fresh, corners = np.int64(0), np.int64(0), np.int64(0)
    for k in range(tables.steps.shape[1]):
        near = cell + tables.steps[sub, k]
        known = board[near]
        contacts += tables.on_side[sub, k] * np.int64((known & PLACED) != 0)
        if known & REACHED == 0:
            fresh += 1
            board[near] = known | REACHED
            if known == FORBIDDEN:
                state.outside[outside_end] = near
                outside_end += 1
            else:
                untried[end] = near
                end += 1
    board[cell] = PLACED | REACHED
    first = (cell >> mask) * limits[CORNER_KINDS]
    for k in range(tables.corners.shape[1]):
        corner = first + tables.corners[sub, k]
        corners += np.int64(state.touched[corner] == 0)
        state.touched[corner] += np.uint8(1)
    state.end[depth], state.outside_end[depth] = end, outside_end
    state.sizes[depth, 0] = state.sizes[depth - 1, 0] + limits[SIDES] - 2 * contacts
    state.sizes[depth, 1] = state.sizes[depth - 1, 1] - 1 + fresh
    state.sizes[depth, 2] = state.sizes[depth - 1, 2] + corners


@inlined
def take_back(state, depth):
    """Undo `place`: the last cell is untried again, the neighbours that it reached are forgotten."""
    tables, board = state.tables, state.board
    for i in range(state.end[depth - 1], state.end[depth]):
        board[state.untried[i]] = 0
    for i in range(state.outside_end[depth - 1], state.outside_end[depth]):
        board[state.outside[i]] = FORBIDDEN
    cell = state.placed[depth]
    board[cell] = REACHED
    mask = tables.limits[SUBLATTICES] - 1
    first = (cell >> mask) * tables.limits[CORNER_KINDS]
    for k in range(tables.corners.shape[1]):
        state.touched[first + tables.corners[cell & mask, k]] -= np.uint8(1)


@kernel
def seek(state, prefix):
    """Enter the subtree named by `prefix` (int64[d], the child taken at each level).

    Returns the number of children, or LEAF when there are none to visit. An inner node above the
    cut goes with its first child. A prefix that leaves the tree gives NO_SUCH_NODE.
    """
    limits, cursor = state.tables.limits, state.cursor
    highest, root, sublattices = limits[HIGHEST], limits[ROOT], limits[SUBLATTICES]
    state.board[:] = 0
    state.board[:root] = FORBIDDEN
    state.touched[:] = 0
    state.rows[:] = ZERO
    for i in range(sublattices):
        state.untried[i] = root + i
    state.next[0], state.end[0], state.outside_end[0] = 0, sublattices, 0
    state.low[0, :] = FAR
    state.high[0, :] = -FAR
    state.sums[0, :] = 0
    state.sizes[0, 0], state.sizes[0, 1], state.sizes[0, 2] = 0, 1, 0
    owned_from = 1
    for depth in range(1, prefix.size + 1):
        choices = state.end[depth - 1] - state.next[depth - 1]
        if depth > highest or prefix[depth - 1] < 0 or prefix[depth - 1] >= choices:
            return NO_SUCH_NODE
        place(state, depth, state.next[depth - 1] + prefix[depth - 1])
        if prefix[depth - 1] != 0:
            owned_from = depth
    depth = np.int64(prefix.size)
    cursor[DEPTH] = cursor[BASE] = depth
    cursor[OWNED_FROM] = owned_from
    cursor[REPLAYED] = cursor[NODES] = cursor[DONE] = 0
    children = state.end[depth] - state.next[depth]
    low, high, sums = state.low[depth], state.high[depth], state.sums[depth]
    barren = is_barren(limits, depth, low, high, sums)
    return LEAF if children == 0 or barren else children


@kernel
def replay(state, out, filled):
    """Add the cells of the prefix to the bits; list its ancestors that belong here, and its root.

    Returns the number of rows filled. Where the buffer is full, cells remain to be replayed.
    """
    cursor, limits = state.cursor, state.tables.limits
    while cursor[REPLAYED] < cursor[BASE] and filled < out.cells.size:
        cursor[REPLAYED] += 1
        depth = cursor[REPLAYED]
        flip(state.rows, limits[SHIFT], state.placed[depth])
        if depth >= cursor[OWNED_FROM]:
            cursor[NODES] += 1
            if depth >= limits[LOWEST]:
                filled = list_node(state, out, filled, depth)
    if cursor[REPLAYED] == cursor[BASE]:
        base = cursor[BASE]
        low, high, sums = state.low[base], state.high[base], state.sums[base]
        cursor[DONE] = np.int64(is_barren(limits, base, low, high, sums))
    return filled


@kernel
def search(state, out, filled, max_nodes):
    """`advance` below the root of the subtree."""
    cursor, limits = state.cursor, state.tables.limits
    lowest, highest, shift = limits[LOWEST], limits[HIGHEST], limits[SHIFT]
    limit, base, depth, nodes = out.cells.size, cursor[BASE], cursor[DEPTH], cursor[NODES]
    budget = nodes + max_nodes
    while cursor[DONE] == 0 and filled < limit and nodes < budget:
        if depth == highest - 1:
            nodes -= state.next[depth]
            filled = list_leaves(state, out, filled, depth)
            nodes += state.next[depth]
            if state.next[depth] < state.end[depth]:
                break
        elif state.next[depth] < state.end[depth]:
            choice = state.next[depth]
            state.next[depth] += 1
            nodes += 1
            depth += 1
            place(state, depth, choice)
            flip(state.rows, shift, state.placed[depth])
            if depth >= lowest:
                filled = list_node(state, out, filled, depth)
            low, high, sums = state.low[depth], state.high[depth], state.sums[depth]
            if not is_barren(limits, depth, low, high, sums):
                continue
        # Nothing (more) below.
        if depth == base:
            cursor[DONE] = 1
        else:
            flip(state.rows, shift, state.placed[depth])
            take_back(state, depth)
            depth -= 1
    cursor[DEPTH], cursor[NODES] = depth, nodes
    return filled


@kernel
def advance(state, out, filled, max_nodes):
    """Fill `out` from row `filled` on, visiting about `max_nodes` nodes; return the rows filled.

    Call again until ``state.cursor[DONE]``; a buffer that is not full (`is_full`) means only that
    the nodes were spent. Rows come in the order of the search, parents first.
    """
    cursor = state.cursor
    if cursor[REPLAYED] < cursor[BASE]:
        filled = replay(state, out, filled)
    if cursor[REPLAYED] == cursor[BASE]:
        filled = search(state, out, filled, max_nodes)
    return filled


def tally(state: State, counts: npt.NDArray[np.int64], max_nodes: int) -> None:
    """Add the rows of the next `max_nodes` nodes or so to ``counts[cells, symmetry]``.

    Call again until ``state.cursor[DONE]``. Rows are made all the same, and forgotten.
    """
    count_rows(state, new_columns(SCRATCH_ROWS, state.mine.size), counts, max_nodes)


@kernel
def count_rows(state, scratch, counts, max_nodes):
    """`tally`, with columns that are overwritten."""
    budget = state.cursor[NODES] + max_nodes
    while state.cursor[DONE] == 0 and state.cursor[NODES] < budget:
        for row in range(advance(state, scratch, 0, budget - state.cursor[NODES])):
            counts[scratch.cells[row], scratch.symmetry[row]] += 1


@kernel
def probe(state, prefix, probes, random):
    """Estimate the nodes of a subtree by `probes` random walks (Knuth 1975).

    A walk that meets branchings d1, d2, ... stands for 1 + d1 + d1 d2 + ... nodes; the mean
    over all walks is exact. `random` is the state of the generator (`_random.mixed`).
    """
    limits, total = state.tables.limits, 0.0
    for _ in range(probes):
        children = seek(state, prefix)
        depth = np.int64(prefix.size)
        product = nodes = 1.0
        while children > 0:
            random, choice = draw(random, children)
            product *= children
            nodes += product
            depth += 1
            place(state, depth, state.next[depth - 1] + choice)
            children = state.end[depth] - state.next[depth]
            low, high, sums = state.low[depth], state.high[depth], state.sums[depth]
            if is_barren(limits, depth, low, high, sums):
                children = 0
        total += nodes
    return total / probes
