"""Redelmeier's count of fixed polyominoes, with the last three levels of the search closed.

Method: D. H. Redelmeier, "Counting polyominoes: yet another attack" (Discrete Mathematics 36,
1981). A node is a polyomino P with its *untried* list U. Its children take the cells of U from the
top, one each; a cell once taken stays forbidden for the later siblings. The child's list is what
remains below that cell, plus its neighbours that were never reached before (*fresh* cells).

Below a node with N-3 cells the polyominoes of N cells are the 3-sets S of untried and fresh cells
with P + S connected: they are counted, not visited. Let L = |U|, d(f) = the number of untried
neighbours of a fresh cell f, fresh(c) = the number of fresh neighbours of a cell c. There are

    C(L,3) + sum_f [C(L,2) - C(L-d(f),2)] + sum_u C(fresh(u),2) + sum_f d(f) fresh(f)

by the number of untried cells in S (3, 2, 1 with two fresh cells on it, 1 with a path u-f-g); none
is met twice because the square lattice has no triangles. With E = sum_u fresh(u) the second sum
is (L-1) E - sum_f C(d(f),2). Two levels give C(L,2) + E, one level L.

State (`Search`): `board`, uint16, one entry a cell in rows of 32: 1 fresh, 4096 untried, 0 other,
so that one sum over paths u-f-g counts the fresh and the untried g. Rows wrap around: two cells
that share an index are 33 steps apart, further than a search of at most 30 cells sees. All before
the origin is forbidden. `untried`, uint64, the list as a stack; `taken`, uint64, what was popped
by all levels since the subtree's root; `kept` and `mark`, int64, by number of cells: the lengths of
the inherited list and of `taken` at entry. Invariant: a node's list, where popped, lies on `taken`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from enumino.enum.kernels._jit import kernel

LEAF = -1
MAX_CELLS = 30
STRIDE = np.uint64(32)
ONE, TWO = np.uint64(1), np.uint64(2)
ABOVE_LEFT, ABOVE_RIGHT, TWO_ROWS = STRIDE - ONE, STRIDE + ONE, STRIDE + STRIDE
ORIGIN = TWO_ROWS + TWO_ROWS
FRESH, UNTRIED, REACH = 1, 4096, 4095  # REACH: their difference, and the lower lane's mask
CELLS, ROOT_CELLS, TOP, LOW, NODES, DONE = range(6)

Board = NDArray[np.uint16]
Cells = NDArray[np.uint64]
Numbers = NDArray[np.int64]


class Search(NamedTuple):
    """A resumable count; `counts[n]` polyominoes of n cells were found below the prefix so far."""

    board: Board
    untried: Cells
    taken: Cells
    kept: Numbers
    mark: Numbers
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


def new_search(cells: int) -> Search:
    """Allocate the state for polyominoes of up to `cells` cells, at the root of the tree.

    Examples
    --------
    >>> search = new_search(8)
    >>> visited = tally(search, 1_000_000)
    >>> search.counts.tolist()
    [0, 1, 2, 6, 19, 63, 216, 760, 2725]
    """
    if not 1 <= cells <= MAX_CELLS:
        raise ValueError(f"cells = {cells}, but this count takes 1 to {MAX_CELLS} cells.")
    search = Search(
        board=np.zeros((cells + 8) * int(STRIDE), dtype=np.uint16),
        untried=np.zeros(4 * cells + 8, dtype=np.uint64),
        taken=np.zeros(4 * cells * cells + 8, dtype=np.uint64),
        kept=np.zeros(cells + 1, dtype=np.int64),
        mark=np.zeros(cells + 1, dtype=np.int64),
        registers=np.zeros(6, dtype=np.int64),
        counts=np.zeros(cells + 1, dtype=np.int64),
    )
    seek(search, ())
    return search


def seek(search: Search, prefix: Sequence[int]) -> int:
    """Enter the subtree named by `prefix` and return how many children its root has.

    The tree's root () is the empty polyomino, with one child, the origin. Entry j of a prefix
    takes the j-th cell from the top of the untried list; a prefix of length k is a polyomino of
    k cells. Returns `LEAF` (-1) when the prefix has the full number of cells already. `counts`
    restarts with the prefix's own polyomino; the empty one is not counted.
    """
    board, untried, registers = search.board, search.untried, search.registers
    cells = len(search.counts) - 1
    search.counts[:] = registers[:] = 0
    board[: int(ORIGIN)] = 0
    board[int(ORIGIN) :] = FRESH
    board[ORIGIN], untried[0], top = UNTRIED, ORIGIN, 1
    for placed, choice in enumerate(prefix):
        if placed == cells or not 0 <= choice < top:
            raise ValueError(f"the prefix {tuple(prefix)} names no node of this search.")
        top -= choice + 1
        board[untried[top : top + choice + 1]] = 0
        top = int(_push_fresh(board, untried, untried[top], np.uint64(top)))
    if len(prefix) > 0:
        search.counts[len(prefix)] = 1
    registers[CELLS] = registers[ROOT_CELLS] = len(prefix)
    registers[TOP] = top
    return LEAF if len(prefix) == cells else top


@kernel
def _push_fresh(board: Board, untried: Cells, cell: np.uint64, top: np.uint64) -> np.uint64:
    """Append the fresh neighbours of `cell` to the untried list; return the list's new length."""
    for neighbour in (cell - STRIDE, cell - ONE, cell + ONE, cell + STRIDE):
        if board[neighbour] == FRESH:
            board[neighbour] = UNTRIED
            untried[top] = neighbour
            top += ONE
    return top


@kernel
def _claim(board: Board, untried: Cells, cell: np.uint64, top: np.uint64) -> np.uint64:
    """Append `cell` if it is fresh and return 1, else 0; without a branch, which is faster here."""
    fresh = np.int64(board[cell]) & FRESH
    board[cell] += fresh * REACH
    untried[top] = cell
    return np.uint64(fresh)


@kernel
def _close(board: Board, untried: Cells, length: np.uint64) -> tuple[np.int64, np.int64, np.int64]:
    """Polyominoes with one, two and three more cells than the node whose list is given."""
    # E; 2 C(fresh(u),2); paths u-f-g by what g is (untried ones from either end)
    edges = pairs = lanes = np.int64(0)
    for i in range(length):
        u = untried[i]
        up = np.int64(board[u + STRIDE]) & FRESH
        down = np.int64(board[u - STRIDE]) & FRESH
        right = np.int64(board[u + ONE]) & FRESH
        left = np.int64(board[u - ONE]) & FRESH
        up_left = np.int64(board[u + ABOVE_LEFT])
        up_right = np.int64(board[u + ABOVE_RIGHT])
        down_left = np.int64(board[u - ABOVE_RIGHT])
        down_right = np.int64(board[u - ABOVE_LEFT])
        lanes += up * (np.int64(board[u + TWO_ROWS]) + up_left + up_right)
        lanes += down * (np.int64(board[u - TWO_ROWS]) + down_left + down_right)
        lanes += right * (np.int64(board[u + TWO]) + up_right + down_right)
        lanes += left * (np.int64(board[u - TWO]) + up_left + down_left)
        fresh = up + down + right + left
        edges += fresh
        pairs += fresh * (fresh - 1)
    one = np.int64(length)
    two = one * (one - 1) // 2
    three = two * (one - 2) // 3 + (one - 1) * edges + (pairs >> 1)
    return one, two + edges, three + (lanes & REACH) - (lanes >> 13)


@kernel
def _restore(search: Search, kept: np.uint64, mark: np.uint64, low: np.uint64) -> None:
    """Undo a node whose list is used up: what it inherited is untried again, the rest fresh."""
    for i in range(kept):
        low -= ONE
        search.untried[i] = search.taken[low]
        search.board[search.taken[low]] = UNTRIED
    while low > mark:
        low -= ONE
        search.board[search.taken[low]] = FRESH


@kernel
def tally(search: Search, max_nodes: int) -> int:
    """Count on in the subtree and return how many nodes this call visited.

    The polyomino of the prefix itself (counted by `seek`) and all those below it, of every size
    up to the full number of cells, belong to the subtree; those of shorter prefixes do not. So
    over prefixes that cut every path once, `counts` adds up to all polyominoes but those above
    the cut. Call again until `search.done`; the children of one node may exceed `max_nodes`.
    """
    board, untried, taken = search.board, search.untried, search.taken
    kept, mark, registers, counts = search.kept, search.mark, search.registers, search.counts
    if registers[DONE]:
        return 0
    last = len(counts) - 5  # the children of nodes of this many cells are closed
    root_cells, cells = registers[ROOT_CELLS], registers[CELLS]
    top, low = np.uint64(registers[TOP]), np.uint64(registers[LOW])
    nodes = np.int64(1 if registers[NODES] == 0 else 0)
    if root_cells > last:
        found = _close(board, untried, top)
        for i in range(len(counts) - 1 - root_cells):
            counts[root_cells + 1 + i] += found[i]
        registers[DONE] = registers[NODES] = 1
        return 1
    one = two = three = np.int64(0)
    while nodes < max_nodes and registers[DONE] == 0:
        if cells == last:
            nodes += np.int64(top)
            counts[cells + 1] += np.int64(top)
            while top > 0:
                top -= ONE
                cell = untried[top]
                taken[low] = cell
                low += ONE
                board[cell] = 0
                up = _claim(board, untried, cell + STRIDE, top)
                right = _claim(board, untried, cell + ONE, top + up)
                left = _claim(board, untried, cell - ONE, top + up + right)
                down = _claim(board, untried, cell - STRIDE, top + up + right + left)
                found = _close(board, untried, top + up + right + left + down)
                one, two, three = one + found[0], two + found[1], three + found[2]
                board[cell + STRIDE] -= np.int64(up) * REACH
                board[cell + ONE] -= np.int64(right) * REACH
                board[cell - ONE] -= np.int64(left) * REACH
                board[cell - STRIDE] -= np.int64(down) * REACH
        if top > 0:
            top -= ONE
            cell = untried[top]
            board[cell] = 0
            taken[low] = cell
            low += ONE
            nodes += 1
            cells += 1
            counts[cells] += 1
            kept[cells], mark[cells] = np.int64(top), np.int64(low)
            top = _push_fresh(board, untried, cell, top)
        elif cells > root_cells:
            top = np.uint64(kept[cells])
            _restore(search, top, np.uint64(mark[cells]), low)
            low = np.uint64(mark[cells])
            cells -= 1
        else:
            registers[DONE] = 1
    for i, more in enumerate((one, two, three)):
        counts[last + 2 + i] += more
    registers[CELLS], registers[TOP], registers[LOW] = cells, np.int64(top), np.int64(low)
    registers[NODES] += nodes
    return int(nodes)
