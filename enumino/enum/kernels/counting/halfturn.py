"""Fixed polyominoes invariant under a half-turn: the search on orbits, laid out in the plane.

Method: D. H. Redelmeier (Discrete Mathematics 36, 1981): search the cells modulo
the symmetry. An orbit is a cell c and its image, at index `twin` - c. The search keeps one cell of
each placed orbit, so that they form a polyomino S in the plane. S and its image together are
connected as soon as they touch; from there on the node is *balanced* and counts.

An untried orbit is *twisted* if placing it gives a balanced node: all are below a balanced node,
otherwise those that S and the image of S both reach. With L untried orbits, t of them twisted, the
balanced nodes one level down are t in number. Two levels down they are C(L,2) - C(L-t,2), plus the
fresh neighbours of twisted orbits, plus the pairs of others of which one touches the other's image.
Beside the orbits next to the centre, which the choice of the root places or forbids, no two orbits
touch in two ways, so that nothing is counted twice. So the last two levels need no nodes.

Pruning. A root at some distance from the centre needs a ring. `bearings` tells for each cell how
far along the shortest half ring it lies: it changes by at most one from cell to cell (modulo the
whole ring) and grows by `half_rings` under the half-turn. If the bearings of S, continued along
S, span s, then half a ring - s - 1 orbits at least are missing.

State (`Search`): `board`, uint8, rows of 48 cells: 1 fresh, 2 untried, 0 other, the same for twins;
`reach`, uint8, the number of cells of S that touch a cell; `bearings`, int64, one row for each
root, and `angle`, int64, the bearing as continued up to the untried cells; `untried` and `taken`,
uint64, the list as a stack and the cells popped by all levels; `levels`, int64, one row for each
number of placed orbits: CELL, the cell placed last; KEPT and MARK, the lengths of the inherited
list and of `taken` at entry; BALANCED, 1 or 0; LEAST and GREATEST, angles. Invariant: a node's
list, where popped, lies on `taken`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from enumino.enum.kernels.shared.jit import kernel

LEAF = -1
MAX_CELLS = 46

STRIDE = np.uint64(48)
ONE = np.uint64(1)

FRESH = 1
UNTRIED = 2

CENTRES = {"C": (0, 0), "E": (1, 0), "V": (1, 1)}

CELL, KEPT, MARK, BALANCED, LEAST, GREATEST = (np.uint64(i) for i in range(6))
ORBITS, ROOT_ORBITS, TOP, LOW, START, NODES, DONE = range(7)

Cells = NDArray[np.uint64]
Numbers = NDArray[np.int64]


class Search(NamedTuple):
    """A resumable count; `counts[n]` invariant polyominoes of n cells were found so far."""

    twin: int
    centre_is_cell: int
    roots: Cells
    half_rings: Numbers
    bearings: Numbers
    empty: NDArray[np.uint8]
    board: NDArray[np.uint8]
    reach: NDArray[np.uint8]
    angle: Numbers
    untried: Cells
    taken: Cells
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


def _bearings(column: int, row: int, root: int, x: Numbers, y: Numbers) -> tuple[int, Numbers]:
    """Return half the ring through the cell (root, row), and the bearings of the cells (x, y).

    The ring runs leftwards over the hole from the root, down to its image, and back below. Where
    the centre is a vertex the hole has a step, and the way down on the left is longer by one.
    """
    left = column - root
    half_ring = root - left + 2 + row

    def above(x: Numbers, y: Numbers) -> Numbers:
        rise = np.minimum(y - row, 1)
        return root - np.clip(x, left, root) + np.where(x > 0, rise, 2 - rise)

    return half_ring, np.where(y >= row, above(x, y), half_ring + above(column - x, row - y))


def new_search(centre: str, cells: int) -> Search:
    """Allocate the state for half-turns about a cell's centre, an edge's midpoint or a vertex.

    Parameters
    ----------
    centre : {"C", "E", "V"}
        E stands for the edges between horizontal neighbours.
    cells : int
        The largest number of cells to count.

    Examples
    --------
    >>> search = new_search("V", 10)
    >>> visited = tally(search, 1_000_000)
    >>> search.counts.tolist()
    [0, 0, 0, 0, 1, 0, 4, 0, 14, 0, 50]
    """
    if centre not in CENTRES:
        raise ValueError(f"no centre is called {centre!r}: choose from {', '.join(CENTRES)}.")
    if not 1 <= cells <= MAX_CELLS:
        raise ValueError(f"cells = {cells}, but this count takes 1 to {MAX_CELLS} cells.")
    column, row = CENTRES[centre]
    half = cells // 2  # no invariant polyomino reaches further from the centre
    width, height = int(STRIDE), 2 * half + 4
    origin = (half + 2) * width + half + 1  # the index of the cell (0, 0)
    y, x = np.divmod(np.arange(height * width) - (half + 2) * width, width)
    x -= half + 1
    inside = (column - half <= x) & (x <= half) & (row - half <= y) & (y <= half)
    # The i-th root, i > 0, needs a ring of 4 i + 4 cells, two more about an edge, four about a
    # vertex. The nearest root has no hole to go round: nothing is pruned there.
    starts = range(max(int(cells > column), (cells - 2 * (column + row)) // 4))
    rings = [(0, 0 * x), *(_bearings(column, row, column + i, x, y) for i in starts[1:])]
    depths = half + 3
    search = Search(
        twin=2 * origin + row * width + column,
        centre_is_cell=int(centre == "C"),
        roots=np.array([origin + row * width + column + i for i in starts], dtype=np.uint64),
        half_rings=np.array([half_ring for half_ring, _ in rings], dtype=np.int64),
        bearings=np.array([bearing for _, bearing in rings], dtype=np.int64),
        empty=inside.astype(np.uint8),
        board=np.zeros(height * width, dtype=np.uint8),
        reach=np.zeros(height * width, dtype=np.uint8),
        angle=np.zeros(height * width, dtype=np.int64),
        untried=np.zeros(4 * depths + 8, dtype=np.uint64),
        taken=np.zeros(4 * depths * depths + 8, dtype=np.uint64),
        levels=np.zeros((depths, 6), dtype=np.int64),
        registers=np.zeros(7, dtype=np.int64),
        counts=np.zeros(cells + 1, dtype=np.int64),
    )
    seek(search, ())
    return search


def seek(search: Search, prefix: Sequence[int]) -> int:
    """Enter the subtree named by `prefix`; return the number of its root's children.

    The first entry chooses the root on the ray from the centre (cells nearer are forbidden), each
    further entry j takes the j-th cell from the top of the untried list. `counts` restarts with
    the prefix's own polyomino, if it is one.

    Returns
    -------
    int
        The number of children; 0 at a dead end; `LEAF` (-1) when no room is left for an orbit.

    Raises
    ------
    ValueError
        When the prefix names a child that does not exist.
    """
    registers, depth = search.registers, len(prefix)
    search.board[:] = search.empty
    search.reach[:] = 0
    search.counts[:] = 0
    registers[:] = 0
    top, room = len(search.roots), 1
    for placed, choice in enumerate(prefix):
        if room == 0 or not 0 <= choice < top:
            raise ValueError(f"the prefix {tuple(prefix)} names no node of this search.")
        if placed == 0:
            registers[START] = choice
            top = int(_start(search))
        else:
            for _ in range(choice + 1):
                top -= 1
                _write(search.board, search.twin, search.untried[top], 0)
            top = int(_enter(search, np.uint64(placed), np.uint64(top)))
        room = int(_room(search, np.uint64(placed + 1)))
    registers[ROOT_ORBITS] = registers[ORBITS] = depth
    if depth == 0:
        return top
    registers[TOP] = top
    balanced = bool(search.levels[depth, BALANCED])
    if balanced and room >= 0:
        search.counts[_cells(search, np.uint64(depth))] += 1
    if room > 0:
        return top
    registers[DONE] = 1
    return LEAF if balanced and room == 0 else 0


@kernel
def _cells(search: Search, orbits: np.uint64) -> np.int64:
    """Return the cells of `orbits` orbits: two each, but one for the centre's own cell."""
    return 2 * np.int64(orbits) - (search.centre_is_cell if search.registers[START] == 0 else 0)


@kernel
def _room(search: Search, orbits: np.uint64) -> np.int64:
    """Return the number of orbits that fit beside those placed."""
    return (len(search.counts) - 1 - _cells(search, orbits)) // 2


@kernel
def _write(board: NDArray[np.uint8], twin: int, cell: np.uint64, code: int) -> None:
    board[cell] = code
    board[np.uint64(twin) - cell] = code


@kernel
def _start(search: Search) -> np.uint64:
    """Place the next root, with the nearer ones forbidden; return the length of its list."""
    start = np.uint64(search.registers[START])
    for i in range(start + ONE):
        _write(search.board, search.twin, search.roots[i], 0)
    root = search.roots[start]
    # The cell of the centre, or beside the centre's edge, touches its image.
    search.levels[0, BALANCED] = 1 if root + root <= np.uint64(search.twin) + ONE else 0
    bearing = search.bearings[start, root]
    search.levels[0, LEAST] = search.levels[0, GREATEST] = search.angle[root] = bearing
    search.untried[0] = root
    return _enter(search, np.uint64(0), np.uint64(0))


@kernel
def _enter(search: Search, depth: np.uint64, top: np.uint64) -> np.uint64:
    """Place the cell at `untried[top]` below a node of `depth` orbits; return the new top."""
    start = np.uint64(search.registers[START])
    ring = 2 * search.half_rings[start]
    cell = search.untried[top]
    angle = search.angle[cell]
    child = depth + ONE
    search.levels[child, CELL] = np.int64(cell)
    search.levels[child, KEPT] = np.int64(top)
    search.levels[child, BALANCED] = 1 if _is_twisted(search, depth, cell) else 0
    search.levels[child, LEAST] = min(search.levels[depth, LEAST], angle)
    search.levels[child, GREATEST] = max(search.levels[depth, GREATEST], angle)
    for neighbour in (cell - STRIDE, cell - ONE, cell + ONE, cell + STRIDE):
        search.reach[neighbour] += 1
        if search.board[neighbour] == FRESH:
            _write(search.board, search.twin, neighbour, UNTRIED)
            search.untried[top] = neighbour
            top += ONE
            step = search.bearings[start, neighbour] - search.bearings[start, cell]
            if step > 1:
                step -= ring
            elif step < -1:
                step += ring
            search.angle[neighbour] = angle + step
    return top


@kernel
def _leave(
    search: Search, depth: np.uint64, fresh: Cells, first: np.uint64, end: np.uint64
) -> None:
    """Remove the cell of a node; the orbits it appended are `fresh[first:end]`."""
    while first < end:
        _write(search.board, search.twin, fresh[first], FRESH)
        first += ONE
    cell = np.uint64(search.levels[depth, CELL])
    for neighbour in (cell - STRIDE, cell - ONE, cell + ONE, cell + STRIDE):
        search.reach[neighbour] -= 1


@kernel
def _is_twisted(search: Search, depth: np.uint64, cell: np.uint64) -> np.bool:
    return search.levels[depth, BALANCED] + search.reach[np.uint64(search.twin) - cell] > 0


@kernel
def _is_hopeless(search: Search, depth: np.uint64, cell: np.uint64) -> np.bool:
    """Whether placing `cell` leaves too little room to balance the node."""
    angle = search.angle[cell]
    span = max(search.levels[depth, GREATEST], angle) - min(search.levels[depth, LEAST], angle)
    half_ring = search.half_rings[np.uint64(search.registers[START])]
    missing = 0 if _is_twisted(search, depth, cell) else max(half_ring - span - 1, 1)
    return _room(search, depth + ONE) < missing


@kernel
def _close(search: Search, depth: np.uint64, top: np.uint64) -> tuple[np.int64, np.int64]:
    """Return the numbers of balanced nodes one and two levels below a node."""
    board, reach = search.board, search.reach
    twisted = fresh = touching = np.int64(0)
    for i in range(top):
        cell = search.untried[i]
        is_twisted = _is_twisted(search, depth, cell)
        twisted += 1 if is_twisted else 0
        for neighbour in (cell - STRIDE, cell - ONE, cell + ONE, cell + STRIDE):
            if is_twisted:
                fresh += np.int64(board[neighbour]) & FRESH
            elif board[neighbour] == UNTRIED and reach[neighbour] == 0:
                touching += 1  # an untried orbit that S reaches from the other side: met twice
    others = np.int64(top) - twisted
    return twisted, twisted * (twisted - 1) // 2 + twisted * others + fresh + touching // 2


@kernel
def _count_closed(search: Search, depth: np.uint64, top: np.uint64) -> None:
    """Count the nodes below a node that has room for two orbits at most."""
    counts = search.counts
    found = _close(search, depth, top)
    first = _cells(search, depth + ONE)
    for i in range(2):
        if i < _room(search, depth):
            counts[first + 2 * i] += found[i]


@kernel
def tally(search: Search, max_nodes: int) -> int:
    """Continue the count in the subtree; return the nodes visited in this call.

    The polyomino of the prefix itself (counted by `seek`) and all those below it, of all sizes,
    belong to the subtree; those of shorter prefixes do not. Call again until `search.done`.
    """
    registers, untried, taken = search.registers, search.untried, search.taken
    if registers[DONE]:
        return 0
    root_depth, depth = np.uint64(registers[ROOT_ORBITS]), np.uint64(registers[ORBITS])
    top, low = np.uint64(registers[TOP]), np.uint64(registers[LOW])
    nodes = 1 if registers[NODES] == 0 and depth > 0 else 0
    if nodes == 1 and _room(search, depth) <= 2:
        _count_closed(search, depth, top)
        registers[DONE] = 1
    while nodes < max_nodes and registers[DONE] == 0:
        if top == 0 and depth > root_depth:
            top, mark = np.uint64(search.levels[depth, KEPT]), np.uint64(search.levels[depth, MARK])
            for i in range(top):
                low -= ONE
                untried[i] = taken[low]
                _write(search.board, search.twin, taken[low], UNTRIED)
            _leave(search, depth, taken, mark, low)
            low = mark
            depth -= ONE
            registers[START] += 1 if depth == 0 else 0
        elif top == 0 and (depth > 0 or registers[START] == len(search.roots)):
            registers[DONE] = 1
        else:
            nodes += 1
            if depth == 0:
                end = _start(search)
            else:
                top -= ONE
                taken[low] = untried[top]
                low += ONE
                _write(search.board, search.twin, untried[top], 0)
                if _is_hopeless(search, depth, untried[top]):
                    continue
                end = _enter(search, depth, top)
            child = depth + ONE
            search.counts[_cells(search, child)] += search.levels[child, BALANCED]
            if _room(search, child) > 2:
                search.levels[child, MARK] = np.int64(low)
                depth, top = child, end
            else:
                _count_closed(search, child, end)
                _leave(search, child, untried, np.uint64(search.levels[child, KEPT]), end)
                registers[START] += 1 if depth == 0 else 0
    registers[ORBITS] = np.int64(depth)
    registers[TOP], registers[LOW] = np.int64(top), np.int64(low)
    registers[NODES] += nodes
    return nodes
