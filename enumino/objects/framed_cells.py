"""Cells in a frame, and arrays of them: what a region is made of.

The smaller of two sets is stored, the cells or the others, so that a board of millions of cells
with one missing takes no memory until its cells are requested. NumPy is imported for arrays only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

from enumino.objects.lattice import Lattice
from enumino.objects.lattice_moves import move_of

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

AnyCell = tuple[int, ...]


@dataclass(frozen=True)
class FramedCells:
    """Free cells in a frame."""

    box: tuple[int, ...]  # the sizes of the frame
    # The free cells or the others, whichever are fewer; of two halves, the free cells.
    few: frozenset[Any]
    few_are_free: bool

    @classmethod
    def of(cls, box: tuple[int, ...], cells: Iterable[Any], are_free: bool = True) -> FramedCells:
        """Return the frame whose free cells, or whose others, are some cells."""
        given = cls(box, frozenset(cells), are_free)
        if 2 * len(given.few) + (not are_free) > prod(box):
            return cls(box, frozenset(given.many()), not are_free)
        return given

    def __len__(self) -> int:
        return len(self.few) if self.few_are_free else prod(self.box) - len(self.few)

    def __contains__(self, cell: object) -> bool:
        if self.few_are_free:
            return cell in self.few
        return (
            isinstance(cell, tuple)
            and len(cell) == len(self.box)
            and all(0 <= k < size for k, size in zip(cell, self.box, strict=True))
            and cell not in self.few
        )

    def many(self) -> Iterator[AnyCell]:
        """Yield the cells of the frame that are not the few, in reading order."""
        return (cell for cell in product(*map(range, self.box)) if cell not in self.few)

    @property
    def is_whole(self) -> bool:
        """Whether all cells of the frame are free."""
        return not self.few_are_free and not self.few

    @property
    def free(self) -> tuple[Any, ...]:
        """The free cells in reading order."""
        return tuple(sorted(self.few) if self.few_are_free else self.many())

    @property
    def others(self) -> frozenset[Any]:
        """The cells that are not free."""
        return frozenset(self.many()) if self.few_are_free else self.few

    def without(self, cells: frozenset[Any]) -> FramedCells:
        """Return the frame without some of its free cells."""
        few = self.few - cells if self.few_are_free else self.few | cells
        return FramedCells.of(self.box, few, self.few_are_free)

    def moved(
        self, box: tuple[int, ...], images: Callable[[int, int], Iterable[AnyCell]]
    ) -> FramedCells:
        """Return another frame, with the images of each cell of squares."""
        few = (image for cell in self.few for image in images(*cell))
        return FramedCells.of(box, few, self.few_are_free)

    def dilated(self, factor: int) -> FramedCells:
        """Return the frame of squares and its cells, enlarged `factor` times each way."""
        steps = range(factor)

        def enlarged(r: int, c: int) -> Iterator[AnyCell]:
            return ((r * factor + i, c * factor + j) for i in steps for j in steps)

        return self.moved(tuple(factor * size for size in self.box), enlarged)

    def drawn(self, free: str, none: str) -> str:
        """Return a drawing of squares."""
        height, width = self.box
        mark, ground = (free, none) if self.few_are_free else (none, free)
        lines = [[ground] * width for _ in range(height)]
        for r, c in self.few:
            lines[r][c] = mark
        return "\n".join(map("".join, lines))

    def grid(self) -> npt.NDArray[np.bool_]:
        """Return an array of the sizes of the frame that is true where a cell is free."""
        import numpy as np

        free = np.full(self.box, not self.few_are_free)
        if self.few:
            free[tuple(zip(*self.few, strict=True))] = self.few_are_free
        free.flags.writeable = False
        return free


def numbers(grid: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
    """Return an array int64 of the grid's shape: the number of each free cell, -1 elsewhere."""
    import numpy as np

    counted = np.cumsum(grid, dtype=np.int64).reshape(grid.shape) - 1
    numbered = np.where(grid, counted, -1)
    numbered.flags.writeable = False
    return numbered


def images(lattice: Lattice, numbers: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return an array int64[g, n] of numbers: the image of each cell under each symmetry.

    Row k is -1 throughout if image k does not map the region to itself. Symmetries are
    about the centre of the box of the free cells.
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
