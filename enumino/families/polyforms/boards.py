"""Shapes laid out on boards: what is next to their cells, in NumPy, for the checks of rows."""

from __future__ import annotations

from functools import cached_property
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from enumino.objects.lattice import Lattice

Flags = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int64]
LEAST_WITH_CAVITY = 11
"""Cells of the smallest polycubes with a cavity: six around it, and five that connect these."""


class Board:
    """Shapes of a number of cells, each on a board of its own with a margin around it.

    Parameters
    ----------
    lattice : Lattice
    cells : list of int64[shapes, cells]
        Each coordinate of the cells.
    box : list of int64[shapes]
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
        self.cells = [axis + far for axis, far in zip(cells, reach, strict=True)]
        self.numbers = self.cells[-1] % lattice.sublattices
        self.places = self._place(self.cells)
        self.rows = np.arange(len(self.places))[:, None]
        self.labels = np.full((len(self.places), int(np.prod(self.sizes))), -1, np.int8)
        self.labels[self.rows, self.places] = np.arange(self.places.shape[1])

    def _place(self, cells: Any) -> Any:
        """Return the place of a cell, or of cells; or by how much places differ a step apart."""
        place = cells[0]
        for axis, size in zip(cells[1:], self.sizes[1:], strict=True):
            place = place * size + axis
        return place

    def _near(self, steps: tuple[tuple[tuple[int, ...], ...], ...]) -> Numbers:
        """Return the places a step away: int64[shapes, cells, steps]."""
        offsets = np.array([[self._place(step) for step in own] for own in steps])
        return np.asarray(self.places[:, :, None] + offsets[self.numbers])

    @cached_property
    def near(self) -> tuple[Numbers, npt.NDArray[np.int8]]:
        """The places of the neighbours of cells, and which cells these are; -1 for none."""
        places = self._near(self.lattice.steps)
        return places, self.labels[self.rows[:, :, None], places]

    def connected(self) -> Flags:
        """Whether all cells can be reached from the first one."""
        number = self.places.shape[1]
        labels = self.near[1]
        bits = np.where(labels >= 0, np.uint32(1) << labels.clip(0).astype(np.uint32), 0)
        beside = np.bitwise_or.reduce(bits.astype(np.uint32), axis=2)
        reached = np.ones(len(labels), np.uint32)
        while True:
            grown = reached.copy()
            for cell in range(number):
                grown |= np.where(grown >> np.uint32(cell) & np.uint32(1), beside[:, cell], 0)
            if np.array_equal(grown, reached):
                return np.asarray(reached == (1 << number) - 1)
            reached = grown

    def perimeter(self) -> Numbers:
        """Sides between a cell and an empty cell."""
        if self.lattice.side_steps == self.lattice.steps:
            beyond = self.near[1]
        else:
            beyond = self.labels[self.rows[:, :, None], self._near(self.lattice.side_steps)]
        return np.asarray((beyond < 0).sum((1, 2)))

    def site_perimeter(self) -> Numbers:
        """Empty cells that connect with a cell."""
        places, labels = self.near
        seen = np.zeros(self.labels.shape, bool)
        seen[self.rows[:, :, None], places] = labels < 0
        return np.asarray(seen.sum(1))

    def holes(self) -> Numbers:
        """Bounded components of the complement."""
        return self._cavities() if self.lattice.dimensions == 3 else self._holes()

    def _holes(self) -> Numbers:
        """Euler's formula for what the cells cover: 1 - holes = corners - edges + cells."""
        lattice, scale = self.lattice, self.lattice.corner_scale
        rows, columns = self.cells[0], self.cells[1] // lattice.sublattices
        height, width = (
            (self.sizes[0] + 2) * scale,
            (self.sizes[1] // lattice.sublattices + 2) * scale,
        )
        steps = np.array(lattice.corner_steps)
        down, right = steps[self.numbers, :, 0], steps[self.numbers, :, 1]
        corners = (rows[:, :, None] * scale + down) * width + columns[:, :, None] * scale + right
        seen = np.zeros((len(rows), height * width), bool)
        seen[self.rows[:, :, None], corners] = True
        number = self.places.shape[1]
        edges = (number * len(lattice.side_steps[0]) + self.perimeter()) // 2
        return np.asarray(1 - seen.sum(1) + edges - number)

    def _cavities(self) -> Numbers:
        """Components of the complement that do not reach the margin, by flood fills.

        A cell of a cavity has cells of the shape before and behind it along each axis: few shapes
        have such empty cells, and are looked at further.
        """
        found = np.zeros(len(self.places), np.int64)
        if self.places.shape[1] < LEAST_WITH_CAVITY:
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
