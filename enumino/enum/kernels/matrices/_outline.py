"""The partial outline of a polyomino without holes, as a front cuts it.

With rows `0..row-1` of a column decided, the front goes down the right sides of these, back left
along the top of the next cell, and down its left side and those below. It cuts the outline into
arcs behind it, which do not cross: so each place where it meets the outline is the upper end of an
arc (OPEN) or the lower end (CLOSE), and they pair up like brackets. A cell is inside if an odd
number of ends lie above it: the ends suffice.

The ends lie in slots: k < row is the edge above the cell at row k; `row` the edge that the corner
of the next cell has above it, `row + 1` the edge to its left; k > row + 1 is the edge above row
k - 1 of the last column. `row` is 0 after a whole column, and slot 0 empty. At a corner two edges
meet, or none: four would touch. An arc whose two ends meet is closed, and the cells inside are cut
off.

A key is an int64: two bits a slot, from bit 0, and the flags TOP and BOTTOM (the polyomino has
touched row 0, row W - 1). `Strip.mode` is the quotient of the plane on which it lies
(`polygon_matrix`).

I. G. Enting and A. J. Guttmann, On the area of square lattice polygons, J. Stat. Phys. 58 (1990)
475-484. The symmetric forms are additions.
"""

from __future__ import annotations

from typing import NamedTuple

from enumino.enum.kernels.shared.jit import inlined, kernel

NONE, OPEN, CLOSE = range(3)
TOP = 1 << 60
BOTTOM = 1 << 61
SLOTS = TOP - 1
LOWER_BITS = 0x555555555555555  # of each slot
DEAD = -1
BOX, HALF_TURN, AXIS_COLUMN, AXIS_ROW, DIAGONAL = range(5)


class Strip(NamedTuple):
    """Parameters of a sweep: polygons of a weight up to `most` in a box of `width` rows.

    `mode` is one of those above; `shortest` the columns of the shortest box that counts. A cell
    weighs `far`, but on an axis (a column has none after the first) or diagonal it weighs 1.
    """

    width: int
    shortest: int
    most: int
    mode: int
    far: int


@inlined
def end_at(key: int, slot: int) -> int:
    """Return the entry of a slot: NONE, OPEN or CLOSE."""
    return (key >> (2 * slot)) & 3


@inlined
def is_inside(key: int, slots: int) -> int:
    """Return 1 if an odd number of ends lie in the first `slots` slots."""
    odd = (key | (key >> 1)) & LOWER_BITS & ((1 << (2 * slots)) - 1)
    odd ^= odd >> 32
    odd ^= odd >> 16
    odd ^= odd >> 8
    odd ^= odd >> 4
    odd ^= odd >> 2
    return odd & 1


@inlined
def partner(key: int, slot: int) -> int:
    """Return the slot of the other end of an arc."""
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


@inlined
def turned(key: int, at: int, right: int, down: int) -> int:
    """Return the front behind a corner, or DEAD.

    The edges from above (slot `at`) and from the left (`at` + 1) meet there, and edges to the right
    and down if `right` and `down`.
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


@inlined
def mirrored(key: int, width: int) -> int:
    """Return the front upside down, after a whole column."""
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


@inlined
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
    """Return the front after the cell at `row`, or DEAD."""
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
    """Whether the cells behind a whole column are one component that has touched both sides."""
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


# --- First columns --------------------------------------------------------------------------


@inlined
def run_of(first: int, last: int, width: int) -> int:
    """Return the front after a first column of one run of cells."""
    key = (OPEN << (2 * (first + 1))) | (CLOSE << (2 * (last + 2)))
    if first == 0:
        key |= TOP
    if last == width - 1:
        key |= BOTTOM
    return key


@inlined
def folded(cells: int, width: int, halved: bool) -> int:
    """Return the front after a first column glued to its own image under a half-turn, or DEAD.

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
