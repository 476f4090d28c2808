"""Copies of shapes, and periods of tilings, by plain arithmetic on arrays of cells.

A cell is a row, a unit cell and its number in the unit cell; a tile is the number of an image of
the shape, in the order of the lattice's symmetries, and the rows and unit cells that move it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from math import gcd
from typing import Any

import numpy as np
import numpy.typing as npt

from enumino.objects.lattice import Lattice, affine_map

Cell = tuple[int, int]  # row and column
Form = tuple[int, int, int]  # width, height, shift of a period: see `kernels.plane.tori`
Numbers = npt.NDArray[np.int64]
Period = tuple[Form, Any]  # with the tiles: images of the shape at its first cell


def tiles_the_plane(lattice: Lattice) -> bool:
    """Return whether the cells of a lattice are regions of the plane that connect by sides."""
    plane = lattice.dimensions == 2 and not lattice.of_edges
    return plane and lattice.steps == lattice.side_steps


def with_numbers(lattice: Lattice, rows: Any, columns: Any) -> Numbers:
    """Return cells, given as rows and columns, with their unit cells and numbers: int64[…, 3]."""
    numbers: Numbers = np.stack([rows, *np.divmod(columns, lattice.sublattices)], -1)
    return numbers.astype(np.int64)


@cache
def maps(lattice: Lattice) -> tuple[Numbers, Numbers]:
    """Return the matrix of each element, and its images of the cells of a unit cell."""
    found = [affine_map(lattice, element) for element in lattice.elements]
    matrices = np.array([matrix for matrix, _ in found])
    matrices[:, 1] //= lattice.sublattices
    images = np.array([bases for _, bases in found])
    return matrices, with_numbers(lattice, images[..., 0], images[..., 1])


@cache
def products(lattice: Lattice) -> Numbers:
    """Return the numbers of the elements that are one element after another."""
    elements = lattice.elements
    return np.array([[elements.index(s.after(t)) for t in elements] for s in elements])


def moved(lattice: Lattice, tiles: Numbers, cells: Numbers) -> Numbers:
    """Return the images of cells under the symmetry of a tile: int64[…, 3], for tiles of […, 3]."""
    matrices, bases = maps(lattice)
    found: Numbers = bases[tiles[..., 0], cells[..., 2]]
    found[..., :2] += tiles[..., 1:]
    found[..., :2] += (matrices[tiles[..., 0]] @ cells[..., :2, None])[..., 0]
    return found


def copies(lattice: Lattice, shapes: Numbers, tiles: Numbers) -> Numbers:
    """Return the cells of tiles of shapes: int64[tiles, cells, 3]."""
    return moved(lattice, tiles[:, None], shapes)


def residues(lattice: Lattice, vectors: Numbers, cells: Numbers) -> Numbers:
    """Return equal numbers for cells that differ by vectors of a period, whose area is not 0.

    The numbers are less than the square of the cells of a period. `vectors` has the rows and unit
    cells of both vectors, int64[…, 4], for cells of […, 3].
    """
    a, b, c, d = np.moveaxis(vectors, -1, 0)
    row, unit, number = np.moveaxis(cells, -1, 0)
    area = abs(a * d - b * c)
    along = (row * d - unit * c) % area * area + (unit * a - row * b) % area
    found: Numbers = along * lattice.sublattices + number
    return found


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


def near(lattice: Lattice, cells: Iterable[Iterable[Cell]]) -> Numbers:
    """Return lists of cells as an array; cells with the number -1 fill short lists."""
    rows = [list(each) for each in cells]
    found = np.full((len(rows), max(map(len, rows)), 3), -1, np.int64)
    for number, each in enumerate(rows):
        found[number, : len(each)] = with_numbers(lattice, *np.array(each).T)
    return found


@cache
def touching_steps(lattice: Lattice) -> Numbers:
    """Return the steps from each cell of a unit cell to the cells that share a corner with it."""
    return near(lattice, [sorted(touching(lattice, [(0, c)])) for c in range(lattice.sublattices)])


def period_of(
    products: Sequence[Any], matrices: Sequence[Any], neighbours: Sequence[Sequence[int]]
) -> Period:
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
