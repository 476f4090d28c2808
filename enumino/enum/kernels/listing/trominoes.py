"""Cover boards of side 2^k that lack one cell with L-trominoes, by dividing them into quadrants.

S. W. Golomb, *Checker boards and polyominoes*, Amer. Math. Monthly 61 (1954), 675-682. One
tromino at the centre of the board takes a cell of each of the three quadrants that are whole;
then all four are boards of half the side that lack one cell, down to boards of one cell, the
missing one. Quadrants are numbered 0 upper left, 1 upper right, 2 lower left, 3 lower right;
`cover` visits them in this order, depth first. A tromino lies in a box of 2 × 2 cells but one;
it is named by the one that is missing: `a` lower right, `b` lower left, `c` upper right, `d`
upper left. A layout lists these letters in row-major order of the trominoes' first cells.

The search for missing cells: a node of the tree is a quadrant of a quadrant of ... the board,
its children are its four quadrants, the leaves are the missing cells. So a prefix is the path of
quadrants from the board on. Up to symmetry one cell a class is listed, the first in row-major
order: these are the cells of the upper left quadrant on and above the main diagonal, so that the
board has one child, and a quadrant on the diagonal has three (0, 1 and 3).

The construction commutes with the eight symmetries of the board: the tiling is left as it is by
those that leave the missing cell where it is. No side of 2 or more has a cell on an axis.

Invariant of `next_cell`: ``path[1:depth + 1]`` leads to the quadrant with the upper left cell
``top[depth], left[depth]``, and of its ancestor at each depth d, ``tried[d]`` of the
``children[d]`` children were visited.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from enumino.enum.kernels.shared.jit import inlined, kernel
from enumino.enum.kernels.shared.random import draw
from enumino.enum.kernels.shared.subtrees import LEAF, NO_SUCH_NODE
from enumino.enum.kernels.shared.symmetry import ALL, DIAG, GROUP_ORDERS, NONE

MAX_LEVELS = 12  # log2 of the largest side
MAX_LAYOUT_LEVELS = 5
LAST_LETTER = ord("d")

# Numbers of children of a quadrant: all, those on and above its diagonal, the first one.
WHOLE, TRIANGLE, EIGHTH = 4, 3, 1

LEVELS, LETTERS, UP_TO_SYMMETRY = range(3)  # board
DEPTH, BASE, OWNED, DONE, NODES = range(5)  # cursor


class Tables(NamedTuple):
    """Tables of a board.

    board: int64[3], log2 of the side, letters of a layout (0 if none are asked for), whether to
        list one missing cell a class.
    """

    board: npt.NDArray[np.int64]


class State(NamedTuple):
    """State of the listing; picklable between any two calls.

    cursor: int64[5], quadrants chosen, quadrants of the prefix, nodes of the prefix that belong
        to the subtree and were not yet visited, done, nodes visited.
    path, top, left, children, tried: int64[k + 1], by quadrants chosen: the last one, its upper
        left cell, the number of its children, and of those visited.
    letters: uint8[side, side], the letter of a tromino at its first cell, 0 elsewhere; without
        layouts, uint8[0, 0].
    holes: int64[k + 2, 2], see `cover`.
    """

    tables: Tables
    cursor: npt.NDArray[np.int64]
    path: npt.NDArray[np.int64]
    top: npt.NDArray[np.int64]
    left: npt.NDArray[np.int64]
    children: npt.NDArray[np.int64]
    tried: npt.NDArray[np.int64]
    letters: npt.NDArray[np.uint8]
    holes: npt.NDArray[np.int64]


class Columns(NamedTuple):
    """Preallocated output: an array a column, texts one after the other.

    The path of row i, a digit a level, is ``path[path_offsets[i]:path_offsets[i + 1]]``; its
    layout is ``layout[layout_offsets[i]:layout_offsets[i + 1]]``, empty if none was asked for.
    """

    missing_row: npt.NDArray[np.uint16]
    missing_col: npt.NDArray[np.uint16]
    symmetry: npt.NDArray[np.int8]
    orbit: npt.NDArray[np.uint8]
    path: npt.NDArray[np.uint8]
    path_offsets: npt.NDArray[np.int32]
    layout: npt.NDArray[np.uint8]
    layout_offsets: npt.NDArray[np.int32]


def new_tables(k: int, with_layout: bool, up_to_symmetry: bool = False) -> Tables:
    """Return the tables of the board of side ``2**k``.

    Raises
    ------
    ValueError
        If k is not in 0 to `MAX_LEVELS`, or with layouts not in 0 to `MAX_LAYOUT_LEVELS`.
    """
    largest = MAX_LAYOUT_LEVELS if with_layout else MAX_LEVELS
    if not 0 <= k <= largest:
        what = "Layouts are written for boards" if with_layout else "There are boards"
        raise ValueError(f"{what} of side 2^0 to 2^{largest}, not 2^{k}.")
    letters = trominoes(k) if with_layout else 0
    return Tables(board=np.array([k, letters, up_to_symmetry], np.int64))


def new_state(tables: Tables) -> State:
    """Return a state for a board; `seek` must come first."""
    levels = int(tables.board[LEVELS])
    side = 1 << levels if tables.board[LETTERS] else 0
    path, top, left, children, tried = np.zeros((5, levels + 1), np.int64)
    return State(
        tables=tables,
        cursor=np.zeros(5, np.int64),
        path=path,
        top=top,
        left=left,
        children=children,
        tried=tried,
        letters=np.zeros((side, side), np.uint8),
        holes=np.zeros((levels + 2, 2), np.int64),
    )


def new_columns(rows: int, size: int) -> Columns:
    """Return columns for up to `rows` missing cells, with layouts of `size` letters together.

    With layouts the `size` is at least that of one, ``trominoes(k)``; without, it may be 0.
    """
    return Columns(
        missing_row=np.empty(rows, np.uint16),
        missing_col=np.empty(rows, np.uint16),
        symmetry=np.empty(rows, np.int8),
        orbit=np.empty(rows, np.uint8),
        path=np.empty(rows * MAX_LEVELS, np.uint8),
        path_offsets=np.zeros(rows + 1, np.int32),
        layout=np.empty(size, np.uint8),
        layout_offsets=np.zeros(rows + 1, np.int32),
    )


def is_full(state: State, out: Columns, filled: int) -> bool:
    """Whether no row, or fewer letters than a layout has, are left."""
    letters = int(state.tables.board[LETTERS])
    rows = out.missing_row.size
    return bool(filled == rows or out.layout_offsets[filled] + letters > out.layout.size)


def trominoes(k: int) -> int:
    """Return the number of trominoes on the board of side ``2**k`` without one cell."""
    return ((1 << 2 * k) - 1) // 3


def path_to(k: int, row: int, col: int) -> npt.NDArray[np.int64]:
    """Return the quadrants from the board of side ``2**k`` to a cell: the prefix of its leaf."""
    level = np.arange(k - 1, -1, -1)
    return 2 * (row >> level & 1) + (col >> level & 1)


def build(board: npt.NDArray[np.int32], k: int, row: int, col: int) -> None:
    """Write the number of the tromino on each cell; the missing one gets 0.

    Parameters
    ----------
    board : int32[2**k, 2**k]
        Overwritten. Trominoes are numbered from 1 in the order of the construction.
    k, row, col : int
        log2 of the side; the missing cell.

    Raises
    ------
    ValueError
        If the board has another shape or type, or the cell is outside it.
    """
    side = 1 << k
    if board.shape != (side, side) or board.dtype != np.int32:
        raise ValueError(
            f"The board is {board.dtype}[{', '.join(map(str, board.shape))}], "
            f"but numbers go into int32[{side}, {side}]."
        )
    if not (0 <= row < side and 0 <= col < side):
        raise ValueError(
            f"{row},{col} is outside the {side}x{side} board: rows and columns go from 0 to "
            f"{side - 1}."
        )
    cover(board, k, row, col, np.zeros((k + 2, 2), np.int64), True)


def layout_of(board: npt.NDArray[np.int32]) -> str:
    """Return the layout of a numbered board: a letter a tromino, by first cells in row-major order.

    Any distinct numbers above 0 will do. The first cell of a tromino has both others ahead of it:
    to the right, or in the row below.
    """
    fenced = np.pad(board, ((0, 1), (1, 1)), constant_values=-1)
    below_left, below, below_right = fenced[1:, :-2], fenced[1:, 1:-1], fenced[1:, 2:]
    letter_of = np.zeros(16, np.uint8)
    letter_of[[0b0101, 0b1001, 0b1100, 0b0110]] = np.frombuffer(b"abcd", np.uint8)
    ahead = np.zeros(board.shape, np.uint8)
    for bit, other in enumerate((fenced[:-1, 2:], below_left, below, below_right)):
        ahead |= (other == board).view(np.uint8) << np.uint8(bit)
    letters = letter_of[ahead]
    return letters[letters != 0].tobytes().decode()


@inlined
def place(board, top, left, half, gap, head, tail):
    """Write a tromino around the centre of a quadrant, but in its quadrant `gap`.

    Its first cell gets `head`, the others `tail`.
    """
    value = head
    for quadrant in range(4):
        if quadrant != gap:
            board[top + half - 1 + (quadrant >> 1), left + half - 1 + (quadrant & 1)] = value
            value = tail


@kernel
def cover(board, levels, row, col, holes, numbered):
    """Write the trominoes on a board: their numbers, or letters and zeros as in `State.letters`.

    Quadrants are visited depth first; ``holes[level]`` is the missing cell of the last one of
    side ``1 << level``, and ``holes[levels + 1]`` that of the board.
    """
    board[row, col] = 0
    holes[levels + 1, 0], holes[levels + 1, 1] = row, col
    level, top, left = levels, 0, 0
    for number in range(1, ((1 << 2 * levels) - 1) // 3 + 1):
        side = 1 << level
        half = side >> 1
        hole_row, hole_col = holes[level + 1, 0], holes[level + 1, 1]
        if ((hole_row ^ top) | (hole_col ^ left)) >= side:
            # A tromino took the cell that is next to the centre of the quadrant around this one.
            hole_row = top if top & side else top + side - 1
            hole_col = left if left & side else left + side - 1
        holes[level, 0], holes[level, 1] = hole_row, hole_col
        gap = ((hole_row & half) << 1 | (hole_col & half)) >> (level - 1)
        if numbered:
            place(board, top, left, half, gap, number, number)
        else:
            place(board, top, left, half, gap, LAST_LETTER - gap, 0)
        if level > 1:
            level -= 1
        else:
            # The next quadrant, or the next one after the innermost that is not the last of four.
            while top & left & side:
                top ^= side
                left ^= side
                side <<= 1
                level += 1
            top ^= left & side
            left ^= side


@inlined
def enter(state, choice):
    """Go to a child of the node."""
    depth = state.cursor[DEPTH]
    children = state.children[depth]
    below = state.tables.board[LEVELS] - depth - 1
    quadrant = choice + 1 if children == TRIANGLE and choice == 2 else choice
    state.tried[depth] = choice + 1
    depth += 1
    state.path[depth] = quadrant
    state.top[depth] = state.top[depth - 1] + ((quadrant >> 1) << below)
    state.left[depth] = state.left[depth - 1] + ((quadrant & 1) << below)
    if below == 0:
        children = 0
    elif children == EIGHTH:
        children = TRIANGLE
    elif quadrant == 1:
        children = WHOLE
    state.children[depth] = children
    state.tried[depth] = 0
    state.cursor[DEPTH] = depth


@kernel
def seek(state, prefix):
    """Enter the subtree of `prefix`, int64[d]; return its children, LEAF or NO_SUCH_NODE."""
    cursor, board = state.cursor, state.tables.board
    cursor[:] = 0
    state.top[0] = state.left[0] = state.tried[0] = 0
    state.children[0] = EIGHTH if board[UP_TO_SYMMETRY] else WHOLE
    if board[LEVELS] == 0:
        state.children[0] = 0
    owned = 1
    for depth in range(prefix.size):
        choice = prefix[depth]
        if choice < 0 or choice >= state.children[depth]:
            cursor[DONE] = 1
            return NO_SUCH_NODE
        enter(state, choice)
        owned = 1 if choice else owned + 1
    cursor[BASE], cursor[OWNED] = prefix.size, owned
    children = state.children[prefix.size]
    return children if children > 0 else LEAF


@inlined
def next_cell(state, budget):
    """Advance to the next missing cell, for at most `budget` nodes; return whether there is one."""
    cursor, levels = state.cursor, state.tables.board[LEVELS]
    found = False
    while not found and cursor[DONE] == 0 and cursor[NODES] < budget:
        depth = cursor[DEPTH]
        if cursor[OWNED] > 0:
            cursor[NODES] += cursor[OWNED]
            cursor[OWNED] = 0
            found = depth == levels
        elif state.tried[depth] < state.children[depth]:
            enter(state, state.tried[depth])
            cursor[NODES] += 1
            found = depth + 1 == levels
        elif depth == cursor[BASE]:
            cursor[DONE] = 1
        else:
            cursor[DEPTH] = depth - 1
    return found


@inlined
def classify(state):
    """Return the symmetry class of the board with its tiling: that of the missing cell."""
    levels = state.tables.board[LEVELS]
    row, col = state.top[levels], state.left[levels]
    symmetry = DIAG if row == col or row + col == (1 << levels) - 1 else NONE
    return symmetry if levels else ALL


@inlined
def record(state, out, at, symmetry):
    """Write the missing cell as row `at`."""
    board, letters = state.tables.board, state.letters
    levels = board[LEVELS]
    row, col = state.top[levels], state.left[levels]
    out.missing_row[at], out.missing_col[at] = row, col
    out.symmetry[at] = symmetry
    out.orbit[at] = 8 // GROUP_ORDERS[symmetry] if board[UP_TO_SYMMETRY] else 1
    end = np.int64(out.path_offsets[at])
    for depth in range(1, levels + 1):
        out.path[end] = ord("0") + state.path[depth]
        end += 1
    out.path_offsets[at + 1] = end
    end = np.int64(out.layout_offsets[at])
    if board[LETTERS]:
        cover(letters, levels, row, col, state.holes, False)
        for cell in range(letters.size):
            letter = letters[cell >> levels, cell & ((1 << levels) - 1)]
            if letter:
                out.layout[end] = letter
                end += 1
    out.layout_offsets[at + 1] = end


@kernel
def advance(state, out, filled, max_nodes):
    """Write rows from `filled` on, for about `max_nodes` nodes; return the rows filled."""
    budget = state.cursor[NODES] + max_nodes
    limit, room = out.missing_row.size, out.layout.size - state.tables.board[LETTERS]
    while filled < limit and out.layout_offsets[filled] <= room and next_cell(state, budget):
        record(state, out, filled, classify(state))
        filled += 1
    return filled


@kernel
def tally(state, counts, max_nodes):
    """Add the missing cells of about `max_nodes` nodes to ``counts[symmetry]`` (int64[8])."""
    budget = state.cursor[NODES] + max_nodes
    while next_cell(state, budget):
        counts[classify(state)] += 1


@kernel
def probe(state, prefix, probes, random):
    """Estimate the nodes of a subtree by `probes` random walks (Knuth 1975)."""
    total = 0.0
    for _ in range(probes):
        children = seek(state, prefix)
        product = nodes = 1.0
        while children > 0:
            random, choice = draw(random, children)
            enter(state, choice)
            product *= children
            nodes += product
            children = state.children[state.cursor[DEPTH]]
        total += nodes
    return total / probes
