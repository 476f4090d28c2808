"""Orbit graphs, and the steps of searches on them: an orbit placed, and taken back.

The search of Redelmeier (Discrete Mathematics 36, 1981, section 3) runs on any graph with a
starting vertex; here it runs on the orbits of a group about a fixed centre. A set of orbits that
it finds is connected in the orbit graph, and is a connected shape if and only if it is *balanced*:
if the group K that its closed walks generate is the whole group. Each orbit q has a lift l(q), a
symmetry: when o, with an edge of gain g to q, is the first to reach q, then l(q) = l(o) g. Placing
o enlarges K by l(o) Stab(o) l(o)^-1 and by l(o) g l(q)^-1 for each neighbour q that is placed
already, o itself included. Whether K is the whole group does not depend on the order of placing.

The children of the tree's root are the roots of the graph; the j-th child of another node adds the
j-th untried orbit, and the orbits before it stay forbidden below. A node without room for another
orbit has no children. Children that are too heavy are leaves without shapes.

State of a search, by orbit: `reached`, uint16, the number of placed orbits that touch it, plus one
if the root forbids it; `lift`, uint8; `placed`, uint8. `untried`, uint64, holds orbits to place.
`levels`, int64, has one row for each number of placed orbits: PLACED_ORBIT, the orbit placed last;
from NEXT to END, the children still to visit, among the untried orbits, or among the roots if no
orbit is placed; WEIGHT, the number of cells; GROUP, the number of K; UNTRIED, the number of untried
orbits of each weight, in six lanes of ten bits.
"""

from typing import NamedTuple

import numpy as np

from enumino.arrays import I64, U8, U16, U64
from enumino.enum.kernels.shared.bits import ONE
from enumino.enum.kernels.shared.jit import inlined, subroutine

WEIGHTS = 6  # different weights of orbits at most: divisors of the order of the group
LANE_BITS = 10  # at most 8 neighbours of each of 60 cells are untried
LANE_MASK = (1 << LANE_BITS) - 1
PLACED_ORBIT, NEXT, END, WEIGHT, GROUP, UNTRIED = range(6)


class OrbitGraph(NamedTuple):
    """Orbits 0..Q-1 that shapes of up to `cells` cells can use; Q stands for all others."""

    cells: int
    weights: I64  # [Q + 1], the cells of each orbit; 0 for Q
    lanes: I64  # [Q + 1], one in the lane of the orbit's weight
    sizes: I64  # [6], the weights by lane, ascending; behind them larger than `cells`
    stabilisers: U8  # [Q + 1], the subgroup that fixes the orbit's representative
    # [Q + 1, degree], the orbit and the gain of each neighbour of the representative.
    neighbours: U16
    gains: U8
    distinct: U16  # `neighbours`, with Q in place of the orbit itself and of repetitions
    roots: U16  # the orbits that a set may start at
    # ``forbidden[forbidden_from[i]:forbidden_from[i + 1]]``, with root i, are not added to it.
    forbidden: U16
    forbidden_from: I64
    # [order, order], the symmetries a b and a b^-1; 0 is the identity.
    products: U8
    quotients: U8
    conjugates: U8  # [order, subgroups], the subgroup a S a^-1
    joins: U8  # [subgroups, subgroups], the subgroup that two generate; 0 is the trivial one
    adjoined: U8  # [subgroups, order], the subgroup that a subgroup and a symmetry generate
    whole: int  # the number of the whole group
    lightest: int  # the smallest weight of an orbit that may be added to a set


class OrbitSet(NamedTuple):
    """The set of placed orbits of a search; the arrays are in the head of this file."""

    graph: OrbitGraph
    reached: U16
    lift: U8
    placed: U8
    untried: U64
    levels: I64


def new_orbit_set(graph: OrbitGraph) -> OrbitSet:
    """Return an empty set."""
    (orbits, degree), cells = graph.neighbours.shape, graph.cells
    return OrbitSet(
        graph,
        reached=np.zeros(orbits, np.uint16),
        lift=np.zeros(orbits, np.uint8),
        placed=np.zeros(orbits, np.uint8),
        untried=np.zeros(degree * (cells + 2) + 8, np.uint64),
        levels=np.zeros((cells + 3, 6), np.int64),
    )


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
    """Place untried orbit number `choice`, or that root, and append its fresh neighbours."""
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
    if below[WEIGHT] + graph.lightest > graph.cells:
        below[NEXT] = below[END]


@inlined
def take_back(orbits, depth):
    """Undo `place`."""
    orbit = np.uint64(orbits.levels[depth, PLACED_ORBIT])
    orbits.placed[orbit] = 0
    for k in range(np.uint64(orbits.graph.distinct.shape[1])):
        orbits.reached[np.uint64(orbits.graph.distinct[orbit, k])] -= 1


@inlined
def children_left(orbits, depth):
    """Return the number of children still to visit."""
    return orbits.levels[depth, END] - orbits.levels[depth, NEXT]


@inlined
def skip_children(orbits, depth, children):
    """Remove the next children from the untried orbits of a level; return the last child."""
    level, choice = orbits.levels[depth], np.int64(0)
    for _ in range(children):
        choice = level[NEXT]
        level[NEXT] += 1
        if depth > 0:
            level[UNTRIED] -= orbits.graph.lanes[orbits.untried[np.uint64(choice)]]
    return choice


@inlined
def begin(state):
    """Go to the root of the tree of the `orbits` of a state; return its children."""
    orbits = state.orbits
    orbits.placed[:] = 0
    orbits.levels[0, NEXT], orbits.levels[0, END] = 0, orbits.graph.roots.size
    return orbits.graph.roots.size
