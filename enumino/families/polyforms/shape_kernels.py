"""Facts about the shapes of rows, by kernels: the arrays that these need, and what they return."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from enumino.datasets.queries.masks import coordinates
from enumino.families.polyforms.columns import BOX, MASKS
from enumino.objects.lattice import SQUARE, Lattice, two_colouring
from enumino.objects.point_group import Kind

Numbers = npt.NDArray[Any]
SPANNING = "spanning_trees"
# Numbers of spanning trees that the kernel rounds rightly, and the largest that a column holds.
MOST_ROUNDED, MOST = 10**11, 2**64 - 1


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
        _correct(trees, lattice, rows)
        return {**dict(zip(square_shapes.NAMES, found, strict=True)), SPANNING: trees}
    from enumino.enum.kernels.facts import lattice_shapes

    found = np.zeros((len(lattice_shapes.NAMES), number), np.uint8)
    sides = np.stack([rows[name].astype(np.uint8) for name in BOX if name in rows])
    largest = tuple(int(side) for side in sides.max(axis=1, initial=1))
    tables, area = _board(lattice, largest)
    scratch = lattice_shapes.new_scratch(area)
    lattice_shapes.measure(sides, masks, tables, found, trees, scratch, 0, number)
    _correct(trees, lattice, rows)
    return {**dict(zip(lattice_shapes.NAMES, found, strict=True)), SPANNING: trees}


def _correct(trees: Numbers, lattice: Lattice, rows: Mapping[str, Numbers]) -> None:
    """Compute numbers of spanning trees again that the kernel may round to another one."""
    (large,) = np.nonzero(trees > MOST_ROUNDED)
    if not len(large):
        return
    some = {name: values[large] for name, values in rows.items()}
    number, *axes = coordinates(
        [some[name] for name in BOX if name in rows], [some[name] for name in MASKS if name in rows]
    )
    for place, row in enumerate(large):
        cells = list(zip(*(axis[number == place].tolist() for axis in axes), strict=True))
        trees[row] = min(_spanning_trees(lattice, cells), MOST)


def _spanning_trees(lattice: Lattice, cells: Sequence[tuple[int, ...]]) -> int:
    """Return the number of spanning trees, by Kirchhoff's theorem and whole numbers.

    E. H. Bareiss, *Sylvester's identity and multistep integer-preserving Gaussian elimination*,
    Math. Comp. 22, 1968. The matrix is positive definite, so that no pivot is 0.
    """
    places = {cell: place for place, cell in enumerate(cells)}
    near = [[places[c] for c in lattice.neighbours(cell) if c in places] for cell in cells]
    order = range(len(cells) - 1)
    rows = [[len(near[i]) if i == j else -(j in near[i]) for j in order] for i in order]
    before = 1
    for k in order:
        pivot = rows[k][k]
        for i in range(k + 1, len(rows)):
            left = rows[i][k]
            for j in range(k + 1, len(rows)):
                rows[i][j] = (rows[i][j] * pivot - left * rows[k][j]) // before
        before = pivot
    return before


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
