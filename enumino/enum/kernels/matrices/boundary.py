"""The boundary of a partial polyomino, with the components of its cells.

The cells decided last, one a *site*, are the boundary. A new cell takes its site from the old one
there, which it touches, together with one neighbour, the cell at the site before or after. On the
straight lattice the sites are the rows of a box: a cell touches the old one on its left and the
new one above. Hexagons are such squares that also touch across one diagonal: a new one touches the
old one at the next site, below on its left.

    column  x-1  x
    site 0       0
    site 1       1        Cells 0 to 3 are the boundary, and * is decided next. The kink is at 2:
    site 2   2   *        sites below 2 hold later cells than the others.
    site 3   3

On the lattice turned by 45 degrees (`rotated_halfturn`) the sites are pairs of diagonals.

A boundary is three words with a bit a site: `occupied`; `before` and `after`, whether an earlier
or a later site holds a cell of the same component of the cells decided. Components do not cross
in the plane, so this determines the components. Keys are two words, int64[2]: `before` and
from bit 31 on `after`; `occupied` and from bit 32 on the flags LOW and HIGH (the rim at the first
or the last row or diagonal has been touched).

I. Jensen, Enumerations of lattice animals and trees, J. Stat. Phys. 102 (2001) 865-881, for the
boundary; the words of bits are an addition.
"""

from typing import NamedTuple

import numpy as np

from enumino.enum.kernels.matrices.states import BLOCK, NextStates, look_up_block
from enumino.enum.kernels.shared.bits import lowest_one
from enumino.enum.kernels.shared.jit import inlined, kernel

MOST_SITES = 31
PLANE = (1 << MOST_SITES) - 1
LOW = 1 << 32
HIGH = 1 << 33


class NextCell(NamedTuple):
    """The cell that is decided next."""

    site: int
    beside: int  # the site of the cell beside it, -1 if there is none
    diagonal: int  # the site of an old cell that it touches across a diagonal, -1 if it is a square
    # Once it is decided, sites below the kink hold cells of one layer, all others of another.
    kink: int
    weight: int  # 1, or 0 where the site has no cell in this layer
    rim_flags: int  # LOW, HIGH or both, if it touches a rim
    layer: int  # or column, from 1
    odd: bool  # whether the layer goes up; its diagonals are odd then
    last: bool  # whether the layer ends with it
    mirrored_sites: int  # sites to put in reverse order after it if that gives the smaller key


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


@inlined
def join_next(before: int, after: int, lower: int) -> tuple[int, int]:
    """Return the boundary after the cells at `lower` and at the next site have become one."""
    opens, closes = (after >> lower) & 1, (before >> (lower + 1)) & 1
    if opens & closes == 0:  # two components
        if opens:  # upper inside lower
            last = lower + 1
            while (after >> last) & 1 == 1:
                last = next_mate(before, after, last)
            after |= 1 << last
        elif closes:  # lower inside upper
            first = lower
            while (before >> first) & 1 == 1:
                first = previous_mate(before, after, first)
            before |= 1 << first
        after |= 1 << lower
        before |= 2 << lower
    return before, after


@kernel
def occupy(
    before: int, after: int, occupied: int, site: int, beside: int, diagonal: int
) -> tuple[int, int, int]:
    """Return the boundary after a new cell at `site`.

    It touches the old cell there, the one at the site `beside` it, and the old one at the next site
    if this is its `diagonal`; both are -1 where there is none. Here ( is the first cell of a
    component, ) the last, + one between, and ^ are `site` and `beside`:

        no old cell           ( . )   ->  ( + )     a cell more for the component beside it
                              ^ ^
        one component         ( + )                 nothing changes
                              ^ ^
        side by side          ( ) ( ) ->  ( + + )   two components become one
                                ^ ^
        upper inside lower    ( ( ) ) ->  ( + + )   the end of the inner one has a later mate
                              ^ ^
        lower inside upper    ( ( ) ) ->  ( + + )   the start of the inner one has an earlier mate
                                  ^ ^
    """
    bit = 1 << site
    touched = 0 if beside < 0 else occupied & (1 << beside)
    if touched == 0:  # a component of its own, or the component of the old cell
        occupied |= bit
    elif occupied & bit == 0:  # no old cell
        if site < beside:
            before |= (before & touched) >> 1
            after |= bit
            before |= touched
        else:
            after |= (after & touched) << 1
            before |= bit
            after |= touched
        occupied |= bit
    else:
        before, after = join_next(before, after, min(site, beside))
    if diagonal >= 0 and (occupied >> diagonal) & 1 == 1:
        before, after = join_next(before, after, site)
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
def boundary_after(
    first: int, second: int, next_cell: NextCell, full: bool
) -> tuple[int, int, int, int]:
    """Return boundary and flags after the next cell; `occupied` is -1 if nothing can follow."""
    before, after, occupied, flags = unpacked(first, second)
    if full:
        before, after, occupied = occupy(
            before, after, occupied, next_cell.site, next_cell.beside, next_cell.diagonal
        )
        flags |= next_cell.rim_flags
    else:
        before, after, occupied = leave_empty(before, after, occupied, next_cell.site)
        if occupied == 0 and (next_cell.layer > 1 or next_cell.last):
            occupied = -1
    if occupied > 0 and next_cell.mirrored_sites > 0:
        image = mirrored(before, after, occupied, next_cell.mirrored_sites)
        swapped = (flags & LOW) * 2 + (flags & HIGH) // 2
        own = packed(before, after, occupied, flags)
        other = packed(image[0], image[1], image[2], swapped)
        if (other[1], other[0]) < (own[1], own[0]):
            return image[0], image[1], image[2], swapped
    return before, after, occupied, flags


@inlined
def look_up_successors(keys: np.ndarray, begin: int, next_cell: NextCell, new: NextStates) -> int:
    """Look up the successors of the block from the state `begin` on; return their number."""
    children, origins, count = new.children, new.origins, 0
    for state in range(begin, min(begin + BLOCK, keys.shape[0])):
        for choice in range(2 if next_cell.weight > 0 else 1):
            before, after, occupied, flags = boundary_after(
                keys[state, 0], keys[state, 1], next_cell, choice == 1
            )
            if occupied < 0:
                continue
            children[count, 0], children[count, 1] = packed(before, after, occupied, flags)
            origins[count] = 2 * state + choice
            count += 1
    look_up_block(new, count)
    return count
