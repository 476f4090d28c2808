"""Rectangles: a search for the lengths at which copies of a polyomino fill a strip.

A strip has rows from 0 to `COVERED` that are covered, and further rows up to `ROWS` that tiles may
reach into. Columns are covered one after the other, each at its first empty cell. The *profile* of
a partial covering, the cells beyond the last covered column that its tiles take, determines the
ways to continue it, so each profile is continued once. They are searched breadth first: when the
empty one comes back, copies fill a rectangle, and none that is shorter. If it never comes back, no
rectangle has the height of the strip, or, if tiles may reach beyond it, none is as high or higher.
The search follows K. A. Dahlke (Tiling rectangles with polyominoes, 1989).

A tile that reaches into a strip may begin left of its first cell there, in rows beyond the strip.
These columns are cut off, and may overlap others: a strip that cannot be filled even so is a proof.

A profile is kept only if the next `LOOK_AHEAD` columns can be covered as well, which leaves one of
thirty, and if it ends before the last column. In a strip without further rows, only one of two
profiles that are mirror images is kept. With `TRACKED`, profiles with an even and an odd number of
tiles differ, and only odd numbers count.

`states`, uint64[room, words], has the profiles in the order in which they are found, some columns
a word, and the parity as the highest bit of the first word; `parents` has the profile that each
comes from; `slots`, open-addressed, their numbers, counted from 1. Frames of a `Filling` have the
columns that are covered, the first one that is not yet full, its first empty cell, and the image
that covers it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from enumino.enum.kernels.shared.bits import ONE, ZERO, lowest_one
from enumino.enum.kernels.shared.jit import inlined, kernel

NONE, FOUND, GIVEN_UP, TOO_LONG, FULL, PAUSED = range(6)
COVERED, ROWS, TRACKED, NEXT, END, COUNT, LENGTH, LAST, MOST = range(9)  # registers
DEPTH, DOWN = range(2)  # registers of a filling
LOOK_AHEAD, FEW_TILES = 2, 1000  # columns, and the tiles that are tried for them
WORD, PARITY = 62, np.uint64(63)  # bits of columns in a word, and the bit of the parity
LOW_HALF, HALF, FOLD = np.uint64((1 << 32) - 1), np.uint64(32), np.uint64(29)
FACTOR_A, FACTOR_B = np.uint64(0x9E3779B9), np.uint64(0x5BD1E995)
FACTOR_C = np.uint64(0x85EBCA6B)


class Filling(NamedTuple):
    """A search for the ways to cover some columns; the frames are tiles."""

    columns: NDArray[np.uint64]  # tiles + 1, columns: the cells taken, bit r for row r
    at: NDArray[np.int64]  # tiles + 1
    rows: NDArray[np.int64]  # tiles + 1
    images: NDArray[np.int64]  # tiles + 1
    registers: NDArray[np.int64]


class Strip(NamedTuple):
    """A strip for the images of one polyomino, with the profiles found."""

    images: NDArray[np.uint64]  # images, columns: their cells, the highest one in row 0
    anchors: NDArray[np.int64]  # the row of the first cell
    floors: NDArray[np.int64]  # the least row of the columns that are cut off
    heights: NDArray[np.int64]
    states: NDArray[np.uint64]
    parents: NDArray[np.int32]
    slots: NDArray[np.int32]
    filling: Filling
    ahead: Filling
    keys: NDArray[np.uint64]  # 2, words
    registers: NDArray[np.int64]


def new_strip(
    images: list[list[tuple[int, int]]], covered: int, rows: int, tracked: bool, room: int
) -> Strip:
    """Allocate a strip, with room for a number of profiles, a power of two, and no profile yet."""
    length = 1 + max(column for image in images for _, column in image)
    pieces = [(image, 0) for image in images]
    if covered < rows:
        pieces += [(image, k) for k in range(1, length) for image in images]
        pieces = [(image, k) for image, k in pieces if any(c == k for _, c in image)]
    words = max(1, -(-(length - 1) // (WORD // rows)))
    masks = np.zeros((len(pieces), length), np.uint64)
    for number, (image, cut) in enumerate(pieces):
        for row, column in image:
            if column >= cut:
                masks[number, column - cut] |= ONE << np.uint64(row)
    registers = np.zeros(9, np.int64)
    registers[:3] = covered, rows, tracked
    return Strip(
        masks,
        anchors=np.array([min(r for r, c in image if c == k) for image, k in pieces]),
        floors=np.array([min((r for r, c in image if c < k), default=WORD) for image, k in pieces]),
        heights=np.array([1 + max(r for r, _ in image) for image, _ in pieces]),
        states=np.empty((room, words), np.uint64),
        parents=np.empty(room, np.int32),
        slots=np.zeros(2 * room, np.int32),
        filling=_new_filling(covered, length),
        ahead=_new_filling(covered * LOOK_AHEAD, length + LOOK_AHEAD - 1),
        keys=np.zeros((2, words), np.uint64),
        registers=registers,
    )


def _new_filling(tiles: int, columns: int) -> Filling:
    at, rows, images = np.zeros((3, tiles + 2), np.int64)
    frames = np.zeros((tiles + 2, columns), np.uint64)
    return Filling(frames, at, rows, images, np.zeros(2, np.int64))


@kernel
def fill_strip(strip, most_columns, most_profiles):
    """Continue the search for up to a number of columns; pause after a number of profiles.

    Return the result; each call has the same bound of columns. `LENGTH` has the number of columns
    covered by the profiles that are being continued, and with FOUND the length of the rectangle,
    whose last profile but one is `LAST`.
    """
    registers, states = strip.registers, strip.states
    registers[MOST] = most_columns
    if registers[COUNT] == 0:
        for k in range(states.shape[1]):
            strip.keys[0, k] = ZERO
        _keep(strip, 0, -1)
        registers[END] = 1
    for _ in range(most_profiles):
        if registers[NEXT] == registers[END]:
            if registers[END] == registers[COUNT]:
                return NONE
            registers[END] = registers[COUNT]
            registers[LENGTH] += 1
        if registers[LENGTH] >= most_columns:
            return TOO_LONG
        result = _continue(strip, registers[NEXT])
        if result != PAUSED:
            return result
        registers[NEXT] += 1
    return PAUSED


@inlined
def _continue(strip, number):
    """Find the profiles after one."""
    registers, filling = strip.registers, strip.filling
    parity = _unpack(strip, number)
    _begin(filling)
    while _next_filling(strip, filling, 1, 0, -1) == FOUND:
        depth = filling.registers[DEPTH]
        odd = (parity + depth) & registers[TRACKED]
        if _is_empty(filling.columns[depth, 1:]) and odd == registers[TRACKED]:
            registers[LAST] = number
            registers[LENGTH] += 1
            return FOUND
        if _goes_on(strip, depth):
            key = _pack(strip, depth, odd)
            if not _keep(strip, key, number):
                return FULL
    return PAUSED


@kernel
def fill_towards(strip, number, tracked):
    """Continue the profile in the first frame of the filling so that a given one follows.

    The given one is a number, or -1 for the empty one; either may be its mirror image. `tracked`
    is the parity of the tiles. Return the number of tiles, which are in the frames.
    """
    filling, registers = strip.filling, strip.registers
    _begin(filling)
    while _next_filling(strip, filling, 1, 0, -1) == FOUND:
        depth = filling.registers[DEPTH]
        odd = (tracked + depth) & registers[TRACKED]
        if number < 0:
            reached = _is_empty(filling.columns[depth, 1:]) and odd == registers[TRACKED]
        else:
            reached = _is_state(strip, number, _pack(strip, depth, odd))
        if reached:
            return depth
    return -1


@inlined
def _begin(filling):
    filling.registers[DEPTH], filling.registers[DOWN] = 0, 1
    filling.at[0] = 0


@inlined
def _next_filling(strip, filling, columns, end, most_tiles):
    """Cover the first columns in the next way; return the result.

    Fewer are enough if all others before the column `end` are empty, since a rectangle may end
    there. After FOUND, `DEPTH` is the number of tiles. -1 is no bound of the tiles that are tried.
    """
    registers, tried = filling.registers, 0
    full = (ONE << np.uint64(strip.registers[COVERED])) - ONE
    depth, down = registers[DEPTH], registers[DOWN] == 1
    if not down:
        depth -= 1
    while depth >= 0:
        if down:
            at = filling.at[depth]
            while at < columns and filling.columns[depth, at] & full == full:
                at += 1
            if at == columns or (0 < at < end and _is_empty(filling.columns[depth, at:end])):
                registers[DEPTH], registers[DOWN] = depth, 0
                return FOUND
            if tried == most_tiles:
                return GIVEN_UP
            tried += 1
            filling.at[depth] = at
            filling.rows[depth] = lowest_one(~filling.columns[depth, at])
            filling.images[depth] = -1
        down = _put_next(strip, filling, depth)
        depth += 1 if down else -1
    return NONE


@inlined
def _put_next(strip, filling, depth):
    """Cover the empty cell of a frame by the next image that fits; return whether there is one."""
    at, length = filling.at[depth], strip.images.shape[1]
    before, after = filling.columns[depth], filling.columns[depth + 1]
    for image in range(filling.images[depth] + 1, strip.images.shape[0]):
        row = filling.rows[depth] - strip.anchors[image]
        above = row + strip.floors[image] >= strip.registers[COVERED]
        if row >= 0 and above and row + strip.heights[image] <= strip.registers[ROWS]:
            shift, fits = np.uint64(row), True
            for c in range(length):
                if (strip.images[image, c] << shift) & before[at + c] != ZERO:
                    fits = False
                    break
            if fits:
                for c in range(before.shape[0]):
                    after[c] = before[c]
                for c in range(length):
                    after[at + c] |= strip.images[image, c] << shift
                filling.images[depth], filling.at[depth + 1] = image, at
                return True
    return False


@inlined
def _is_empty(columns):
    for column in columns:
        if column != ZERO:
            return False
    return True


@inlined
def _goes_on(strip, depth):
    """Return whether further columns can be covered, or it takes too long to find out."""
    ahead, columns = strip.ahead, strip.filling.columns[depth]
    left, wall = strip.registers[MOST] - strip.registers[LENGTH] - 1, ~ZERO
    for c in range(ahead.columns.shape[1]):
        taken = columns[c + 1] if c + 1 < columns.shape[0] else ZERO
        if c >= left and taken != ZERO:
            return False
        ahead.columns[0, c] = taken if c < left else wall
    _begin(ahead)
    end = min(left, ahead.columns.shape[1])
    return _next_filling(strip, ahead, LOOK_AHEAD, end, FEW_TILES) != NONE


@inlined
def _unpack(strip, number):
    """Write the columns of a profile into the first frame; return its parity."""
    rows, tracked = strip.registers[ROWS], strip.registers[TRACKED]
    columns, per = strip.filling.columns[0], WORD // rows
    mask = (ONE << np.uint64(rows)) - ONE
    for c in range(columns.shape[0] - 1):
        columns[c] = (strip.states[number, c // per] >> np.uint64(c % per * rows)) & mask
    columns[columns.shape[0] - 1] = ZERO
    return np.int64(strip.states[number, 0] >> PARITY) & tracked


@inlined
def _pack(strip, depth, odd):
    """Write the profile of a frame and its mirror image as keys; return the one that is kept."""
    rows, columns = strip.registers[ROWS], strip.filling.columns[depth]
    per, words = WORD // rows, strip.keys.shape[1]
    for k in range(words):
        strip.keys[0, k] = strip.keys[1, k] = ZERO
    for c in range(columns.shape[0] - 1):
        shift = np.uint64(c % per * rows)
        strip.keys[0, c // per] |= columns[c + 1] << shift
        strip.keys[1, c // per] |= _reversed(columns[c + 1], rows) << shift
    strip.keys[0, 0] |= np.uint64(odd) << PARITY
    strip.keys[1, 0] |= np.uint64(odd) << PARITY
    if strip.registers[COVERED] == rows:
        for k in range(words):
            if strip.keys[0, k] != strip.keys[1, k]:
                return 0 if strip.keys[0, k] < strip.keys[1, k] else 1
    return 0


@inlined
def _reversed(column, rows):
    found = ZERO
    while column != ZERO:
        found |= ONE << np.uint64(rows - 1 - lowest_one(column))
        column &= column - ONE
    return found


@inlined
def _keep(strip, key, parent):
    """Add a profile, unless it is known; return whether there is room."""
    slots, registers, mixed = strip.slots, strip.registers, ZERO
    for k in range(strip.keys.shape[1]):  # factors are below 2^32: no product overflows
        word = strip.keys[key, k]
        mixed ^= ((word & LOW_HALF) * FACTOR_A) ^ ((word >> HALF) * FACTOR_B)
        mixed = ((mixed & LOW_HALF) * FACTOR_C) ^ (mixed >> FOLD)
    slot = np.int64((mixed ^ (mixed >> HALF)) & np.uint64(slots.shape[0] - 1))
    while slots[slot] != 0:
        if _is_state(strip, slots[slot] - 1, key):
            return True
        slot = (slot + 1) & (slots.shape[0] - 1)
    number = registers[COUNT]
    if number == strip.states.shape[0]:
        return False
    for k in range(strip.keys.shape[1]):
        strip.states[number, k] = strip.keys[key, k]
    strip.parents[number] = parent
    slots[slot] = number + 1
    registers[COUNT] = number + 1
    return True


@inlined
def _is_state(strip, number, key):
    for k in range(strip.keys.shape[1]):
        if strip.states[number, k] != strip.keys[key, k]:
            return False
    return True
