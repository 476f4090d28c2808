"""Exact covers counted with a memo: dancing links that enter no rest of a problem twice.

The search of `dancing_links` in the manner of Algorithm Z (M. Nishino, N. Yasuda, S. Minato, M.
Nagata, *Dancing with decision diagrams*, AAAI 2017; D. E. Knuth, *The Art of Computer Programming*
4B, 7.2.2.1): the number of solutions below a node depends only on the node's *rest*, and is kept
with it. A child is looked up before it is entered, so that a rest that recurs costs one look.

The words of a rest have a field for each item. The field of an item that is covered at most once is
a bit, set when the item is closed, or wide enough for the number of the item's colour; all its bits
are set when the item is closed. The field of an item that may be covered more often is a word, full
when the item is closed. Its upper half is the number of times that the item is covered, up to the
number that matters. Its lower half is the first option that the search may still take when it
branches on the item. Nodes with equal rests have the same active options: those whose items are
open, in their colours, and that do not come before the first option of an item.

A number has limbs of 64 bits, the lowest first, as many as the number of all solutions may need.
Entries of the memo are in order of time. A table with open addressing has their positions, each
with half of the hash of its rest; rests are compared in full. The table doubles when it is half
full, as long as the memos of all threads have room; else the memo is emptied.

Invariant of `advance`: for l <= depth, ``keys[l]`` is the rest of the node at depth l, ``sums[l]``
the number of solutions below its children before ``child[l]``, and ``weights[l]`` the nodes that
the search without a memo would visit for them.
"""

from typing import NamedTuple

import numpy as np

from enumino.arrays import F64, I64, U64
from enumino.enum.kernels.exact_cover import dancing_links
from enumino.enum.kernels.exact_cover.dancing_links import (
    LEVELS,
    NONE,
    choose,
    drop,
    enter,
    leave,
    link_all,
    nodes_of,
    open_node,
    remove,
)
from enumino.enum.kernels.shared.bits import ONE, ZERO
from enumino.enum.kernels.shared.cursor import BASE, DEPTH, DONE, LEAF, NO_SUCH_NODE, NODES
from enumino.enum.kernels.shared.jit import inlined, kernel

HALF, FULL = np.uint64(32), ~ZERO
FACTOR = np.uint64(0x9E3779B97F4A7C15)
LOWER = np.uint64((1 << 32) - 1)
FIRST_SLOTS = 1 << 10
ENTRIES, SLOTS, SLOT_BYTES = range(3)  # size


class Tables(NamedTuple):
    """A problem, made by `enumino.enum.exact_cover.memos`."""

    links: dancing_links.Tables
    word: I64  # [N + 1], the word of each item
    closed: U64  # [N + 1], the bits of each closed item in its word
    bits: U64  # [nodes], the bits that an option sets in the field of an item
    enough: I64  # [N + 1], the times covered that matter, of an item with a word; else -1
    limits: I64  # [2], words of a rest, limbs of a number


class State(NamedTuple):
    """State of the search; picklable between any two calls."""

    tables: Tables
    links: dancing_links.State
    cursor: I64  # of dancing links
    # [levels, words], [levels, limbs], [levels], by depth.
    keys: U64
    sums: U64
    weights: F64
    # [most, words], [most, limbs], [most], by entry: rest, number of solutions, nodes of a search
    # without a memo.
    known: U64
    numbers: U64
    nodes: F64
    slots: U64  # the upper half of a hash, and the entry, from 1 on; 0 if the slot is empty
    size: I64  # [3], the number of entries, and of slots in use; bytes for each slot
    room: I64  # [1], the bytes by which the memos of all threads may grow


def new_state(tables: Tables, room: I64) -> State:
    """Return a state with a memo that may take all the room; pages that are not used take none."""
    words, limbs = tables.limits.tolist()
    levels = int(tables.links.limits[LEVELS]) + 1
    slots = FIRST_SLOTS
    slot_bytes = 8 + 4 * (words + limbs + 1)  # of a slot and half an entry
    while 2 * slots * slot_bytes <= room[0] and slots < 1 << 32:
        slots *= 2
    most = slots // 2
    links = dancing_links.new_state(tables.links)
    return State(
        tables=tables,
        links=links,
        cursor=links.cursor,
        keys=np.zeros((levels, words), np.uint64),
        sums=np.zeros((levels, limbs), np.uint64),
        weights=np.zeros(levels),
        known=np.zeros((most, words), np.uint64),
        numbers=np.zeros((most, limbs), np.uint64),
        nodes=np.zeros(most),
        slots=np.zeros(slots, np.uint64),
        size=np.array([0, FIRST_SLOTS, slot_bytes], np.int64),
        room=room,
    )


@inlined
def write_rest(state, depth):
    """Write the rest of the child chosen at `depth`."""
    tables, links, key = state.tables, state.links, state.keys[depth + 1]
    for word in range(key.size):
        key[word] = state.keys[depth, word]
    branch, chosen = links.branch[depth], links.chosen[depth]
    if chosen == NONE:
        key[tables.word[branch]] |= tables.closed[branch]
        return
    for q in nodes_of(tables.links, chosen):
        item = tables.links.top[q]
        word, enough = tables.word[item], tables.enough[item]
        used = min(links.used[item] + 1, enough)
        if enough < 0:
            key[word] |= tables.bits[q]
        elif used == tables.links.most[item]:
            key[word] = FULL
        else:
            first = np.uint64(chosen + 1) if item == branch else key[word] & LOWER
            key[word] = np.uint64(used) << HALF | first


@inlined
def hashed(key):
    """Return the hash of a rest."""
    mixed = FACTOR
    for word in range(key.size):
        mixed = (mixed ^ key[word]) * FACTOR
        mixed ^= mixed >> HALF
    return mixed


@inlined
def slot_of(state, key, mixed):
    """Return the slot of a rest, or the empty slot where it would be."""
    slots, known, last = state.slots, state.known, np.uint64(state.size[SLOTS] - 1)
    slot, mark = mixed & last, mixed & ~LOWER
    while slots[slot] != ZERO:
        if slots[slot] & ~LOWER == mark:
            entry, same = (slots[slot] & LOWER) - ONE, True
            for word in range(key.size):
                same = same and known[entry, word] == key[word]
            if same:
                break
        slot = (slot + ONE) & last
    return slot


@kernel
def resize(state, size):
    """Make a table of so many slots for all entries."""
    state.size[SLOTS] = size
    state.slots[:size] = ZERO
    for entry in range(state.size[ENTRIES]):
        key = state.known[entry]
        mixed = hashed(key)
        state.slots[slot_of(state, key, mixed)] = mixed & ~LOWER | np.uint64(entry + 1)


@inlined
def remember(state, depth):
    """Keep the number of solutions below the node at `depth`."""
    size = state.size
    if 2 * size[ENTRIES] == size[SLOTS]:
        slots = size[SLOTS]
        if slots < state.slots.size and slots * size[SLOT_BYTES] <= state.room[0]:
            state.room[0] -= slots * size[SLOT_BYTES]
            slots *= 2
        else:
            size[ENTRIES] = 0
        resize(state, slots)
    key, entry = state.keys[depth], size[ENTRIES]
    mixed = hashed(key)
    state.slots[slot_of(state, key, mixed)] = mixed & ~LOWER | np.uint64(entry + 1)
    for word in range(key.size):
        state.known[entry, word] = key[word]
    for limb in range(state.sums.shape[1]):
        state.numbers[entry, limb] = state.sums[depth, limb]
    state.nodes[entry] = state.weights[depth]
    size[ENTRIES] += 1


@inlined
def add(state, depth, number, nodes):
    """Add a number of solutions and of nodes below a child to the node at `depth`."""
    carry = ZERO
    for limb in range(number.size):
        more = number[limb] + carry
        total = state.sums[depth, limb] + more
        state.sums[depth, limb] = total
        carry = np.uint64(more < carry) + np.uint64(total < more)
    state.weights[depth] += nodes


@inlined
def begin(state, depth, children):
    """Begin to count below the node at `depth`, which has so many children."""
    for limb in range(state.sums.shape[1]):
        state.sums[depth, limb] = ZERO
    state.sums[depth, 0] = ONE if children == LEAF else ZERO
    state.weights[depth] = 1.0


@kernel
def enter_subtree(state, prefix):
    """Enter a subtree of the tree of dancing links; return its children, LEAF or NO_SUCH_NODE."""
    links, cursor = state.links, state.cursor
    link_all(links)
    cursor[DONE] = 1
    state.keys[0, :] = ZERO
    children = open_node(links, np.int64(0))
    for depth in range(prefix.size):
        if prefix[depth] < 0 or prefix[depth] >= children:
            return NO_SUCH_NODE
        links.child[depth] = prefix[depth]
        choose(links, depth)
        write_rest(state, depth)
        children = enter(links, depth)
    cursor[DEPTH] = cursor[BASE] = prefix.size
    cursor[DONE] = 0
    begin(state, prefix.size, children)
    return LEAF if children == 0 else children


@kernel
def advance(state, max_nodes):
    """Count on, for about `max_nodes` nodes; at the end, ``sums[BASE]`` has the number."""
    links, cursor, depth, nodes = state.links, state.cursor, state.cursor[DEPTH], 0
    while cursor[DONE] == 0 and nodes < max_nodes:
        if links.child[depth] < links.children[depth]:
            nodes += 1
            choose(links, depth)
            write_rest(state, depth)
            key = state.keys[depth + 1]
            slot = state.slots[slot_of(state, key, hashed(key))]
            if slot != ZERO:
                entry = (slot & LOWER) - ONE
                add(state, depth, state.numbers[entry], state.nodes[entry])
                links.child[depth] += 1
            else:
                begin(state, depth + 1, enter(links, depth))
                depth += 1
        else:
            remember(state, depth)
            if depth == cursor[BASE]:
                cursor[DONE] = 1
            else:
                depth -= 1
                add(state, depth, state.sums[depth + 1], state.weights[depth + 1])
                leave(links, depth)
    cursor[DEPTH] = depth
    cursor[NODES] += nodes


@inlined
def reopen(state):
    """Restore the node with the rest ``keys[0]``, in time linear in the links."""
    tables, links, key = state.tables, state.links, state.keys[0]
    link_all(links)
    for item in range(1, links.length.size):
        closed, is_word, first = tables.closed[item], tables.enough[item] >= 0, ZERO
        field = key[tables.word[item]] & closed
        if field == closed:
            drop(links, item)
        elif is_word:
            links.used[item], first = field >> HALF, field & LOWER
        p = links.down[item]
        while field != ZERO and p != item:
            after, option = links.down[p], tables.links.option[p]
            if field == closed or (option < first if is_word else tables.bits[p] != field):
                remove(links, option)
            p = after


@inlined
def add_product(total, number, factor):
    """Add a number times a factor of 32 bits to a total, all in limbs of 32 bits."""
    carry = ZERO
    for limb in range(total.size):
        carry += np.uint64(total[limb]) + np.uint64(number[limb]) * factor
        total[limb], carry = carry & LOWER, carry >> HALF


@kernel
def add_uses(state, numbers, ways, uses):
    """Add to the `uses` of each option the solutions below the last entry of the memo that have it.

    Entries come before those that lead to them. From the last one back, each passes on the `ways`
    to reach it (uint32[entries, limbs], 1 for the last one) to its children, whose `numbers` are in
    limbs of 32 bits, too. The last row of `uses` (uint32[options + 1, limbs]) is of no option.
    Return whether the memo has all children.
    """
    links, key = state.links, state.keys[1]
    for entry in range(state.size[ENTRIES] - 1, -1, -1):
        for word in range(key.size):
            state.keys[0, word] = state.known[entry, word]
        reopen(state)
        for child in range(open_node(links, np.int64(0))):
            links.child[0] = child
            choose(links, np.int64(0))
            write_rest(state, np.int64(0))
            slot = state.slots[slot_of(state, key, hashed(key))]
            if slot == ZERO:
                return False
            below = (slot & LOWER) - ONE
            add_product(ways[below], ways[entry], ONE)
            for limb in range(ways.shape[1]):
                own = uses[links.chosen[0], limb:]
                add_product(own, numbers[below], np.uint64(ways[entry, limb]))
    return True
