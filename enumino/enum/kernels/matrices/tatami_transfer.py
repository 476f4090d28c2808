"""Count tatami layouts of any region by number of monomers with a transfer matrix.

The region is covered cell by cell, row after row. All partial coverings with the same *frontier*
(the last cell decided in each column) go on in the same way, so only their number is kept, by
monomers used. A frontier is described by the places where a mat reaches down out of it, and where
two neighbours are one mat: a meeting point, four free cells about a corner, must see a mat that
crosses one of its four arms. With cell c decided, its corner towards lower right is settled: an arm
is crossed already, or is because the mat above reaches down or that of c to the right.

State (a `Layer` of `_states`): `keys` int64[states, 2], a bit a column: the frontier's cells that
are one mat with their right neighbour, and those whose mat reaches down; `low`, `need`
int32[states], the fewest and the largest number of monomers so far; `start` int64[states + 1] into
`counts` int64, where `counts[start[s] + i]` is the number of partial coverings with
`low[s] + 2 * i` monomers (their parity is that of the cells covered). Numbers of several limbs
follow limb by limb. A frontier comes from at most twelve: by the tile above the cell, by a bond
forgotten to its left, and by a mirror image; `_states.CROWDED` allows for more. Invariant: every
partial covering that can be finished with `most` monomers is in one state.

`doomed` keeps the states few. Two flat neighbours (not of one mat, neither reaching down) force
the two cells below them into one mat; a row of such forced mats meets the next, and many
frontiers contradict themselves some rows further down. The rays of Erickson, Ruskey, Schurch and
Woodcock, Monomer-dimer tatami tilings of rectangular regions, Electron. J. Combin. 18 (2011)
P109, are this rule at work; as used here it holds in any region. In rows that are their own
mirror image, frontiers are merged with theirs.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from enumino.enum.kernels.matrices._states import LIMB_BITS, Layer, add, find, new_slots
from enumino.enum.kernels.shared.jit import kernel

WIDEST = 61  # columns: bits of a word, with one to spare on either side


class Room(NamedTuple):
    """The region as bits.

    Bit c of `free[r]` is 1 if (r, c) is a cell, of `corners[r]` if (r, c), (r, c + 1), (r + 1, c)
    and (r + 1, c + 1) all are; `mirrored[r]` if row r and all below are symmetric.
    """

    free: np.ndarray
    corners: np.ndarray
    mirrored: np.ndarray


# --- The frontier ---------------------------------------------------------------------------


@kernel
def doomed(
    room: Room, bonds: int, downs: int, row: int, column: int, spare: int, reach: int
) -> bool:
    """Whether the tiles forced by the frontier in the next `reach` rows contradict each other.

    The frontier is that after the cell (`row`, `column`), with `spare` monomers left. Row by row,
    `known` has the cells whose `bonds` and `downs` are decided: bonded to the right, reaching down.
    """
    free, corners = room.free, room.corners
    decided = (2 << column) - 1
    known = decided & free[row]
    if (bonds >> column) & 1:
        known |= 2 << column
    if row > 0:
        above = corners[row - 1] & ~decided & ~bonds & ~downs & ~(downs >> 1)
        if (above & (above << 1)) | ((above | (above << 1)) & known):
            return True
        known |= above | (above << 1) | (downs & ~decided)
        bonds = (bonds & decided) | above
        downs &= decided
    open_above = 0  # columns where the cell above is not known, and may reach down
    for here in range(row, min(free.size - 1, row + reach)):
        corner = corners[here]
        flat = known & ~downs
        pairs = corner & flat & (flat >> 1) & ~bonds
        if pairs & (pairs << 1):
            return True
        # A mat must reach down where a flat one would want a pair that cannot be.
        unknown = free[here] & ~known
        after, before = (pairs << 2) & (corner << 1), (pairs >> 1) & corner
        between = (flat << 1) & (flat >> 1) & corner & (corner << 1)
        must = unknown & (after | before | between)
        if spare == 0:
            taken = known | ~free[here]
            alone = unknown & ~open_above & ((taken << 1) | 1) & (taken >> 1)
            if alone & ~free[here + 1]:
                return True
            must |= alone
        open_above = unknown & ~must
        known = downs | must | pairs | (pairs << 1)
        bonds, downs = pairs, 0
        if known == 0:
            break
    return False


@kernel
def reversed_bits(word: int, width: int) -> int:
    """Return the word with bits 0 to width - 1 in reverse order."""
    image = 0
    for _ in range(width):
        image = (image << 1) | (word & 1)
        word >>= 1
    return image


# --- One cell for all states ----------------------------------------------------------------

COVERED, MONOMER, RIGHT, DOWN = range(4)


@kernel
def step(room: Room, bonds: int, downs: int, row: int, column: int, move: int) -> tuple[int, int]:
    """Return the frontier after a move at (`row`, `column`), or (-1, -1) where it is not allowed.

    COVERED: the cell is a wall, or a mat reaches into it.
    """
    bit = 1 << column
    fork = row > 0 and (room.corners[row - 1] & bit) != 0
    settled = not fork or (bonds & bit) != 0 or (downs & (bit << 1)) != 0
    from_above = (downs & bit) != 0
    from_left = (bonds & (bit >> 1)) != 0
    allowed = (move == COVERED) == (from_above or from_left or (room.free[row] & bit) == 0)
    if move == COVERED:
        allowed = allowed and (settled or from_above)
        if from_left and (room.corners[row] & (bit >> 1)) == 0:
            bonds &= ~(bit >> 1)  # nothing meets below this mat
    elif move == RIGHT:
        allowed = allowed and (room.free[row] & ~downs & (bit << 1)) != 0
    else:
        allowed = allowed and settled
    bonds &= ~bit
    downs &= ~bit
    if move == RIGHT:
        bonds |= bit
    elif move == DOWN:
        allowed = allowed and row + 1 < room.free.size and (room.free[row + 1] & bit) != 0
        downs |= bit
    return (bonds, downs) if allowed else (-1, -1)


@kernel(allocates=True)
def link(
    layer: Layer, room: Room, width: int, row: int, column: int, most: int, limit: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return the next layer without counts, and `following` int32[states, 4].

    The latter has the successor of each state by each move (-1: none). The function ends early with
    more than `limit` states.
    """
    capacity = min(3 * layer.low.size, limit) + 1
    keys = np.empty((capacity, 2), dtype=np.int64)
    fewest = np.empty(capacity, dtype=np.int32)
    largest = np.empty(capacity, dtype=np.int32)
    following = np.full((layer.low.size, 4), -1, dtype=np.int32)
    slots = new_slots(capacity)  # enough even if all moves lead apart; mostly they meet
    fold = column == width - 1 and room.mirrored[row]
    reach = width // 2 + 1  # rays that are to meet come closer by two columns a row
    states = 0
    for state in range(layer.low.size):
        for move in range(4):
            low, high = layer.low[state], layer.need[state]
            if move == MONOMER:
                low, high = low + 1, min(high + 1, most)
                if (high - low) % 2 != 0:
                    high -= 1
            bond, down = step(room, layer.keys[state, 0], layer.keys[state, 1], row, column, move)
            if bond < 0 or low > most:
                continue
            if fold:
                down_image = reversed_bits(down, width)
                bond_image = reversed_bits(bond, width) >> 1
                if down_image < down or (down_image == down and bond_image < bond):
                    bond, down = bond_image, down_image
            slot = find(slots, keys, (bond, down))
            target = slots[slot]
            if target >= 0:
                fewest[target] = min(fewest[target], low)
                largest[target] = max(largest[target], high)
                following[state, move] = target
                continue
            # The tile on the cell was decided before, without contradictions.
            if move != COVERED and doomed(room, bond, down, row, column, most - low, reach):
                continue
            if states == limit:
                return keys, fewest, largest, following
            keys[states, 0], keys[states, 1] = bond, down
            fewest[states], largest[states] = low, high
            slots[slot] = states
            following[state, move] = states
            states += 1
    return keys[:states].copy(), fewest[:states].copy(), largest[:states].copy(), following


@kernel(allocates=True)
def add_cell(
    layer: Layer, room: Room, width: int, row: int, column: int, most: int, limit: int,
    numbers_limit: int, limbs: int,
) -> Layer:  # fmt: skip
    """Return the states after the cell at (`row`, `column`), without counts beyond a limit."""
    keys, fewest, largest, following = link(layer, room, width, row, column, most, limit)
    start = np.zeros(fewest.size + 1, dtype=np.int64)
    if fewest.size > limit:
        return Layer(keys, fewest, largest, start, start[:0].copy())
    for state in range(fewest.size):
        start[state + 1] = start[state] + ((largest[state] - fewest[state]) // 2 + 1) * limbs
    if start[-1] > numbers_limit:
        return Layer(keys, fewest, largest, start, start[:0].copy())
    counts = np.zeros(start[-1], dtype=np.int64)
    for state in range(following.shape[0]):
        stride = (layer.start[state + 1] - layer.start[state]) // limbs
        for move in range(4):
            target = following[state, move]
            if target < 0:
                continue
            numbers = (start[target + 1] - start[target]) // limbs
            shift = (layer.low[state] + (move == MONOMER) - fewest[target]) // 2
            add(
                counts, start[target] + shift, numbers, layer.counts, layer.start[state], stride,
                min(stride, numbers - shift), limbs, LIMB_BITS,
            )  # fmt: skip
    return Layer(keys, fewest, largest, start, counts)
