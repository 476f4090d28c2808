"""Exact covers by dancing links: Knuth's Algorithm M, with multiplicities and colours.

D. E. Knuth, *The Art of Computer Programming* 4B (2022), section 7.2.2.1, Algorithm M. A primary
item is covered at least ``fewest`` and at most ``most`` times, a secondary item at most once, or
often in one colour. Where all primary items are covered once, this is the tree of Algorithm X, with
the colours of Algorithm C. A node of the tree is a set of options taken, and of options ruled out;
it branches on the primary item with the fewest children (the first such item in list order). A
child takes one of the item's options, in input order, and rules out the options before it, so that
no set comes twice; the last child rules out all options, if the item is covered often enough
without. An item with as many options left as it needs has one child, and an item with fewer options
has none: a dead end.

Links are positions in flat arrays. Position 0 heads the list of active primary items, 1 to N head
the lists of options of the N items; then come the nodes of the options: from ``starts[o]`` to
``starts[o + 1] - 1`` for option o. Node p has the item ``top[p]``, and its neighbours
``up[p]``, ``down[p]`` in the item's list. In contrast to Algorithm X, an option is in all of its
lists or in none. The options that are in none are on a trail, and come back in reverse order.

If the item can be covered only once more, the first child removes all of its options, for all
children: options before the option taken are ruled out, and later options cannot go with it.

Invariant of `advance`: for l < depth, child ``child[l]`` of the node at depth l is entered, by
taking option ``chosen[l]``, or none (-1). The trail has the options removed above that node, then
from ``begin[l]`` to ``end[l]`` the options of its item in list order, where the child takes
number ``child[l]``, then the options that cannot go with it.
"""

from typing import NamedTuple

import numpy as np

from enumino.arrays import I32, I64, U32, U64
from enumino.enum.kernels.exact_cover.solutions import (
    LONGEST_SOLUTION,
    flip,
    has_room,
    new_set,
    record,
)
from enumino.enum.kernels.exact_cover.solutions import is_full as is_full
from enumino.enum.kernels.exact_cover.solutions import new_columns as new_columns
from enumino.enum.kernels.shared.bits import ONE
from enumino.enum.kernels.shared.cursor import BASE, DEPTH, DONE, LEAF, NO_SUCH_NODE, NODES, OWNED
from enumino.enum.kernels.shared.jit import inlined, kernel
from enumino.enum.kernels.shared.walks import draw

LEVELS = 1  # limits, beside LONGEST_SOLUTION
REMOVED = 5  # cursor

ROOT = np.uint32(0)
NONE = np.int32(-1)
MANY = np.int64(1) << 40  # children, more than any node has


class Tables(NamedTuple):
    """A problem, made by `enumino.enum.exact_cover.cover_tables`; nothing here ever changes."""

    starts: U64  # [options + 1], the first node of each option; signed indices would be slower
    # [nodes], item, neighbours and colour (0: none) of each node.
    top: U32
    up: U32
    down: U32
    colour: U32
    option: I32  # [nodes], the option that the node belongs to
    # [N + 1], the list of primary items; secondary ones point to themselves.
    left: U32
    right: U32
    length: I32  # [N + 1], options of each item
    # [N + 1], bounds on the options taken of an item; 0 and 1 if it is secondary.
    fewest: I64
    most: I64
    limits: I64  # [2], options of the longest possible solution, levels of the tree


class State(NamedTuple):
    """State of the search; picklable between any two calls."""

    tables: Tables
    # As in the tables, of active items and options.
    up: U32
    down: U32
    left: U32
    right: U32
    length: I32
    used: I64  # [N + 1], options taken of each item, without those that give it a colour
    trail: I32  # [options], the options that are in no list, in the order of removal
    # [levels], by depth: the item branched on, the option taken.
    branch: U32
    chosen: I32
    # [levels], by depth: the child entered or to enter next, the number of children (LEAF for a
    # solution, 0 for a dead end).
    child: I64
    children: I64
    # [levels], by depth: where the options of the item branched on begin and end on the trail.
    begin: I64
    end: I64
    taken: U64  # [words], the options taken as a bit set
    cursor: I64  # [6], see `cursor`; options on the trail


def new_state(tables: Tables) -> State:
    """Return a state for the problem; `seek_and_probe` must come first."""
    levels, options = tables.limits[LEVELS], tables.starts.size - 1
    child, children, begin, end = np.zeros((4, levels), np.int64)
    return State(
        tables=tables,
        up=np.empty_like(tables.up),
        down=np.empty_like(tables.down),
        left=np.empty_like(tables.left),
        right=np.empty_like(tables.right),
        length=np.empty_like(tables.length),
        used=np.zeros_like(tables.fewest),
        trail=np.zeros(options, np.int32),
        branch=np.zeros(levels, np.uint32),
        chosen=np.zeros(levels, np.int32),
        child=child,
        children=children,
        begin=begin,
        end=end,
        taken=new_set(options),
        cursor=np.zeros(6, np.int64),
    )


@inlined
def nodes_of(tables, option):
    """Return the range of the nodes of an option."""
    return range(tables.starts[option], tables.starts[option + 1])


@inlined
def remove(state, option):
    """Take an option out of all its lists."""
    top, up, down, length = state.tables.top, state.up, state.down, state.length
    state.trail[state.cursor[REMOVED]] = option
    state.cursor[REMOVED] += 1
    for p in nodes_of(state.tables, option):
        above, below = up[p], down[p]
        down[above], up[below] = below, above
        length[top[p]] -= 1


@inlined
def restore(state, removed):
    """Put the last options of the trail back, until so many are removed."""
    top, up, down, length = state.tables.top, state.up, state.down, state.length
    for at in range(state.cursor[REMOVED] - 1, removed - 1, -1):
        for p in nodes_of(state.tables, state.trail[at]):
            down[up[p]] = up[down[p]] = p
            length[top[p]] += 1
    state.cursor[REMOVED] = removed


@inlined
def drop(state, item):
    """Take an item out of the list of items."""
    before, after = state.left[item], state.right[item]
    state.right[before], state.left[after] = after, before


@inlined
def put_back(state, item):
    """Undo `drop`."""
    before, after = state.left[item], state.right[item]
    state.right[before] = state.left[after] = item


@kernel
def take(state, option):
    """Take an option that is in no list, and remove those that cannot go with it."""
    tables, top, colour = state.tables, state.tables.top, state.tables.colour
    flip(state.taken, option)
    for q in nodes_of(tables, option):
        item = top[q]
        if colour[q] == 0:
            state.used[item] += 1
            if state.used[item] < tables.most[item]:
                continue
            drop(state, item)
        p = state.down[item]
        while p != item:
            after = state.down[p]
            if colour[q] == 0 or colour[p] != colour[q]:
                remove(state, tables.option[p])
            p = after


@kernel
def give_back(state, option):
    """Undo `take`, once the options that it removed are back."""
    flip(state.taken, option)
    tables = state.tables
    q = tables.starts[option + 1]
    while q != tables.starts[option]:
        q -= ONE
        item = tables.top[q]
        if tables.colour[q] == 0:
            if state.used[item] == tables.most[item]:
                put_back(state, item)
            state.used[item] -= 1


@kernel
def open_node(state, depth):
    """Choose the item to branch on at `depth`; return the children, LEAF for a solution."""
    right, length, used, fewest = state.right, state.length, state.used, state.tables.fewest
    best, children = ROOT, MANY
    item = right[ROOT]
    while item != ROOT and children > 0:
        needed = max(0, fewest[item] - used[item])
        number = max(0, length[item] + 1 - needed)
        # An item without options that needs none is done.
        if length[item] + needed > 0 and number < children:
            best, children = item, number
        item = right[item]
    state.branch[depth], state.begin[depth] = best, state.cursor[REMOVED]
    state.child[depth], state.children[depth] = 0, LEAF if best == ROOT else children
    return state.children[depth]


@inlined
def choose(state, depth):
    """Choose the option of child ``child[depth]``, or none, and rule out the options before it."""
    item, cursor = state.branch[depth], state.cursor
    at = state.begin[depth] + state.child[depth]
    # Those up to the option taken leave the lists; all of them, if none can be taken after it.
    last = state.used[item] + 1 == state.tables.most[item]
    while state.down[item] != item and (last or cursor[REMOVED] <= at):
        remove(state, state.tables.option[state.down[item]])
    state.end[depth] = cursor[REMOVED]
    state.chosen[depth] = state.trail[at] if at < cursor[REMOVED] else NONE


@inlined
def enter(state, depth):
    """Enter the child chosen at `depth`; return its children, LEAF for a solution."""
    if state.chosen[depth] == NONE:
        drop(state, state.branch[depth])
    else:
        take(state, state.chosen[depth])
    return open_node(state, depth + 1)


@inlined
def leave(state, depth):
    """Leave the child at `depth`; the next one is to be entered."""
    restore(state, state.end[depth])
    if state.chosen[depth] == NONE:
        put_back(state, state.branch[depth])
    else:
        give_back(state, state.chosen[depth])
    state.child[depth] += 1


@kernel
def link_all(state):
    """Make every item and option active again."""
    tables = state.tables
    for p in range(tables.top.size):
        state.up[p], state.down[p] = tables.up[p], tables.down[p]
    for item in range(tables.length.size):
        state.left[item], state.right[item] = tables.left[item], tables.right[item]
        state.length[item] = tables.length[item]
    state.used[:] = 0
    state.taken[:] = 0
    state.cursor[:] = 0


@inlined
def enter_subtree(state, prefix):
    """Enter a subtree; return its children, LEAF or NO_SUCH_NODE."""
    cursor, owned = state.cursor, 1
    link_all(state)
    cursor[DONE] = 1
    children = open_node(state, np.int64(0))
    for depth in range(prefix.size):
        if prefix[depth] < 0 or prefix[depth] >= children:
            return NO_SUCH_NODE
        owned = owned + 1 if prefix[depth] == 0 else 1
        state.child[depth] = prefix[depth]
        choose(state, depth)
        children = enter(state, depth)
    cursor[DEPTH] = cursor[BASE] = prefix.size
    cursor[OWNED] = owned
    cursor[DONE] = 0
    return LEAF if children == 0 else children  # a dead end is a leaf, too


@kernel
def advance(state, out, filled, max_nodes):
    """Write rows from `filled` on, or count solutions without a buffer (None); return `filled`."""
    cursor, depth, nodes = state.cursor, state.cursor[DEPTH], state.cursor[NODES]
    budget = nodes + max_nodes
    longest, full = state.tables.limits[LONGEST_SOLUTION], False
    if out is not None:
        full = not has_room(out, filled, longest)
    while cursor[DONE] == 0 and nodes < budget and not full:
        solved = False
        if cursor[OWNED] > 0:
            nodes += cursor[OWNED]
            cursor[OWNED] = 0
            solved = state.children[depth] == LEAF
        elif state.child[depth] < state.children[depth]:
            nodes += 1
            choose(state, depth)
            children = enter(state, depth)
            solved = children == LEAF
            depth += 1
        elif depth == cursor[BASE]:
            cursor[DONE] = 1
        else:
            depth -= 1
            leave(state, depth)
        if solved:
            if out is not None:
                record(state.taken, out, filled)
                full = not has_room(out, filled + 1, longest)
            filled += 1
    cursor[DEPTH], cursor[NODES] = depth, nodes
    return filled


@kernel
def tally(state, counts, max_nodes):
    """Add the solutions of about `max_nodes` nodes to ``counts[0]`` (int64[1])."""
    counts[0] = advance(state, None, counts[0], max_nodes)


@kernel
def seek_and_probe(state, prefix, walks, random):
    """Enter a subtree; return its children, and the nodes that random walks estimate, in all."""
    top = enter_subtree(state, prefix)
    if top <= LEAF:
        return top, 1.0 * walks
    total, root = 0.0, np.int64(prefix.size)
    for _ in range(walks):
        children, depth = top, root
        product = nodes = 1.0
        while children > 0:
            random, choice, product, nodes = draw(random, children, product, nodes)
            state.child[depth] = choice
            choose(state, depth)
            children = enter(state, depth)
            depth += 1
        total += nodes
        for level in range(depth - 1, root - 1, -1):
            leave(state, level)
        restore(state, state.begin[root])
        state.child[root] = 0
    return top, total
