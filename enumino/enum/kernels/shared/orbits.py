"""Orbit graphs, and the steps of searches on them: an orbit placed, and taken back.

The search of Redelmeier (Discrete Mathematics 36, 1981, section 3) runs on any graph with a
starting vertex; here it runs on the orbits of a group about a fixed centre. A set of orbits that
it finds is connected in the orbit graph, and is a connected shape if and only if it is *balanced*:
if the group K that its closed walks generate is the whole group. Each orbit q has a lift l(q), a
symmetry: when o, with an edge of gain g to q, is the first to reach q, then l(q) = l(o) g. Placing
o enlarges K by l(o) Stab(o) l(o)^-1 and by l(o) g l(q)^-1 for each neighbour q that is placed
already, o itself included. Whether K is the whole group does not depend on the order of placing.

State of a search, by orbit: `reached`, uint16, the number of placed orbits that touch it, plus one
if the root forbids it; `lift`, uint8; `placed`, uint8. `untried`, uint64, holds orbits to place.
`levels`, int64, has one row for each number of placed orbits: PLACED_ORBIT, the orbit placed last;
from NEXT to END, the children still to visit, among the untried orbits, or among the roots if no
orbit is placed; WEIGHT, the number of cells; GROUP, the number of K; UNTRIED, the number of untried
orbits of each weight, in six lanes of ten bits.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from enumino.enum.kernels.shared.bits import ONE
from enumino.enum.kernels.shared.jit import inlined, subroutine

WEIGHTS = 6  # different weights of orbits at most: divisors of the order of the group
LANE_BITS = 10  # at most 8 neighbours of each of 60 cells are untried
LANE_MASK = (1 << LANE_BITS) - 1
PLACED_ORBIT, NEXT, END, WEIGHT, GROUP, UNTRIED = range(6)
LEVEL_SIZE = 6


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
    forbidden, forbidden_from : uint16[...], int64[R+1]
        ``forbidden[forbidden_from[i]:forbidden_from[i + 1]]`` are not added to root i, which is
        among them.
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
    forbidden: NDArray[np.uint16]
    forbidden_from: NDArray[np.int64]
    products: NDArray[np.uint8]
    quotients: NDArray[np.uint8]
    conjugates: NDArray[np.uint8]
    joins: NDArray[np.uint8]
    adjoined: NDArray[np.uint8]
    whole: int
    lightest: int


class OrbitSet(NamedTuple):
    """The set of placed orbits of a search; the arrays are in the head of this file."""

    graph: OrbitGraph
    reached: NDArray[np.uint16]
    lift: NDArray[np.uint8]
    placed: NDArray[np.uint8]
    untried: NDArray[np.uint64]
    levels: NDArray[np.int64]


def new_orbit_set(graph: OrbitGraph, cells: int, columns: int = LEVEL_SIZE) -> OrbitSet:
    """Return an empty set, with room for `cells` cells and `columns` columns of levels."""
    orbits, degree = graph.neighbours.shape
    return OrbitSet(
        graph,
        reached=np.zeros(orbits, np.uint16),
        lift=np.zeros(orbits, np.uint8),
        placed=np.zeros(orbits, np.uint8),
        untried=np.zeros(degree * (cells + 2) + 8, np.uint64),
        levels=np.zeros((cells + 3, columns), np.int64),
    )


@inlined
def go_to_root(orbits):
    """Remove all orbits; the roots are to be visited."""
    orbits.placed[:] = 0
    orbits.levels[0, NEXT], orbits.levels[0, END] = 0, orbits.graph.roots.size


@inlined
def begin_at_root(orbits, number):
    """Make root `number` the only untried orbit, and forbid others; none is placed."""
    graph, reached = orbits.graph, orbits.reached
    reached[:] = 0
    reached[-1] = 1
    for i in range(graph.forbidden_from[number], graph.forbidden_from[number + 1]):
        reached[np.uint64(graph.forbidden[i])] = 1
    root = np.uint64(graph.roots[number])
    orbits.lift[root] = 0
    orbits.untried[0] = root
    orbits.levels[0, GROUP] = 0
    orbits.levels[0, UNTRIED] = 0


@inlined
def group_with(orbits, group, orbit):
    """Return the group of the closed walks once `orbit` is placed too."""
    graph, lift = orbits.graph, orbits.lift
    own = np.uint64(lift[orbit])
    stabiliser = graph.conjugates[own, np.uint64(graph.stabilisers[orbit])]
    group = np.int64(graph.joins[np.uint64(group), np.uint64(stabiliser)])
    for k in range(np.uint64(graph.neighbours.shape[1])):
        q = np.uint64(graph.neighbours[orbit, k])
        if orbits.placed[q] or q == orbit:
            along_edge = np.uint64(graph.products[own, np.uint64(graph.gains[orbit, k])])
            closed_walk = np.uint64(graph.quotients[along_edge, np.uint64(lift[q])])
            group = np.int64(graph.adjoined[np.uint64(group), closed_walk])
    return group


@subroutine
def place(orbits, depth, choice):
    """Place untried orbit number `choice`, or that root, below a node of `depth` orbits.

    Its fresh neighbours are appended to the untried orbits.
    """
    graph, reached, untried, lift = orbits.graph, orbits.reached, orbits.untried, orbits.lift
    level, at, end = orbits.levels[depth], np.uint64(choice), np.uint64(0)
    below = orbits.levels[depth + 1]
    below[NEXT] = choice + 1
    if depth == 0:
        begin_at_root(orbits, choice)
        at, below[NEXT] = np.uint64(0), 0
    else:
        end = np.uint64(level[END])
    orbit, weights, group = untried[at], level[UNTRIED], level[GROUP]
    if group != graph.whole:
        group = group_with(orbits, group, orbit)
    below[PLACED_ORBIT] = np.int64(orbit)
    below[WEIGHT] = level[WEIGHT] + graph.weights[orbit]
    below[GROUP] = group
    orbits.placed[orbit] = 1
    own = np.uint64(lift[orbit])
    for k in range(np.uint64(graph.distinct.shape[1])):
        q = np.uint64(graph.distinct[orbit, k])
        if reached[q] == 0:
            untried[end] = q
            end += ONE
            weights += graph.lanes[q]
            lift[q] = graph.products[own, np.uint64(graph.gains[orbit, k])]
        reached[q] += 1
    below[END], below[UNTRIED] = np.int64(end), weights


@inlined
def take_back(orbits, depth):
    """Undo `place`."""
    orbit = np.uint64(orbits.levels[depth, PLACED_ORBIT])
    orbits.placed[orbit] = 0
    for k in range(np.uint64(orbits.graph.distinct.shape[1])):
        orbits.reached[np.uint64(orbits.graph.distinct[orbit, k])] -= 1
