"""Exact cover by bits over options: choosing an option is one AND with its compatible options.

The problem and its terms are from D. E. Knuth, *The Art of Computer Programming* 4B, 7.2.2.1:
primary items are covered exactly once, secondary items at most once, or often in one colour. An
option may also belong to a group, with bounds on the number of its options that are taken.
The options that can go with an option are a mask, made once, or the AND of the masks of its items
if the table of all options would be large. A level of the search is the AND of the masks of the
options chosen so far, and undoing a choice is dropping its level. A node branches on the primary
item with the fewest options (ties: the smallest item), its children are that item's options in
ascending order: the tree of dancing links with the same rule.

An option has a bit for each of its primary items, so that the size of an item is the number of
its bits. Items are kept largest first, word k of all items that need one side by side (a jagged
diagonal storage): one vector loop narrows all words of a level and sums up all sizes. Bit 0 of an
item's first word says that it is not covered yet; bit p is its p-th option.

Invariant of `step`: with ``depth`` options chosen, ``active[depth]`` holds the options that go
with all of them, ``position[depth]`` of the item branched on is the child entered last, ``taken``
has the chosen options as bits, ``used`` counts them by group, and ``cursor[LEFT]`` primary items
are not covered.
"""

from typing import NamedTuple

import numpy as np

from enumino.arrays import I32, I64, U64
from enumino.enum.kernels.exact_cover.solutions import (
    LONGEST_SOLUTION,
    flip,
    has_room,
    new_set,
    record,
)
from enumino.enum.kernels.exact_cover.solutions import is_full as is_full
from enumino.enum.kernels.exact_cover.solutions import new_columns as new_columns
from enumino.enum.kernels.shared.bits import ZERO, lowest_one, popcount
from enumino.enum.kernels.shared.cursor import BASE, DEPTH, DONE, LEAF, NO_SUCH_NODE, NODES, OWNED
from enumino.enum.kernels.shared.jit import inlined, kernel
from enumino.enum.kernels.shared.walks import draw

LEFT, NEEDED, CHILDREN = range(5, 8)  # cursor

# The key of an item is size << SHIFT | item; a covered item has a larger key.
SHIFT = 32
ONE_OPTION = 1 << SHIFT
KEY_BITS = (1 << 62) - 1


class Tables(NamedTuple):
    """The problem, made by `enumino.enum.exact_cover.cover_tables`.

    Items are ranked by size, largest first.
    """

    limits: I64  # [1], options of the longest possible solution
    masks: U64  # [..., words], sets of options
    own: I32  # [options, ...], by option: the masks of what can go with it, at least one
    without: U64  # [groups, words], by group: all options but its own
    root: U64  # [words], all options
    level_starts: I64  # [levels + 1], the starts of the k-th words of the items in a row
    empty_key: I64  # [primary], by rank: the key of the item without any bit
    rank: I64  # [primary], the rank of an item
    sizes: I64  # [primary + 1], by rank: the item's options; 0 for no item at all
    first: I64  # [primary], by rank: the p-th option of the item is ``listed[first + p]``, p > 0
    listed: I32  # [...], the options of the items, ascending
    primaries: I64  # [options], primary items of an option
    group: I32  # [options], group of an option, or -1
    # [groups], bounds on the options taken of a group, and the primary items that one of them
    # covers at least.
    fewest: I64
    most: I64
    least: I64


class State(NamedTuple):
    """State of the search; picklable between any two calls."""

    tables: Tables
    # [8], see `cursor`; uncovered primary items, the primary items that the groups still need, the
    # children of the root.
    cursor: I64
    active: U64  # [longest + 1, words], the options that are left, by options chosen
    sums: I64  # [primary], sizes being summed up; zero between two steps
    # [longest + 1], by options chosen: the rank of the item branched on, the child entered last,
    # and the option of that child.
    item: I64
    position: I64
    chosen: I64
    taken: U64  # [options / 64], the chosen options as bits
    used: I64  # [groups], chosen options by group


def new_state(tables: Tables) -> State:
    """Return a state for a problem; `seek_and_probe` must come first."""
    longest = tables.limits[LONGEST_SOLUTION]
    item, position, chosen = np.zeros((3, longest + 1), np.int64)
    return State(
        tables=tables,
        cursor=np.zeros(8, np.int64),
        active=np.zeros((longest + 1, tables.root.size), np.uint64),
        sums=np.zeros_like(tables.empty_key),
        item=item,
        position=position,
        chosen=chosen,
        taken=new_set(tables.primaries.size),
        used=np.zeros_like(tables.fewest),
    )


@kernel
def narrow(source, row, target, sums, level_starts, empty_key):
    """Set `target` to the options of `source` that `row` has too; return the least key."""
    for level in range(level_starts.size - 2, 0, -1):
        start, end = level_starts[level], level_starts[level + 1]
        before, mask, after = source[start:end], row[start:end], target[start:end]
        for i in range(end - start):
            word = before[i] & mask[i]
            after[i] = word
            sums[i] += popcount(word)
    best = KEY_BITS
    for i in range(empty_key.size):
        word = source[i] & row[i]
        target[i] = word
        size = sums[i] + popcount(word)
        # A covered item counts -1, as its bit 0 is missing; losing the sign makes that large.
        best = min(best, ((size << SHIFT) + empty_key[i]) & KEY_BITS)
        sums[i] = 0
    return best


@inlined
def next_option(tables, active, item, position):
    """Return the item's next position after `position` whose option is left; 0 if there is none."""
    size, level_starts = tables.sizes[item], tables.level_starts
    position += 1
    found = 0
    while found == 0 and position <= size:
        word = active[level_starts[position >> 6] + item] >> np.uint64(position & 63)
        if word != ZERO:
            found = position + lowest_one(word)
        position = (position | 63) + 1
    return found


@inlined
def take(state, option, sign):
    """Add an option to the chosen ones (`sign` 1), or take it back (-1)."""
    tables, cursor = state.tables, state.cursor
    flip(state.taken, option)
    cursor[LEFT] -= sign * tables.primaries[option]
    group = tables.group[option]
    if group >= 0:
        lower = min(state.used[group], state.used[group] + sign)
        if lower < tables.fewest[group]:
            cursor[NEEDED] -= sign * tables.least[group]
        state.used[group] += sign


@inlined
def expand(state, depth):
    """Enter a node below ``chosen[depth - 1]``; return children, 0 for a dead end, or LEAF."""
    tables, active, cursor = state.tables, state.active, state.cursor
    children, item = LEAF, np.int64(tables.rank.size)
    if cursor[NEEDED] > cursor[LEFT]:
        children = 0
    elif cursor[LEFT] > 0:
        source, row = tables.root, tables.root
        if depth > 0:
            option = state.chosen[depth - 1]
            source, row = active[depth - 1], tables.masks[tables.own[option, 0]]
            group = tables.group[option]
            if group >= 0 and state.used[group] == tables.most[group]:
                for word in range(source.size):
                    active[depth, word] = source[word] & tables.without[group, word]
                source = active[depth]
            for number in range(1, tables.own.shape[1]):
                mask = tables.masks[tables.own[option, number]]
                for word in range(source.size):
                    active[depth, word] = source[word] & mask[word]
                source = active[depth]
        levels, sums, empty_key = tables.level_starts, state.sums, tables.empty_key
        key = narrow(source, row, active[depth], sums, levels, empty_key)
        children = key >> SHIFT
        item = tables.rank[key & (ONE_OPTION - 1)]
    state.item[depth], state.position[depth] = item, 0
    return children


@inlined
def step(state):
    """Enter the next node, or go back; return whether that node is a solution."""
    tables, cursor = state.tables, state.cursor
    depth, solved = cursor[DEPTH], False
    if cursor[OWNED] > 0:
        cursor[NODES] += cursor[OWNED]
        cursor[OWNED] = 0
        solved = cursor[CHILDREN] == LEAF
    else:
        item = state.item[depth]
        position = next_option(tables, state.active[depth], item, state.position[depth])
        if position > 0:
            option = np.int64(tables.listed[tables.first[item] + position])
            state.position[depth], state.chosen[depth] = position, option
            take(state, option, 1)
            cursor[NODES] += 1
            children = expand(state, depth + 1)
            solved = children == LEAF
            if children == 0:
                take(state, option, -1)
            else:
                cursor[DEPTH] = depth + 1
        elif depth == cursor[BASE]:
            cursor[DONE] = 1
        else:
            cursor[DEPTH] = depth - 1
            take(state, state.chosen[depth - 1], -1)
    return solved


@kernel
def enter_child(state, depth, child):
    """Take the `child`-th option of the node at `depth`; return the result of `expand`."""
    tables, item = state.tables, state.item[depth]
    position = np.int64(0)
    for _ in range(child + 1):
        position = next_option(tables, state.active[depth], item, position)
    option = np.int64(tables.listed[tables.first[item] + position])
    state.position[depth], state.chosen[depth] = position, option
    take(state, option, 1)
    return expand(state, depth + 1)


@inlined
def enter_subtree(state, prefix):
    """Enter a subtree; return its children, LEAF or NO_SUCH_NODE."""
    tables, cursor = state.tables, state.cursor
    cursor[:] = 0
    cursor[LEFT] = tables.rank.size
    for group in range(tables.fewest.size):
        cursor[NEEDED] += tables.fewest[group] * tables.least[group]
    state.taken[:] = 0
    state.used[:] = 0
    state.sums[:] = 0
    owned = 1
    children = expand(state, np.int64(0))
    for depth in range(prefix.size):
        child = prefix[depth]
        if child < 0 or child >= children:
            return NO_SUCH_NODE
        children = enter_child(state, depth, child)
        owned = owned + 1 if child == 0 else 1
    cursor[DEPTH] = cursor[BASE] = prefix.size
    cursor[OWNED], cursor[CHILDREN] = owned, children
    return children if children > 0 else LEAF


@kernel
def advance(state, out, filled, max_nodes):
    """Write rows from `filled` on, for about `max_nodes` nodes; return the rows filled."""
    cursor = state.cursor
    budget = cursor[NODES] + max_nodes
    longest = state.tables.limits[LONGEST_SOLUTION]
    while cursor[DONE] == 0 and cursor[NODES] < budget and has_room(out, filled, longest):
        if step(state):
            record(state.taken, out, filled)
            filled += 1
    return filled


@kernel
def tally(state, counts, max_nodes):
    """Add the solutions of about `max_nodes` nodes to ``counts[0]`` (int64)."""
    cursor = state.cursor
    budget = cursor[NODES] + max_nodes
    while cursor[DONE] == 0 and cursor[NODES] < budget:
        if step(state):
            counts[0] += 1


@kernel
def seek_and_probe(state, prefix, walks, random):
    """Enter a subtree; return its children, and the nodes that random walks estimate, in all."""
    total, left = 0.0, walks
    while True:
        found = children = enter_subtree(state, prefix)
        if left == 0:
            return found, total
        left -= 1
        depth = np.int64(prefix.size)
        product = nodes = 1.0
        while children > 0:
            random, choice, product, nodes = draw(random, children, product, nodes)
            children = enter_child(state, depth, choice)
            depth += 1
        total += nodes
