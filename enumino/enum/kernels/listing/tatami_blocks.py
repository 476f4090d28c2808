"""List the domino tatami layouts of a rectangle from its blocks: no search, no dead ends.

F. Ruskey and J. Woodcock, *Counting fixed-height tatami tilings*, Electronic J. Combin. 16 (2009)
R126, after D. Hickerson (OEIS A068920). Along its length a room of breadth r (the short side)
falls into blocks that no mat crosses. Odd r > 1: r × (r - 1) and r × (r + 1), each the mirror
image of the other kind or the same kind before it, so the first one decides all hands. r = 1:
1 × 2. Even r: a *line* of mats across (r × 1) and then r × (r - 2) or r × r, in turn; for r = 2
the empty block drops out, and lines may follow one another. In row i of a block of h rows, with
d = min(i, h - 1 - i), mats across cover the columns from ``left + d`` to ``breadth - right - d``;
mats along the room stand in all other cells. So every block is its own image end to end.

A node of the tree is a row of blocks, its children are the blocks that may come next and leave a
length that can be filled; a node whose length is used up is a layout. Blocks are tried in the
order of their letters, mats across before mats along the room: layouts come in lexicographic
order of the room scanned along its short side, as from a search by that scan.

Invariant of `next_layout`: ``block[1:depth + 1]`` are the blocks so far, ``options[d]`` the kinds
still to be tried after each, and ``text`` the letters of the first ``cursor[SPELLED]`` blocks.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from enumino.enum.kernels.shared.jit import inlined, kernel
from enumino.enum.kernels.shared.random import draw
from enumino.enum.kernels.shared.subtrees import LEAF, NO_SUCH_NODE
from enumino.enum.kernels.shared.symmetry import (
    CLASSES,
    GROUP_ORDERS,
    HALF_TURN,
    LEFT_RIGHT,
    REJECTED,
)

MAX_CELLS = 2 * 65_535 + 1  # `mats`, `horizontal` and `vertical` are columns of 16 bits

HANDED, CROSSWISE, GROUP, UP_TO_SYMMETRY, CELLS, ROWS, COLS = range(7)  # room
DEPTH, BASE, OWNED, SPELLED, DONE, NODES = range(6)  # cursor


class Tables(NamedTuple):
    """A room and its b kinds of block, made by `enumino.families.tatami.block_tables`.

    Letters go in *lanes*: one for each row of a room that is wider than tall, since blocks follow
    each other along its rows; otherwise a single one.

    room: int64[7], whether blocks have hands, whether the room is wider than tall, order of its
        group of symmetries, whether to list one layout a class, cells, sides.
    has_image: bool[7], whether each image maps the room to itself.
    height, hand, horizontal: int64[b], the block's extent along the room, its
        orientation, mats that are horizontal in the room as given.
    options: int64[b + 1, length + 1], the kinds that may follow each (last row: come first) when
        so much length is left, as bits.
    letters: uint8[:], the letters of all blocks.
    bounds: int64[b, lanes + 1], the starts and ends in `letters` of the lanes of a block.
    """

    room: npt.NDArray[np.int64]
    has_image: npt.NDArray[np.bool_]
    height: npt.NDArray[np.int64]
    hand: npt.NDArray[np.int64]
    horizontal: npt.NDArray[np.int64]
    options: npt.NDArray[np.int64]
    letters: npt.NDArray[np.uint8]
    bounds: npt.NDArray[np.int64]


class State(NamedTuple):
    """State of the listing; picklable between any two calls.

    cursor: int64[6], blocks so far, blocks of the prefix, nodes of the prefix that belong to the
        subtree and were not yet visited, blocks spelled, done, nodes visited.
    block, options, remaining: int64[most blocks + 1], by blocks so far: the kind of the last one,
        the kinds still to be tried as the next one, as bits, the length left.
    text: uint8[lanes, most letters], the letters of the blocks, lane by lane.
    ends: int64[most blocks + 1, lanes], by blocks so far: letters in each lane.
    """

    tables: Tables
    cursor: npt.NDArray[np.int64]
    block: npt.NDArray[np.int64]
    options: npt.NDArray[np.int64]
    remaining: npt.NDArray[np.int64]
    text: npt.NDArray[np.uint8]
    ends: npt.NDArray[np.int64]


class Columns(NamedTuple):
    """Preallocated output, one array a column; layout i is ``layout[offsets[i]:offsets[i + 1]]``.

    Its bytes are the letters H and V, one a mat, in row-major order of the mats' first cells in
    the room, which has `rows` rows and `cols` columns.
    """

    mats: npt.NDArray[np.uint16]
    monomers: npt.NDArray[np.uint16]
    horizontal: npt.NDArray[np.uint16]
    vertical: npt.NDArray[np.uint16]
    symmetry: npt.NDArray[np.int8]
    orbit: npt.NDArray[np.uint8]
    layout: npt.NDArray[np.uint8]
    offsets: npt.NDArray[np.int32]
    rows: npt.NDArray[np.uint16]
    cols: npt.NDArray[np.uint16]


def new_state(tables: Tables) -> State:
    """Return a state for the room of `tables`; `seek` must come first."""
    length, lanes = tables.options.shape[1] - 1, tables.bounds.shape[1] - 1
    most_blocks = length // int(tables.height.min())
    block, options, remaining = np.zeros((3, most_blocks + 1), np.int64)
    return State(
        tables=tables,
        cursor=np.zeros(6, np.int64),
        block=block,
        options=options,
        remaining=remaining,
        text=np.zeros((lanes, int(tables.room[CELLS]) // 2 if lanes == 1 else length), np.uint8),
        ends=np.zeros((most_blocks + 1, lanes), np.int64),
    )


def new_columns(rows: int, size: int) -> Columns:
    """Return columns for up to `rows` layouts of `size` letters together.

    A room of n cells needs a `size` of n at least.
    """
    types = ("u2", "u2", "u2", "u2", "i1", "u1")
    columns: list[npt.NDArray[Any]] = [np.empty(rows, dtype) for dtype in types]
    columns += [np.empty(size, np.uint8), np.zeros(rows + 1, np.int32)]
    columns += [*np.empty((2, rows), np.uint16)]
    return Columns(*columns)


def is_full(state: State, out: Columns, filled: int) -> bool:
    """Whether no row, or fewer letters than the cells of a room, are left."""
    letters = int(state.tables.room[CELLS])
    return bool(filled == out.mats.size or out.offsets[filled] + letters > out.layout.size)


@inlined
def count_bits(options):
    """Return the number of options: the children of a node."""
    return (options & 1) + ((options >> 1) & 1) + ((options >> 2) & 1) + (options >> 3)


@inlined
def drop_first(options, number):
    """Return the options without the first ones."""
    for _ in range(number):
        options &= options - 1
    return options


@inlined
def place(state, depth, options):
    """Make the first of the options block number `depth`."""
    tables, bit = state.tables, options & -options
    kind = np.int64(bit > 1) + np.int64(bit > 2) + np.int64(bit > 4)
    remaining = state.remaining[depth - 1] - tables.height[kind]
    state.block[depth] = kind
    state.remaining[depth] = remaining
    state.options[depth] = tables.options[kind, remaining]


@kernel
def seek(state, prefix):
    """Enter the subtree of `prefix`, int64[d]; return its children, LEAF or NO_SUCH_NODE."""
    cursor, tables = state.cursor, state.tables
    length = tables.options.shape[1] - 1
    state.remaining[0] = length
    state.options[0] = tables.options[tables.height.size, length]
    cursor[:] = 0
    owned_from = 0
    for depth in range(1, prefix.size + 1):
        options, choice = state.options[depth - 1], prefix[depth - 1]
        if choice < 0 or choice >= count_bits(options):
            cursor[DONE] = 1
            return NO_SUCH_NODE
        place(state, depth, drop_first(options, choice))
        if choice != 0:
            owned_from = depth
    cursor[DEPTH] = cursor[BASE] = prefix.size
    cursor[OWNED] = prefix.size - owned_from + 1
    options = state.options[prefix.size]
    return count_bits(options) if options else LEAF


@kernel
def next_layout(state, budget):
    """Advance to the next layout; return False at the end, or after `budget` nodes."""
    cursor = state.cursor
    depth = cursor[DEPTH]
    found = False
    while not found and cursor[DONE] == 0 and cursor[NODES] < budget:
        options = state.options[depth]
        if cursor[OWNED] > 0:
            cursor[NODES] += cursor[OWNED]
            cursor[OWNED] = 0
            found = state.remaining[depth] == 0
        elif options:
            state.options[depth] = options & (options - 1)
            cursor[NODES] += 1
            depth += 1
            place(state, depth, options)
            found = state.remaining[depth] == 0
        elif depth == cursor[BASE]:
            cursor[DONE] = 1
        else:
            depth -= 1
            cursor[SPELLED] = min(cursor[SPELLED], depth)
    cursor[DEPTH] = depth
    return found


@kernel
def order_of_reverse(state, depth):
    """Compare the block heights, read backwards, with themselves: -1, 0 or 1."""
    height, block = state.tables.height, state.block
    for i in range(1, depth // 2 + 1):
        ours, theirs = height[block[i]], height[block[depth + 1 - i]]
        if ours != theirs:
            return -1 if theirs < ours else 1
    return 0


@kernel
def classify(state):
    """Return the symmetry class of the layout, or REJECTED when another image comes before it.

    A mirror along the room turns all hands over and keeps the heights; end to end the heights
    are reversed and the last hand is first. Where hands differ the first block decides. The
    symmetries that exchange the sides of a square exchange its two layouts.
    """
    tables, depth = state.tables, state.cursor[DEPTH]
    handed, crosswise = tables.room[HANDED], tables.room[CROSSWISE]
    first = state.block[1]
    other_hand = -1 if tables.hand[first] == 1 else 1
    reverse = order_of_reverse(state, depth)
    side_to_side = other_hand if handed else 0
    end_to_end = other_hand if handed and depth % 2 == 0 else reverse
    half_turn = other_hand if handed and depth % 2 == 1 else reverse
    equal = 0
    for image in range(7):
        if tables.has_image[image]:
            if image == HALF_TURN:
                order = half_turn
            elif image > HALF_TURN:
                order = -1 if first > 0 else 1
            else:
                order = end_to_end if (image == LEFT_RIGHT) == (crosswise == 1) else side_to_side
            if order == 0:
                equal |= 1 << image
            elif order < 0 and tables.room[UP_TO_SYMMETRY]:
                return REJECTED
    return CLASSES[equal]


@inlined
def copy(source, target):
    """Copy letters; slices spare the loop a test of signs that would prevent vectors."""
    for i in range(source.size):
        target[i] = source[i]


@kernel
def spell(state):
    """Append the letters of the blocks that are not yet in `text`."""
    cursor, text, ends = state.cursor, state.text, state.ends
    letters, bounds = state.tables.letters, state.tables.bounds
    for i in range(cursor[SPELLED] + 1, cursor[DEPTH] + 1):
        kind = state.block[i]
        for lane in range(ends.shape[1]):
            source = letters[bounds[kind, lane] : bounds[kind, lane + 1]]
            end = ends[i - 1, lane]
            copy(source, text[lane, end:])
            ends[i, lane] = end + source.size
    cursor[SPELLED] = cursor[DEPTH]


@inlined
def record(state, out, row, symmetry):
    """Write the layout as row `row`."""
    room, depth = state.tables.room, state.cursor[DEPTH]
    mats, horizontal = room[CELLS] // 2, 0
    for i in range(1, depth + 1):
        horizontal += state.tables.horizontal[state.block[i]]
    out.mats[row] = mats
    out.monomers[row] = 0
    out.horizontal[row] = horizontal
    out.vertical[row] = mats - horizontal
    out.symmetry[row] = symmetry
    out.orbit[row] = room[GROUP] // GROUP_ORDERS[symmetry] if room[UP_TO_SYMMETRY] else 1
    out.rows[row], out.cols[row] = room[ROWS], room[COLS]
    spell(state)
    end = np.int64(out.offsets[row])
    for lane in range(state.ends.shape[1]):
        size = state.ends[depth, lane]
        copy(state.text[lane, :size], out.layout[end : end + size])
        end += size
    out.offsets[row + 1] = end


@kernel
def advance(state, out, filled, max_nodes):
    """Write rows from `filled` on, for about `max_nodes` nodes; return the rows filled."""
    budget = state.cursor[NODES] + max_nodes
    limit, last = out.mats.size, out.layout.size - state.tables.room[CELLS]
    while filled < limit and out.offsets[filled] <= last and next_layout(state, budget):
        symmetry = classify(state)
        if symmetry != REJECTED:
            record(state, out, filled, symmetry)
            filled += 1
    return filled


@kernel
def tally(state, counts, max_nodes):
    """Add the layouts of about `max_nodes` nodes to ``counts[monomers, symmetry]``, int64[1, 8]."""
    budget = state.cursor[NODES] + max_nodes
    while next_layout(state, budget):
        symmetry = classify(state)
        if symmetry != REJECTED:
            counts[0, symmetry] += 1


@kernel
def probe(state, prefix, probes, random):
    """Estimate the nodes of a subtree by `probes` random walks (Knuth 1975)."""
    total = 0.0
    for _ in range(probes):
        children = seek(state, prefix)
        depth = np.int64(prefix.size)
        product = nodes = 1.0
        while children > 0:
            random, choice = draw(random, children)
            product *= children
            nodes += product
            depth += 1
            place(state, depth, drop_first(state.options[depth - 1], choice))
            children = count_bits(state.options[depth])
        total += nodes
    return total / probes
