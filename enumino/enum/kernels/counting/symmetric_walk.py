"""Walk the polyominoes that a symmetry group keeps, and count them by the numbers of each shape.

The search is that of `quotient`: Redelmeier's on the orbits of the group about a fixed centre,
where a connected set of orbits is a connected shape just when its closed walks generate the whole
group. There most shapes are counted without being visited; here every one is, since its perimeter,
site perimeter, holes and box are wanted. They follow from the rows as words, a few operations a
row (see `polyomino_attributes`). There are about as many of these shapes as fixed polyominoes
of half the size.

Keys of shapes are those of `polyomino_walk`. Invariant: with ``depth`` orbits placed,
``untried[next:end]`` of that depth are the children still to visit; ``reached`` is by orbit the
number of placed orbits that touch it, and one more for those that the root bars; ``rows`` holds the
placed cells.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from enumino.enum.kernels.shared.bits import ONE, ZERO, popcount
from enumino.enum.kernels.shared.histogram import add_key, shift_of
from enumino.enum.kernels.shared.jit import inlined, kernel

MAX_CELLS = 30
SLOTS = 1 << 12
CENTRE = 31  # row and column of the centre: 30 on either side are in reach
ORBIT, NEXT, END, WEIGHT, GROUP, LEFT, RIGHT, FIRST, LAST = range(9)  # levels
DEPTH, START, NODES, DONE = range(4)  # cursor
LOWEST, HIGHEST = range(2)  # limits


class State(NamedTuple):
    """State of a walk; picklable between any two calls.

    graph: an `OrbitGraph`, of `quotient`.
    limits: int64[2], smallest and largest size counted.
    mask: uint64[1], ones in the bytes that are counted by.
    cells: int64[2, ...], rows and columns of the cells of all orbits, one after the other.
    cells_from: int64[orbits + 1], the index of the first cell of each orbit.
    cursor: int64[4], orbits placed, the next root, nodes visited, done.
    reached: uint16[orbits + 1]; lift, placed: uint8[orbits + 1], as in `quotient`.
    untried: int64[degree * n + 8]; rows: uint64[64].
    levels: int64[9, n + 2], by orbits placed: the orbit placed last, the next child and the end of
        the children, cells, the group of the closed walks, first and last column and row.
    """

    graph: Any
    limits: npt.NDArray[np.int64]
    mask: npt.NDArray[np.uint64]
    cells: npt.NDArray[np.int64]
    cells_from: npt.NDArray[np.int64]
    cursor: npt.NDArray[np.int64]
    reached: npt.NDArray[np.uint16]
    lift: npt.NDArray[np.uint8]
    placed: npt.NDArray[np.uint8]
    untried: npt.NDArray[np.int64]
    rows: npt.NDArray[np.uint64]
    levels: npt.NDArray[np.int64]


def new_state(
    graph: Any, orbits: list[list[tuple[int, ...]]], lowest: int, highest: int, mask: int
) -> State:
    """Return a walk of shapes of `lowest` to `highest` cells, at its root.

    `orbits` has the cells of each orbit of the graph, as (row, column) about the centre.
    """
    if highest > MAX_CELLS:
        raise ValueError(f"highest = {highest}, but this walk takes at most {MAX_CELLS} cells.")
    number, degree = graph.neighbours.shape
    levels, cells = np.zeros((9, highest + 2), np.int64), [at for orbit in orbits for at in orbit]
    levels[LEFT, 0] = levels[FIRST, 0] = 64
    return State(
        graph=graph,
        limits=np.array([lowest, highest], np.int64),
        mask=np.array([mask], np.uint64),
        cells=np.array(cells, np.int64).reshape(-1, 2).T.copy() + CENTRE,
        cells_from=np.cumsum([0, *map(len, orbits)]),
        cursor=np.zeros(4, np.int64),
        reached=np.zeros(number, np.uint16),
        lift=np.zeros(number, np.uint8),
        placed=np.zeros(number, np.uint8),
        untried=np.zeros(degree * highest + 8, np.int64),
        rows=np.zeros(64, np.uint64),
        levels=levels,
    )


@inlined
def enlarged(state, group, orbit):
    """Return the group of the closed walks once `orbit` is placed too."""
    graph, lift = state.graph, state.lift
    own = lift[orbit]
    group = graph.joins[group, graph.conjugates[own, graph.stabilisers[orbit]]]
    for k in range(graph.neighbours.shape[1]):
        q = graph.neighbours[orbit, k]
        if state.placed[q] or q == orbit:
            loop = graph.quotients[graph.products[own, graph.gains[orbit, k]], lift[q]]
            group = graph.adjoined[group, loop]
    return np.int64(group)


@inlined
def flip(state, orbit):
    """Add the cells of an orbit to the rows, or remove them."""
    for i in range(state.cells_from[orbit], state.cells_from[orbit + 1]):
        state.rows[state.cells[0, i]] ^= ONE << np.uint64(state.cells[1, i])


@kernel
def place(state, depth, orbit):
    """Place an orbit as number `depth`."""
    graph, levels, reached = state.graph, state.levels, state.reached
    levels[ORBIT, depth] = orbit
    levels[GROUP, depth] = levels[GROUP, depth - 1]
    if levels[GROUP, depth] != graph.whole:
        levels[GROUP, depth] = enlarged(state, levels[GROUP, depth], orbit)
    levels[WEIGHT, depth] = levels[WEIGHT, depth - 1] + graph.weights[orbit]
    state.placed[orbit] = 1
    end = levels[END, depth - 1]
    for k in range(graph.distinct.shape[1]):
        q = graph.distinct[orbit, k]
        if reached[q] == 0:
            state.untried[end] = q
            end += 1
            state.lift[q] = graph.products[state.lift[orbit], graph.gains[orbit, k]]
        reached[q] += np.uint16(1)
    levels[NEXT, depth], levels[END, depth] = levels[NEXT, depth - 1], end
    flip(state, orbit)
    for side in range(LEFT, LAST + 1):
        levels[side, depth] = levels[side, depth - 1]
    for i in range(state.cells_from[orbit], state.cells_from[orbit + 1]):
        y, x = state.cells[0, i], state.cells[1, i]
        levels[LEFT, depth] = min(levels[LEFT, depth], x)
        levels[RIGHT, depth] = max(levels[RIGHT, depth], x)
        levels[FIRST, depth] = min(levels[FIRST, depth], y)
        levels[LAST, depth] = max(levels[LAST, depth], y)


@kernel
def take_back(state, depth):
    """Undo `place`."""
    orbit = state.levels[ORBIT, depth]
    state.placed[orbit] = 0
    for k in range(state.graph.distinct.shape[1]):
        state.reached[state.graph.distinct[orbit, k]] -= np.uint16(1)
    flip(state, orbit)


@kernel
def key_of(state, depth):
    """Return the key of the shape, from its rows."""
    rows, levels = state.rows, state.levels
    first, last = levels[FIRST, depth], levels[LAST, depth]
    pairs = blocks = contacts = sites = 0
    for y in range(first - 1, last + 2):
        own, above, below = rows[y], rows[y - 1], rows[y + 1]
        right, below_right = own >> ONE, below >> ONE
        pairs += popcount(own & right) + popcount(own & below)
        blocks += popcount(own & right & below & below_right)
        contacts += popcount(own & below_right & ~right & ~below)
        contacts += popcount(right & below & ~own & ~below_right)
        sites += popcount((own << ONE | right | above | below) & ~own)
    cells = levels[WEIGHT, depth]
    width, height = levels[RIGHT, depth] - levels[LEFT, depth] + 1, last - first + 1
    key = cells | min(width, height) << 8 | max(width, height) << 16
    key |= (4 * cells - 2 * pairs) << 24 | sites << 32
    return np.uint64(key | (1 - cells + pairs - blocks + contacts) << 40)


@kernel
def start(state):
    """Place the next root and bar its orbits."""
    graph, reached, at = state.graph, state.reached, state.cursor[START]
    reached[:] = 0
    reached[-1] = 1
    for i in range(graph.barred_from[at], graph.barred_from[at + 1]):
        reached[graph.barred[i]] = 1
    root = np.int64(graph.roots[at])
    state.lift[root] = 0
    state.rows[:] = ZERO
    state.levels[END, 0] = state.levels[NEXT, 0] = 0
    place(state, 1, root)
    state.cursor[START] += 1


@kernel
def walk(state, histogram, max_nodes):
    """Continue the walk, for about `max_nodes` nodes or until the table is half full.

    Call again, with a larger table if need be, until ``state.cursor[DONE]``.
    """
    graph, cursor, levels, untried = state.graph, state.cursor, state.levels, state.untried
    lowest, highest, mask = state.limits[LOWEST], state.limits[HIGHEST], state.mask[0]
    shift, room = shift_of(histogram), histogram.keys.size // 2
    depth, nodes = cursor[DEPTH], cursor[NODES]
    budget = nodes + max_nodes
    while cursor[DONE] == 0 and nodes < budget and histogram.taken[0] < room:
        if depth == 0:
            if cursor[START] == graph.roots.size:
                cursor[DONE] = 1
                continue
            start(state)
            depth = 1
        elif levels[NEXT, depth] < levels[END, depth]:
            orbit = untried[levels[NEXT, depth]]
            levels[NEXT, depth] += 1
            if levels[WEIGHT, depth] + graph.weights[orbit] > highest:
                continue
            depth += 1
            place(state, depth, orbit)
        else:
            take_back(state, depth)
            depth -= 1
            continue
        nodes += 1
        fits = lowest <= levels[WEIGHT, depth] <= highest
        if fits and levels[GROUP, depth] == graph.whole:
            add_key(histogram, key_of(state, depth) & mask, 1, shift)
    cursor[DEPTH], cursor[NODES] = depth, nodes
