"""The tree of partitions of a graph into connected parts, with bounds on the weights of the parts.

Part by part: the next part begins at the first free vertex and grows by the search of Redelmeier
(*Counting polyominoes: yet another attack*, Discrete Math. 36, 1981) among the free vertices. A
vertex that the part touches is put into a queue. For the vertex at its head there are two children:
the part takes the vertex (0), or leaves it to later parts (1). An empty queue closes the part. So
the parts are numbered by their first vertices, and a prefix fixes the first parts.

A child is in the tree if it passes a test (`is_promising`). Where only one child passes, the search
takes it at once, so that an inner node of the tree always has two children. Let the part weigh s of
at most M, and let each later part weigh L to M. A component of the free vertices with weight w,
from which the part may still take up to t, can be divided into j later parts only if

    j L <= w   and   w - t <= j M.

The test adds up these ranges of j over the components, and compares the sums with the numbers of
parts. A component may be taken as a whole only if the part touches it and has left none of its
vertices. What the part must take for j M >= w to hold adds up to M - s at most. Without bounds on
weights the test is exact, and the tree has no dead ends: any connected graph divides into any
number of parts up to its number of vertices.

Invariant: `owner` is the part of each vertex, or FREE. Part k is growing: ``mark[v]`` is 2 k if it
has reached v, 2 k + 1 if it has left v, and less if it has done neither. `queue` from HEAD to TAIL
are the vertices to decide; entries before HEAD are decided. `trail` has the steps that led here,
which `undo` takes back one by one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from enumino.enum.kernels.shared.cursor import BASE, DEPTH, DONE, LEAF, NO_SUCH_NODE, NODES, OWNED
from enumino.enum.kernels.shared.jit import inlined, subroutine

FREE = -1  # owner
# Least and most weight of a part, fewest and most parts, weight of the lightest vertex, whether one
# partition of each class is kept.
LEAST, MOST, FEWEST, LARGEST, LIGHTEST, UP_TO = range(6)  # limits
# Kind of the current node; growing part; bounds of the queue; steps, and steps to the root of the
# subtree; stamp of `seen`; parts whose spanning trees are counted.
KIND, PART, HEAD, TAIL, STEPS, ROOT, STAMP, KNOWN = range(5, 13)  # cursor
OBJECT, CHOICE, DEAD_END = range(3)  # kinds
TAKEN, LEFT, OPENED, FILLED, CHOSEN = 0, 1, 2, 3, 4  # steps; CHOSEN is added to TAKEN and LEFT


class Tables(NamedTuple):
    """A graph of n vertices, bounds, and g symmetries of the graph.

    limits: int64[6].
    starts: int64[n + 1], neighbours: int32[2 m], the neighbours of v, ascending, are
        ``neighbours[starts[v]:starts[v + 1]]``.
    weights: int64[n].
    sources: int64[g, n], the vertex that a symmetry takes to a vertex.
    codes: int64[g], the lattice's number of each symmetry.
    subgroups, classes: int64[s], int64[s], the subgroups of the lattice's point group by the images
        in them, as bits, and the symmetry class of each.
    sizes: int32[nodes, n + 1], a trie of the ascending sizes of parts: the node after a size. Nodes
        of complete sizes are followed, at 0, by their number.
    """

    limits: npt.NDArray[np.int64]
    starts: npt.NDArray[np.int64]
    neighbours: npt.NDArray[np.int32]
    weights: npt.NDArray[np.int64]
    sources: npt.NDArray[np.int64]
    codes: npt.NDArray[np.int64]
    subgroups: npt.NDArray[np.int64]
    classes: npt.NDArray[np.int64]
    sizes: npt.NDArray[np.int32]


class State(NamedTuple):
    """State of the search; picklable between any two calls.

    cursor: int64[13].
    owner, mark: int32[n]. first, weight: int64[n], of each part.
    queue, before: int32[n + 2 m], vertices, and the mark of each before it was reached.
    trail: int64[2 n + 2 m + 2, 2], the steps, and the end of the queue before each.
    seen: int64[n], stamps of vertices that a traversal has seen. stack, place: int32[n].
    trees: float64[n], the logarithm of the number of spanning trees of each part, if known.
    matrix: float64[s, s], for parts of up to s vertices.
    """

    tables: Tables
    cursor: npt.NDArray[np.int64]
    owner: npt.NDArray[np.int32]
    mark: npt.NDArray[np.int32]
    first: npt.NDArray[np.int64]
    weight: npt.NDArray[np.int64]
    queue: npt.NDArray[np.int32]
    before: npt.NDArray[np.int32]
    trail: npt.NDArray[np.int64]
    seen: npt.NDArray[np.int64]
    stack: npt.NDArray[np.int32]
    place: npt.NDArray[np.int32]
    trees: npt.NDArray[np.float64]
    matrix: npt.NDArray[np.float64]


def new_state(tables: Tables) -> State:
    """Return a state for a search; `seek_and_probe` must come first."""
    n, ends = tables.weights.size, tables.neighbours.size
    cursor = np.zeros(13, np.int64)
    cursor[PART] = -1
    side = n
    if tables.limits[LIGHTEST] > 0:
        side = min(n, int(tables.limits[MOST] // tables.limits[LIGHTEST]))
    return State(
        tables=tables,
        cursor=cursor,
        owner=np.full(n, FREE, np.int32),
        mark=np.full(n, -1, np.int32),
        first=np.zeros(n + 1, np.int64),
        weight=np.zeros(n + 1, np.int64),
        queue=np.zeros(n + ends, np.int32),
        before=np.zeros(n + ends, np.int32),
        trail=np.zeros((2 * n + ends + 2, 2), np.int64),
        seen=np.zeros(n, np.int64),
        stack=np.zeros(n, np.int32),
        place=np.zeros(n, np.int32),
        trees=np.zeros(n + 1),
        matrix=np.zeros((side, side)),
    )


@inlined
def take(state, vertex):
    """Put a vertex into the growing part, and queue the free vertices that the part now reaches."""
    starts, neighbours, cursor = state.tables.starts, state.tables.neighbours, state.cursor
    part, tail = cursor[PART], cursor[TAIL]
    state.owner[vertex] = part
    state.weight[part] += state.tables.weights[vertex]
    for i in range(starts[vertex], starts[vertex + 1]):
        other = neighbours[i]
        if state.owner[other] == FREE and state.mark[other] < 2 * part:
            state.queue[tail], state.before[tail] = other, state.mark[other]
            state.mark[other] = 2 * part
            tail += 1
    cursor[TAIL] = tail


@inlined
def note(state, step):
    """Put a step on the trail."""
    cursor = state.cursor
    state.trail[cursor[STEPS], 0], state.trail[cursor[STEPS], 1] = step, cursor[TAIL]
    cursor[STEPS] += 1


@subroutine
def decide(state, step):
    """Take or leave the vertex at the head of the queue."""
    note(state, step)
    cursor = state.cursor
    vertex = state.queue[cursor[HEAD]]
    cursor[HEAD] += 1
    if step % CHOSEN == TAKEN:
        take(state, vertex)
    else:
        state.mark[vertex] = 2 * cursor[PART] + 1


@subroutine
def open_part(state, vertex):
    """Begin the next part; the last one takes all free vertices. Return whether it is the last."""
    cursor = state.cursor
    is_last = cursor[PART] + 2 == state.tables.limits[LARGEST]
    note(state, FILLED if is_last else OPENED)
    cursor[PART] += 1
    part = cursor[PART]
    state.first[part], state.weight[part] = vertex, 0
    if is_last:
        for other in range(vertex, state.owner.size):
            if state.owner[other] == FREE:
                state.owner[other] = part
                state.weight[part] += state.tables.weights[other]
    else:
        take(state, vertex)
    return is_last


@subroutine
def undo(state):
    """Take back the last step; return it."""
    cursor = state.cursor
    cursor[STEPS] -= 1
    step, tail = state.trail[cursor[STEPS], 0], state.trail[cursor[STEPS], 1]
    part = cursor[PART]
    cursor[KNOWN] = min(cursor[KNOWN], part)
    if step == FILLED:
        for vertex in range(state.first[part], state.owner.size):
            if state.owner[vertex] == part:
                state.owner[vertex] = FREE
    elif step % CHOSEN == LEFT:
        state.mark[state.queue[cursor[HEAD] - 1]] = 2 * part
    else:
        vertex = state.first[part] if step == OPENED else np.int64(state.queue[cursor[HEAD] - 1])
        state.owner[vertex] = FREE
        state.weight[part] -= state.tables.weights[vertex]
        for at in range(tail, cursor[TAIL]):
            state.mark[state.queue[at]] = state.before[at]
        cursor[TAIL] = tail
    if step == OPENED or step == FILLED:
        cursor[PART] -= 1
    else:
        cursor[HEAD] -= 1
    return step


@inlined
def weight_within_reach(state):
    """Return the weight of the vertices that the growing part can still take."""
    starts, neighbours, cursor = state.tables.starts, state.tables.neighbours, state.cursor
    owner, seen, stack = state.owner, state.seen, state.stack
    cursor[STAMP] += 1
    stamp, left = cursor[STAMP], 2 * cursor[PART] + 1
    found, top = np.int64(0), 0
    for at in range(cursor[HEAD], cursor[TAIL]):
        seen[state.queue[at]] = stamp
        stack[top] = state.queue[at]
        top += 1
    while top > 0:
        top -= 1
        vertex = stack[top]
        found += state.tables.weights[vertex]
        for i in range(starts[vertex], starts[vertex + 1]):
            other = neighbours[i]
            if owner[other] == FREE and state.mark[other] != left and seen[other] != stamp:
                seen[other] = stamp
                stack[top] = other
                top += 1
    return found


@subroutine
def is_promising(state):
    """Return whether the growing part and the free vertices pass the test in this file's head."""
    tables, cursor, owner, seen, stack = (
        state.tables, state.cursor, state.owner, state.seen, state.stack,
    )  # fmt: skip
    starts, neighbours, limits, part = tables.starts, tables.neighbours, tables.limits, cursor[PART]
    least, most = limits[LEAST], limits[MOST]
    slack, lacking = most - state.weight[part], least - state.weight[part]
    if slack < 0:
        return False
    if slack < limits[LIGHTEST]:
        slack = 0
    if lacking > slack or (lacking > 0 and weight_within_reach(state) < lacking):
        return False
    cursor[STAMP] += 1
    stamp = cursor[STAMP]
    rest, fewest, largest, needed = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    for begin in range(state.first[part] + 1, owner.size):
        if owner[begin] != FREE or seen[begin] == stamp:
            continue
        seen[begin] = stamp
        stack[0], top = begin, 1
        weight, left, vertices, reached = np.int64(0), np.int64(0), np.int64(0), False
        has_left = False
        while top > 0:
            top -= 1
            vertex = stack[top]
            weight += tables.weights[vertex]
            vertices += 1
            if state.mark[vertex] == 2 * part:
                reached = True
            elif state.mark[vertex] == 2 * part + 1:
                has_left = True
                left += tables.weights[vertex]
            for i in range(starts[vertex], starts[vertex + 1]):
                other = neighbours[i]
                if owner[other] == FREE and seen[other] != stamp:
                    seen[other] = stamp
                    stack[top] = other
                    top += 1
        share = min(slack, weight - left) if reached else np.int64(0)
        high = vertices if least <= 0 else min(vertices, weight // least)
        low = (weight - share + most - 1) // most
        if has_left or not reached:
            low = max(low, 1)
        if low > high:
            return False
        rest, fewest, largest = rest + weight, fewest + low, largest + high
        needed += max(0, weight - high * most)
    if needed > slack:
        return False
    fewest = max(fewest, limits[FEWEST] - part - 1, (rest - slack + most - 1) // most)
    largest = min(largest, limits[LARGEST] - part - 1)
    if least > 0:
        largest = min(largest, (rest - max(0, lacking)) // least)
    return fewest <= largest


@subroutine
def descend(state):
    """Take all steps without an alternative; note and return the kind of the node reached."""
    cursor, vertices, limits = state.cursor, state.owner.size, state.tables.limits
    kind = -1
    while kind < 0:
        part = cursor[PART]
        if cursor[HEAD] == cursor[TAIL]:
            vertex = state.first[part] + 1 if part >= 0 else 0
            while vertex < vertices and state.owner[vertex] != FREE:
                vertex += 1
            if vertex == vertices or open_part(state, vertex):
                kind = OBJECT
            elif not is_promising(state):
                kind = DEAD_END
        elif limits[MOST] - state.weight[part] < limits[LIGHTEST]:
            decide(state, LEFT)
        else:
            decide(state, LEFT)
            may_leave = is_promising(state)
            undo(state)
            decide(state, TAKEN)
            if not is_promising(state):
                undo(state)
                if may_leave:
                    decide(state, LEFT)
                else:
                    kind = DEAD_END
            elif may_leave:
                undo(state)
                kind = CHOICE
    cursor[KIND] = kind
    return kind


@inlined
def go_to_child(state, child):
    """Go from a node with two children to a child; return the kind of the child."""
    decide(state, child + CHOSEN)
    state.cursor[DEPTH] += 1
    return descend(state)


@subroutine
def go_on(state):
    """Go from a leaf to the next child of a node above it, or note that the search is done."""
    cursor = state.cursor
    while cursor[STEPS] > cursor[ROOT]:
        step = undo(state)
        if step >= CHOSEN:
            cursor[DEPTH] -= 1
            if step == CHOSEN + TAKEN:
                cursor[NODES] += 1
                go_to_child(state, LEFT)
                return
    cursor[DONE] = 1


@subroutine
def enter_subtree(state, prefix):
    """Enter a subtree; return its children, LEAF or NO_SUCH_NODE."""
    cursor = state.cursor
    while cursor[STEPS] > 0:
        undo(state)
    cursor[DEPTH] = cursor[NODES] = cursor[DONE] = 0
    kind, owned = descend(state), 1
    for child in prefix:
        if kind != CHOICE or child < 0 or child > 1:
            return NO_SUCH_NODE
        kind = go_to_child(state, child)
        owned = owned + 1 if child == 0 else 1
    cursor[BASE], cursor[OWNED], cursor[ROOT] = prefix.size, owned, cursor[STEPS]
    return 2 if kind == CHOICE else LEAF
