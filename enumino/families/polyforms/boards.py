"""Shapes laid out on boards, with the neighbours of their cells, in NumPy, for the checks of rows.

A *plane* is one place of the boards of all shapes, with a bit for each shape. So a byte has eight
shapes, and a step on the lattice leads from planes to others at a constant distance.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from enumino.datasets.checks.arrays import Planes, counted, in_any
from enumino.objects.lattice import Lattice

Flags = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int16]
Counts = npt.NDArray[np.int32]
Leads = list[tuple[slice, slice]]  # pairs of planes, from and to which steps lead


class Board:
    """Shapes of a number of cells, each on a board of its own with a margin around it.

    The boards hold the largest box. `planes`, uint8[places, bytes], are the places of the cells.
    """

    def __init__(self, lattice: Lattice, cells: list[Numbers], box: list[Numbers]) -> None:
        # int16[cells, shapes] for each coordinate, and int16[shapes] for each side of the box.
        self.lattice = lattice
        self.number, self.shapes = cells[0].shape
        *others, last = lattice.reach
        unit = [*others, last * lattice.sublattices]
        self.sizes = [int(size.max()) + 2 * step for size, step in zip(box, unit, strict=True)]
        self.area = int(np.prod(self.sizes))
        self.places = self._place([axis.astype(np.intp) for axis in cells]) + self._place(unit)
        self.planes = self.laid_out(self.places)
        self.near = self._leads(lattice.steps)

    def _place(self, cells: Any) -> Any:
        """Return the place of a cell or of cells, or the distance of places a step apart."""
        place = cells[0]
        for axis, size in zip(cells[1:], self.sizes[1:], strict=True):
            place = place * size + axis
        return place

    def laid_out(self, places: npt.NDArray[np.intp]) -> Planes:
        """Return planes with some places of each shape: intp[number, shapes]."""
        shapes = places.shape[1]
        board = np.zeros(self.area * shapes, bool)
        board[places * shapes + np.arange(shapes)] = True
        return np.packbits(board.reshape(self.area, shapes), axis=1)

    def _leads(self, steps: tuple[tuple[tuple[int, ...], ...], ...]) -> Leads:
        """Return the pairs of planes from and to which steps lead, for each cell of a unit cell."""
        count = self.lattice.sublattices
        return [
            self._lead(number, place // count, place % count, count)
            for number, own in enumerate(steps)
            for place in (number + self._place(step) for step in own)
        ]

    def _lead(self, number: int, units: int, other: int, others: int) -> tuple[slice, slice]:
        """Return the planes of cell `number` of each unit cell, and of `other` that lie `units` on.

        The other need not be a cell; each unit cell has `others` of its kind.
        """
        count = self.lattice.sublattices
        both = self.area // count - abs(units)
        here, there = number + count * max(0, -units), other + others * max(0, units)
        return slice(here, here + count * both, count), slice(there, there + others * both, others)

    def connected(self) -> Flags:
        """Return whether all cells can be reached from the one in the middle of the list."""
        middle = self.laid_out(self.places[self.number // 2 :][:1])
        return ~in_any(self.planes ^ flooded(middle, self.planes, self.near), self.shapes)

    @cached_property
    def _contacts(self) -> Counts:
        """Sides between two cells."""
        forward = tuple(
            tuple(step for step in own if step > (0,) * len(step))
            for own in self.lattice.side_steps
        )
        found = np.zeros(self.shapes, np.int32)
        for here, there in self._leads(forward):
            found += counted(self.planes[here] & self.planes[there], self.shapes)
        return found

    @cached_property
    def _sides(self) -> Counts:
        """Sides of all cells of each shape."""
        first, *others = map(len, self.lattice.side_steps)
        found = np.full(self.shapes, first * self.number, np.int32)
        for number, sides in enumerate(others, 1):
            if sides != first:
                planes = self.planes[number :: self.lattice.sublattices]
                found += (sides - first) * counted(planes, self.shapes)
        return found

    def perimeter(self) -> Counts:
        """Return the number of sides between a cell and an empty cell."""
        return np.asarray(self._sides - 2 * self._contacts)

    def site_perimeter(self) -> Counts:
        """Return the number of empty neighbours of cells."""
        beside = np.zeros_like(self.planes)
        for here, there in self.near:
            beside[there] |= self.planes[here]
        return counted(beside & ~self.planes, self.shapes)

    def holes(self) -> Counts:
        """Return the number of bounded components of the complement, or bounded by sticks.

        By Euler's formula: 1 - holes = corners - edges + cells; sticks are the edges.
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
        return np.asarray(1 - corners + self._sides - self._contacts - self.number)


def flooded(seeds: Planes, within: Planes, near: Leads) -> Planes:
    """Return the planes that can be reached from the seeds."""
    reached = seeds
    while True:
        grown = reached.copy()
        for here, there in near:
            grown[there] |= reached[here]
        grown &= within
        if np.array_equal(grown, reached):
            return reached
        reached = grown
