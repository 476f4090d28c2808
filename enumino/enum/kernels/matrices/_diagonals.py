"""Bounds for boundaries on the lattice turned by 45 degrees.

The cell (x, y) lies on diagonal d = x - y, in layer s = x + y. It touches the cells on diagonals
d - 1 and d + 1 of the layers s - 1 and s + 1, and none of its own layer. So a layer has cells on
every second diagonal only: slot i holds diagonal 2 i of an even layer, 2 i + 1 of an odd one. A
new cell touches the old one at its slot, and in odd layers, which go up, the old one at slot
i + 1, in even layers, which go down, at slot i - 1. Slots below `edge` are at odd diagonals, all
others at even ones. The slots are the sites of a `_boundary`.
"""

from __future__ import annotations

import numpy as np

from enumino.enum.kernels.shared.bits import lowest_one
from enumino.enum.kernels.shared.jit import inlined


@inlined
def is_blocked(occupied: int, edge: int, odd: bool) -> bool:
    """Whether the next old cell lies beside an empty one of the new layer.

    It can then be reached from its other side only.
    """
    if edge == 0:
        return False
    below, above = (occupied >> (edge - 1)) & 1 == 1, (occupied >> edge) & 1 == 1
    return above and not below if odd else below and not above


@inlined
def cells_and_gaps(
    before: int, after: int, occupied: int, edge: int, parity: int, detour: int,
    scratch: np.ndarray,
) -> tuple[int, int, int]:  # fmt: skip
    """Return the cells of a boundary, the fewest new cells that join its components, and a depth.

    The depth is the most layers that a chain of these between neighbours enters (-1: no chain).
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
