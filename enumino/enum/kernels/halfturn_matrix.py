"""Count polyominoes with a half-turn by size with a transfer matrix: one sweep for each height.

Half of a box of H rows and W >= H columns is built cell by cell, column after column; the other
half is its image. An orbit is a cell and its image; `orbits` limits their number. The boundary
is that of `_boundary`, with one flag, since with one side the other is touched as well.

A box ends in two ways. After column c: W = 2 c. After row ceil(H/2) of column c: W = 2 c - 1, and
what is decided of column c is the upper half of the middle column, whose lower half is its image.
Either way the site at row r touches the image of the site at row H - 1 - r, and the middle site
its own image if H or W is odd. Components that touch images of each other are joined by an edge.
They and their images are one polyomino if that graph is connected and not bipartite: every edge
is a half-turn, so a component hangs together with its own image by an odd closed walk.

Of n cells there are n/2 orbits, or (n + 1)/2 if the centre is an occupied cell. After a column a
boundary and its mirror image finish in equally many ways and are merged. Invariant: every
half polyomino that can be finished with `orbits` orbits is in one state.

After I. Jensen, J. Stat. Phys. 102 (2001) 865-881. The glue and the bounds (`_folded`) are ours.
"""

from __future__ import annotations

import numpy as np

from enumino.enum.kernels._boundary import (
    CUT_OFF,
    EMPTY,
    SITES,
    Key,
    code_at,
    leave_empty,
    mirrored,
    occupy,
)
from enumino.enum.kernels._folded import TOUCHED, Scratch, is_glued, needed
from enumino.enum.kernels._jit import allocating_kernel, kernel
from enumino.enum.kernels._states import Layer, collected, find, new_slots, spread


@kernel
def after(key: Key, row: int, rows: int, occupied: int) -> Key:
    """The boundary after the cell at `row`, or `CUT_OFF`."""
    if occupied == 0:
        key = leave_empty(key, row)
    else:
        key = occupy(key, row)
        if row in (0, rows - 1):
            key = (key[0] | TOUCHED, key[1])
    if row < rows - 1 or key[0] < 0:
        return key
    if key[0] & SITES == 0 and key[1] == 0:
        return CUT_OFF  # a column without a cell
    touched = key[0] & TOUCHED
    image = mirrored((key[0] & SITES, key[1]), rows)
    image = (image[0] | touched, image[1])
    if image[0] < key[0] or (image[0] == key[0] and image[1] < key[1]):
        return image
    return key


@allocating_kernel
def link(
    layer: Layer, row: int, rows: int, column: int, orbits: int, scratch: Scratch
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Keys, low and need of the next layer, and what follows each state (see `_states`)."""
    states = 0
    room = 2 * layer.low.size
    keys = np.empty((room, 2), dtype=np.int64)
    low = np.empty(room, dtype=np.int16)
    need = np.empty(room, dtype=np.int16)
    following = np.full((layer.low.size, 2), -1, dtype=np.int32)
    slots = new_slots(room)
    for state in range(layer.low.size):
        for occupied in range(2):
            before = (layer.keys[state, 0], layer.keys[state, 1])
            key = after(before, row, rows, occupied)
            if key[0] < 0:
                continue
            smallest = layer.low[state] + occupied
            slot = find(slots, keys, key)
            target = slots[slot]
            if target >= 0:
                if smallest + need[target] <= orbits:
                    low[target] = min(low[target], smallest)
                    following[state, occupied] = target
                continue
            bound = needed(key, row + 1, rows, column, scratch)
            if smallest + bound > orbits:
                continue
            keys[states, 0], keys[states, 1] = key
            low[states], need[states] = smallest, bound
            slots[slot] = states
            following[state, occupied] = states
            states += 1
    return keys[:states].copy(), low[:states].copy(), need[:states].copy(), following


@allocating_kernel
def add_cell(
    layer: Layer, row: int, rows: int, column: int, orbits: int, limbs: int, limb_bits: int,
    scratch: Scratch,
) -> Layer:  # fmt: skip
    """The states after the cell at (`row`, `column`); the columns count from 1."""
    keys, low, need, following = link(layer, row, rows, column, orbits, scratch)
    return spread(layer, keys, low, need, following, 1, orbits, limbs, limb_bits)


@allocating_kernel
def finished(
    layer: Layer, rows: int, odd: bool, orbits: int, limbs: int, limb_bits: int, scratch: Scratch
) -> tuple[np.ndarray, np.ndarray]:
    """Numbers of polyominoes by orbits, int64[limbs, orbits + 1], that end here.

    `odd` says that the box has a middle column, of which half is decided. The second numbers are
    of those whose centre is an occupied cell, the first of all others.
    """
    others = np.zeros(layer.low.size, dtype=np.bool_)
    centred = np.zeros(layer.low.size, dtype=np.bool_)
    for state in range(layer.low.size):
        key = (layer.keys[state, 0], layer.keys[state, 1])
        if is_glued(key, rows, odd, scratch):
            if odd and rows % 2 == 1 and code_at(key, rows // 2) != EMPTY:
                centred[state] = True
            else:
                others[state] = True
    return (
        collected(layer, others, orbits, limbs, limb_bits),
        collected(layer, centred, orbits, limbs, limb_bits),
    )
