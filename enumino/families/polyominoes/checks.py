"""Recompute every attribute of polyomino rows with NumPy, from the mask alone.

Deliberately naive, and different from the kernels' way: shapes are unpacked into grids of cells,
connectedness and holes come from flood fills, symmetry from comparing flipped and turned grids.
Rows with boxes of the same size are treated together, cell by cell: a grid is a plane a cell, a bit
a shape (`enumino.datasets.checks.planes`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from enumino.datasets.checks import Fault
from enumino.datasets.checks.planes import Planes, counted, first_only, in_any
from enumino.datasets.checks.symmetry import claimed_codes, class_codes
from enumino.objects.lattice import SQUARE, Kind, SymmetryClass

Flags = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int32]
Rows = dict[str, npt.NDArray[Any]]


def faults(rows: pa.RecordBatch, kind: Kind) -> Iterator[Fault]:
    """Yield what is wrong with the rows, at most one row for each kind of fault and box size."""
    columns = {
        name: rows.column(name).to_numpy() for name in rows.schema.names if name != "symmetry"
    }
    columns["symmetry"] = claimed_codes(rows.column("symmetry"))
    boxes = columns["height"].astype(np.int64) * 256 + columns["width"]
    for box in np.unique(boxes):
        at = np.nonzero(boxes == box)[0]
        height, width = divmod(int(box), 256)
        same_box = {name: values[at] for name, values in columns.items()}
        for what, wrong in _wrong(same_box, height, width, kind):
            if wrong.any():
                yield Fault(what, int(at[np.argmax(wrong)]))


def _wrong(rows: Rows, height: int, width: int, kind: Kind) -> Iterator[tuple[str, Flags]]:
    """Yield a sentence and the rows it holds for, for each property of a row."""
    shapes, spilled = Shapes.unpacked(rows, height, width)
    yield "has cells outside its bounding box", spilled
    yield "does not fill its bounding box", ~shapes.fill_box()
    yield "has another number of cells", np.asarray(shapes.cells() != rows["cells"])
    yield "is not connected", ~shapes.connected()
    same, later, images = shapes.compared()
    canonical = np.ones_like(spilled)
    if kind != "fixed":
        turning = [kind == "free" or SQUARE.images[k] in SQUARE.rotations for k in images]
        canonical = ~(later[turning].any(0) | np.full_like(spilled, width < height))
    yield "is not the canonical image", ~canonical
    symmetry = class_codes(same, images)
    yield "has another symmetry class", np.asarray(symmetry != rows["symmetry"])
    orbits = np.array([*(c.orbit(kind) for c in SymmetryClass), 0], np.uint8)
    yield "has another orbit", np.asarray(orbits[symmetry] != rows["orbit"])
    yield "has another perimeter", np.asarray(shapes.perimeter() != rows["perimeter"])
    sites = np.asarray(shapes.site_perimeter() != rows["site_perimeter"])
    yield "has another site perimeter", sites
    yield "has another number of holes", np.asarray(shapes.holes() != rows["holes"])


class Shapes:
    """Shapes with boxes of the same size.

    Parameters
    ----------
    grids : uint8[rows, columns, bytes]
        A plane for each cell of the box.
    number : int
        How many shapes there are.
    """

    def __init__(self, grids: Planes, number: int) -> None:
        self.grids = grids
        self.number = number

    @classmethod
    def unpacked(cls, rows: Rows, height: int, width: int) -> tuple[Shapes, Flags]:
        """Return the shapes of rows, and which masks have bits beyond the box."""
        words = [rows["mask"], rows.get("mask_hi", np.zeros_like(rows["mask"]))]
        little = np.stack([word.astype("<u8") for word in words], axis=1)
        bits = np.unpackbits(little.view(np.uint8), axis=1, bitorder="little").view(np.bool_)
        inside = bits[:, : height * width]
        if inside.shape[1] < height * width:  # a box of more than 128 cells cannot be
            nothing = np.zeros((height, width, -(-len(bits) // 8)), np.uint8)
            return cls(nothing, len(bits)), np.ones(len(bits), bool)
        planes = np.packbits(np.ascontiguousarray(inside.T), axis=1)
        spilled = np.asarray(bits[:, height * width :].any(1))
        return cls(planes.reshape(height, width, -1), len(bits)), spilled

    def _in_any(self, grids: Planes) -> Flags:
        """Which shapes have one of some cells."""
        return in_any(grids.reshape(-1, grids.shape[-1]), self.number)

    def _counted(self, *grids: Planes) -> Numbers:
        """How many of some cells each shape has."""
        return counted(np.concatenate([g.reshape(-1, g.shape[-1]) for g in grids]), self.number)

    def fill_box(self) -> Flags:
        """Whether each side of the box touches a cell."""
        sides = [self.grids[0], self.grids[-1], self.grids[:, 0], self.grids[:, -1]]
        return np.asarray(np.all([self._in_any(side) for side in sides], axis=0))

    def cells(self) -> Numbers:
        """How many cells there are."""
        return self._counted(self.grids)

    def connected(self) -> Flags:
        """Whether all cells can be reached from the first one."""
        reached = _spread(_first_cell(self.grids), self.grids)
        return self._in_any(self.grids) & ~self._in_any(reached ^ self.grids)

    def holes(self) -> Numbers:
        """Components of the complement that do not reach the outside, by repeated flood fills."""
        rest = ~self.grids
        outside = np.zeros_like(rest)
        for side in (np.s_[0], np.s_[-1], np.s_[:, 0], np.s_[:, -1]):
            outside[side] = rest[side]
        rest &= ~_spread(outside, rest)
        found = np.zeros(self.number, np.int32)
        (some,) = np.nonzero(self._in_any(rest))
        rest = np.packbits(np.unpackbits(rest, axis=2)[..., some], axis=2)
        while rest.any():  # of few shapes
            found[some] += in_any(rest.reshape(-1, rest.shape[2]), len(some))
            rest &= ~_spread(_first_cell(rest), rest)
        return found

    def perimeter(self) -> Numbers:
        """Pairs of a cell and an empty neighbour, or one outside the box."""
        grids = self.grids
        changes = [grids[1:] ^ grids[:-1], grids[:, 1:] ^ grids[:, :-1]]
        return self._counted(*changes, grids[:1], grids[-1:], grids[:, :1], grids[:, -1:])

    def site_perimeter(self) -> Numbers:
        """Empty cells with a neighbour in the shape, in the box or around it."""
        grids = self.grids
        near = np.zeros_like(grids)
        near[1:] |= grids[:-1]
        near[:-1] |= grids[1:]
        near[:, 1:] |= grids[:, :-1]
        near[:, :-1] |= grids[:, 1:]
        near &= ~grids  # and around the box, where no two cells of it touch the same one
        return self._counted(near, grids[:1], grids[-1:], grids[:, :1], grids[:, -1:])

    def compared(self) -> tuple[Flags, Flags, list[int]]:
        """Hold the shapes against their images that fit the same box: three, or seven of a square.

        Returns
        -------
        same, later : bool[images, shapes]
            Whether the image is the shape, and whether it has a smaller mask.
        images : list of int
            Which images these are.
        """
        height, width, _ = self.grids.shape
        numbers = np.arange(height * width).reshape(height, width)
        images = [
            k
            for k, image in enumerate(SQUARE.images)
            if height == width or not image.exchanges_axes
        ]
        same, later = np.zeros((2, len(images), self.number), np.bool_)
        ours = self.grids.reshape(height * width, -1)
        for equal, smaller, k in zip(same, later, images, strict=True):
            differing = ours ^ ours[SQUARE.images[k].inverse.pulled_back(numbers).reshape(-1)]
            equal[:] = ~in_any(differing, self.number)
            # The last cell in row order is the mask's most significant bit.
            smaller[:] = in_any(first_only(differing[::-1]) & ours[::-1], self.number)
        return same, later, images


def _first_cell(grids: Planes) -> Planes:
    """Only the first cell of each grid in row order."""
    return first_only(grids.reshape(-1, grids.shape[2])).reshape(grids.shape)


def _spread(reached: Planes, open_cells: Planes) -> Planes:
    """Return what is reached, and all that can be reached from there over open cells."""
    while True:
        grown = reached.copy()
        grown[1:] |= reached[:-1]
        grown[:-1] |= reached[1:]
        grown[:, 1:] |= reached[:, :-1]
        grown[:, :-1] |= reached[:, 1:]
        grown &= open_cells
        if np.array_equal(grown, reached):
            return reached
        reached = grown
