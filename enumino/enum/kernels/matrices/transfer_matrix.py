"""Count fixed polyominoes by size with a transfer matrix: one sweep for each box width.

For a width W the box W x L is built cell by cell: column after column, and in each from row 0
to row W - 1. All partial polyominoes with the same boundary (`_boundary`: the last W cells
decided, one a row) go on in the same way, so only the number of them by size is kept.

State: a `Layer` of `_states`, with the keys of `_boundary`; LOW says that row 0 has been touched,
HIGH that row W - 1 has. After a column a boundary and its mirror image finish in equally many
ways and are merged. A boundary of one component with both flags is a polyomino W x column.
Invariant: every partial polyomino that fits in `cells` cells is in one state.

I. Jensen, Enumerations of lattice animals and trees, J. Stat. Phys. 102 (2001) 865-881;
I. Jensen, Counting polyominoes: a parallel implementation for cluster computing, LNCS 2659
(2003) 203-212. The lower bound `needed` and the mirror images are additions.
"""

from __future__ import annotations

import numpy as np

from enumino.enum.kernels.matrices._boundary import Place, next_boundary, unpacked, wall_cells
from enumino.enum.kernels.matrices._states import Links, insert_what_fits, unknown
from enumino.enum.kernels.shared.jit import kernel


@kernel
def needed(key: tuple[int, int], row: int, width: int, column: int) -> int:
    """Return a lower bound on the cells to come when rows `0..row-1` of `column` are decided.

    The box still owes columns until it is as long as wide, of which a wall may reach into one.
    """
    before, after, occupied, flags = unpacked(key[0], key[1])
    if occupied == 0:
        return 2 * width - 1
    owed = max(width - column, 0)
    kink = row > 0 and (occupied >> (row - 1)) & 1 == 1
    walls, new_column = wall_cells(before, after, occupied, flags, row, width, kink)
    if walls > 0:
        return walls + (max(owed - 1, 0) if new_column else owed)
    return owed + (0 if occupied & ((1 << row) - 1) != 0 else 1)


@kernel
def link(keys: np.ndarray, place: Place, width: int, links: Links) -> None:
    """Fill `links` with the successors of the states `keys` int64[states, 2] at `place`."""
    while next_boundary(keys, place, links):
        insert_what_fits(links, needed(unknown(links), place.site + 1, width, place.layer))
