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

While the free vertices are one component (JOINED), the test takes no traversal: a vertex that the
part takes leaves them joined if a short walk joins its free neighbours.

Invariant: `owner` is the part of each vertex, or FREE. Part k is growing: ``mark[v]`` is 2 k if it
has reached v, 2 k + 1 if it has left v, and less if it has done neither. `queue` from HEAD to TAIL
are the vertices to decide; entries before HEAD are decided. `trail` has the steps that led here,
which `undo` takes back one by one.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from enumino.arrays import I32, I64
from enumino.enum.kernels.shared.cursor import BASE, DEPTH, DONE, LEAF, NO_SUCH_NODE, NODES, OWNED
from enumino.enum.kernels.shared.jit import inlined, subroutine

FREE = -1  # owner
# Least and most weight of a part, fewest and most parts, weight of the lightest vertex, whether one
# partition of each class is kept.
LEAST, MOST, FEWEST, LARGEST, LIGHTEST, UP_TO = range(6)  # limits
# Kind of the current node; growing part; bounds of the queue; steps, and steps to the root of the
# subtree; stamp of `seen`; parts whose spanning trees are counted; weight and number of the free
# vertices, and whether they are known to be one component.
(KIND, PART, HEAD, TAIL, STEPS, ROOT, STAMP, KNOWN,
 REST, VERTICES, JOINED) = range(5, 16)  # cursor  # fmt: skip
FIRST, WEIGHT, LEFT_WEIGHT, LEFT_NUMBER = range(4)  # parts
OBJECT, CHOICE, DEAD_END = range(3)  # kinds
TAKEN, LEFT, OPENED, FILLED, CHOSEN = 0, 1, 2, 3, 4  # steps; CHOSEN is added to TAKEN and LEFT


class Tables(NamedTuple):
    """A graph of n vertices, bounds, and g symmetries of the graph."""

    limits: I64  # [6]
    starts: I64  # [n + 1]
    # [2 m]: the neighbours of v, ascending, are from ``starts[v]`` to ``starts[v + 1]``.
    neighbours: I32
    weights: I64  # [n]
    sources: I64  # [g, n]: the vertex that a symmetry takes to a vertex
    codes: I64  # [g]: the lattice's number of each symmetry
    # [s]: the subgroups of the lattice's point group by the images in them, as bits, and the
    # symmetry class of each.
    subgroups: I64
    classes: I64


class State(NamedTuple):
    """State of the search; picklable between any two calls."""

    tables: Tables
    cursor: I64  # [16]
    owner: I32  # [n]
    mark: I32  # [n]
    # [n + 1, 4]: the first vertex and the weight of each part, and what it has left.
    parts: I64
    # [n + 2 m, 2]: vertices, and the mark of each before it was reached.
    queue: I32
    # [2 n + 2 m + 2, 3]: the steps, with TAIL and JOINED before each.
    trail: I64
    seen: I64  # [n]: stamps of vertices that a traversal has seen
    stack: I32  # [n]
    place: I32  # [n]
    trees: npt.NDArray[np.float64]  # [n + 1]: logarithms of the parts' numbers of spanning trees
    matrix: npt.NDArray[np.float64]  # [s, s], for parts of up to s vertices


def new_state(tables: Tables) -> State:
    """Return a state for a search; `seek_and_probe` must come first."""
    n, ends = tables.weights.size, tables.neighbours.size
    _, most, *_, lightest, _ = tables.limits.tolist()
    side = min(n, most // lightest) if lightest else n
    cursor = np.zeros(16, np.int64)
    cursor[PART], cursor[REST], cursor[VERTICES] = -1, tables.weights.sum(), n
    return State(
        tables=tables,
        cursor=cursor,
        owner=np.full(n, FREE, np.int32),
        mark=np.full(n, -1, np.int32),
        parts=np.zeros((n + 1, 4), np.int64),
        queue=np.zeros((n + ends, 2), np.int32),
        trail=np.zeros((2 * n + ends + 2, 3), np.int64),
        seen=np.zeros(n, np.int64),
        stack=np.zeros(n, np.int32),
        place=np.zeros(n, np.int32),
        trees=np.zeros(n + 1),
        matrix=np.zeros((side, side)),
    )


@inlined
def are_joined(state, vertex):
    """Return whether a walk among the free vertices joins the free neighbours of a taken vertex."""
    starts, neighbours, cursor = state.tables.starts, state.tables.neighbours, state.cursor
    owner, seen, stack = state.owner, state.seen, state.stack
    cursor[STAMP] += 2
    wanted, reached, missing = cursor[STAMP] - 1, cursor[STAMP], -1
    for i in range(starts[vertex], starts[vertex + 1]):
        if owner[neighbours[i]] == FREE:
            seen[neighbours[i]] = wanted
            stack[0] = neighbours[i]
            missing += 1
    if missing <= 0:
        return True
    seen[stack[0]] = reached
    at, end = 0, 1
    while at < end:
        first = stack[at]
        at += 1
        for i in range(starts[first], starts[first + 1]):
            other = neighbours[i]
            if owner[other] == FREE and seen[other] != reached:
                if seen[other] == wanted:
                    missing -= 1
                    if missing == 0:
                        return True
                seen[other] = reached
                stack[end] = other
                end += 1
    return False


@inlined
def take(state, vertex):
    """Put a vertex into the growing part, and queue the free vertices that the part now reaches."""
    starts, neighbours, cursor = state.tables.starts, state.tables.neighbours, state.cursor
    part, tail = cursor[PART], cursor[TAIL]
    state.owner[vertex] = part
    state.parts[part, WEIGHT] += state.tables.weights[vertex]
    cursor[REST] -= state.tables.weights[vertex]
    cursor[VERTICES] -= 1
    for i in range(starts[vertex], starts[vertex + 1]):
        other = neighbours[i]
        if state.owner[other] == FREE and state.mark[other] < 2 * part:
            state.queue[tail, 0], state.queue[tail, 1] = other, state.mark[other]
            state.mark[other] = 2 * part
            tail += 1
    cursor[TAIL] = tail
    if cursor[JOINED]:
        cursor[JOINED] = are_joined(state, vertex)


@inlined
def note(state, step):
    """Put a step on the trail."""
    at, cursor = state.trail[state.cursor[STEPS]], state.cursor
    at[0], at[1], at[2] = step, cursor[TAIL], cursor[JOINED]
    cursor[STEPS] += 1


@inlined
def leave(state, vertex, change):
    """Leave a vertex to later parts (1), or take this back (-1)."""
    part = state.parts[state.cursor[PART]]
    part[LEFT_WEIGHT] += change * state.tables.weights[vertex]
    part[LEFT_NUMBER] += change
    state.mark[vertex] += change


@subroutine
def decide(state, step):
    """Take or leave the vertex at the head of the queue."""
    note(state, step)
    cursor = state.cursor
    vertex = state.queue[cursor[HEAD], 0]
    cursor[HEAD] += 1
    if step % CHOSEN == TAKEN:
        take(state, vertex)
    else:
        leave(state, vertex, 1)


@subroutine
def open_part(state, vertex):
    """Begin the next part; the last one takes all free vertices. Return whether it is the last."""
    cursor = state.cursor
    is_last = cursor[PART] + 2 == state.tables.limits[LARGEST]
    note(state, FILLED if is_last else OPENED)
    cursor[PART] += 1
    part = state.parts[cursor[PART]]
    part[FIRST], part[WEIGHT], part[LEFT_WEIGHT], part[LEFT_NUMBER] = vertex, 0, 0, 0
    if is_last:
        part[WEIGHT] = cursor[REST]
        for other in range(vertex, state.owner.size):
            if state.owner[other] == FREE:
                state.owner[other] = cursor[PART]
    else:
        take(state, vertex)
    return is_last


@subroutine
def undo(state):
    """Take back the last step; return it."""
    cursor, owner = state.cursor, state.owner
    cursor[STEPS] -= 1
    part, at = cursor[PART], state.trail[cursor[STEPS]]
    step, tail, cursor[JOINED] = at[0], at[1], at[2]
    cursor[KNOWN] = min(cursor[KNOWN], part)
    if step == FILLED:
        for vertex in range(state.parts[part, FIRST], owner.size):
            if owner[vertex] == part:
                owner[vertex] = FREE
    elif step % CHOSEN == LEFT:
        leave(state, state.queue[cursor[HEAD] - 1, 0], -1)
    else:
        vertex = state.parts[part, FIRST]
        if step != OPENED:
            vertex = np.int64(state.queue[cursor[HEAD] - 1, 0])
        owner[vertex] = FREE
        state.parts[part, WEIGHT] -= state.tables.weights[vertex]
        cursor[REST] += state.tables.weights[vertex]
        cursor[VERTICES] += 1
        for entry in range(tail, cursor[TAIL]):
            state.mark[state.queue[entry, 0]] = state.queue[entry, 1]
        cursor[TAIL] = tail
    if step == OPENED or step == FILLED:
        cursor[PART] -= 1
    else:
        cursor[HEAD] -= 1
    return step


@subroutine
def reaches(state, wanted):
    """Return whether the growing part can still take vertices of some weight."""
    starts, neighbours, cursor = state.tables.starts, state.tables.neighbours, state.cursor
    owner, seen, stack = state.owner, state.seen, state.stack
    cursor[STAMP] += 1
    stamp, left, end = cursor[STAMP], 2 * cursor[PART] + 1, 0
    for at in range(cursor[HEAD], cursor[TAIL]):
        seen[state.queue[at, 0]] = stamp
        stack[end] = state.queue[at, 0]
        wanted -= state.tables.weights[state.queue[at, 0]]
        end += 1
    at = 0
    while wanted > 0 and at < end:
        vertex = stack[at]
        at += 1
        for i in range(starts[vertex], starts[vertex + 1]):
            other = neighbours[i]
            if owner[other] == FREE and state.mark[other] != left and seen[other] != stamp:
                seen[other] = stamp
                stack[end] = other
                wanted -= state.tables.weights[other]
                end += 1
    return wanted <= 0


@subroutine
def component(state, first, stamp):
    """Stamp a component; return its weight and number, also of left ones, and if it is reached."""
    tables, owner, seen, stack = state.tables, state.owner, state.seen, state.stack
    reached_by = 2 * state.cursor[PART]
    weight, vertices, left_weight, left_number = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    reached = False
    seen[first] = stamp
    stack[0], top = first, 1
    while top > 0:
        top -= 1
        vertex = stack[top]
        weight += tables.weights[vertex]
        vertices += 1
        if state.mark[vertex] == reached_by:
            reached = True
        elif state.mark[vertex] > reached_by:
            left_weight += tables.weights[vertex]
            left_number += 1
        for i in range(tables.starts[vertex], tables.starts[vertex + 1]):
            other = tables.neighbours[i]
            if owner[other] == FREE and seen[other] != stamp:
                seen[other] = stamp
                stack[top] = other
                top += 1
    return weight, vertices, left_weight, left_number, reached


@inlined
def numbers_of_parts(limits, slack, weight, vertices, left_weight, left_number, reached):
    """Return the fewest and the most later parts of a component."""
    least, most = limits[LEAST], limits[MOST]
    share = min(slack, weight - left_weight) if reached else np.int64(0)
    high = vertices if least <= 0 else min(vertices, weight // least)
    low = (weight - share + most - 1) // most
    return (max(low, 1) if left_number > 0 or not reached else low), high


@subroutine
def is_promising(state):
    """Return whether the growing part and the free vertices pass the test in this file's head."""
    cursor, limits, rest = state.cursor, state.tables.limits, state.cursor[REST]
    least, most, part = limits[LEAST], limits[MOST], state.parts[cursor[PART]]
    slack, lacking = most - part[WEIGHT], least - part[WEIGHT]
    if slack < 0:
        return False
    if slack < limits[LIGHTEST]:
        slack = np.int64(0)
    if lacking > slack or (lacking > 0 and not reaches(state, lacking)):
        return False
    fewest, largest, needed = np.int64(0), np.int64(0), np.int64(0)
    if cursor[JOINED]:
        if cursor[VERTICES] > 0:
            fewest, largest = numbers_of_parts(
                limits, slack, rest, cursor[VERTICES], part[LEFT_WEIGHT], part[LEFT_NUMBER],
                cursor[HEAD] < cursor[TAIL],
            )  # fmt: skip
            needed = max(0, rest - largest * most)
            if fewest > largest:
                return False
    else:
        cursor[STAMP] += 1
        components, stamp = 0, cursor[STAMP]
        for first in range(part[FIRST] + 1, state.owner.size):
            if state.owner[first] == FREE and state.seen[first] != stamp:
                found = component(state, first, stamp)
                low, high = numbers_of_parts(limits, slack, *found)
                if low > high:
                    return False
                fewest, largest, components = fewest + low, largest + high, components + 1
                needed += max(0, found[0] - high * most)
        cursor[JOINED] = components <= 1
    if needed > slack:
        return False
    fewest = max(fewest, limits[FEWEST] - cursor[PART] - 1, (rest - slack + most - 1) // most)
    largest = min(largest, limits[LARGEST] - cursor[PART] - 1)
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
            vertex = state.parts[part, FIRST] + 1 if part >= 0 else 0
            while vertex < vertices and state.owner[vertex] != FREE:
                vertex += 1
            if vertex == vertices or open_part(state, vertex):
                kind = OBJECT
            elif not is_promising(state):
                kind = DEAD_END
        elif limits[MOST] - state.parts[part, WEIGHT] < limits[LIGHTEST]:
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
