"""Count the tatami layouts of rectangles of any size by recurrence.

D. Hickerson, *Filling rectangular rooms with tatami mats* (2002), linked from OEIS A068920: with
r <= s, every layout of an r x s room is a row of blocks of height r.

- r odd: blocks of r - 1 and r + 1 columns in any order. A block has two forms, which alternate and
  are each other upside down. So a layout is a composition of s into parts r - 1 and r + 1, together
  with the form of the first block.
- r even: blocks of r - 2 and r columns, and single columns of r / 2 upright mats: a column between
  any two blocks, and at most one column at each end. A block and the next column are a part r - 1
  or r + 1 again. So a layout with a block at one end and a column at the other is a composition of
  s; a layout with blocks at both ends is a composition of s + 1, as a column is missing; a layout
  with columns at both ends is a composition of s - 1. For r = 2, blocks of r - 2 columns are empty,
  and all layouts have such blocks at both ends.

The numbers of compositions into these two parts satisfy Hickerson's recurrence,
f(n) = f(n - r + 1) + f(n - r - 1).
"""

from collections import deque

from enumino.errors import ProblemError


def layouts(rows: int, cols: int) -> int:
    """Count the layouts of a room with 1 x 2 mats, no four of which meet at a point: OEIS A068920.

    Sides are in half mats, at least 1.

    >>> [layouts(4, cols) for cols in range(1, 9)]
    [1, 4, 4, 2, 3, 3, 3, 5]
    >>> layouts(1000, 1001)
    2
    """
    if rows < 1 or cols < 1:
        raise ProblemError(f"A room has at least one row and one column, not {rows} x {cols}.")
    short, long = sorted((rows, cols))
    if rows * cols % 2:
        return 0
    if short == 1 or short == long:  # a square has two layouts, quarter turns of each other
        return 1 if short == 1 else 2
    if short % 2:
        return 2 * _compositions(short, [long])
    return _compositions(short, [long + 1] if short == 2 else [long - 1, long, long, long + 1])


def _compositions(short: int, totals: list[int]) -> int:
    """Count the compositions of all `totals` into parts r - 1 and r + 1."""
    step = 2 if short % 2 else 1  # for odd r, both parts are even
    smaller, larger = (short - 1) // step, (short + 1) // step
    recent = deque([0] * (larger - 1) + [1], maxlen=larger)  # f(n - larger + 1), ..., f(n)
    found = 0
    for n in range(max(totals) // step + 1):
        if n:
            recent.append(recent[0] + recent[larger - smaller])
        found += recent[-1] * totals.count(n * step)
    return found
