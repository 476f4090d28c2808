"""Count domino tatami layouts by plain backtracking, filling the room in any order of its cells.

The search takes the first free cell of the order, covers it with a domino to each of its free
neighbours in turn, and continues unless four dominoes meet at a corner of the new domino. Nothing
else is pruned, so that only orders are compared. A node is a placement after which no four dominoes
meet, or the empty room. In a row scan only the neighbours at the right and below can be free, and
the tree is the tree of `tatami` without pruning. In other orders up to four neighbours are free,
and any of its four cells may complete a point: so a placed domino is checked at all its corners (at
the middle of its long sides it covers two cells, and four dominoes never meet).

Orders: *row* and *column* are scans; *diagonal* (cells by i + j) and *corner* (by 3i + j) grow
from the covered corner, behind a front that leads one and three columns a row.

State: `board` numbers the dominoes from 1 in the order of placing; 0 is free, -1 a wall or the
fence. A cell is an index into it. Invariant of `run`: `cursor[DEPTH]` dominoes are placed, number
d on ``order[at[d - 1]]`` and ``partner[d - 1]``; of the four neighbours of the next free cell,
``order[at[depth]]``, ``tried[depth]`` were tried.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from enumino.arrays import I64, Flags
from enumino.enum.kernels.shared.jit import inlined, kernel

DEPTH, LAYOUTS, NODES, DEEPEST, DONE = range(5)  # cursor


class State(NamedTuple):
    """State of the search; picklable between any two calls."""

    # [5], dominoes placed; layouts found, nodes visited and most dominoes placed at a time so far;
    # whether the search is done.
    cursor: I64
    board: I64  # [(H + 2) * (W + 2)], the room in a fence of walls, with the dominoes
    order: I64  # [n], the free cells in the order in which they are taken
    steps: I64  # [4], from a cell to the one at its right, below, at its left, above
    # [n // 2 + 1], by dominoes placed: the index of the first free cell in the order, the number of
    # its neighbours tried, the neighbour it was last covered with.
    at: I64
    tried: I64
    partner: I64


def orders(room: Flags) -> dict[str, I64]:
    """Return the free cells of a room, bool[H, W], in each order by their row-major numbers.

    >>> for name, cells in orders(np.ones((2, 3), np.bool_)).items():
    ...     print(name, cells.tolist())
    row [0, 1, 2, 3, 4, 5]
    column [0, 3, 1, 4, 2, 5]
    diagonal [0, 1, 3, 2, 4, 5]
    corner [0, 1, 2, 3, 4, 5]
    """
    i, j = np.nonzero(room)
    free = np.flatnonzero(room)
    keys = {"row": i, "column": j, "diagonal": i + j, "corner": 3 * i + j}
    return {name: free[np.argsort(key, kind="stable")] for name, key in keys.items()}


def new_state(room: Flags, order: I64) -> State:
    """Return the state before the empty room, whose free cells, True in `room`, have an `order`.

    >>> room = np.ones((4, 7), np.bool_)
    >>> state = new_state(room, orders(room)["corner"])
    >>> run(state, 1_000_000)
    >>> int(state.cursor[LAYOUTS])
    3
    """
    free = np.flatnonzero(room)
    if not np.array_equal(np.sort(order), free):
        raise ValueError(
            f"The order has {order.size} places and {np.unique(order).size} cells, "
            f"but should name each of the {free.size} free cells once."
        )
    width = room.shape[1]
    fenced = np.pad(room, 1)
    at, tried, partner = np.zeros((3, free.size // 2 + 1), np.int64)
    return State(
        cursor=np.zeros(5, np.int64),
        board=np.where(fenced, 0, -1).astype(np.int64).ravel(),
        order=(order // width + 1) * (width + 2) + order % width + 1,
        steps=np.array([1, width + 2, -1, -width - 2], np.int64),
        at=at,
        tried=tried,
        partner=partner,
    )


@inlined
def four_meet(board, cell, stride):
    """Return whether four dominoes meet at the upper left corner of `cell`."""
    a, b = board[cell - stride - 1], board[cell - stride]
    c, d = board[cell - 1], board[cell]
    return a > 0 and b > 0 and c > 0 and d > 0 and a != b and a != c and d != b and d != c


@inlined
def is_legal(board, first, second, stride):
    """Return whether no four dominoes meet at a corner of the one on two cells in scan order."""
    last = second + stride + 1
    beside = first + stride if second == first + 1 else first + 1
    return not (
        four_meet(board, first, stride)
        or four_meet(board, beside, stride)
        or four_meet(board, first + last - beside, stride)
        or four_meet(board, last, stride)
    )


@inlined
def next_free(board, order, at):
    """Return the index in the order of the first free cell from index `at` on, or its length."""
    while at < order.size and board[order[at]] != 0:
        at += 1
    return at


@kernel
def run(state, max_nodes):
    """Visit about `max_nodes` nodes more; call again until ``state.cursor[DONE]``."""
    cursor, board, order, steps = state.cursor, state.board, state.order, state.steps
    at, tried, partner = state.at, state.tried, state.partner
    depth, nodes, layouts = cursor[DEPTH], cursor[NODES], cursor[LAYOUTS]
    stride, deepest, size = steps[1], cursor[DEEPEST], order.size
    budget = nodes + max_nodes
    if nodes == 0:
        nodes, layouts = 1, np.int64(size == 0)
    while cursor[DONE] == 0 and nodes < budget:
        if at[depth] < size and tried[depth] < 4:
            cell = order[at[depth]]
            other = cell + steps[tried[depth]]
            tried[depth] += 1
            if board[other] == 0:
                board[cell] = board[other] = depth + 1
                if is_legal(board, min(cell, other), max(cell, other), stride):
                    partner[depth] = other
                    at[depth + 1] = next_free(board, order, at[depth] + 1)
                    depth += 1
                    tried[depth] = 0
                    nodes += 1
                    deepest = max(deepest, depth)
                    layouts += at[depth] == size
                else:
                    board[cell] = board[other] = 0
        elif depth == 0:
            cursor[DONE] = 1
        else:
            depth -= 1
            board[order[at[depth]]] = board[partner[depth]] = 0
    cursor[DEPTH], cursor[NODES], cursor[LAYOUTS] = depth, nodes, layouts
    cursor[DEEPEST] = deepest
