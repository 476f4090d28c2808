"""Lattices of the plane as the arrays that searches for tilings read."""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
import numpy.typing as npt

from enumino.enum.kernels.plane._boards import Plane
from enumino.objects.lattice import Lattice

Cell = tuple[int, int, int]  # row, unit cell, number in it


def in_units(lattice: Lattice, cell: tuple[int, ...]) -> Cell:
    """Return the row, the unit cell and the number in it of a cell."""
    unit, number = divmod(cell[1], lattice.sublattices)
    return cell[0], unit, number


def tiles_the_plane(lattice: Lattice) -> bool:
    """Return whether shapes of a lattice are regions of the plane that sides hold together."""
    plane = lattice.dimensions == 2 and not lattice.of_edges
    return plane and lattice.steps == lattice.side_steps


@cache
def plane_of(lattice: Lattice) -> Plane:
    """Return the arrays of a lattice."""
    elements, numbers = lattice.elements, range(lattice.sublattices)

    def image(s: int, cell: Cell) -> npt.NDArray[np.int64]:
        column = cell[1] * lattice.sublattices + cell[2]
        return np.array(in_units(lattice, lattice.image_of(elements[s], (cell[0], column))))

    order = range(len(elements))
    origins = np.array([[image(s, (0, 0, c)) for c in numbers] for s in order])
    columns = [[image(s, (1, 0, 0)), image(s, (0, 1, 0))] for s in order]
    matrices = np.array(
        [np.stack([step[:2] - origins[s, 0, :2] for step in columns[s]], axis=1) for s in order]
    )
    products = np.zeros((len(elements), len(elements)), np.int64)
    product_shifts = np.zeros((len(elements), len(elements), 2), np.int64)
    for s, t in product(order, order):
        first = image(t, (0, 0, 0))
        both = image(s, (int(first[0]), int(first[1]), int(first[2])))
        products[s, t] = elements.index(elements[s].after(elements[t]))
        product_shifts[s, t] = both[:2] - origins[products[s, t], 0, :2]
    inverses = np.array([list(row).index(0) for row in products])
    beyond = [lattice.beyond_sides((0, c)) for c in numbers]
    return Plane(
        matrices=np.ascontiguousarray(matrices),
        shifts=np.ascontiguousarray(origins[:, :, :2]),
        numbers=np.ascontiguousarray(origins[:, :, 2]),
        products=products,
        product_shifts=product_shifts,
        inverses=inverses,
        inverse_shifts=-product_shifts[inverses, order],
        touching=_padded([_touching(lattice, c) for c in numbers]),
        sides=_padded([[in_units(lattice, cell) for cell in cells] for cells in beyond]),
    )


def _touching(lattice: Lattice, number: int) -> list[Cell]:
    """Return the cells that share a corner with a cell of the unit cell at 0."""
    own, count = set(lattice.corners((0, number))), lattice.sublattices
    reach = range(-2, 3)
    near = [(r, u * count + c) for r, u, c in product(reach, reach, range(count))]
    return [
        in_units(lattice, cell)
        for cell in near
        if cell != (0, number) and own & set(lattice.corners(cell))
    ]


def _padded(rows: list[list[Cell]]) -> npt.NDArray[np.int64]:
    """Return lists of cells as an array, whose rows end with cells of the number -1."""
    found = np.full((len(rows), max(map(len, rows)), 3), -1, np.int64)
    for number, cells in enumerate(rows):
        found[number, : len(cells)] = cells
    return found
