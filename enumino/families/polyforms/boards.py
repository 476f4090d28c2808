"""Shapes laid out on boards: what is next to their cells, in NumPy, for the checks of rows."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from enumino.objects.lattice import Lattice

Flags = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int32]
LEAST_WITH_CAVITY = 11
"""Cells of the smallest polycubes with a cavity: six around it, and five that connect these."""


class Board:
    """Shapes of a number of cells, each on a board of its own with a margin around it.

    Parameters
    ----------
    lattice : Lattice
    cells : list of int32[cells, shapes]
        Each coordinate of the cells.
    box : list of int32[shapes]
        The sizes of the boxes.
    """

    def __init__(self, lattice: Lattice, cells: list[Numbers], box: list[Numbers]) -> None:
        self.lattice = lattice
        reach = [
            max(abs(step[axis]) for steps in lattice.steps for step in steps)
            for axis in range(lattice.dimensions)
        ]
        reach[-1] += -reach[-1] % lattice.sublattices
        self.sizes = [int(size.max()) + 2 * far for size, far in zip(box, reach, strict=True)]
        self.cells = [axis + np.int32(far) for axis, far in zip(cells, reach, strict=True)]
        self.numbers = self.cells[-1] % np.int32(lattice.sublattices)
        count, shapes = cells[0].shape
        self.area = int(np.prod(self.sizes))
        self.places = self._place(self.cells) + np.arange(shapes, dtype=np.int32) * self.area
        self.labels = np.full(shapes * self.area, -1, np.int8)
        self.labels[self.places] = np.arange(count, dtype=np.int8)[:, None]

    def _place(self, cells: Any) -> Any:
        """Return the place of a cell, or of cells; or by how much places differ a step apart."""
        place = cells[0]
        for axis, size in zip(cells[1:], self.sizes[1:], strict=True):
            place = place * size + axis
        return place

    def _near(self, steps: tuple[tuple[tuple[int, ...], ...], ...]) -> Iterator[Numbers]:
        """Yield the places one of the steps away: int32[cells, shapes]."""
        for step in zip(*steps, strict=True):
            offsets = np.array([self._place(own) for own in step], np.int32)
            one = len(offsets) == 1
            yield self.places + (offsets[0] if one else offsets[self.numbers])

    @cached_property
    def near(self) -> list[tuple[Numbers, npt.NDArray[np.int8]]]:
        """The places of neighbours of cells, and which cells these are, -1 for none."""
        return [(places, self.labels[places]) for places in self._near(self.lattice.steps)]

    def connected(self) -> Flags:
        """Whether all cells can be reached from the first one."""
        count = len(self.places)
        one = np.uint32(1)
        bit_of = np.array([0, *(1 << k for k in range(count))], np.uint32)  # by label + 1
        beside = np.zeros(self.places.shape, np.uint32)
        for _, labels in self.near:
            beside |= bit_of[labels + 1]
        reached = np.ones(self.places.shape[1], np.uint32)
        while True:
            grown = reached.copy()
            for cell in range(count):
                grown |= (grown >> np.uint32(cell) & one) * beside[cell]
            if np.array_equal(grown, reached):
                return np.asarray(reached == (1 << count) - 1)
            reached = grown

    def perimeter(self) -> Numbers:
        """Sides between a cell and an empty cell."""
        lattice = self.lattice
        beyond = [labels for _, labels in self.near]
        if lattice.side_steps != lattice.steps:
            beyond = [self.labels[places] for places in self._near(lattice.side_steps)]
        return np.asarray(np.sum([(labels < 0).sum(0) for labels in beyond], axis=0))

    def site_perimeter(self) -> Numbers:
        """Empty cells that connect with a cell."""
        seen = np.zeros(self.labels.shape, bool)
        for places, _ in self.near:
            seen[places] = True
        seen[self.places] = False
        return np.asarray(seen.reshape(-1, self.area).sum(1))

    def holes(self) -> Numbers:
        """Bounded components of the complement; of sticks, the regions that they bound."""
        return self._cavities() if self.lattice.dimensions == 3 else self._holes()

    def _holes(self) -> Numbers:
        """Euler's formula: 1 - holes = corners - edges + cells, of which sticks are the edges."""
        lattice, scale = self.lattice, self.lattice.corner_scale
        kinds: dict[tuple[int, ...], int] = {}
        for steps in lattice.corner_steps:
            for step in steps:
                kinds.setdefault(tuple(k % scale for k in step), len(kinds))
        width = self.sizes[1] // lattice.sublattices
        area = (self.sizes[0] + 1) * width * len(kinds)
        units = self.cells[0] * np.int32(width) + self.cells[1] // np.int32(lattice.sublattices)
        first = units * np.int32(len(kinds))
        first += np.arange(first.shape[1], dtype=np.int32) * np.int32(area)
        seen = np.zeros(first.shape[1] * area, bool)
        for corner in zip(*lattice.corner_steps, strict=True):
            offsets = np.array(
                [
                    (row // scale * width + unit // scale) * len(kinds)
                    + kinds[row % scale, unit % scale]
                    for row, unit in corner
                ],
                np.int32,
            )
            seen[first + (offsets[0] if len(offsets) == 1 else offsets[self.numbers])] = True
        count, corners = len(self.places), seen.reshape(-1, area).sum(1)
        if lattice.of_edges:
            return np.asarray(1 - corners + count)
        edges = (count * len(lattice.side_steps[0]) + self.perimeter()) // 2
        return np.asarray(1 - corners + edges - count)

    def _cavities(self) -> Numbers:
        """Components of the complement that do not reach the margin, by flood fills.

        A cell of a cavity has cells of the shape before and behind it along each axis: few shapes
        have such empty cells, and are looked at further.
        """
        count, shapes = self.places.shape
        found = np.zeros(shapes, np.int32)
        if count < LEAST_WITH_CAVITY:
            return found
        full = (self.labels >= 0).reshape(-1, *self.sizes)
        enclosed = ~full
        for axis, way in product((1, 2, 3), (1, -1)):
            along = tuple(slice(None, None, way) if k == axis else slice(None) for k in range(4))
            enclosed &= np.maximum.accumulate(full[along], axis=axis)[along]
        (some,) = np.nonzero(enclosed.any((1, 2, 3)))
        rest = ~full[some]
        rest &= ~_flood(_corner(rest), rest)
        while rest.any():
            found[some] += rest.any((1, 2, 3))
            rest &= ~_flood(_first(rest), rest)
        return found


def _corner(grids: Flags) -> Flags:
    """Only the first cell of the margin."""
    seeds = np.zeros_like(grids)
    seeds[:, 0, 0, 0] = True
    return seeds


def _first(grids: Flags) -> Flags:
    """Only the first cell of each grid."""
    flat = grids.reshape(len(grids), -1)
    seeds = np.zeros_like(flat)
    seeds[np.arange(len(flat)), flat.argmax(1)] = True
    return (seeds & flat).reshape(grids.shape)


def _flood(seeds: Flags, open_cells: Flags) -> Flags:
    """Everything that can be reached from the seeds over open cells, by faces."""
    reached = seeds
    while True:
        grown = reached.copy()
        for axis in (1, 2, 3):
            ahead = tuple(slice(1, None) if k == axis else slice(None) for k in range(4))
            behind = tuple(slice(None, -1) if k == axis else slice(None) for k in range(4))
            grown[ahead] |= reached[behind]
            grown[behind] |= reached[ahead]
        grown &= open_cells
        if np.array_equal(grown, reached):
            return reached
        reached = grown
