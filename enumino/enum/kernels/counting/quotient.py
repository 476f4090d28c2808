"""Fixed shapes invariant under a symmetry group: Redelmeier's search on its orbit graph.

The search of Redelmeier (Discrete Mathematics 36, 1981, section 3) runs on any graph with a
starting vertex; here it runs on the orbits of a group about a fixed centre. A set of orbits that
it finds is connected in the orbit graph, and is a connected shape just when it is *balanced*:
when the group K that its closed walks generate is the whole group. Each orbit q has a lift l(q), a
symmetry: when o, with an edge of gain g to q, is the first to reach q, then l(q) = l(o) g. Placing
o enlarges K by l(o) Stab(o) l(o)^-1 and by l(o) g l(q)^-1 for each neighbour q that is placed
already, o itself included. So K is the whole group or not regardless of the order of placing.

Once a node is balanced, all nodes below it are: its children are counted by weight and not
examined, and those that leave room for one more orbit of the lightest weight are not entered
either. One pass counts all sizes up to the limit.

State (`Search`): for each orbit `reached`, uint16, the number of placed orbits that touch it, plus
one for those that the root bars; `lift`, uint8; `placed`, uint8. `untried`, uint64, is the list as
a stack and `taken`, uint64, the orbits popped by all levels since the subtree's root. `levels`,
int64, has one row for each number of placed orbits: CELL, the orbit placed last; KEPT and MARK, the
lengths of the inherited list and of `taken` at entry; WEIGHT, the number of cells; GROUP, the
number of K; KINDS, the number of untried orbits of each weight, in six lanes of ten bits.
Invariant: a node's list, where popped, lies on `taken`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from enumino.enum.kernels.shared.jit import kernel

LEAF = -1
MAX_CELLS = 60
ONE = np.uint64(1)
WEIGHTS = 6  # different ones of orbits: the divisors of a group's order that occur
LANE_BITS = 10  # at most 8 neighbours of each of 60 cells are untried
LANE_MASK = (1 << LANE_BITS) - 1

CELL, KEPT, MARK, WEIGHT, GROUP, KINDS = (np.uint64(i) for i in range(6))
ORBITS, ROOT_ORBITS, TOP, LOW, START, NODES, DONE = range(7)


class OrbitGraph(NamedTuple):
    """Orbits 0..Q-1 that shapes of up to `cells` cells can use; Q stands for all others.

    Attributes
    ----------
    cells : int
        The largest number of cells the graph was built for.
    weights : int64[Q+1]
        Cells in the orbit (0 for Q).
    lanes : int64[Q+1]
        One in the lane of the orbit's weight.
    sizes : int64[6]
        The weights by lane, ascending; behind them larger than `cells`.
    stabilisers : uint8[Q+1]
        The subgroup that fixes the representative.
    neighbours, gains : uint16[Q+1, degree], uint8[Q+1, degree]
        Orbit and gain of each of the representative's neighbours.
    distinct : uint16[Q+1, degree]
        `neighbours` with Q in place of the orbit itself and of repetitions.
    roots : uint16[R]
        The orbits a set may start at.
    barred, barred_from : uint16[...], int64[R+1]
        ``barred[barred_from[i]:barred_from[i + 1]]`` cannot be used from root i on, itself
        included.
    products, quotients : uint8[order, order]
        The symmetries a b and a b^-1; 0 is the identity.
    conjugates : uint8[order, subgroups]
        The subgroup a S a^-1.
    joins : uint8[subgroups, subgroups]
        The subgroup that two subgroups generate; 0 is the trivial one.
    adjoined : uint8[subgroups, order]
        The subgroup that a subgroup and a symmetry generate.
    whole : int
        The number of the whole group.
    lightest : int
        The smallest weight of an orbit that may be added to a set.
    """

    cells: int
    weights: NDArray[np.int64]
    lanes: NDArray[np.int64]
    sizes: NDArray[np.int64]
    stabilisers: NDArray[np.uint8]
    neighbours: NDArray[np.uint16]
    gains: NDArray[np.uint8]
    distinct: NDArray[np.uint16]
    roots: NDArray[np.uint16]
    barred: NDArray[np.uint16]
    barred_from: NDArray[np.int64]
    products: NDArray[np.uint8]
    quotients: NDArray[np.uint8]
    conjugates: NDArray[np.uint8]
    joins: NDArray[np.uint8]
    adjoined: NDArray[np.uint8]
    whole: int
    lightest: int


class Search(NamedTuple):
    """A resumable count; `counts[n]` invariant shapes of n cells were found so far."""

    graph: OrbitGraph
    reached: NDArray[np.uint16]
    lift: NDArray[np.uint8]
    placed: NDArray[np.uint8]
    untried: NDArray[np.uint64]
    taken: NDArray[np.uint64]
    levels: NDArray[np.int64]
    registers: NDArray[np.int64]
    counts: NDArray[np.int64]

    @property
    def done(self) -> bool:
        """Whether the whole subtree is counted."""
        return bool(self.registers[DONE])

    @property
    def nodes(self) -> int:
        """Search nodes visited since `seek`, however often the count was interrupted."""
        return int(self.registers[NODES])


def new_search(graph: OrbitGraph) -> Search:
    """Allocate the state for a graph (see `enumino.enum.orbit_graphs`), at the tree's root.

    Raises
    ------
    ValueError
        If the graph is for too many cells.
    """
    if not 1 <= graph.cells <= MAX_CELLS:
        raise ValueError(f"cells = {graph.cells}, but this count takes 1 to {MAX_CELLS} cells.")
    orbits, degree = graph.neighbours.shape
    search = Search(
        graph,
        reached=np.zeros(orbits, dtype=np.uint16),
        lift=np.zeros(orbits, dtype=np.uint8),
        placed=np.zeros(orbits, dtype=np.uint8),
        untried=np.zeros(degree * graph.cells + 8, dtype=np.uint64),
        taken=np.zeros(degree * graph.cells * graph.cells + 8, dtype=np.uint64),
        levels=np.zeros((graph.cells + 2, 6), dtype=np.int64),
        registers=np.zeros(7, dtype=np.int64),
        counts=np.zeros(graph.cells + 1, dtype=np.int64),
    )
    seek(search, ())
    return search


def seek(search: Search, prefix: Sequence[int]) -> int:
    """Enter the subtree named by `prefix`; return the number of its root's children.

    The first entry chooses a root of the graph, each further entry j takes the j-th orbit from
    the top of the untried list. `counts` restarts with the prefix's own shape, if it is one.

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
                search.levels[placed, KINDS] -= graph.lanes[search.untried[top]]
            top = int(_place(search, np.uint64(placed), np.uint64(top)))
        fits = bool(search.levels[placed + 1, WEIGHT] + graph.lightest <= graph.cells)
    registers[ORBITS] = registers[ROOT_ORBITS] = depth
    if depth == 0:
        return top
    registers[TOP] = top
    _count_own(search, np.uint64(depth))
    if fits:
        return top
    return LEAF if search.counts.any() else 0


@kernel
def _start(search: Search) -> np.uint64:
    """Place the next root and bar its orbits; return the length of its list."""
    graph, reached, start = search.graph, search.reached, search.registers[START]
    reached[:] = 0
    reached[-1] = 1
    for i in range(graph.barred_from[start], graph.barred_from[start + 1]):
        reached[np.uint64(graph.barred[i])] = 1
    root = np.uint64(graph.roots[start])
    search.lift[root] = 0
    search.untried[0] = root
    search.levels[0, GROUP] = 0
    search.levels[0, KINDS] = 0
    search.levels[1, MARK] = 0
    return _place(search, np.uint64(0), np.uint64(0))


@kernel
def _enlarged(search: Search, group: np.int64, orbit: np.uint64) -> np.int64:
    """Return the group of the closed walks once `orbit` is placed too."""
    graph, lift = search.graph, search.lift
    own = np.uint64(lift[orbit])
    fixing = graph.conjugates[own, np.uint64(graph.stabilisers[orbit])]
    group = np.int64(graph.joins[np.uint64(group), np.uint64(fixing)])
    for k in range(np.uint64(graph.neighbours.shape[1])):
        q = np.uint64(graph.neighbours[orbit, k])
        if search.placed[q] or q == orbit:
            there = np.uint64(graph.products[own, np.uint64(graph.gains[orbit, k])])
            loop = np.uint64(graph.quotients[there, np.uint64(lift[q])])
            group = np.int64(graph.adjoined[np.uint64(group), loop])
    return group


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
    for k in range(np.uint64(graph.distinct.shape[1])):
        q = np.uint64(graph.distinct[orbit, k])
        if reached[q] == 0:
            untried[top] = q
            top += ONE
            kinds += graph.lanes[q]
            lift[q] = graph.products[own, np.uint64(graph.gains[orbit, k])]
        reached[q] += 1
    search.levels[depth, KINDS] = kinds
    return top


@kernel
def _unplace(search: Search, depth: np.uint64) -> None:
    orbit = np.uint64(search.levels[depth, CELL])
    search.placed[orbit] = 0
    for k in range(np.uint64(search.graph.distinct.shape[1])):
        search.reached[np.uint64(search.graph.distinct[orbit, k])] -= 1


@kernel
def _count_by_weight(search: Search, weight: int, kinds: int) -> None:
    """Count one more shape for each orbit in `kinds` that still fits."""
    for k in range(WEIGHTS):
        larger = weight + search.graph.sizes[k]
        if larger < len(search.counts):
            search.counts[larger] += (kinds >> (LANE_BITS * k)) & LANE_MASK


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
    for k in range(np.uint64(search.graph.distinct.shape[1])):
        q = np.uint64(search.graph.distinct[orbit, k])
        if search.reached[q] == 0:
            kinds += search.graph.lanes[q]
    return kinds


@kernel
def tally(search: Search, max_nodes: int) -> int:
    """Continue the count in the subtree; return the nodes visited in this call.

    The shape of the prefix itself (counted by `seek`) and all those below it, of all sizes,
    belong to the subtree; those of shorter prefixes do not. Call again until `search.done`.
    """
    graph, counts, registers = search.graph, search.counts, search.registers
    if registers[DONE]:
        return 0
    cells, whole, lightest = graph.cells, graph.whole, graph.lightest
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
            search.levels[depth, KINDS] -= graph.lanes[orbit]
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
