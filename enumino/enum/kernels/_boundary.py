"""The boundary of a partial polyomino: which of its cells hang together, in two words.

The cells decided last, one a row, are the *sites* of the boundary. The plane does not let the
components of the cells behind it cross, so five codes a site say how they hang together: EMPTY,
LONE (alone in its component), FIRST, MIDDLE or LAST of its component from the top.

A key is a pair of int64: three bits a site from bit 0, 20 sites a word, and in the first word the
flags TOP and BOTTOM, which say that the polyomino has touched the first and the last row.

I. Jensen, Enumerations of lattice animals and trees, J. Stat. Phys. 102 (2001) 865-881.
"""

from __future__ import annotations

from enumino.enum.kernels._jit import kernel

EMPTY, LONE, FIRST, MIDDLE, LAST = range(5)
TOP = 1 << 60
BOTTOM = 1 << 61
SITES = TOP - 1
SITES_A_WORD = 20
WIDEST = 40
CUT_OFF = (-1, 0)
"""No boundary: a component has left it and can never be joined again."""

Key = tuple[int, int]


@kernel
def code_at(key: Key, row: int) -> int:
    """Code of one site."""
    if row < SITES_A_WORD:
        return (key[0] >> (3 * row)) & 7
    return (key[1] >> (3 * (row - SITES_A_WORD))) & 7


@kernel
def with_code(key: Key, row: int, code: int) -> Key:
    """The boundary with one site's code replaced."""
    if row < SITES_A_WORD:
        return (key[0] & ~(7 << (3 * row))) | (code << (3 * row)), key[1]
    at = 3 * (row - SITES_A_WORD)
    return key[0], (key[1] & ~(7 << at)) | (code << at)


@kernel
def mate(key: Key, row: int, way: int, any_mate: bool) -> int:
    """Row of another site of a component: from `row` down (`way` 1) or up (-1), the next one
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
def leave_empty(key: Key, row: int) -> Key:
    """The boundary after an empty cell at `row`, or `CUT_OFF`."""
    left = code_at(key, row)
    if left == EMPTY:
        return key
    if left == LONE:
        return CUT_OFF
    if left in (FIRST, LAST):  # the next mate takes over this end
        heir = mate(key, row, 1 if left == FIRST else -1, True)
        key = with_code(key, heir, left if code_at(key, heir) == MIDDLE else LONE)
    return with_code(key, row, EMPTY)


@kernel
def occupy(key: Key, row: int) -> Key:
    """The boundary after an occupied cell at `row`, joined to the cells above and to the left."""
    left = code_at(key, row)
    up = code_at(key, row - 1) if row > 0 else EMPTY
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
def mirrored(key: Key, rows: int) -> Key:
    """The boundary upside down."""
    image = (key[0] & ~(SITES | TOP | BOTTOM), 0)
    for row in range(rows):
        code = code_at(key, row)
        if code in (FIRST, LAST):
            code = FIRST + LAST - code
        image = with_code(image, rows - 1 - row, code)
    flags = 0
    if key[0] & TOP:
        flags |= BOTTOM
    if key[0] & BOTTOM:
        flags |= TOP
    return image[0] | flags, image[1]
