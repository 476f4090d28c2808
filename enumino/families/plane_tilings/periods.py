"""Copies of a shape, and periods of tilings, by plain arithmetic on cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from math import gcd
from typing import Any, NamedTuple

from enumino.objects.lattice import Lattice, affine_map

Cell = tuple[int, int]  # row and column
Tile = tuple[int, int, int]  # element of the point group, rows, unit cells
Form = tuple[int, int, int]  # width, height, shift of a period: see `plane_tilings.tori`


class Period(NamedTuple):
    """A period of a tiling, as the columns of a witness."""

    vectors: tuple[int, ...]  # rows and unit cells of both
    tiles: tuple[Tile, ...]  # the shape first


def tiles_the_plane(lattice: Lattice) -> bool:
    """Return whether the cells of a lattice are regions of the plane that connect by sides."""
    plane = lattice.dimensions == 2 and not lattice.of_edges
    return plane and lattice.steps == lattice.side_steps


@cache
def affine_maps(lattice: Lattice) -> list[tuple[Any, Any]]:
    """Return each element of the group as a matrix, and the images of the cells of a unit cell.

    Both are in rows and unit cells; each image ends with its number in its unit cell.
    """
    count, found = lattice.sublattices, []
    for element in lattice.elements:
        (rows, columns), bases = affine_map(lattice, element)
        matrix = rows, tuple([column // count for column in columns])
        found.append((matrix, [(row, *divmod(column, count)) for row, column in bases]))
    return found


def copy_of(lattice: Lattice, cells: Iterable[Cell], tile: Tile) -> list[Cell]:
    """Return the cells of a tile, which is a translated image of a shape."""
    element, down, right = tile
    (((a, b), (c, d)), bases), count = affine_maps(lattice)[element], lattice.sublattices
    found = []
    for row, column in cells:
        unit, number = divmod(column, count)
        to_row, to_unit, to = bases[number]
        image = a * row + b * unit + to_row + down
        found.append((image, (c * row + d * unit + to_unit + right) * count + to))
    return found


def tiles_of(numbers: Sequence[int]) -> list[Tile]:
    """Return the tiles of a witness, a list with three numbers for each tile."""
    return list(zip(*[iter(numbers)] * 3, strict=True))


@cache
def _touching_steps(lattice: Lattice) -> list[list[Cell]]:
    """Return the steps from each cell of a unit cell to the cells that share a corner with it."""
    count, near = lattice.sublattices, range(-2, 3)
    found = []
    for c in range(count):
        corners = set(lattice.corners((0, c)))
        cells = [(row, column) for row in near for column in range(-2 * count, 3 * count)]
        touching = [cell for cell in cells if corners & set(lattice.corners(cell))]
        found.append([(row, column - c) for row, column in touching if (row, column) != (0, c)])
    return found


def touching(lattice: Lattice, cells: Iterable[Cell]) -> set[Cell]:
    """Return the cells that share a corner with one of the cells."""
    steps, count = _touching_steps(lattice), lattice.sublattices
    return {(r + row, c + column) for r, c in cells for row, column in steps[c % count]}


def period_of(
    products: Sequence[Any], matrices: Sequence[Any], neighbours: Sequence[Sequence[int]]
) -> tuple[Form, list[Tile]]:
    """Return the period of the group that symmetries generate, and its tiles.

    Each image gets one representative. Its products with the generators are representatives of
    other images, up to translations, which generate the period.
    """
    width = height = shift = 0
    found = {0: (0, 0)}
    todo = [0]
    for image in todo:
        (a, b), (c, d) = matrices[image]
        for by, rows, units in neighbours:
            product, row, unit = products[image][by]
            row += found[image][0] + a * rows + b * units
            unit += found[image][1] + c * rows + d * units
            if product not in found:
                found[product] = row, unit
                todo.append(product)
            row, unit = row - found[product][0], unit - found[product][1]
            while row:  # add a vector to Hermite's normal form
                turns = height // row
                height, row = row, height - turns * row
                shift, unit = unit, shift - turns * unit
            if height < 0:
                height, shift = -height, -shift
            width = gcd(width, unit)
            if width:
                shift %= width
    return (width, height, shift), [(image, *found[image]) for image in todo]


class Torus:
    """The plane modulo two vectors, each in rows and unit cells."""

    def __init__(self, vectors: Sequence[int], count: int) -> None:
        row, unit, other_row, other_unit = vectors
        self.a, self.b = (row, unit), (other_row, other_unit)
        self.area, self.count = row * other_unit - unit * other_row, count

        self.cells = abs(self.area) * count

    def residue(self, cell: Cell) -> tuple[int, int, int]:
        """Return the same value for two cells if and only if they differ by a vector of the period.

        The value has the coordinates in the basis, times the area, modulo the area.
        """
        unit, number = divmod(cell[1], self.count)
        x = cell[0] * self.b[1] - unit * self.b[0]
        y = unit * self.a[0] - cell[0] * self.a[1]
        size = abs(self.area) or 1
        return x % size, y % size, number
