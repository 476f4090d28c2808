"""Fixed polyominoes invariant under a symmetry group: Redelmeier's search on its orbit graph.

The search of Redelmeier (Discrete Mathematics 36, 1981, section 3) runs on any graph with a
starting vertex; here it runs on the orbits of a group about a fixed centre. A set of orbits that
it finds is connected in the orbit graph, and is a connected polyomino just when it is *balanced*:
when the group K that its closed walks generate is the whole group. Each orbit q has a lift l(q), a
symmetry: when o, with an edge of gain g to q, is the first to reach q, then l(q) = l(o) g. Placing
o enlarges K by l(o) Stab(o) l(o)^-1 and by l(o) g l(q)^-1 for each neighbour q that is placed
already, o itself included. So K is the whole group or not regardless of the order of placing.

Once a node is balanced so are all below it: its children are counted by weight without a look at
them, and those that leave room for one more orbit of the lightest weight are not entered either.
One pass counts all sizes up to the limit.

State (`Search`): for each orbit `reached`, uint8, how many placed orbits touch it, plus one for
roots that are used up; `lift`, uint8; `placed`, uint8. `untried`, uint64, is the list as a stack
and `taken`, uint64, what was popped by all levels since the subtree's root. `levels`, int64, has
one row for each number of placed orbits: CELL, the orbit placed last; KEPT and MARK, the lengths
of the inherited list and of `taken` at entry; WEIGHT, the number of cells; GROUP, the mask of K;
KINDS, the number of untried orbits of weights 1, 2, 4 and 8 in four 16-bit lanes. Invariant: a
node's list, where popped, lies on `taken`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from enumino.enum.kernels._jit import kernel

LEAF = -1
MAX_CELLS = 60  # the orbit that stands for all others is touched four times by each: a byte
ONE = np.uint64(1)
LANES = np.array([0, 1, 1 << 16, 0, 1 << 32, 0, 0, 0, 1 << 48])  # by weight
LANE_MASK = (1 << 16) - 1

CELL, KEPT, MARK, WEIGHT, GROUP, KINDS = (np.uint64(i) for i in range(6))
ORBITS, ROOT_ORBITS, TOP, LOW, START, NODES, DONE = range(7)


class Search(NamedTuple):
    """A resumable count; `counts[n]` invariant polyominoes of n cells were found so far."""

    graph: Any
    reached: NDArray[np.uint8]
    lift: NDArray[np.uint8]
    placed: NDArray[np.uint8]
    untried: NDArray[np.uint64]
    taken: NDArray[np.uint64]
    levels: NDArray[np.int64]
    lightest: int
    registers: NDArray[np.int64]
    counts: NDArray[np.int64]

    @property
    def done(self) -> bool:
        """Whether the whole subtree is counted."""
        return bool(self.registers[DONE])

    @property
    def nodes(self) -> int:
        """Search nodes visited since `seek`: the same total however the count is interrupted."""
        return int(self.registers[NODES])


def new_search(graph: Any) -> Search:
    """Allocate the state for an `OrbitGraph` (of `counting.orbit_graph`), at the tree's root.

    Examples
    --------
    >>> from enumino.families.polyominoes.counting.orbit_graph import orbit_graph
    >>> search = new_search(orbit_graph("R90C", 9))
    >>> visited = tally(search, 1_000_000)
    >>> search.counts.tolist()
    [0, 1, 0, 0, 0, 1, 0, 0, 1, 2]
    """
    if not 1 <= graph.cells <= MAX_CELLS:
        raise ValueError(f"cells = {graph.cells}, but this count takes 1 to {MAX_CELLS} cells.")
    orbits = len(graph.weights)
    # Only the first root can be lighter than all that may be added to a set: the centre's cell.
    addable = np.delete(graph.weights[:-1], int(graph.roots[0]))
    search = Search(
        graph,
        reached=np.zeros(orbits, dtype=np.uint8),
        lift=np.zeros(orbits, dtype=np.uint8),
        placed=np.zeros(orbits, dtype=np.uint8),
        untried=np.zeros(4 * graph.cells + 8, dtype=np.uint64),
        taken=np.zeros(4 * graph.cells * graph.cells + 8, dtype=np.uint64),
        levels=np.zeros((graph.cells + 2, 6), dtype=np.int64),
        lightest=int(addable.min(initial=8)),
        registers=np.zeros(7, dtype=np.int64),
        counts=np.zeros(graph.cells + 1, dtype=np.int64),
    )
    seek(search, ())
    return search


def seek(search: Search, prefix: Sequence[int]) -> int:
    """Enter the subtree named by `prefix` and return how many children its root has.

    The first entry chooses a root of the graph, each further entry j takes the j-th orbit from
    the top of the untried list. `counts` restarts with the prefix's own polyomino, if it is one.

    Returns
    -------
    int
        The number of children; 0 at a dead end; `LEAF` (-1) when no room is left for an orbit.

    Raises
    ------
    ValueError
        When the prefix names a child that does not exist.
    """
    graph, registers, depth = search.graph, search.registers, len(prefix)
    search.reached[:] = 0
    search.reached[-1] = 1
    search.placed[:] = 0
    search.counts[:] = 0
    registers[:] = 0
    top, fits = len(graph.roots), True
    for placed, choice in enumerate(prefix):
        if not fits or not 0 <= choice < top:
            raise ValueError(f"the prefix {tuple(prefix)} names no node of this search.")
        if placed == 0:
            registers[START] = choice
            top = int(_start(search))
        else:
            for _ in range(choice + 1):
                top -= 1
                search.levels[placed, KINDS] -= _lane(graph.weights, search.untried[top])
            top = int(_place(search, np.uint64(placed), np.uint64(top)))
        fits = bool(search.levels[placed + 1, WEIGHT] + search.lightest <= graph.cells)
    registers[ORBITS] = registers[ROOT_ORBITS] = depth
    if depth == 0:
        return top
    registers[TOP] = top
    _count_own(search, np.uint64(depth))
    if fits:
        return top
    return LEAF if search.counts.any() else 0


@kernel
def _lane(weights: NDArray[np.int64], orbit: np.uint64) -> np.int64:
    return LANES[np.uint64(weights[orbit])]


@kernel
def _start(search: Search) -> np.uint64:
    """Place the next root, with the earlier ones forbidden; return the length of its list."""
    start = search.registers[START]
    for i in range(start + 1):
        search.reached[np.uint64(search.graph.roots[i])] = 1
    root = np.uint64(search.graph.roots[start])
    search.lift[root] = 0
    search.untried[0] = root
    search.levels[0, GROUP] = 1
    search.levels[0, KINDS] = 0
    search.levels[1, MARK] = 0
    return _place(search, np.uint64(0), np.uint64(0))


@kernel
def _enlarged(search: Search, group: np.int64, orbit: np.uint64) -> np.int64:
    """The group of the closed walks once `orbit` is placed too."""
    graph, lift = search.graph, search.lift
    own = np.uint64(lift[orbit])
    mask = np.int64(graph.conjugates[own, np.uint64(graph.stabilisers[orbit])]) | group
    for k in range(np.uint64(4)):
        q = np.uint64(graph.neighbours[orbit, k])
        if search.placed[q] or q == orbit:
            gain = np.uint64(graph.gains[orbit, k])
            mask |= 1 << np.int64(graph.loops[own, gain, np.uint64(lift[q])])
    return np.int64(graph.closure[np.uint64(mask)])


@kernel
def _place(search: Search, depth: np.uint64, top: np.uint64) -> np.uint64:
    """Place the orbit at `untried[top]` below a node of `depth` orbits; return the new top."""
    graph, reached, untried, lift = search.graph, search.reached, search.untried, search.lift
    orbit = untried[top]
    kinds = search.levels[depth, KINDS]
    group = search.levels[depth, GROUP]
    if group != graph.whole:
        group = _enlarged(search, group, orbit)
    depth += ONE
    search.levels[depth, CELL] = np.int64(orbit)
    search.levels[depth, KEPT] = np.int64(top)
    search.levels[depth, WEIGHT] = search.levels[depth - ONE, WEIGHT] + graph.weights[orbit]
    search.levels[depth, GROUP] = group
    search.placed[orbit] = 1
    own = np.uint64(lift[orbit])
    for k in range(np.uint64(4)):
        q = np.uint64(graph.distinct[orbit, k])
        if reached[q] == 0:
            untried[top] = q
            top += ONE
            kinds += _lane(graph.weights, q)
            lift[q] = graph.loops[own, np.uint64(graph.gains[orbit, k]), np.uint64(0)]
        reached[q] += 1
    search.levels[depth, KINDS] = kinds
    return top


@kernel
def _unplace(search: Search, depth: np.uint64) -> None:
    orbit = np.uint64(search.levels[depth, CELL])
    search.placed[orbit] = 0
    for k in range(np.uint64(4)):
        search.reached[np.uint64(search.graph.distinct[orbit, k])] -= 1


@kernel
def _count_by_weight(search: Search, weight: int, kinds: int) -> None:
    """Count one polyomino more for each orbit that `kinds` tells of and that still fits."""
    for k in range(4):
        if weight + (1 << k) < len(search.counts):
            search.counts[weight + (1 << k)] += (kinds >> (16 * k)) & LANE_MASK


@kernel
def _count_own(search: Search, depth: np.uint64) -> None:
    weight = search.levels[depth, WEIGHT]
    if search.levels[depth, GROUP] == search.graph.whole and weight <= search.graph.cells:
        search.counts[weight] += 1


@kernel
def _count_children(search: Search, depth: np.uint64) -> None:
    if search.levels[depth, GROUP] == search.graph.whole:
        _count_by_weight(search, search.levels[depth, WEIGHT], search.levels[depth, KINDS])


@kernel
def _fresh_kinds(search: Search, orbit: np.uint64) -> np.int64:
    kinds = np.int64(0)
    for k in range(np.uint64(4)):
        q = np.uint64(search.graph.distinct[orbit, k])
        if search.reached[q] == 0:
            kinds += _lane(search.graph.weights, q)
    return kinds


@kernel
def tally(search: Search, max_nodes: int) -> int:
    """Count on in the subtree and return how many nodes this call visited.

    The polyomino of the prefix itself (counted by `seek`) and all those below it, of all sizes,
    belong to the subtree; those of shorter prefixes do not. Call again until `search.done`.
    """
    graph, counts, registers = search.graph, search.counts, search.registers
    if registers[DONE]:
        return 0
    cells, whole, lightest = graph.cells, graph.whole, search.lightest
    untried, taken = search.untried, search.taken
    root_depth, depth = np.uint64(registers[ROOT_ORBITS]), np.uint64(registers[ORBITS])
    top, low = np.uint64(registers[TOP]), np.uint64(registers[LOW])
    nodes = 1 if registers[NODES] == 0 and root_depth > 0 else 0
    if nodes == 1:
        _count_children(search, depth)
    while nodes < max_nodes:
        if depth == 0:
            if registers[START] == len(graph.roots):
                registers[DONE] = 1
                break
            top = _start(search)
            registers[START] += 1
            depth = ONE
            nodes += 1
            _count_own(search, depth)
            _count_children(search, depth)
        elif top == 0 or search.levels[depth, WEIGHT] + lightest > cells:
            if depth == root_depth:
                registers[DONE] = 1
                break
            top = np.uint64(search.levels[depth, KEPT])
            for i in range(top):
                low -= ONE
                untried[i] = taken[low]
            low = np.uint64(search.levels[depth, MARK])
            _unplace(search, depth)
            depth -= ONE
        else:
            top -= ONE
            orbit = untried[top]
            taken[low] = orbit
            low += ONE
            search.levels[depth, KINDS] -= _lane(graph.weights, orbit)
            nodes += 1
            weight = search.levels[depth, WEIGHT] + graph.weights[orbit]
            group = search.levels[depth, GROUP]
            if group == whole and weight + 2 * lightest > cells:
                # Room for one orbit more at most: an untried one, or a fresh one next to this.
                kinds = search.levels[depth, KINDS] + _fresh_kinds(search, orbit)
                _count_by_weight(search, weight, kinds)
            elif weight + lightest > cells:
                if weight <= cells and _enlarged(search, group, orbit) == whole:
                    counts[weight] += 1
            else:
                top = _place(search, depth, top)
                depth += ONE
                search.levels[depth, MARK] = np.int64(low)
                if group != whole:
                    _count_own(search, depth)
                _count_children(search, depth)
    registers[ORBITS] = np.int64(depth)
    registers[TOP], registers[LOW] = np.int64(top), np.int64(low)
    registers[NODES] += nodes
    return nodes
