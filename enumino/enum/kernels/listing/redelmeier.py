"""List polyominoes: Redelmeier's search, one canonical image for each class.

D. H. Redelmeier, *Counting polyominoes: yet another attack*, Discrete Math. 36 (1981).
A node of the tree is a fixed polyomino together with its *untried* set: cells next to it
that may still be added. The j-th child adds the j-th untried cell; the cells before it stay
forbidden below, and the new neighbours that were never reached join the set. Cells above the
first row, and left of the origin in it, are forbidden from the start. Every fixed polyomino
is then exactly one node; a polyomino of a class is listed at the one node that is the
class's canonical image: at least as wide as tall, and of the smallest mask among such images.
A node that is too tall or too wide for a box has no descendants that fit, and is a dead end; so is
one that is no tree where only trees are listed, since their ancestors are connected parts of them.
A cell that is added to a tree makes one again just if it has one neighbour there.

Coordinates: x grows to the right, y downwards; the first row is y = 1, so that the words
above the first and below the last row are zero. A lattice row has ``1 << shift`` cells.

Invariant of `advance`: with ``depth`` cells placed, ``untried[next:end]`` of that depth are the
children still to visit; ``board`` is non-zero on exactly the cells reached so far (except at
the last level, whose neighbours have no children: they stay unmarked); and the four arrays of
words hold the placed cells as bits, row by row, column by column, and mirrored.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from enumino.enum.kernels.listing._polyomino_canonical import TOP, flip
from enumino.enum.kernels.listing._polyomino_rows import is_full as is_full
from enumino.enum.kernels.listing._polyomino_rows import list_node
from enumino.enum.kernels.listing._polyomino_rows import new_columns as new_columns
from enumino.enum.kernels.listing._polyomino_state import (
    BOXED,
    DEGREE,
    FEWEST_COLUMNS,
    FEWEST_ROWS,
    KIND,
    LARGEST,
    MOST_COLUMNS,
    MOST_ROWS,
    REACH,
    SHIFT,
    SMALLEST,
    State,
)
from enumino.enum.kernels.listing._polyomino_state import new_state as new_state
from enumino.enum.kernels.listing._polyomino_state import new_tables as new_tables
from enumino.enum.kernels.shared.bits import ONE, ZERO
from enumino.enum.kernels.shared.cursor import BASE, DEPTH, DONE, LEAF, NO_SUCH_NODE, NODES, OWNED
from enumino.enum.kernels.shared.jit import inlined, kernel, subroutine
from enumino.enum.kernels.shared.symmetry import FIXED, FREE
from enumino.enum.kernels.shared.walks import draw

SCRATCH_ROWS = 4096
NONE_TO_COME = np.int64(0)  # cells; a plain number would have `fits_box` compiled anew


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


@subroutine
def clear_words(state):
    """Remove all cells from the words."""
    for words in state.words:
        words[:] = ZERO


@inlined
def push_neighbours(board, untried, end, cell, stride, mark):
    """Append the neighbours of `cell` never reached to the untried set; return its new end.

    There is no branch: its outcome would be a coin toss.
    """
    for neighbour in (cell + 1, cell + stride, cell - 1, cell - stride):
        untried[end] = neighbour
        end += np.int64(board[neighbour] == 0)
        board[neighbour] |= mark
    return end


@inlined
def place(state, depth, choice):
    """Place untried cell number `choice` as cell number `depth`, but not in the words."""
    shift = state.tables.limits[SHIFT]
    cell = state.untried[choice]
    x, y = cell & ((1 << shift) - 1), cell >> shift
    state.placed[depth], state.next[depth] = cell, choice + 1
    state.left[depth] = min(state.left[depth - 1], x)
    state.right[depth] = max(state.right[depth - 1], x)
    state.bottom[depth] = max(state.bottom[depth - 1], y)
    mark = np.uint8(depth < state.tables.limits[LARGEST] - 1)
    end = state.end[depth - 1]
    state.end[depth] = push_neighbours(state.board, state.untried, end, cell, 1 << shift, mark)


@inlined
def excess_height(left, right, bottom):
    """Return the rows of a shape less its columns."""
    return (bottom - TOP) - (right - left)


@inlined
def fits_box(limits, left, right, bottom, to_come):
    """Return whether a shape does not exceed the box, and can reach its least sides."""
    rows, columns = bottom - TOP + 1, right - left + 1
    lacking = max(0, limits[FEWEST_ROWS] - rows) + max(0, limits[FEWEST_COLUMNS] - columns)
    return (rows <= limits[MOST_ROWS]) & (columns <= limits[MOST_COLUMNS]) & (lacking <= to_come)


@inlined
def is_dead_end(state, depth):
    """Return whether no descendant can be listed, for its box or as it is not as wide as tall."""
    limits = state.tables.limits
    left, right, bottom = state.left[depth], state.right[depth], state.bottom[depth]
    if not fits_box(limits, left, right, bottom, limits[LARGEST] - depth):
        return True
    return limits[KIND] != FIXED and excess_height(left, right, bottom) > limits[LARGEST] - depth


@inlined
def add_to_words(state, depth):
    """Add cell number `depth` to the words; return whether it breaks a tree that is wanted."""
    limits, cell = state.tables.limits, state.placed[depth]
    degree, shift = limits[DEGREE], limits[SHIFT]
    x, y = cell & ((1 << shift) - 1), cell >> shift
    broken = degree != 0 and breaks_tree(state.words, x, y, degree)
    flip(state.words, x, y)
    return broken


@inlined
def enter(state, depth, choice):
    """Place untried cell number `choice` as cell number `depth`; return the number of children."""
    place(state, depth, choice)
    broken = add_to_words(state, depth)
    if broken or depth == state.tables.limits[LARGEST] or is_dead_end(state, depth):
        return np.int64(0)
    return state.end[depth] - state.next[depth]


@inlined
def enter_subtree(state, prefix):
    """Enter a subtree; return its children, LEAF or NO_SUCH_NODE."""
    largest, shift = state.tables.limits[LARGEST], state.tables.limits[SHIFT]
    cursor = state.cursor
    origin = (TOP << shift) + state.tables.limits[REACH] - 1
    state.board[:] = 0
    state.board[: origin + 1] = 1
    state.untried[0] = origin
    state.next[0], state.end[0] = 0, 1
    state.left[0], state.right[0], state.bottom[0] = 1 << shift, 0, TOP
    clear_words(state)
    children, owned = np.int64(1), 0
    for depth in range(1, prefix.size + 1):
        child, following = prefix[depth - 1], state.next[depth - 1]
        if depth > largest or child < 0 or child >= state.end[depth - 1] - following:
            return NO_SUCH_NODE
        children = enter(state, depth, following + child)
        owned = owned + 1 if child == 0 else 1
    cursor[DEPTH] = cursor[BASE] = prefix.size
    cursor[OWNED] = owned
    cursor[NODES] = cursor[DONE] = 0
    return LEAF if children == 0 else children


@kernel
def replay(state, out, filled):
    """Add the cells that belong to the subtree to the words, and list the shapes that they make.

    Return the number of rows filled. If the buffer is full, cells remain to be added.
    """
    cursor, limits = state.cursor, state.tables.limits
    kind, largest = limits[KIND], limits[LARGEST]
    while cursor[OWNED] > 0 and filled < out.cells.size:
        cursor[OWNED] -= 1
        cursor[NODES] += 1
        depth = cursor[BASE] - cursor[OWNED]
        broken = add_to_words(state, depth)
        left, right, bottom = state.left[depth], state.right[depth], state.bottom[depth]
        wanted = fits_box(limits, left, right, bottom, NONE_TO_COME) and not broken
        wanted &= kind == FIXED or excess_height(left, right, bottom) <= 0
        if wanted and depth >= limits[SMALLEST]:
            filled = list_node(out, filled, state.words, depth, kind, left, right, bottom)
        if cursor[OWNED] == 0:
            cursor[DONE] = np.int64(broken or depth == largest or is_dead_end(state, depth))
    return filled


@inlined
def collect_last_cells(state, kind, left, right, bottom, start, end, low_x):
    """Copy the cells of ``untried[start:end]`` that may complete a canonical shape; their number.

    The shape without its last cell is in the words; left, right and bottom are its bounds. This is
    the first step of `classify`, without a branch, which would be a coin toss: most last cells are
    left out here, after a dozen steps each.
    """
    words, untried, last_cells = state.words, state.untried, state.last_cells
    shift = state.tables.limits[SHIFT]
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
def list_leaves(state, out, filled, kind, depth, low_x):
    """Visit the children of a node one cell short of the largest size; return the rows filled."""
    words, last_cells, limits = state.words, state.last_cells, state.tables.limits
    shift, degree, boxed = limits[SHIFT], limits[DEGREE], limits[BOXED] != 0
    left, right, bottom = state.left[depth], state.right[depth], state.bottom[depth]
    at, end = state.next[depth], state.end[depth]
    for i in range(collect_last_cells(state, kind, left, right, bottom, at, end, low_x)):
        x, y = last_cells[i] & low_x, last_cells[i] >> shift
        to_left, to_right, to_bottom = min(left, x), max(right, x), max(bottom, y)
        wanted = degree == 0 or not breaks_tree(words, x, y, degree)
        if wanted and (not boxed or fits_box(limits, to_left, to_right, to_bottom, NONE_TO_COME)):
            flip(words, x, y)
            filled = list_node(out, filled, words, depth + 1, kind, to_left, to_right, to_bottom)
            flip(words, x, y)
    state.next[depth] = end
    return filled


@kernel
def search_below_root(state, out, filled, max_nodes):
    """Run `advance` below the root of the subtree."""
    cursor, words, limits = state.cursor, state.words, state.tables.limits
    smallest, largest, kind, shift = limits[SMALLEST], limits[LARGEST], limits[KIND], limits[SHIFT]
    low_x, degree, boxed = (1 << shift) - 1, limits[DEGREE], limits[BOXED] != 0
    limit, base, depth, nodes = out.cells.size, cursor[BASE], cursor[DEPTH], cursor[NODES]
    budget = nodes + max_nodes
    while cursor[DONE] == 0 and filled < limit and nodes < budget:
        if depth == largest - 1 and filled + state.last_cells.size <= limit:
            nodes += state.end[depth] - state.next[depth]
            filled = list_leaves(state, out, filled, kind, depth, low_x)
        if depth < largest and state.next[depth] < state.end[depth]:
            choice = state.next[depth]
            state.next[depth] += 1
            nodes += 1
            depth += 1
            place(state, depth, choice)
            cell = state.placed[depth]
            x, y = cell & low_x, cell >> shift
            left, right, bottom = state.left[depth], state.right[depth], state.bottom[depth]
            excess = excess_height(left, right, bottom)
            goes_on = not boxed or fits_box(limits, left, right, bottom, largest - depth)
            goes_on = goes_on and (degree == 0 or not breaks_tree(words, x, y, degree))
            flip(words, x, y)
            if goes_on and (kind == FIXED or excess <= largest - depth):
                wanted = depth >= smallest and (kind == FIXED or excess <= 0)
                if wanted and (not boxed or fits_box(limits, left, right, bottom, NONE_TO_COME)):
                    filled = list_node(out, filled, words, depth, kind, left, right, bottom)
                continue
        # Nothing (more) below: take the last cell back, forget the neighbours it had reached.
        if depth == base:
            cursor[DONE] = 1
        else:
            for i in range(state.end[depth - 1], state.end[depth]):
                state.board[state.untried[i]] = 0
            cell = state.placed[depth]
            flip(words, cell & low_x, cell >> shift)
            depth -= 1
    cursor[DEPTH], cursor[NODES] = depth, nodes
    return filled


def advance(state, out, filled, max_nodes):
    """Write rows from `filled` on, for about `max_nodes` nodes; return the rows filled.

    Rows come in the order of the search, parents first. This is plain Python: compiled, it would
    contain all of `search_below_root` once more.
    """
    if state.cursor[OWNED] > 0:
        filled = replay(state, out, filled)
    if state.cursor[OWNED] == 0:
        filled = search_below_root(state, out, filled, max_nodes)
    return filled


def tally(state: State, counts: npt.NDArray[np.int64], max_nodes: int) -> None:
    """Add the rows of about `max_nodes` nodes to ``counts[cells, symmetry]``.

    Rows are made, and then overwritten.
    """
    scratch = new_columns(SCRATCH_ROWS)
    budget = state.cursor[NODES] + max_nodes
    while not state.cursor[DONE] and state.cursor[NODES] < budget:
        filled = advance(state, scratch, 0, int(budget - state.cursor[NODES]))
        cells, symmetry = scratch.cells[:filled].astype(np.int64), scratch.symmetry[:filled]
        found = np.bincount(cells * counts.shape[1] + symmetry, minlength=counts.size)
        counts += found.reshape(counts.shape)


@kernel
def seek_and_probe(state, prefix, walks, random):
    """Enter a subtree; return its children, and the nodes that random walks estimate, in all.

    The words are left with the cells of the ancestors that do not belong to the subtree.
    """
    total, left = 0.0, walks
    while True:
        found = children = enter_subtree(state, prefix)
        if left == 0:
            break
        left -= 1
        depth = np.int64(prefix.size)
        product = nodes = 1.0
        while children > 0:
            random, choice = draw(random, children)
            product *= children
            nodes += product
            depth += 1
            children = enter(state, depth, state.next[depth - 1] + choice)
        total += nodes
    clear_words(state)
    for depth in range(1, state.cursor[BASE] + 1 - state.cursor[OWNED]):
        add_to_words(state, depth)
    return found, total
