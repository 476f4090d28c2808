"""Partial coverings of a board by profile: tables of profiles, and one cell for all of them.

Cells are covered in their order, and a piece is put on the first free one, so that every covering
is made once. The *profile* of a partial covering, the covered cells beyond the first free one,
tells in how many ways it can be completed (D. A. Klarner and J. Pollack, *Domino tilings of
rectangles with fixed width*, Discrete Math. 32, 1980, by rows). Profiles wait in a table for their
first free cell. `expand` puts the pieces of a cell on the profiles of its table, and sorts what
follows into a bucket for each table; `merge` adds a bucket that is full to its table. Where threads
work side by side, each first free cell has several tables, its *shares*: a profile belongs to one
by its hash.

A table is open-addressed, uint64[slots, 2 + primes]: `LOW` and `HIGH` are the profile, bit i for
the i-th cell beyond the first free one, above it in HIGH the numbers of uses of pieces that are
bounded, then `OCCUPIED`; then the number of partial coverings modulo each prime. Primes are below
2^62, so sums do not overflow. Invariant: a profile is in one slot, of one table.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from enumino.enum.kernels.shared.jit import inlined, kernel

LOW, HIGH, WAYS = range(3)  # columns of a table
WORD = 64  # bits of LOW
WIDEST = 127  # bits of profile and uses
OCCUPIED = np.uint64(1 << 63)
ZERO, ONE, FULL = np.uint64(0), np.uint64(1), np.uint64((1 << 64) - 1)
OFFSET, MASK, ENOUGH, AT_MOST = range(4)  # of a piece
SLOT, PIECE = range(2)  # cursor
LOW_HALF, HALF = np.uint64((1 << 31) - 1), np.uint64(31)
HALF_WORD = np.uint64((1 << 32) - 1)
FACTOR_A, FACTOR_B = np.uint64(0x9E3779B9), np.uint64(0x5BD1E995)
FACTOR_C, FACTOR_D = np.uint64(0x85EBCA6B), np.uint64(0x27D4EB2F)
AHEAD = 64  # slots that are read together, to wait for memory only once


class Pieces(NamedTuple):
    """The placements with the same first cell.

    covered: uint64[pieces, 2], the cells covered, as a profile that begins with the first cell.
    uses: uint64[pieces, 4], place in HIGH, mask, bound, and whether it is the most, of the number
        of uses; a mask of 0 if they are not bounded.
    width: uint64[1], bits of HIGH that belong to the profile.
    """

    covered: np.ndarray
    uses: np.ndarray
    width: np.ndarray


class Buckets(NamedTuple):
    """Profiles on their way to their tables.

    keys: uint64[tables, room, 2], LOW and HIGH.
    origins: int64[tables, room], the slots that they come from.
    sizes: int64[tables], profiles in each bucket.
    """

    keys: np.ndarray
    origins: np.ndarray
    sizes: np.ndarray


def new_buckets(tables: int, room: int) -> Buckets:
    """Return empty buckets."""
    return Buckets(
        np.empty((tables, room, 2), np.uint64),
        np.empty((tables, room), np.int64),
        np.zeros(tables, np.int64),
    )


@inlined
def hashed(low, high):
    """Return a hash of a profile."""
    # Factors are below 2^31 or 2^32, and so are what they multiply: no sum overflows.
    mixed = (low & LOW_HALF) * FACTOR_A + ((low >> HALF) & LOW_HALF) * FACTOR_B
    other = (high & LOW_HALF) * FACTOR_C + ((high >> HALF) & LOW_HALF) * FACTOR_D
    return mixed ^ (other >> np.uint64(7)) ^ (low >> np.uint64(61))


@inlined
def home(table, low, high):
    """Return the slot at which the search for a profile begins."""
    return np.int64((hashed(low, high) >> np.uint64(27)) & np.uint64(table.shape[0] - 1))


@inlined
def bucket_of(onward, low, high, shares):
    """Return the bucket of a profile, `high` marked as occupied; shares are a power of two."""
    if shares == 1:
        return onward
    mixed = hashed(low, high)
    folded = ((mixed ^ (mixed >> np.uint64(32))) & HALF_WORD) * FACTOR_A
    return onward * shares + np.int64((folded >> np.uint64(40)) & np.uint64(shares - 1))


@inlined
def find(table, low, high):
    """Return the slot of a profile, `high` marked as occupied, or the free one where it belongs."""
    slot = home(table, low, high)
    while table[slot, HIGH] != ZERO and (table[slot, LOW] != low or table[slot, HIGH] != high):
        slot = (slot + 1) & (table.shape[0] - 1)
    return slot


@inlined
def add(table, low, high, source, origin, primes):
    """Add the numbers of a slot of `source` to those of a profile; return 1 if it is a new one."""
    slot = find(table, low, high)
    if table[slot, HIGH] == ZERO:
        table[slot, LOW], table[slot, HIGH] = low, high
        for i in range(primes.size):
            table[slot, WAYS + i] = source[origin, WAYS + i]
        return 1
    for i in range(primes.size):
        ways = table[slot, WAYS + i] + source[origin, WAYS + i]
        table[slot, WAYS + i] = ways - primes[i] if ways >= primes[i] else ways
    return 0


@kernel
def merge(table, buckets, number, source, primes):
    """Add a bucket of profiles that come from `source` to their table, and empty the bucket.

    Return the number of profiles that the table did not have.
    """
    keys, origins, size = buckets.keys[number], buckets.origins[number], buckets.sizes[number]
    new, seen = 0, ZERO
    for start in range(0, size, AHEAD):
        end = min(start + AHEAD, size)
        for i in range(start, end):
            seen |= table[home(table, keys[i, LOW], keys[i, HIGH]), HIGH]
        for i in range(start, end):
            new += add(table, keys[i, LOW], keys[i, HIGH], source, origins[i], primes)
    buckets.sizes[number] = 0
    return new if seen != ONE else -1  # always `new`; so the reads ahead are not left out


@kernel
def move(table, larger, primes):
    """Add all profiles of a table to a larger one."""
    for slot in range(table.shape[0]):
        if table[slot, HIGH] != ZERO:
            add(larger, table[slot, LOW], table[slot, HIGH], table, slot, primes)


@inlined
def trailing_ones(low, high):
    """Return the number of covered cells from the first one on."""
    ones = 0
    if low == FULL:
        ones, low = WORD, high
    while low & ONE != ZERO:
        low >>= ONE
        ones += 1
    return ones


@inlined
def shifted(low, high, by):
    """Return a profile without its first `by` cells."""
    if by >= WORD:
        low, high, by = high, ZERO, by - WORD
    if by == 0:
        return low, high
    return (low >> np.uint64(by)) | (high << np.uint64(WORD - by)), high >> np.uint64(by)


@inlined
def uses_after(used, uses):
    """Return the numbers of uses after one more of a piece, and whether its bound allows it."""
    if uses[MASK] == ZERO or (used >> uses[OFFSET]) & uses[MASK] < uses[ENOUGH]:
        one_more = ONE << uses[OFFSET] if uses[MASK] != ZERO else ZERO
        return used + one_more, True
    return used, uses[AT_MOST] == ZERO


@inlined
def put(buckets, number, low, high, slot):
    """Put a profile, `high` marked as occupied, into a bucket."""
    at = buckets.sizes[number]
    buckets.keys[number, at, LOW], buckets.keys[number, at, HIGH] = low, high
    buckets.origins[number, at] = slot
    buckets.sizes[number] = at + 1


@kernel
def expand(table, pieces, shares, buckets, cursor):
    """Put each piece on each profile of a table, from `cursor` int64[2] on.

    Buckets from i * shares on take the profiles whose first free cell is the i-th from here. Return
    the number of a bucket that is full, which is to be emptied before the next call, or -1 when all
    is done.
    """
    width = pieces.width[0]
    ahead, room = (ONE << width) - ONE, buckets.keys.shape[1]
    while cursor[SLOT] < table.shape[0]:
        slot = cursor[SLOT]
        low, high = table[slot, LOW], table[slot, HIGH]
        used = high & ~OCCUPIED & ~ahead
        high &= ahead
        while cursor[PIECE] < pieces.covered.shape[0] and table[slot, HIGH] != ZERO:
            piece = cursor[PIECE]
            its_low, its_high = pieces.covered[piece, LOW], pieces.covered[piece, HIGH]
            if (low & its_low) | (high & its_high) == ZERO:
                after, allowed = uses_after(used, pieces.uses[piece])
                if allowed:
                    onward = trailing_ones(low | its_low, high | its_high)
                    rest, rest_high = shifted(low | its_low, high | its_high, onward)
                    rest_high |= after | OCCUPIED
                    number = bucket_of(onward, rest, rest_high, shares)
                    if buckets.sizes[number] == room:
                        return number
                    put(buckets, number, rest, rest_high, slot)
            cursor[PIECE] += 1
        cursor[SLOT], cursor[PIECE] = slot + 1, 0
    return -1


@kernel
def reflect(table, image, first, width, shares, buckets, cursor):
    """Put the larger of each profile and its mirror image into the buckets, from `cursor` on.

    `first` is the first free cell of the table's profiles, and `image` int64[cells] the image of
    each cell, both counted from the first cell of which none before is free. From i * shares on,
    buckets take the profiles whose first free cell is i; results are those of `expand`.
    """
    ahead, room = (ONE << width) - ONE, buckets.keys.shape[1]
    while cursor[SLOT] < table.shape[0]:
        slot = cursor[SLOT]
        if table[slot, HIGH] != ZERO:
            low, high = table[slot, LOW], table[slot, HIGH] & ahead
            used = table[slot, HIGH] & ~OCCUPIED & ~ahead
            there, low_there, high_there = mirrored(low, high, first, image)
            is_larger = there > first
            if there == first:
                is_larger = high_there > high or (high_there == high and low_there > low)
            if is_larger:
                low, high = low_there, high_there
            high |= used | OCCUPIED
            number = bucket_of(max(first, there), low, high, shares)
            if buckets.sizes[number] == room:
                return number
            put(buckets, number, low, high, slot)
        cursor[SLOT] = slot + 1
    return -1


@inlined
def mirrored(low, high, first, image):
    """Return the first free cell of the image of a profile, and the image beyond it."""
    low_there, high_there = ZERO, ZERO
    for cell in range(image.size):
        i = cell - first
        if i < 0:
            is_covered = True
        elif i < WORD:
            is_covered = (low >> np.uint64(i)) & ONE != ZERO
        else:
            is_covered = i < 2 * WORD and (high >> np.uint64(i - WORD)) & ONE != ZERO
        if is_covered:
            at = image[cell]
            if at < WORD:
                low_there |= ONE << np.uint64(at)
            else:
                high_there |= ONE << np.uint64(at - WORD)
    there = trailing_ones(low_there, high_there)
    low_there, high_there = shifted(low_there, high_there, there)
    return there, low_there, high_there
