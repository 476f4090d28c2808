"""Arrays of a region: its cells, their numbers, and their images; NumPy is imported for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from enumino.objects.lattice import Lattice
from enumino.objects.lattice_moves import move_of

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


def grid(
    box: tuple[int, ...], few: frozenset[tuple[int, ...]], few_are_free: bool
) -> npt.NDArray[np.bool_]:
    """Return an array of the sizes of a frame that is true where a cell is free.

    `few` are the free cells, or else all others.
    """
    import numpy as np

    free = np.full(box, not few_are_free)
    if few:
        free[tuple(zip(*few, strict=True))] = few_are_free
    free.flags.writeable = False
    return free


def numbers(grid: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
    """Return an array int64 of the grid's shape: the number of each free cell, -1 elsewhere."""
    import numpy as np

    counted = np.cumsum(grid, dtype=np.int64).reshape(grid.shape) - 1
    numbered = np.where(grid, counted, -1)
    numbered.flags.writeable = False
    return numbered


def images(
    lattice: Lattice, numbers: npt.NDArray[np.int64], axes_differ: bool = False
) -> npt.NDArray[np.int64]:
    """Return an array int64[g, n] of numbers: the image of each cell under each symmetry.

    Row k is -1 throughout if image k does not map the region to itself, or exchanges rows and
    columns where they differ. Symmetries are about the centre of the box of the free cells.
    """
    import numpy as np

    axes = range(numbers.ndim)
    others = [np.flatnonzero((numbers >= 0).any(tuple({*axes} - {axis}))) for axis in axes]
    corner = [int(places[0]) for places in others]
    corner[-1] -= corner[-1] % lattice.sublattices
    box = numbers[
        tuple(slice(at, places[-1] + 1) for at, places in zip(corner, others, strict=True))
    ]
    free = box >= 0
    moved = np.full((len(lattice.images), np.count_nonzero(free)), -1, np.int64)
    for row, image in zip(moved, lattice.images, strict=True):
        if axes_differ and image.exchanges_axes:
            continue
        if lattice.points_are_cells:
            turned = image.pulled_back(box)
            found = turned[free] if turned.shape == box.shape else row
        else:
            places = move_of(lattice, image).of_arrays(np.nonzero(free))
            inside = all((at < size).all() for at, size in zip(places, box.shape, strict=True))
            found = box[tuple(places)] if inside else row
        if found.min() >= 0:
            row[:] = found
    moved.flags.writeable = False
    return moved
