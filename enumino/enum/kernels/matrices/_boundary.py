"""The boundary of a partial polyomino, with the components of its cells.

The cells decided last, one a *site*, are the boundary. A new cell takes its site from the old one
there, which it touches, together with one neighbour, the cell at the site before or after. On the
straight lattice the sites are the rows of a box: a cell touches the old one on its left and the
new one above. On the lattice turned by 45 degrees (`rotated_halfturn`) they are pairs of diagonals.

A boundary is three words with a bit a site: `occupied`; `before` and `after`, whether an earlier
or a later site holds a cell of the same component of the cells decided. Components do not cross
in the plane, so this determines the components. Keys are two words, int64[2]: `before` and
from bit 31 on `after`; `occupied` and from bit 32 on the flags LOW and HIGH (the rim at the first
or the last row or diagonal has been touched).

I. Jensen, Enumerations of lattice animals and trees, J. Stat. Phys. 102 (2001) 865-881, for the
boundary; the words of bits are an addition.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from enumino.enum.kernels.matrices._states import (
    BLOCK,
    NEXT_STATE,
    Layer,
    Links,
    begin_block,
    collected,
    next_unknown,
)
from enumino.enum.kernels.shared.bits import lowest_one
from enumino.enum.kernels.shared.jit import inlined, kernel

MOST_SITES = 31
PLANE = (1 << MOST_SITES) - 1
LOW = 1 << 32
HIGH = 1 << 33


class Place(NamedTuple):
    """The place of the next cell.

    `site`, and `other` of the cell beside it (-1: none); `edge`, the number of sites that hold
    later cells than the others after it; `price` of the cell, 1, or 0 where the site has none in
    this layer; `rim`, the flags that it sets; `layer` (or column) from 1; `odd` layers go up;
    `last` of the layer; `mirrored`, the number of sites put in reverse order after the last place
    if that gives the smaller key.
    """

    site: int
    other: int
    edge: int
    price: int
    rim: int
    layer: int
    odd: bool
    last: bool
    mirrored: int


@kernel
def packed(before: int, after: int, occupied: int, flags: int) -> tuple[int, int]:
    """Return the key of a boundary."""
    return before | (after << MOST_SITES), occupied | flags


@kernel
def unpacked(first: int, second: int) -> tuple[int, int, int, int]:
    """Return the boundary of a key, and its flags."""
    return first & PLANE, first >> MOST_SITES, second & PLANE, second >> 32 << 32


@kernel
def next_mate(before: int, after: int, site: int) -> int:
    """Return the next site of the component of `site`; there must be one."""
    depth = 0
    linked = (before | after) >> (site + 1) << (site + 1)
    while True:
        at = lowest_one(np.uint64(linked))
        linked &= linked - 1
        if (before >> at) & 1 == 0:
            depth += 1
        elif depth == 0:
            return at
        elif (after >> at) & 1 == 0:
            depth -= 1


@inlined
def previous_mate(before: int, after: int, site: int) -> int:
    """Return the previous site of the component of `site`; there must be one."""
    depth = 0
    at = site
    while True:
        at -= 1
        if (after >> at) & 1 == 0:
            depth += (before >> at) & 1
        elif depth == 0:
            return at
        elif (before >> at) & 1 == 0:
            depth -= 1


@kernel
def leave_empty(before: int, after: int, occupied: int, site: int) -> tuple[int, int, int]:
    """Return the boundary without its cell at `site`; `occupied` is -1 at a cut-off component."""
    bit = 1 << site
    if occupied & bit == 0:
        return before, after, occupied
    earlier, later = before & bit != 0, after & bit != 0
    if not earlier and not later:
        return before, after, -1
    if not earlier:
        before ^= 1 << next_mate(before, after, site)
    elif not later:
        after ^= 1 << previous_mate(before, after, site)
    return before & ~bit, after & ~bit, occupied ^ bit


@kernel
def occupy(before: int, after: int, occupied: int, site: int, other: int) -> tuple[int, int, int]:
    """Return the boundary after a new cell at `site`.

    It touches the old cell there and the one at `other`, a site beside it, or -1 at a rim.
    """
    bit = 1 << site
    beside = 0 if other < 0 else occupied & (1 << other)
    if beside == 0:
        return before, after, occupied | bit
    lower = min(site, other)
    if occupied & bit == 0:  # a new end, or one more between two, of the component beside it
        if lower == site:
            before |= (before & beside) >> 1
            after |= bit
            before |= beside
        else:
            after |= (after & beside) << 1
            before |= bit
            after |= beside
        return before, after, occupied | bit
    opens, closes = (after >> lower) & 1, (before >> (lower + 1)) & 1
    if opens & closes == 0:  # two components become one
        if opens:  # the upper one lies within the lower one
            last = lower + 1
            while (after >> last) & 1 == 1:
                last = next_mate(before, after, last)
            after |= 1 << last
        elif closes:
            first = lower
            while (before >> first) & 1 == 1:
                first = previous_mate(before, after, first)
            before |= 1 << first
        after |= 1 << lower
        before |= 2 << lower
    return before, after, occupied


@kernel
def mirrored(before: int, after: int, occupied: int, sites: int) -> tuple[int, int, int]:
    """Return the boundary with its first `sites` sites in reverse order, and none beyond."""
    new_before, new_after, new_occupied = 0, 0, 0
    for site in range(sites):
        new_before = (new_before << 1) | ((after >> site) & 1)
        new_after = (new_after << 1) | ((before >> site) & 1)
        new_occupied = (new_occupied << 1) | ((occupied >> site) & 1)
    return new_before, new_after, new_occupied


@kernel
def decided(first: int, second: int, place: Place, full: bool) -> tuple[int, int, int, int]:
    """Return the boundary of a key, and its flags, after the cell at `place`.

    `occupied` is -1 if a component is cut off, or a whole layer empty.
    """
    before, after, occupied, flags = unpacked(first, second)
    if full:
        before, after, occupied = occupy(before, after, occupied, place.site, place.other)
        flags |= place.rim
    else:
        before, after, occupied = leave_empty(before, after, occupied, place.site)
        if occupied == 0 and (place.layer > 1 or place.last):
            occupied = -1
    if occupied > 0 and place.mirrored > 0:
        image = mirrored(before, after, occupied, place.mirrored)
        swapped = (flags & LOW) * 2 + (flags & HIGH) // 2
        own = packed(before, after, occupied, flags)
        other = packed(image[0], image[1], image[2], swapped)
        if (other[1], other[0]) < (own[1], own[0]):
            return image[0], image[1], image[2], swapped
    return before, after, occupied, flags


@inlined
def decide_block(keys: np.ndarray, begin: int, end: int, place: Place, links: Links) -> int:
    """Fill `children` and `origins` with the successors of a block; return their number."""
    children, origins, count = links.children, links.origins, 0
    for state in range(begin, end):
        for choice in range(2 if place.price > 0 else 1):
            before, after, occupied, flags = decided(
                keys[state, 0], keys[state, 1], place, choice == 1
            )
            if occupied < 0:
                continue
            children[count, 0], children[count, 1] = packed(before, after, occupied, flags)
            origins[count] = 2 * state + choice
            count += 1
    return count


@inlined
def next_boundary(keys, place, links):
    """Link states to their successors at `place` up to an unknown one; return whether there is one.

    `keys` int64[states, 2] are those of the states.
    """
    while not next_unknown(links, place.price):
        begin, end = links.cursor[NEXT_STATE], keys.shape[0]
        if begin == end:
            return False
        end = min(begin + BLOCK, end)
        links.cursor[NEXT_STATE] = end
        begin_block(links, decide_block(keys, begin, end, place, links))
    return True


@inlined
def wall_cells(
    before: int, after: int, occupied: int, flags: int, row: int, width: int, kink: bool
) -> tuple[int, bool]:
    """Return the fewest cells that join the boundary, and whether they reach a new column.

    Right of the boundary new cells form walls. A wall that joins cells in rows a < b has at
    least b - a + 1 cells and may as well join all between. So choose gaps between consecutive
    cells of different components (row 0 counts as a cell while the top is untouched, row
    W - 1 while the bottom is); pay for each gap its length, and one cell for each run of gaps.
    Between consecutive cells of one component the longest gap is saved, and runs end there; runs
    inside components cost nothing, which keeps this a lower bound. At the kink
    between new and old part of the column, a wall down from a cell at `row - 1` (`kink`) needs no
    cell beside that one, and a wall that finds no cell there takes one more to get around.

    Most states (94 to 99 in 100, for 12 to 20 cells) do cost exactly this.
    """
    above, above_goes_on = -1 if flags & LOW else 0, False
    length, runs, longest, outer, depth = 0, 0, 0, 0, 0
    in_run, outside, inner, inner_free, new_column = False, False, False, False, False
    rest = occupied
    while rest != 0 or flags & HIGH == 0:
        site = rest != 0
        at = lowest_one(np.uint64(rest)) if site else width - 1
        rest &= rest - 1
        linked = site and (before >> at) & 1 == 1
        goes_on = site and (after >> at) & 1 == 1
        if above >= 0 and not (linked and above_goes_on):
            gap = at - above
            from_kink = kink and above == row - 1
            if at < row:
                new_column = True
            elif above < row - 1 and not kink:
                new_column = True
                gap += 1 if site else 0
            if depth > 0:
                inner = True
                inner_free = inner_free or from_kink
            else:
                runs += 0 if in_run or from_kink else 1
                outside = in_run = True
            length += gap
            longest = max(longest, gap)
        if not site:
            break
        if linked:
            in_run = False
            length -= longest
            longest = 0
            if not goes_on:
                longest = outer & 31
                outer >>= 5
                depth -= 1
        elif goes_on:  # one level in: five bits keep the longest gap of the level left
            in_run = False
            outer = (outer << 5) | longest
            depth += 1
            longest = 0
        above, above_goes_on = at, goes_on
    if inner and not outside:  # gaps inside components only: at least one run of them
        runs = 1
    if inner_free and runs > 0:  # the wall from the kink may go on as one of the runs outside
        runs -= 1
    return length + runs, new_column


@kernel
def is_one_component(before: int, occupied: int) -> bool:
    """Whether exactly one cell of the boundary has no earlier one of its component."""
    firsts = occupied & ~before
    return firsts != 0 and firsts & (firsts - 1) == 0


@kernel
def label(
    before: int, after: int, occupied: int, sites: int, component: np.ndarray, stack: np.ndarray
) -> int:
    """Number the components: `component` by site, -1 where it is empty; return their number.

    `stack` has room for the components that are open at a time.
    """
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


@kernel(allocates=True)
def finished(layer: Layer, most: int, limbs: int, limb_bits: int) -> np.ndarray:
    """Return numbers of shapes by weight, int64[limbs + 1, most + 1], that end with this layer."""
    chosen = np.empty(layer.low.size, dtype=np.bool_)
    for state in range(layer.low.size):
        before, _after, occupied, flags = unpacked(layer.keys[state, 0], layer.keys[state, 1])
        chosen[state] = flags == LOW + HIGH and is_one_component(before, occupied)
    return collected(layer, chosen, most, limbs, limb_bits)
