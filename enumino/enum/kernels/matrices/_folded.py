"""Lower bounds on the orbits that finish half a polyomino with a half-turn.

The rows of a box of H rows are *folded*: row r and row H - 1 - r are both called min(r, H - 1 - r).
A half-turn keeps folded rows, and neighbours differ by at most one, so connected new
orbits lie in a *run* of folded rows. The things to join are *points* on the folded line:
each component at the rows of its sites, the rim (row 0) while neither side is touched, and the
centre (the last folded row) while no component has sites on both sides, since closed walks that
wind around the centre change sides.

Two bounds follow; proofs are in docs/counting-by-symmetry.md.

1. `folded_tree`: a run over a gap between neighbouring points costs its length, and each run one
   orbit more. So the cost is at least the shortest tree of gaps, and one for each *stretch* of
   gaps that is needed, where stretches are ended by gaps inside one component: to cross such a
   gap costs at least one, as does another run.
2. `needs`: glue acts only in the last column. While e more columns are owed, each of the K
   components that remain has a cell in each, and a connected piece of J rows and c columns has
   at least J + c - 1 cells. The least over all K is a bound.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from enumino.enum.kernels.matrices._boundary import MOST_SITES, join, label, unpacked
from enumino.enum.kernels.shared.jit import inlined, kernel

Key = tuple[int, int]
# Orbits, more than any polyomino has.
FAR = 1000
# The largest number of orbits in a byte, also more than any polyomino has.
MOST_NEEDED = 255


class Scratch(NamedTuple):
    """Scratch arrays for one boundary.

    `component`: number of the component of each site, or -1. `points`: the points at each folded
    row, one bit each. `stack`, `group`, `merges`: open components, merged components, and the price
    of each number of merges. `gap`, `joins`, `stretch`: length, points and stretch of each gap, in
    order; all are int64, the last three for twice as many entries as a boundary has sites. `least`
    uint8: the result of `needs`.
    """

    component: np.ndarray
    points: np.ndarray
    stack: np.ndarray
    group: np.ndarray
    merges: np.ndarray
    gap: np.ndarray
    joins: np.ndarray
    stretch: np.ndarray
    least: np.ndarray


class Folded(NamedTuple):
    """A boundary on the folded line.

    `components`, and `old` those without a site in the last column; `whole`, all points in bits;
    `both`, whether a component has sites on both sides; `rim`, rows to the rim, 0 if it is
    touched; `kink`, the folded row above the kink of the boundary, if a site lies at it, else -2;
    `at_kink`, whether a site lies there at all.
    """

    components: int
    old: int
    whole: int
    both: bool
    rim: int
    kink: int
    at_kink: bool


class Trees(NamedTuple):
    """Trees of `folded_tree`.

    `length` and `stretches` of the tree that any end takes, `crossing` and `crossed` of one that
    leads to the centre as well.
    """

    length: int
    stretches: int
    crossing: int
    crossed: int


def new_scratch() -> Scratch:
    """Return scratch arrays."""
    one, two = MOST_SITES + 2, 2 * MOST_SITES + 2
    arrays = [(one, np.int64)] * 5 + [(two, np.int64)] * 3 + [(one, np.uint8)]
    return Scratch(*(np.zeros(size, dtype=kind) for size, kind in arrays))


@kernel
def is_glued(key: Key, rows: int, odd: bool, scratch: Scratch) -> bool:
    """Whether the boundary and its image under the half-turn make one polyomino.

    The site at row r touches the image of the site at row `rows` - 1 - r; the middle site its own
    image, if `rows` is odd or (`odd`) the box has a middle column, of which half is decided.
    """
    before, after, occupied, flags = unpacked(key[0], key[1])
    if flags == 0:
        return False
    component, group = scratch.component, scratch.group
    components = label(before, after, occupied, rows, component, scratch.stack)
    half = (rows + 1) // 2
    whole = 2 * components
    for node in range(whole):  # a component is node c, its image node c + components
        group[node] = node
    groups = whole
    for row in range(half):
        a = component[row]
        for middle in range(2):
            b = component[rows - 1 - row]
            if middle == 1:
                if row < half - 1 or not (odd or rows % 2 == 1):
                    continue
                b = a
            if a < 0 or b < 0:
                continue
            groups -= join(a, b + components, whole, group)
            groups -= join(b, a + components, whole, group)
    return groups == 1


@inlined
def all_joined(edges: int, but: int, whole: int, scratch: Scratch) -> bool:
    """Whether the gaps outside the stretch `but` join all points, `whole` in bits.

    `but` -1 leaves those only that are joined as they are.
    """
    joins, stretch = scratch.joins, scratch.stretch
    reached = whole & -whole
    before = 0
    while reached != before:
        before = reached
        for edge in range(edges):
            usable = stretch[edge] < 0 or (but >= 0 and stretch[edge] != but)
            if usable and joins[edge] & reached:
                reached |= joins[edge]
    return reached == whole


@inlined
def folded_tree(
    half: int, whole: int, first: int, last: int, free_from: int, free_to: int, kink: int,
    scratch: Scratch,
) -> tuple[int, int]:  # fmt: skip
    """Return the length of the shortest tree on the folded line, and its number of stretches.

    New orbits may lie at the folded rows `first` to `last` only; points at one folded row from
    `free_from` to `free_to` are joined already. A wall may go on from the site at the kink of
    the boundary: the gap between the folded rows `kink` and `kink` + 1 is shorter by one.
    `whole` has all points. The length is FAR if they cannot be joined.
    """
    points, gap, joins, stretch = scratch.points, scratch.gap, scratch.joins, scratch.stretch
    edges, stretches, above = 0, 0, -1
    for row in range(half):
        here = points[row]
        if here == 0:
            continue
        if above >= 0:
            length = row - above
            if above <= kink < row:
                length -= 1
            if points[above] & here and length > 0:
                stretches += 1
            elif above >= first and row <= last:
                gap[edges], joins[edges], stretch[edges] = length, points[above] | here, stretches
                edges += 1
            else:
                stretches += 1
        if here & (here - 1):
            if free_from <= row <= free_to:
                gap[edges], joins[edges], stretch[edges] = 0, here, -1
                edges += 1
            elif first <= row <= last:
                gap[edges], joins[edges], stretch[edges] = 0, here, stretches
                edges += 1
        above = row
    length, reached = 0, whole & -whole
    used = 0  # stretches of the tree, in bits: none but these can be needed
    while reached != whole:
        best, wider = FAR, 0
        for edge in range(edges):
            if joins[edge] & reached and joins[edge] & ~reached and gap[edge] < best:
                best, wider = gap[edge], edge
                if best == 0:
                    break
        if best == FAR:
            return FAR, 0
        length += best
        reached |= joins[wider]
        used |= 1 << (stretch[wider] + 1)
    needed = 0
    for one in range(stretches + 1):
        if used >> (one + 1) & 1 and not all_joined(edges, one, whole, scratch):
            needed += 1
    if needed == 0 and not all_joined(edges, -1, whole, scratch):
        needed = 1
    return length, needed


@inlined
def find_merges(rows: int, row: int, components: int, scratch: Scratch) -> None:
    """Fill `merges`: the least length of walls in the plane for each number of merges."""
    component, group, merges = scratch.component, scratch.group, scratch.merges
    for one in range(components):
        group[one] = one
    merges[0] = 0
    done, total, length = 0, 0, 0
    while done < components - 1:
        above = -1
        for here in range(rows):
            if component[here] < 0:
                continue
            if above >= 0:
                shorter = 1 if above == row - 1 else 0
                if here - above - shorter == length:
                    if join(component[above], component[here], components, group) == 1:
                        done += 1
                        total += length
                        merges[done] = total
            above = here
        length += 1


@inlined
def fold(key: Key, row: int, rows: int, scratch: Scratch) -> Folded:
    """Lay the boundary on the folded line; fill `component`, `points` and `merges`."""
    half = (rows + 1) // 2
    component, points = scratch.component, scratch.points
    before, after, occupied, flags = unpacked(key[0], key[1])
    components = label(before, after, occupied, rows, component, scratch.stack)
    points[:half] = 0
    above = below = new = 0  # components with sites above and below the centre, and new ones
    rim, kink = half, -2
    for site in range(rows):
        if component[site] < 0:
            continue
        bit = 1 << component[site]
        folded = min(site, rows - 1 - site)
        points[folded] |= bit
        if 2 * site < rows - 1:
            above |= bit
        elif 2 * site > rows - 1:
            below |= bit
        if site < row:
            new |= bit
        if site == row - 1 and row < rows and 2 * row != rows:
            kink = min(site, rows - 1 - row)
            folded = min(folded, kink)
        rim = min(rim, folded)
    whole = (1 << components) - 1
    if flags:
        rim = 0
    else:
        whole |= 1 << components
        points[0] |= 1 << components
    old = components
    for one in range(components):
        old -= (new >> one) & 1
    find_merges(rows, row if row < rows else 0, components, scratch)
    at_kink = row < rows and component[row - 1] >= 0
    return Folded(components, old, whole, above & below != 0, rim, kink, at_kink)


@inlined
def tree_of(folded: Folded, to_centre: bool, half: int, scratch: Scratch) -> tuple[int, int]:
    """Return the `folded_tree` of all points, and of the centre if wanted; orbits lie anywhere."""
    points, whole = scratch.points, folded.whole
    centre = 1 << (folded.components + 1)
    if to_centre:
        points[half - 1] |= centre
        whole |= centre
    found = folded_tree(half, whole, 0, half, 0, -1, folded.kink, scratch)
    points[half - 1] &= ~centre
    return found


@inlined
def trees_of(folded: Folded, half: int, owing: bool, scratch: Scratch) -> Trees:
    """Return the trees that `to_end_later` takes; `owing`: columns may be owed."""
    length, stretches = tree_of(folded, not folded.both, half, scratch)
    if not owing or not folded.both:
        return Trees(length, stretches, length, stretches)
    crossing, crossed = tree_of(folded, True, half, scratch)
    return Trees(length, stretches, crossing, crossed)


@inlined
def to_end_later(
    folded: Folded, trees: Trees, row: int, rows: int, owed: int, scratch: Scratch
) -> int:
    """Return a lower bound on the orbits to come if the box ends after a later column."""
    components, least = folded.components, FAR
    half_column = rows % 2  # the last column is the middle one, or may be a whole one
    for remain in range(1, components + 1):
        late = max(0, remain + folded.old - components)
        planar = scratch.merges[components - remain] + folded.rim
        if owed == 0:
            least = min(least, max(remain + late, planar + 1))
            continue
        if folded.both or (2 * row == rows and folded.at_kink):
            # No piece crosses the centre: two pieces of one component reach the end.
            cost = trees.length + max(half_column, trees.stretches - remain - 1)
            cost = max(cost, planar + half_column, remain - 1 + half_column)
            least = min(least, owed * (remain + 1) + late + cost)
        cost = trees.crossing + max(1, trees.crossed - remain)
        cost = max(cost, planar + half_column, remain)
        least = min(least, owed * remain + late + cost)
    return max(least, trees.length + trees.stretches)


@inlined
def to_end_here(folded: Folded, row: int, rows: int, middle: bool, scratch: Scratch) -> int:
    """Return a lower bound on the orbits to come if this column, whole or `middle`, is the last."""
    half, points = (rows + 1) // 2, scratch.points
    whole = folded.whole
    centre = 1 << (folded.components + 1)
    at_kink = 1 if folded.at_kink else 0
    looped = not middle and rows % 2 == 1 and row >= half and points[half - 1] != 0
    if not folded.both and not looped:
        points[half - 1] |= centre
        whole |= centre
    if middle:
        first, last, free_from, free_to = row - at_kink, half - 1, 0, row - 1
    else:
        first, last = 0, half - 1 if row < half else rows - 1 - row + at_kink
        free_from, free_to = rows - row, half - 1
    length, stretches = folded_tree(
        half, whole, first, last, free_from, free_to, folded.kink, scratch
    )
    points[half - 1] &= ~centre
    least = length + stretches
    if not middle:
        joined = FAR
        for remain in range(1, folded.components + 1):
            late = remain + folded.old - folded.components
            joined = min(joined, max(late, scratch.merges[folded.components - remain] + folded.rim))
        least = max(least, joined)
    return least


@inlined
def may_end(row: int, rows: int, column: int) -> bool:
    """Whether a box may end when rows `0..row-1` of `column` are decided."""
    if row == rows:
        return 2 * column >= rows
    return 2 * column > rows and row == (rows + 1) // 2


@kernel
def needs(key: Key, row: int, rows: int, scratch: Scratch, least: np.ndarray) -> None:
    """Fill `least` uint8[rows // 2 + 1] with lower bounds on the orbits to come, by column.

    Rows `0..row-1` of columns 1, 2, ... are decided; later columns need as much as the last of
    these. A bound is 0 where the polyomino may end. Boxes are at least as wide as high.
    """
    last, half = rows // 2 + 1, (rows + 1) // 2
    if unpacked(key[0], key[1])[2] == 0:
        least[:] = rows  # no box of `rows` rows and at least as many columns takes fewer
        return
    glued = may_end(row, rows, last) and is_glued(key, rows, row < rows, scratch)
    folded = fold(key, row, rows, scratch)
    trees = trees_of(folded, half, True, scratch)
    here = to_end_here(folded, row, rows, False, scratch) if row < rows else FAR
    middle = to_end_here(folded, row, rows, True, scratch) if row < half else FAR
    for column in range(1, last + 1):
        bound = to_end_later(folded, trees, row, rows, max(rows // 2 - column, 0), scratch)
        if 2 * column >= rows:
            bound = min(bound, here)
        if 2 * column > rows:
            bound = min(bound, middle)
        if glued and may_end(row, rows, column):
            bound = 0
        least[column - 1] = min(bound, MOST_NEEDED)
