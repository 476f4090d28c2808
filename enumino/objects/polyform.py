"""Polyforms as values: connected cells of a lattice, up to translation.

This is plain Python; the kernels have fast forms of the same definitions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property, partial
from itertools import product
from math import prod
from operator import index
from typing import Any

from enumino.arguments import whole
from enumino.errors import ProblemError
from enumino.objects import addresses, text_drawings
from enumino.objects.box import Boxed, cells_of, mask_of
from enumino.objects.lattice import KING, SQUARE, Cell, Kind, Lattice
from enumino.objects.lattices import CUBIC, lattice_named
from enumino.objects.point_group import Isometry, SymmetryClass, generated
from enumino.words import plural, quoted


@dataclass(frozen=True, init=False, repr=False)
class Polyform(Boxed):
    """An immutable, connected set of cells of a lattice, up to translation.

    Parameters
    ----------
    cells : iterable of cell, or str
        Cells in any order and place, as (row, column) with rows downwards, or (layer, row, column).
        A text lists the cells, ``[(0,0), (0,1)]``, or draws them, as in
        `enumino.objects.text_drawings`.
    lattice : Lattice or str, optional
        By default the square lattice.

    Attributes
    ----------
    cells : tuple of cell
        In reading order; the smallest row and unit cell are 0.
    lattice : Lattice

    Raises
    ------
    ProblemError
        If there are no cells, a cell appears twice, or the cells are not connected.

    Examples
    --------
    >>> f = Polyform([(0, 1), (0, 2), (1, 0), (1, 1), (2, 1)])
    >>> print(f)
    .##
    ##.
    .#.
    >>> f.symmetry.name, f.orbit, f.perimeter, f.holes
    ('none', 8, 12, 0)
    >>> propeller = Polyform("#/ # #/#", "hexagonal")
    >>> propeller.box, propeller.mask, propeller.symmetry.name
    ((3, 3), 114, 'D3e')
    """

    cells: tuple[Any, ...]
    lattice: Lattice

    def __init__(self, cells: Iterable[Cell] | str, lattice: Lattice | str = SQUARE) -> None:
        lattice = lattice_named(lattice)
        listed = cells_in(cells, lattice)
        parts = len(lattice.components(listed))
        if parts > 1:
            raise ProblemError(
                f"The {plural(len(listed), 'cell')} fall into {parts} parts that the "
                f"{lattice.name} lattice does not connect: give one shape at a time."
            )
        self.__dict__.update(lattice=lattice, cells=lattice.normalised(listed))

    @classmethod
    def from_mask(
        cls, box: tuple[int, ...], mask: int, lattice: Lattice | str = SQUARE
    ) -> Polyform:
        """Return the polyform of a mask of cells in a box; see `mask_of` in `enumino.objects.box`.

        >>> print(Polyform.from_mask((2, 2), 0b0111))
        ##
        #.

        Raises
        ------
        ProblemError
            If the mask has a bit outside the box, or its cells are not a polyform.
        """
        mask = index(mask)
        if mask < 0 or mask.bit_length() > prod(box):
            raise ProblemError(
                f"The mask {quoted(mask)} does not fit into a box of {'x'.join(map(str, box))}: "
                "give the box that the mask was made with."
            )
        return cls(cells_of(mask, box), lattice)

    @classmethod
    def from_address(cls, address: str, lattice: Lattice | str = SQUARE) -> Polyform:
        """Return the polyform at an `address`: the image with the least code.

        >>> Polyform.from_address("7", "hexagonal").cells
        ((0, 0), (0, 1), (1, 0))

        Raises
        ------
        ProblemError
            If no polyform has the address.
        """
        lattice = lattice_named(lattice)
        shape = cls(addresses.cells_at(lattice, address), lattice)
        if shape.address != address.lower():
            raise ProblemError(
                f"The address {quoted(address)} is not canonical: the shape has the address "
                f"{shape.address}, from its image with the least code."
            )
        return shape

    def __hash__(self) -> int:
        return hash(self.cells)

    def __lt__(self, other: Polyform) -> bool:
        """Compare by size, then by box, then by mask."""
        return (len(self), self.box, self.mask) < (len(other), other.box, other.mask)

    def __len__(self) -> int:
        return len(self.cells)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.cells)

    def __contains__(self, cell: object) -> bool:
        return isinstance(cell, tuple) and cell in self._set

    def __repr__(self) -> str:
        of = "" if self.lattice == SQUARE else f", {self.lattice.name!r}"
        return f"Polyform({list(self.cells)}{of})"

    def __str__(self) -> str:
        return text_drawings.drawn(self.lattice, self.cells, self.box)

    @cached_property
    def _set(self) -> frozenset[Cell]:
        """The cells as a set."""
        return frozenset(self.cells)

    @cached_property
    def box(self) -> tuple[int, ...]:  # type: ignore[override]
        """(height, width), or (depth, height, width), in cells; widths are whole unit cells."""
        return self.lattice.box(self.cells)

    @cached_property
    def mask(self) -> int:
        """The mask of the cells in the box."""
        return mask_of(self.cells, self.box)

    @property
    def code(self) -> int:
        """The least sum of powers of two of numbered cells over all images; A246521 for squares.

        >>> Polyform([(0, 0), (1, 1)], "king").code, Polyform("##").code
        (6, 3)
        """
        return self.code_of("free")

    def code_of(self, kind: Kind) -> int:
        """Return the least code among the images that are the same polyform of a kind."""
        number = partial(addresses.number_of, self.lattice)
        return min(sum(1 << number(cell) for cell in image) for image in self.images(kind))

    @property
    def address(self) -> str:
        """The code in base 32: a short name for the shape and its images only.

        >>> Polyform("# # #", "cubic").address
        'k'
        """
        return addresses.address_of(self.code)

    @cached_property
    def symmetry(self) -> SymmetryClass:
        """The symmetry class."""
        same = (self.moved(image) == self for image in self.lattice.images)
        return self.lattice.class_of(same)

    @property
    def orbit(self) -> int:
        """The number of different images under the point group."""
        return self.symmetry.free

    @property
    def perimeter(self) -> int:
        """The number of sides (edges, or faces of cubes) between a cell and an empty cell.

        For sticks, the number of pairs of a stick and an empty edge that meet.
        """
        beyond = self.lattice.beyond_sides
        return sum(near not in self._set for cell in self.cells for near in beyond(cell))

    @property
    def neighbours(self) -> tuple[Any, ...]:
        """The empty cells that are adjacent to a cell, in reading order."""
        around = {near for cell in self.cells for near in self.lattice.neighbours(cell)}
        return tuple(sorted(around - self._set))

    @property
    def site_perimeter(self) -> int:
        """The number of empty neighbours."""
        return len(self.neighbours)

    @property
    def holes(self) -> int:
        """The number of bounded components of the complement; for sticks, of bounded faces.

        >>> from enumino.objects.lattices import HEXAGONAL, STICK
        >>> Polyform(" # #/# . #/ # #", HEXAGONAL).holes
        1
        >>> Polyform("+-+-+/| | |/+-+-+", STICK).holes
        2
        """
        lattice = self.lattice
        if lattice.of_edges:
            ends = {end for cell in self.cells for end in lattice.corners(cell)}
            return 1 - len(ends) + len(self)
        margin = max(lattice.reach) * lattice.sublattices
        around = product(*(range(-margin, size + margin) for size in self.box))
        parts = lattice.components(set(around) - self._set, lattice.beyond_sides)
        return sum(
            all(0 <= k < size for cell in part for k, size in zip(cell, self.box, strict=True))
            for part in parts
        )

    def moved(self, image: Isometry) -> Polyform:
        """Return the image under a symmetry of the lattice."""
        return unchecked(self.lattice.moved(self.cells, image), self.lattice)

    def rotate(self, turns: int = 1) -> Polyform:
        """Return the image under turns by the smallest angle: clockwise quarter turns of squares.

        >>> print(Polyform("###/#..").rotate())
        ##
        .#
        .#
        """
        powers = generated(self.lattice.turns[:1])
        return self.moved(powers[turns % len(powers)])

    def reflect(self) -> Polyform:
        """Return the mirror image, left to right for squares, or the shape without mirrors."""
        return self.moved((*self.lattice.mirrors, *self.lattice.rotations)[0])

    def dilate(self, factor: int) -> Polyform:
        """Return the shape with each square or cube enlarged by a factor.

        >>> print(Polyform("##/.#").dilate(2))
        ####
        ####
        ..##
        ..##
        """
        factor = whole(factor, "The factor")
        if factor < 1:
            raise ProblemError(f"A polyform cannot be dilated by {factor}: the least factor is 1.")
        if self.lattice not in (SQUARE, KING, CUBIC):
            raise ProblemError(f"Shapes of the {self.lattice.name} lattice cannot be dilated.")
        text_drawings.check_box([size * factor for size in self.box])
        blocks = ([range(k * factor, (k + 1) * factor) for k in cell] for cell in self.cells)
        return Polyform((cell for block in blocks for cell in product(*block)), self.lattice)

    def images(self, kind: Kind = "free") -> tuple[Polyform, ...]:
        """Return the different images that are the same polyform of a kind, rotations first."""
        return tuple(dict.fromkeys(map(self.moved, self.lattice.elements_of(kind))))

    def canonical(self, kind: Kind = "free") -> Polyform:
        """Return the image that datasets contain; of squares, it is at least as wide as tall.

        It has the largest extents and moments of points, from the last coordinate to the first,
        then the smallest box and mask. Moments of squares do not count.

        >>> print(Polyform("##/#./#.").canonical())
        ###
        #..
        """
        return max(self.images(kind), key=Polyform._rank)

    def _rank(self) -> tuple[Any, ...]:
        """Return the key that the canonical image maximizes."""
        keys = []
        for axis in zip(*map(self.lattice.point, self.cells), strict=True):
            low, high = min(axis), max(axis)
            moment = 2 * sum(axis) - len(self) * (low + high)
            keys.append((high - low, 0 if self.lattice == SQUARE else moment))
        return keys[::-1], [-side for side in self.box], -self.mask


def unchecked(cells: tuple[Cell, ...], lattice: Lattice) -> Polyform:
    """Return the polyform of normalised cells, without a check."""
    shape = Polyform.__new__(Polyform)
    shape.__dict__.update(lattice=lattice, cells=cells)
    return shape


def cells_in(given: Iterable[Cell] | str, lattice: Lattice) -> list[Cell]:
    """Return the cells of a shape, connected or not, from cells or a text."""
    if isinstance(given, str):
        cells, optional = text_drawings.cells_of(lattice, given)
        if optional:
            raise ProblemError("Cells of a region may stay empty, but cells of a shape may not.")
    else:
        cells = list(given) if isinstance(given, Iterable) else [given]
    if not cells:
        raise ProblemError("A shape needs at least one cell, and none was given.")
    try:
        found = [tuple(map(index, cell)) for cell in cells]
    except TypeError:
        found = []
    if {*map(len, found)} != {lattice.dimensions}:
        pairs = "pairs of whole numbers, (row, column)"
        what = pairs if lattice.dimensions == 2 else "three whole numbers, (layer, row, column)"
        raise ProblemError(f"Cells are {what}, not {quoted(given)}.")
    if len(set(found)) != len(found):
        twice = next(cell for cell, times in Counter(found).items() if times > 1)
        raise ProblemError(f"Cell {twice} is given twice: name each cell once.")
    return found


@cache
def free_polyforms(cells: int, lattice: Lattice = SQUARE) -> tuple[Polyform, ...]:
    """Return all free polyforms of a size, each as its least image, in order: for sets."""
    origin = (0,) * (lattice.dimensions - 1)
    smaller = free_polyforms(cells - 1, lattice) if cells > 1 else ()
    grown: list[tuple[Cell, ...]] = [(*each, new) for each in smaller for new in each.neighbours]
    grown = grown or [((*origin, column),) for column in range(lattice.sublattices)]
    shapes = {unchecked(lattice.normalised(each), lattice) for each in grown}
    return tuple(sorted({min(shape.images()) for shape in shapes}))
