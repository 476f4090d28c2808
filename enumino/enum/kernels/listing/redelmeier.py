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
from enumino.enum.kernels.listing._polyomino_state import BASE as BASE
from enumino.enum.kernels.listing._polyomino_state import (
    BOXED,
    DEGREE,
    FEWEST_COLUMNS,
    FEWEST_ROWS,
    KIND,
    LARGEST,
    MOST_COLUMNS,
    MOST_ROWS,
    OWNED_FROM,
    REACH,
    REPLAYED,
    SHIFT,
    SMALLEST,
    State,
)
from enumino.enum.kernels.listing._polyomino_state import DEPTH as DEPTH
from enumino.enum.kernels.listing._polyomino_state import DONE as DONE
from enumino.enum.kernels.listing._polyomino_state import NODES as NODES
from enumino.enum.kernels.listing._polyomino_state import new_state as new_state
from enumino.enum.kernels.listing._polyomino_state import new_tables as new_tables
from enumino.enum.kernels.shared.bits import ONE, ZERO
from enumino.enum.kernels.shared.jit import inlined, kernel
from enumino.enum.kernels.shared.symmetry import FIXED, FREE
from enumino.enum.kernels.shared.walks import LEAF, NO_SUCH_NODE, draw

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


@inlined
def is_no_tree(state, depth):
    """Return whether only trees are listed, and cell number `depth` makes none with those before.

    It reads no words: the cells of a prefix are not in them yet.
    """
    placed, degree = state.placed, state.tables.limits[DEGREE]
    if degree == 0:
        return False
    stride = 1 << state.tables.limits[SHIFT]
    touched = neighbours = parent = np.int64(0)
    for i in range(1, depth):
        apart = abs(placed[i] - placed[depth])
        if apart == 1 or apart == stride:
            touched += 1
            parent = placed[i]
    for i in range(1, depth):
        apart = abs(placed[i] - parent)
        neighbours += np.int64(apart == 1 or apart == stride)
    return touched > 1 or (touched > 0 and neighbours >= degree)


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
    """Place untried cell number `choice` as cell number `depth`; set bounds and untried set.

    The words stay unchanged: a subtree replays its prefix only when rows are wanted.
    """
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
    if depth == 0:
        return False
    if not fits_box(limits, left, right, bottom, limits[LARGEST] - depth):
        return True
    if is_no_tree(state, depth):
        return True
    excess = excess_height(left, right, bottom)
    return limits[KIND] != FIXED and excess > limits[LARGEST] - depth


@inlined
def enter(state, prefix):
    """Do the work of `seek`."""
    largest, shift = state.tables.limits[LARGEST], state.tables.limits[SHIFT]
    cursor = state.cursor
    origin = (TOP << shift) + state.tables.limits[REACH] - 1
    state.board[:] = 0
    state.board[: origin + 1] = 1
    state.untried[0] = origin
    state.next[0], state.end[0] = 0, 1
    state.left[0], state.right[0], state.bottom[0] = 1 << shift, 0, TOP
    for words in state.words:
        words[:] = ZERO
    owned_from = 1
    for depth in range(1, prefix.size + 1):
        choices = state.end[depth - 1] - state.next[depth - 1]
        if depth > largest or prefix[depth - 1] < 0 or prefix[depth - 1] >= choices:
            return NO_SUCH_NODE
        place(state, depth, state.next[depth - 1] + prefix[depth - 1])
        if prefix[depth - 1] != 0:
            owned_from = depth
    depth = np.int64(prefix.size)
    cursor[DEPTH] = cursor[BASE] = depth
    cursor[OWNED_FROM] = owned_from
    cursor[REPLAYED] = cursor[NODES] = cursor[DONE] = 0
    children = state.end[depth] - state.next[depth]
    barren = depth == largest or children == 0 or is_dead_end(state, depth)
    return LEAF if barren else children


@kernel
def replay(state, out, filled):
    """Place the cells of the prefix; list the ancestors that belong to the subtree, and its root.

    Return the number of rows filled. If the buffer is full, cells remain to be replayed.
    """
    cursor, kind, shift = state.cursor, state.tables.limits[KIND], state.tables.limits[SHIFT]
    while cursor[REPLAYED] < cursor[BASE] and filled < out.cells.size:
        cursor[REPLAYED] += 1
        depth = cursor[REPLAYED]
        cell = state.placed[depth]
        flip(state.words, cell & ((1 << shift) - 1), cell >> shift)
        if depth >= cursor[OWNED_FROM]:
            cursor[NODES] += 1
            left, right, bottom = state.left[depth], state.right[depth], state.bottom[depth]
            wanted = fits_box(state.tables.limits, left, right, bottom, NONE_TO_COME)
            wanted &= kind == FIXED or excess_height(left, right, bottom) <= 0
            wanted = wanted and not is_no_tree(state, depth)
            if wanted and depth >= state.tables.limits[SMALLEST]:
                filled = list_node(out, filled, state.words, depth, kind, left, right, bottom)
    if cursor[REPLAYED] == cursor[BASE]:
        barren = cursor[BASE] == state.tables.limits[LARGEST] or is_dead_end(state, cursor[BASE])
        cursor[DONE] = np.int64(barren)
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
    cursor = state.cursor
    if cursor[REPLAYED] < cursor[BASE]:
        filled = replay(state, out, filled)
    if cursor[REPLAYED] == cursor[BASE]:
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
def seek_and_probe(state, prefix, probes, random):
    """Return the result of `seek`, and the sum of the nodes that `probes` walks estimate.

    Before each walk and after the last one, the subtree is entered anew. One function compiles in
    half the time of two.
    """
    total, left = 0.0, probes
    while True:
        found = children = enter(state, prefix)
        if left == 0:
            return found, total
        left -= 1
        depth = np.int64(prefix.size)
        product = nodes = 1.0
        while children > 0:
            random, choice = draw(random, children)
            product *= children
            nodes += product
            depth += 1
            place(state, depth, state.next[depth - 1] + choice)
            children = state.end[depth] - state.next[depth]
            if depth == state.tables.limits[LARGEST] or is_dead_end(state, depth):
                children = 0
        total += nodes


def seek(state: State, prefix: npt.NDArray[np.int64]) -> int:
    """Enter the subtree of `prefix`, int64[d]; return its children, LEAF or NO_SUCH_NODE."""
    children: int = seek_and_probe(state, prefix, 0, ONE)[0]
    return children


def probe(state: State, prefix: npt.NDArray[np.int64], probes: int, random: np.uint64) -> float:
    """Estimate the nodes of a subtree by `probes` random walks (Knuth 1975)."""
    nodes: float = seek_and_probe(state, prefix, probes, random)[1]
    return nodes / probes
