"""List tatami layouts: coverings of a room by dominoes and monomers, no four tiles at a point.

The row scan: go to the first free cell in scan order, place a tile that starts there, and repeat.
Only the point at the upper left corner of that cell gets its fourth tile: a tile may start there if
the tile at the upper left also covers the cell above or the cell at the left. Points at a wall are
always allowed. The scan runs along the shorter side of the frame (along the longer side, every
further column costs 1.8 times the nodes): a room that is wider than tall is scanned column by
column. The children of a node are the domino along the scan, the domino across, and the monomer, in
this order. So where two layouts first differ H comes before V before M; in a wide room, by columns,
V before H before M.

Pruning changes neither the layouts nor their order. BORDER, for rectangles without monomers: no
domino across the scan touches the first or last row but at its ends (F. Ruskey and J. Woodcock,
*Counting fixed-height tatami tilings*, Electron. J. Combin. 16 (2009) R126, Theorem 2.2). CORNERS,
for all other rooms: at a point without walls, two neighbouring covered cells of different tiles
force a domino on the other two; two diagonal cells, or three cells of three tiles, are a dead end.
A free cell without free neighbours takes a monomer; a free cell with one free neighbour takes a
domino when no monomers are left. If the free cells of one colour of the chessboard outnumber the
other colour, at least the difference are monomers.

State: `board` numbers the tiles, from 1 in the order they were placed; 0 is free, -1 is a wall or
the fence around the frame. A cell is an index into it: a row is one wall longer than the frame.
Invariant: when ``options[d]`` are tried at ``cells[d]``, the first free cell, the board holds the
tiles before number ``marks[d]``: the d choices and the tiles that they forced; and `letters` holds
the letter of a tile at its first cell and 0 at its second.
"""

from typing import NamedTuple

import numpy as np

from enumino.arrays import I8, I32, I64, U8, U16, Flags
from enumino.enum.kernels.shared.cursor import BASE, DEPTH, DONE, NODES, OWNED
from enumino.enum.kernels.shared.jit import inlined, kernel
from enumino.enum.kernels.shared.symmetry import CLASSES, GROUP_ORDERS, REJECTED
from enumino.enum.kernels.shared.walks import enter_and_probe

HORIZONTAL, VERTICAL, MONOMER = ord("H"), ord("V"), ord("M")

PLAIN, BORDER, CORNERS = range(3)  # pruning
# limits
CELLS, STRIDE, END, RIGHT, FEWEST, MOST, PRUNING, CANONICAL, ORDER, ROWS, COLS = range(11)
TILES, MONOMERS, EXCESS, LAYOUT = range(5, 9)  # cursor
ALONG, ACROSS, SINGLE = 1, 2, 4  # options, in the order in which they are tried
NUMBER_OF = (0, 1, 1, 2, 1, 2, 2, 3)  # options in a set


class Tables(NamedTuple):
    """Tables of a room, made by `enumino.families.tatami.problem`."""

    # [11], free cells, length of a row of the board, the index after its last cell, the step to the
    # cell at the right in the room as given, fewest and most monomers, the pruning, whether one
    # layout a class is listed, order of the room's group of symmetries, the sides of the room as
    # given.
    limits: I64
    empty: I32  # [END + 1], the board without tiles; one free cell at the end stops the scan
    may_cross: Flags  # [END + 1], whether a domino across the scan may start at a cell
    colours: I8  # [END + 1], 1 and -1 as on a chessboard
    scan: I64  # [n], the free cells in scan order
    numbers: I64  # [END + 1], the number of a cell in row-major order of the room as given
    images: I64  # [g], the symmetries of the room but the identity
    sources: I64  # [g, END + 1], the cell that a symmetry takes to a cell; 0, a wall, for walls


class State(NamedTuple):
    """State of the search; picklable between any two calls."""

    tables: Tables
    # [9], see `cursor`; tiles on the board, monomers among them, free cells of colour 1 less
    # free cells of colour -1, whether the root is a layout.
    cursor: I64
    board: I32  # [END + 1], the number of the tile on each cell
    letters: U8  # [n], by the numbers of the cells
    # [n], the cells of each tile in scan order, equal for a monomer.
    firsts: I64
    seconds: I64
    # [n + 1], by choices made: the first free cell, a bit for each tile still to be tried there,
    # tiles on the board.
    cells: I64
    options: I64
    marks: I64


class Columns(NamedTuple):
    """Preallocated output, one array a column; layout i is ``layout[offsets[i]:offsets[i + 1]]``.

    Its bytes are the letters H, V and M, one a tile, in row-major order of the tiles' first cells
    in the room as given, which has `rows` rows and `cols` columns. `mats` counts the dominoes;
    `orbit` is 1 unless one layout a class is listed: then it counts the layouts of the class.
    """

    mats: U16
    monomers: U16
    horizontal: U16
    vertical: U16
    symmetry: I8
    orbit: U8
    layout: U8
    offsets: I32
    rows: U16
    cols: U16


def new_state(tables: Tables) -> State:
    """Return a state for a room; `seek_and_probe` must come first."""
    area = tables.scan.size
    cursor, letters = np.zeros(9, np.int64), np.zeros(area, np.uint8)
    firsts, seconds = np.zeros((2, area), np.int64)
    by_choices = np.zeros((3, area + 1), np.int64)
    return State(tables, cursor, tables.empty.copy(), letters, firsts, seconds, *by_choices)


def new_columns(rows: int, size: int) -> Columns:
    """Return columns for up to `rows` layouts of up to `size` letters, at least of one layout."""
    types = ("u2", "u2", "u2", "u2", "i1", "u1")
    layout, offsets = np.empty(size, np.uint8), np.zeros(rows + 1, np.int32)
    sides = np.empty((2, rows), np.uint16)
    return Columns._make([*(np.empty(rows, dtype) for dtype in types), layout, offsets, *sides])


def is_full(state: State, out: Columns, filled: int) -> bool:
    """Return whether no row, or fewer letters than the cells of a room, are left."""
    letters = state.letters.size
    return bool(filled == out.mats.size or out.offsets[filled] + letters > out.layout.size)


@inlined
def place(state, first, second):
    """Place a tile on two cells, in scan order; a monomer if they are equal."""
    tables, cursor, letters = state.tables, state.cursor, state.letters
    tile = cursor[TILES]
    cursor[TILES] = tile + 1
    state.firsts[tile], state.seconds[tile] = first, second
    state.board[first] = state.board[second] = tile + 1
    if first == second:
        cursor[MONOMERS] += 1
        cursor[EXCESS] -= tables.colours[first]
        letters[tables.numbers[first]] = MONOMER
    else:
        horizontal = second - first == tables.limits[RIGHT]
        letters[tables.numbers[second]] = 0
        letters[tables.numbers[first]] = HORIZONTAL if horizontal else VERTICAL


@inlined
def take_back(state, mark):
    """Remove the last tiles from the board until `mark` are left."""
    cursor, board = state.cursor, state.board
    tile = cursor[TILES]
    while tile > mark:
        tile -= 1
        first, second = state.firsts[tile], state.seconds[tile]
        board[first] = board[second] = 0
        if first == second:
            cursor[MONOMERS] -= 1
            cursor[EXCESS] += state.tables.colours[first]
    cursor[TILES] = tile


@inlined
def place_forced_at_point(state, cell):
    """Place the tile forced at the upper left corner of `cell`; False at a dead end."""
    board, stride = state.board, state.tables.limits[STRIDE]
    above = cell - stride
    a, b, c, d = board[above - 1], board[above], board[cell - 1], board[cell]
    met = a | b | c | d < 0 or (a != 0 and (a == b or a == c)) or (d != 0 and (d == b or d == c))
    covered = 0 if met else min(a, 1) + min(b, 1) + min(c, 1) + min(d, 1)
    forced = covered == 2 and (a != 0) != (d != 0)
    if forced:
        # The first and the second of the two that are free.
        first = above - 1 if a == 0 else (above if b == 0 else cell - 1)
        second = cell if d == 0 else (cell - 1 if c == 0 else above)
        place(state, first, second)
    return forced or covered < 2


@inlined
def place_forced_on_cell(state, cell):
    """Place the tile forced on a cell with at most one free neighbour; False at a dead end."""
    board, cursor, limits = state.board, state.cursor, state.tables.limits
    alive = True
    if board[cell] == 0:
        free, last, stride = 0, cell, limits[STRIDE]
        for neighbour in (cell - stride, cell - 1, cell + 1, cell + stride):
            if board[neighbour] == 0:
                free += 1
                last = neighbour
        spent = cursor[MONOMERS] == limits[MOST]
        alive = free > 0 or not spent
        if (free == 1 and spent) or (free == 0 and alive):
            place(state, min(cell, last), max(cell, last))
    return alive


@kernel
def propagate(state, tile):
    """Place the tiles forced by tiles from number `tile` (from 0) on; False at a dead end."""
    cursor, limits, stride = state.cursor, state.tables.limits, state.tables.limits[STRIDE]
    alive = True
    while alive and tile < cursor[TILES]:
        first, second = state.firsts[tile], state.seconds[tile]
        tile += 1
        for i in range(1 if first == second else 2):
            cell = second if i else first
            for point in (cell, cell + 1, cell + stride, cell + stride + 1):
                alive = alive and place_forced_at_point(state, point)
            for neighbour in (cell - stride, cell - 1, cell + 1, cell + stride):
                alive = alive and place_forced_on_cell(state, neighbour)
    # Bounds on the monomers of the whole layout, from the free cells and their colours.
    least, dominoes = cursor[MONOMERS] + abs(cursor[EXCESS]), cursor[TILES] - cursor[MONOMERS]
    return alive and least <= limits[MOST] and limits[CELLS] - 2 * dominoes >= limits[FEWEST]


@inlined
def open_node(state, depth, cell, alive):
    """Find the options after `depth` choices, all before `cell` covered; True for a layout."""
    board, cursor, limits = state.board, state.cursor, state.tables.limits
    while board[cell] != 0:
        cell += 1
    covered, options = cell == limits[END], 0
    if alive and not covered:
        above = cell - limits[STRIDE]
        a, b, c = board[above - 1], board[above], board[cell - 1]
        if a == b or a == c or (a | b | c) < 0:
            if board[cell + 1] == 0:
                options = ALONG
            if board[cell + limits[STRIDE]] == 0 and state.tables.may_cross[cell]:
                options |= ACROSS
            if cursor[MONOMERS] < limits[MOST]:
                options |= SINGLE
    cursor[DEPTH] = depth
    state.cells[depth], state.options[depth], state.marks[depth] = cell, options, cursor[TILES]
    return alive and covered and cursor[MONOMERS] >= limits[FEWEST]


@inlined
def descend(state, option):
    """Go to a child of the node; return whether it is a layout."""
    depth = state.cursor[DEPTH]
    cell, limits = state.cells[depth], state.tables.limits
    place(state, cell, cell + (limits[STRIDE] if option == ACROSS else option & ALONG))
    alive = limits[PRUNING] != CORNERS or propagate(state, state.marks[depth])
    return open_node(state, depth + 1, cell, alive)


@inlined
def begin(state):
    """Go to the root, where walls force tiles; return its children."""
    tables, cursor, limits = state.tables, state.cursor, state.tables.limits
    cursor[:] = 0
    for cell in range(tables.empty.size):
        state.board[cell] = tables.empty[cell]
    for cell in tables.scan:
        cursor[EXCESS] += tables.colours[cell]
    alive = limits[FEWEST] <= limits[MOST]
    if limits[PRUNING] == CORNERS:
        for cell in tables.scan:
            alive = alive and place_forced_on_cell(state, cell)
        alive = alive and propagate(state, np.int64(0))
    cursor[LAYOUT] = np.int64(open_node(state, np.int64(0), np.int64(0), alive))
    return NUMBER_OF[state.options[0]]


@inlined
def go_to_child(state, child):
    """Go to a child of the current node; return the child's children."""
    cursor, options = state.cursor, state.options[state.cursor[DEPTH]]
    for _ in range(child):
        options &= options - 1
    cursor[LAYOUT] = np.int64(descend(state, options & -options))
    return NUMBER_OF[state.options[cursor[DEPTH]]]


@inlined
def next_layout(state, budget):
    """Advance to the next layout, or until `budget` nodes are counted; True if there is one."""
    cursor, options = state.cursor, state.options
    found = cursor[OWNED] > 0 and cursor[LAYOUT] == 1
    cursor[NODES], cursor[OWNED] = cursor[NODES] + cursor[OWNED], 0
    while not found and cursor[DONE] == 0 and cursor[NODES] < budget:
        depth = cursor[DEPTH]
        left = options[depth]
        if left:
            options[depth] = left & (left - 1)
            cursor[NODES] += 1
            found = descend(state, left & -left)
        elif depth == cursor[BASE]:
            cursor[DONE] = 1
        else:
            cursor[DEPTH] = depth - 1
            take_back(state, state.marks[depth - 1])
    return found


@inlined
def compare(state, sources):
    """Return the order of an image and the layout: below 0 if the image is first, 0 if equal."""
    board, stride, single = state.board, state.tables.limits[STRIDE], state.tables.limits[END]
    order = 0
    for cell in state.tables.scan:
        tile = board[cell] - 1
        if state.firsts[tile] == cell:
            # The step to the second cell, or a larger number: in the order of the options.
            second, image = state.seconds[tile], board[sources[cell]]
            ours = single if second == cell else second - cell
            across = stride if image == board[sources[cell + stride]] else single
            theirs = 1 if image == board[sources[cell + 1]] else across
            order = theirs - ours
            if order != 0:
                break
    return order


@inlined
def classify(state):
    """Return the symmetry class of the layout, or REJECTED when another image represents it."""
    tables = state.tables
    equal, order = 0, 1
    for k in range(tables.images.size):
        order = compare(state, tables.sources[k])
        if order == 0:
            equal |= 1 << tables.images[k]
        elif order < 0 and tables.limits[CANONICAL]:
            break
    return REJECTED if order < 0 and tables.limits[CANONICAL] else CLASSES[equal]


@inlined
def record(state, out, row, symmetry):
    """Write the layout as row `row`."""
    tables, letters = state.tables, state.letters
    end = np.int64(out.offsets[row])
    horizontal = 0
    for letter in letters:
        # Second cells leave a zero behind, which the next letter overwrites.
        out.layout[end] = letter
        end += letter != 0
        horizontal += letter == HORIZONTAL
    out.offsets[row + 1] = end
    monomers = state.cursor[MONOMERS]
    mats = (tables.limits[CELLS] - monomers) >> 1
    out.mats[row], out.monomers[row] = mats, monomers
    out.horizontal[row], out.vertical[row] = horizontal, mats - horizontal
    out.rows[row], out.cols[row] = tables.limits[ROWS], tables.limits[COLS]
    orbit = tables.limits[ORDER] // GROUP_ORDERS[symmetry] if tables.limits[CANONICAL] else 1
    out.symmetry[row], out.orbit[row] = symmetry, orbit


@kernel
def advance(state, out, filled, max_nodes):
    """Write rows from `filled` on, for about `max_nodes` nodes; return the rows filled."""
    budget = state.cursor[NODES] + max_nodes
    limit, room = out.mats.size, out.layout.size - state.letters.size
    while filled < limit and out.offsets[filled] <= room and next_layout(state, budget):
        symmetry = classify(state)
        if symmetry != REJECTED:
            record(state, out, filled, symmetry)
            filled += 1
    return filled


@kernel
def write_rows(state, mates, out):
    """Write layouts as rows: [cells, rows], the number of the other cell of each cell's tile."""
    tables, cursor = state.tables, state.cursor
    numbers, stride = tables.numbers, tables.limits[STRIDE]
    for row in range(mates.shape[1]):
        cursor[TILES] = cursor[MONOMERS] = 0
        for cell in tables.scan:
            mate = mates[numbers[cell], row]
            if mate == numbers[cell]:
                place(state, cell, cell)
            for other in (cell + 1, cell + stride):
                if tables.empty[other] == 0 and numbers[other] == mate:
                    place(state, cell, other)
        record(state, out, row, classify(state))


@kernel
def tally(state, counts, max_nodes):
    """Add the layouts of about `max_nodes` nodes to int64 ``counts[monomers, symmetry]``."""
    budget = state.cursor[NODES] + max_nodes
    while next_layout(state, budget):
        symmetry = classify(state)
        if symmetry != REJECTED:
            counts[state.cursor[MONOMERS], symmetry] += 1


@kernel
def seek_and_probe(state, prefix, walks, random):
    """Enter a subtree; return its children, and the nodes that random walks estimate, in all."""
    return enter_and_probe(state, prefix, walks, random, 1, begin, go_to_child)
