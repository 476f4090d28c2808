"""Boxes of cells: those that shapes are to fit into or to fill, and masks of the cells in one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from math import factorial, prod
from typing import NamedTuple

from enumino.arguments import digits, whole
from enumino.errors import ProblemError
from enumino.objects.lattice import Lattice
from enumino.objects.point_group import Kind
from enumino.words import quoted

UNBOUNDED = 1 << 12  # an extent that no shape has

# The least and the largest extents of a shape, by coordinate.
Bounds = tuple[tuple[int, ...], tuple[int, ...]]


class Box(NamedTuple):
    """The sides of a box, ``(height, width)`` behind a depth in space.

    An `exact` box is one that a shape touches on all sides.
    """

    sides: tuple[int, ...]
    exact: bool

    @property
    def cells(self) -> int:
        """The number of cells in the box."""
        return prod(self.sides)

    def __str__(self) -> str:
        return "x".join(map(str, self.sides))

    def bounds(self, lattice: Lattice, kind: Kind) -> list[Bounds]:
        """Return alternatives, one of which a canonical shape meets just if an image fits.

        Images are those that count as the same, so a fixed shape has to fit as it is. If they take
        coordinates in any order, the extents of canonical shapes descend, the last one first: what
        fits into a box fits where the smallest extents are bounded.

        >>> from enumino.objects.lattice import SQUARE
        >>> Box((3, 2), False).bounds(SQUARE, "free"), Box((3, 2), False).bounds(SQUARE, "fixed")
        ([((0, 0), (1, 2))], [((0, 0), (2, 1))])
        """
        elements = lattice.elements_of(kind)
        orders = {element.sources for element in elements}
        descends = len(orders) == factorial(len(lattice.units[0]))
        scale = lattice.units[0][0]  # of extents, which are those of points
        found: dict[Bounds, None] = {}
        for element in elements:
            least = [0] * len(element.sources)
            most = [UNBOUNDED] * len(element.sources)
            for source, side in zip(element.sources, self.sides, strict=False):
                least[source], most[source] = scale * (side - 1) * self.exact, scale * (side - 1)
            bounded = [extent for extent in most if extent < UNBOUNDED or not self.exact]
            if not descends or bounded == sorted(bounded):
                found[tuple(least), tuple(most)] = None
        return list(found)


def sides_of(text: str) -> tuple[int, ...]:
    """Return the sides that a text such as ``3x5`` or ``2x3x4`` names.

    >>> sides_of("3x5"), sides_of("2x3x4")
    ((3, 5), (2, 3, 4))
    """
    if not re.fullmatch(r"\s*\d+(\s*[xX×]\s*\d+){1,2}\s*", text):
        raise ProblemError(f"{quoted(text)} is not a box: write it like 3x5.")
    return tuple(digits(side.strip(), "The side") for side in re.split("[xX×]", text))


def box_sides(
    given: str | Iterable[int] | None, lattice: Lattice, noun: str
) -> tuple[int, ...] | None:
    """Return the sides of a box for shapes of a lattice, which are called `noun` in messages."""
    if given is None:
        return None
    try:
        sides = sides_of(given) if isinstance(given, str) else tuple(islice(given, 4))
    except TypeError as error:
        raise ProblemError(f"{quoted(given)} is not a box: write it like 3x5.") from error
    sides = tuple(whole(side, "The side of a box") for side in sides)
    named, needed = "x".join(map(str, sides)), lattice.dimensions
    if lattice.sublattices > 1:
        raise ProblemError(
            f"{noun.capitalize()} have no boxes of whole cells: leave out {named}, or choose rows "
            "by their height and width."
        )
    if len(sides) != needed:
        example = "3x5" if needed == 2 else "2x3x4"
        raise ProblemError(
            f"A box of {noun} has {needed} sides, as in {example}, and {named} has "
            f"{len(sides) if len(sides) < 4 else 'at least 4'}."
        )
    if min(sides) < 1:
        raise ProblemError(f"The box {named} has a side below 1: give whole numbers from 1 on.")
    return sides


def mask_of(cells: Iterable[tuple[int, ...]], box: tuple[int, ...]) -> int:
    """Return the mask of cells in a box: bit ``(layer * height + row) * width + column``.

    Cells count from 0 in the box, which is (height, width) or (depth, height, width).

    >>> mask_of([(0, 1), (1, 0), (1, 1)], (2, 2))
    14
    """
    bits = bytearray((prod(box) + 7) // 8)
    for cell in cells:
        bit = 0
        for size, k in zip(box, cell, strict=True):
            bit = bit * size + k
        bits[bit // 8] |= 1 << bit % 8
    return int.from_bytes(bits, "little")


def cells_of(mask: int, box: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the cells of a mask in reading order, in any lattice.

    >>> list(cells_of(14, (2, 2)))
    [(0, 1), (1, 0), (1, 1)]
    """
    for bit in range(min(prod(box), int(mask).bit_length())):
        if mask >> bit & 1:
            cell = []
            for size in reversed(box):
                bit, k = divmod(bit, size)
                cell.append(k)
            yield tuple(reversed(cell))
