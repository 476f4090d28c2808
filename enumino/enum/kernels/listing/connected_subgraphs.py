"""List connected induced subgraphs of a graph: Redelmeier's search on any neighbours, each once.

The search is `redelmeier` (D. H. Redelmeier, *Counting polyominoes: yet another attack*, Discrete
Math. 36, 1981), which needs only the neighbours of each cell. For graphs it is known as ESU
(S. Wernicke, *Efficient detection of network motifs*, IEEE/ACM Trans. Comput. Biol. Bioinform. 3,
2006). A node of the tree is a connected set together with its untried neighbours; the j-th child
adds the j-th untried neighbour, and the neighbours before it stay forbidden below. The first
element is the smallest of the set: all smaller elements are forbidden.

The children of the root are the first elements. If there are more than `MOST_ROOTS`, the children
are blocks of first elements, with the first elements a level below, and a prefix begins with a
block.

Counts by size do not visit the three largest sizes: their numbers follow from the untried elements
and from the elements that can be reached next (`count_extensions`).

Invariant of `advance`: ``touching[v]`` is the number of placed neighbours of v; v is reached for
the first time when this number rises from 0. With ``depth`` elements placed, ``untried`` from NEXT
to END of the level are the children still to visit. The edges of the set and the elements
that it touches are kept for every level.
"""

from typing import NamedTuple

import numpy as np

from enumino.arrays import I32, I64, U8
from enumino.enum.kernels.shared.bits import ONE
from enumino.enum.kernels.shared.cursor import BASE, DEPTH, DONE, NO_SUCH_NODE, NODES, OWNED
from enumino.enum.kernels.shared.jit import inlined, kernel, subroutine
from enumino.enum.kernels.shared.walks import enter_and_probe

MOST_ROOTS = 1024  # children of the root; more children are put into blocks
UNVISITED = 3  # largest sizes, which counts do not visit
UNKNOWN, NO_TRIANGLE, TRIANGLE = range(3)  # of an element with two of its neighbours

SMALLEST, LARGEST, BLOCK = range(3)  # limits
COUNTS = 5  # cursor, after the numbers of every cursor
PLACED, NEXT, END, EDGES, TOUCHED = range(5)  # levels
SIZE, INNER, BOUNDARY = range(3)  # numbers of a row


class Tables(NamedTuple):
    """A graph, and the sizes that are listed."""

    limits: I64  # [3], the least and the largest size, first elements in a block
    # [n + 1], [2 m], the neighbours of v, ascending and without v itself, are
    # ``neighbours[starts[v]:starts[v + 1]]``.
    starts: I64
    neighbours: I32


class Columns(NamedTuple):
    """Preallocated output."""

    # [size], [rows + 1], the elements of row i, ascending: ``members[offsets[i]:offsets[i + 1]]``.
    members: I32
    offsets: I32
    numbers: I32  # [3, rows], size, edges between the elements, elements outside that touch them


class State(NamedTuple):
    """State of the search; picklable between any two calls."""

    tables: Tables
    cursor: I64  # [6], see `cursor`; whether `ahead` is known
    touching: I32  # [n], placed elements next to each element
    # [n], [n + 1], while elements are counted: the untried elements next to each fresh element, 0
    # between calls, and the fresh elements.
    untried_beside: I32
    fresh: I32
    marked: I32  # [n], some neighbours of an element; 0 between calls
    ahead: I32  # [n], the fresh neighbours of each element, while elements are counted
    triangles: U8  # [n], whether two neighbours of an element are neighbours, as far as known
    untried: I32  # [n], the untried sets of all levels, one after the other
    # [n + 2, 5], by elements placed: the element placed last, the children not yet visited, edges
    # between the elements placed, elements that touch one of them.
    levels: I64


def new_state(tables: Tables) -> State:
    """Return a state for a search; `seek_and_probe` must come first."""
    elements = tables.starts.size - 1
    return State(
        tables=tables,
        cursor=np.zeros(6, np.int64),
        touching=np.zeros(elements, np.int32),
        untried_beside=np.zeros(elements, np.int32),
        fresh=np.zeros(elements + 1, np.int32),
        marked=np.zeros(elements, np.int32),
        ahead=np.zeros(elements, np.int32),
        triangles=np.zeros(elements, np.uint8),
        untried=np.zeros(elements, np.int32),
        levels=np.zeros((int(tables.limits[LARGEST]) + 2, 5), np.int64),
    )


def new_columns(rows: int, size: int) -> Columns:
    """Return columns for up to `rows` subgraphs with `size` elements in all."""
    return Columns(
        np.empty(size, np.int32), np.zeros(rows + 1, np.int32), np.empty((3, rows), np.int32)
    )


@kernel
def is_full(state, out, filled):
    """Return whether another subgraph might not fit."""
    left = out.members.size - out.offsets[filled]
    return filled == out.numbers.shape[1] or left < state.tables.limits[LARGEST]


@inlined
def element_of(state, depth, choice):
    """Return the element that a choice at a level adds: at the root, choices are elements."""
    return choice if depth == 0 else np.int64(state.untried[choice])


@inlined
def place(state, depth, choice):
    """Place a choice of the level above as element number `depth`."""
    starts, neighbours, touching = state.tables.starts, state.tables.neighbours, state.touching
    above, here = state.levels[depth - 1], state.levels[depth]
    element = element_of(state, depth - 1, choice)
    root = element if depth == 1 else state.levels[1, PLACED]
    end, touched = (np.int64(0), np.int64(0)) if depth == 1 else (above[END], above[TOUCHED])
    here[EDGES] = above[EDGES] + touching[element]
    at = np.uint64(element)
    # Unsigned indices, which are not compared with 0.
    for i in range(np.uint64(starts[at]), np.uint64(starts[at + ONE])):
        other = np.uint64(neighbours[i])
        if touching[other] == 0:
            touched += 1
            if neighbours[i] > root:
                state.untried[np.uint64(end)] = neighbours[i]
                end += 1
        touching[other] += 1
    here[PLACED], here[TOUCHED] = element, touched
    here[NEXT], here[END] = 0 if depth == 1 else choice + 1, end


@inlined
def take_back(state, depth):
    """Remove element number `depth`."""
    starts, neighbours = state.tables.starts, state.tables.neighbours
    element = np.uint64(state.levels[depth, PLACED])
    for i in range(np.uint64(starts[element]), np.uint64(starts[element + ONE])):
        state.touching[np.uint64(neighbours[i])] -= 1


@inlined
def change_ahead(state, element, change):
    """Change `ahead` for an element that becomes fresh (1) or no longer is (-1)."""
    starts, neighbours, at = state.tables.starts, state.tables.neighbours, np.uint64(element)
    for i in range(np.uint64(starts[at]), np.uint64(starts[at + ONE])):
        state.ahead[np.uint64(neighbours[i])] += change


@inlined
def change_ahead_of_reached(state, above, depth, change):
    """Change `ahead` for the elements that are first reached after level `above`, up to `depth`."""
    begin = state.levels[above, END] if above > 0 else np.int64(0)
    for k in range(begin, state.levels[depth, END] if depth > 0 else np.int64(0)):
        change_ahead(state, state.untried[k], change)


@subroutine
def begin_to_count(state):
    """Set `ahead` for the subtree that has been entered."""
    levels, depth, elements = state.levels, state.cursor[DEPTH], state.touching.size
    first = levels[1, PLACED] + 1 if depth > 0 else levels[0, NEXT]
    state.ahead[:] = 0
    for element in range(first, elements):
        if state.touching[element] == 0:
            change_ahead(state, element, 1)
    state.cursor[COUNTS] = 1


@inlined
def begin(state):
    """Go to the root of the tree; return the number of first elements."""
    for depth in range(state.cursor[DEPTH], 0, -1):
        take_back(state, depth)
    return state.levels[0, END] - state.levels[0, NEXT]


@inlined
def go_to_child(state, child):
    """Go to a child of the current node; return the child's children."""
    depth, level = state.cursor[DEPTH] + 1, state.levels[state.cursor[DEPTH] + 1]
    place(state, depth, state.levels[depth - 1, NEXT] + child)
    return level[END] - level[NEXT] if depth < state.tables.limits[LARGEST] else np.int64(0)


@inlined
def record(state, out, filled, size, last, edges, touched):
    """Write a set as a row: the elements of the levels before `size`, and the last one."""
    at = out.offsets[filled]
    for depth in range(1, size + 1):
        element = last if depth == size else state.levels[depth, PLACED]
        i = at + depth - 1
        while i > at and out.members[i - 1] > element:
            out.members[i] = out.members[i - 1]
            i -= 1
        out.members[i] = element
    out.offsets[filled + 1] = at + size
    out.numbers[SIZE, filled] = size
    out.numbers[INNER, filled] = edges
    out.numbers[BOUNDARY, filled] = touched - (size if size > 1 else 0)


@inlined
def record_node(state, out, filled, depth):
    """Write the first `depth` elements as a row, if they are enough; return the rows filled."""
    if depth < state.tables.limits[SMALLEST]:
        return filled
    level = state.levels[depth]
    record(state, out, filled, depth, level[PLACED], level[EDGES], level[TOUCHED])
    return filled + 1


@inlined
def record_leaf(state, out, filled, depth, choice):
    """Write a set of the largest size, whose last element is not placed."""
    starts, neighbours, touching = state.tables.starts, state.tables.neighbours, state.touching
    element, level = element_of(state, depth, choice), state.levels[depth]
    touched = level[TOUCHED]
    for i in range(starts[element], starts[element + 1]):
        touched += touching[neighbours[i]] == 0
    record(state, out, filled, depth + 1, element, level[EDGES] + touching[element], touched)


@kernel
def advance(state, out, filled, max_nodes):
    """Write rows from `filled` on, for about `max_nodes` nodes, parents first; return `filled`."""
    levels, cursor, largest = state.levels, state.cursor, state.tables.limits[LARGEST]
    while cursor[OWNED] > 0 and not is_full(state, out, filled):
        cursor[OWNED] -= 1
        cursor[NODES] += 1
        filled = record_node(state, out, filled, cursor[BASE] - cursor[OWNED])
    if cursor[OWNED] > 0:
        return filled
    base, depth, nodes = cursor[BASE], cursor[DEPTH], cursor[NODES]
    budget = nodes + max_nodes
    while cursor[DONE] == 0 and nodes < budget and not is_full(state, out, filled):
        if depth < largest and levels[depth, NEXT] < levels[depth, END]:
            choice = levels[depth, NEXT]
            levels[depth, NEXT] += 1
            nodes += 1
            if depth + 1 == largest:
                record_leaf(state, out, filled, depth, choice)
                filled += 1
            else:
                depth += 1
                place(state, depth, choice)
                filled = record_node(state, out, filled, depth)
        elif depth == base:
            cursor[DONE] = 1
        else:
            take_back(state, depth)
            depth -= 1
    cursor[DEPTH], cursor[NODES] = depth, nodes
    return filled


@inlined
def count_node(state, counts, depth):
    """Count the set of the first `depth` elements, if they are enough."""
    if depth >= state.tables.limits[SMALLEST]:
        counts[depth] += 1


@inlined
def is_fresh(state, other, root):
    """Return whether no placed element touches another one, which may be added."""
    return (state.touching[np.uint64(other)] == 0) & (other > root)


@inlined
def twice_edges(state, element, root, also_others):
    """Return twice the number of edges between the fresh neighbours of an element, or all."""
    starts, neighbours, marked = state.tables.starts, state.tables.neighbours, state.marked
    first, end = np.uint64(starts[element]), np.uint64(starts[element + ONE])
    for i in range(first, end):
        marked[np.uint64(neighbours[i])] = is_fresh(state, neighbours[i], root) | also_others
    found = np.int64(0)
    for i in range(first, end):
        other = np.uint64(neighbours[i])
        if marked[other] != 0:
            for k in range(np.uint64(starts[other]), np.uint64(starts[other + ONE])):
                found += marked[np.uint64(neighbours[k])]
    for i in range(first, end):
        marked[np.uint64(neighbours[i])] = 0
    return found


@inlined
def twice_fresh_edges(state, element, root):
    """Return `twice_edges` between fresh neighbours, at once if there are no triangles."""
    if state.triangles[element] == UNKNOWN:
        found = twice_edges(state, element, root, True)
        state.triangles[element] = TRIANGLE if found > 0 else NO_TRIANGLE
    if state.triangles[element] == NO_TRIANGLE:
        return np.int64(0)
    return twice_edges(state, element, root, False)


@inlined
def count_extensions(state, depth):
    """Return the numbers of sets with two and with three elements more than the set of a level.

    Let L elements u be untried. A fresh element f, which no placed one touches, has d(f) untried
    neighbours, and any element v has fresh(v) fresh ones. With two elements more there are

        C(L,2) + sum_u fresh(u)

    sets, and with three elements, of which 3, 2 or 1 are untried (1 with a path u-f-g, or with two
    fresh elements beside it),

        C(L,3) + sum_f [C(L,2) - C(L-d(f),2)] + sum_f d(f) fresh(f) + sum_u [C(fresh(u),2) - 2 t(u)]

    where t(u) is the number of edges between fresh neighbours of u: a set of these three comes as
    two paths and as a pair, instead of once.
    """
    starts, neighbours = state.tables.starts, state.tables.neighbours
    untried, beside, fresh = state.untried, state.untried_beside, state.fresh
    level, root = state.levels[depth], state.levels[1, PLACED]
    left, number = level[END] - level[NEXT], np.int64(0)
    pairs = left * (left - 1) // 2
    two, three = pairs, pairs * (left - 2) // 3
    for k in range(np.uint64(level[NEXT]), np.uint64(level[END])):
        element = np.uint64(untried[k])
        found = np.int64(state.ahead[element])
        for i in range(np.uint64(starts[element]), np.uint64(starts[element + ONE])):
            # Without a branch: whether a neighbour is fresh is a coin toss.
            other, one = np.uint64(neighbours[i]), np.int64(is_fresh(state, neighbours[i], root))
            fresh[np.uint64(number)] = neighbours[i]
            number += one & np.int64(beside[other] == 0)
            beside[other] += one
        two += found
        if found > 1:
            three += found * (found - 1) // 2 - twice_fresh_edges(state, element, root)
    for k in range(np.uint64(number)):
        element = np.uint64(fresh[k])
        d = np.int64(beside[element])
        beside[element] = 0
        three += pairs - (left - d) * (left - d - 1) // 2 + d * np.int64(state.ahead[element])
    return two, three


@kernel
def tally(state, counts, max_nodes):
    """Add the sets of about `max_nodes` nodes by size; the three largest are not visited."""
    levels, cursor, largest = state.levels, state.cursor, state.tables.limits[LARGEST]
    while cursor[OWNED] > 0:
        cursor[OWNED] -= 1
        cursor[NODES] += 1
        count_node(state, counts, cursor[BASE] - cursor[OWNED])
    if cursor[COUNTS] == 0:
        begin_to_count(state)
    base, depth, nodes = cursor[BASE], cursor[DEPTH], cursor[NODES]
    budget = nodes + max_nodes
    while cursor[DONE] == 0 and nodes < budget:
        left = levels[depth, END] - levels[depth, NEXT] if depth < largest else 0
        if left > 0 and depth + 1 == largest:  # its leaves, all at once
            nodes += left
            counts[largest] += left
            levels[depth, NEXT] += left
        elif left > 0 and depth + UNVISITED == largest and depth > 0:
            two, three = count_extensions(state, depth)
            nodes += left + two + three
            smallest = state.tables.limits[SMALLEST]
            counts[largest - 2] += left if largest - 2 >= smallest else 0
            counts[largest - 1] += two if largest - 1 >= smallest else 0
            counts[largest] += three
            levels[depth, NEXT] = levels[depth, END]
        elif left > 0:
            choice = levels[depth, NEXT]
            levels[depth, NEXT] += 1
            nodes += 1
            depth += 1
            place(state, depth, choice)
            if depth == 1:
                change_ahead(state, choice, -1)
            change_ahead_of_reached(state, depth - 1, depth, -1)
            count_node(state, counts, depth)
        elif depth == base:
            cursor[DONE] = 1
        else:
            change_ahead_of_reached(state, depth - 1, depth, 1)
            take_back(state, depth)
            depth -= 1
    cursor[DEPTH], cursor[NODES] = depth, nodes


@kernel
def seek_and_probe(state, prefix, walks, random):
    """Enter a subtree; return its children, and the nodes that random walks estimate, in all."""
    levels, block, elements = state.levels, state.tables.limits[BLOCK], state.touching.size
    has_blocks, at_root = block > 1, prefix.size == 0
    blocks = (elements + block - 1) // block
    levels[0, :] = 0
    levels[0, END] = elements
    if has_blocks and not at_root:
        if prefix[0] < 0 or prefix[0] >= blocks:
            return np.int64(NO_SUCH_NODE), 0.0
        levels[0, NEXT] = prefix[0] * block
        levels[0, END] = min(elements, levels[0, NEXT] + block)
    state.cursor[COUNTS] = 0
    within = prefix[np.int64(has_blocks) :]
    children, nodes = enter_and_probe(state, within, walks, random, 0, begin, go_to_child)
    return (blocks if has_blocks and at_root else children), nodes
