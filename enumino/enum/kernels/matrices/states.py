"""States of transfer matrices: the states after a cell, a table of them, and their counts.

A `Layer` holds all states after one cell: `keys` int64[states, 2]; `low` int16[states], the
smallest size reached; `start` int64[states + 1] into `counts` int64[limbs, entries], where
``counts[:, start[s] + j]`` is the number of partial shapes of size ``low[s] + j``, for the sizes
that leave room for a lower bound on the size still to come: shapes that can no longer be finished
are never stored. All limbs of a number but the last one have some bits each, the lowest first.

A kernel links each state to the two that follow it, an empty and an occupied cell, by
`following` int32[states, 2] (-1: cannot be finished); `spread` then moves the counts.
"""

from typing import NamedTuple

import numpy as np

from enumino.enum.kernels.shared.jit import inlined, kernel

LIMB_BITS = 62  # the sum of two limbs and a carry stays below 2**63
HALF = 32  # bits
BLOCK = 256  # states that are looked up together
# While all last limbs are below this, 255 of them can be added. Fewer states ever lead to one: of
# 31 sites a new cell joins two parts of a component in at most 62 ways, an empty one leaves its
# component in at most 31, and there are as many upside down. A new hexagon joins three parts, but
# the numbers of polyhexes within reach are smaller.
NEARLY_FULL = 1 << 55


class Layer(NamedTuple):
    """All states after one cell; shapes and dtypes are in the head of this file."""

    keys: np.ndarray
    low: np.ndarray
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
def find(slots: np.ndarray, keys: np.ndarray, slot: int, key: tuple[int, int]) -> int:
    """Return the slot from `slot` on that has the row `key` of `keys`, or is free for it."""
    low, high = key
    while slots[slot] >= 0 and (keys[slots[slot], 0] != low or keys[slots[slot], 1] != high):
        slot = (slot + 1) & (slots.size - 1)
    return slot


class NextStates(NamedTuple):
    """The next layer while it is made, without counts."""

    # The states found so far: [room, 2], their keys; [room, 2], low and need; [1], their number.
    keys: np.ndarray
    bounds: np.ndarray
    made: np.ndarray
    slots: np.ndarray  # the table of these states
    following: np.ndarray  # the successors of the states before
    low: np.ndarray  # the lows of the states before
    most: int  # the largest size
    # [2 * BLOCK], of the successors of a block: their keys, twice the state that each follows, plus
    # one for a cell, their slots in the table, and the needs of those that are no states yet.
    children: np.ndarray
    origins: np.ndarray
    at: np.ndarray
    needs: np.ndarray


def empty_next_states(low: np.ndarray, most: int) -> NextStates:
    """Return no states, with room for all successors of states with these lows."""
    room = 2 * low.size
    return NextStates(
        keys=np.empty((room, 2), dtype=np.int64),
        bounds=np.empty((room, 2), dtype=np.int16),
        made=np.zeros(1, dtype=np.int64),
        slots=np.full(1 << (room + 1).bit_length(), -1, dtype=np.int32),
        following=np.full((low.size, 2), -1, dtype=np.int32),
        low=low,
        most=most,
        children=np.empty((2 * BLOCK, 2), dtype=np.int64),
        origins=np.empty(2 * BLOCK, dtype=np.int64),
        at=np.empty(2 * BLOCK, dtype=np.int64),
        needs=np.empty(2 * BLOCK, dtype=np.int64),
    )


@inlined
def child_key(new: NextStates, child: int) -> tuple[int, int]:
    """Return the key of a child of the block."""
    return new.children[child, 0], new.children[child, 1]


@inlined
def look_up_block(new: NextStates, count: int) -> None:
    """Find the slots of `count` children; read entries together, to wait for memory only once."""
    slots, at, seen = new.slots, new.at, new.needs
    for child in range(count):
        at[child] = home(slots, child_key(new, child))
        seen[child] = slots[at[child]]
    for child in range(count):
        target = seen[child]
        if target >= 0:
            seen[child] = new.keys[target, 0] + new.bounds[target, 0]  # a read that is kept
    for child in range(count):
        at[child] = find(slots, new.keys, at[child], child_key(new, child))


@inlined
def is_new(new: NextStates, child: int) -> bool:
    """Return whether a child is no state before its block is linked."""
    return new.slots[new.at[child]] < 0


@inlined
def link_block(new: NextStates, count: int, weight: int) -> None:
    """Link `count` children to the states before, and make states of new ones.

    A cell adds `weight` to the size. A child too large for what its state needs is left out.
    """
    for child in range(count):
        origin = new.origins[child]
        smallest = new.low[origin >> 1] + weight * (origin & 1)
        slot = find(new.slots, new.keys, new.at[child], child_key(new, child))
        state = new.slots[slot]
        need = new.needs[child] if state < 0 else new.bounds[state, 1]
        if smallest + need > new.most:
            continue
        if state < 0:
            state = new.made[0]
            new.made[0] = state + 1
            new.slots[slot] = state
            new.keys[state, 0], new.keys[state, 1] = child_key(new, child)
            new.bounds[state, 0], new.bounds[state, 1] = smallest, need
        new.bounds[state, 0] = min(new.bounds[state, 0], smallest)
        new.following[origin >> 1, origin & 1] = state


@kernel
def spread(layer, following, low, start, counts, weight, limb_bits):
    """Add the counts of a layer to the next layer, where an occupied cell adds `weight`."""
    mask, last = (1 << limb_bits) - 1, counts.shape[0] - 1
    for state in range(layer.low.size):
        at, end = layer.start[state], layer.start[state + 1]
        for occupied in range(2):
            target = following[state, occupied]
            if at == end or target < 0:
                continue
            to = start[target] + layer.low[state] + occupied * weight - low[target]
            fitting = min(end - at, start[target + 1] - to)
            for limb in range(last):
                for j in range(fitting):
                    total = counts[limb, to + j] + layer.counts[limb, at + j]
                    counts[limb, to + j] = total & mask
                    counts[limb + 1, to + j] += total >> limb_bits
            for j in range(fitting):
                counts[last, to + j] += layer.counts[last, at + j]


def next_layer(layer: Layer, new: NextStates, weight: int, limb_bits: int) -> Layer:
    """Return the linked states with counts, in more limbs if needed; a cell adds `weight`."""
    made = int(new.made[0])
    keys, (low, need) = new.keys[:made].copy(), new.bounds[:made].T.copy()
    start = np.append(0, np.cumsum(new.most + 1 - need.astype(np.int64) - low))
    counts = np.zeros((len(layer.counts), start[-1]), np.int64)
    spread(layer, new.following, low, start, counts, weight, limb_bits)
    if counts[-1].max(initial=0) >= NEARLY_FULL:
        counts = np.vstack([counts, counts[-1] >> limb_bits])
        counts[-2] &= (1 << limb_bits) - 1
    return Layer(keys, low, start, counts)


def counts_by_size(layer: Layer, chosen: np.ndarray, most: int, limb_bits: int) -> np.ndarray:
    """Return the counts of the `chosen` states by size: object[most + 1], Python ints."""
    entries = np.diff(layer.start)
    sizes = np.arange(layer.start[-1]) + np.repeat(layer.low - layer.start[:-1], entries)
    among = np.flatnonzero(np.repeat(chosen, entries))
    numbers = np.zeros(most + 1, dtype=object)
    for limb, counts in enumerate(layer.counts[:, among]):
        for shift in (0, HALF):  # the sum of halves does not overflow
            total = np.zeros(most + 1, np.int64)
            np.add.at(total, sizes[among], counts >> shift & (1 << HALF) - 1)
            numbers += total.astype(object) << (limb_bits * limb + shift)
    return numbers
