"""Search for the item with the fewest options among many: minima by blocks of 64 items.

A search that looks at all items in every node takes quadratic time where tens of thousands of
items are covered one after the other. Here a node looks at the blocks in which something changed,
and at one number for each 64 blocks. The result is that of a linear scan over all items: the first
one in the order of their numbers.

Items are numbered from 1. An item is active while it is in the list of items, ``left`` and
``right``: an item removed from a doubly linked list still points to its neighbours, but these do
not point back.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from enumino.enum.kernels.shared.bits import lowest_one
from enumino.enum.kernels.shared.jit import inlined, kernel

MANY_ITEMS = 4096
BLOCK_BITS = 6
NONE_ACTIVE = np.int32((1 << 31) - 1)
BIT = np.uint64(1)


class Minima(NamedTuple):
    """The fewest options of an active item, by blocks of items; recomputed on demand.

    of_block, of_64: int32, of each block of 64 items, and of each 64 blocks.
    stale: uint64, as bits the blocks whose items have changed.
    """

    of_block: npt.NDArray[np.int32]
    of_64: npt.NDArray[np.int32]
    stale: npt.NDArray[np.uint64]


def new_minima(primary: int, items: int) -> Minima:
    """Return the minima over the items from 1 to `primary`, of `items` that may be marked.

    They are empty where items are so few that a linear scan is faster.
    """
    many = primary >= MANY_ITEMS
    words = (primary >> BLOCK_BITS + 6) + 1 if many else 0
    return Minima(
        np.zeros(words << 6, np.int32),
        np.zeros(words, np.int32),
        np.zeros((items >> BLOCK_BITS + 6) + 1 if many else 0, np.uint64),
    )


@inlined
def mark(minima, item):
    """Note that an item's options changed, or that it left or rejoined the list."""
    if minima.stale.size > 0:
        block = np.uint64(item >> np.uint32(BLOCK_BITS))
        minima.stale[block >> np.uint64(6)] |= BIT << (block & np.uint64(63))


@kernel
def fewest_in_block(block, left, right, length, primary):
    """Return the fewest options of an active item of a block, and the first such item or 0."""
    fewest, best = NONE_ACTIVE, np.uint32(0)
    for i in range(max(1, block << BLOCK_BITS), min(primary + 1, (block + 1) << BLOCK_BITS)):
        item = np.uint32(i)
        if length[item] < fewest and right[left[item]] == item:
            fewest, best = length[item], item
    return fewest, best


@kernel
def first_least(numbers, start):
    """Return the index of the first minimum of the 64 numbers from `start` on."""
    best = start
    for at in range(start + 1, start + 64):
        if numbers[at] < numbers[best]:
            best = at
    return best


@kernel
def first_with_fewest(minima, left, right, length, primary):
    """Return the first active item with the fewest options; 0 if none is active."""
    of_block, of_64, stale = minima.of_block, minima.of_64, minima.stale
    best = 0
    for i in range(of_64.size):
        word = stale[i]
        if word != 0:
            while word != 0:
                block = (i << 6) + lowest_one(word)
                of_block[block], _ = fewest_in_block(block, left, right, length, primary)
                word &= word - BIT
            of_64[i] = of_block[first_least(of_block, i << 6)]
            stale[i] = 0
        if of_64[i] < of_64[best]:
            best = i
    block = first_least(of_block, best << 6)
    _, item = fewest_in_block(block, left, right, length, primary)
    return item
