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
(2003) 203-212. The lower bound `cells_needed` and the mirror images are additions.
"""

from __future__ import annotations

import numpy as np

from enumino.enum.kernels.matrices._boundary import (
    HIGH,
    LOW,
    Place,
    decide_block,
    unpacked,
)
from enumino.enum.kernels.matrices._states import (
    BLOCK,
    Layer,
    Links,
    insert_child,
    link_child,
    link_known,
    look_up,
    prefetch,
)
from enumino.enum.kernels.matrices._without_holes import decide_block_without_holes
from enumino.enum.kernels.shared.bits import lowest_one
from enumino.enum.kernels.shared.jit import kernel

NO_AXIS, AXIS_ROW, AXIS_COLUMN, AXIS_ROW_ANY_LENGTH = range(4)


@kernel
def wall_cells(key: tuple[int, int], row: int, width: int) -> tuple[int, bool]:
    """Return the fewest cells that join the boundary, and whether they reach a new column.

    Right of the boundary new cells form walls. A wall that joins cells in rows a < b has at
    least b - a + 1 cells and may as well join all between. So choose gaps between consecutive
    cells of different components (row 0 counts as a cell while the top is untouched, row
    W - 1 while the bottom is); pay for each gap its length, and one cell for each run of gaps.
    Between consecutive cells of one component the longest gap is saved, and runs end there; runs
    inside components cost nothing, which keeps this a lower bound. At the step
    between new and old part of the column, a wall down from a cell at `row - 1` needs no cell
    beside that one, and a wall that finds no cell there takes one more to get around.

    Most states (94 to 99 in 100, for 12 to 20 cells) do cost exactly this.
    """
    before, after, occupied, flags = unpacked(key[0], key[1])
    step = row > 0 and (occupied >> (row - 1)) & 1 == 1
    above, above_goes_on = -1 if flags & LOW else 0, False
    length, runs, longest, outer, depth = 0, 0, 0, 0, 0
    in_run, outside, inner, inner_free, new_column = False, False, False, False, False
    rest = occupied
    while rest != 0 or flags & HIGH == 0:
        site = rest != 0
        at = lowest_one(np.uint64(rest)) if site else width - 1
        rest &= rest - 1
        linked = site and (before >> at) & 1 == 1
        goes_on = site and (after >> at) & 1 == 1
        if above >= 0 and not (linked and above_goes_on):
            gap = at - above
            from_step = step and above == row - 1
            if at < row:
                new_column = True
            elif above < row - 1 and not step:
                new_column = True
                gap += 1 if site else 0
            if depth > 0:
                inner = True
                inner_free = inner_free or from_step
            else:
                runs += 0 if in_run or from_step else 1
                outside = in_run = True
            length += gap
            longest = max(longest, gap)
        if not site:
            break
        if linked:
            in_run = False
            length -= longest
            longest = 0
            if not goes_on:
                longest = outer & 31
                outer >>= 5
                depth -= 1
        elif goes_on:  # one level in: five bits keep the longest gap of the level left
            in_run = False
            outer = (outer << 5) | longest
            depth += 1
            longest = 0
        above, above_goes_on = at, goes_on
    if inner and not outside:  # gaps inside components only: at least one run of them
        runs = 1
    if inner_free and runs > 0:  # the wall from the step may go on as one of the runs outside
        runs -= 1
    return length + runs, new_column


@kernel
def needs(key: tuple[int, int], row: int, width: int) -> tuple[int, int]:
    """Return lower bounds on the cells to come when the rows `0..row-1` of a column are decided.

    The first is for column `width` or a later one, the second for column 1. In between the bound
    falls by one in each column: the box still owes so many columns, of which a wall may reach into
    one.
    """
    _before, _after, occupied, _flags = unpacked(key[0], key[1])
    if occupied == 0:
        return 2 * width - 1, 2 * width - 1
    owed = width - 1  # columns after column 1
    walls, new_column = wall_cells(key, row, width)
    if walls > 0:
        return walls, walls + (max(owed - 1, 0) if new_column else owed)
    begun = 0 if occupied & ((1 << row) - 1) != 0 else 1
    return begun, begun + owed


@kernel
def cells_needed(key: tuple[int, int], row: int, width: int, column: int) -> int:
    """Return a lower bound on the cells to come when rows `0..row-1` of `column` are decided."""
    late, need = needs(key, row, width)
    return need - (column - 1) if column < width and need > late else late


@kernel
def needed(key: tuple[int, int], row: int, width: int, column: int, axis: int) -> int:
    """Return a lower bound on the size to come when rows `0..row-1` of `column` are decided.

    Walls and columns off the axis count twice. A wall may use one cell of row 0, if that is the
    axis, and only where it starts there. Columns cost two cells each, or lead to the axis: all
    rows down to it, and one cell a column.
    """
    if axis == NO_AXIS:
        return cells_needed(key, row, width, column)
    _before, _after, occupied, flags = unpacked(key[0], key[1])
    if occupied == 0:
        if axis == AXIS_ROW_ANY_LENGTH:
            return 2 * width - 1
        return 3 * width - 2 if axis == AXIS_ROW else 3 * width
    walls, new_column = wall_cells(key, row, width)
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
def link(layer: Layer, place: Place, width: int, cells: int, axis: int, links: Links) -> None:
    """Fill `links` with the successors of the states of `layer` at `place`."""
    states = layer.low.size
    for begin in range(0, states, BLOCK):
        count = decide_block(layer.keys, begin, min(begin + BLOCK, states), place, links)
        prefetch(links, count)
        for child in range(count):
            origin = links.origins[child]
            smallest = layer.low[origin >> 1] + place.price * (origin & 1)
            state, slot = look_up(links, child)
            if state >= 0:
                link_known(links, child, state, smallest, cells - smallest)
                continue
            key = (links.children[child, 0], links.children[child, 1])
            need = needed(key, place.site + 1, width, place.layer, axis)
            if smallest + need <= cells:
                insert_child(links, child, slot, smallest, need)


@kernel
def extend(keys: np.ndarray, place: Place, width: int, holes: bool, links: Links) -> None:
    """Fill `links` with the successors of the states `keys` int64[states, 2] at `place`.

    Successors with holes are left out unless `holes`. `bounds` are the needs of new ones in a box
    that is long enough, and in column 1.
    """
    states = keys.shape[0]
    for begin in range(0, states, BLOCK):
        end = min(begin + BLOCK, states)
        if holes:
            count = decide_block(keys, begin, end, place, links)
        else:
            count = decide_block_without_holes(keys, begin, end, place, links)
        prefetch(links, count)
        for child in range(count):
            state, slot = look_up(links, child)
            if state >= 0:
                link_child(links, child, state)
                continue
            key = (links.children[child, 0], links.children[child, 1])
            late, need = needs(key, place.site + 1, width)
            insert_child(links, child, slot, late, need)
