"""Fixed shapes invariant under a symmetry group: Redelmeier's search on its orbit graph.

`orbits` has the steps of the search, the state that they change, and when a set of orbits is
*balanced*, a connected shape.

Once a node is balanced, all nodes below it are: its children are counted by weight and not
examined, and those that leave room for one more orbit of the lightest weight are not entered
either. One pass counts all sizes up to the limit.

State (`Search`): that of `orbits`. The list `untried` is a stack, and `taken`, uint64, holds the
orbits popped by all levels since the subtree's root; MARK is the length of `taken` at entry to a
level. Invariant: a node's list, where popped, lies on `taken`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from enumino.enum.kernels.shared.jit import kernel
from enumino.enum.kernels.shared.orbits import (
    GROUP,
    KEPT,
    KINDS,
    LANE_BITS,
    LANE_MASK,
    MARK,
    ONE,
    WEIGHT,
    WEIGHTS,
    OrbitGraph,
    enlarged,
    place,
    place_root,
    take_back,
)

LEAF = -1
MAX_CELLS = 60

ORBITS, ROOT_ORBITS, TOP, LOW, START, NODES, DONE = range(7)


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
    """Allocate the state for a graph (see `enumino.enum.orbit_graphs`), at the tree's root."""
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

    The first entry chooses a root of the graph, each further entry j takes the j-th orbit from the
    top of the untried list. `counts` restarts with the prefix's own shape, if it is one. The result
    is 0 at a dead end, `LEAF` (-1) when no room is left for an orbit; no such child is a
    ValueError.
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
            top = int(place_root(search, choice))
        else:
            for _ in range(choice + 1):
                top -= 1
                search.levels[placed, KINDS] -= graph.lanes[search.untried[top]]
            top = int(place(search, np.uint64(placed), np.uint64(top), np.uint64(top)))
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
            top = place_root(search, registers[START])
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
            take_back(search, depth)
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
                if weight <= cells and enlarged(search, group, orbit) == whole:
                    counts[weight] += 1
            else:
                top = place(search, depth, top, top)
                depth += ONE
                search.levels[depth, MARK] = np.int64(low)
                if group != whole:
                    _count_own(search, depth)
                _count_children(search, depth)
    registers[ORBITS] = np.int64(depth)
    registers[TOP], registers[LOW] = np.int64(top), np.int64(low)
    registers[NODES] += nodes
    return nodes
