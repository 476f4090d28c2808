"""List polyominoes: Redelmeier's search, one canonical image for each class.

D. H. Redelmeier, *Counting polyominoes: yet another attack*, Discrete Math. 36 (1981).
A node of the tree is a fixed polyomino together with its *untried* set: cells next to it
that may still be added. The j-th child adds the j-th untried cell; the cells before it stay
forbidden below, and the new neighbours that were never reached join the set. Cells above the
first row, and left of the origin in it, are forbidden from the start. Every fixed polyomino
is then exactly one node; a polyomino of a class is listed at the node that is the canonical
image of the class: at least as wide as tall, and of the smallest mask among such images.
A node that is too tall or too wide for a box is a dead end, since no descendant fits. A node that
is no tree is a dead end where only trees are listed, since connected parts of a tree are trees. A
tree with another cell is a tree if and only if the cell has one neighbour in it.

Coordinates: x grows to the right, y downwards; the first row is y = 1, so that the words
above the first and below the last row are zero. A lattice row has ``1 << shift`` cells.

Invariant of `advance`: with ``depth`` cells placed, ``untried[next:end]`` of that depth are the
children still to visit; ``board`` is non-zero on exactly the cells reached so far (except at
the last level, whose neighbours have no children: they stay unmarked); and the four arrays of
words hold the placed cells as bits, row by row, column by column, and mirrored.
"""

from typing import NamedTuple

import numpy as np

from enumino.arrays import I64, U8
from enumino.enum.kernels.listing.polyomino_rows import MASK_WORDS, TOP, Words, flip, list_node
from enumino.enum.kernels.listing.shape_rows import is_full as is_full
from enumino.enum.kernels.listing.shape_rows import new_columns as new_columns
from enumino.enum.kernels.listing.shape_rows import tally_rows
from enumino.enum.kernels.shared.bits import ONE, ZERO
from enumino.enum.kernels.shared.cursor import BASE, DEPTH, DONE, NODES
from enumino.enum.kernels.shared.jit import inlined, kernel, subroutine
from enumino.enum.kernels.shared.symmetry import FIXED, FREE
from enumino.enum.kernels.shared.walks import enter_and_probe, leave_owned

MAX_REACH = 32  # 2 n - 1 columns are the bits of a word
MAX_ROWS = 62  # that are the bits of a word, with one more row
NONE_TO_COME = np.int64(0)  # cells; a plain number would have `may_become_row` compiled anew


class Tables(NamedTuple):
    """Numbers of one search: plain ones, which no write to an array can change."""

    # Sizes that are listed.
    smallest: int
    largest: int
    kind: int  # FIXED, ONE_SIDED or FREE
    shift: int  # log2 of the lattice stride
    reach: int  # columns in reach on either side of the origin, with its own
    boxed: bool  # whether there is a box
    # Bounds on the canonical images.
    fewest_rows: int
    fewest_columns: int
    most_rows: int
    most_columns: int
    degree: int  # most neighbours of a cell if only trees are listed, otherwise 0


class State(NamedTuple):
    """State of the search; picklable between any two calls."""

    tables: Tables
    cursor: I64  # [5], see `cursor`
    board: U8  # [(rows + 3) << shift], non-zero where a cell was reached or is forbidden
    untried: I64  # [4n + 4], the untried sets of all depths, one after the other
    last_cells: I64  # [4n + 4], untried cells that may complete a canonical shape
    # [n + 2], by cells placed: the cell placed last, the children not yet visited, the bounds of
    # the shape.
    placed: I64
    next: I64
    end: I64
    left: I64
    right: I64
    bottom: I64
    words: Words  # the shape as bits


def new_tables(
    smallest: int,
    largest: int,
    kind: int,
    least: tuple[int, int] = (1, 1),
    most: tuple[int, int] | None = None,
    degree: int = 0,
) -> Tables:
    """Return the tables of a search for polyominoes of `smallest` to `largest` cells.

    The canonical images have at least and at most some rows and columns. With a `degree`, only
    trees are listed whose cells have at most so many neighbours.
    """
    tallest, widest = (min(largest, side) for side in most or (largest, largest))
    reach = min(largest, widest + 2)  # a dead end exceeds the box by a column, and has neighbours
    if reach > MAX_REACH or tallest > MAX_ROWS:
        raise ValueError(
            f"{largest} cells in {tallest} rows and {widest} columns are too many: words hold "
            f"{MAX_ROWS} rows, and {MAX_REACH} columns on either side."
        )
    # The origin is in column reach - 1 of 2 reach - 1; column 0 has only neighbours of cells.
    shift, boxed = max(5, (2 * reach - 2).bit_length()), most is not None
    return Tables(smallest, largest, kind, shift, reach, boxed, *least, tallest, widest, degree)


def new_state(tables: Tables) -> State:
    """Return a state for a search; `seek_and_probe` must come first."""
    largest = tables.largest
    rows = min(largest, tables.most_rows + 1)
    placed, following, end, left, right, bottom = np.zeros((6, largest + 2), np.int64)
    return State(
        tables=tables,
        cursor=np.zeros(5, np.int64),
        board=np.zeros((rows + 3) << tables.shift, np.uint8),
        untried=np.zeros(4 * largest + 4, np.int64),
        last_cells=np.zeros(4 * largest + 4, np.int64),
        placed=placed,
        next=following,
        end=end,
        left=left,
        right=right,
        bottom=bottom,
        words=Words(*np.zeros((4, 64), np.uint64)),
    )


@inlined
def degree_at(words, x, y):
    """Return the number of neighbours of a cell in the shape."""
    row, column = words.rows[y], np.uint64(x)
    sides = ((row << ONE) >> column & ONE) + ((row >> ONE) >> column & ONE)
    return np.int64(
        sides + (words.rows[y - 1] >> column & ONE) + (words.rows[y + 1] >> column & ONE)
    )


@inlined
def breaks_tree(words, x, y, degree):
    """Return whether another cell closes a cycle, or gives a cell more than `degree` neighbours."""
    if degree_at(words, x, y) > 1:
        return True
    found = False
    for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        near_x, near_y = x + right, y + down
        if words.rows[near_y] >> np.uint64(near_x) & ONE != ZERO:
            found = found or degree_at(words, near_x, near_y) >= degree
    return found


@inlined
def push_neighbours(board, untried, end, cell, stride, mark):
    """Append neighbours never reached to the untried set, without a branch; return its end."""
    for neighbour in (cell + 1, cell + stride, cell - 1, cell - stride):
        untried[end] = neighbour
        end += np.int64(board[neighbour] == 0)
        board[neighbour] |= mark
    return end


@inlined
def may_become_row(tables, left, right, bottom, to_come):
    """Return whether a shape, with some cells to come, can fit the box and be as wide as tall."""
    rows, columns = bottom - TOP + 1, right - left + 1
    if tables.kind != FIXED and rows - columns > to_come:
        return False
    if not tables.boxed:
        return True
    missing = max(0, tables.fewest_rows - rows) + max(0, tables.fewest_columns - columns)
    return (rows <= tables.most_rows) & (columns <= tables.most_columns) & (missing <= to_come)


@inlined
def place(state, depth, choice):
    """Place untried cell number `choice` as cell number `depth`; return whether to descend."""
    tables, words = state.tables, state.words
    shift, largest = tables.shift, tables.largest
    cell = state.untried[choice]
    x, y = cell & ((1 << shift) - 1), cell >> shift
    left, right = min(state.left[depth - 1], x), max(state.right[depth - 1], x)
    bottom = max(state.bottom[depth - 1], y)
    state.placed[depth], state.next[depth] = cell, choice + 1
    state.left[depth], state.right[depth], state.bottom[depth] = left, right, bottom
    mark, end = np.uint8(depth < largest - 1), state.end[depth - 1]
    state.end[depth] = push_neighbours(state.board, state.untried, end, cell, 1 << shift, mark)
    is_open = may_become_row(tables, left, right, bottom, largest - depth)
    is_open = is_open and (tables.degree == 0 or not breaks_tree(words, x, y, tables.degree))
    flip(words, x, y)
    return is_open


@inlined
def take_back(state, depth):
    """Remove cell number `depth`, and forget the neighbours that it had reached."""
    for i in range(state.end[depth - 1], state.end[depth]):
        state.board[state.untried[i]] = 0
    cell, shift = state.placed[depth], state.tables.shift
    flip(state.words, cell & ((1 << shift) - 1), cell >> shift)


@subroutine
def begin(state):
    """Go to the root of the tree; return its children."""
    origin = (TOP << state.tables.shift) + state.tables.reach - 1
    state.board[:] = 0
    state.board[: origin + 1] = 1
    state.untried[0] = origin
    state.next[0], state.end[0] = 0, 1
    state.left[0], state.right[0], state.bottom[0] = 1 << state.tables.shift, 0, TOP
    for words in state.words:
        words[:] = ZERO
    return 1


@subroutine
def go_to_child(state, child):
    """Go to a child of the current node; return the child's children."""
    depth = state.cursor[DEPTH] + 1
    state.next[depth - 1] += child
    is_open = place(state, depth, state.next[depth - 1]) and depth < state.tables.largest
    return state.end[depth] - state.next[depth] if is_open else np.int64(0)


@inlined
def collect_last_cells(state, left, right, bottom, start, end):
    """Copy the cells of ``untried[start:end]`` that may complete a canonical shape; their number.

    The shape without its last cell is in the words; left, right and bottom are its bounds. This is
    the first step of `classify`, without a branch, which would be a coin toss: most last cells are
    left out here, after a dozen steps each.
    """
    words, untried, last_cells = state.words, state.untried, state.last_cells
    shift, kind = state.tables.shift, state.tables.kind
    low_x = (1 << shift) - 1
    first, first_mirrored = words.rows[TOP], words.rows_mirrored[TOP]
    last, last_mirrored = words.rows[bottom], words.rows_mirrored[bottom]
    number = 0
    for at in range(start, end):
        cell = untried[at]
        x, y = cell & low_x, cell >> shift
        new_left, new_right, new_bottom = min(left, x), max(right, x), max(bottom, y)
        bit, mirrored_bit = ONE << np.uint64(x), ONE << np.uint64(63 - x)
        low, high = np.uint64(new_left), np.uint64(63 - new_right)
        ours = last if y <= bottom else ZERO
        ours = (ours | (bit if y == new_bottom else ZERO)) >> low
        least = (first_mirrored | (mirrored_bit if y == TOP else ZERO)) >> high
        if kind == FREE:
            least = min(least, (first | (bit if y == TOP else ZERO)) >> low)
            mirrored = last_mirrored if y <= bottom else ZERO
            least = min(least, (mirrored | (mirrored_bit if y == new_bottom else ZERO)) >> high)
        last_cells[number] = cell
        wide = new_bottom - TOP <= new_right - new_left
        number += np.int64(kind == FIXED or (wide & (ours <= least)))
    return number


@inlined
def list_leaves(state, out, filled, depth):
    """Visit the children of a node one cell short of the largest size; return the rows filled."""
    words, last_cells, tables = state.words, state.last_cells, state.tables
    shift, degree, low_x = tables.shift, tables.degree, (1 << tables.shift) - 1
    left, right, bottom = state.left[depth], state.right[depth], state.bottom[depth]
    at, end = state.next[depth], state.end[depth]
    for i in range(collect_last_cells(state, left, right, bottom, at, end)):
        x, y = last_cells[i] & low_x, last_cells[i] >> shift
        to_left, to_right, to_bottom = min(left, x), max(right, x), max(bottom, y)
        wanted = may_become_row(tables, to_left, to_right, to_bottom, NONE_TO_COME)
        if wanted and (degree == 0 or not breaks_tree(words, x, y, degree)):
            flip(words, x, y)
            filled = list_node(
                out, filled, words, depth + 1, tables.kind, to_left, to_right, to_bottom
            )
            flip(words, x, y)
    state.next[depth] = end
    return filled


@kernel
def advance(state, out, filled, max_nodes):
    """Write rows from `filled` on, for about `max_nodes` nodes, parents first; return `filled`."""
    cursor, tables = state.cursor, state.tables
    limit, largest = out.masks.shape[1], tables.largest
    base, depth, nodes = cursor[BASE], cursor[DEPTH], cursor[NODES]
    budget = nodes + max_nodes
    parents = largest - 1 if base < largest else -1  # of leaves: cells placed
    while cursor[DONE] == 0 and filled < limit and nodes < budget:
        if depth == parents and filled + state.last_cells.size <= limit:
            nodes += state.end[depth] - state.next[depth]
            filled = list_leaves(state, out, filled, depth)
        if depth < largest and state.next[depth] < state.end[depth]:
            choice = state.next[depth]
            state.next[depth] += 1
            nodes += 1
            depth += 1
            if place(state, depth, choice):
                left, right, bottom = state.left[depth], state.right[depth], state.bottom[depth]
                wanted = may_become_row(tables, left, right, bottom, NONE_TO_COME)
                if wanted and depth >= tables.smallest:
                    filled = list_node(
                        out, filled, state.words, depth, tables.kind, left, right, bottom
                    )
                continue
        if depth <= base:  # nothing (more) below
            cursor[DONE] = 1
        else:
            take_back(state, depth)
            depth -= 1
    cursor[DEPTH], cursor[NODES] = depth, nodes
    return filled


def tally(state: State, counts: I64, max_nodes: int) -> None:
    """Add the rows of about `max_nodes` nodes to ``counts[cells, symmetry]``."""
    tally_rows(advance, state, MASK_WORDS, counts, max_nodes)


@kernel
def seek_and_probe(state, prefix, walks, random):
    """Enter a subtree; return its children, and the nodes that random walks estimate, in all."""
    found = enter_and_probe(state, prefix, walks, random, 1, begin, go_to_child)
    leave_owned(state, take_back)
    return found
