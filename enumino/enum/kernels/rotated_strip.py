"""Count connected sets of cells in a strip of diagonals with a transfer matrix.

On the lattice turned by 45 degrees (`_diagonals`) the strip of diagonals 0 ... width - 1 is built
cell by cell, layer after layer. All partial sets with the same boundary go on in the same way,
so only their number by weight is kept. A set is counted with the layer that it ends in, if it has
touched both rims of the strip. Cells weigh `weight`, but `first` in layer 1, and `discount` less
on diagonal 0: so the same sweep counts polyominoes, and halves of those with a diagonal mirror.

State: a `Layer` of `_states`, with the keys of `_diagonals`; the lower bound is `weight_needed`.
Invariant: every partial set that can be finished within weight `most` is in one state.

G. Barequet, G. Ben-Shachar, Counting polyominoes, revisited, ALENEX 2024: why a boundary along
diagonals needs fewer states. The lower bound, the weights and the mirror images are additions.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from enumino.enum.kernels._diagonals import (
    HIGH,
    LOW,
    Place,
    cells_and_gaps,
    decided,
    is_blocked,
    is_one_component,
    packed,
    unpacked,
)
from enumino.enum.kernels._jit import allocating_kernel, kernel
from enumino.enum.kernels._states import Layer, collected, find, home, new_slots, spread

BLOCK = 256  # states that are looked up together


class Strip(NamedTuple):
    """What stays the same during a sweep.

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


@kernel
def weight_needed(
    key: tuple[int, int], place: Place, strip: Strip, room: int, scratch: np.ndarray
) -> int:
    """Lower bound on the weight to come after `place`; proof in docs/counting-rotated.md.

    All gaps and rims, and what the piece of new cells that leads to the last layer owed has more.
    It may be a weaker one once it is more than `room`.
    """
    before, after, occupied, flags = unpacked(key[0], key[1])
    if occupied == 0:
        return strip.least
    edge, weight, parity = place.edge, strip.weight, 1 if place.odd else 0
    detour = 1 if is_blocked(occupied, edge, place.odd) else 0
    cells, inner, deepest = cells_and_gaps(before, after, occupied, edge, parity, detour, scratch)
    first, last = scratch[0, 0], scratch[0, cells - 1]
    low = high = 0
    if flags & LOW == 0:
        low = first + (detour if place.odd and first & 1 == 0 else 0)
    if flags & HIGH == 0:
        high = strip.width - 1 - last + (detour if not place.odd and last & 1 == 1 else 0)
    owed = max(strip.layers - place.layer, 0)
    if place.layer == 1 and not place.last and strip.first != weight:
        rims = low + high  # cells of this layer may lead to them
        return max(
            weight * inner + strip.first * rims,
            weight * owed + strip.first * max(rims - owed, 0),
        )
    tree = inner + low + high
    least = weight * tree - (strip.discount if low > 0 else 0)
    new = occupied & ((1 << edge) - 1) if place.odd else occupied >> edge
    walk = owed + (1 if new == 0 else 0)
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


@kernel
def piece_between(
    scratch: np.ndarray, cells: int, owed: int, parity: int, detour: int, more: int
) -> int:
    """Fewest cells beyond the gaps, if fewer than `more`, where the piece that leads to the last
    layer touches no rim.

    It touches the cells `i` and `j` of the boundary, and passes below `passed` between them.
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


@kernel
def piece_to_low(
    scratch: np.ndarray, cells: int, owed: int, parity: int, low: int, strip: Strip
) -> int:
    """Least weight beyond gaps and rims if the piece leads to diagonal 0 and to the last layer.

    The last cell of the boundary that it touches is `i`. Every second cell of what is longer than
    the way to diagonal 0 may lie on it.
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


@kernel
def piece_to_high(
    scratch: np.ndarray, cells: int, owed: int, parity: int, high: int, width: int, more: int
) -> int:
    """Fewest cells beyond gaps and rims, if fewer than `more`, where the piece leads to the last
    diagonal and layer.
    """
    at, joined = scratch[0], scratch[1]
    for i in range(cells - 1, -1, -1):
        way = high if i == cells - 1 else width - 1 - at[i]
        lost = max(width - 1 - at[i] - (joined[cells - 1] - joined[i]) - high, 0)
        more = min(more, lost + max(owed + ((at[i] + parity) & 1) - way, 0))
        if lost >= more:
            break
    return more


@allocating_kernel
def link(
    layer: Layer, place: Place, strip: Strip
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Keys, low and need of the next layer, and `following` int32[states, 2]: where the counts
    of each state go if the cell stays empty or is occupied (-1: cannot be finished).
    """
    most_states = 2 * layer.low.size
    keys = np.empty((most_states, 2), dtype=np.int64)
    bounds = np.empty((most_states, 2), dtype=np.int16)  # low and need
    following = np.full((layer.low.size, 2), -1, dtype=np.int32)
    scratch = np.zeros((3, strip.width // 2 + 2), dtype=np.int64)
    slots = new_slots(most_states)
    children = np.empty((2 * BLOCK, 2), dtype=np.int64)
    origins = np.empty(2 * BLOCK, dtype=np.int64)
    seen = np.empty(2 * BLOCK, dtype=np.int64)
    states = 0
    for begin in range(0, layer.low.size, BLOCK):
        end = min(begin + BLOCK, layer.low.size)
        count = decide_block(layer, begin, end, place, children, origins)
        touch(slots, keys, bounds, children, count, seen)
        for child in range(count):
            state, choice = origins[child] >> 1, origins[child] & 1
            smallest = layer.low[state] + place.price * choice
            room = strip.most - smallest
            key = children[child, 0], children[child, 1]
            slot = find(slots, keys, key)
            target = slots[slot]
            if target >= 0:
                if bounds[target, 1] <= room:
                    bounds[target, 0] = min(bounds[target, 0], smallest)
                    following[state, choice] = target
                continue
            bound = weight_needed(key, place, strip, room, scratch)
            if bound > room:
                continue
            keys[states, 0], keys[states, 1] = key
            bounds[states, 0], bounds[states, 1] = smallest, bound
            slots[slot] = states
            following[state, choice] = states
            states += 1
    low, need = bounds[:states, 0].copy(), bounds[:states, 1].copy()
    return keys[:states].copy(), low, need, following


@kernel
def decide_block(
    layer: Layer, begin: int, end: int, place: Place, children: np.ndarray, origins: np.ndarray
) -> int:
    """Keys of what follows a block of states, and twice each state, plus one for a cell."""
    count = 0
    for state in range(begin, end):
        for choice in range(2 if place.price > 0 else 1):
            before, after, occupied, flags = decided(
                layer.keys[state, 0], layer.keys[state, 1], place, choice == 1
            )
            if occupied >= 0:
                children[count, 0], children[count, 1] = packed(before, after, occupied, flags)
                origins[count] = 2 * state + choice
                count += 1
    return count


@kernel
def touch(
    slots: np.ndarray, keys: np.ndarray, bounds: np.ndarray, children: np.ndarray, count: int,
    seen: np.ndarray,
) -> None:  # fmt: skip
    """Read what the search for a block of keys will read, so that it waits for memory only once.

    Reads that do not depend on each other overlap. `seen` keeps them from being left out.
    """
    for child in range(count):
        seen[child] = slots[home(slots, (children[child, 0], children[child, 1]))]
    for child in range(count):
        target = seen[child]
        if target >= 0:
            seen[child] = keys[target, 0] + bounds[target, 0]


@allocating_kernel
def add_cell(layer: Layer, place: Place, strip: Strip, limbs: int, limb_bits: int) -> Layer:
    """The states after the cell at `place`."""
    keys, low, need, following = link(layer, place, strip)
    return spread(layer, keys, low, need, following, place.price, strip.most, limbs, limb_bits)


@allocating_kernel
def finished(layer: Layer, most: int, limbs: int, limb_bits: int) -> np.ndarray:
    """Numbers of sets by weight, int64[limbs, most + 1], that end with this layer."""
    chosen = np.empty(layer.low.size, dtype=np.bool_)
    for state in range(layer.low.size):
        before, _after, occupied, flags = unpacked(layer.keys[state, 0], layer.keys[state, 1])
        chosen[state] = flags == LOW + HIGH and is_one_component(before, occupied)
    return collected(layer, chosen, most, limbs, limb_bits)
