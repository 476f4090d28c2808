"""Shapes laid out on grids, with the neighbours of their cells, in NumPy.

A *plane* holds the same place of the grids of all shapes, one bit per shape. A step on the lattice
leads from a plane to another plane at a constant distance. Planes are uint8[planes, bytes], packed
by `numpy.packbits`; unused bits of the last byte are ignored.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from enumino.arrays import I32, U8, Flags
from enumino.families.polyforms.shapes import Shapes

Planes = U8
Counts = I32
Steps = Sequence[Sequence[tuple[int, ...]]]  # from each cell of a unit cell
Lead = tuple[slice, slice]  # the planes before and after a step
COUNTED = 32  # planes that are counted together, so that they fit into the cache


def counted(planes: Planes, shapes: int) -> Counts:
    """Return the number of planes in which the bit of each shape is set."""
    found = np.zeros(shapes, np.int32)
    for first in range(0, len(planes), COUNTED):
        bits = np.unpackbits(planes[first : first + COUNTED], axis=1, count=shapes)
        found += bits.sum(0, dtype=np.uint8)
    return found


def in_any(planes: Planes, shapes: int) -> Flags:
    """Return whether the bit of each shape is set in one of the planes."""
    flags: Any = np.unpackbits(np.bitwise_or.reduce(planes, axis=0), count=shapes)
    return np.asarray(flags.view(np.bool_))


class Grids:
    """Shapes of one size on grids with a margin; `planes` has a plane per place of a grid."""

    def __init__(self, shapes: Shapes) -> None:
        lattice = shapes.lattice
        self.lattice = lattice
        self.cells = shapes.cells
        self.box = shapes.box
        self.number, self.shapes = shapes.cells[0].shape
        margins = [k * int(unit) for k, unit in zip(lattice.reach, shapes.units, strict=True)]
        self.sizes = [int(s.max()) + 2 * k for s, k in zip(shapes.box, margins, strict=True)]
        self.area = int(np.prod(self.sizes))
        cells = self._place([axis.astype(np.intp) for axis in shapes.cells])
        self.places = cells + self._place(margins)
        self.planes = self.laid_out(self.places)
        self.near = self._leads(lattice.steps)

    def _place(self, cells: Any) -> Any:
        """Return the places of cells, or the distance between places that are a step apart."""
        place = cells[0]
        for axis, size in zip(cells[1:], self.sizes[1:], strict=True):
            place = place * size + axis
        return place

    def laid_out(self, places: npt.NDArray[np.intp]) -> Planes:
        """Return planes with some places of each shape, given as intp[number, shapes]."""
        shapes = places.shape[1]
        grid = np.zeros(self.area * shapes, bool)
        grid[places * shapes + np.arange(shapes)] = True
        return np.packbits(grid.reshape(self.area, shapes), axis=1)

    def _leads(self, steps: Steps) -> list[Lead]:
        """Return the planes before and after each step."""
        count = self.lattice.sublattices
        return [
            self._lead(number, place // count, place % count, count)
            for number, own in enumerate(steps)
            for place in (number + self._place(step) for step in own)
        ]

    def _lead(self, number: int, units: int, other: int, others: int) -> Lead:
        """Return the planes of cell `number` of each unit cell, and of what is `units` cells ahead.

        That is cell or corner number `other` of the `others` in a unit cell.
        """
        count = self.lattice.sublattices
        both = self.area // count - abs(units)
        here, there = number + count * max(0, -units), other + others * max(0, units)
        return slice(here, here + count * both, count), slice(there, there + others * both, others)

    @property
    def connected(self) -> Flags:
        """Whether all cells are connected."""
        return self._are_connected(self.planes, self.places)

    @property
    def cut_cells(self) -> Counts:
        """The number of cells without which the other cells are not connected."""
        found = np.zeros(self.shapes, np.int32)
        for cell in range(self.number):
            others = np.delete(self.places, cell, axis=0)
            found += ~self._are_connected(self.laid_out(others), others)
        return found

    def _are_connected(self, planes: Planes, places: npt.NDArray[np.intp]) -> Flags:
        """Return whether cells, given as planes and as places, are connected."""
        reached = self.laid_out(places[len(places) // 2 :][:1])
        while True:
            grown = reached.copy()
            for here, there in self.near:
                grown[there] |= reached[here]
            grown &= planes
            if np.array_equal(grown, reached):
                return ~in_any(planes ^ reached, self.shapes)
            reached = grown

    @cached_property
    def pairs(self) -> Counts:
        """The number of pairs of neighbours."""
        return self._pairs_apart(self.lattice.steps)

    def _pairs_apart(self, steps: Steps) -> Counts:
        """Return the number of pairs of cells that are a step apart."""
        forward = tuple([[step for step in own if step > (0,) * len(step)] for own in steps])
        found = np.zeros(self.shapes, np.int32)
        for here, there in self._leads(forward):
            found += counted(self.planes[here] & self.planes[there], self.shapes)
        return found

    @cached_property
    def _sides(self) -> tuple[Counts, Counts]:
        """The number of sides of all cells, and the number of sides between two cells."""
        first, *others = map(len, self.lattice.side_steps)
        found = np.full(self.shapes, first * self.number, np.int32)
        for number, sides in enumerate(others, 1):
            if sides != first:
                planes = self.planes[number :: self.lattice.sublattices]
                found += (sides - first) * counted(planes, self.shapes)
        return found, self._pairs_apart(self.lattice.side_steps)

    @property
    def perimeter(self) -> Counts:
        """The number of sides between a cell and an empty cell."""
        sides, contacts = self._sides
        return np.asarray(sides - 2 * contacts)

    @property
    def site_perimeter(self) -> Counts:
        """The number of empty neighbours of cells."""
        beside = np.zeros_like(self.planes)
        for here, there in self.near:
            beside[there] |= self.planes[here]
        return counted(beside & ~self.planes, self.shapes)

    def beside(self, most: int) -> list[Planes]:
        """Return the planes of the cells with at least 1, 2, ..., `most` neighbours."""
        found = [np.zeros_like(self.planes) for _ in range(most)]
        for here, there in self.near:
            new = self.planes[here] & self.planes[there]
            for more, fewer in zip(found[:0:-1], found[-2::-1], strict=True):
                more[there] |= fewer[there] & new
            found[0][there] |= new
        return found

    @property
    def holes(self) -> Counts:
        """The number of bounded components of the complement.

        By Euler's formula, 1 - holes = corners - edges + cells. Sticks are edges, not cells.
        """
        lattice, scale = self.lattice, self.lattice.corner_scale
        kinds: dict[tuple[int, ...], int] = {}
        for steps in lattice.corner_steps:
            for step in steps:
                kinds.setdefault(tuple(k % scale for k in step), len(kinds))
        width = self.sizes[1] // lattice.sublattices
        units = self.area // lattice.sublattices
        touched = np.zeros((units * len(kinds), self.planes.shape[1]), np.uint8)
        for number, steps in enumerate(lattice.corner_steps):
            for row, unit in steps:
                ahead = row // scale * width + unit // scale
                kind = kinds[row % scale, unit % scale]
                here, there = self._lead(number, ahead, kind, len(kinds))
                touched[there] |= self.planes[here]
        corners = counted(touched, self.shapes)
        if lattice.of_edges:
            return np.asarray(1 - corners + self.number)
        sides, contacts = self._sides
        return np.asarray(1 - corners + sides - contacts - self.number)
