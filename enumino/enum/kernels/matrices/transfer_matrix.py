"""Count fixed polyominoes by size with a transfer matrix: one sweep for each box width.

For a width W the box W x L is built cell by cell: column after column, and in each from row 0
to row W - 1. All partial polyominoes with the same boundary (`boundary`: the last W decided
cells, one per row) have the same continuations, so only their numbers by size are kept.

State: a `Layer` of `states`, with the keys of `boundary`; LOW says that row 0 has been touched,
HIGH that row W - 1 has. After a column a boundary and its mirror image finish in equally many
ways and are merged. A boundary of one component with both flags is a polyomino W x column.
Invariant: every partial polyomino that fits in `cells` cells is in one state.

I. Jensen, Enumerations of lattice animals and trees, J. Stat. Phys. 102 (2001) 865-881;
I. Jensen, Counting polyominoes: a parallel implementation for cluster computing, LNCS 2659
(2003) 203-212. The lower bound `needed` and the mirror images are additions.
"""

import numpy as np

from enumino.enum.kernels.matrices.boundary import (
    HIGH,
    LOW,
    PLANE,
    NextCell,
    look_up_successors,
    unpacked,
)
from enumino.enum.kernels.matrices.states import BLOCK, NextStates, child_key, is_new, link_block
from enumino.enum.kernels.shared.bits import lowest_one
from enumino.enum.kernels.shared.jit import inlined, kernel


@inlined
def gap_and_column(above: int, at: int, is_cell: bool, row: int, kink: bool) -> tuple[int, bool]:
    """Return the length of a gap, and whether a wall along it reaches a new column.

    At the kink between new and old part of the column, a wall that finds no cell at `row - 1` takes
    one more to get around.
    """
    if at < row:
        return at - above, True
    if above < row - 1 and not kink:
        return at - above + (1 if is_cell else 0), True
    return at - above, False


@inlined
def wall_cells(
    before: int, after: int, occupied: int, flags: int, row: int, width: int, kink: bool
) -> tuple[int, bool]:
    """Return the fewest cells that join the boundary, and whether they reach a new column.

    Right of the boundary new cells form walls. A wall that joins rows a < b has at least b - a + 1
    cells, so it may as well join all cells between. Walls are *runs* of gaps between consecutive
    cells: each gap costs its length, and each run one cell more. Row 0 counts as a cell while the
    top is untouched, row W - 1 while the bottom is.

        row       0 1 2 3 4 5 6 7
        boundary  A . B . A . . C
        wall          # # # # # #       gaps 2 (saved), 2 and 3, and 1 for the run: 6 cells

    Gaps between cells of different components are crossed. But of the gaps between a cell of A and
    the next one of A, the longest is saved: all between are joined without it. Those gaps lie
    *inside* A, and their run costs nothing: a run outside may continue there, as above. This
    keeps the sum a lower bound.

    At the kink a wall down from a cell at `row - 1` (`kink`) needs no cell beside that one.
    Most states (94 to 99 in 100, for 12 to 20 cells) do cost exactly this.
    """
    above, above_has_later = -1 if flags & LOW else 0, False
    # `level` components have cells above and below the gap; `longest` is the longest gap since the
    # last cell of the innermost component, and `outer_longest` a stack of the longest gaps of the
    # outer components, in 5 bits each.
    level, longest, outer_longest = 0, 0, 0
    total, runs = 0, 0
    in_run, gaps_outside, gaps_inside, kink_inside, new_column = False, False, False, False, False
    rest = occupied
    while rest != 0 or flags & HIGH == 0:
        is_cell = rest != 0
        at = lowest_one(np.uint64(rest)) if is_cell else width - 1
        rest &= rest - 1
        has_earlier = is_cell and (before >> at) & 1 == 1
        has_later = is_cell and (after >> at) & 1 == 1
        if above >= 0 and not (has_earlier and above_has_later):  # of different components
            gap, is_beyond = gap_and_column(above, at, is_cell, row, kink)
            from_kink = kink and above == row - 1
            if level > 0:
                gaps_inside = True
                kink_inside = kink_inside or from_kink
            else:
                runs += 0 if in_run or from_kink else 1
                gaps_outside = in_run = True
            new_column = new_column or is_beyond
            total += gap
            longest = max(longest, gap)
        if not is_cell:
            break
        if has_earlier:
            in_run = False
            total -= longest
            longest = 0
            if not has_later:  # the component ends: one level out
                longest = outer_longest & 31
                outer_longest >>= 5
                level -= 1
        elif has_later:  # a component begins: one level in
            in_run = False
            outer_longest = (outer_longest << 5) | longest
            level += 1
            longest = 0
        above, above_has_later = at, has_later
    if gaps_inside and not gaps_outside:  # at least one of the runs inside
        runs = 1
    if kink_inside and runs > 0:  # the wall from the kink may continue as a run outside
        runs -= 1
    return total + runs, new_column


@kernel
def needed(key: tuple[int, int], row: int, width: int, column: int) -> int:
    """Return a lower bound on the cells to come when rows `0..row-1` of `column` are decided.

    The box needs columns until it is as long as wide; a wall may already reach into one of them.
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


@inlined
def link_states(keys, next_cell, width, new, needed):
    """Fill `new` with the successors of states, int64[states, 2], which need so many cells."""
    row = next_cell.site + 1
    for begin in range(0, keys.shape[0], BLOCK):
        count = look_up_successors(keys, begin, next_cell, new)
        for child in range(count):
            if is_new(new, child):
                new.needs[child] = needed(child_key(new, child), row, width, next_cell.layer)
        link_block(new, count, next_cell.weight)


@kernel
def link(keys: np.ndarray, next_cell: NextCell, width: int, new: NextStates) -> None:
    """Fill `new` with the successors of states, `keys` int64[states, 2], after the next cell."""
    link_states(keys, next_cell, width, new, needed)


@kernel
def needed_of_hexagons(key: tuple[int, int], row: int, width: int, column: int) -> int:
    """Return `needed` for hexagons: the rows that later cells have to meet, or the columns.

    A later cell touches cells of its own row and of the next one, and what joins rows a < b meets
    all rows from a to b - 1. So each gap that is crossed costs its length; that down to the last
    row costs one more, and that below the kink one less. A wall along the diagonal meets one column
    more with each row.
    """
    before, after, occupied, flags = unpacked(key[0], key[1])
    if occupied == 0:
        return width
    kink = row - 1 if row > 0 and (occupied >> (row - 1)) & 1 == 1 else -1
    above, above_has_later = -1 if flags & LOW else 0, False
    total, longest, outer_longest = 0, 0, 0  # as in `wall_cells`
    rest = occupied
    while rest != 0:
        at = lowest_one(np.uint64(rest))
        rest &= rest - 1
        has_earlier, has_later = (before >> at) & 1 == 1, (after >> at) & 1 == 1
        if above >= 0 and not (has_earlier and above_has_later):
            gap = at - above - (1 if above == kink else 0)
            total += gap
            longest = max(longest, gap)
        if has_earlier:
            total -= longest
            longest = 0
            if not has_later:
                longest = outer_longest & 31
                outer_longest >>= 5
        elif has_later:
            outer_longest = (outer_longest << 5) | longest
            longest = 0
        above, above_has_later = at, has_later
    if flags & HIGH == 0:
        total += width - above - (1 if above == kink else 0)
    begun = occupied & ((1 << row) - 1) != 0
    return max(total, max(width - column, 0) + (0 if begun else 1))


@kernel
def link_hexagons(keys: np.ndarray, next_cell: NextCell, width: int, new: NextStates) -> None:
    """Fill `new` with the successors of states of hexagons, as `link` does."""
    link_states(keys, next_cell, width, new, needed_of_hexagons)


def has_ended(keys: np.ndarray) -> np.ndarray:
    """Return which boundaries, int64[states, 2], are one component that touches both rims."""
    firsts = keys[:, 1] & ~keys[:, 0] & PLANE  # occupied cells without an earlier one
    flags = keys[:, 1] & (LOW | HIGH)
    return (flags == LOW | HIGH) & (firsts != 0) & (firsts & (firsts - 1) == 0)
