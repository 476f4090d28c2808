"""Boxes of cells, boxes that shapes must fit into, and masks of cells in a box."""

from collections.abc import Iterable, Iterator
from itertools import islice
from math import factorial, prod
from typing import NamedTuple

from enumino.arguments import sides_of
from enumino.errors import ProblemError
from enumino.objects.lattice import Lattice
from enumino.objects.pictures import Pictured
from enumino.objects.point_group import Kind
from enumino.words import quoted

UNBOUNDED = 1 << 12  # larger than the extent of any shape
LARGEST_SIDE = 10**9 - 1

# The least and the largest extents of a shape, by coordinate.
Bounds = tuple[tuple[int, ...], tuple[int, ...]]


class Boxed(Pictured):
    """Cells in a bounding box."""

    box: tuple[int, ...]  # (height, width), or (depth, height, width)

    @property
    def height(self) -> int:
        """The number of rows of the bounding box."""
        return self.box[-2]

    @property
    def width(self) -> int:
        """The number of columns of the bounding box."""
        return self.box[-1]


class Box(NamedTuple):
    """Sides (height, width) or (depth, height, width); a shape touches all of them if `exact`."""

    sides: tuple[int, ...]
    exact: bool

    @property
    def cells(self) -> int:
        """The number of cells in the box."""
        return prod(self.sides)

    def __str__(self) -> str:
        return "x".join(map(str, self.sides))

    def bounds(self, lattice: Lattice, kind: Kind) -> list[Bounds]:
        """Return bounds on the extents of a canonical shape, one for each order of the axes.

        An image of the shape fits into the box if and only if the shape is within one of the
        bounds; a fixed shape is its only image. If images take coordinates in any order, the
        extents of canonical shapes descend from the last coordinate, and fit into a box if they fit
        where the smallest extents are bounded.
        """
        elements = lattice.elements_of(kind)
        orders = {element.sources for element in elements}
        descends = len(orders) == factorial(len(lattice.units[0]))
        scale = lattice.units[0][0]  # extents are measured in points
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


def box_sides(
    given: str | Iterable[int] | None, lattice: Lattice, noun: str
) -> tuple[int, ...] | None:
    """Return the sides of a box for shapes of a lattice; messages call the shapes `noun`."""
    if given is None:
        return None
    each = given if isinstance(given, Iterable) else [given]  # an iterable may be endless
    some = islice(each, lattice.dimensions + 1)
    text = given if isinstance(given, str) else "x".join(map(str, some))
    if lattice.sublattices > 1:
        raise ProblemError(
            f"{noun.capitalize()} have no boxes of whole cells: leave out {quoted(text)}, or "
            "choose rows by their height and width."
        )
    sides = sides_of(text) or ()
    if len(sides) != lattice.dimensions or not 1 <= min(sides) <= max(sides) <= LARGEST_SIDE:
        example = "3x5" if lattice.dimensions == 2 else "2x3x4"
        raise ProblemError(
            f"{quoted(text)} is not a box of {noun}: write {lattice.dimensions} sides from 1 to "
            f"{LARGEST_SIDE:,}, as in {example}."
        )
    return sides


def mask_of(cells: Iterable[tuple[int, ...]], box: tuple[int, ...]) -> int:
    """Return the mask of cells in a box: bit ``(layer * height + row) * width + column``.

    The box is (height, width), or (depth, height, width).
    """
    bits = bytearray((prod(box) + 7) // 8)
    for cell in cells:
        bit = 0
        for size, k in zip(box, cell, strict=True):
            bit = bit * size + k
        bits[bit // 8] |= 1 << bit % 8
    return int.from_bytes(bits, "little")


def cells_of(mask: int, box: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the cells of a mask in reading order."""
    for bit in range(min(prod(box), int(mask).bit_length())):
        if mask >> bit & 1:
            cell = []
            for size in reversed(box):
                bit, k = divmod(bit, size)
                cell.append(k)
            yield tuple(reversed(cell))
