"""Count polyominoes with a half-turn by size with a transfer matrix, along diagonals.

The cell (x, y) lies on *diagonal* d = x - y, in *layer* s = x + y. It touches the cells on
diagonals d - 1 and d + 1 of the layers s - 1 and s + 1, and none of its own layer. So a layer has
cells on every second diagonal only: slot i holds diagonal 2 i of an even layer, 2 i + 1 of an odd
one. A new cell touches the old one at its slot, and in odd layers, which go up, the old one at slot
i + 1, in even layers, which go down, at slot i - 1. Slots below the kink are at odd diagonals, all
others at even ones. The slots are the sites of a `boundary`.

Half of a polyomino that meets `width` diagonals and S layers, S >= width, is built, layer after
layer; the other half is its image. The half-turn maps diagonal d to width - 1 - d and layer s to
S + 1 - s, so both numbers are even if the centre is the midpoint of an edge, else both odd. Both
flags are set as soon as either rim is touched, whose image is the other one.

Even: the half ends with layer S/2, whose image is the next one: the cell on diagonal d touches
the images of the cells on width - 2 - d and width - d. Odd: it ends in the middle of layer
(S + 1)/2, which is its own image: a cell on diagonal d of the layer before touches cells beyond
the middle, which are images of new ones, and a new cell in the middle is its own image.
Components that touch images of each other are joined by an edge. They and their images are one
polyomino if that graph is connected and not bipartite: every edge is a half-turn, so a closed walk
of odd length leads from a component to its image.

State: a `Layer` of `states`, whose sizes are orbits: a cell and its image. Invariant: every half
that can be finished with `orbits` orbits is in one state.

G. Barequet, G. Ben-Shachar, Counting polyominoes, revisited, ALENEX 2024, for the boundary: cells
at two slots side by side do not touch, so a boundary of many components needs many cells.
"""

import numpy as np

from enumino.enum.kernels.matrices.boundary import NextCell, look_up_successors, unpacked
from enumino.enum.kernels.matrices.states import BLOCK, NextStates, child_key, is_new, link_block
from enumino.enum.kernels.shared.jit import inlined, kernel


@kernel
def label_components(
    before: int, after: int, occupied: int, sites: int, component: np.ndarray, stack: np.ndarray
) -> int:
    """Number the components by site, -1 where it is empty, with a `stack`; return their number."""
    components = depth = 0
    for site in range(sites):
        if (occupied >> site) & 1 == 0:
            component[site] = -1
        elif (before >> site) & 1 == 0:
            component[site] = components
            if (after >> site) & 1 == 1:
                stack[depth] = components
                depth += 1
            components += 1
        else:
            component[site] = stack[depth - 1]
            if (after >> site) & 1 == 0:
                depth -= 1
    return components


@inlined
def join(a: int, b: int, nodes: int, group: np.ndarray) -> int:
    """Make one group of two nodes; return 1 if they were in different ones."""
    one, other = group[a], group[b]
    if one == other:
        return 0
    for node in range(nodes):
        if group[node] == other:
            group[node] = one
    return 1


@kernel
def joins_its_image(
    before: int, after: int, occupied: int, flags: int, width: int, next_cell: NextCell,
    scratch: np.ndarray,
) -> bool:  # fmt: skip
    """Return whether the boundary at a possible end of a half and its image make one polyomino."""
    if flags == 0:
        return False
    slots = (width + 1) // 2
    components = label_components(before, after, occupied, slots, scratch[0], scratch[1])
    component, group = scratch[0], scratch[2]
    nodes = 2 * components  # a component is node c, its image node c + components
    for node in range(nodes):
        group[node] = node
    groups = nodes
    middle = width // 2
    for slot in range(slots):
        a = component[slot]
        if a < 0:
            continue
        at = 2 * slot + (1 if slot < next_cell.kink else 0)
        new = (at % 2 == 1) == next_cell.odd
        if width % 2 == 1 and new:
            if at == middle:
                groups -= join(a, a + components, nodes, group)
            continue
        for beside in (at - 1, at + 1):
            if beside < 0 or beside >= width:
                continue
            if width % 2 == 1 and (beside <= middle if next_cell.odd else beside >= middle):
                continue  # decided
            b = component[(width - 1 - beside) // 2]
            if b >= 0:
                groups -= join(a, b + components, nodes, group)
                groups -= join(b, a + components, nodes, group)
    return groups == 1


@inlined
def add_gap(length: int, one: int, other: int, count: int, gaps: np.ndarray) -> int:
    """Insert the gap between two nodes into the first `count`, by length; return their number."""
    if one == other:
        return count
    gap, at = length << 12 | one << 6 | other, count
    while at > 0 and gaps[at - 1] > gap:
        gaps[at] = gaps[at - 1]
        at -= 1
    gaps[at] = gap
    return count + 1


@inlined
def shortest_tree(gaps: np.ndarray, count: int, nodes: int, group: np.ndarray) -> int:
    """Return the least length of gaps that join all nodes."""
    for node in range(nodes):
        group[node] = node
    total = 0
    for at in range(count):
        gap = gaps[at]
        if join((gap >> 6) & 63, gap & 63, nodes, group) == 1:
            total += gap >> 12
    return total


@inlined
def folded_gaps(
    width: int, kink: int, components: int, touched: bool, component: np.ndarray, gaps: np.ndarray
) -> int:
    """Fill `gaps` with those on the folded line; return their number.

    Diagonals d and width - 1 - d are one place. The rim, node `components` before place 0, is to be
    joined if it is not touched, and the centre, node `components` + 1 behind the last place, if no
    component has cells on both sides of it. For width 6, all slots at even diagonals:

        diagonal   0 1 2 3 4 5      slots 0 and 2 hold A and B
                   A . . . B .
        place      0 1 2            A at 0, B at 1: no place between them, one between B and centre
    """
    slots = (width + 1) // 2
    count, left, right = 0, 0, 0  # left, right: the components with cells there, as bits
    last, last_place = (-1 if touched else components), -1
    low, high = 0, slots - 1  # the next slots from either rim: the nearer one is taken
    while low <= high:
        from_low = 2 * low + (1 if low < kink else 0)
        from_high = width - 1 - 2 * high - (1 if high < kink else 0)
        place = min(from_low, from_high)
        slot = low if place == from_low else high
        one = component[slot]
        if one >= 0:
            left |= (1 if slot == low and place == from_low else 0) << one
            right |= (1 if slot == high and place == from_high else 0) << one
            if last >= 0:
                count = add_gap(max(place - last_place - 1, 0), last, one, count, gaps)
            last, last_place = one, place
        if slot == low:
            low += 1
        else:
            high -= 1
    if left & right == 0:
        count = add_gap(slots - last_place - 1, last, components + 1, count, gaps)
    return count


@kernel
def orbits_needed(
    before: int, after: int, occupied: int, flags: int, width: int, next_cell: NextCell,
    scratch: np.ndarray,
) -> int:  # fmt: skip
    """Return a lower bound on the orbits to come after a cell.

    Call min(d, width - 1 - d) the *folded* diagonal of an orbit. Neighbours differ by at most one
    in it, so connected later orbits have consecutive folded diagonals, also across places where a
    cell touches an image, and fill the gaps between what they touch. These must be
    joined: the components; the rim, before folded diagonal 0, unless it is touched; and the centre,
    behind the last diagonal, if no component has cells on both sides of the middle, because a
    closed walk of odd length leads from diagonal d to width - 1 - d along later cells. Gaps
    have different diagonals, and each diagonal has a later orbit: the cheapest set of gaps that
    joins all, a spanning tree on the folded line, is a bound. The number of missing layers is
    another bound, because each layer has a cell.
    """
    slots = (width + 1) // 2
    if occupied == 0:
        return slots
    kink, component, gaps = next_cell.kink, scratch[0], scratch[1]
    components = label_components(before, after, occupied, slots, component, gaps)
    count = folded_gaps(width, kink, components, flags != 0, component, gaps)
    tree = shortest_tree(gaps, count, components + 2, scratch[2])
    new = occupied & ((1 << kink) - 1) if next_cell.odd else occupied >> kink
    begun = 0 if new != 0 else 1
    return max(tree, slots - next_cell.layer + begun)


@kernel
def link(
    keys: np.ndarray, next_cell: NextCell, width: int, scratch: np.ndarray, new: NextStates
) -> None:
    """Fill `new` with the successors of states, `keys` int64[states, 2], after the next cell."""
    for begin in range(0, keys.shape[0], BLOCK):
        count = look_up_successors(keys, begin, next_cell, new)
        for child in range(count):
            if is_new(new, child):
                first, second = child_key(new, child)
                boundary = unpacked(first, second)
                new.needs[child] = orbits_needed(*boundary, width, next_cell, scratch)
        link_block(new, count, next_cell.weight)


def new_scratch(width: int) -> np.ndarray:
    """Return scratch for one boundary: components, open ones or gaps, groups."""
    return np.zeros((3, width + 6), dtype=np.int64)


@kernel
def find_ends(
    keys: np.ndarray, width: int, next_cell: NextCell, scratch: np.ndarray, ended: np.ndarray
) -> None:
    """Store in `ended`, bool[states], which boundaries join their images."""
    for state in range(keys.shape[0]):
        before, after, occupied, flags = unpacked(keys[state, 0], keys[state, 1])
        ended[state] = joins_its_image(before, after, occupied, flags, width, next_cell, scratch)


def has_ended(keys: np.ndarray, width: int, next_cell: NextCell) -> tuple[np.ndarray, np.ndarray]:
    """Return which boundaries, int64[states, 2], end a half: without and with a cell as centre."""
    ended, middle = np.zeros(len(keys), np.bool_), width // 2
    find_ends(keys, width, next_cell, new_scratch(width), ended)
    has_centre = width % 2 == 1 and (middle % 2 == 1) == next_cell.odd
    centred = has_centre & (keys[:, 1] >> (middle // 2) & 1 == 1)
    return ended & ~centred, ended & centred
