"""Codes and addresses of polyforms, which depend on the shape alone.

The cells without negative coordinates are numbered along diagonals, as in OEIS A246521
(F. T. Adams-Watters, 2014): by the sum of the coordinates, then by the sum of all but the last
coordinate, and so on; the cells of a unit cell have consecutive numbers. The code of a shape is the
least sum of 2**number over the cells of an image, moved so that its smallest coordinates are 0. An
address is the code in base 32.
"""

from collections.abc import Sequence
from itertools import count
from math import comb
from typing import Any

from enumino.errors import ProblemError
from enumino.objects.lattice import Cell, Lattice
from enumino.words import quoted

# Ascending as text, without letters that look like digits or each other.
DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"
DIGIT_BITS = 5
LONGEST = 2000  # digits


def number_of(lattice: Lattice, cell: Sequence[Any]) -> Any:
    """Return the number of a cell, or of arrays of cells, without negative coordinates."""
    unit, place = divmod(cell[-1], lattice.sublattices)
    found = total = 0
    for axis, coordinate in enumerate((*cell[:-1], unit)):
        total = total + coordinate
        above = total  # the binomial of total + axis over axis + 1
        for k in range(axis):
            above = above * (total + k + 1) // (k + 2)
        found = found + above
    return found * lattice.sublattices + place


def cell_of(lattice: Lattice, number: int) -> Cell:
    """Return the cell with a number."""
    rest, place = divmod(number, lattice.sublattices)
    totals: list[int] = []
    for axis in reversed(range(lattice.dimensions)):
        most = next(total for total in count() if comb(total + 1 + axis, axis + 1) > rest)
        rest -= comb(most + axis, axis + 1)
        totals.append(most)
    *others, last = [a - b for a, b in zip(totals, (*totals[1:], 0), strict=True)][::-1]
    return (*others, last * lattice.sublattices + place)


def address_of(code: int) -> str:
    """Return a code as text."""
    digits = ""
    while code or not digits:
        code, digit = divmod(code, len(DIGITS))
        digits = DIGITS[digit] + digits
    return digits


def code_at(address: str) -> int:
    """Return the code that an address in small letters writes."""
    return sum(DIGITS.index(sign) << DIGIT_BITS * k for k, sign in enumerate(reversed(address)))


def cells_at(lattice: Lattice, address: str) -> list[Cell]:
    """Return the cells of an address, which may have capitals."""
    if not address.strip("0") or len(address) > LONGEST or set(address.lower()) - set(DIGITS):
        raise ProblemError(
            f"{quoted(address)} is not an address: write up to {LONGEST:,} digits and small "
            "letters other than i, l, o and u, such as 2b."
        )
    code = code_at(address.lower())
    return [cell_of(lattice, number) for number in range(code.bit_length()) if code >> number & 1]
