"""Count the tatami layouts of rectangles by recurrence, exactly, however large the room.

D. Hickerson, *Filling rectangular rooms with tatami mats* (2002), linked from OEIS A068920: with
r <= s, every layout of an r x s room is a row of blocks of height r.

- r odd: blocks of r - 1 and r + 1 columns in any order. A block has two forms, upside down to each
  other, that alternate. So a layout is a composition of s into parts r - 1 and r + 1, together with
  the form of the first block.
- r even: blocks of r - 2 and r columns, and single columns of r / 2 upright mats, a single column
  between any two blocks and at most one at either end. A block and the column after it make a part
  r - 1 or r + 1 again. A layout that begins with a block and ends with a column is a composition of
  s; so is, backwards, one that begins with a column and ends with a block. With blocks at both ends
  a column is missing, s + 1; with columns at both ends there is one too many, s - 1. For r = 2 a
  block of r - 2 columns is empty: such blocks stand at both ends of all layouts.

All numbers are therefore numbers of compositions into two parts that differ by two, which
satisfy f(n) = f(n - r + 1) + f(n - r - 1): Hickerson's recurrence.
"""

from __future__ import annotations

from collections import deque

from enumino.errors import ProblemError


def layouts(rows: int, cols: int) -> int:
    """Count the layouts of a room with 1 x 2 mats, no four of which meet at a point: OEIS A068920.

    Sides are in half mats, at least 1. A room of odd area has none.

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
    if short == 1 or short == long:  # of a square two, each the other's quarter turn
        return 1 if short == 1 else 2
    if short % 2:
        return 2 * _compositions(short, [long])
    return _compositions(short, [long + 1] if short == 2 else [long - 1, long, long, long + 1])


def _compositions(short: int, totals: list[int]) -> int:
    """Count the compositions of all `totals` into parts r - 1 and r + 1.

    Both parts of an odd r are even, and so are their sums.
    """
    step = 2 if short % 2 else 1
    smaller, larger = (short - 1) // step, (short + 1) // step
    recent = deque([0] * (larger - 1) + [1], maxlen=larger)  # f(n - larger + 1), ..., f(n)
    found = 0
    for n in range(max(totals) // step + 1):
        if n:
            recent.append(recent[0] + recent[larger - smaller])
        found += recent[-1] * totals.count(n * step)
    return found
