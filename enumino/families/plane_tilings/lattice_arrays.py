"""Lattices of the plane as the arrays that searches for tilings read."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
import numpy.typing as npt

from enumino.enum.kernels.plane._boards import Plane
from enumino.families.plane_tilings.periods import Cell, affine_maps, touching
from enumino.objects.lattice import Lattice


def tiles_the_plane(lattice: Lattice) -> bool:
    """Return whether shapes of a lattice are regions of the plane that sides hold together."""
    plane = lattice.dimensions == 2 and not lattice.of_edges
    return plane and lattice.steps == lattice.side_steps


@cache
def plane_of(lattice: Lattice) -> Plane:
    """Return the arrays of a lattice."""
    elements, count = lattice.elements, lattice.sublattices
    maps, origins = (np.array(part) for part in zip(*affine_maps(lattice), strict=True))
    # Where the cell at the origin comes by an element and another one after it.
    first = origins[:, 0]
    both = np.einsum("sij,tj->sti", maps, first[:, :2]) + origins[:, first[:, 2], :2]
    products = np.array([[elements.index(s.after(t)) for t in elements] for s in elements])
    shifts = both - first[products, :2]
    inverses = (products == 0).argmax(1)
    return Plane(
        matrices=maps,
        shifts=np.ascontiguousarray(origins[:, :, :2]),
        numbers=np.ascontiguousarray(origins[:, :, 2]),
        products=products,
        product_shifts=shifts,
        inverses=inverses,
        inverse_shifts=-shifts[inverses, np.arange(len(elements))],
        touching=_padded([touching(lattice, (0, c)) for c in range(count)], count),
        sides=_padded([lattice.beyond_sides((0, c)) for c in range(count)], count),
    )


def _padded(rows: Sequence[Sequence[Cell]], count: int) -> npt.NDArray[np.int64]:
    """Return cells as rows, unit cells and numbers; lists end with cells of the number -1."""
    found = np.full((len(rows), max(map(len, rows)), 3), -1, np.int64)
    for number, cells in enumerate(rows):
        found[number, : len(cells)] = [(row, *divmod(column, count)) for row, column in cells]
    return found
