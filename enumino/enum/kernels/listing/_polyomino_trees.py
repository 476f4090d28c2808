"""Cells that make a tree of cells one no more, or give one of its cells too many neighbours.

The words are those of `redelmeier`: the shape as bits. A cell is added to a tree: it is one again
just if the cell has one neighbour in it.
"""

from __future__ import annotations

import numpy as np

from enumino.enum.kernels.listing._canonical import ONE, ZERO
from enumino.enum.kernels.shared.jit import inlined


@inlined
def degree_at(words, x, y):
    """Return the number of neighbours of a cell in the shape."""
    row, column = words.rows[y], np.uint64(x)
    sides = ((row << ONE) >> column & ONE) + ((row >> ONE) >> column & ONE)
    return np.int64(
        sides + (words.rows[y - 1] >> column & ONE) + (words.rows[y + 1] >> column & ONE)
    )


@inlined
def spoils(words, x, y, degree):
    """Whether the shape with another cell is no tree, or one with a cell of a higher degree."""
    if degree_at(words, x, y) > 1:
        return True
    found = False
    for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        near_x, near_y = x + right, y + down
        if words.rows[near_y] >> np.uint64(near_x) & ONE != ZERO:
            found = found or degree_at(words, near_x, near_y) >= degree
    return found


@inlined
def is_spoilt(placed, depth, stride, degree):
    """Whether cell number `depth` `spoils` the shape: by the cells alone, whose bits may be unset.

    A row of the board has `stride` cells.
    """
    touched = neighbours = parent = np.int64(0)
    for i in range(1, depth):
        apart = abs(placed[i] - placed[depth])
        if apart == 1 or apart == stride:
            touched += 1
            parent = placed[i]
    for i in range(1, depth):
        apart = abs(placed[i] - parent)
        neighbours += np.int64(apart == 1 or apart == stride)
    return touched > 1 or (touched > 0 and neighbours >= degree)
