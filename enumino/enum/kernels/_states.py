"""What the transfer matrices share: the states after a cell, a table of them, and their counts.

A `Layer` holds all states after one cell: `keys`, one row (or number) a state; `low`, `need`
int16[states], the smallest size reached and a lower bound on the size still to come; `start`
int64[states + 1] into `counts` int64, where `counts[start[s] + j]` is the number of partial
shapes of size `low[s] + j`, for the sizes up to `cells - need[s]`: what can no longer be finished
is never stored. Numbers of several limbs follow limb by limb.

A kernel links each state to the two that follow it, an empty and an occupied cell, by
`following` int32[states, 2] (-1: cannot be finished); `spread` then moves the counts. Counts are
only ever added, so that numbers of one limb are right modulo 2**64 whatever lies in between.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from enumino.enum.kernels._jit import allocating_kernel, kernel

LIMB_BITS = 62  # the sum of two limbs and a carry stays below 2**63


class Layer(NamedTuple):
    """All states after one cell; shapes and dtypes are in the head of this file."""

    keys: np.ndarray
    low: np.ndarray
    need: np.ndarray
    start: np.ndarray
    counts: np.ndarray


@kernel
def home(slots: np.ndarray, key: tuple[int, int]) -> int:
    """Slot at which the search for `key` begins in a table of this size."""
    low, high = key
    # All factors are below 2**31: no product overflows.
    mixed = (low & 0x7FFFFFFF) * 0x5BD1E995 + (low >> 31) * 0x2545F491
    mixed ^= (high & 0x7FFFFFFF) * 0x27D4EB2F + (high >> 31) * 0x165667B1
    return (mixed ^ (mixed >> 29)) & (slots.size - 1)


@kernel
def find(slots: np.ndarray, keys: np.ndarray, key: tuple[int, int]) -> int:
    """Slot of `key` in the open-addressed table, or the empty slot where it belongs.

    `slots` int32[a power of two] holds rows of `keys` int64[states, 2], or -1.
    """
    low, high = key
    slot = home(slots, key)
    while slots[slot] >= 0 and (keys[slots[slot], 0] != low or keys[slots[slot], 1] != high):
        slot = (slot + 1) & (slots.size - 1)
    return slot


@allocating_kernel
def new_slots(room: int) -> np.ndarray:
    """An empty table for up to `room` states: one slot at least stays empty."""
    size = 2
    while size <= room:
        size *= 2
    return np.full(size, -1, dtype=np.int32)


@kernel
def add(
    total: np.ndarray, to: int, room: int, counts: np.ndarray, at: int, stride: int, sizes: int,
    limbs: int, limb_bits: int,
) -> None:  # fmt: skip
    """Add numbers `at ... at + sizes - 1` of `counts` to those of `total`; carry into next limb."""
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


@allocating_kernel
def spread(
    layer: Layer, keys: np.ndarray, low: np.ndarray, need: np.ndarray, following: np.ndarray,
    weight: int, cells: int, limbs: int, limb_bits: int,
) -> Layer:  # fmt: skip
    """The next layer, with the counts of `layer`; an occupied cell adds `weight` to the size."""
    start = np.empty(low.size + 1, dtype=np.int64)
    start[0] = 0
    for state in range(low.size):
        start[state + 1] = start[state] + limbs * (cells - need[state] - low[state] + 1)
    counts = np.zeros(start[-1], dtype=np.int64)
    for state in range(following.shape[0]):
        sizes = (layer.start[state + 1] - layer.start[state]) // limbs
        for occupied in range(2):
            target = following[state, occupied]
            if target < 0:
                continue
            room = (start[target + 1] - start[target]) // limbs
            shift = layer.low[state] + occupied * weight - low[target]
            add(
                counts, start[target] + shift, room, layer.counts, layer.start[state], sizes,
                min(sizes, room - shift), limbs, limb_bits,
            )  # fmt: skip
    return Layer(keys, low, need, start, counts)


@allocating_kernel
def collected(
    layer: Layer, chosen: np.ndarray, cells: int, limbs: int, limb_bits: int
) -> np.ndarray:
    """Sum of the counts of the states `chosen` bool[states], by size: int64[limbs, cells + 1]."""
    total = np.zeros(limbs * (cells + 1), dtype=np.int64)
    for state in range(layer.low.size):
        if chosen[state]:
            sizes = (layer.start[state + 1] - layer.start[state]) // limbs
            add(
                total, layer.low[state], cells + 1, layer.counts, layer.start[state], sizes,
                sizes, limbs, limb_bits,
            )  # fmt: skip
    return total.reshape(limbs, cells + 1)
