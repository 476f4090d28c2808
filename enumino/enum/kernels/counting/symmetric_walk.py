"""Walk the polyominoes that a symmetry group keeps, and count them by the numbers of each shape.

The search takes the steps of `orbits`, as `quotient` does. There most shapes are counted without
being visited; here every one is, since its perimeter, site perimeter, holes and box are wanted.
They follow from the rows as words, a few operations a row (see `polyomino_attributes`). There are
about as many of these shapes as fixed polyominoes of half the size.

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
from enumino.enum.kernels.shared.orbits import CELL, GROUP, WEIGHT, place_root, take_back
from enumino.enum.kernels.shared.orbits import place as place_orbit

SLOTS = 1 << 12
CENTRE = 31  # row and column of the centre
REACH = 30  # rows and columns on either side of it
MAX_CELLS = 63  # a perimeter fits in a byte
# Further columns of `levels`.
NEXT, END, LEFT, RIGHT, FIRST, LAST = range(6, 12)
DEPTH, START, NODES, DONE = range(4)  # cursor
LOWEST, HIGHEST = range(2)  # limits


class State(NamedTuple):
    """State of a walk; picklable between any two calls.

    graph: an `OrbitGraph`, of `orbits`.
    limits: int64[2], smallest and largest size counted.
    mask: uint64[1], ones in the bytes that are counted by.
    cells: int64[2, ...], rows and columns of the cells of all orbits, one after the other.
    cells_from: int64[orbits + 1], the index of the first cell of each orbit.
    cursor: int64[4], orbits placed, the next root, nodes visited, done.
    reached: uint16[orbits + 1]; lift, placed: uint8[orbits + 1]; untried: uint64[degree * n + 8],
        as in `orbits`; rows: uint64[64].
    levels: int64[n + 2, 12], by orbits placed: those of `orbits`, the next child and the end of
        the children, first and last column and row.
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
    untried: npt.NDArray[np.uint64]
    rows: npt.NDArray[np.uint64]
    levels: npt.NDArray[np.int64]


def new_state(
    graph: Any, orbits: list[list[tuple[int, ...]]], lowest: int, highest: int, mask: int
) -> State:
    """Return a walk of shapes of `lowest` to `highest` cells, at its root.

    `orbits` has the cells of each orbit of the graph, as (row, column) about the centre. Where they
    are empty, shapes are told apart by their size only.
    """
    cells = [at for orbit in orbits for at in orbit]
    reach = max((abs(number) for at in cells for number in at), default=0)
    if highest > MAX_CELLS or reach > REACH:
        raise ValueError(
            f"{highest} cells as far as {reach} from the centre, but this walk takes at most "
            f"{MAX_CELLS} cells as far as {REACH}."
        )
    number, degree = graph.neighbours.shape
    levels = np.zeros((highest + 2, 12), np.int64)
    levels[0, LEFT] = levels[0, FIRST] = 64
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
        untried=np.zeros(degree * highest + 8, np.uint64),
        rows=np.zeros(64, np.uint64),
        levels=levels,
    )


@inlined
def flip(state, orbit):
    """Add the cells of an orbit to the rows, or remove them."""
    for i in range(state.cells_from[orbit], state.cells_from[orbit + 1]):
        state.rows[state.cells[0, i]] ^= ONE << np.uint64(state.cells[1, i])


@inlined
def enter(state, depth, end):
    """Add the orbit placed as number `depth` to the rows; the untried ones end at `end`."""
    levels, orbit = state.levels, state.levels[depth, CELL]
    levels[depth, NEXT], levels[depth, END] = levels[depth - 1, NEXT], end
    flip(state, orbit)
    for side in range(LEFT, LAST + 1):
        levels[depth, side] = levels[depth - 1, side]
    for i in range(state.cells_from[orbit], state.cells_from[orbit + 1]):
        y, x = state.cells[0, i], state.cells[1, i]
        levels[depth, LEFT] = min(levels[depth, LEFT], x)
        levels[depth, RIGHT] = max(levels[depth, RIGHT], x)
        levels[depth, FIRST] = min(levels[depth, FIRST], y)
        levels[depth, LAST] = max(levels[depth, LAST], y)


@inlined
def key_of(state, depth):
    """Return the key of the shape, from its rows."""
    rows, levels = state.rows, state.levels
    first, last = levels[depth, FIRST], levels[depth, LAST]
    pairs = blocks = contacts = sites = 0
    for y in range(first - 1, last + 2):
        own, above, below = rows[y], rows[y - 1], rows[y + 1]
        right, below_right = own >> ONE, below >> ONE
        pairs += popcount(own & right) + popcount(own & below)
        blocks += popcount(own & right & below & below_right)
        contacts += popcount(own & below_right & ~right & ~below)
        contacts += popcount(right & below & ~own & ~below_right)
        sites += popcount((own << ONE | right | above | below) & ~own)
    cells = levels[depth, WEIGHT]
    width, height = levels[depth, RIGHT] - levels[depth, LEFT] + 1, last - first + 1
    key = cells | min(width, height) << 8 | max(width, height) << 16
    key |= (4 * cells - 2 * pairs) << 24 | sites << 32
    return np.uint64(key | (1 - cells + pairs - blocks + contacts) << 40)


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
            state.rows[:] = ZERO
            depth = 1
            enter(state, depth, place_root(state, cursor[START]))
            cursor[START] += 1
        elif levels[depth, NEXT] < levels[depth, END]:
            at = levels[depth, NEXT]
            levels[depth, NEXT] += 1
            if levels[depth, WEIGHT] + graph.weights[untried[at]] > highest:
                continue
            end = place_orbit(state, np.uint64(depth), np.uint64(at), np.uint64(levels[depth, END]))
            depth += 1
            enter(state, depth, end)
        else:
            flip(state, levels[depth, CELL])
            take_back(state, np.uint64(depth))
            depth -= 1
            continue
        nodes += 1
        fits = lowest <= levels[depth, WEIGHT] <= highest
        if fits and levels[depth, GROUP] == graph.whole:
            add_key(histogram, key_of(state, depth) & mask, 1, shift)
    cursor[DEPTH], cursor[NODES] = depth, nodes
