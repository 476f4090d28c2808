"""Count fixed polyominoes by size with a transfer matrix: one sweep for each box width.

For a width W the box W x L is built cell by cell: column after column, and in each from row 0
to row W - 1. All partial polyominoes with the same *boundary* (the last W cells decided, one a
row) go on in the same way, so only the number of them by size is kept. Because the plane does
not let components cross, five codes a row say how the boundary hangs together on its left:
EMPTY, LONE (alone in its component), FIRST, MIDDLE or LAST of its component from the top.

State (a `Layer` of `_states`): `keys` int64[states], three bits a row from bit 0, and the flags
TOP and BOTTOM (the polyomino has touched row 0, row W - 1). After a column a boundary and its
mirror image finish in equally many ways and are merged. A boundary of one component with both
flags is a polyomino W x column. Invariant: every partial polyomino that fits in `cells` cells is
in one state.

With an axis of symmetry through cells only one side of it is built, the axis included; it is
connected by itself. Cells off the axis count twice. The axis is row 0 (AXIS_ROW: TOP says that
it is touched, and a boundary is not merged with its mirror image) or column 1 (AXIS_COLUMN).

I. Jensen, Enumerations of lattice animals and trees, J. Stat. Phys. 102 (2001) 865-881;
I. Jensen, Counting polyominoes: a parallel implementation for cluster computing, LNCS 2659
(2003) 203-212. The lower bound `cells_needed` and the mirror images are additions.
"""

from __future__ import annotations

import numpy as np

from enumino.enum.kernels._jit import allocating_kernel, kernel
from enumino.enum.kernels._states import Layer, collected, new_slots, spread

EMPTY, LONE, FIRST, MIDDLE, LAST = range(5)
TOP = 1 << 60
BOTTOM = 1 << 61
SITES = TOP - 1
WIDEST = 20  # rows of three bits below the flags
NO_AXIS, AXIS_ROW, AXIS_COLUMN = range(3)

# --- The boundary ---------------------------------------------------------------------------


@kernel
def code_at(key: int, row: int) -> int:
    """Code of one row."""
    return (key >> (3 * row)) & 7


@kernel
def with_code(key: int, row: int, code: int) -> int:
    """The boundary with one row's code replaced."""
    return (key & ~(7 << (3 * row))) | (code << (3 * row))


@kernel
def mate(key: int, row: int, way: int, any_mate: bool) -> int:
    """Row of another cell of a component: from `row` down (`way` 1) or up (-1), the next one
    (`any_mate`) or the outermost. Components nested in between are passed over.
    """
    opens, closes = (FIRST, LAST) if way > 0 else (LAST, FIRST)
    depth = 0
    while True:
        row += way
        code = code_at(key, row)
        if code == opens:
            depth += 1
        elif depth == 0 and (code == closes or (any_mate and code == MIDDLE)):
            return row
        elif code == closes:
            depth -= 1


@kernel
def leave_empty(key: int, row: int) -> int:
    """The boundary after an empty cell at `row`, or -1 if that cuts a component off for good."""
    left = code_at(key, row)
    if left == EMPTY:
        return key
    if left == LONE:
        return -1
    if left in (FIRST, LAST):  # the next mate takes over this end
        heir = mate(key, row, 1 if left == FIRST else -1, True)
        key = with_code(key, heir, left if code_at(key, heir) == MIDDLE else LONE)
    return with_code(key, row, EMPTY)


@kernel
def occupy(key: int, row: int, width: int) -> int:
    """The boundary after an occupied cell at `row`, joined to the cells above and to the left."""
    left = code_at(key, row)
    up = EMPTY
    if row == 0:
        key |= TOP
    else:
        up = code_at(key, row - 1)
    if row == width - 1:
        key |= BOTTOM
    if up == EMPTY:
        return with_code(key, row, LONE) if left == EMPTY else key
    up_ends = up in (LONE, LAST)
    if left == EMPTY:
        code = LAST if up_ends else MIDDLE
    elif left >= MIDDLE and not up_ends:
        return key  # neighbours on the boundary, open towards each other: one component
    else:  # two components become one; where one lies within the other, it gives up its ends
        if left >= MIDDLE and up == LAST:
            key = with_code(key, mate(key, row - 1, -1, False), MIDDLE)
        elif left == FIRST and not up_ends:
            key = with_code(key, mate(key, row, 1, False), MIDDLE)
        code = LAST if left == LAST or (left == LONE and up_ends) else MIDDLE
    if up == LAST:
        up = MIDDLE
    elif up == LONE:
        up = MIDDLE if left >= MIDDLE else FIRST
    return with_code(with_code(key, row - 1, up), row, code)


@kernel
def mirrored(key: int, width: int) -> int:
    """The boundary upside down."""
    image = 0
    for row in range(width):
        code = code_at(key, row)
        if code in (FIRST, LAST):
            code = FIRST + LAST - code
        image = (image << 3) | code
    if key & TOP:
        image |= BOTTOM
    if key & BOTTOM:
        image |= TOP
    return image


@kernel
def is_polyomino(key: int) -> bool:
    """Whether the boundary is one component that has touched top and bottom."""
    components = 0
    sites = key & SITES
    while sites > 0:
        code = sites & 7
        if code in (LONE, FIRST):
            components += 1
        sites >>= 3
    return components == 1 and key >= TOP + BOTTOM


@kernel
def wall_cells(key: int, row: int, width: int) -> tuple[int, bool]:
    """Fewest cells that join what is left of the boundary, and whether they reach a new column.

    Right of the boundary new cells form walls. A wall that joins cells in rows a < b has at
    least b - a + 1 cells and may as well join all between. So choose gaps between consecutive
    cells of different components (row 0 counts as a cell while the top is untouched, row
    W - 1 while the bottom is); pay for each gap its length, and one cell for each run of gaps.
    Between consecutive cells of one component the longest gap is saved, and runs end there; of
    the runs inside components none is paid for, which keeps this a lower bound. At the step
    between new and old part of the column, a wall down from a cell at `row - 1` needs no cell
    beside that one, and a wall that finds no cell there takes one more to get around.

    Most states (94 to 99 in 100, for 12 to 20 cells) do cost exactly this.
    """
    step = row > 0 and code_at(key, row - 1) != EMPTY
    above, above_code = -1, LAST
    if key & TOP == 0:
        above = 0
    length, runs, longest, outer, depth = 0, 0, 0, 0, 0
    in_run, outside, inner, inner_free, new_column = False, False, False, False, False
    for here in range(width + 1):
        at, code = here, (key >> (3 * here)) & 7
        if here == width:
            if key & BOTTOM != 0:
                break
            at, code = width - 1, EMPTY
        elif code == EMPTY:
            continue
        joined = code >= MIDDLE and above_code in (FIRST, MIDDLE)
        if above >= 0 and not joined:
            gap = at - above
            from_step = step and above == row - 1
            if at < row:
                new_column = True
            elif above < row - 1 and not step:
                new_column = True
                gap += 1 if code != EMPTY else 0
            if depth > 0:
                inner = True
                inner_free = inner_free or from_step
            else:
                runs += 0 if in_run or from_step else 1
                outside = in_run = True
            length += gap
            longest = max(longest, gap)
        if code >= FIRST:
            in_run = False
            if code == FIRST:  # one level in: five bits keep the longest gap of the level left
                outer = (outer << 5) | longest
                depth += 1
                longest = 0
            else:
                length -= longest
                longest = 0
                if code == LAST:
                    longest = outer & 31
                    outer >>= 5
                    depth -= 1
        above, above_code = at, code
    if inner and not outside:  # gaps inside components only: at least one run of them
        runs = 1
    if inner_free and runs > 0:  # the wall from the step may go on as one of the runs outside
        runs -= 1
    return length + runs, new_column


@kernel
def cells_needed(key: int, row: int, width: int, column: int) -> int:
    """Lower bound on the cells to come when rows `0..row-1` of `column` are decided."""
    if key & SITES == 0:
        return 2 * width - 1
    owed = max(width - column, 0)  # columns after this one
    walls, new_column = wall_cells(key, row, width)
    if walls > 0:
        return walls + (max(owed - 1, 0) if new_column else owed)
    return owed if key & ((1 << (3 * row)) - 1) & SITES != 0 else owed + 1


@kernel
def weight_at(row: int, column: int, axis: int) -> int:
    """Cells of the whole polyomino that the cell at (`row`, `column`) stands for."""
    on_axis = row == 0 if axis == AXIS_ROW else column == 1
    return 1 if axis == NO_AXIS or on_axis else 2


@kernel
def needed(key: int, row: int, width: int, column: int, axis: int) -> int:
    """Lower bound on the size to come when rows `0..row-1` of `column` are decided.

    Walls and columns off the axis count twice. A wall may use one cell of row 0, if that is the
    axis, and only where it starts there. Columns cost two cells each, or lead to the axis: all
    rows down to it, and one cell a column.
    """
    if axis == NO_AXIS:
        return cells_needed(key, row, width, column)
    if key & SITES == 0:
        return 3 * width - 2 if axis == AXIS_ROW else 3 * width
    walls, new_column = wall_cells(key, row, width)
    owed = max(width - column + (1 if axis == AXIS_COLUMN else 0), 0)
    if walls > 0 and new_column:
        owed = max(owed - 1, 0)
    elif walls == 0 and key & ((1 << (3 * row)) - 1) & SITES == 0:
        owed += 1
    if axis == AXIS_COLUMN:
        return (walls if column == 1 and row < width else 2 * walls) + 2 * owed
    if key & TOP == 0 or key & 7 != EMPTY:
        return max(2 * walls - 1, 0) + owed
    nearest = 1
    while (key >> (3 * nearest)) & 7 == EMPTY:
        nearest += 1
    return 2 * walls + min(2 * owed, owed + 2 * (nearest - 1))


# --- One cell for all states ----------------------------------------------------------------


@kernel
def find(slots: np.ndarray, keys: np.ndarray, key: int) -> int:
    """Slot of `key` in the open-addressed table, or the empty slot where it belongs."""
    # Both factors are below 2**31: no product overflows.
    mixed = (key & 0x7FFFFFFF) * 0x5BD1E995 + (key >> 31) * 0x2545F491
    slot = (mixed ^ (mixed >> 29)) & (slots.size - 1)
    while slots[slot] >= 0 and keys[slots[slot]] != key:
        slot = (slot + 1) & (slots.size - 1)
    return slot


@allocating_kernel
def link(
    layer: Layer, row: int, width: int, column: int, cells: int, axis: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Keys, low and need of the next layer, and `following` int32[states, 2]: where the counts
    of each state go if the cell stays empty or is occupied (-1: cannot be finished).
    """
    weight = weight_at(row, column, axis)
    room = 2 * layer.keys.size
    keys = np.empty(room, dtype=np.int64)
    low = np.empty(room, dtype=np.int16)
    need = np.empty(room, dtype=np.int16)
    following = np.empty((layer.keys.size, 2), dtype=np.int32)
    slots = new_slots(room)
    states = 0
    for state in range(layer.keys.size):
        for occupied in range(2):
            following[state, occupied] = -1
            key = layer.keys[state]
            key = occupy(key, row, width) if occupied == 1 else leave_empty(key, row)
            if row == width - 1:
                if key & SITES == 0:  # a column without a cell
                    continue
                if key > 0 and axis != AXIS_ROW:
                    key = min(key, mirrored(key, width))
            if key < 0:
                continue
            smallest = layer.low[state] + occupied * weight
            slot = find(slots, keys, key)
            target = slots[slot]
            if target >= 0:
                if smallest + need[target] <= cells:
                    low[target] = min(low[target], smallest)
                    following[state, occupied] = target
                continue
            bound = needed(key, row + 1, width, column, axis)
            if smallest + bound > cells:
                continue
            keys[states], low[states], need[states] = key, smallest, bound
            slots[slot] = states
            following[state, occupied] = states
            states += 1
    return keys[:states].copy(), low[:states].copy(), need[:states].copy(), following


@allocating_kernel
def add_cell(
    layer: Layer, row: int, width: int, column: int, cells: int, axis: int, limbs: int,
    limb_bits: int,
) -> Layer:  # fmt: skip
    """The states after the cell at (`row`, `column`); the columns count from 1."""
    keys, low, need, following = link(layer, row, width, column, cells, axis)
    weight = weight_at(row, column, axis)
    return spread(layer, keys, low, need, following, weight, cells, limbs, limb_bits)


@allocating_kernel
def finished(layer: Layer, cells: int, limbs: int, limb_bits: int) -> np.ndarray:
    """Numbers of polyominoes by size, int64[limbs, cells + 1], that end with this column."""
    chosen = np.empty(layer.keys.size, dtype=np.bool_)
    for state in range(layer.keys.size):
        chosen[state] = is_polyomino(layer.keys[state])
    return collected(layer, chosen, cells, limbs, limb_bits)
