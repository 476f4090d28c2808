"""Fixed shapes invariant under a symmetry group: Redelmeier's search on its orbit graph.

`orbits` has the steps of the search and its state, and explains when a set of orbits is *balanced*,
which means a connected shape.

All nodes below a balanced node are balanced: its children are counted by weight and not examined,
and children with room for only one more orbit of the lightest weight are not entered either. One
pass counts all sizes up to the limit.

State: an `OrbitSet`, and a cursor (`cursor`). Invariant of `tally`: with ``depth`` orbits placed,
``untried`` from NEXT to END of that level are the children still to visit.
"""

from typing import NamedTuple

import numpy as np

from enumino.arrays import I64
from enumino.enum.kernels.shared.cursor import BASE, DEPTH, DONE, NODES, OWNED
from enumino.enum.kernels.shared.jit import inlined, kernel, subroutine
from enumino.enum.kernels.shared.orbits import (
    GROUP,
    LANE_BITS,
    LANE_MASK,
    UNTRIED,
    WEIGHT,
    WEIGHTS,
    OrbitGraph,
    OrbitSet,
    begin,
    children_left,
    group_with,
    new_orbit_set,
    place,
    skip_children,
    take_back,
)
from enumino.enum.kernels.shared.walks import enter_and_probe

MAX_CELLS = 60


class State(NamedTuple):
    """State of the count; picklable between any two calls."""

    orbits: OrbitSet
    cursor: I64


def new_state(graph: OrbitGraph) -> State:
    """Return a state for a graph (see `enumino.enum.orbit_graphs`); enter a subtree first."""
    if not 1 <= graph.cells <= MAX_CELLS:
        raise ValueError(f"cells = {graph.cells}, but this count takes 1 to {MAX_CELLS} cells.")
    return State(new_orbit_set(graph), np.zeros(5, np.int64))


@subroutine
def count_by_weight(graph: OrbitGraph, counts: I64, weight: int, lanes: int) -> None:
    """Count a shape of `weight` cells with each orbit of the `lanes`, by their weights."""
    for k in range(WEIGHTS):
        larger = weight + graph.sizes[k]
        if larger < len(counts):
            counts[larger] += (lanes >> (LANE_BITS * k)) & LANE_MASK


@subroutine
def count_node(state: State, counts: I64, depth: int) -> None:
    """Count the shape of a level, if it is balanced and not too large."""
    graph, level = state.orbits.graph, state.orbits.levels[depth]
    if level[GROUP] == graph.whole and level[WEIGHT] <= graph.cells:
        counts[level[WEIGHT]] += 1


@subroutine
def count_children(state: State, counts: I64, depth: int) -> None:
    """Count the children of a balanced node, by their weights."""
    graph, level = state.orbits.graph, state.orbits.levels[depth]
    if level[GROUP] == graph.whole:
        count_by_weight(graph, counts, level[WEIGHT], level[UNTRIED])


@subroutine
def fresh_by_weight(state: State, orbit: np.uint64) -> np.int64:
    """Return the numbers, in lanes by weight, of an orbit's neighbours that were never reached."""
    lanes = np.int64(0)
    graph, reached = state.orbits.graph, state.orbits.reached
    for k in range(np.uint64(graph.distinct.shape[1])):
        q = np.uint64(graph.distinct[orbit, k])
        if reached[q] == 0:
            lanes += graph.lanes[q]
    return lanes


@inlined
def is_entered(orbits, depth, weight):
    """Return whether a child of this weight is entered, and not only counted."""
    graph, is_balanced = orbits.graph, orbits.levels[depth, GROUP] == orbits.graph.whole
    return weight + (2 if is_balanced else 1) * graph.lightest <= graph.cells


@inlined
def count_unentered(state, counts, depth, orbit, weight):
    """Count a child that is not entered, and its children."""
    orbits, level = state.orbits, state.orbits.levels[depth]
    graph = orbits.graph
    if level[GROUP] == graph.whole:
        # Room for one more orbit at most: an untried orbit, or a new neighbour of this orbit.
        count_by_weight(graph, counts, weight, level[UNTRIED] + fresh_by_weight(state, orbit))
    elif weight <= graph.cells and group_with(orbits, level[GROUP], orbit) == graph.whole:
        counts[weight] += 1


@kernel
def tally(state, counts, max_nodes):
    """Add the shapes of about `max_nodes` nodes to `counts`, int64[cells + 1], by cells."""
    orbits, cursor, levels = state.orbits, state.cursor, state.orbits.levels
    graph, base, depth, nodes = orbits.graph, cursor[BASE], cursor[DEPTH], np.int64(0)
    while nodes < max_nodes and not cursor[DONE]:
        if cursor[OWNED] > 0:
            cursor[OWNED] -= 1
            nodes += 1
            count_node(state, counts, base - cursor[OWNED])
            if cursor[OWNED] == 0:
                count_children(state, counts, base)
        elif children_left(orbits, depth) > 0:
            choice, is_counted = skip_children(orbits, depth, 1), False
            nodes += 1
            if depth > 0:
                orbit = orbits.untried[np.uint64(choice)]
                weight = levels[depth, WEIGHT] + graph.weights[orbit]
                if not is_entered(orbits, depth, weight):
                    count_unentered(state, counts, depth, orbit, weight)
                    continue
                is_counted = levels[depth, GROUP] == graph.whole
            place(orbits, depth, choice)
            depth += 1
            if not is_counted:
                count_node(state, counts, depth)
            count_children(state, counts, depth)
        elif depth == base:
            cursor[DONE] = 1
        else:
            take_back(orbits, depth)
            depth -= 1
    cursor[DEPTH] = depth
    cursor[NODES] += nodes


@inlined
def go_to_child(state, child):
    """Go to a child of the current node; return its children if it would be entered."""
    orbits, depth = state.orbits, state.cursor[DEPTH]
    place(orbits, depth, skip_children(orbits, depth, child + 1))
    is_open = depth == 0 or is_entered(orbits, depth, orbits.levels[depth + 1, WEIGHT])
    return children_left(orbits, depth + 1) if is_open else np.int64(0)


@kernel
def seek_and_probe(state, prefix, walks, random):
    """Enter a subtree; return its children, and the nodes that random walks estimate, in all."""
    return enter_and_probe(state, prefix, walks, random, 0, begin, go_to_child)
