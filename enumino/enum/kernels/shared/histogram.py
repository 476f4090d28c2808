"""Histograms of rows by a few small numbers, without the rows.

The numbers of a row, each below 256, are the bytes of a key; a table with open addressing and
linear probing has the number of rows with each key (D. E. Knuth, *The Art of Computer Programming*
3, 6.4, Algorithm L; the hash is multiplicative). A few thousand keys stand for billions of rows,
so that nearly all of them are found at the first probe, in the cache.

Invariant: a slot is taken if and only if its count is positive, and at most half of them are.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from enumino.enum.kernels.shared.jit import inlined, kernel

MOST_NUMBERS = 8
SLOTS = 1 << 12
BYTE = np.uint64(8)
GOLDEN = np.uint64(0x9E3779B97F4A7C15)  # 2**64 over the golden ratio


class Histogram(NamedTuple):
    """Numbers of rows by key.

    keys: uint64[slots], the first number in the lowest byte.
    counts: int64[slots], 0 where a slot is free; `slots` is a power of two.
    taken: int64[1], the number of slots taken.
    """

    keys: npt.NDArray[np.uint64]
    counts: npt.NDArray[np.int64]
    taken: npt.NDArray[np.int64]


def new_histogram(slots: int = SLOTS) -> Histogram:
    """Return an empty histogram; `slots` is a power of two, 2 at least."""
    return Histogram(np.zeros(slots, np.uint64), np.zeros(slots, np.int64), np.zeros(1, np.int64))


@inlined
def add_key(histogram, key, count, shift):
    """Count a key; `shift` is 64 less the bits of a slot's number."""
    keys, counts = histogram.keys, histogram.counts
    slot = (key * GOLDEN) >> shift
    while counts[slot] != 0 and keys[slot] != key:
        slot = (slot + np.uint64(1)) & np.uint64(keys.size - 1)
    if counts[slot] == 0:
        keys[slot] = key
        histogram.taken[0] += 1
    counts[slot] += count


@inlined
def shift_of(histogram):
    """Return the shift that turns a hash into the number of a slot."""
    shift, slots = 64, histogram.keys.size
    while slots > 1:
        shift, slots = shift - 1, slots >> 1
    return np.uint64(shift)


@kernel
def add_rows(histogram, numbers, start):
    """Count rows from `start` on, until all are or the table is half full; return where it ended.

    `numbers` is uint8[MOST_NUMBERS or fewer, rows].
    """
    shift, room = shift_of(histogram), histogram.keys.size // 2
    row, rows = start, numbers.shape[1]
    while row < rows and histogram.taken[0] < room:
        key = np.uint64(0)
        for number in range(numbers.shape[0] - 1, -1, -1):
            key = (key << BYTE) | np.uint64(numbers[number, row])
        add_key(histogram, key, 1, shift)
        row += 1
    return row


@kernel
def add_all(histogram, other):
    """Add the counts of a smaller histogram to one that has room for all its keys."""
    shift = shift_of(histogram)
    for slot in range(other.keys.size):
        if other.counts[slot] != 0:
            add_key(histogram, other.keys[slot], other.counts[slot], shift)


def grown(histogram: Histogram) -> Histogram:
    """Return the same counts in a table of twice the size."""
    larger = new_histogram(2 * histogram.keys.size)
    add_all(larger, histogram)
    return larger


def counted(histogram: Histogram, numbers: npt.NDArray[np.uint8]) -> Histogram:
    """Count rows, in a larger table if this one is half full; return the table."""
    done = 0
    while (done := add_rows(histogram, numbers, done)) < numbers.shape[1]:
        histogram = grown(histogram)
    return histogram


def numbers_of(histogram: Histogram, size: int) -> dict[tuple[int, ...], int]:
    """Return the count of each key that has one, as its first `size` numbers."""
    taken = np.flatnonzero(histogram.counts)
    keys = histogram.keys[taken].astype("<u8").view(np.uint8).reshape(-1, MOST_NUMBERS)
    found = zip(keys[:, :size].tolist(), histogram.counts[taken].tolist(), strict=True)
    return {tuple(key): count for key, count in found}
