"""Walk all fixed polyominoes, and count them by perimeter, site perimeter, holes and box.

The walk is Redelmeier's (*Counting polyominoes: yet another attack*, Discrete Math. 36, 1981): a
node is a fixed polyomino with its untried cells, and the j-th child adds the j-th of them. No shape
is ever examined as a whole: the change of the numbers by a cell follows from the placed cells among
the twelve at most two steps away.

- perimeter: 4 less 2 for each placed neighbour;
- site perimeter: the empty neighbours that have no placed neighbour, less the cell itself;
- holes: by Euler's number with corners joined (`polyomino_attributes`), holes = 1 - cells +
  adjacent pairs - full 2 x 2 blocks + diagonal contacts, each of which is among the twelve.

The numbers are the bytes of one word, the *key* of a shape: so one addition carries all of them,
and a table of 4,096 words holds the increments. The box is named by its shorter and its longer
side, since counts by these numbers are the same for all images of a shape.

The walk is shared out without prefixes: a share walks the tree to the depth of the deal, and goes
on below every so-many-th node there.

Coordinates: a cell is 64 y + x, the first row y = 2. `rows` holds the placed cells as bits, and
`board` is 1 where a cell was reached or lies before the origin. Invariant of `walk`: with ``depth``
cells placed, ``untried[next:end]`` of that depth are the children still to visit.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from enumino.enum.kernels.shared.histogram import add_key, shift_of
from enumino.enum.kernels.shared.jit import inlined, kernel

MAX_CELLS = 30  # 2 n + 3 columns fit in a row of 64
TOP = 2
# The bytes of a key, the lowest first.
NUMBERS = ("cells", "height", "width", "perimeter", "site_perimeter", "holes")
HEIGHT, WIDTH = np.uint64(8), np.uint64(16)
ZERO, ONE, TWO, SIX = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(6)
STRIDE, COLUMN = np.uint64(64), np.uint64(63)
SLOTS = 1 << 15
# Keys that one node's children and grandchildren may add: 64 of them, with 64 each.
MOST_NEW = 1 << 12
LOWEST, HIGHEST, DEAL, SHARE, SHARES = range(5)  # limits
DEPTH, DEALT, NODES, DONE = range(4)  # cursor


class State(NamedTuple):
    """State of a walk; picklable between any two calls.

    limits: int64[5], smallest and largest size counted, cells at the depth of the deal (0 for
        none), number of this share, number of shares.
    mask: uint64[1], ones in the bytes that are counted by.
    added: uint64[4096], the increments of the key by the placed cells near a new one (`nearby`).
    cursor: int64[4], cells placed, nodes met at the depth of the deal, nodes visited, done.
    rows: uint64[n + 6]; board: uint8[64 * rows].
    untried: uint64[4 n + 8], the untried cells of all depths, one after the other.
    keys: uint64[n + 2], by cells placed, the numbers of the shape but for its box.
    levels: uint64[6, n + 2], by cells placed: the cell placed last, the next child and the end of
        the children, first and last column, last row.
    """

    limits: npt.NDArray[np.int64]
    mask: npt.NDArray[np.uint64]
    added: npt.NDArray[np.uint64]
    cursor: npt.NDArray[np.int64]
    rows: npt.NDArray[np.uint64]
    board: npt.NDArray[np.uint8]
    untried: npt.NDArray[np.uint64]
    keys: npt.NDArray[np.uint64]
    levels: npt.NDArray[np.uint64]


CELL, NEXT, END, LEFT, RIGHT, BOTTOM = range(6)  # levels


def new_state(
    lowest: int, highest: int, counted_by: tuple[str, ...], deal: tuple[int, int, int] = (0, 0, 1)
) -> State:
    """Return a walk of polyominoes of `lowest` to `highest` cells, at its root.

    `counted_by` names those of `NUMBERS` that make the keys. `deal` is the number of cells at which
    the walk is shared out, at most `highest` - 2; the number of this share; the number of shares.
    """
    if highest > MAX_CELLS:
        raise ValueError(f"highest = {highest}, but this walk takes at most {MAX_CELLS} cells.")
    origin = TOP * 64 + highest + 1
    board = np.zeros((highest + 6) * 64, np.uint8)
    board[:origin] = 1
    board[origin] = 1
    untried, levels = np.zeros(4 * highest + 8, np.uint64), np.zeros((6, highest + 2), np.uint64)
    untried[0], levels[END, 0], levels[LEFT, 0], levels[BOTTOM, 0] = origin, 1, 64, TOP
    keys = np.zeros(highest + 2, np.uint64)
    keys[0] = (1 << 8 * NUMBERS.index("site_perimeter")) + (1 << 8 * NUMBERS.index("holes"))
    return State(
        limits=np.array([lowest, highest, *deal], np.int64),
        mask=np.array([mask_of(counted_by)], np.uint64),
        added=_additions(),
        cursor=np.zeros(4, np.int64),
        rows=np.zeros(highest + 6, np.uint64),
        board=board,
        untried=untried,
        keys=keys,
        levels=levels,
    )


def mask_of(counted_by: tuple[str, ...]) -> int:
    """Return ones in the bytes of some of `NUMBERS`."""
    return sum(0xFF << 8 * NUMBERS.index(name) for name in counted_by)


# The cells (dy, dx) of the bits of `nearby`.
NEAR = (
    *((0, -2), (0, -1), (-2, 0), (0, 1), (0, 2)),
    *((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1), (2, 0)),
)


@cache
def _additions() -> npt.NDArray[np.uint64]:
    """Return the increments of the key by the placed cells near a new cell."""
    words = np.zeros(1 << len(NEAR), np.uint64)
    for bits in range(1 << len(NEAR)):
        placed = {at for k, at in enumerate(NEAR) if bits >> k & 1}
        beside = [(dy, dx) for dy, dx in ((0, 1), (1, 0), (0, -1), (-1, 0))]
        pairs = sum(at in placed for at in beside)
        fresh = blocks = joined = parted = 0
        for y, x in beside:
            around = {(y, x), (y, x + 1), (y + 1, x), (y, x - 1), (y - 1, x)}
            fresh += not around & placed
        for corner in ((1, 1), (1, -1), (-1, -1), (-1, 1)):
            sides = ((corner[0], 0) in placed) + ((0, corner[1]) in placed)
            blocks += sides == 2 and corner in placed
            joined += sides == 0 and corner in placed
            parted += sides == 2 and corner not in placed  # they touched at a corner
        numbers = {
            "cells": 1,
            "perimeter": 4 - 2 * pairs,
            "site_perimeter": fresh - 1,
            "holes": pairs - 1 - blocks + joined - parted,
        }
        words[bits] = sum(n << 8 * NUMBERS.index(name) for name, n in numbers.items()) % 2**64
    return words


@inlined
def nearby(rows, x, y):
    """Return the placed cells near an unplaced one, as bits in the order of `NEAR`."""
    left = x - TWO
    bits = (rows[y] >> left) & np.uint64(31)
    bits |= ((rows[y - TWO] >> x) & ONE) << TWO
    bits |= ((rows[y - ONE] >> (x - ONE)) & np.uint64(7)) << np.uint64(5)
    bits |= ((rows[y + ONE] >> (x - ONE)) & np.uint64(7)) << np.uint64(8)
    return bits | ((rows[y + TWO] >> x) & ONE) << np.uint64(11)


@inlined
def boxed(key, left, right, bottom):
    """Return a key with the sides of the box."""
    width, height = right - left + ONE, bottom - ONE
    return key + (min(width, height) << HEIGHT) + (max(width, height) << WIDTH)


@inlined
def push_neighbours(board, untried, end, cell, mark):
    """Append the neighbours of `cell` never reached to the untried cells; return their new end."""
    for near in (cell + ONE, cell + STRIDE, cell - ONE, cell - STRIDE):
        untried[end] = near
        end += np.uint64(board[near] == 0)
        board[near] |= mark
    return end


@inlined
def place(state, depth, cell):
    """Place an untried cell as cell number `depth`."""
    levels, rows = state.levels, state.rows
    x, y = cell & COLUMN, cell >> SIX
    before = depth - ONE
    state.keys[depth] = state.keys[before] + state.added[nearby(rows, x, y)]
    levels[CELL, depth], levels[NEXT, depth] = cell, levels[NEXT, before]
    end = levels[END, before]
    levels[END, depth] = push_neighbours(state.board, state.untried, end, cell, np.uint8(1))
    rows[y] ^= ONE << x
    levels[LEFT, depth] = min(levels[LEFT, before], x)
    levels[RIGHT, depth] = max(levels[RIGHT, before], x)
    levels[BOTTOM, depth] = max(levels[BOTTOM, before], y)


@inlined
def take_back(state, depth):
    """Undo `place`."""
    cell = state.levels[CELL, depth]
    state.rows[cell >> SIX] ^= ONE << (cell & COLUMN)
    for at in range(state.levels[END, depth - ONE], state.levels[END, depth]):
        state.board[state.untried[at]] = 0


@inlined
def count_two_levels(state, histogram, shift, depth, with_children):
    """Count the grandchildren, and optionally the children, of a node two cells short of the end.

    Return the nodes visited.
    """
    rows, board, untried, added = state.rows, state.board, state.untried, state.added
    levels, mask = state.levels, state.mask[0]
    key, last, nodes = state.keys[depth], levels[END, depth], ZERO
    for at in range(levels[NEXT, depth], last):
        cell = untried[at]
        x, y = cell & COLUMN, cell >> SIX
        left, right = min(levels[LEFT, depth], x), max(levels[RIGHT, depth], x)
        bottom = max(levels[BOTTOM, depth], y)
        child = key + added[nearby(rows, x, y)]
        if with_children:
            add_key(histogram, boxed(child, left, right, bottom) & mask, 1, shift)
        end = push_neighbours(board, untried, last, cell, np.uint8(0))
        rows[y] ^= ONE << x
        for leaf in range(at + ONE, end):
            u = untried[leaf] & COLUMN
            v = untried[leaf] >> SIX
            grandchild = boxed(
                child + added[nearby(rows, u, v)], min(left, u), max(right, u), max(bottom, v)
            )
            add_key(histogram, grandchild & mask, 1, shift)
        rows[y] ^= ONE << x
        nodes += end - at
    levels[NEXT, depth] = last
    return np.int64(nodes)


@kernel
def walk(state, histogram, max_nodes):
    """Continue the walk, for about `max_nodes` nodes or until the table may be half full.

    Call again, with a larger table if need be, until ``state.cursor[DONE]``.
    """
    limits, cursor, levels, untried = state.limits, state.cursor, state.levels, state.untried
    lowest, highest, deal = limits[LOWEST], limits[HIGHEST], limits[DEAL]
    share, shares, mask = limits[SHARE], limits[SHARES], state.mask[0]
    shift, room = shift_of(histogram), histogram.keys.size // 2 - MOST_NEW
    depth, nodes = np.uint64(cursor[DEPTH]), cursor[NODES]
    budget = nodes + max_nodes
    while cursor[DONE] == 0 and nodes < budget and histogram.taken[0] < room:
        placed = np.int64(depth)
        if placed == highest - 2 and placed > 0:
            nodes += count_two_levels(state, histogram, shift, depth, placed + 1 >= lowest)
        if levels[NEXT, depth] < levels[END, depth] and placed < highest:
            cell = untried[levels[NEXT, depth]]
            levels[NEXT, depth] += ONE
            depth += ONE
            place(state, depth, cell)
            placed += 1
            ours = share == 0 or placed >= deal
            if placed == deal:
                ours = cursor[DEALT] % shares == share
                cursor[DEALT] += 1
                if not ours:
                    levels[NEXT, depth] = levels[END, depth]
            nodes += 1
            if ours and placed >= lowest:
                box = boxed(
                    state.keys[depth],
                    levels[LEFT, depth],
                    levels[RIGHT, depth],
                    levels[BOTTOM, depth],
                )
                add_key(histogram, box & mask, 1, shift)
        elif placed == 0:
            cursor[DONE] = 1
        else:
            take_back(state, depth)
            depth -= ONE
    cursor[DEPTH], cursor[NODES] = np.int64(depth), nodes
