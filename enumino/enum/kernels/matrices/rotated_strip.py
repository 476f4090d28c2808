"""Count connected sets of cells in a strip of diagonals with a transfer matrix.

On the lattice turned by 45 degrees (`_diagonals`) the strip of diagonals 0 ... width - 1 is built
cell by cell, layer after layer. All partial sets with the same boundary go on in the same way,
so only their number by weight is kept. A set is counted with the layer that it ends in, if it has
touched both rims of the strip. Cells weigh `weight`, but `first` in layer 1, and `discount` less
on diagonal 0: so the same sweep counts polyominoes, and halves of those with a diagonal mirror.

State: a `Layer` of `_states`, with the keys of `_boundary`; the lower bound is `weight_needed`.
Invariant: every partial set that can be finished within weight `most` is in one state.

G. Barequet, G. Ben-Shachar, Counting polyominoes, revisited, ALENEX 2024: why a boundary along
diagonals needs fewer states. The lower bound, the weights and the mirror images are additions.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from enumino.enum.kernels.matrices._boundary import HIGH, LOW, Place, next_boundary, unpacked
from enumino.enum.kernels.matrices._diagonals import cells_and_gaps, is_blocked
from enumino.enum.kernels.matrices._states import SMALLEST, Links, insert_what_fits, unknown
from enumino.enum.kernels.shared.jit import inlined, kernel


class Strip(NamedTuple):
    """Parameters of a sweep.

    `width` diagonals, at least `layers` layers, weights up to `most`; `least` weight of a whole
    set; `weight` of a cell, `first` of one in layer 1, `discount` on diagonal 0.
    """

    width: int
    layers: int
    most: int
    least: int
    weight: int
    first: int
    discount: int


@inlined
def gaps_and_rims(
    key: tuple[int, int], place: Place, strip: Strip, scratch: np.ndarray
) -> tuple[int, int, int, int, int, int, int]:
    """Return the needs of a boundary that do not depend on the layers owed.

    These are the numbers of `cells_and_gaps`, 1 for a detour, the cells to the low rim and to the
    high one, and 1 if no cell of the boundary is new. The empty boundary has no cells.
    """
    before, after, occupied, flags = unpacked(key[0], key[1])
    if occupied == 0:
        return 0, 0, 0, 0, 0, 0, 1
    edge, odd = place.edge, place.odd
    detour = 1 if is_blocked(occupied, edge, odd) else 0
    parity = 1 if odd else 0
    cells, inner, deepest = cells_and_gaps(before, after, occupied, edge, parity, detour, scratch)
    first, last = scratch[0, 0], scratch[0, cells - 1]
    low = high = 0
    if flags & LOW == 0:
        low = first + (detour if odd and first & 1 == 0 else 0)
    if flags & HIGH == 0:
        high = strip.width - 1 - last + (detour if not odd and last & 1 == 1 else 0)
    new = occupied & ((1 << edge) - 1) if odd else occupied >> edge
    return cells, inner, deepest, detour, low, high, 1 if new == 0 else 0


@kernel
def weight_needed(
    key: tuple[int, int], place: Place, strip: Strip, room: int, scratch: np.ndarray
) -> int:
    """Return a lower bound on the weight to come after `place`; proof in docs/counting-rotated.md.

    It has all gaps and rims, and the surplus of the piece of new cells that leads to the last layer
    owed. It may be weaker once it is more than `room`.
    """
    cells, inner, deepest, detour, low, high, from_old = gaps_and_rims(key, place, strip, scratch)
    if cells == 0:
        return strip.least
    first, last = scratch[0, 0], scratch[0, cells - 1]
    weight, parity = strip.weight, 1 if place.odd else 0
    owed = max(strip.layers - place.layer, 0)
    if place.layer == 1 and not place.last and strip.first != weight:
        rims = low + high  # cells of this layer may lead to them
        return max(
            weight * inner + strip.first * rims,
            weight * owed + strip.first * max(rims - owed, 0),
        )
    tree = inner + low + high
    least = weight * tree - (strip.discount if low > 0 else 0)
    walk = owed + from_old
    if walk == 0 or least > room:
        return least
    more = min(walk, max(owed - deepest, 0))
    if more == 0 and strip.discount == 0:
        return least
    if more > 0 and high > 0:
        more = piece_to_high(scratch, cells, owed, parity, high, strip.width, more)
    if more + detour > 1:
        more = piece_between(scratch, cells, owed, parity, detour, more)
    most = weight * more - (strip.discount if low > 0 else 0)
    if low > 0 or strip.discount > 0:
        most = min(most, piece_to_low(scratch, cells, owed, parity, low, strip))
    if low > 0 and high > 0:
        on_it = min(walk, (walk + 1 + max(strip.width - first, last + 1)) >> 1)
        more = max(strip.width - tree, 0) + walk - on_it
        most = min(most, weight * more - strip.discount * (1 + ((walk - on_it) >> 1)))
    return weight * tree + most


@inlined
def piece_between(
    scratch: np.ndarray, cells: int, owed: int, parity: int, detour: int, more: int
) -> int:
    """Return the fewest cells beyond the gaps of a piece that touches no rim, if fewer than `more`.

    The piece leads to the last layer, touches the cells `i` and `j` of the boundary, and passes
    below `passed` between them.
    """
    at, joined = scratch[0], scratch[1]
    for passed in range(1, cells - 1):
        if passed - detour >= more:
            break
        for i in range(cells - 1 - passed):
            j = i + 1 + passed
            wide, gaps = at[j] - at[i], joined[j] - joined[i]
            old = ((at[i] + parity) & 1) + ((at[j] + parity) & 1)
            lost = max(wide - 1 - gaps, 0)
            more = min(more, lost + max(owed - ((wide - old) >> 1), 0))
    return more


@inlined
def piece_to_low(
    scratch: np.ndarray, cells: int, owed: int, parity: int, low: int, strip: Strip
) -> int:
    """Return the least weight beyond gaps and rims of a piece to diagonal 0 and to the last layer.

    The last cell of the boundary that it touches is `i`. Beyond the way to diagonal 0, every second
    cell may lie on it.
    """
    at, joined = scratch[0], scratch[1]
    most = strip.weight * (owed + 1 + at[0])
    for i in range(cells):
        way = low if i == 0 and low > 0 else at[i]
        longer = max(owed + ((at[i] + parity) & 1) - way, 0)
        lost = max(at[i] - joined[i] - low, 0)
        visits = (longer >> 1) + (1 if way > 0 else 0)
        most = min(most, strip.weight * (lost + longer) - strip.discount * visits)
        if strip.weight * lost - strip.discount >= most:
            break
    return most


@inlined
def piece_to_high(
    scratch: np.ndarray, cells: int, owed: int, parity: int, high: int, width: int, more: int
) -> int:
    """Return the fewest cells beyond gaps and rims, if fewer than `more`, of a piece.

    The piece leads to the last diagonal and layer.
    """
    at, joined = scratch[0], scratch[1]
    for i in range(cells - 1, -1, -1):
        way = high if i == cells - 1 else width - 1 - at[i]
        lost = max(width - 1 - at[i] - (joined[cells - 1] - joined[i]) - high, 0)
        more = min(more, lost + max(owed + ((at[i] + parity) & 1) - way, 0))
        if lost >= more:
            break
    return more


@kernel
def link(keys: np.ndarray, place: Place, strip: Strip, scratch: np.ndarray, links: Links) -> None:
    """Fill `links` with the successors of the states `keys` int64[states, 2] at `place`."""
    while next_boundary(keys, place, True, links):
        room = strip.most - links.cursor[SMALLEST]
        insert_what_fits(links, weight_needed(unknown(links), place, strip, room, scratch))


def new_scratch(strip: Strip) -> np.ndarray:
    """Return scratch arrays for one boundary."""
    return np.zeros((3, strip.width + 2), dtype=np.int64)
