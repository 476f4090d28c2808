"""Regions of any lattice as values: the cells that packings cover.

Plain Python; NumPy is imported where arrays are asked for. For rectangles of the square lattice,
which may be large, see `enumino.objects.region`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING

from enumino.errors import ProblemError
from enumino.objects import lattice_shapes, lattice_text
from enumino.objects.lattice import Lattice
from enumino.objects.lattice_moves import move_of
from enumino.objects.lattices import LATTICES
from enumino.words import plural, quoted

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

AnyCell = tuple[int, ...]

MAX_CELLS = 65_535
"""The most cells of a frame: what a column of pieces can hold."""


class LatticeRegion:
    """An immutable set of cells of a lattice, up to translation.

    The cells need not be connected. They are numbered in reading order.

    Parameters
    ----------
    lattice : Lattice
    cells : iterable of cell

    Raises
    ------
    ProblemError
        If there is no cell, or the box of the cells has more than 65,535.

    Examples
    --------
    >>> from enumino.objects.lattices import CUBIC, TRIANGULAR
    >>> LatticeRegion.parse(CUBIC, "3x4x5").name
    '3x4x5'
    >>> triangle = LatticeRegion.parse(TRIANGULAR, "triangle 4")
    >>> len(triangle), triangle.name, triangle.order
    (16, 'a region of 16 cells in 4x8', 6)
    """

    def __init__(self, lattice: Lattice, cells: Iterable[AnyCell]) -> None:
        listed = set(cells)
        if not listed:
            raise ProblemError("A region needs at least one cell, and none was given.")
        self.lattice = lattice
        self.cells: tuple[AnyCell, ...] = lattice.normalised(listed)
        self.box: tuple[int, ...] = lattice.box(self.cells)
        if prod(self.box) > MAX_CELLS:
            raise ProblemError(
                f"Packings are found of regions in a box of at most {MAX_CELLS:,} cells, and "
                f"{'x'.join(map(str, self.box))} has {prod(self.box):,}: take a smaller one."
            )

    @classmethod
    def parse(cls, lattice: Lattice, text: str) -> LatticeRegion:
        """Read a region that has a name, as ``3x4x5`` or ``hexagon 3``, or a drawing.

        Raises
        ------
        ProblemError
            If it is neither; see `lattice_shapes` and `lattice_text`.
        """
        named = lattice_shapes.named(lattice, text)
        return cls(lattice, lattice_text.cells_of_region(lattice, text) if named is None else named)

    @classmethod
    def from_json(cls, lattice: Lattice, value: object) -> LatticeRegion:
        """Return the region that `to_json` wrote."""
        if isinstance(value, list | tuple) and value:
            if all(type(size) is int for size in value):
                return cls(lattice, lattice_shapes.whole_box(lattice, value))
            if all(isinstance(line, str) for line in value):
                return cls(lattice, lattice_text.cells_of_region(lattice, "\n".join(value)))
        raise ProblemError(
            f"{quoted(value)} is no region: a list of sizes, or a list of drawn lines."
        )

    def to_json(self) -> list[int] | list[str]:
        """Return the sizes of a whole box, in unit cells, or else the lines of the drawing."""
        return list(self.sizes) if self.is_box else str(self).split("\n")

    def without(self, cells: Iterable[AnyCell]) -> LatticeRegion:
        """Return the region without some of its cells, counted from 0 in its box."""
        removed = set(cells)
        for cell in sorted(removed):
            if cell not in self._numbered:
                where = ",".join(map(str, cell))
                raise ProblemError(f"Cell {where} cannot be removed: it is no cell of {self.name}.")
        return LatticeRegion(self.lattice, [cell for cell in self.cells if cell not in removed])

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, LatticeRegion)
            and self.cells == other.cells
            and self.lattice.name == other.lattice.name
        )

    def __hash__(self) -> int:
        return hash(self.cells)

    def __len__(self) -> int:
        return len(self.cells)

    def __contains__(self, cell: object) -> bool:
        return cell in self._numbered

    def __reduce__(self) -> tuple[object, ...]:
        return _region, (self.lattice.name, self.cells)

    def __repr__(self) -> str:
        return f"LatticeRegion.parse({self.lattice.name}, {'/'.join(str(self).splitlines())!r})"

    def __str__(self) -> str:
        return lattice_text.drawn_region(self.lattice, self.cells, self.box)

    @property
    def sizes(self) -> tuple[int, ...]:
        """The sizes of the box in unit cells; of squares of sticks, in squares."""
        return lattice_shapes.sizes_of(self.lattice, self.box)

    @cached_property
    def is_box(self) -> bool:
        """Whether the region is all of a box, as its sizes alone name it."""
        sizes = self.sizes
        return min(sizes) > 0 and self.cells == self.lattice.normalised(
            lattice_shapes.whole_box(self.lattice, sizes)
        )

    @property
    def name(self) -> str:
        """``3x4x5`` for a whole box, or how many cells of which box."""
        if self.is_box:
            return "x".join(map(str, self.sizes))
        return f"a region of {plural(len(self), 'cell')} in {'x'.join(map(str, self.box))}"

    @cached_property
    def _numbered(self) -> dict[AnyCell, int]:
        return {cell: number for number, cell in enumerate(self.cells)}

    @cached_property
    def numbers(self) -> npt.NDArray[np.int64]:
        """Array int64 of the sizes of the box: the number of each cell, -1 elsewhere."""
        import numpy as np

        numbers = np.full(self.box, -1, np.int64)
        numbers[tuple(zip(*self.cells, strict=True))] = np.arange(len(self))
        numbers.flags.writeable = False
        return numbers

    @cached_property
    def images(self) -> npt.NDArray[np.int64]:
        """Array int64[g, n]: where each cell goes under each image of the lattice, by numbers.

        Row k is -1 throughout if image k does not map the region to itself.

        >>> from enumino.objects.lattices import HEXAGONAL
        >>> LatticeRegion.parse(HEXAGONAL, "1x3").images[:3].tolist()
        [[2, 1, 0], [2, 1, 0], [0, 1, 2]]
        """
        import numpy as np

        number = self._numbered
        images = np.full((len(self.lattice.images), len(self)), -1, np.int64)
        for row, image in zip(images, self.lattice.images, strict=True):
            moved = move_of(self.lattice, image)(self.cells)
            found = [number.get(cell, -1) for cell in moved]
            if min(found) >= 0:
                row[:] = found
        images.flags.writeable = False
        return images

    @property
    def order(self) -> int:
        """Number of symmetries of the region."""
        return 1 + int((self.images[:, 0] >= 0).sum())


def _region(lattice: str, cells: tuple[AnyCell, ...]) -> LatticeRegion:
    return LatticeRegion(LATTICES[lattice], cells)
