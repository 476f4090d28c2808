"""How large the box of a canonical polyform can be, and so which sizes have masks."""

from __future__ import annotations

from functools import cache
from math import gcd, prod

from enumino.families.polyforms.columns import MASKS
from enumino.objects.lattice import Lattice
from enumino.objects.point_group import Kind

WORD = 64
LONGEST_ROW = 64
"""Columns that a search can reach: a row of its cells is one word."""


@cache
def words(lattice: Lattice, kind: Kind, cells: int) -> int:
    """Return how many words the masks of polyforms of up to so many cells have.

    >>> from enumino.objects.lattices import HEXAGONAL
    >>> [words(HEXAGONAL, "free", cells) for cells in (11, 12, 16, 17)]
    [1, 1, 2, 3]
    """
    return -(-most_bits(lattice, kind, cells) // WORD)


@cache
def largest(lattice: Lattice, kind: Kind) -> int:
    """Return the largest size whose masks have words enough, and whose rows are short enough.

    >>> from enumino.objects.lattices import CUBIC
    >>> largest(CUBIC, "free")
    17
    """
    cells = 1
    while (
        words(lattice, kind, cells + 1) <= len(MASKS)
        and 2 * (cells + 1) + 1 + lattice.sublattices <= LONGEST_ROW
    ):
        cells += 1
    return cells


def most_bits(lattice: Lattice, kind: Kind, cells: int) -> int:
    """Return the most cells that a box has.

    Another cell extends coordinates by so much in all as a step changes them. The extents of a
    canonical shape descend, the last coordinate first; the box is of the first coordinates.
    """
    changes = _changes(lattice)
    longest = max(max(change) for change in changes)  # of one coordinate
    total = max(sum(change) for change in changes) * (cells - 1)
    coordinates = len(lattice.units[0])
    sizes = range(0, longest * (cells - 1) + 1, gcd(*(k for change in changes for k in change)))
    unit = lattice.units[0][0]
    best = 0
    for extents in _extents(coordinates, sizes, total, descending=kind != "fixed"):
        # Of half edges, an odd extent goes from the second half of a row to the first of another.
        sides = (-(-extent // unit) + 1 for extent in extents[: lattice.dimensions])
        best = max(best, prod(sides))
    return best * lattice.sublattices


def _changes(lattice: Lattice) -> list[list[int]]:
    """By how much a step changes each coordinate of a point."""
    found = []
    for number, steps in enumerate(lattice.steps):
        start = (0,) * (lattice.dimensions - 1) + (number,)
        for step in steps:
            to = (*step[:-1], step[-1] + number)
            pairs = zip(lattice.point(to), lattice.point(start), strict=True)
            found.append([abs(a - b) for a, b in pairs])
    return found


def _extents(
    coordinates: int, sizes: range, total: int, *, descending: bool
) -> list[tuple[int, ...]]:
    """All extents of so many coordinates that are a total at most."""
    if coordinates == 0:
        return [()]
    return [
        (*rest, extent)
        for extent in sizes
        if extent <= total
        for rest in _extents(
            coordinates - 1,
            range(0, extent + 1, sizes.step) if descending else sizes,
            total - extent,
            descending=descending,
        )
    ]
