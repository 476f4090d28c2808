"""A lattice as a graph of which connected sets are its fixed shapes.

Every fixed shape has a first cell in reading order, which a translation brings into the unit cell
at the origin. So the shapes of up to n cells are the connected sets that have such a *root*, of
cells behind it and at most n - 1 steps away. Each root has a copy of the lattice of its own.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from enumino.objects.lattice import Lattice

Cell = tuple[int, ...]


def lattice_graph(lattice: Lattice, cells: int) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return the graph of a lattice for shapes of up to `cells` cells.

    Results are the `starts` and `neighbours` of `kernels.listing.connected_subgraphs.Tables`. The
    first elements are the roots, as many as cells of a unit cell, each in a component of its own.

    >>> from enumino.objects.lattice import SQUARE
    >>> starts, neighbours = lattice_graph(SQUARE, 2)
    >>> neighbours[starts[0] : starts[1]].tolist()
    [1, 2]
    """
    copies = [_behind(lattice, number, cells) for number in range(lattice.sublattices)]
    order = [(number, copy[0]) for number, copy in enumerate(copies)]
    order += [(number, cell) for number, copy in enumerate(copies) for cell in copy[1:]]
    places = {element: k for k, element in enumerate(order)}
    near = [
        sorted(
            places[number, other] for other in lattice.neighbours(cell) if (number, other) in places
        )
        for number, cell in order
    ]
    starts = np.cumsum([0, *map(len, near)], dtype=np.int64)
    return starts, np.array([k for each in near for k in each], np.int32)


def _behind(lattice: Lattice, number: int, cells: int) -> list[Cell]:
    """Return a root, and the cells behind it that shapes with it may have, nearest first."""
    root = (0,) * (lattice.dimensions - 1) + (number,)
    found, outermost = {root: None}, [root]
    for _ in range(cells - 1):
        around = [near for cell in outermost for near in lattice.neighbours(cell)]
        outermost = [near for near in dict.fromkeys(around) if near > root and near not in found]
        found.update(dict.fromkeys(outermost))
    return list(found)
