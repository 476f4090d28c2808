"""Exact cover by bits over options: choosing an option is one AND with what it leaves possible.

The problem and its words are those of D. E. Knuth, *The Art of Computer Programming* 4B, 7.2.2.1:
primary items are covered exactly once, secondary items at most once, or often in one colour.
Every option has a row of bits, made once, of the options that can go with it; a level of the
search is the AND of the rows chosen so far, and undoing a choice is dropping its level. A node
branches on the primary item with the fewest options (ties: the smallest item), its children are
that item's options in ascending order: the tree of dancing links with the same rule.

An option has a bit for each of its primary items, so that the size of an item is the number of
its bits. Items are kept largest first, word k of all items that need one side by side (a jagged
diagonal storage): one vector loop narrows all words of a level and sums up all sizes. Bit 0 of an
item's first word tells that it is not covered yet; bit p is its p-th option.

Invariant of `step`: with ``depth`` options chosen, ``active[depth]`` holds the options that go
with all of them, ``position[depth]`` of the item branched on is the child entered last, ``taken``
has the chosen options as bits, ``used`` counts them by group, and ``cursor[LEFT]`` primary items
are not covered.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from enumino.enum.kernels._jit import inlined, kernel
from enumino.enum.kernels._random import draw

MAX_OPTIONS = 20_000  # beyond, rows of bits outgrow memory and caches: dancing links are better
LEAF, NO_SUCH_NODE = -1, -2

ITEMS, LONGEST = range(2)  # limits
DEPTH, BASE, PENDING, LEFT, NEEDED, CHILDREN, DONE, NODES = range(8)  # cursor

# The key of an item is size << SHIFT | item; that of a covered item is larger.
SHIFT = 32
ONE_OPTION = 1 << SHIFT
KEY_BITS = (1 << 62) - 1
NONE = -1

ZERO = np.uint64(0)
ONE = np.uint64(1)
WORD_BITS = 64


class Tables(NamedTuple):
    """The problem, made once by `new_tables`; items are ranked by size, largest first.

    limits: int64[2], primary items, options of the longest solution that can be thought of.
    rows: uint64[m, words], by option: what can go with it.
    barred: uint64[g, words], by group: what can go with a group that is used up.
    root: uint64[words], all options.
    level_starts: int64[levels + 1], where the k-th words of the items start in a row.
    base: int64[primary], by rank: the item, less ONE_OPTION.
    rank: int64[primary], the rank of an item.
    sizes: int64[primary + 1], by rank: the item's options; 0 for no item at all.
    first: int64[primary], by rank: where they start in `listed`, behind an entry for bit 0.
    listed: int32[...], the options of the items, ascending.
    covers: int64[m], primary items of an option.
    groups: int32[m], group of an option, or -1.
    fewest, most, least: int64[g], bounds on the options used of a group, and the number of
        primary items that one of them covers at least.
    """

    limits: npt.NDArray[np.int64]
    rows: npt.NDArray[np.uint64]
    barred: npt.NDArray[np.uint64]
    root: npt.NDArray[np.uint64]
    level_starts: npt.NDArray[np.int64]
    base: npt.NDArray[np.int64]
    rank: npt.NDArray[np.int64]
    sizes: npt.NDArray[np.int64]
    first: npt.NDArray[np.int64]
    listed: npt.NDArray[np.int32]
    covers: npt.NDArray[np.int64]
    groups: npt.NDArray[np.int32]
    fewest: npt.NDArray[np.int64]
    most: npt.NDArray[np.int64]
    least: npt.NDArray[np.int64]


class State(NamedTuple):
    """Everything the search needs to go on; picklable between any two calls.

    cursor: int64[8], options chosen, options of the prefix, nodes not yet counted that belong to
        the subtree's root, uncovered primary items, how many of them the groups still need,
        whether the root has no children, done, nodes visited.
    active: uint64[longest + 1, words], the options that are left, by options chosen.
    sums: int64[primary], sizes being summed up; zero between two steps.
    item, position, chosen: int64[longest + 1], by options chosen: rank of the item branched on,
        its child entered last, that option.
    taken: uint64[m / 64], the chosen options as bits.
    used: int64[g], chosen options by group.
    """

    tables: Tables
    cursor: npt.NDArray[np.int64]
    active: npt.NDArray[np.uint64]
    sums: npt.NDArray[np.int64]
    item: npt.NDArray[np.int64]
    position: npt.NDArray[np.int64]
    chosen: npt.NDArray[np.int64]
    taken: npt.NDArray[np.uint64]
    used: npt.NDArray[np.int64]


class Columns(NamedTuple):
    """Preallocated output: row i is ``options[offsets[i]:offsets[i + 1]]``, ascending."""

    options: npt.NDArray[np.int32]
    offsets: npt.NDArray[np.int32]


def table_bytes(primary: int, starts: npt.NDArray[np.int64], members: npt.NDArray[np.int32]) -> int:
    """Return the size in bytes of the rows of bits that `new_tables` would make."""
    sizes = np.bincount(members[members < primary], minlength=primary)
    return 8 * int((sizes // WORD_BITS + 1).sum()) * (starts.size - 1)


def new_tables(
    primary: int,
    items: int,
    starts: npt.NDArray[np.int64],
    members: npt.NDArray[np.int32],
    colours: npt.NDArray[np.int32],
    groups: npt.NDArray[np.int32] | None = None,
    fewest: npt.NDArray[np.int64] | None = None,
    most: npt.NDArray[np.int64] | None = None,
) -> Tables:
    """Return the tables of an exact cover problem.

    Parameters
    ----------
    primary, items : int
        Items are numbered from 0, the primary ones first.
    starts, members, colours : int64[m + 1], int32[...], int32[...]
        The items of option i are ``members[starts[i]:starts[i + 1]]``, none twice, and beside
        them the colours that it gives to secondary items, 0 for none. An option without primary
        items is never used.
    groups, fewest, most : int32[m], int64[g], int64[g], optional
        The group of every option, -1 for none, and how many options of a group a solution uses.
    """
    options = starts.size - 1
    groups = np.full(options, -1, np.int32) if groups is None else groups
    fewest = np.zeros(0, np.int64) if fewest is None else fewest
    most = np.zeros(0, np.int64) if most is None else most
    owner = np.repeat(np.arange(options), np.diff(starts))
    is_primary = members < primary

    sizes = np.bincount(members[is_primary], minlength=primary)
    order = np.argsort(-sizes, kind="stable")
    rank = np.argsort(order, kind="stable")
    sizes = sizes[order]
    levels = sizes.max(initial=0) // WORD_BITS + 1
    widths = [np.count_nonzero(sizes >= WORD_BITS * level) for level in range(levels)]
    level_starts = np.concatenate(([0], np.cumsum(widths)))
    first = np.cumsum(sizes + 1) - (sizes + 1)

    # The p-th option of an item is bit p % 64 of the item's word of level p // 64.
    ranks = rank[members[is_primary]]
    by_rank = np.argsort(ranks, kind="stable")
    places = np.empty(ranks.size, np.int64)
    places[by_rank] = np.arange(ranks.size) - (first - np.arange(primary))[ranks[by_rank]] + 1
    listed = np.full((sizes + 1).sum(), NONE, np.int32)
    listed[first[ranks] + places] = owner[is_primary]
    bits = (level_starts[places // WORD_BITS] + ranks) * WORD_BITS + places % WORD_BITS
    covers = np.bincount(owner[is_primary], minlength=options)
    bit_starts = np.concatenate(([0], np.cumsum(covers)))

    root = np.zeros(level_starts[-1], np.uint64)
    flip(root, np.arange(primary) * WORD_BITS, 0, primary)
    flip(root, bits, 0, bits.size)
    rows = np.tile(root, (options, 1))
    rows[owner[is_primary], ranks] ^= ONE
    kinds = np.where(is_primary, 0, colours)
    entries = np.lexsort((kinds, members))
    item_starts = np.searchsorted(members[entries], np.arange(items + 1))
    clash = np.zeros_like(root)
    clear_clashes(rows, clash, item_starts, owner[entries], kinds[entries], bit_starts, bits)
    barred = np.tile(root, (fewest.size, 1))
    grouped = np.flatnonzero((groups >= 0) & (covers > 0))
    for option in grouped:
        flip(barred[groups[option]], bits, bit_starts[option], bit_starts[option + 1])
    for group in np.flatnonzero(most <= 0):
        root &= barred[group]
    least = np.full(fewest.size, primary + 1)
    np.minimum.at(least, groups[grouped], covers[grouped])
    longest = primary // covers[covers > 0].min(initial=max(primary, 1))
    return Tables(
        limits=np.array([primary, longest], np.int64),
        rows=rows,
        barred=barred,
        root=root,
        level_starts=level_starts,
        base=order - ONE_OPTION,
        rank=rank,
        sizes=np.append(sizes, 0),
        first=first,
        listed=listed,
        covers=covers,
        groups=groups,
        fewest=fewest,
        most=most,
        least=least,
    )


def new_state(tables: Tables) -> State:
    """Return a state for a problem; `seek` must come first."""
    longest = tables.limits[LONGEST]
    item, position, chosen = np.zeros((3, longest + 1), np.int64)
    return State(
        tables=tables,
        cursor=np.zeros(8, np.int64),
        active=np.zeros((longest + 1, tables.root.size), np.uint64),
        sums=np.zeros_like(tables.base),
        item=item,
        position=position,
        chosen=chosen,
        taken=np.zeros(tables.covers.size // WORD_BITS + 1, np.uint64),
        used=np.zeros_like(tables.fewest),
    )


def new_columns(rows: int, size: int) -> Columns:
    """Return columns for up to `rows` solutions a call, of `size` options in all.

    At least one solution has to fit: `size` is no less than ``tables.limits[LONGEST]``.
    """
    return Columns(np.empty(size, np.int32), np.zeros(rows + 1, np.int32))


def is_full(state: State, out: Columns, filled: int) -> bool:
    """Whether `advance` stops at `filled` rows, for another row might not fit."""
    left = out.options.size - int(out.offsets[filled])
    return filled >= out.offsets.size - 1 or left < state.tables.limits[LONGEST]


@kernel
def flip(words, bits, start, end):
    """Flip the bits ``bits[start:end]`` of a row."""
    for i in range(start, end):
        words[bits[i] >> 6] ^= ONE << np.uint64(bits[i] & 63)


@kernel
def clear_clashes(rows, clash, item_starts, options, colours, bit_starts, bits):
    """Take from each row the options that share an item with its option, in no common colour.

    ``options[item_starts[i]:item_starts[i + 1]]`` have item i, sorted by `colours`; option o has
    ``bits[bit_starts[o]:bit_starts[o + 1]]``. `clash` is a row of zeros, before and after.
    """
    for item in range(item_starts.size - 1):
        start, end = item_starts[item], item_starts[item + 1]
        for i in range(start, end):
            flip(clash, bits, bit_starts[options[i]], bit_starts[options[i] + 1])
        while start < end:
            stop = start
            while stop < end and colours[stop] == colours[start]:
                if colours[stop] != 0:
                    flip(clash, bits, bit_starts[options[stop]], bit_starts[options[stop] + 1])
                stop += 1
            for i in range(start, stop):
                for word in range(clash.size):
                    rows[options[i], word] &= ~clash[word]
            for i in range(start, stop):
                if colours[i] != 0:
                    flip(clash, bits, bit_starts[options[i]], bit_starts[options[i] + 1])
            start = stop
        for i in range(item_starts[item], end):
            flip(clash, bits, bit_starts[options[i]], bit_starts[options[i] + 1])


@inlined
def popcount(word):
    """Number of bits."""
    count = 0
    while word != ZERO:
        word &= word - ONE
        count += 1
    return count


@kernel
def narrow(source, row, target, sums, level_starts, base):
    """Set `target` to the options of `source` that `row` has too; return the least key."""
    for level in range(level_starts.size - 2, 0, -1):
        start, end = level_starts[level], level_starts[level + 1]
        before, mask, after = source[start:end], row[start:end], target[start:end]
        for i in range(end - start):
            word = before[i] & mask[i]
            after[i] = word
            sums[i] += popcount(word)
    best = KEY_BITS
    for i in range(base.size):
        word = source[i] & row[i]
        target[i] = word
        # A covered item counts -1, as its bit 0 is missing; losing the sign makes that large.
        best = min(best, (((sums[i] + popcount(word)) << SHIFT) + base[i]) & KEY_BITS)
        sums[i] = 0
    return best


@inlined
def next_option(tables, active, depth, item, position):
    """Position of the item's next option after `position` that is left; 0 if there is none."""
    size, level_starts = tables.sizes[item], tables.level_starts
    position += 1
    found = 0
    while found == 0 and position <= size:
        word = active[depth, level_starts[position >> 6] + item] >> np.uint64(position & 63)
        if word != ZERO:
            found = position + popcount(~word & (word - ONE))
        position = (position | 63) + 1
    return found


@inlined
def take(state, option, sign):
    """Add an option to the chosen ones (`sign` 1), or take it back (-1)."""
    tables, cursor = state.tables, state.cursor
    state.taken[option >> 6] ^= ONE << np.uint64(option & 63)
    cursor[LEFT] -= sign * tables.covers[option]
    group = tables.groups[option]
    if group >= 0:
        lower = min(state.used[group], state.used[group] + sign)
        if lower < tables.fewest[group]:
            cursor[NEEDED] -= sign * tables.least[group]
        state.used[group] += sign


@inlined
def expand(state, depth):
    """Enter a node; return its children, 0 for a dead end, LEAF for a solution.

    The option ``chosen[depth - 1]`` has just been taken; its group may be used up.
    """
    tables, active, cursor = state.tables, state.active, state.cursor
    children, item = LEAF, np.int64(tables.base.size)
    if cursor[NEEDED] > cursor[LEFT]:
        children = 0
    elif cursor[LEFT] > 0:
        source, row = tables.root, tables.root
        if depth > 0:
            option = state.chosen[depth - 1]
            source, row = active[depth - 1], tables.rows[option]
            group = tables.groups[option]
            if group >= 0 and state.used[group] == tables.most[group]:
                for word in range(source.size):
                    active[depth, word] = source[word] & tables.barred[group, word]
                source = active[depth]
        key = narrow(source, row, active[depth], state.sums, tables.level_starts, tables.base)
        children = key >> SHIFT
        item = tables.rank[key & (ONE_OPTION - 1)]
    state.item[depth], state.position[depth] = item, 0
    return children


@inlined
def step(state):
    """Enter the next node, or go back; return whether that node is a solution."""
    tables, cursor = state.tables, state.cursor
    depth, solved = cursor[DEPTH], False
    if cursor[PENDING] > 0:
        cursor[NODES] += cursor[PENDING]
        cursor[PENDING] = 0
        solved = cursor[CHILDREN] == LEAF
    else:
        item = state.item[depth]
        position = next_option(tables, state.active, depth, item, state.position[depth])
        if position > 0:
            option = np.int64(tables.listed[tables.first[item] + position])
            state.position[depth], state.chosen[depth] = position, option
            take(state, option, 1)
            cursor[NODES] += 1
            cursor[DEPTH] = depth + 1
            solved = expand(state, depth + 1) == LEAF
        elif depth == cursor[BASE]:
            cursor[DONE] = 1
        else:
            cursor[DEPTH] = depth - 1
            take(state, state.chosen[depth - 1], -1)
    return solved


@kernel
def enter_child(state, depth, child):
    """Take the `child`-th option of the node at `depth`; return what `expand` says of it."""
    tables, item = state.tables, state.item[depth]
    position = np.int64(0)
    for _ in range(child + 1):
        position = next_option(tables, state.active, depth, item, position)
    option = np.int64(tables.listed[tables.first[item] + position])
    state.position[depth], state.chosen[depth] = position, option
    take(state, option, 1)
    return expand(state, depth + 1)


@kernel
def seek(state, prefix):
    """Enter the subtree named by `prefix` (int64[d], the child taken at each level).

    Returns the number of children, LEAF for a solution or a dead end, NO_SUCH_NODE for a prefix
    that leaves the tree. Inner nodes above the cut go with their first child: the subtree of a
    prefix that ends in zeros has the ancestors that these zeros lead from.
    """
    tables, cursor = state.tables, state.cursor
    cursor[:] = 0
    cursor[LEFT] = tables.limits[ITEMS]
    for group in range(tables.fewest.size):
        cursor[NEEDED] += tables.fewest[group] * tables.least[group]
    state.taken[:] = ZERO
    state.used[:] = 0
    state.sums[:] = 0
    pending = 1
    children = expand(state, 0)
    for depth in range(prefix.size):
        child = prefix[depth]
        if child < 0 or child >= children:
            return NO_SUCH_NODE
        children = enter_child(state, depth, child)
        pending = pending + 1 if child == 0 else 1
    cursor[DEPTH] = cursor[BASE] = prefix.size
    cursor[PENDING], cursor[CHILDREN] = pending, children
    return children if children > 0 else LEAF


@kernel
def record(taken, out, row):
    """Write the chosen options as row `row`."""
    options, at = out.options, np.int64(out.offsets[row])
    for i in range(taken.size):
        word = taken[i]
        while word != ZERO:
            options[at] = (i << 6) + popcount(~word & (word - ONE))
            word &= word - ONE
            at += 1
    out.offsets[row + 1] = at


@kernel
def advance(state, out, filled, max_nodes):
    """Fill `out` from row `filled` on, visiting about `max_nodes` nodes; return the rows filled.

    Call again until ``state.cursor[DONE]``; a buffer that is not full (`is_full`) means only
    that the nodes were spent. Rows come in the order of the search.
    """
    cursor = state.cursor
    budget = cursor[NODES] + max_nodes
    last_start = out.options.size - state.tables.limits[LONGEST]
    rows = out.offsets.size - 1
    while cursor[DONE] == 0 and cursor[NODES] < budget:
        if filled >= rows or out.offsets[filled] > last_start:
            break
        if step(state):
            record(state.taken, out, filled)
            filled += 1
    return filled


@kernel
def tally(state, counts, max_nodes):
    """Add the solutions of the next `max_nodes` nodes or so to ``counts[0]`` (int64).

    Call again until ``state.cursor[DONE]``.
    """
    cursor = state.cursor
    budget = cursor[NODES] + max_nodes
    while cursor[DONE] == 0 and cursor[NODES] < budget:
        if step(state):
            counts[0] += 1


@kernel
def probe(state, prefix, probes, random):
    """Estimate the nodes of a subtree by `probes` random walks (Knuth 1975).

    A walk that meets branchings d1, d2, ... stands for 1 + d1 + d1 d2 + ... nodes; the mean
    over all walks is exact. `random` is the state of the generator (`_random.mixed`).
    """
    total = 0.0
    for _ in range(probes):
        children = seek(state, prefix)
        depth = np.int64(prefix.size)
        product = nodes = 1.0
        while children > 0:
            random, choice = draw(random, children)
            product *= children
            nodes += product
            children = enter_child(state, depth, choice)
            depth += 1
        total += nodes
    return total / probes
