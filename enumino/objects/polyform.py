"""Polyforms as values: connected cells of a lattice, up to translation.

The code is plain Python, small and simple. The kernels have fast forms of the same definitions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from itertools import product
from typing import Any, TypeVar

from enumino.errors import ProblemError
from enumino.objects import addresses, pictures, text_drawings
from enumino.objects.box import cells_of, mask_of
from enumino.objects.lattice import Kind, Lattice
from enumino.objects.lattice_moves import move_of
from enumino.objects.lattices import lattice_named
from enumino.objects.point_group import SubgroupClass
from enumino.words import plural, quoted

AnyCell = tuple[int, ...]
AnyPolyform = TypeVar("AnyPolyform", bound="Polyform")


class Polyform:
    """An immutable, connected set of cells of a lattice, up to translation.

    Parameters
    ----------
    lattice : Lattice
    cells : iterable of cell
        In any order and place.

    Attributes
    ----------
    cells : tuple of cell
        In reading order, the smallest row and unit cell 0.

    Raises
    ------
    ProblemError
        If there are no cells, a cell appears twice, or the cells are not connected.

    Examples
    --------
    >>> from enumino.objects.lattices import HEXAGONAL
    >>> propeller = Polyform(HEXAGONAL, [(0, 0), (-1, 0), (0, 1), (1, -1)])
    >>> propeller.box, propeller.mask, propeller.symmetry.name
    ((3, 3), 114, 'D3e')
    """

    lattice: Lattice
    cells: tuple[Any, ...]

    def __init__(self, lattice: Lattice, cells: Iterable[AnyCell]) -> None:
        listed = list(cells)
        if not listed:
            raise ProblemError("A shape needs at least one cell, and none was given.")
        if len(set(listed)) != len(listed):
            twice = next(cell for cell, times in Counter(listed).items() if times > 1)
            raise ProblemError(f"Cell {twice} is given twice: name each cell once.")
        parts = len(lattice.components(listed))
        if parts > 1:
            raise ProblemError(
                f"The {plural(len(listed), 'cell')} fall into {parts} parts that the "
                f"{lattice.name} lattice does not connect: give one shape at a time."
            )
        self._fill(lattice, lattice.normalised(listed))

    def _fill(self, lattice: Lattice, cells: tuple[AnyCell, ...]) -> None:
        self.__dict__.update(lattice=lattice, cells=cells)

    @classmethod
    def from_mask(cls, lattice: Lattice, box: tuple[int, ...], mask: int) -> Polyform:
        """Return the polyform of a mask: bit ``(layer * height + row) * width + column``.

        Parameters
        ----------
        lattice : Lattice
        box : tuple of int
            (height, width), or (depth, height, width).
        mask : int
        """
        return cls(lattice, cells_of(mask, box))

    @classmethod
    def parse(cls, lattice: Lattice, text: str) -> Polyform:
        """Return the shape of a drawing; see `enumino.objects.text_drawings`.

        >>> from enumino.objects.lattices import TRIANGULAR
        >>> hexagon = Polyform.parse(TRIANGULAR, "^v^/v^v")
        >>> len(hexagon), hexagon.symmetry.name, hexagon.box
        (6, 'D6', (2, 4))
        """
        return cls(lattice, text_drawings.cells_of(lattice, text))

    @classmethod
    def from_address(cls, lattice: Lattice, address: str) -> Polyform:
        """Return the polyform at an `address`: the image whose code is the least.

        >>> from enumino.objects.lattices import HEXAGONAL
        >>> Polyform.from_address(HEXAGONAL, "7").cells
        ((0, 0), (0, 1), (1, 0))

        Raises
        ------
        ProblemError
            If no polyform has the address.
        """
        return at_address(cls(lattice, addresses.cells_at(lattice, address)), address)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__} cannot be changed: {name}")

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Polyform)
            and self.cells == other.cells
            and self.lattice == other.lattice
        )

    def __hash__(self) -> int:
        return hash(self.cells)

    def __lt__(self, other: Polyform) -> bool:
        """Compare by size, then by box, then by cells."""
        return (len(self), self.box, self.cells) < (len(other), other.box, other.cells)

    def __len__(self) -> int:
        return len(self.cells)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.cells)

    def __contains__(self, cell: object) -> bool:
        return isinstance(cell, tuple) and cell in self._set

    def __reduce__(self) -> tuple[object, ...]:
        return _unpickled, (self.lattice.definition or self.lattice.name, self.cells)

    def __repr__(self) -> str:
        return f"Polyform({self.lattice!r}, {list(self.cells)})"

    def __str__(self) -> str:
        return text_drawings.drawn(self.lattice, self.cells, self.box)

    def _repr_svg_(self) -> str:
        return pictures.svg_of(self)

    @cached_property
    def _set(self) -> frozenset[AnyCell]:
        """The cells as a set."""
        return frozenset(self.cells)

    @cached_property
    def box(self) -> tuple[int, ...]:
        """(height, width), or (depth, height, width), in cells, up to whole unit cells."""
        return self.lattice.box(self.cells)

    @property
    def mask(self) -> int:
        """The cells as bits of a number."""
        return mask_of(self.cells, self.box)

    @property
    def code(self) -> int:
        """The least sum of powers of two of numbered cells over all images; of squares, A246521.

        >>> from enumino.objects.lattices import HEXAGONAL, KING
        >>> Polyform(KING, [(0, 0), (1, 1)]).code, Polyform(HEXAGONAL, [(3, 1), (2, 1)]).code
        (6, 3)
        """
        return min(addresses.bits_of(self.lattice, image.cells) for image in self.images())

    @property
    def address(self) -> str:
        """The code in base 32: a short name that all images share, and no other shape has.

        >>> from enumino.objects.lattices import CUBIC
        >>> Polyform(CUBIC, [(0, 0, 0), (0, 0, 1), (0, 0, 2)]).address
        'k'
        """
        return addresses.address_of(self.code)

    @cached_property
    def symmetry(self) -> SubgroupClass:
        """The symmetry class."""
        return self.lattice.symmetry_of(self.cells)

    @property
    def perimeter(self) -> int:
        """Sides (edges in the plane, faces in space) between a cell and an empty cell.

        For sticks, the number of pairs of a stick and an empty one that meet.
        """
        lattice = self.lattice
        sides = sum(len(lattice.side_steps[cell[-1] % lattice.sublattices]) for cell in self.cells)
        return sides - 2 * self._contacts

    @property
    def _contacts(self) -> int:
        """Sides between two cells."""
        beyond = self.lattice.beyond_sides
        return sum(near in self._set for cell in self.cells for near in beyond(cell)) // 2

    @property
    def neighbours(self) -> tuple[Any, ...]:
        """The empty cells that connect with a cell, in reading order."""
        around = {near for cell in self.cells for near in self.lattice.neighbours(cell)}
        return tuple(sorted(around - self._set))

    @property
    def site_perimeter(self) -> int:
        """Number of empty neighbours."""
        return len(self.neighbours)

    @property
    def holes(self) -> int:
        """Bounded components of the complement: by sides; of sticks, the regions that they bound.

        >>> from enumino.objects.lattices import HEXAGONAL, STICK
        >>> Polyform.parse(HEXAGONAL, " # #/# . #/ # #").holes
        1
        >>> Polyform.parse(STICK, "+-+-+/| | |/+-+-+").holes
        2
        """
        lattice = self.lattice
        if lattice.of_edges:
            ends = {end for cell in self.cells for end in lattice.corners(cell)}
            return 1 - len(ends) + len(self)
        step = max(lattice.reach) * lattice.sublattices
        frame = tuple(size + 2 * step for size in self.box)
        shifted = {tuple([k + step for k in cell]) for cell in self.cells}
        rest = set(product(*map(range, frame))) - shifted
        # The margin is outside, even where its cells do not connect with each other.
        inner = [range(step, size + step) for size in self.box]
        reached = [
            cell for cell in rest if any(k not in r for k, r in zip(cell, inner, strict=True))
        ]
        rest.difference_update(reached)
        components = 0
        while True:
            for cell in reached:
                near = [each for each in lattice.beyond_sides(cell) if each in rest]
                rest.difference_update(near)
                reached += near
            if not rest:
                return components
            reached = [rest.pop()]
            components += 1

    def moved(self, image: Any) -> Polyform:
        """Return the image under a symmetry of the lattice."""
        return unchecked(self.lattice, tuple(sorted(move_of(self.lattice, image)(self.cells))))

    def images(self, kind: Kind = "free") -> tuple[Polyform, ...]:
        """Return the different images that count as the same polyform of a kind."""
        lattice = self.lattice
        elements = {
            "fixed": lattice.elements[:1],
            "one-sided": lattice.rotations,
            "free": lattice.elements,
        }
        return tuple(dict.fromkeys(map(self.moved, elements[kind])))

    def canonical(self, kind: Kind = "free") -> Polyform:
        """Return the least of the images."""
        return min(self.images(kind))


def at_address(shape: AnyPolyform, address: str) -> AnyPolyform:
    """Return a shape that was read from an address, if that is its own."""
    if shape.address != address.lower():
        raise ProblemError(
            f"The address {quoted(address)} is not canonical: the same shape has the address "
            f"{shape.address}, from the image with the least code."
        )
    return shape


def unchecked(lattice: Lattice, cells: tuple[AnyCell, ...]) -> Polyform:
    """Return the polyform of cells that are normalised and in order, without a check."""
    shape = Polyform.__new__(Polyform)
    shape._fill(lattice, cells)
    return shape


def _unpickled(lattice: Any, cells: tuple[AnyCell, ...]) -> Polyform:
    return unchecked(lattice_named(lattice), cells)


@cache
def free_polyforms(lattice: Lattice, cells: int) -> tuple[Polyform, ...]:
    """Return all free polyforms of a size as canonical images, in order.

    Grown cell by cell: meant for sets of pieces.

    >>> from enumino.objects.lattices import CUBIC, HEXAGONAL
    >>> [len(free_polyforms(HEXAGONAL, n)) for n in range(1, 6)]
    [1, 1, 3, 7, 22]
    >>> len(free_polyforms(CUBIC, 4))
    7
    """
    origin = (0,) * (lattice.dimensions - 1)
    grown: Iterable[tuple[AnyCell, ...]]
    if cells == 1:
        grown = [((*origin, column),) for column in range(lattice.sublattices)]
    else:
        grown = (
            (*smaller, new)
            for smaller in free_polyforms(lattice, cells - 1)
            for new in smaller.neighbours
        )
    found: list[Polyform] = []
    known: set[Polyform] = set()
    for each in grown:
        shape = unchecked(lattice, lattice.normalised(each))
        if shape not in known:
            images = shape.images()
            known.update(images)
            found.append(min(images))
    return tuple(sorted(found))
