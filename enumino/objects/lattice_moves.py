"""Symmetries of a lattice as maps of cells, computed without points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from enumino.objects.isometry import Isometry
from enumino.objects.lattice import Lattice

if TYPE_CHECKING:
    import numpy.typing as npt

    Array = npt.NDArray[Any]

AnyCell = tuple[int, ...]


class Move:
    """The action of an element of the point group on cells, up to a translation.

    The action on the cells at one place of the unit cell is a linear map, determined by the images
    of a few cells.

    >>> from enumino.objects.lattices import TRIANGULAR
    >>> move = Move(TRIANGULAR, TRIANGULAR.rotations[1])
    >>> sorted(move([(0, 0), (0, 1)])), TRIANGULAR.moved([(0, 0), (0, 1)], TRIANGULAR.rotations[1])
    ([(0, 1), (1, 0)], ((0, 1), (1, 0)))
    """

    def __init__(self, lattice: Lattice, image: Isometry) -> None:
        self._sublattices = lattice.sublattices
        self._bases: list[AnyCell] = []
        self._columns: list[list[AnyCell]] = []
        for number in range(lattice.sublattices):
            origin = [0] * (lattice.dimensions - 1) + [number]
            base = lattice.image_of(image, tuple(origin))
            steps = []
            for axis in range(lattice.dimensions):
                there = list(origin)
                there[axis] += lattice.sublattices if axis == lattice.dimensions - 1 else 1
                moved = lattice.image_of(image, tuple(there))
                steps.append([b - a for a, b in zip(base, moved, strict=True)])
            self._bases.append(base)
            self._columns.append(list(zip(*steps, strict=True)))

    def __call__(self, cells: Iterable[AnyCell]) -> tuple[AnyCell, ...]:
        """Return the images of cells in their order, moved so that the smallest are at 0."""
        moved = []
        for *others, last in cells:
            unit, number = divmod(last, self._sublattices)
            at = (*others, unit)
            moved.append(
                [
                    start + sum([a * b for a, b in zip(column, at, strict=True)])
                    for start, column in zip(
                        self._bases[number], self._columns[number], strict=True
                    )
                ]
            )
        lowest = list(map(min, zip(*moved, strict=True)))
        lowest[-1] -= lowest[-1] % self._sublattices
        return tuple([tuple([k - low for k, low in zip(c, lowest, strict=True)]) for c in moved])

    def of_arrays(self, cells: Sequence[Array]) -> list[Array]:
        """Return the images of cells, given by an array for each coordinate.

        The cells of a shape are in a column; an array of one dimension has one shape.
        """
        count = self._sublattices
        number, at = cells[-1] % count, [*cells[:-1], cells[-1] // count]
        moved = []
        for axis in range(len(at)):
            found = _chosen([base[axis] for base in self._bases], number)
            for step, coordinate in enumerate(at):
                factors = [columns[axis][step] for columns in self._columns]
                if any(factors):
                    found = found + _chosen(factors, number) * coordinate
            lowest = found.min(axis=0)
            moved.append(found - (lowest - lowest % count if axis == len(at) - 1 else lowest))
        return moved


def _chosen(values: Sequence[int], number: Array) -> Any:
    """Return the value at each number, or the only one."""
    import numpy as np

    return values[0] if len(set(values)) == 1 else np.array(values, number.dtype)[number]


@cache
def move_of(lattice: Lattice, image: Isometry) -> Move:
    """Return the action of an element of the point group on cells; it is made once.

    >>> from enumino.objects.lattices import HEXAGONAL
    >>> move_of(HEXAGONAL, HEXAGONAL.mirror)([(0, 0), (0, 1)])
    ((0, 1), (0, 0))
    """
    return Move(lattice, image)
