"""Count polyominoes without holes by size with a transfer matrix: self-avoiding polygons by area.

The outline of a polyomino without holes is one polygon that never touches itself, not even at a
corner; every such polygon bounds one. A box of W rows is filled cell by cell, column after column, from
row 0 to row W - 1. The *front*, between the cells decided and those to come, cuts the outline into
arcs behind it. Arcs do not cross, so each place where the front meets the outline is the upper end
of an arc (OPEN) or the lower end (CLOSE), and they pair up like brackets. A cell is inside if an
odd number of ends lie above it: nothing else need be known.

With rows `0..row-1` of a column decided, the front goes down the right sides of these, back left
along the top of the next cell, and down its left side and those below. It meets the outline in
slots: k < row is the edge above the cell at row k; `row` the edge that the corner of the next cell
has above it, `row + 1` the edge to its left; k > row + 1 is the edge above row k - 1 of the last
column. `row` is 0 after a whole column, and slot 0 empty. At a corner two edges meet, or none: four
would touch. An arc whose two ends meet is closed, so all that was inside is cut off. That never
happens here: a polyomino is counted when its last column is complete, one component with all of
its arcs still open.

Each state (see `_states`) has a key int64: two bits a slot, from bit 0, and the flags TOP and
BOTTOM (the polyomino has touched row 0, row W - 1). After a column a front and its mirror image
finish in equally many ways. Invariant: every outline that can be finished within `most` is in one state.

Symmetric polyominoes are polygons, too, on a quotient of the plane, by modes:

- HALF_TURN: columns go outwards from the centre, which lies inside (a turned disk has a fixed point);
  the first one is glued to itself (`folded`). The image of the top is the bottom.
- AXIS_COLUMN, AXIS_ROW: half of a polyomino with a mirror, whose cells on the axis are one run:
  the first column, or row 0. For a second run would enclose a hole with the first and the images.
- DIAGONAL: cells (x, y) with y <= x, of columns that grow by a row each. The mirror swaps x and y.
  So the cell left of a cell on the diagonal is the image of the cell above, and again the cells on
  the diagonal are one run.

I. G. Enting and A. J. Guttmann, On the area of square lattice polygons, J. Stat. Phys. 58 (1990)
475-484; I. Jensen, J. Phys. A 36 (2003) 5731-5745. The bounds, and the symmetric forms, are additions.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from enumino.enum.kernels._jit import allocating_kernel, kernel
from enumino.enum.kernels._states import Layer, collected, new_slots, spread

NONE, OPEN, CLOSE = range(3)
TOP = 1 << 60
BOTTOM = 1 << 61
SLOTS = TOP - 1
LOWER_BITS = 0x555555555555555
"""The lower bit of each slot."""
DEAD = -1
FAR = 1 << 14
BOX, HALF_TURN, AXIS_COLUMN, AXIS_ROW, DIAGONAL = range(5)


class Strip(NamedTuple):
    """What is swept: polygons of a weight up to `most` in a box of `width` rows.

    `mode` is one of those above; `shortest` the columns of the shortest box that counts. A cell
    weighs `far`, but on an axis (a column has none after the first) or diagonal it weighs 1.
    """

    width: int
    shortest: int
    most: int
    mode: int
    far: int


# --- The front ------------------------------------------------------------------------------


@kernel
def end_at(key: int, slot: int) -> int:
    """What is in a slot."""
    return (key >> (2 * slot)) & 3


@kernel
def is_inside(key: int, slots: int) -> int:
    """1 if an odd number of ends lie in the first `slots` slots."""
    odd = (key | (key >> 1)) & LOWER_BITS & ((1 << (2 * slots)) - 1)
    odd ^= odd >> 32
    odd ^= odd >> 16
    odd ^= odd >> 8
    odd ^= odd >> 4
    odd ^= odd >> 2
    return odd & 1


@kernel
def partner(key: int, slot: int) -> int:
    """The slot of the other end of an arc."""
    way = 1 if end_at(key, slot) == OPEN else -1
    depth = way
    while depth != 0:
        slot += way
        code = end_at(key, slot)
        if code == OPEN:
            depth += 1
        elif code == CLOSE:
            depth -= 1
    return slot


@kernel
def turned(key: int, at: int, right: int, down: int) -> int:
    """The front behind a corner, or DEAD: the edges from above (slot `at`) and from the left
    (`at` + 1) meet there, and if `right` and `down` edges that way.
    """
    above, left = end_at(key, at), end_at(key, at + 1)
    entering = (0 if above == NONE else 1) + (0 if left == NONE else 1)
    leaving = right + down
    if entering + leaving == 0:
        return key
    if entering + leaving != 2:
        return DEAD
    rest = key & ~(15 << (2 * at))
    if entering == 0:
        return rest | ((OPEN | (CLOSE << 2)) << (2 * at))
    if entering == 1:
        return rest | ((above | left) << (2 * (at + down)))
    if above == OPEN and left == CLOSE:
        return DEAD
    if above == left:  # the outer of the two arcs ends where the inner one did
        other = partner(key, at + 1 if above == OPEN else at)
        return rest ^ (3 << (2 * other))
    return rest


@kernel
def mirrored(key: int, width: int) -> int:
    """The front upside down, after a whole column."""
    image = 0
    for slot in range(1, width + 2):
        code = end_at(key, slot)
        image = (image << 2) | (3 - code if code != NONE else NONE)
    image <<= 2
    if key & TOP:
        image |= BOTTOM
    if key & BOTTOM:
        image |= TOP
    return image


@kernel
def fits_axis(key: int, row: int, width: int, occupied: int, mode: int) -> bool:
    """Whether the cells on an axis stay one run, and no corner on a diagonal is touched twice."""
    if mode == AXIS_ROW:
        return row > 0 or occupied == 0 or key & TOP == 0 or end_at(key, 1) != NONE
    if mode != DIAGONAL or row < width - 1:
        return True
    above = is_inside(key, row)
    before = is_inside(key, row + 1)  # the last cell on the diagonal
    if occupied == 0:
        return above == 0 or before == 1
    return key & BOTTOM == 0 or (above == 1 and before == 1)


@kernel
def after(key: int, row: int, strip: Strip, occupied: int) -> int:
    """The front after the cell at `row`, or DEAD."""
    width, mode = strip.width, strip.mode
    if not fits_axis(key, row, width, occupied, mode):
        return DEAD
    above, left = is_inside(key, row), is_inside(key, row + 2)
    key = turned(key, row, above ^ occupied, left ^ occupied)
    if key == DEAD:
        return DEAD
    if occupied == 1:
        if row == 0:
            key |= TOP
        if row == width - 1:
            key |= BOTTOM
        if mode == HALF_TURN and key > SLOTS:
            key |= TOP | BOTTOM
    if row < width - 1:
        if end_at(key, row + 1) == OPEN and end_at(key, row + 2) == CLOSE:
            return DEAD  # these two ends meet at the next corner
        return key
    key = turned(key, width, occupied, 0)
    if key == DEAD:
        return DEAD
    key = (key & ~SLOTS) | ((key & SLOTS) << 2)
    if key == 0:
        return 0 if mode == DIAGONAL else DEAD
    if mode < AXIS_ROW:
        key = min(key, mirrored(key, width))
    return key


@kernel
def is_polyomino(key: int) -> bool:
    """Whether what lies behind a whole column is one component that has touched both sides."""
    if key < TOP + BOTTOM:
        return False
    components, inside = 0, False
    ends = key & SLOTS
    while ends > 0:
        code = ends & 3
        if code != NONE:
            inside = not inside
            if inside and code == OPEN:
                components += 1
        ends >>= 2
    return components == 1


# --- The bound ------------------------------------------------------------------------------


@kernel
def next_end(key: int, slot: int, slots: int) -> int:
    """The first slot from `slot` on with an end, or `slots`."""
    while slot < slots and end_at(key, slot) == NONE:
        slot += 1
    return slot


@kernel
def wall_cells(key: int, row: int, width: int) -> tuple[int, bool]:
    """Fewest cells that join what is left, and whether they reach a new column.

    As `transfer_matrix.wall_cells`, which says why, of the runs of cells along the front. One
    that begins and ends at the next corner is taken for a cell at `row` - 1: what passes it
    joins it.
    """
    slots = width + 2
    step = row > 0 and is_inside(key, row) == 1
    above, above_open = -1, False
    if key & TOP == 0:
        above = 0
    length, walls, longest, outer, depth = 0, 0, 0, 0, 0
    in_wall, outside, inner, inner_free, new_column = False, False, False, False, False
    upper = next_end(key, 0, slots)
    while True:
        lower = slots
        at, last, joined = width - 1, width - 1, False
        if upper == slots:
            if key & BOTTOM != 0:
                break
        else:
            lower = next_end(key, upper + 1, slots)
            last = lower - 1 if lower <= row else lower - 2
            at = upper - 1 if upper > row or (upper == row and lower == row + 1) else upper
            joined = above_open and end_at(key, upper) == CLOSE
        if above >= 0 and not joined:
            gap = at - above
            from_step = step and above == row - 1
            if at < row:
                new_column = True
            elif above < row - 1 and not step:
                new_column = True
                gap += 1 if upper < slots else 0
            if depth > 0:
                inner = True
                inner_free = inner_free or from_step
            else:
                walls += 0 if in_wall or from_step else 1
                outside = in_wall = True
            length += gap
            longest = max(longest, gap)
        if upper == slots:
            break
        opens, above_open = end_at(key, upper) == OPEN, end_at(key, lower) == OPEN
        if at < last or not opens or above_open:
            in_wall = False
        if opens and above_open:  # one level in: five bits keep the longest gap of the level left
            outer = (outer << 5) | longest
            depth += 1
            longest = 0
        elif not opens:
            length -= longest
            longest = 0
            if not above_open:
                longest = outer & 31
                outer >>= 5
                depth -= 1
        above = last
        upper = next_end(key, lower + 1, slots)
    if inner and not outside:  # gaps inside components only: at least one wall
        walls = 1
    if inner_free and walls > 0:  # the wall from the step may go on as one of those outside
        walls -= 1
    return length + walls, new_column


@kernel
def joining(key: int, row: int, width: int, owed: int) -> tuple[int, int]:
    """Fewest cells of walls, and fewest of columns that no wall has, with `owed` whole columns
    to come. A front after a whole column has `row` 0, and the next column is one of those.
    """
    walls, new_column = wall_cells(key, row, width)
    if walls > 0:
        return walls, max(owed - 1, 0) if new_column or row == 0 else owed
    if row == 0 or key & ((1 << (2 * row)) - 1) != 0:
        return 0, owed
    return 0, owed + 1


@kernel
def needed(key: int, row: int, column: int, strip: Strip) -> int:
    """Lower bound on the weight to come when rows `0..row-1` of `column` are decided, or, with
    `row` 0, all of it.
    """
    width, mode, far = strip.width, strip.mode, strip.far
    owed = max(strip.shortest - column, 0)
    if key & SLOTS == 0:  # nothing yet
        if mode == DIAGONAL:
            return 2 * width - 1
        return far * (width - 1) + strip.shortest
    if mode == DIAGONAL:
        walls, _ = wall_cells(key, row, width)
        return max(2 * walls - (1 if key & BOTTOM == 0 else 0), 0)
    if mode == HALF_TURN and key <= SLOTS:
        first, rest = joining(key | TOP, row, width, owed)
        second, other = joining(key | BOTTOM, row, width, owed)
        return min(first + rest, second + other)
    walls, rest = joining(key, row, width, owed)
    on_axis = end_at(key, 1 if row == 0 else 0) != NONE
    if mode != AXIS_ROW or far == 1 or (key & TOP != 0 and not on_axis):
        return far * (walls + rest)
    return max(2 * walls - 1, 0) + rest


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


@kernel
def weight_at(row: int, strip: Strip) -> int:
    """What a cell weighs, of columns after the first if that is an axis."""
    on_axis = (strip.mode == AXIS_ROW and row == 0) or (
        strip.mode == DIAGONAL and row == strip.width - 1
    )
    return 1 if on_axis else strip.far


@allocating_kernel
def link(
    layer: Layer, row: int, column: int, strip: Strip
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Keys, low and need of the next layer, and what follows each state (see `_states`)."""
    weight = weight_at(row, strip)
    room = 2 * layer.keys.size
    keys = np.empty(room, dtype=np.int64)
    low = np.empty(room, dtype=np.int16)
    need = np.empty(room, dtype=np.int16)
    following = np.full((layer.keys.size, 2), -1, dtype=np.int32)
    slots = new_slots(room)
    states = 0
    decided = row + 1 if row + 1 < strip.width else 0
    for state in range(layer.keys.size):
        for occupied in range(2):
            key = after(layer.keys[state], row, strip, occupied)
            if key == DEAD:
                continue
            smallest = layer.low[state] + occupied * weight
            slot = find(slots, keys, key)
            target = slots[slot]
            if target >= 0:
                if smallest + need[target] <= strip.most:
                    low[target] = min(low[target], smallest)
                    following[state, occupied] = target
                continue
            bound = needed(key, decided, column, strip)
            if smallest + bound > strip.most:
                continue
            keys[states], low[states], need[states] = key, smallest, bound
            slots[slot] = states
            following[state, occupied] = states
            states += 1
    return keys[:states].copy(), low[:states].copy(), need[:states].copy(), following


@allocating_kernel
def add_cell(
    layer: Layer, row: int, column: int, strip: Strip, limbs: int, limb_bits: int
) -> Layer:
    """The states after the cell at (`row`, `column`); the columns count from 1."""
    keys, low, need, following = link(layer, row, column, strip)
    weight = weight_at(row, strip)
    return spread(layer, keys, low, need, following, weight, strip.most, limbs, limb_bits)


@allocating_kernel
def finished(layer: Layer, most: int, limbs: int, limb_bits: int) -> np.ndarray:
    """Numbers of polyominoes by weight, int64[limbs, most + 1], that end with this column."""
    chosen = np.empty(layer.keys.size, dtype=np.bool_)
    for state in range(layer.keys.size):
        chosen[state] = is_polyomino(layer.keys[state])
    return collected(layer, chosen, most, limbs, limb_bits)


# --- First columns --------------------------------------------------------------------------


@kernel
def run_of(first: int, last: int, width: int) -> int:
    """The front after a first column of one run of cells."""
    key = (OPEN << (2 * (first + 1))) | (CLOSE << (2 * (last + 2)))
    if first == 0:
        key |= TOP
    if last == width - 1:
        key |= BOTTOM
    return key


@kernel
def folded(cells: int, width: int, halved: bool) -> int:
    """The front after a first column that is glued to its own image under a half-turn, or DEAD.

    `cells` has a bit a row. The left side of row r is glued to that of row width - 1 - r, or, if
    the column is `halved`, r and width - 1 - r are the two halves of one orbit. Corners of both
    are the same, and the glue leads from one to the next, from the rim to the centre: it is part of
    the outline where one of the two rows is full. The cells at the centre are.
    """
    full = cells << 1  # bit r + 1 is row r; rows beyond the rim are empty
    half = (width + 1) // 2
    if full >> half & 1 == 0 or full >> (width + 1 - half) & 1 == 0:
        return DEAD
    key, waiting = 0, -1
    for k in range(half):
        upper = (full >> k ^ full >> (k + 1)) & 1
        lower = (full >> (width - k) ^ full >> (width - k + 1)) & 1
        here, there = full >> (k + 1) & 1, full >> (width - k) & 1
        if halved and here != there:
            return DEAD
        entering, leaving = 1 if waiting >= 0 else 0, here ^ there
        if upper + lower + entering + leaving == 0:
            continue
        if upper + lower + entering + leaving != 2:
            return DEAD
        if upper + lower == 0:
            continue  # on along the glue
        one = k + 1 if upper == 1 else width - k + 1
        if entering + leaving == 0:
            key |= (OPEN << (2 * (k + 1))) | (CLOSE << (2 * (width - k + 1)))
        elif leaving == 1:
            waiting = one
        else:
            key |= (OPEN << (2 * min(waiting, one))) | (CLOSE << (2 * max(waiting, one)))
            waiting = -1
    if key == 0 or waiting >= 0:
        return DEAD
    if full >> 1 & 1 or full >> width & 1:
        key |= TOP | BOTTOM
    return min(key, mirrored(key, width))


@allocating_kernel
def first_columns(strip: Strip, halved: bool) -> tuple[np.ndarray, np.ndarray]:
    """Fronts after all first columns that fit, int64[columns], and what each weighs.

    For an AXIS_COLUMN of cells that weigh 1, and for a HALF_TURN, where a cell stands for an orbit.
    """
    width = strip.width
    turns = strip.mode == HALF_TURN
    rows = (width + 1) // 2 if halved else width
    room = 1 << rows if turns else width * width
    keys = np.empty(room, dtype=np.int64)
    weights = np.empty(room, dtype=np.int64)
    found = 0
    for number in range(room):
        if turns:
            cells, size = number, 0
            for row in range(rows):
                size += number >> row & 1
                if halved:
                    cells |= (number >> row & 1) << (width - 1 - row)
            key = folded(cells, width, halved)
        else:
            first, last = number // width, number % width
            if last < first:
                continue
            size = last - first + 1
            key = run_of(first, last, width)
            key = min(key, mirrored(key, width))
        column = 0 if halved else 1
        if key != DEAD and size + needed(key, 0, column, strip) <= strip.most:
            keys[found], weights[found] = key, size
            found += 1
    return keys[:found].copy(), weights[:found].copy()
