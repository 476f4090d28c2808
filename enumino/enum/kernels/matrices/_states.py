"""States of transfer matrices: the states after a cell, a table of them, and their counts.

A `Layer` holds all states after one cell: `keys`, one row (or number) a state; `low`, `need`
int16[states], the smallest size reached and a lower bound on the size still to come; `start`
int64[states + 1] into `counts` int64, where `counts[start[s] + j]` is the number of partial
shapes of size `low[s] + j`, for the sizes up to `cells - need[s]`: shapes that can no longer be
finished are never stored. Numbers of several limbs follow limb by limb.

A kernel links each state to the two that follow it, an empty and an occupied cell, by
`following` int32[states, 2] (-1: cannot be finished); `spread` then moves the counts.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from enumino.enum.kernels.shared.jit import inlined, kernel

LIMB_BITS = 62  # the sum of two limbs and a carry stays below 2**63
BLOCK = 256  # states that are looked up together
# While all last limbs are below this, 255 of them can be added. Fewer states ever lead to one: of
# 31 sites a new cell joins two parts of a component in at most 62 ways, an empty one leaves its
# component in at most 31, and there are as many upside down.
CROWDED = 1 << 55


class Layer(NamedTuple):
    """All states after one cell; shapes and dtypes are in the head of this file."""

    keys: np.ndarray
    low: np.ndarray
    need: np.ndarray
    start: np.ndarray
    counts: np.ndarray


@inlined
def home(slots: np.ndarray, key: tuple[int, int]) -> int:
    """Return the slot at which the search for `key` begins in a table of this size."""
    low, high = key
    # All factors are below 2**31: no product overflows.
    mixed = (low & 0x7FFFFFFF) * 0x5BD1E995 + (low >> 31) * 0x2545F491
    mixed ^= (high & 0x7FFFFFFF) * 0x27D4EB2F + (high >> 31) * 0x165667B1
    return (mixed ^ (mixed >> 29)) & (slots.size - 1)


@inlined
def find(slots: np.ndarray, keys: np.ndarray, key: tuple[int, int]) -> int:
    """Return the slot of `key` in the open-addressed table, or the empty slot where it belongs.

    `slots` int32[a power of two] holds rows of `keys` int64[states, 2], or -1.
    """
    low, high = key
    slot = home(slots, key)
    while slots[slot] >= 0 and (keys[slots[slot], 0] != low or keys[slots[slot], 1] != high):
        slot = (slot + 1) & (slots.size - 1)
    return slot


class Links(NamedTuple):
    """The next layer while it is made, without counts.

    `keys` int64[room, 2] and `bounds` int16[room, 2], low and need, of the states found so far,
    `made` int64[1] of them; `slots`, their table; `following`, the successors of the states before;
    `low` int16[states], the lows of these, and `most`, the largest size. `children` int64[2 *
    BLOCK, 2], keys of the successors of a block, `origins` int64[2 * BLOCK], twice each state, plus
    one for a cell, and `seen` int64[2 * BLOCK], the results of `begin_block`; `cursor` int64[5],
    the place among them.
    """

    keys: np.ndarray
    bounds: np.ndarray
    made: np.ndarray
    slots: np.ndarray
    following: np.ndarray
    low: np.ndarray
    most: int
    children: np.ndarray
    origins: np.ndarray
    seen: np.ndarray
    cursor: np.ndarray


# The cursor: the first state of the next block, the number of children of this one, the next
# child, and the slot and the smallest size of the child before it.
NEXT_STATE, CHILDREN, CHILD, SLOT, SMALLEST = range(5)


def new_links(low: np.ndarray, most: int) -> Links:
    """Return links with room for all successors of states with these lows."""
    room = 2 * low.size
    return Links(
        keys=np.empty((room, 2), dtype=np.int64),
        bounds=np.empty((room, 2), dtype=np.int16),
        made=np.zeros(1, dtype=np.int64),
        slots=np.full(1 << (room + 1).bit_length(), -1, dtype=np.int32),
        following=np.full((low.size, 2), -1, dtype=np.int32),
        low=low,
        most=most,
        children=np.empty((2 * BLOCK, 2), dtype=np.int64),
        origins=np.empty(2 * BLOCK, dtype=np.int64),
        seen=np.empty(2 * BLOCK, dtype=np.int64),
        cursor=np.zeros(5, dtype=np.int64),
    )


@inlined
def begin_block(links: Links, count: int) -> None:
    """Begin with `count` children; read their entries ahead, to wait for memory only once.

    Reads that do not depend on each other overlap. `seen` keeps them from being optimised away.
    """
    slots, seen = links.slots, links.seen
    links.cursor[CHILDREN], links.cursor[CHILD] = count, 0
    for child in range(count):
        seen[child] = slots[home(slots, (links.children[child, 0], links.children[child, 1]))]
    for child in range(count):
        target = seen[child]
        if target >= 0:
            seen[child] = links.keys[target, 0] + links.bounds[target, 0]


@inlined
def next_unknown(links, price):
    """Link the children of the block up to one that is no state yet; return whether there is one.

    A cell adds `price` to the size. A child of too large a size for its state's need is not linked.
    """
    cursor, lows = links.cursor, links.low
    for child in range(cursor[CHILD], cursor[CHILDREN]):
        origin = links.origins[child]
        smallest = lows[origin >> 1] + price * (origin & 1)
        slot = find(links.slots, links.keys, (links.children[child, 0], links.children[child, 1]))
        state = links.slots[slot]
        if state < 0:
            cursor[CHILD], cursor[SLOT], cursor[SMALLEST] = child + 1, slot, smallest
            return True
        if smallest + links.bounds[state, 1] > links.most:
            continue
        links.bounds[state, 0] = min(links.bounds[state, 0], smallest)
        links.following[origin >> 1, origin & 1] = state
    cursor[CHILD] = cursor[CHILDREN]
    return False


@inlined
def unknown(links: Links) -> tuple[int, int]:
    """Return the key of the child that `next_unknown` has found."""
    child = links.cursor[CHILD] - 1
    return links.children[child, 0], links.children[child, 1]


@inlined
def insert_what_fits(links: Links, need: int) -> None:
    """Make a state of that child, and link it, if it can be finished."""
    cursor, child = links.cursor, links.cursor[CHILD] - 1
    if cursor[SMALLEST] + need > links.most:
        return
    state = links.made[0]
    links.keys[state, 0], links.keys[state, 1] = links.children[child, 0], links.children[child, 1]
    links.bounds[state, 0], links.bounds[state, 1] = cursor[SMALLEST], need
    links.slots[cursor[SLOT]] = state
    links.made[0] = state + 1
    links.following[links.origins[child] >> 1, links.origins[child] & 1] = state


@inlined
def add(
    total: np.ndarray, to: int, room: int, counts: np.ndarray, at: int, stride: int, sizes: int,
    limbs: int, limb_bits: int,
) -> None:  # fmt: skip
    """Add numbers `at ... at + sizes - 1` of `counts` to those of `total`, with carries."""
    mask = (1 << limb_bits) - 1
    for _limb in range(limbs - 1):
        for j in range(sizes):
            s = total[to + j] + counts[at + j]
            total[to + j] = s & mask
            total[to + room + j] += s >> limb_bits
        to += room
        at += stride
    for j in range(sizes):
        total[to + j] += counts[at + j]


@inlined
def move(
    layer: Layer, following: np.ndarray, low: np.ndarray, start: np.ndarray, counts: np.ndarray,
    weight: int, limbs: int, limb_bits: int,
) -> None:  # fmt: skip
    """Add the counts of each state of `layer` to those of its two successors."""
    for state in range(layer.low.size):
        at, end = layer.start[state], layer.start[state + 1]
        if at == end:
            continue
        for occupied in range(2):
            target = following[state, occupied]
            if target < 0:
                continue
            to = start[target] + layer.low[state] + occupied * weight - low[target]
            if limbs == 1:
                for j in range(min(end - at, start[target + 1] - to)):
                    counts[to + j] += layer.counts[at + j]
                continue
            sizes, room = (end - at) // limbs, (start[target + 1] - start[target]) // limbs
            fit = min(sizes, start[target] + room - to)
            add(counts, to, room, layer.counts, at, sizes, fit, limbs, limb_bits)


@kernel(allocates=True)
def spread(
    layer: Layer, keys: np.ndarray, low: np.ndarray, need: np.ndarray, following: np.ndarray,
    weight: int, cells: int, limbs: int, limb_bits: int,
) -> Layer:  # fmt: skip
    """Return the next layer with its counts; an occupied cell adds `weight` to the size."""
    start = np.empty(low.size + 1, dtype=np.int64)
    start[0] = 0
    for state in range(low.size):
        start[state + 1] = start[state] + limbs * (cells - need[state] - low[state] + 1)
    counts = np.zeros(start[-1], dtype=np.int64)
    move(layer, following, low, start, counts, weight, limbs, limb_bits)
    return Layer(keys, low, need, start, counts)


@kernel(allocates=True)
def collected(
    layer: Layer, chosen: np.ndarray, cells: int, limbs: int, limb_bits: int
) -> np.ndarray:
    """Return the sum of the counts of the `chosen` states by size: int64[limbs + 1, cells + 1]."""
    total = np.zeros((limbs + 1, cells + 1), dtype=np.int64)
    mask = (1 << limb_bits) - 1
    for state in range(layer.low.size):
        if not chosen[state]:
            continue
        sizes = (layer.start[state + 1] - layer.start[state]) // limbs
        for j in range(sizes):
            size, carry = layer.low[state] + j, 0
            for limb in range(limbs):
                number = layer.counts[layer.start[state] + limb * sizes + j]
                part = total[limb, size] + (number & mask) + carry
                total[limb, size] = part & mask
                carry = (part >> limb_bits) + (number >> limb_bits)
            total[limbs, size] += carry
    return total


@kernel
def states_left(start: np.ndarray) -> int:
    """Return the number of states with counts."""
    left = 0
    for state in range(start.size - 1):
        left += start[state] < start[state + 1]
    return left


@kernel
def is_crowded(layer: Layer, limbs: int) -> bool:
    """Whether some number needs another limb before the next cell."""
    bits = 0
    if limbs == 1:
        for at in range(layer.counts.size):
            bits |= layer.counts[at]
        return bits >= CROWDED
    for state in range(layer.low.size):
        sizes = (layer.start[state + 1] - layer.start[state]) // limbs
        for at in range(layer.start[state + 1] - sizes, layer.start[state + 1]):
            bits |= layer.counts[at]
    return bits >= CROWDED


@kernel(allocates=True)
def with_one_limb_more(layer: Layer, limbs: int, limb_bits: int) -> Layer:
    """Return the same layer with numbers of `limbs` + 1 limbs."""
    start = np.empty_like(layer.start)
    counts = np.zeros(layer.counts.size // limbs * (limbs + 1), dtype=np.int64)
    mask = (1 << limb_bits) - 1
    start[0] = 0
    for state in range(layer.low.size):
        sizes = (layer.start[state + 1] - layer.start[state]) // limbs
        start[state + 1] = start[state] + (limbs + 1) * sizes
        for j in range(limbs * sizes):
            counts[start[state] + j] = layer.counts[layer.start[state] + j]
        last = start[state] + (limbs - 1) * sizes
        for j in range(sizes):
            counts[last + sizes + j] = counts[last + j] >> limb_bits
            counts[last + j] &= mask
    return Layer(layer.keys, layer.low, layer.need, start, counts)
