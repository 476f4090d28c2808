"""Facts about the shapes of rows, by kernels: the arrays that these need, and what they return."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from enumino.families.polyforms.columns import BOX, MASKS
from enumino.objects.lattice import SQUARE, Lattice, two_colouring
from enumino.objects.point_group import Kind

Numbers = npt.NDArray[Any]
SPANNING = "spanning_trees"


def measured(lattice: Lattice, kind: Kind, rows: Mapping[str, Numbers]) -> dict[str, Numbers]:
    """Return the facts about rows by name: uint8, and uint64 for spanning trees.

    `rows` are the columns of box and mask, and of the orbit.
    """
    number = len(rows["mask"])
    masks = np.stack([rows[name].astype(np.uint64) for name in MASKS if name in rows])
    trees = np.zeros(number, np.uint64)
    if lattice == SQUARE:
        from enumino.enum.kernels.facts import square_shapes

        found = np.zeros((len(square_shapes.NAMES), number), np.uint8)
        images = {"fixed": 1, "one-sided": 4, "free": 8}[kind]
        height, width, orbit = (
            rows[name].astype(np.uint8) for name in ("height", "width", "orbit")
        )
        scratch = square_shapes.new_scratch()
        square_shapes.measure(height, width, masks, orbit, images, found, trees, scratch, 0, number)
        return {**dict(zip(square_shapes.NAMES, found, strict=True)), SPANNING: trees}
    from enumino.enum.kernels.facts import lattice_shapes

    found = np.zeros((len(lattice_shapes.NAMES), number), np.uint8)
    sides = np.stack([rows[name].astype(np.uint8) for name in BOX if name in rows])
    largest = tuple(int(side) for side in sides.max(axis=1, initial=1))
    tables, area = _board(lattice, largest)
    scratch = lattice_shapes.new_scratch(area)
    lattice_shapes.measure(sides, masks, tables, found, trees, scratch, 0, number)
    return {**dict(zip(lattice_shapes.NAMES, found, strict=True)), SPANNING: trees}


@cache
def _board(lattice: Lattice, largest: tuple[int, ...]) -> tuple[tuple[Numbers, ...], int]:
    """Return the tables of a lattice for boards that hold the largest box, and their places."""
    count = lattice.sublattices
    margins = [1] * (lattice.dimensions - 1) + [count]
    sizes = [side + 2 * margin for side, margin in zip(largest, margins, strict=True)]
    strides = [int(np.prod(sizes[axis + 1 :])) for axis in range(lattice.dimensions)]
    first = sum(stride * margin for stride, margin in zip(strides, margins, strict=True))
    most = max(map(len, lattice.steps))
    steps = np.zeros((count, most), np.int64)
    for kind, own in enumerate(lattice.steps):
        steps[kind, : len(own)] = [
            sum(s * k for s, k in zip(strides, step, strict=True)) for step in own
        ]
    of_axes, of_numbers = two_colouring(lattice) or ((0,) * lattice.dimensions, (0,) * count)
    tables = (
        steps,
        np.array([*strides, first]),
        np.array(of_axes, np.int64),
        np.array(of_numbers, np.int64),
    )
    return tables, int(np.prod(sizes))
