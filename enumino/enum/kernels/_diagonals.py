"""Boundaries on the lattice turned by 45 degrees, shared by the kernels that sweep it.

The cell (x, y) lies on diagonal d = x - y, in layer s = x + y. It touches the cells on diagonals
d - 1 and d + 1 of the layers s - 1 and s + 1, and none of its own layer. So a layer has cells on
every second diagonal only: slot i holds diagonal 2 i of an even layer, 2 i + 1 of an odd one. A
new cell takes its slot from the old one there, which it touches, together with one neighbour:
in odd layers, which go up, the old cell at slot i + 1, in even layers, which go down, at slot
i - 1. Slots below `edge` are at odd diagonals, all others at even ones.

A boundary is the last cell decided at each slot, as three words with a bit a slot: `occupied`;
`before` and `after`, whether an earlier or a later slot holds a cell of the same component of what
has been built. Components do not cross in the plane, so this says which cells hang together.
Keys are two words, int64[2]: `before` and from bit 31 on `after`; `occupied` and from bit 32 on
the flags LOW and HIGH (the rim at the first or the last diagonal has been touched).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from enumino.enum.kernels._bits import lowest_one
from enumino.enum.kernels._jit import kernel

MOST_SLOTS = 31
PLANE = (1 << MOST_SLOTS) - 1
LOW = 1 << 32
HIGH = 1 << 33


class Place(NamedTuple):
    """Where the next cell goes.

    `slot`, and `other` of the old cell beside it (-1: none); `edge` after it; `price` of the cell,
    0 where the slot has none in this layer; `rim`, the flags that it sets; `layer` from 1; `odd`
    layers go up; `last` of the layer; `mirrored`, so many slots are put in reverse order if that
    gives the smaller key, after the last place.
    """

    slot: int
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
    """The key of a boundary."""
    return before | (after << MOST_SLOTS), occupied | flags


@kernel
def unpacked(first: int, second: int) -> tuple[int, int, int, int]:
    """The boundary of a key, and its flags."""
    return first & PLANE, first >> MOST_SLOTS, second & PLANE, second >> 32 << 32


@kernel
def next_mate(before: int, after: int, slot: int) -> int:
    """Next slot of the component of `slot`, which has one; components between are passed over."""
    depth = 0
    linked = (before | after) >> (slot + 1) << (slot + 1)
    while True:
        at = lowest_one(np.uint64(linked))
        linked &= linked - 1
        if (before >> at) & 1 == 0:
            depth += 1
        elif depth == 0:
            return at
        elif (after >> at) & 1 == 0:
            depth -= 1


@kernel
def previous_mate(before: int, after: int, slot: int) -> int:
    """Previous slot of the component of `slot`, which has one."""
    depth = 0
    at = slot
    while True:
        at -= 1
        if (after >> at) & 1 == 0:
            depth += (before >> at) & 1
        elif depth == 0:
            return at
        elif (before >> at) & 1 == 0:
            depth -= 1


@kernel
def leave_empty(before: int, after: int, occupied: int, slot: int) -> tuple[int, int, int]:
    """The boundary without its cell at `slot`; `occupied` is -1 if that cuts off a component."""
    bit = 1 << slot
    if occupied & bit == 0:
        return before, after, occupied
    earlier, later = before & bit != 0, after & bit != 0
    if not earlier and not later:
        return before, after, -1
    if not earlier:
        before ^= 1 << next_mate(before, after, slot)
    elif not later:
        after ^= 1 << previous_mate(before, after, slot)
    return before & ~bit, after & ~bit, occupied ^ bit


@kernel
def occupy(before: int, after: int, occupied: int, slot: int, other: int) -> tuple[int, int, int]:
    """The boundary after a cell at `slot` that touches the old one there and the one at `other`,
    a slot beside it, or -1 at a rim.
    """
    bit = 1 << slot
    beside = 0 if other < 0 else occupied & (1 << other)
    if beside == 0:
        return before, after, occupied | bit
    lower = min(slot, other)
    if occupied & bit == 0:  # a new end, or one more between two, of the component beside it
        if lower == slot:
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
def mirrored(before: int, after: int, occupied: int, slots: int) -> tuple[int, int, int]:
    """The boundary with its first `slots` slots in reverse order, and none beyond."""
    new_before, new_after, new_occupied = 0, 0, 0
    for slot in range(slots):
        new_before = (new_before << 1) | ((after >> slot) & 1)
        new_after = (new_after << 1) | ((before >> slot) & 1)
        new_occupied = (new_occupied << 1) | ((occupied >> slot) & 1)
    return new_before, new_after, new_occupied


@kernel
def decided(first: int, second: int, place: Place, full: bool) -> tuple[int, int, int, int]:
    """The boundary of a key, and its flags, after the cell at `place`; `occupied` is -1 if a
    component is cut off, or a whole layer empty.
    """
    before, after, occupied, flags = unpacked(first, second)
    if full:
        before, after, occupied = occupy(before, after, occupied, place.slot, place.other)
        flags |= place.rim
    else:
        before, after, occupied = leave_empty(before, after, occupied, place.slot)
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


@kernel
def is_one_component(before: int, occupied: int) -> bool:
    """Whether exactly one cell of the boundary has no earlier one of its component."""
    firsts = occupied & ~before
    return firsts != 0 and firsts & (firsts - 1) == 0


@kernel
def is_blocked(occupied: int, edge: int, odd: bool) -> bool:
    """Whether the next old cell lies beside an empty one of the new layer, and so can be reached
    from its other side only.
    """
    if edge == 0:
        return False
    below, above = (occupied >> (edge - 1)) & 1 == 1, (occupied >> edge) & 1 == 1
    return above and not below if odd else below and not above


@kernel
def cells_and_gaps(
    before: int, after: int, occupied: int, edge: int, parity: int, detour: int,
    scratch: np.ndarray,
) -> tuple[int, int, int]:  # fmt: skip
    """Number of cells of a boundary, the fewest new cells that join all its components, and the
    most layers that such a chain between neighbours goes into (-1 if there is none).

    Between cells on diagonals a < b lie b - a - 1 diagonals; a chain of new cells past all of
    them covers them all. A spanning tree of such gaps is cheapest if it leaves out the longest
    gap between each cell and the next one of its component. The gap at `edge` takes `detour`
    more. Cells on diagonals of `parity` are in the present layer, all others one before.
    `scratch`, int64[3, slots + 1]: the diagonals of the cells; the sum of the gaps before each,
    without those between neighbours of one component; the longest gap of each level.
    """
    inner, deepest, depth, count, last, last_slot = 0, -1, 0, 0, 0, 0
    rest = occupied
    while rest != 0:
        slot = lowest_one(np.uint64(rest))
        rest &= rest - 1
        at = 2 * slot + (1 if slot < edge else 0)
        linked = (before >> slot) & 1 == 1
        scratch[0, count] = at
        scratch[1, count] = 0
        if count > 0:
            gap = at - last - 1 + (detour if last_slot < edge <= slot else 0)
            scratch[1, count] = scratch[1, count - 1]
            if not linked or (after >> last_slot) & 1 == 0:
                scratch[1, count] += gap
                old = ((at + parity) & 1) + ((last + parity) & 1)
                deepest = max(deepest, (at - last - old) >> 1)
            inner += gap
            scratch[2, depth] = max(scratch[2, depth], gap)
        if linked:
            inner -= scratch[2, depth]
            scratch[2, depth] = 0
            if (after >> slot) & 1 == 0:
                depth -= 1
        elif (after >> slot) & 1 == 1:
            depth += 1
            scratch[2, depth] = 0
        count += 1
        last, last_slot = at, slot
    return count, inner, deepest
