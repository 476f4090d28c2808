"""Fixed shapes invariant under a symmetry group: Redelmeier's search on its orbit graph.

`orbits` has the steps of the search, the state that they change, and when a set of orbits is
*balanced*, a connected shape.

Once a node is balanced, all nodes below it are: its children are counted by weight and not
examined, and those that leave room for one more orbit of the lightest weight are not entered
either. One pass counts all sizes up to the limit.

State: an `OrbitSet`, whose `untried` is a stack. `taken`, uint64, holds the orbits popped by all
levels since the subtree's root; TAKEN_BEFORE is its length when a level is entered. The cursor has
the number of orbits placed, those of the prefix, those of the first node that belongs to the
subtree, the lengths of `untried` and `taken`, the next root, done, and the nodes visited.
Invariant: the untried orbits that a node has popped lie on `taken`.

The first entry of a prefix chooses a root of the graph, each further entry j takes the j-th orbit
from the top of the untried list. Children that are too heavy are leaves without shapes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from enumino.enum.kernels.shared.bits import ONE
from enumino.enum.kernels.shared.jit import inlined, kernel, subroutine
from enumino.enum.kernels.shared.orbits import (
    CHOICE,
    GROUP,
    LANE_BITS,
    LANE_MASK,
    TAKEN_BEFORE,
    UNTRIED,
    WEIGHT,
    WEIGHTS,
    OrbitGraph,
    OrbitSet,
    group_with,
    new_orbit_set,
    place,
    place_root,
    take_back,
)
from enumino.enum.kernels.shared.walks import LEAF, NO_SUCH_NODE

MAX_CELLS = 60
NOTHING = np.zeros(0, np.int64)

DEPTH, BASE, OWNED_FROM, UNTRIED_END, TAKEN_END, NEXT_ROOT, DONE, NODES = range(8)  # cursor


class State(NamedTuple):
    """A resumable count on a graph; arrays are in the head of this file."""

    orbits: OrbitSet
    taken: NDArray[np.uint64]
    cursor: NDArray[np.int64]


def new_state(graph: OrbitGraph) -> State:
    """Allocate the state for a graph (see `enumino.enum.orbit_graphs`); `seek` must come first."""
    if not 1 <= graph.cells <= MAX_CELLS:
        raise ValueError(f"cells = {graph.cells}, but this count takes 1 to {MAX_CELLS} cells.")
    room = graph.neighbours.shape[1] * graph.cells * graph.cells + 8
    return State(
        orbits=new_orbit_set(graph, graph.cells),
        taken=np.zeros(room, dtype=np.uint64),
        cursor=np.zeros(8, dtype=np.int64),
    )


@inlined
def enter(state: State, prefix: NDArray[np.int64]) -> np.int64:
    """Do the work of `seek`."""
    orbits, cursor = state.orbits, state.cursor
    graph, levels = orbits.graph, orbits.levels
    orbits.placed[:] = 0
    cursor[:] = 0
    end, has_room, depth = np.int64(len(graph.roots)), True, 0
    for choice in prefix:
        if not has_room or choice < 0 or choice >= end:
            return np.int64(NO_SUCH_NODE)
        if depth == 0:
            cursor[NEXT_ROOT] = choice
            end = np.int64(place_root(orbits, choice))
        else:
            for _ in range(choice + 1):
                end -= 1
                levels[depth, UNTRIED] -= graph.lanes[orbits.untried[end]]
            end = np.int64(place(orbits, np.uint64(depth), np.uint64(end), np.uint64(end)))
        depth += 1
        if choice != 0 or depth == 1:
            cursor[OWNED_FROM] = depth
        has_room = levels[depth, WEIGHT] + graph.lightest <= graph.cells
    cursor[DEPTH] = cursor[BASE] = depth
    cursor[UNTRIED_END] = end if depth > 0 else 0
    return np.int64(LEAF) if depth > 0 and (end == 0 or not has_room) else end


@subroutine
def count_by_weight(graph: OrbitGraph, counts: NDArray[np.int64], weight: int, lanes: int) -> None:
    """Count a shape of `weight` cells with each orbit of the `lanes`, by their weights."""
    for k in range(WEIGHTS):
        larger = weight + graph.sizes[k]
        if larger < len(counts):
            counts[larger] += (lanes >> (LANE_BITS * k)) & LANE_MASK


@subroutine
def count_node(state: State, counts: NDArray[np.int64], depth: np.uint64) -> None:
    """Count the shape of a level, if it is balanced and not too large."""
    graph, level = state.orbits.graph, state.orbits.levels[depth]
    if level[GROUP] == graph.whole and level[WEIGHT] <= graph.cells:
        counts[level[WEIGHT]] += 1


@subroutine
def count_children(state: State, counts: NDArray[np.int64], depth: np.uint64) -> None:
    """Count the children of a balanced node, by their weights."""
    graph, level = state.orbits.graph, state.orbits.levels[depth]
    if level[GROUP] == graph.whole:
        count_by_weight(graph, counts, level[WEIGHT], level[UNTRIED])


@subroutine
def fresh_by_weight(state: State, orbit: np.uint64) -> np.int64:
    """Return the number of neighbours never reached of an orbit, by weight in lanes."""
    lanes = np.int64(0)
    graph, reached = state.orbits.graph, state.orbits.reached
    for k in range(np.uint64(graph.distinct.shape[1])):
        q = np.uint64(graph.distinct[orbit, k])
        if reached[q] == 0:
            lanes += graph.lanes[q]
    return lanes


@inlined
def count_unentered(state: State, counts: NDArray[np.int64], depth: np.uint64, orbit: np.uint64):
    """Count a child, and its children, if it is so large that it is not entered; whether it is."""
    orbits, level = state.orbits, state.orbits.levels[depth]
    graph, cells = orbits.graph, orbits.graph.cells
    weight = level[WEIGHT] + graph.weights[orbit]
    if level[GROUP] == graph.whole and weight + 2 * graph.lightest > cells:
        # Room for one orbit more at most: an untried one, or a new neighbour of this one.
        count_by_weight(graph, counts, weight, level[UNTRIED] + fresh_by_weight(state, orbit))
        return True
    if weight + graph.lightest > cells:
        if weight <= cells and group_with(orbits, level[GROUP], orbit) == graph.whole:
            counts[weight] += 1
        return True
    return False


@inlined
def return_to_parent(state: State, depth: np.uint64, taken_end: np.uint64):
    """Undo what a node has popped and placed; return the ends of the untried and the taken."""
    end = np.uint64(state.orbits.levels[depth, CHOICE])
    for i in range(end):
        taken_end -= ONE
        state.orbits.untried[i] = state.taken[taken_end]
    taken_end = np.uint64(state.orbits.levels[depth, TAKEN_BEFORE])
    take_back(state.orbits, depth)
    return end, taken_end


@kernel
def seek_or_tally(
    state: State, prefix: NDArray[np.int64], counts: NDArray[np.int64], max_nodes: int
) -> np.int64:
    """Run `seek` if there are no nodes to visit, otherwise `tally`, and return 0.

    One function compiles in half the time of two.
    """
    if max_nodes == 0:
        return enter(state, prefix)
    orbits, cursor = state.orbits, state.cursor
    graph, levels = orbits.graph, orbits.levels
    base, depth = np.uint64(cursor[BASE]), np.uint64(cursor[DEPTH])
    end, taken_end = np.uint64(cursor[UNTRIED_END]), np.uint64(cursor[TAKEN_END])
    nodes = 0
    if base > 0 and cursor[OWNED_FROM] <= cursor[BASE]:
        for owned in range(cursor[OWNED_FROM], cursor[BASE] + 1):
            nodes += 1
            count_node(state, counts, np.uint64(owned))
        cursor[OWNED_FROM] = cursor[BASE] + 1
        count_children(state, counts, depth)
    while nodes < max_nodes and not cursor[DONE]:
        if depth == 0 and cursor[NEXT_ROOT] < len(graph.roots):
            end = place_root(orbits, cursor[NEXT_ROOT])
            cursor[NEXT_ROOT] += 1
            depth = ONE
            nodes += 1
            count_node(state, counts, depth)
            count_children(state, counts, depth)
        elif depth > 0 and end > 0 and levels[depth, WEIGHT] + graph.lightest <= graph.cells:
            end -= ONE
            orbit = orbits.untried[end]
            state.taken[taken_end] = orbit
            taken_end += ONE
            levels[depth, UNTRIED] -= graph.lanes[orbit]
            nodes += 1
            if not count_unentered(state, counts, depth, orbit):
                is_counted = levels[depth, GROUP] == graph.whole
                end = place(orbits, depth, end, end)
                depth += ONE
                levels[depth, TAKEN_BEFORE] = np.int64(taken_end)
                if not is_counted:
                    count_node(state, counts, depth)
                count_children(state, counts, depth)
        elif depth == base:
            cursor[DONE] = 1
        else:
            end, taken_end = return_to_parent(state, depth, taken_end)
            depth -= ONE
    cursor[DEPTH] = np.int64(depth)
    cursor[UNTRIED_END], cursor[TAKEN_END] = np.int64(end), np.int64(taken_end)
    cursor[NODES] += nodes
    return np.int64(0)


def seek(state: State, prefix: NDArray[np.int64]) -> int:
    """Enter the subtree of `prefix`, int64[d]; return its children, LEAF or NO_SUCH_NODE."""
    return int(seek_or_tally(state, prefix, NOTHING, 0))


def tally(state: State, counts: NDArray[np.int64], max_nodes: int) -> None:
    """Add the shapes of about `max_nodes` nodes to `counts`, int64[cells + 1], by cells."""
    seek_or_tally(state, NOTHING, counts, max_nodes)
