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
    NextStates,
    look_up_block,
    next_new_state,
)
from enumino.enum.kernels.shared.bits import lowest_one
from enumino.enum.kernels.shared.jit import inlined, kernel

MOST_SITES = 31
PLANE = (1 << MOST_SITES) - 1
LOW = 1 << 32
HIGH = 1 << 33


class NextCell(NamedTuple):
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
def decided(first: int, second: int, place: NextCell, full: bool) -> tuple[int, int, int, int]:
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
def decide_block(keys: np.ndarray, begin: int, end: int, place: NextCell, new: NextStates) -> int:
    """Fill `children` and `origins` with the successors of a block; return their number."""
    children, origins, count = new.children, new.origins, 0
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
def next_boundary(keys, place, new):
    """Link states to their successors at `place` up to a new state; return whether there is one.

    `keys` int64[states, 2] are those of the states.
    """
    while not next_new_state(new, place.price):
        begin, end = new.cursor[NEXT_STATE], keys.shape[0]
        if begin == end:
            return False
        end = min(begin + BLOCK, end)
        new.cursor[NEXT_STATE] = end
        look_up_block(new, decide_block(keys, begin, end, place, new))
    return True
