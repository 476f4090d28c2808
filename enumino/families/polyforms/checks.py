"""Recompute every attribute of polyform rows with NumPy, from the mask alone.

Different from the kernel's way: the cells of all rows of a size are read from the masks as arrays
of coordinates, neighbours are looked up on a padded board, and images are made of points. Which
image is canonical is decided by the rule that the documentation gives: the largest extents and
moments, the last coordinate first, and among images that tie, the smallest mask.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from enumino.datasets.checks import Fault
from enumino.families.polyforms.boards import Board
from enumino.families.polyforms.columns import MASKS
from enumino.objects.isometry import Isometry
from enumino.objects.lattice import Lattice
from enumino.objects.point_group import Kind

Flags = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int64]
Rows = dict[str, npt.NDArray[Any]]
ALL = slice(None)


def faults(rows: pa.RecordBatch, lattice: Lattice, kind: Kind) -> Iterator[Fault]:
    """Yield what is wrong with the rows, at most one row for each kind of fault and size."""
    columns = {name: rows.column(name).to_numpy(zero_copy_only=False) for name in rows.schema.names}
    for cells in np.unique(columns["cells"]):
        at = np.nonzero(columns["cells"] == cells)[0]
        same_size = {name: values[at] for name, values in columns.items()}
        for what, wrong in _wrong(same_size, int(cells), lattice, kind):
            if wrong.any():
                yield Fault(what, int(at[np.argmax(wrong)]))


def _wrong(rows: Rows, cells: int, lattice: Lattice, kind: Kind) -> Iterator[tuple[str, Flags]]:
    """Yield a sentence and the rows it holds for, for each property of rows of a size."""
    bits = _bits(rows)
    other_number = np.asarray(bits.sum(1) != cells)
    yield "has another number of cells", other_number
    sound = np.nonzero(~other_number)[0]  # what follows looks at as many cells in each row
    rows = {name: values[sound] for name, values in rows.items()}
    places = np.nonzero(bits[sound])[1].reshape(len(sound), cells)

    def of_all(wrong: Flags) -> Flags:
        flags = np.zeros(len(bits), bool)
        flags[sound] = wrong
        return flags

    box = [rows[name].astype(np.int64) for name in ("depth", "height", "width") if name in rows]
    if any((size == 0).any() for size in box) or (box[-1] % lattice.sublattices).any():
        yield "has no bounding box", of_all(np.any([size == 0 for size in box], axis=0))
        return
    shapes = Shapes.read(lattice, places, box)
    yield "has cells outside its bounding box", of_all(shapes.spilled())
    yield "does not fill its bounding box", of_all(~shapes.fills_box())
    if shapes.spilled().any():
        return
    board = Board(lattice, shapes.cells, shapes.box)
    yield "is not connected", of_all(~board.connected())
    yield "has another perimeter", of_all(board.perimeter() != rows["perimeter"])
    yield "has another site perimeter", of_all(board.site_perimeter() != rows["site_perimeter"])
    yield "has another number of holes", of_all(board.holes() != rows["holes"])
    outranked, kept = shapes.compared(kind)
    yield "is not the canonical image", of_all(outranked)
    groups = np.array(list(lattice.code_of), np.uint64)
    codes = np.array(list(lattice.code_of.values()))
    found = np.minimum(np.searchsorted(groups, kept), len(groups) - 1)
    names = np.array([str(name) for name in lattice.class_names])[codes[found]]
    symmetry = rows["symmetry"].astype(str)
    yield "has another symmetry class", of_all((names != symmetry) | (groups[found] != kept))
    orbits = np.array([each.orbit(kind) for each in lattice.classes])[codes[found]]
    yield "has another orbit", of_all(np.asarray(orbits != rows["orbit"]))


def _bits(rows: Rows) -> Flags:
    """Return the masks as bits, the low ones first."""
    words = [rows[name] for name in MASKS if name in rows]
    little = np.ascontiguousarray(np.stack(words, axis=1).astype("<u8"))
    return np.unpackbits(little.view(np.uint8), axis=1, bitorder="little").astype(bool)


@dataclass(frozen=True)
class Shapes:
    """Shapes of a number of cells, as arrays.

    Attributes
    ----------
    lattice : Lattice
    cells : list of int64[shapes, cells]
        Each coordinate of the cells, counted from 0 in the box.
    box : list of int64[shapes]
        The sizes of the boxes, in columns.
    """

    lattice: Lattice
    cells: list[Numbers]
    box: list[Numbers]

    @classmethod
    def read(cls, lattice: Lattice, places: Numbers, box: list[Numbers]) -> Shapes:
        """Return the shapes whose cells are at some bits of their masks."""
        cells: list[Numbers] = []
        for size in reversed(box[1:]):
            places, within = np.divmod(places, size[:, None])
            cells.append(within)
        return cls(lattice, [places, *reversed(cells)], box)

    def spilled(self) -> Flags:
        """Whether a bit lies beyond the box."""
        return np.asarray(self.cells[0].max(1) >= self.box[0])

    def fills_box(self) -> Flags:
        """Whether each side of the box touches a cell, or its unit cell."""
        number = self.lattice.sublattices
        fills = np.ones(len(self.box[0]), bool)
        scales = [1] * (len(self.box) - 1) + [number]
        for axis, size, scale in zip(self.cells, self.box, scales, strict=True):
            fills &= (axis.min(1) < scale) & (axis.max(1) >= size - scale)
        return fills

    def points(self, rows: Numbers | slice = ALL) -> list[Numbers]:
        """Return each coordinate of the points of the cells: int64[shapes, cells]."""
        lattice = self.lattice
        units, numbers = np.divmod(self.cells[-1][rows], lattice.sublattices)
        at = [*(axis[rows] for axis in self.cells[:-1]), units]
        origins = np.array(lattice.origins)
        return [
            origins[numbers, i]
            + sum(unit[i] * axis for unit, axis in zip(lattice.units, at, strict=True) if unit[i])
            for i in range(len(lattice.units[0]))
        ]

    def compared(self, kind: Kind) -> tuple[Flags, npt.NDArray[np.uint64]]:
        """Return which shapes another image outranks, and which images keep each shape, as bits.

        Only images whose extents and moments are the shape's own are made.
        """
        lattice, points = self.lattice, self.points()
        number = points[0].shape[1]
        low, high = [axis.min(1) for axis in points], [axis.max(1) for axis in points]
        extents = [top - bottom for bottom, top in zip(low, high, strict=True)]
        moments = [
            2 * axis.sum(1) - number * (bottom + top)
            for axis, bottom, top in zip(points, low, high, strict=True)
        ]
        outranked = np.zeros(len(low[0]), bool)
        kept = np.zeros(len(low[0]), np.uint64)
        turns = set(lattice.rotation_images)
        for k, image in enumerate(lattice.images):
            counts = kind == "free" or (kind == "one-sided" and k in turns)
            larger, tied = np.zeros(len(outranked), bool), np.ones(len(outranked), bool)
            for i in reversed(range(len(points))):
                source, sign = image.sources[i], image.signs[i]
                pairs = (extents[source], extents[i]), (sign * moments[source], moments[i])
                for theirs, ours in pairs:
                    larger |= tied & (theirs > ours)
                    tied &= theirs == ours
            (rows,) = np.nonzero(tied)
            order = _order(self._places(image, rows), self._places(None, rows))
            kept[rows] |= np.uint64(1 << k) * (order == 0).astype(np.uint64)
            if counts:
                outranked |= larger
                outranked[rows] |= order < 0
        return outranked, kept

    def _places(self, image: Isometry | None, rows: Numbers) -> Numbers:
        """Return the bits of an image of some shapes, or of themselves, ascending."""
        lattice = self.lattice
        numbers = self.cells[-1][rows] % lattice.sublattices
        cells = [axis[rows] for axis in self.cells]
        if image is not None:
            to = [lattice.cell(image(*origin))[-1] for origin in lattice.origins]
            numbers = (np.array(to) % lattice.sublattices)[numbers]
            origins = np.array(lattice.origins)
            points = [
                sign * self.points(rows)[source]
                for source, sign in zip(image.sources, image.signs, strict=True)
            ]
            cells = []
            for i in range(lattice.dimensions):
                units = (points[i] - origins[numbers, i]) // lattice.units[i][i]
                cells.append(units - units.min(1, keepdims=True))
            cells[-1] = cells[-1] * lattice.sublattices + numbers
        places = cells[0]
        for axis, size in zip(cells[1:], self.box[1:], strict=True):
            places = places * size[rows, None] + axis
        return np.sort(places, axis=1)


def _order(theirs: Numbers, mine: Numbers) -> Numbers:
    """Whether masks are less than ours (-1), ours (0), or more (1), by their ascending bits."""
    differ = (theirs != mine)[:, ::-1]
    last = theirs.shape[1] - 1 - differ.argmax(1)
    rows = np.arange(len(theirs))
    return np.asarray(np.sign(theirs[rows, last] - mine[rows, last]))
