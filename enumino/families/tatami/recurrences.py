"""Count the tatami layouts of rectangles by recurrence, exactly, however large the room.

D. Hickerson, *Filling rectangular rooms with tatami mats* (2002), linked from OEIS A068920: with
r <= s, every layout of an r x s room is a row of blocks of height r.

- r odd: blocks of r - 1 and r + 1 columns in any order. A block is its own mirror image left to
  right, and has two forms, upside down to each other, that alternate. So a layout is a
  composition of s into parts r - 1 and r + 1, together with the form of the first block.
- r even: blocks of r - 2 and r columns, and single columns of r / 2 upright mats, a single
  column between any two blocks and at most one at either end. Each is its own mirror image, left
  to right and upside down. A block and the column after it make a part r - 1 or r + 1 again. For
  r = 2 a block of r - 2 columns is empty, and columns may follow one another.

All numbers are therefore numbers of compositions into two parts that differ by two, which
satisfy f(n) = f(n - r + 1) + f(n - r - 1): Hickerson's recurrence. A layout's symmetries can be
read off its blocks, so those with each symmetry are counted by compositions of half the length.
"""

from __future__ import annotations

from collections import Counter, deque

from enumino.errors import ProblemError
from enumino.objects.lattice import SQUARE


def layouts(rows: int, cols: int) -> int:
    """Count the layouts of a room with 1 x 2 mats, no four of which meet at a point: OEIS A068920.

    Sides are in half mats, at least 1. A room of odd area has none.

    >>> [layouts(4, cols) for cols in range(1, 9)]
    [1, 4, 4, 2, 3, 3, 3, 5]
    >>> layouts(1000, 1001)
    2
    """
    return sum(by_symmetry(rows, cols, up_to_symmetry=False).values())


def layouts_up_to_symmetry(rows: int, cols: int) -> int:
    """Count the layouts up to the symmetries of the room, 4 of an oblong, 8 of a square: A068926.

    >>> [layouts_up_to_symmetry(*room) for room in ((3, 4), (4, 4), (4, 5), (4, 6), (5, 6))]
    [2, 1, 2, 2, 1]
    """
    return sum(by_symmetry(rows, cols).values())


def by_symmetry(rows: int, cols: int, *, up_to_symmetry: bool = True) -> dict[str, int]:
    """Count the layouts of a room by the symmetries that fix them.

    Classes without layouts are left out, and there are few others: a layout of an odd room (the
    shorter side is odd) is not its own image upside down, one of an even room is; those of squares
    are moved by quarter turns.

    >>> by_symmetry(3, 12)
    {'none': 4, 'rotate': 3, 'axis': 2}
    >>> by_symmetry(3, 12, up_to_symmetry=False)
    {'none': 16, 'rotate': 6, 'axis': 4}
    """
    if rows < 1 or cols < 1:
        raise ProblemError(f"A room has at least one row and one column, not {rows} x {cols}.")
    short, long = sorted((rows, cols))
    if rows * cols % 2:
        numbers = {}
    elif short == 1 or short == long:  # of a square two, each the other's quarter turn
        numbers = {"axis2": 1 if short == 1 else 2}
    else:
        numbers = _odd(short, long) if short % 2 else _even(short, long)
    order = 8 if short == long else 4
    return {
        symmetry: number * SQUARE.class_named(symmetry).order // order if up_to_symmetry else number
        for symmetry, number in numbers.items()
        if number > 0
    }


def square_with_monomers(side: int, monomers: int) -> int:
    """Count the layouts of a square with 1 x 2 mats and an exact number of half mats, by theorems.

    n * 2^(n-1) with as many half mats as the side (OEIS A001787): A. Erickson, F. Ruskey, M.
    Schurch, J. Woodcock, *Monomer-dimer tatami tilings of rectangular regions*, Electron. J.
    Combin. 18 (2011) P109. m * 2^m + (m+1) * 2^(m+1) with m < n half mats if n - m is even, none
    with more than n: A. Erickson, M. Schurch, *Monomer-dimer tatami tilings of square regions*,
    J. Discrete Algorithms 16 (2012) 258-269, arXiv:1110.5103.

    >>> [square_with_monomers(4, monomers) for monomers in range(6)]
    [2, 0, 32, 0, 32, 0]
    """
    if monomers > side or (side - monomers) % 2:
        return 0
    if monomers == side:
        return side << side - 1
    return (monomers << monomers) + (monomers + 1 << monomers + 1)


def _odd(short: int, long: int) -> dict[str, int]:
    """Count the layouts by symmetry of an oblong whose shorter side is odd and at least 3.

    The forms alternate. So a palindrome of an odd number of blocks begins and ends with the same
    form, and is its own mirror image; one of an even number is its own half turn.
    """
    around = [(long - block) // 2 for block in (short - 1, short + 1) if (long - block) % 4 == 0]
    halves = [long // 2] if long % 4 == 0 else []
    number = _compositions(short, {long, *halves, *around})
    mirrored, turned = sum(number[half] for half in around), sum(number[half] for half in halves)
    return {
        "none": 2 * (number[long] - mirrored - turned),
        "rotate": 2 * turned,
        "axis": 2 * mirrored,
    }


def _even(short: int, long: int) -> dict[str, int]:
    """Count the layouts by symmetry of an oblong whose shorter side is even.

    All are their own image upside down; palindromes have both mirrors. In terms of f: a layout
    that begins with a block and ends with a column is a composition of s; so is, backwards, one
    that begins with a column and ends with a block; with blocks at both ends a column is
    missing, f(s + 1), with columns at both ends there is one too many, f(s - 1). Likewise for
    the half beyond the middle of a palindrome, which is a column or a block; next to a
    column it begins with a block, next to a block with a column.
    """
    if short == 2:  # blocks of no columns stand at both ends of all layouts: count no others
        totals = [long + 1]
        halves = [(long + 1) // 2] if long % 2 else [long // 2, long // 2 - 1]
    else:
        totals = [long - 1, long, long, long + 1]
        if long % 2:  # a column in the middle
            halves = [(long - 1) // 2, (long + 1) // 2]
        else:
            beside = [(long - block) // 2 for block in (short - 2, short)]
            halves = [*beside, *(half - 1 for half in beside)]
    number = _compositions(short, {*totals, *halves})
    palindromes = sum(number[half] for half in halves)
    return {"axis": sum(number[total] for total in totals) - palindromes, "axis2": palindromes}


def _compositions(short: int, totals: set[int]) -> Counter[int]:
    """Count the compositions of each of `totals` into parts r - 1 and r + 1; none of negative ones.

    Both parts of an odd r are even, and so are their sums.
    """
    step = 2 if short % 2 else 1
    smaller, larger = (short - 1) // step, (short + 1) // step
    recent = deque([0] * (larger - 1) + [1], maxlen=larger)  # f(n - larger + 1), ..., f(n)
    found: Counter[int] = Counter()
    for n in range(max(totals) // step + 1):
        if n:
            recent.append(recent[0] + recent[larger - smaller])
        if n * step in totals:
            found[n * step] = recent[-1]
    return found
