"""The next cell of a partial polyomino without holes, on the lattice as it is, row by row.

A hole is a set of empty cells that steps from one empty cell to the next cannot leave. The new cell
C of the box is looked at together with the three before it: the one above it and the one left of
it, both on the boundary, and the one *behind* it, above and left, that the cell above took the
place of. These four are the first ones around their common corner to be decided. Two cases make a
hole:

- Just C and the one behind are full among the four, or just the two others. The polyomino will be
  connected, so a path joins the two, and closes at the corner around one of the empty ones.
- C is full and joins the cells above and left, which belong to one component already, and the one
  behind is empty. The cycle that is closed there turns around the cell behind. All of it is
  decided, so the empty cells below and right of C, which are not, lie outside.

Other cases do not exist. Let M be the last cell of a hole. The cells below M and right of it are
full. If the one beside both, C, is empty, the corner of these four is of the first kind. Else all
other cells that touch the hole, at a side or a corner, come before C; where no corner is of the
first kind those along its outline are a closed chain, each beside the next. So the cells left of C
and above it belong to one component without C, and the one behind is M: the second kind.

The key of a boundary gets one bit more, BEHIND: the cell behind the next one is full. It is kept
only where the two others are both full, or both empty; else nothing depends on it.
"""

from __future__ import annotations

from enumino.enum.kernels.shared.jit import kernel

BEHIND = 1 << 34  # a flag of a boundary


@kernel
def makes_a_hole(before: int, after: int, occupied: int, flags: int, row: int, full: bool) -> bool:
    """Whether deciding the cell at `row` in this way makes a hole."""
    left = (occupied >> row) & 1 == 1
    above = row > 0 and (occupied >> (row - 1)) & 1 == 1
    if left != above or (flags & BEHIND != 0) == left:
        return False
    if not left:
        return full
    # Two consecutive cells of the boundary: linked to each other if to any between them.
    return not full or (after >> (row - 1)) & (before >> row) & 1 == 1
