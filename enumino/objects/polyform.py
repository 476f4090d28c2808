"""A polyform: a connected set of cells of a lattice, up to translation."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from enumino.objects.isometry import Isometry
from enumino.objects.lattice import Lattice, cells_of, mask_of
from enumino.objects.point_group import SubgroupClass


@dataclass(frozen=True)
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
    ValueError
        If the cells are none, or not connected.

    Examples
    --------
    >>> from enumino.objects.lattices import HEXAGONAL
    >>> propeller = Polyform(HEXAGONAL, [(0, 0), (0, 1), (-1, 1), (1, 0)])
    >>> propeller.box, propeller.mask, propeller.symmetry.name
    ((3, 2), 30, 'D1e')
    """

    lattice: Lattice
    cells: tuple[tuple[int, ...], ...]

    def __init__(self, lattice: Lattice, cells: Iterable[tuple[int, ...]]) -> None:
        listed = set(cells)
        if len(lattice.components(listed)) != 1:
            raise ValueError(
                f"{len(listed)} cells are no connected set of the {lattice.name} lattice."
            )
        object.__setattr__(self, "lattice", lattice)
        object.__setattr__(self, "cells", lattice.normalised(listed))

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

    def __len__(self) -> int:
        return len(self.cells)

    @property
    def box(self) -> tuple[int, ...]:
        """(height, width), or (depth, height, width), in cells; of whole unit cells."""
        return self.lattice.box(self.cells)

    @property
    def mask(self) -> int:
        """The cells as bits of a number."""
        return mask_of(self.cells, self.box)

    def moved(self, image: Isometry) -> Polyform:
        """Return the image under a symmetry of the lattice."""
        return Polyform(self.lattice, self.lattice.moved(self.cells, image))

    @cached_property
    def symmetry(self) -> SubgroupClass:
        """The symmetry class."""
        return self.lattice.symmetry_of(self.cells)

    @property
    def perimeter(self) -> int:
        """Sides (edges in the plane, faces in space) between a cell and an empty cell."""
        own = set(self.cells)
        return sum(
            near not in own for cell in self.cells for near in self.lattice.beyond_sides(cell)
        )

    @property
    def site_perimeter(self) -> int:
        """Empty cells that connect with a cell."""
        around = {near for cell in self.cells for near in self.lattice.neighbours(cell)}
        return len(around - set(self.cells))

    @property
    def holes(self) -> int:
        """Bounded components of the complement, whose cells hang together by sides."""
        lattice, own = self.lattice, set(self.cells)
        box = self.box
        rest = set(cells_of(~0, tuple(size + 2 * lattice.sublattices for size in box)))
        shifted = {tuple(k + lattice.sublattices for k in cell) for cell in own}
        rest -= shifted
        components = 0
        while rest:
            reached = [rest.pop()]
            for cell in reached:
                near = [each for each in lattice.beyond_sides(cell) if each in rest]
                rest.difference_update(near)
                reached += near
            components += 1
        return components - 1
