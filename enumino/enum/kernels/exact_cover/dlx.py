"""Exact covers by dancing links: Knuth's Algorithm X, with secondary items and colours.

D. E. Knuth, *The Art of Computer Programming* 4B (2022), section 7.2.2.1, Algorithms X and C; X1
to X8 in comments are the steps of Algorithm X.
A node of the tree is a set of options no two of which clash; it branches on the primary item
with the fewest options left (the first such item in list order), and its children take these
options in input order. A node with all primary items covered is a solution; one without an option
left is a dead end.

Links are positions in flat arrays. Position 0 heads the list of active primary items, 1 to N
head the lists of options of the N items; then come the options, each a stretch of nodes between
two spacers. Node p has the item ``top[p]`` (0 marks a spacer), and its neighbours ``up[p]``,
``down[p]`` in the item's list; a spacer points ``up`` to the start of the option before it and
``down`` to the end of the one after. One change to Algorithm C: `purify` does not repaint nodes,
but notes the node that gave an item its colour, so that hiding need not look at colours.

Invariant of `advance`: ``node[l]`` is committed for l < depth, ``branch[l]`` is covered for
l <= depth, and ``node[depth]`` is the child to visit next (``branch[depth]`` if none is left).
Steps are undone in reverse order, so that every link finds its place again.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from enumino.enum.kernels.exact_cover._solutions import LONGEST_SOLUTION, has_room
from enumino.enum.kernels.exact_cover._solutions import is_full as is_full
from enumino.enum.kernels.exact_cover._solutions import new_columns as new_columns
from enumino.enum.kernels.shared.bits import lowest_one
from enumino.enum.kernels.shared.jit import inlined, kernel
from enumino.enum.kernels.shared.walks import LEAF, NO_SUCH_NODE, draw

PRIMARY = 1  # limits, beside LONGEST_SOLUTION
DEPTH, BASE, OWNED, DONE, NODES = range(5)  # cursor

# Unsigned positions: an index that might be negative costs a comparison at every access.
ONE = np.uint32(1)
ROOT = np.uint32(0)
BIT = np.uint64(1)


class Tables(NamedTuple):
    """A problem, made by `enumino.enum.exact_cover.cover_tables`; nothing here ever changes.

    top, up, down, colour: uint32[nodes], item, neighbours and colour (0: none) of each node.
    option: int32[nodes], the number of the option that the node belongs to.
    primaries: int32[options], primary items of each option.
    left, right: uint32[N + 1], the list of primary items; secondary ones point to themselves.
    length: int32[N + 1], options of each item.
    limits: int64[2], options of the longest possible solution, primary items.
    """

    top: npt.NDArray[np.uint32]
    up: npt.NDArray[np.uint32]
    down: npt.NDArray[np.uint32]
    colour: npt.NDArray[np.uint32]
    option: npt.NDArray[np.int32]
    primaries: npt.NDArray[np.int32]
    left: npt.NDArray[np.uint32]
    right: npt.NDArray[np.uint32]
    length: npt.NDArray[np.int32]
    limits: npt.NDArray[np.int64]


class State(NamedTuple):
    """State of the search; picklable between any two calls.

    tables: the problem.
    up, down, left, right, length: as in the tables, of active items and options.
    purifier: uint32[N + 1], the node that gave a secondary item its colour, or 0.
    branch, node: uint32[levels], by depth: the item branched on, the option taken.
    remaining: int64[levels], by depth: primary items still to cover.
    taken: uint64[words], the options taken as a bit set.
    cursor: int64[5], options taken, options of the prefix, nodes above the search that belong
        to this subtree and were not counted yet, done, nodes visited.
    """

    tables: Tables
    up: npt.NDArray[np.uint32]
    down: npt.NDArray[np.uint32]
    left: npt.NDArray[np.uint32]
    right: npt.NDArray[np.uint32]
    length: npt.NDArray[np.int32]
    purifier: npt.NDArray[np.uint32]
    branch: npt.NDArray[np.uint32]
    node: npt.NDArray[np.uint32]
    remaining: npt.NDArray[np.int64]
    taken: npt.NDArray[np.uint64]
    cursor: npt.NDArray[np.int64]


def new_state(tables: Tables) -> State:
    """Return a state for the problem; `seek` must come first."""
    levels = int(tables.limits[LONGEST_SOLUTION]) + 2
    return State(
        tables=tables,
        up=np.empty_like(tables.up),
        down=np.empty_like(tables.down),
        left=np.empty_like(tables.left),
        right=np.empty_like(tables.right),
        length=np.empty_like(tables.length),
        purifier=np.zeros_like(tables.left),
        branch=np.zeros(levels, np.uint32),
        node=np.zeros(levels, np.uint32),
        remaining=np.zeros(levels, np.int64),
        taken=np.zeros((tables.primaries.size + 63) >> 6, np.uint64),
        cursor=np.zeros(5, np.int64),
    )


@inlined
def hide(state, p):
    """Take the option of node `p` out of the lists of all its other items."""
    top, up, down, length = state.tables.top, state.up, state.down, state.length
    q = p + ONE
    while q != p:
        item, above, below = top[q], up[q], down[q]
        if item == 0:
            q = above
        else:
            down[above], up[below] = below, above
            length[item] -= 1
            q = q + ONE


@inlined
def unhide(state, p):
    """Put the option of node `p` back, in the opposite order."""
    top, up, down, length = state.tables.top, state.up, state.down, state.length
    q = p - ONE
    while q != p:
        item, above, below = top[q], up[q], down[q]
        if item == 0:
            q = below
        else:
            down[above] = up[below] = q
            length[item] += 1
            q = q - ONE


@inlined
def cover(state, item):
    """Take an item out of the list of items, and hide its options."""
    p = state.down[item]
    while p != item:
        hide(state, p)
        p = state.down[p]
    before, after = state.left[item], state.right[item]
    state.right[before], state.left[after] = after, before


@inlined
def uncover(state, item):
    """Undo `cover`."""
    before, after = state.left[item], state.right[item]
    state.right[before] = state.left[after] = item
    p = state.up[item]
    while p != item:
        unhide(state, p)
        p = state.up[p]


@kernel
def purify(state, by):
    """Give a secondary item the colour of node `by`: hide its options of other colours."""
    colour, item = state.tables.colour, state.tables.top[by]
    p = state.down[item]
    while p != item:
        if colour[p] != colour[by]:
            hide(state, p)
        p = state.down[p]
    state.purifier[item] = by


@kernel
def unpurify(state, by):
    """Undo `purify`."""
    colour, item = state.tables.colour, state.tables.top[by]
    state.purifier[item] = 0
    p = state.up[item]
    while p != item:
        if colour[p] != colour[by]:
            unhide(state, p)
        p = state.up[p]


@inlined
def commit(state, x):
    """Take the option of node `x`, whose own item is covered already."""
    flip(state, x)
    p = x + ONE
    while p != x:
        item = state.tables.top[p]
        if item == 0:
            p = state.up[p]
        else:
            if state.tables.colour[p] == 0:
                cover(state, item)
            elif state.purifier[item] == 0:
                purify(state, p)
            p = p + ONE


@inlined
def uncommit(state, x):
    """Undo `commit`."""
    flip(state, x)
    p = x - ONE
    while p != x:
        item = state.tables.top[p]
        if item == 0:
            p = state.down[p]
        else:
            if state.tables.colour[p] == 0:
                uncover(state, item)
            elif state.purifier[item] == p:
                unpurify(state, p)
            p = p - ONE


@inlined
def fewest_options(state):
    """Return the first active primary item with the fewest options; ROOT if none is active."""
    right, length = state.right, state.length
    best = item = right[ROOT]
    while item != ROOT and length[best] > 0:
        if length[item] < length[best]:
            best = item
        item = right[item]
    return best


@inlined
def branch_on(state, depth, item):
    """Open a node at `depth` whose children are the options of `item`; return their number."""
    state.branch[depth], state.node[depth] = item, state.down[item]
    cover(state, item)
    return np.int64(state.length[item])


@inlined
def primaries_of(state, x):
    """Return the number of primary items of the option of node `x`."""
    return state.tables.primaries[state.tables.option[x]]


@inlined
def flip(state, x):
    """Add the option of node `x` to the set of options taken, or take it away."""
    option = state.tables.option[x]
    state.taken[option >> 6] ^= BIT << np.uint64(option & 63)


@inlined
def record(state, out, filled):
    """Write the options taken as row `filled`, in ascending order."""
    options, taken = out.options, state.taken
    end = np.int64(out.offsets[filled])
    for i in range(taken.size):
        word = taken[i]
        while word != 0:
            options[end] = (i << 6) + lowest_one(word)
            end += 1
            word &= word - BIT
    out.offsets[filled + 1] = end


@inlined
def ends_here(state, item, remaining):
    """Whether every option of `item` completes a solution, or there are none."""
    p = state.down[item]
    while p != item and primaries_of(state, p) == remaining:
        p = state.down[p]
    return p == item


@kernel
def descend(state, depth):
    """Take the option at ``node[depth]`` and open the node below; return its children."""
    x = state.node[depth]
    commit(state, x)
    state.remaining[depth + 1] = state.remaining[depth] - primaries_of(state, x)
    return branch_on(state, depth + 1, fewest_options(state))


@kernel
def step(state, depth, choice):
    """Move `choice` children on at `depth`."""
    for _ in range(choice):
        state.node[depth] = state.down[state.node[depth]]


@kernel
def link_all(state):
    """Make every item and option active again: step X1 of Algorithm X, initialize."""
    tables = state.tables
    for p in range(tables.top.size):
        state.up[p], state.down[p] = tables.up[p], tables.down[p]
    for item in range(tables.length.size):
        state.left[item], state.right[item] = tables.left[item], tables.right[item]
        state.length[item] = tables.length[item]
        state.purifier[item] = 0
    state.taken[:] = 0
    state.remaining[0] = tables.limits[PRIMARY]


@kernel
def seek(state, prefix):
    """Enter the subtree of `prefix`, int64[d]; return its children, LEAF or NO_SUCH_NODE."""
    cursor, owned_from = state.cursor, 0
    link_all(state)
    cursor[DONE] = 1
    children = branch_on(state, np.int64(0), fewest_options(state))
    for depth in range(prefix.size):
        if prefix[depth] < 0 or prefix[depth] >= children:
            return NO_SUCH_NODE
        if prefix[depth] != 0:
            owned_from = depth + 1
        step(state, depth, prefix[depth])
        children = descend(state, depth)
    cursor[DEPTH] = cursor[BASE] = prefix.size
    cursor[OWNED] = prefix.size + 1 - owned_from
    cursor[NODES] = cursor[DONE] = 0
    return LEAF if children == 0 else children


@kernel
def advance(state, out, filled, max_nodes):
    """Write rows from `filled` on, for about `max_nodes` nodes; return the rows filled.

    Without a buffer (None) solutions are counted from `filled` on.
    """
    cursor, node, branch, remaining = state.cursor, state.node, state.branch, state.remaining
    base, depth, nodes = cursor[BASE], cursor[DEPTH], cursor[NODES]
    budget = nodes + max_nodes
    longest, full = state.tables.limits[LONGEST_SOLUTION], False
    if out is not None:
        full = not has_room(out, filled, longest)
    if cursor[OWNED] > 0 and not full:
        nodes += cursor[OWNED]
        cursor[OWNED] = 0
        if remaining[base] == 0:
            if out is not None:
                record(state, out, filled)
            filled += 1
            cursor[DONE] = 1
    while cursor[DONE] == 0 and nodes < budget and not full:
        x = node[depth]
        if x != branch[depth]:  # X5: try the option of node x
            nodes += 1
            still = remaining[depth] - primaries_of(state, x)
            if still == 0:  # X2, below: all items would be covered
                if out is not None:
                    flip(state, x)
                    record(state, out, filled)
                    flip(state, x)
                    full = not has_room(out, filled + 1, longest)
                filled += 1
                node[depth] = state.down[x]  # X6: try again
                continue
            commit(state, x)
            item = fewest_options(state)  # X3: choose an item
            if out is not None or not ends_here(state, item, still):
                depth += 1  # X2: enter a level
                remaining[depth] = still
                branch_on(state, depth, item)  # X4: cover the item
                continue
            filled += state.length[item]  # without a visit to each solution
            nodes += state.length[item]
        elif depth == base:  # X8: leave the last level
            cursor[DONE] = 1
            break
        else:
            uncover(state, branch[depth])  # X7: backtrack
            depth -= 1  # X8: leave a level
        uncommit(state, node[depth])  # X6: try again
        node[depth] = state.down[node[depth]]
    cursor[DEPTH], cursor[NODES] = depth, nodes
    return filled


@kernel
def tally(state, counts, max_nodes):
    """Add the solutions of about `max_nodes` nodes to ``counts[0]`` (int64[1])."""
    counts[0] = advance(state, None, counts[0], max_nodes)


@kernel
def probe(state, prefix, probes, random):
    """Estimate the nodes of a subtree by `probes` random walks (Knuth 1975)."""
    total = 0.0
    top = seek(state, prefix)
    for _ in range(probes):
        children, depth = top, np.int64(prefix.size)
        product = nodes = 1.0
        while children > 0:
            random, choice = draw(random, children)
            product *= children
            nodes += product
            state.node[depth] = state.down[state.branch[depth]]
            step(state, depth, choice)
            children = descend(state, depth)
            depth += 1
        total += nodes
        for level in range(depth, prefix.size, -1):
            uncover(state, state.branch[level])
            uncommit(state, state.node[level - 1])
    return total / probes
