"""Count polyominoes with a half-turn by size with a transfer matrix: one sweep for each height.

Half of a box of H rows and W >= H columns is built cell by cell, column after column; the other
half is its image. An orbit is a cell and its image; `orbits` limits their number. The boundary
is that of `_boundary`; both flags are set as soon as either side is touched, since with one side
the other is touched as well.

A box ends in two ways. After column c: W = 2 c. After row ceil(H/2) of column c: W = 2 c - 1, and
the decided part of column c is the upper half of the middle column, whose lower half is its image.
Either way the site at row r touches the image of the site at row H - 1 - r, and the middle site
its own image if H or W is odd. Components that touch images of each other are joined by an edge.
They and their images are one polyomino if that graph is connected and not bipartite: every edge
is a half-turn, so a component is connected with its own image by an odd closed walk.

A polyomino of n cells has n/2 orbits, or (n + 1)/2 if the centre is an occupied cell. After a
column a boundary and its mirror image finish in equally many ways and are merged. Invariant: every
half polyomino that can be finished with `orbits` orbits is in one state.

After I. Jensen, J. Stat. Phys. 102 (2001) 865-881. The glue and the bounds (`_folded`) are
additions.
"""

from __future__ import annotations

import numpy as np

from enumino.enum.kernels.matrices._boundary import Place, next_boundary, unpacked
from enumino.enum.kernels.matrices._folded import Scratch, is_glued, needs
from enumino.enum.kernels.matrices._states import (
    Layer,
    Links,
    collected,
    insert,
    insert_what_fits,
    unknown,
)
from enumino.enum.kernels.shared.jit import kernel


@kernel
def link(keys: np.ndarray, place: Place, rows: int, scratch: Scratch, links: Links) -> None:
    """Fill `links` with the successors of the states `keys` int64[states, 2] at `place`."""
    column = min(place.layer, rows // 2 + 1)
    while next_boundary(keys, place, True, links):
        needs(unknown(links), place.site + 1, rows, scratch, scratch.least)
        insert_what_fits(links, scratch.least[column - 1])


@kernel
def extend(
    keys: np.ndarray, place: Place, rows: int, scratch: Scratch, links: Links, least: np.ndarray
) -> None:
    """Fill `links` with all successors of `keys`, and `least` uint8[room, columns] with needs."""
    while next_boundary(keys, place, True, links):
        needs(unknown(links), place.site + 1, rows, scratch, least[links.made[0]])
        insert(links, 0, 0)


@kernel(allocates=True)
def finished(
    layer: Layer, rows: int, odd: bool, orbits: int, limbs: int, limb_bits: int, scratch: Scratch
) -> tuple[np.ndarray, np.ndarray]:
    """Return numbers of polyominoes by orbits, int64[limbs + 1, orbits + 1], that end here.

    With `odd` the box has a middle column, of which half is decided. The second numbers are of
    those whose centre is an occupied cell, the first of all others.
    """
    others = np.zeros(layer.low.size, dtype=np.bool_)
    centred = np.zeros(layer.low.size, dtype=np.bool_)
    for state in range(layer.low.size):
        if layer.start[state] == layer.start[state + 1]:
            continue
        key = (layer.keys[state, 0], layer.keys[state, 1])
        if is_glued(key, rows, odd, scratch):
            _before, _after, occupied, _flags = unpacked(key[0], key[1])
            if odd and rows % 2 == 1 and (occupied >> (rows // 2)) & 1 == 1:
                centred[state] = True
            else:
                others[state] = True
    return (
        collected(layer, others, orbits, limbs, limb_bits),
        collected(layer, centred, orbits, limbs, limb_bits),
    )
