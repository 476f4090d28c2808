"""Steps of `lattice_count` for unit cells of many cells: neighbours are read from tables.

They are compiled once for all lattices. Cells without a fresh or an untried cell in some direction
are common, so what is behind and beside a neighbour is read only where that one counts.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from enumino.enum.kernels.shared.jit import inlined

CLOSED = 3  # levels that are not visited
FRESH, UNTRIED = 1, 4096
LANE, LANE_BITS = UNTRIED - 1, 12
CELLS, ROOT_CELLS, TOP, LOW, EDGES, REST, START, NODES, DONE = range(9)
KEPT, MARK, KEPT_EDGES, KEPT_REST = range(4)


class Tables(NamedTuple):
    """The surroundings of each cell of a unit cell, as differences of indices.

    Rows are filled up with 0, the cell itself, which counts nothing.

    Attributes
    ----------
    near : int64[cells, D]
        Its neighbours.
    degree : int64[cells]
        The number of them.
    behind, beside : int64[cells, D, ...]
        Neighbours of each neighbour that are none of the cell's, and later ones that are.
    """

    near: NDArray[np.int64]
    degree: NDArray[np.int64]
    behind: NDArray[np.int64]
    beside: NDArray[np.int64]


@inlined
def _own(cell, tables):
    """Return the number of a cell in its unit cell."""
    return np.uint64(np.uint32(cell) % np.uint32(len(tables.degree)))


@inlined
def _at(board, cell, step):
    return np.int64(board[np.uint64(cell + step)])


@inlined
def around(board, cell, tables):
    """Return F, D, a, b, q, e of a cell whose own entry is 0; see `lattice_count`."""
    own = _own(cell, tables)
    fresh = untried = a = b = q = e = np.int64(0)
    for k in range(np.uint64(tables.degree[own])):
        entry = _at(board, cell, tables.near[own, k])
        if entry != 0:
            far = side = np.int64(0)
            for i in range(np.uint64(tables.behind.shape[2])):
                far += _at(board, cell, tables.behind[own, k, i])
            for i in range(np.uint64(tables.beside.shape[2])):
                side += _at(board, cell, tables.beside[own, k, i])
            if entry == FRESH:
                fresh += 1
                a += side >> LANE_BITS
                b += far >> LANE_BITS
                q += far & LANE
            else:
                untried += 1
                a += side & LANE
                e += far & LANE
    return fresh, untried, a, b, q, e


@inlined
def append(board, untried, cell, top, tables):
    """Append the fresh neighbours of a cell to the list; return its new length."""
    own = _own(cell, tables)
    for k in range(np.uint64(tables.degree[own])):
        near = cell + tables.near[own, k]
        untried[top] = near
        top += np.int64(board[np.uint64(near)]) & FRESH
    return top
