"""Count fixed polyominoes by size with a transfer matrix: one sweep for each box width.

For a width W the box W x L is built cell by cell: column after column, and in each from row 0
to row W - 1. All partial polyominoes with the same boundary (`_boundary`: the last W cells
decided, one a row) go on in the same way, so only the number of them by size is kept.

State: a `Layer` of `_states`, with the keys of `_boundary`; LOW says that row 0 has been touched,
HIGH that row W - 1 has. After a column a boundary and its mirror image finish in equally many
ways and are merged. A boundary of one component with both flags is a polyomino W x column.
Invariant: every partial polyomino that fits in `cells` cells is in one state.

With an axis of symmetry through cells only one side of it is built, the axis included; it is
connected by itself. Cells off the axis count twice. The axis is row 0 (AXIS_ROW: LOW says that
it is touched, and a boundary is not merged with its mirror image) or column 1 (AXIS_COLUMN). Boxes
are at least as long as wide, but for AXIS_ROW_ANY_LENGTH.

I. Jensen, Enumerations of lattice animals and trees, J. Stat. Phys. 102 (2001) 865-881;
I. Jensen, Counting polyominoes: a parallel implementation for cluster computing, LNCS 2659
(2003) 203-212. The lower bound `needed` and the mirror images are additions.
"""

from __future__ import annotations

import numpy as np

from enumino.enum.kernels.matrices._boundary import (
    LOW,
    Place,
    next_boundary,
    unpacked,
    wall_cells,
)
from enumino.enum.kernels.matrices._states import Links, insert, insert_what_fits, unknown
from enumino.enum.kernels.shared.bits import lowest_one
from enumino.enum.kernels.shared.jit import inlined, kernel

NO_AXIS, AXIS_ROW, AXIS_COLUMN, AXIS_ROW_ANY_LENGTH = range(4)


@inlined
def needs(key: tuple[int, int], row: int, width: int) -> tuple[int, int]:
    """Return lower bounds on the cells to come when the rows `0..row-1` of a column are decided.

    The first is for column `width` or a later one, the second for column 1. In between the bound
    falls by one in each column: the box still owes so many columns, of which a wall may reach into
    one.
    """
    before, after, occupied, flags = unpacked(key[0], key[1])
    if occupied == 0:
        return 2 * width - 1, 2 * width - 1
    owed = width - 1  # columns after column 1
    kink = row > 0 and (occupied >> (row - 1)) & 1 == 1
    walls, new_column = wall_cells(before, after, occupied, flags, row, width, kink)
    if walls > 0:
        return walls, walls + (max(owed - 1, 0) if new_column else owed)
    begun = 0 if occupied & ((1 << row) - 1) != 0 else 1
    return begun, begun + owed


@kernel
def needed(key: tuple[int, int], row: int, width: int, column: int, axis: int) -> int:
    """Return a lower bound on the size to come when rows `0..row-1` of `column` are decided.

    Walls and columns off the axis count twice. A wall may use one cell of row 0, if that is the
    axis, and only where it starts there. Columns cost two cells each, or lead to the axis: all
    rows down to it, and one cell a column.
    """
    if axis == NO_AXIS:
        late, need = needs(key, row, width)
        return max(late, need - (column - 1)) if column < width else late
    before, after, occupied, flags = unpacked(key[0], key[1])
    if occupied == 0:
        if axis == AXIS_ROW_ANY_LENGTH:
            return 2 * width - 1
        return 3 * width - 2 if axis == AXIS_ROW else 3 * width
    kink = row > 0 and (occupied >> (row - 1)) & 1 == 1
    walls, new_column = wall_cells(before, after, occupied, flags, row, width, kink)
    owed = max(width - column + (1 if axis == AXIS_COLUMN else 0), 0)
    if axis == AXIS_ROW_ANY_LENGTH:
        owed = 0
    if walls > 0 and new_column:
        owed = max(owed - 1, 0)
    elif walls == 0 and occupied & ((1 << row) - 1) == 0:
        owed += 1
    if axis == AXIS_COLUMN:
        return (walls if column == 1 and row < width else 2 * walls) + 2 * owed
    if flags & LOW == 0 or occupied & 1 == 1:
        return max(2 * walls - 1, 0) + owed
    nearest = max(lowest_one(np.uint64(occupied)), 1)
    return 2 * walls + min(2 * owed, owed + 2 * (nearest - 1))


@kernel
def link(keys: np.ndarray, place: Place, width: int, axis: int, links: Links) -> None:
    """Fill `links` with the successors of the states `keys` int64[states, 2] at `place`."""
    while next_boundary(keys, place, True, links):
        need = needed(unknown(links), place.site + 1, width, place.layer, axis)
        insert_what_fits(links, need)


@kernel
def extend(keys: np.ndarray, place: Place, width: int, holes: bool, links: Links) -> None:
    """Fill `links` with all successors of `keys`, those with holes only if `holes`.

    `bounds` are the needs of new ones in a box that is long enough, and in column 1.
    """
    while next_boundary(keys, place, holes, links):
        late, need = needs(unknown(links), place.site + 1, width)
        insert(links, late, need)
