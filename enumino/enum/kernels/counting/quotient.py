"""Fixed shapes invariant under a symmetry group: Redelmeier's search on its orbit graph.

`orbits` has the steps of the search, the state that they change, and when a set of orbits is
*balanced*, a connected shape.

Once a node is balanced, all nodes below it are: its children are counted by weight and not
examined, and those that leave room for one more orbit of the lightest weight are not entered
either. One pass counts all sizes up to the limit.

State: the walk of `orbits`, whose `untried` is a stack. `taken`, uint64, holds the orbits popped by
all levels since the subtree's root; MARK is the length of `taken` at entry to a level. The cursor
has the number of orbits placed, those of the prefix, the least ancestor that belongs to the
subtree, the lengths of `untried` and `taken`, the next root, done, and the nodes visited.
Invariant: a node's list, where popped, lies on `taken`.

The first entry of a prefix chooses a root of the graph, each further entry j takes the j-th orbit
from the top of the untried list. Children that are too heavy are leaves without shapes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from enumino.enum.kernels.shared.jit import inlined, kernel, subroutine
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
    OrbitWalk,
    enlarged,
    new_walk,
    place,
    place_root,
    take_back,
)
from enumino.enum.kernels.shared.walks import LEAF, NO_SUCH_NODE

MAX_CELLS = 60
NOTHING = np.zeros(0, np.int64)

DEPTH, BASE, OWNED_FROM, TOP, LOW, START, DONE, NODES = range(8)  # cursor


class State(NamedTuple):
    """A resumable count on a graph; arrays are in the head of this file."""

    walk: OrbitWalk
    taken: NDArray[np.uint64]
    cursor: NDArray[np.int64]


def new_state(graph: OrbitGraph) -> State:
    """Allocate the state for a graph (see `enumino.enum.orbit_graphs`); `seek` must come first."""
    if not 1 <= graph.cells <= MAX_CELLS:
        raise ValueError(f"cells = {graph.cells}, but this count takes 1 to {MAX_CELLS} cells.")
    room = graph.neighbours.shape[1] * graph.cells * graph.cells + 8
    return State(
        walk=new_walk(graph, graph.cells),
        taken=np.zeros(room, dtype=np.uint64),
        cursor=np.zeros(8, dtype=np.int64),
    )


@inlined
def enter(state: State, prefix: NDArray[np.int64]) -> np.int64:
    """Do the work of `seek`."""
    walk, cursor = state.walk, state.cursor
    graph, levels = walk.graph, walk.levels
    walk.placed[:] = 0
    cursor[:] = 0
    top, fits, depth = np.int64(len(graph.roots)), True, 0
    for choice in prefix:
        if not fits or choice < 0 or choice >= top:
            return np.int64(NO_SUCH_NODE)
        if depth == 0:
            cursor[START] = choice
            top = np.int64(place_root(state.walk, choice))
        else:
            for _ in range(choice + 1):
                top -= 1
                levels[depth, KINDS] -= graph.lanes[state.walk.untried[top]]
            top = np.int64(place(state.walk, np.uint64(depth), np.uint64(top), np.uint64(top)))
        depth += 1
        if choice != 0 or depth == 1:
            cursor[OWNED_FROM] = depth
        fits = levels[depth, WEIGHT] + graph.lightest <= graph.cells
    cursor[DEPTH] = cursor[BASE] = depth
    cursor[TOP] = top if depth > 0 else 0
    return np.int64(LEAF) if depth > 0 and (top == 0 or not fits) else top


@subroutine
def _count_by_weight(graph: OrbitGraph, counts: NDArray[np.int64], weight: int, kinds: int) -> None:
    """Count one more shape for each orbit in `kinds` that still fits."""
    for k in range(WEIGHTS):
        larger = weight + graph.sizes[k]
        if larger < len(counts):
            counts[larger] += (kinds >> (LANE_BITS * k)) & LANE_MASK


@subroutine
def _count_own(state: State, counts: NDArray[np.int64], depth: np.uint64) -> None:
    graph, level = state.walk.graph, state.walk.levels[depth]
    if level[GROUP] == graph.whole and level[WEIGHT] <= graph.cells:
        counts[level[WEIGHT]] += 1


@subroutine
def _count_children(state: State, counts: NDArray[np.int64], depth: np.uint64) -> None:
    graph, level = state.walk.graph, state.walk.levels[depth]
    if level[GROUP] == graph.whole:
        _count_by_weight(graph, counts, level[WEIGHT], level[KINDS])


@subroutine
def _fresh_kinds(state: State, orbit: np.uint64) -> np.int64:
    kinds = np.int64(0)
    graph, reached = state.walk.graph, state.walk.reached
    for k in range(np.uint64(graph.distinct.shape[1])):
        q = np.uint64(graph.distinct[orbit, k])
        if reached[q] == 0:
            kinds += graph.lanes[q]
    return kinds


@kernel
def enter_or_count(
    state: State, prefix: NDArray[np.int64], counts: NDArray[np.int64], max_nodes: int
) -> np.int64:
    """Run `seek` if there are no nodes to visit, otherwise `tally`, and return 0.

    One function compiles in half the time of two.
    """
    if max_nodes == 0:
        return enter(state, prefix)
    walk, cursor = state.walk, state.cursor
    graph, levels = walk.graph, walk.levels
    if cursor[DONE]:
        return np.int64(0)
    cells, whole, lightest = graph.cells, graph.whole, graph.lightest
    untried, taken = state.walk.untried, state.taken
    base, depth = np.uint64(cursor[BASE]), np.uint64(cursor[DEPTH])
    top, low = np.uint64(cursor[TOP]), np.uint64(cursor[LOW])
    nodes = 0
    if cursor[NODES] == 0 and base > 0:
        for owned in range(cursor[OWNED_FROM], cursor[BASE] + 1):
            nodes += 1
            _count_own(state, counts, np.uint64(owned))
        _count_children(state, counts, depth)
    while nodes < max_nodes:
        if depth == 0:
            if cursor[START] == len(graph.roots):
                cursor[DONE] = 1
                break
            top = place_root(state.walk, cursor[START])
            cursor[START] += 1
            depth = ONE
            nodes += 1
            _count_own(state, counts, depth)
            _count_children(state, counts, depth)
        elif top == 0 or levels[depth, WEIGHT] + lightest > cells:
            if depth == base:
                cursor[DONE] = 1
                break
            top = np.uint64(levels[depth, KEPT])
            for i in range(top):
                low -= ONE
                untried[i] = taken[low]
            low = np.uint64(levels[depth, MARK])
            take_back(state.walk, depth)
            depth -= ONE
        else:
            top -= ONE
            orbit = untried[top]
            taken[low] = orbit
            low += ONE
            levels[depth, KINDS] -= graph.lanes[orbit]
            nodes += 1
            weight = levels[depth, WEIGHT] + graph.weights[orbit]
            group = levels[depth, GROUP]
            if group == whole and weight + 2 * lightest > cells:
                # Room for one orbit more at most: an untried one, or a fresh one next to this.
                kinds = levels[depth, KINDS] + _fresh_kinds(state, orbit)
                _count_by_weight(graph, counts, weight, kinds)
            elif weight + lightest > cells:
                if weight <= cells and enlarged(state.walk, group, orbit) == whole:
                    counts[weight] += 1
            else:
                top = place(state.walk, depth, top, top)
                depth += ONE
                levels[depth, MARK] = np.int64(low)
                if group != whole:
                    _count_own(state, counts, depth)
                _count_children(state, counts, depth)
    cursor[DEPTH] = np.int64(depth)
    cursor[TOP], cursor[LOW] = np.int64(top), np.int64(low)
    cursor[NODES] += nodes
    return np.int64(0)


def seek(state: State, prefix: NDArray[np.int64]) -> int:
    """Enter the subtree of `prefix`, int64[d]; return its children, LEAF or NO_SUCH_NODE."""
    return int(enter_or_count(state, prefix, NOTHING, 0))


def tally(state: State, counts: NDArray[np.int64], max_nodes: int) -> None:
    """Add the shapes of about `max_nodes` nodes to `counts`, int64[cells + 1], by cells."""
    enter_or_count(state, NOTHING, counts, max_nodes)
