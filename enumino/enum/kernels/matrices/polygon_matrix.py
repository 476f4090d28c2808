"""Count polyominoes without holes by size with a transfer matrix: self-avoiding polygons by area.

The outline of a polyomino without holes is one polygon that never touches itself, not even at a
corner; every such polygon bounds one. A box of W rows is filled cell by cell, column after column,
from row 0 to row W - 1. Partial outlines continue in the same way if the front cuts the same
arcs from them (`_outline`), so only the number by weight is kept. It is counted when its
last column is complete, one component with all of its arcs still open: so states with a closed arc
are dropped.

State (a `Layer` of `_states`): the first words of `keys`, as `_outline` has them. After a column
a front and its mirror image finish in equally many ways. Invariant: every outline that can be
finished within `most` is in one state.

Symmetric polyominoes are polygons, too, on a quotient of the plane, by modes:

- HALF_TURN: columns go outwards from the centre, which lies inside, since a half-turn of a disk
  leaves a point in place. The first one is glued to itself (`folded`). If the top is touched, so is
  the bottom. A cell stands for an orbit.
- AXIS_COLUMN, AXIS_ROW: half of a polyomino with a mirror: the axis is the first column, or row 0.
  Its cells are one run, or the cells between two runs and their images would be a hole.
- DIAGONAL: cells (x, y) with y <= x, of columns that grow by a row each. The mirror swaps x and y.
  So the cell left of a cell on the diagonal is the image of the one above, and again the cells on
  the diagonal are one run.

I. G. Enting and A. J. Guttmann, On the area of square lattice polygons, J. Stat. Phys. 58 (1990)
475-484; I. Jensen, J. Phys. A 36 (2003) 5731-5745. The bounds and the symmetric forms are
additions.
"""

from __future__ import annotations

import numpy as np

from enumino.enum.kernels.matrices._boundary import HIGH, LOW, wall_cells
from enumino.enum.kernels.matrices._outline import (
    AXIS_ROW,
    BOTTOM,
    DEAD,
    DIAGONAL,
    HALF_TURN,
    NONE,
    OPEN,
    SLOTS,
    TOP,
    Strip,
    after,
    end_at,
    folded,
    is_inside,
    is_polyomino,
    mirrored,
    run_of,
)
from enumino.enum.kernels.matrices._states import (
    BLOCK,
    Layer,
    Links,
    begin_block,
    collected,
    insert_what_fits,
    next_unknown,
    unknown,
)
from enumino.enum.kernels.shared.jit import inlined, kernel

# --- The bound ------------------------------------------------------------------------------


@inlined
def walls_of(key: int, row: int, width: int) -> tuple[int, bool]:
    """Return the `wall_cells` of the runs of cells along the front.

    A run that begins and ends at the next corner counts as a cell at `row` - 1: a wall past it
    joins it.
    """
    before = after = occupied = 0
    upper, opens = -1, False
    for slot in range(width + 2):
        code = end_at(key, slot)
        if code == NONE:
            continue
        if upper < 0:
            upper, opens = slot, code == OPEN
            continue
        last = slot - 1 if slot <= row else slot - 2
        at = upper - 1 if upper > row or (upper == row and slot == row + 1) else upper
        cells = (2 << last) - (1 << at)
        occupied |= cells
        before |= cells ^ (1 << at) if opens else cells
        after |= cells if code == OPEN else cells ^ (1 << last)
        upper = -1
    flags = (LOW if key & TOP else 0) | (HIGH if key & BOTTOM else 0)
    kink = row > 0 and is_inside(key, row) == 1
    return wall_cells(before, after, occupied, flags, row, width, kink)


@inlined
def joining(key: int, row: int, width: int, owed: int) -> tuple[int, int]:
    """Return the fewest cells of walls, and of columns without walls, with `owed` columns to come.

    The columns are whole. A front after a whole column has `row` 0, and the next column is one of
    those.
    """
    walls, new_column = walls_of(key, row, width)
    if walls > 0:
        return walls, max(owed - 1, 0) if new_column or row == 0 else owed
    if row == 0 or key & ((1 << (2 * row)) - 1) != 0:
        return 0, owed
    return 0, owed + 1


@kernel
def needed(key: int, row: int, column: int, strip: Strip) -> int:
    """Return a lower bound on the weight to come when rows `0..row-1` of `column` are decided.

    `row` 0 stands for a whole column.
    """
    width, mode, far = strip.width, strip.mode, strip.far
    owed = max(strip.shortest - column, 0)
    if key & SLOTS == 0:  # nothing yet
        if mode == DIAGONAL:
            return 2 * width - 1
        return far * (width - 1) + strip.shortest
    if mode == DIAGONAL:
        walls, _ = walls_of(key, row, width)
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
def weight_at(row: int, strip: Strip) -> int:
    """Return the weight of a cell, in columns after the first if that is an axis."""
    on_axis = (strip.mode == AXIS_ROW and row == 0) or (
        strip.mode == DIAGONAL and row == strip.width - 1
    )
    return 1 if on_axis else strip.far


@kernel
def link(keys: np.ndarray, row: int, column: int, strip: Strip, links: Links) -> None:
    """Fill `links` with the successors of the states `keys` at (`row`, `column`).

    Columns count from 1.
    """
    weight, states = weight_at(row, strip), keys.shape[0]
    decided = row + 1 if row + 1 < strip.width else 0
    for begin in range(0, states, BLOCK):
        count = 0
        for state in range(begin, min(begin + BLOCK, states)):
            for occupied in range(2):
                key = after(keys[state, 0], row, strip, occupied)
                if key != DEAD:
                    links.children[count, 0], links.children[count, 1] = key, 0
                    links.origins[count] = 2 * state + occupied
                    count += 1
        begin_block(links, count)
        while next_unknown(links, weight):
            insert_what_fits(links, needed(unknown(links)[0], decided, column, strip))


@kernel(allocates=True)
def finished(layer: Layer, most: int, limbs: int, limb_bits: int) -> np.ndarray:
    """Return numbers of polyominoes by weight, int64[limbs + 1, most + 1], that end here."""
    chosen = np.empty(layer.low.size, dtype=np.bool_)
    for state in range(layer.low.size):
        chosen[state] = is_polyomino(layer.keys[state, 0])
    return collected(layer, chosen, most, limbs, limb_bits)


@kernel(allocates=True)
def first_columns(strip: Strip, halved: bool) -> tuple[np.ndarray, np.ndarray]:
    """Return the fronts after all first columns that fit, int64[columns], and their weights.

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
