"""Arrays of a region: its cells, their numbers, and their images under its symmetries.

Boxes are those of the free cells: symmetries are about their centres.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from enumino.objects.lattice import SQUARE, Lattice
from enumino.objects.lattice_moves import move_of


def grid(
    box: tuple[int, ...], few: frozenset[tuple[int, ...]], few_are_free: bool
) -> npt.NDArray[np.bool_]:
    """Return an array of the sizes of a frame that is true where a cell is free.

    `few` are the free cells, or else all others.
    """
    free = np.full(box, not few_are_free)
    if few:
        free[tuple(zip(*few, strict=True))] = few_are_free
    free.flags.writeable = False
    return free


def numbers(grid: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
    """Return an array int64 of the grid's shape: the number of each free cell, -1 elsewhere."""
    counted = np.cumsum(grid, dtype=np.int64).reshape(grid.shape) - 1
    numbered = np.where(grid, counted, -1)
    numbered.flags.writeable = False
    return numbered


def kept_by(grid: npt.NDArray[np.bool_]) -> tuple[bool, ...]:
    """Return whether each of the seven images of D4, in the lattice's order, keeps the grid."""
    box = grid[_box(grid)]
    return tuple(np.array_equal(box, image.pulled_back(box)) for image in SQUARE.images)


def images(lattice: Lattice, numbers: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return an array int64[g, n] of numbers: the image of each cell under each symmetry.

    Row k is -1 throughout if image k does not map the region to itself.
    """
    cells = np.argwhere(numbers >= 0)
    moved = np.full((len(lattice.images), len(cells)), -1, np.int64)
    for row, image in zip(moved, lattice.images, strict=True):
        places = move_of(lattice, image).of_array(cells)
        if (places < numbers.shape).all():
            found = numbers[tuple(places.T)]
            if found.min() >= 0:
                row[:] = found
    moved.flags.writeable = False
    return moved


def square_images(numbers: npt.NDArray[np.int64], kept: tuple[bool, ...]) -> npt.NDArray[np.int64]:
    """Return `images` for squares in any frame, if the images that keep the region are known."""
    box = numbers[_box(numbers >= 0)]
    free = box >= 0
    moved = np.full((len(SQUARE.images), np.count_nonzero(free)), -1, dtype=np.int64)
    for row, is_kept, image in zip(moved, kept, SQUARE.images, strict=True):
        if is_kept:
            row[:] = image.pulled_back(box)[free]
    moved.flags.writeable = False
    return moved


def _box(grid: npt.NDArray[np.bool_]) -> tuple[slice, slice]:
    """Return the rows and columns of the bounding box of the free cells."""
    rows = np.flatnonzero(grid.any(axis=1))
    columns = np.flatnonzero(grid.any(axis=0))
    return slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)
