"""Redelmeier's count of fixed shapes on any lattice, with the last three levels closed.

Method: D. H. Redelmeier, "Counting polyominoes: yet another attack" (Discrete Mathematics 36,
1981). A node is a shape P with its *untried* list U. Its children take the cells of U from the top,
one each; a cell once taken stays forbidden for the later siblings. The child's list is the rest
below that cell, plus its neighbours that were never reached before (*fresh* cells).

Below a node with N-3 cells the shapes of N cells are the 3-sets S of untried and fresh cells with
P + S connected: they are counted, not visited. Let L = |U|, d(f) = the number of untried neighbours
of a fresh cell f, fresh(u) = the number of fresh neighbours of a cell u, E = sum_u fresh(u). By
the number of untried cells in S (3, 2, 1 with two fresh cells on it, 1 with a path u-f-g) there are

    C(L,3) + sum_f [C(L,2) - C(L-d(f),2)] + sum_u C(fresh(u),2) + #{u-f-g : g not next to u}

which is C(L,3) + (L-1) E + R, where R = sum_u C(fresh(u),2) + #{u-f-g} - sum_f C(d(f),2). Two
levels give C(L,2) + E, one level L.

E and R are updated step by step: their change when a cell becomes untried, or is taken, depends on
the cells up to two steps away. Let the cell have F fresh and D untried neighbours; let a be the
pairs of a fresh and an untried one that are next to each other. Of the cells two steps away (those
that are not neighbours), over all paths to them: b untried ones behind fresh neighbours, q fresh
ones behind fresh ones, e fresh ones behind untried ones. Then

    a fresh cell becomes untried:  E += F - D,  R += [(F-D)^2 - F - D] / 2 - a - 2 b - e + q
    an untried cell is taken:      E -= F,      R += a + b - q - C(F,2)

State (`Search`): `board`, uint16, one entry a cell: 1 fresh, 4096 untried, 0 other, so that sums
and products count both in lanes of their own. Rows and layers wrap around (`Window.sizes`): two
cells that share an index are further apart than the search sees. All before a root is forbidden,
and there is a root for each cell of a unit cell. `untried`, int64, the list as a stack; `taken`,
int64, the cells popped by all levels since the subtree's root; `levels`, int64, by number of cells:
the lengths of the inherited list and of `taken` at entry, E and R of that list. Invariant: a node's
list, where popped, lies on `taken`.

The loop is compiled for each lattice, with the offsets of neighbours as constants of a closure.
Unit cells of many cells, or with many neighbours, have them in tables (`_by_tables`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from enumino.enum.kernels.counting import _by_tables
from enumino.enum.kernels.counting._by_tables import (
    CELLS,
    DONE,
    EDGES,
    FRESH,
    KEPT,
    KEPT_EDGES,
    KEPT_REST,
    LANE,
    LANE_BITS,
    LOW,
    MARK,
    NODES,
    REST,
    ROOT_CELLS,
    START,
    TOP,
    UNTRIED,
    Tables,
)
from enumino.enum.kernels.shared.jit import inlined, kernel

LEAF = -1
CLOSED = _by_tables.CLOSED
_ALL = 1 << 62
ARMS, BEHIND, BESIDE = 8, 5, 3  # neighbours of a cell, cells behind one, later ones beside it

Board = NDArray[np.uint16]
Numbers = NDArray[np.int64]
# A neighbour and the cells behind and beside it, as index differences; 0 where there is none.
Arm = tuple[int, ...]


class Window(NamedTuple):
    """A lattice as a search sees it from one cell.

    Attributes
    ----------
    arms : tuple of 8 arms
        From the first cell of a unit cell.
    shifts : tuple of 8 arms
        Differences to add for the second cell of a unit cell.
    sublattices : int
        Cells of a unit cell: 1 or 2, or any number with tables.
    sizes : tuple of int
        Indices from one row to the next, before it from one layer to the next.
    largest : int
        The most cells that a search may place.
    tables : Tables, optional
        In place of arms and shifts.
    """

    arms: tuple[Arm, ...]
    shifts: tuple[Arm, ...]
    sublattices: int
    sizes: tuple[int, ...]
    largest: int
    tables: Tables | None = None

    @property
    def degree(self) -> int:
        """The most neighbours of a cell."""
        return ARMS if self.tables is None else self.tables.near.shape[1]

    @property
    def reach(self) -> int:
        """The largest difference of the indices of two neighbours."""
        if self.tables is not None:
            return int(abs(self.tables.near).max())
        ends = [arm[0] for arm in self.arms]
        ends += [arm[0] + shift[0] for arm, shift in zip(self.arms, self.shifts, strict=True)]
        return max(map(abs, ends))


class Search(NamedTuple):
    """A resumable count; `counts[n]` shapes of n cells were found below the prefix so far."""

    window: Window
    board: Board
    untried: Numbers
    taken: Numbers
    levels: Numbers
    registers: Numbers
    counts: Numbers

    @property
    def done(self) -> bool:
        """Whether the whole subtree is counted."""
        return bool(self.registers[DONE])

    @property
    def nodes(self) -> int:
        """Search nodes visited since `seek`, however often the count was interrupted."""
        return int(self.registers[NODES])


def new_search(window: Window, cells: int) -> Search:
    """Allocate the state for shapes of up to `cells` cells, at the root of the tree.

    Raises
    ------
    ValueError
        If there are fewer than four cells, or more than the window takes.
    """
    if not CLOSED < cells <= window.largest:
        raise ValueError(f"cells = {cells}, but this count takes 4 to {window.largest} cells.")
    search = Search(
        window,
        board=np.zeros(window.reach * (cells + 6), dtype=np.uint16),
        untried=np.zeros(window.degree * (cells + 2), dtype=np.int64),
        taken=np.zeros(window.degree * (cells + 1) * (cells + 1), dtype=np.int64),
        levels=np.zeros((cells + 1, 4), dtype=np.int64),
        registers=np.zeros(9, dtype=np.int64),
        counts=np.zeros(cells + 1, dtype=np.int64),
    )
    seek(search, ())
    return search


def seek(search: Search, prefix: Sequence[int]) -> int:
    """Enter the subtree named by `prefix`; return the number of its root's children.

    The tree's root () is the empty shape, whose children are the cells of a unit cell. Entry j of
    a longer prefix takes the j-th cell from the top of the untried list; a prefix of length k is a
    shape of k cells. Returns `LEAF` (-1) when the prefix has the full number of cells already.
    `counts` restarts with the prefix's own shape; the empty one is not counted.
    """
    window, registers, cells = search.window, search.registers, len(search.counts) - 1
    path = np.array(prefix, np.int64)
    search.counts[:] = registers[:] = 0
    origin = _origin(window)
    search.board[:origin] = 0
    search.board[origin:] = FRESH
    if len(path) == 0:
        return window.sublattices
    found = 0 <= path[0] < window.sublattices and len(path) <= cells and path.min() >= 0
    if found:
        registers[START], path[0] = path[0], 0
        search.board[origin : origin + registers[START]] = 0
        found = _walk(search, path, _ALL) == len(path)
    if not found:
        raise ValueError(f"the prefix {tuple(prefix)} names no node of this search.")
    search.counts[len(path)] = 1
    registers[ROOT_CELLS] = len(path)
    registers[LOW] = registers[NODES] = registers[DONE] = 0
    return LEAF if len(path) == cells else int(registers[TOP])


def tally(search: Search, max_nodes: int) -> int:
    """Continue the count in the subtree; return the nodes visited in this call.

    The shape of the prefix itself (counted by `seek`) and all those below it, of every size up to
    the full number of cells, belong to the subtree; those of shorter prefixes do not. Call again
    until `search.done`.
    """
    return 0 if search.done else _walk(search, np.zeros(0, np.int64), max_nodes)


def _walk(search: Search, path: Numbers, max_nodes: int) -> int:
    window, (_, *arrays) = search.window, search
    odd_differ = window.tables is None and window.sublattices == 2
    walk = _compiled(window.arms, window.shifts, odd_differ)
    roots = _origin(window), window.sublattices
    return int(walk(*arrays, window.tables, *roots, path, max_nodes))


def _origin(window: Window) -> int:
    """Return the index of the first root: whole unit cells, with two steps before it."""
    return 2 * window.reach + (-2 * window.reach) % window.sublattices


@kernel
def _at(board, cell, odd, step, shift):
    return np.int64(board[np.uint64(cell + step + odd * shift)])


@kernel
def _arm(board, cell, odd, arm, shift):
    """Return a neighbour's entry, and the sums of entries behind it and of later ones beside it."""
    behind = (
        _at(board, cell, odd, arm[1], shift[1])
        + _at(board, cell, odd, arm[2], shift[2])
        + _at(board, cell, odd, arm[3], shift[3])
        + _at(board, cell, odd, arm[4], shift[4])
        + _at(board, cell, odd, arm[5], shift[5])
    )
    beside = (
        _at(board, cell, odd, arm[6], shift[6])
        + _at(board, cell, odd, arm[7], shift[7])
        + _at(board, cell, odd, arm[8], shift[8])
    )
    return _at(board, cell, odd, arm[0], shift[0]), behind, beside


@inlined
def _around(board, cell, arms, shifts, odd_differ):
    """Return F, D, a, b, q, e of a cell whose own entry is 0, as the module's head defines them."""
    odd = cell & 1 if odd_differ else 0
    n0, far0, side0 = _arm(board, cell, odd, arms[0], shifts[0])
    n1, far1, side1 = _arm(board, cell, odd, arms[1], shifts[1])
    n2, far2, side2 = _arm(board, cell, odd, arms[2], shifts[2])
    n3, far3, side3 = _arm(board, cell, odd, arms[3], shifts[3])
    n4, far4, side4 = _arm(board, cell, odd, arms[4], shifts[4])
    n5, far5, side5 = _arm(board, cell, odd, arms[5], shifts[5])
    n6, far6, side6 = _arm(board, cell, odd, arms[6], shifts[6])
    n7, far7, side7 = _arm(board, cell, odd, arms[7], shifts[7])
    near = n0 + n1 + n2 + n3 + n4 + n5 + n6 + n7
    pairs = n0 * side0 + n1 * side1 + n2 * side2 + n3 * side3
    pairs += n4 * side4 + n5 * side5 + n6 * side6 + n7 * side7
    behind = (n0 & 1) * far0 + (n1 & 1) * far1 + (n2 & 1) * far2 + (n3 & 1) * far3
    behind += (n4 & 1) * far4 + (n5 & 1) * far5 + (n6 & 1) * far6 + (n7 & 1) * far7
    e = (n0 >> LANE_BITS) * (far0 & LANE) + (n1 >> LANE_BITS) * (far1 & LANE)
    e += (n2 >> LANE_BITS) * (far2 & LANE) + (n3 >> LANE_BITS) * (far3 & LANE)
    e += (n4 >> LANE_BITS) * (far4 & LANE) + (n5 >> LANE_BITS) * (far5 & LANE)
    e += (n6 >> LANE_BITS) * (far6 & LANE) + (n7 >> LANE_BITS) * (far7 & LANE)
    a = (pairs >> LANE_BITS) & LANE  # a fresh times a fresh one is 1, untried ones 2^24
    return near & LANE, near >> LANE_BITS, a, behind >> LANE_BITS, behind & LANE, e


@inlined
def _append(board, untried, cell, top, arms, shifts, odd_differ):
    """Append the fresh neighbours of a cell to the list; return its new length.

    Each is written, and counts if it is fresh: without a branch, which is faster here.
    """
    odd = cell & 1 if odd_differ else 0
    for k in range(ARMS):
        if arms[k][0] != 0:
            near = cell + arms[k][0] + odd * shifts[k][0]
            untried[top] = near
            top += np.int64(board[np.uint64(near)]) & FRESH
    return top


@inlined
def _restore(board, untried, taken, kept, mark, low):
    """Undo a node whose list is used up: its inherited cells are untried again, the rest fresh."""
    for i in range(kept):
        low -= 1
        untried[i] = taken[low]
        board[np.uint64(taken[low])] = UNTRIED
    while low > mark:
        low -= 1
        board[np.uint64(taken[low])] = FRESH


@cache
def _compiled(
    arms: tuple[Arm, ...], shifts: tuple[Arm, ...], odd_differ: bool
) -> Callable[..., Any]:
    """Return the loop of `seek` and `tally`, compiled for a window; without arms, for tables."""
    by_tables = not arms

    @kernel
    def walk(
        board, untried, taken, levels, registers, counts, tables, origin, sublattices, path,
        max_nodes,
    ):  # fmt: skip
        """Follow `path`, the cells to skip at each level, to its end; or continue the count.

        Return the number of nodes visited.
        """
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
                if by_tables:
                    fresh, _, a, b, q, _ = _by_tables.around(board, cell, tables)
                else:
                    fresh, _, a, b, q, _ = _around(board, cell, arms, shifts, odd_differ)
                edges -= fresh
                rest += a + b - q - ((fresh * (fresh - 1)) >> 1)
            elif cells > root_cells:
                top, mark = levels[cells, KEPT], levels[cells, MARK]
                edges, rest = levels[cells, KEPT_EDGES], levels[cells, KEPT_REST]
                _restore(board, untried, taken, top, mark, low)
                low = mark
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
            if by_tables:
                end = _by_tables.append(board, untried, cell, top, tables)
            else:
                end = _append(board, untried, cell, top, arms, shifts, odd_differ)
            more_edges, more_rest = edges, rest
            for i in range(top, end):  # which become untried
                cell = untried[i]
                board[np.uint64(cell)] = 0
                if by_tables:
                    fresh, near, a, b, q, e = _by_tables.around(board, cell, tables)
                else:
                    fresh, near, a, b, q, e = _around(board, cell, arms, shifts, odd_differ)
                more = fresh - near
                more_edges += more
                more_rest += ((more * more - fresh - near) >> 1) - a - e - 2 * b + q
                board[np.uint64(cell)] = UNTRIED
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

    return walk
