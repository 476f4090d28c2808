"""Walk all fixed polyominoes up to a site perimeter, whatever their size, and count them by both.

The *site perimeter* is the number of empty cells beside a polyomino. The walk decides one cell
after the other, in the order in which they are reached, the root first: a cell becomes one of the
polyomino, and reaches its neighbours, or it stays empty for good, and counts. As in Redelmeier's
search (1981), cells before the root stay empty. When all cells that were reached are decided, a
polyomino is complete, each exactly once.

A branch ends if its site perimeter is bound to be too large. In each column of a polyomino the cell
above the highest one is empty, and the one below the lowest; these are different for all columns.
So to the empty cells add the columns, upwards and downwards, where no empty cell lies beyond the
polyomino yet; or the rows, to the left and to the right. And a polyomino of width w has
at least 2 w + 2 such cells: one more on either side.

Free polyominoes follow from the symmetries of each that is found: every orbit of the eight
symmetries has 8 / s images, if s symmetries leave its polyominoes in place.

Invariant: with ``decided`` cells decided, ``queue[:ends[decided]]`` are those reached, in order;
``choice`` is what each became; ``inside`` and ``empty`` hold the same as rows of bits.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from enumino.enum.kernels.shared.bits import ONE, ZERO, popcount
from enumino.enum.kernels.shared.jit import kernel

MOST = 28  # largest site perimeter: in boxes of 13 by 13, and as much on either side of the root
ROOT_COLUMN = 15
COLUMNS = 32
ROWS = 17  # one below the root, and one above the highest
NOTHING, INSIDE, EMPTY = range(3)
DECIDED, CELLS, EMPTIES, TOP, LEFT, RIGHT, NODES, DONE = range(8)  # cursor
FIXED, TURNED, ALL = range(3)


class State(NamedTuple):
    """Where a walk stands; picklable between any two calls.

    most: int64[1], largest site perimeter.
    cursor: int64[8], cells decided, of the polyomino, and empty; its highest row, first and last
        column; nodes visited, done.
    queue: int64[cells], rows and columns in one number; choice, reached: uint8[cells].
    levels: int64[4, cells], by cells decided: how many are reached, and the box before.
    inside, empty: uint64[rows], a bit a column.
    counts: int64[3, most + 1, cells], by site perimeter and size: fixed polyominoes, and sums of
        the rotations and of all symmetries that leave them in place, the identity included.
    """

    most: npt.NDArray[np.int64]
    cursor: npt.NDArray[np.int64]
    queue: npt.NDArray[np.int64]
    choice: npt.NDArray[np.uint8]
    reached: npt.NDArray[np.uint8]
    levels: npt.NDArray[np.int64]
    inside: npt.NDArray[np.uint64]
    empty: npt.NDArray[np.uint64]
    counts: npt.NDArray[np.int64]


def new_state(most: int) -> State:
    """Return a walk of all polyominoes with up to `most` cells beside them, at its root."""
    if not 4 <= most <= MOST:
        raise ValueError(f"a site perimeter of {most}, but this walk takes 4 to {MOST}.")
    room = ROWS * COLUMNS
    state = State(
        most=np.array([most], np.int64),
        cursor=np.zeros(8, np.int64),
        queue=np.zeros(room, np.int64),
        choice=np.zeros(room, np.uint8),
        reached=np.zeros(room, np.uint8),
        levels=np.zeros((4, room + 1), np.int64),
        inside=np.zeros(ROWS, np.uint64),
        empty=np.zeros(ROWS, np.uint64),
        counts=np.zeros((3, most + 1, (most // 2) ** 2 + 1), np.int64),
    )
    root = COLUMNS + ROOT_COLUMN
    state.queue[0], state.reached[root], state.levels[0, 0] = root, 1, 1
    state.cursor[TOP], state.cursor[LEFT], state.cursor[RIGHT] = 1, ROOT_COLUMN, ROOT_COLUMN
    return state


@kernel
def fewest(state):
    """Lower bound on the site perimeter in the end."""
    inside, empty, cursor = state.inside, state.empty, state.cursor
    top = cursor[TOP]
    columns = rows = np.int64(0)
    covered, beyond = ZERO, ZERO
    for row in range(top + 1):  # from below
        columns += popcount(inside[row] & ~covered & ~beyond)
        covered |= inside[row]
        beyond |= empty[row]
    covered, beyond = ZERO, empty[top + 1]
    for row in range(top, 0, -1):  # from above
        own = inside[row]
        columns += popcount(own & ~covered & ~beyond)
        covered |= own
        beyond |= empty[row]
        first = own & (~own + ONE)
        if empty[row] & (first - ONE) == ZERO:
            rows += 1
        after = own
        for shift in (1, 2, 4, 8, 16):
            after |= after >> np.uint64(shift)
        if empty[row] & ~after == ZERO:
            rows += 1
    longest = max(top, cursor[RIGHT] - cursor[LEFT] + 1)
    return max(cursor[EMPTIES] + max(columns, rows), 2 * longest + 2)


@kernel
def decide(state, choice):
    """Make the next cell that was reached one of the polyomino, or leave it empty."""
    cursor, levels, queue = state.cursor, state.levels, state.queue
    at = cursor[DECIDED]
    cell = queue[at]
    row, column = cell // COLUMNS, cell % COLUMNS
    end = levels[0, at]
    levels[1, at], levels[2, at], levels[3, at] = cursor[TOP], cursor[LEFT], cursor[RIGHT]
    state.choice[at] = choice
    if choice == EMPTY:
        state.empty[row] |= ONE << np.uint64(column)
        cursor[EMPTIES] += 1
    else:
        state.inside[row] |= ONE << np.uint64(column)
        cursor[CELLS] += 1
        cursor[TOP] = max(cursor[TOP], row)
        cursor[LEFT], cursor[RIGHT] = min(cursor[LEFT], column), max(cursor[RIGHT], column)
        for near in (cell - 1, cell + 1, cell + COLUMNS, cell - COLUMNS):
            if state.reached[near] == 0:
                state.reached[near] = 1
                queue[end] = near
                end += 1
    levels[0, at + 1] = end
    cursor[DECIDED] = at + 1


@kernel
def take_back(state):
    """Undo the last decision; return what it was."""
    cursor, levels = state.cursor, state.levels
    at = cursor[DECIDED] - 1
    for i in range(levels[0, at], levels[0, at + 1]):
        state.reached[state.queue[i]] = 0
    cell = state.queue[at]
    bit = ~(ONE << np.uint64(cell % COLUMNS))
    choice = state.choice[at]
    if choice == EMPTY:
        state.empty[cell // COLUMNS] &= bit
        cursor[EMPTIES] -= 1
    else:
        state.inside[cell // COLUMNS] &= bit
        cursor[CELLS] -= 1
    cursor[TOP], cursor[LEFT], cursor[RIGHT] = levels[1, at], levels[2, at], levels[3, at]
    cursor[DECIDED] = at
    return choice


@kernel
def is_at(state, row, column):
    """Whether a cell, counted from the corner of the box, is one of the polyomino."""
    word = state.inside[row + 1]
    return word >> np.uint64(column + state.cursor[LEFT]) & ONE


@kernel
def count_complete(state):
    """Count a complete polyomino, with the symmetries that leave it in place."""
    cursor = state.cursor
    height, width = cursor[TOP], cursor[RIGHT] - cursor[LEFT] + 1
    same = np.int64(0xFF if height == width else 0x0F)
    for row in range(height):
        for column in range(width):
            own = is_at(state, row, column)
            up, back = height - 1 - row, width - 1 - column
            if own != is_at(state, up, back):
                same &= ~2
            if own != is_at(state, up, column):
                same &= ~4
            if own != is_at(state, row, back):
                same &= ~8
            if height == width:
                if own != is_at(state, column, up):
                    same &= ~0x30  # a quarter-turn, and the one back
                if own != is_at(state, column, row):
                    same &= ~0x40
                if own != is_at(state, back, up):
                    same &= ~0x80
        if same == 1:
            break
    cells, sites = cursor[CELLS], cursor[EMPTIES]
    state.counts[FIXED, sites, cells] += 1
    state.counts[TURNED, sites, cells] += popcount(np.uint64(same & 0x33))
    state.counts[ALL, sites, cells] += popcount(np.uint64(same))


@kernel
def walk(state, max_nodes):
    """Go on with the walk for about `max_nodes` nodes; call again until ``state.cursor[DONE]``."""
    cursor, levels = state.cursor, state.levels
    nodes = np.int64(0)
    most = state.most[0]
    while cursor[DONE] == 0 and nodes < max_nodes:
        at = cursor[DECIDED]
        choice = np.uint8(NOTHING)
        if at == levels[0, at]:
            count_complete(state)
        else:
            cell = state.queue[at]
            choice = np.uint8(EMPTY if cell < COLUMNS + ROOT_COLUMN else INSIDE)
        while True:
            if choice == NOTHING:  # back to a cell that can still be left empty
                while cursor[DECIDED] > 0 and take_back(state) == EMPTY:
                    pass
                if cursor[DECIDED] == 0:
                    cursor[DONE] = 1
                    break
                choice = np.uint8(EMPTY)
            decide(state, choice)
            nodes += 1
            if fewest(state) <= most:
                break
            take_back(state)
            choice = np.uint8(EMPTY if choice == INSIDE else NOTHING)
    cursor[NODES] += nodes
