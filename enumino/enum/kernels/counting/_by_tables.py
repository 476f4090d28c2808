"""The loop of `lattice_count` for unit cells of many cells: neighbours are read from tables.

It is compiled once for all lattices. Cells without a fresh or an untried cell in some direction
are common, so what is behind and beside a neighbour is read only where that one counts.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from enumino.enum.kernels.shared.jit import inlined, kernel

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
def _around(board, cell, tables):
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
def _push(board, untried, first, end, tables):
    """Make the fresh cells of a part of the list untried; return the increases of E and R."""
    more_edges = more_rest = np.int64(0)
    for i in range(first, end):
        cell = untried[i]
        board[np.uint64(cell)] = 0
        fresh, near, a, b, q, e = _around(board, cell, tables)
        more = fresh - near
        more_edges += more
        more_rest += ((more * more - fresh - near) >> 1) - a - e - 2 * b + q
        board[np.uint64(cell)] = UNTRIED
    return more_edges, more_rest


@kernel
def walk(board, untried, taken, levels, registers, counts, tables, origin, path, max_nodes):
    """Follow `path`, the cells to skip at each level, to its end; or continue the count.

    Return the number of nodes visited.
    """
    sublattices = len(tables.degree)
    last = len(counts) - 2 - CLOSED  # the children of nodes of this many cells are closed
    cells, top, low = registers[CELLS], registers[TOP], registers[LOW]
    edges, rest = registers[EDGES], registers[REST]
    root_cells, start, end_of_path = registers[ROOT_CELLS], registers[START], len(path)
    skip = children = one = two = three = np.int64(0)
    nodes = np.int64(1 if registers[NODES] == 0 and end_of_path == 0 else 0)
    if end_of_path == 0 and root_cells > last:
        pairs = top * (top - 1) // 2
        found = (top, pairs + edges, pairs * (top - 2) // 3 + (top - 1) * edges + rest)
        for i in range(len(counts) - 1 - root_cells):
            counts[root_cells + 1 + i] += found[i]
        registers[DONE] = registers[NODES] = 1
        return np.int64(1)
    done = False
    while nodes < max_nodes and not done:
        if top > 0:
            top -= 1
            cell = untried[top]
            board[np.uint64(cell)] = 0
            fresh, _, a, b, q, _ = _around(board, cell, tables)
            edges -= fresh
            rest += a + b - q - ((fresh * (fresh - 1)) >> 1)
        elif cells > root_cells:
            kept, mark = levels[cells, KEPT], levels[cells, MARK]
            edges, rest = levels[cells, KEPT_EDGES], levels[cells, KEPT_REST]
            for top in range(kept):
                low -= 1
                untried[top] = taken[low]
                board[np.uint64(taken[low])] = UNTRIED
            top = kept
            while low > mark:
                low -= 1
                board[np.uint64(taken[low])] = FRESH
            cells -= 1
            continue
        elif cells > 0 or start == sublattices:
            done = True
            continue
        else:
            cell = origin + start
            board[np.uint64(cell)] = 0
            start += 1
            edges = rest = np.int64(0)
        taken[low] = cell
        low += 1
        if skip > 0:
            skip -= 1
            continue
        nodes += 1
        end, own = top, _own(cell, tables)
        for k in range(np.uint64(tables.degree[own])):
            near = cell + tables.near[own, k]
            untried[end] = near
            end += np.int64(board[np.uint64(near)]) & FRESH
        more_edges, more_rest = _push(board, untried, top, end, tables)
        more_edges += edges
        more_rest += rest
        if cells == last and end_of_path == 0:
            children += 1
            one += end
            pairs = end * (end - 1) // 2
            two += pairs + more_edges
            three += pairs * (end - 2) // 3 + (end - 1) * more_edges + more_rest
            for i in range(top, end):
                board[np.uint64(untried[i])] = FRESH
            continue
        cells += 1
        levels[cells, KEPT], levels[cells, MARK] = top, low
        levels[cells, KEPT_EDGES], levels[cells, KEPT_REST] = edges, rest
        top, edges, rest = end, more_edges, more_rest
        if end_of_path == 0:
            counts[cells] += 1
        elif cells == end_of_path:
            break
        else:
            skip = path[cells]
            if skip >= top:
                break
    if end_of_path == 0:
        for i, more in enumerate((children, one, two, three)):
            counts[last + 1 + i] += more
    registers[CELLS], registers[TOP], registers[LOW] = cells, top, low
    registers[EDGES], registers[REST] = edges, rest
    registers[START], registers[DONE] = start, done
    registers[NODES] += nodes
    return nodes
