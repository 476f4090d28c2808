"""Polyforms as values: connected cells of any lattice, up to translation.

Plain Python, small and obviously right, for pieces, rows and pictures. Polyominoes have a class of
their own (`enumino.objects.polyomino`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property

from enumino.errors import ProblemError
from enumino.objects import lattice_text, pictures
from enumino.objects.isometry import Isometry
from enumino.objects.lattice import Kind, Lattice, cells_of, mask_of
from enumino.objects.lattice_moves import move_of
from enumino.objects.lattices import LATTICES
from enumino.objects.point_group import SubgroupClass
from enumino.words import plural

AnyCell = tuple[int, ...]


@dataclass(frozen=True, init=False)
class Polyform:
    """A connected set of cells of a lattice, up to translation.

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
    cells: tuple[AnyCell, ...]

    def __init__(self, lattice: Lattice, cells: Iterable[AnyCell]) -> None:
        listed = list(cells)
        if not listed:
            raise ProblemError("A shape needs at least one cell, and none was given.")
        if len(set(listed)) != len(listed):
            twice = next(cell for cell in listed if listed.count(cell) > 1)
            raise ProblemError(f"Cell {twice} is given twice: name each cell once.")
        parts = len(lattice.components(listed))
        if parts > 1:
            raise ProblemError(
                f"The {plural(len(listed), 'cell')} fall into {parts} parts that the "
                f"{lattice.name} lattice does not connect: give one shape at a time."
            )
        self._fill(lattice, lattice.normalised(listed))

    def _fill(self, lattice: Lattice, cells: tuple[AnyCell, ...]) -> None:
        object.__setattr__(self, "lattice", lattice)
        object.__setattr__(self, "cells", cells)

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
        """Return what a drawing shows; see `enumino.objects.lattice_text`.

        >>> from enumino.objects.lattices import TRIANGULAR
        >>> hexagon = Polyform.parse(TRIANGULAR, "^v^/v^v")
        >>> len(hexagon), hexagon.symmetry.name, hexagon.box
        (6, 'D6', (2, 4))
        """
        return cls(lattice, lattice_text.cells_of_shape(lattice, text))

    def __lt__(self, other: Polyform) -> bool:
        """By size, then by box, then by cells."""
        return (len(self), self.box, self.cells) < (len(other), other.box, other.cells)

    def __len__(self) -> int:
        return len(self.cells)

    def __reduce__(self) -> tuple[object, ...]:
        return _polyform, (self.lattice.name, self.cells)

    def _repr_svg_(self) -> str:
        return pictures.svg_of(self)

    def __str__(self) -> str:
        return lattice_text.drawn_shape(self.lattice, self.cells, self.box)

    @property
    def box(self) -> tuple[int, ...]:
        """(height, width), or (depth, height, width), in cells; of whole unit cells."""
        return self.lattice.box(self.cells)

    @property
    def mask(self) -> int:
        """The cells as bits of a number."""
        return mask_of(self.cells, self.box)

    @cached_property
    def symmetry(self) -> SubgroupClass:
        """The symmetry class."""
        return self.lattice.symmetry_of(self.cells)

    @property
    def perimeter(self) -> int:
        """Sides (edges in the plane, faces in space) between a cell and an empty cell.

        Of sticks, pairs of a stick and an empty one that meet.
        """
        own, lattice = set(self.cells), self.lattice
        return sum(near not in own for cell in own for near in lattice.beyond_sides(cell))

    @property
    def site_perimeter(self) -> int:
        """Empty cells that connect with a cell."""
        around = {near for cell in self.cells for near in self.lattice.neighbours(cell)}
        return len(around - set(self.cells))

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
        step = lattice.sublattices
        frame = tuple(size + 2 * step for size in self.box)
        rest = set(cells_of(~0, frame)) - {tuple([k + step for k in c]) for c in self.cells}
        components = 0
        while rest:
            reached = [rest.pop()]
            for cell in reached:
                near = [each for each in lattice.beyond_sides(cell) if each in rest]
                rest.difference_update(near)
                reached += near
            components += 1
        return components - 1

    def moved(self, image: Isometry) -> Polyform:
        """Return the image under a symmetry of the lattice."""
        return _made(self.lattice, tuple(sorted(move_of(self.lattice, image)(self.cells))))

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


def _made(lattice: Lattice, cells: tuple[AnyCell, ...]) -> Polyform:
    """The polyform of cells that are known to be connected, normalised and in order."""
    made = Polyform.__new__(Polyform)
    made._fill(lattice, cells)
    return made


def _polyform(lattice: str, cells: tuple[AnyCell, ...]) -> Polyform:
    return _made(LATTICES[lattice], cells)


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
    if cells == 1:
        origin = (0,) * (lattice.dimensions - 1)
        found = {
            Polyform(lattice, [(*origin, column)]).canonical()
            for column in range(lattice.sublattices)
        }
    else:
        found = set()
        known: set[Polyform] = set()
        for smaller in free_polyforms(lattice, cells - 1):
            own = set(smaller.cells)
            around = {near for cell in own for near in lattice.neighbours(cell)} - own
            for new in around:
                grown = Polyform(lattice, [*own, new])
                if grown not in known:
                    images = grown.images()
                    known.update(images)
                    found.add(min(images))
    return tuple(sorted(found))
