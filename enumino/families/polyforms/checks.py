"""Recompute every attribute of polyform rows with NumPy, from the mask alone.

Different from the kernel's way: the cells of all rows of a size are read from the masks as arrays
of coordinates, neighbours are looked up on a padded board, and images are made of points. Which
image is canonical is decided by the rule that the documentation gives: the largest extents and
moments, the last coordinate first, and among images that tie, the smallest box and mask.

Arrays have cells first and shapes last: what is summed up over the cells of a shape is then summed
up for many shapes at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from enumino.datasets.checks import Fault
from enumino.datasets.checks.symmetry import claimed_codes, codes_of
from enumino.families.polyforms.boards import Board
from enumino.families.polyforms.columns import MASKS
from enumino.objects.isometry import Isometry
from enumino.objects.lattice import Lattice
from enumino.objects.point_group import Kind

Flags = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int32]
Words = list[npt.NDArray[np.uint64]]
Rows = dict[str, npt.NDArray[Any]]
MOMENTS = 1 << 13
"""Moments lie between half of it and its negative: a pair of extent and moment is one number."""


def faults(rows: pa.RecordBatch, lattice: Lattice, kind: Kind) -> Iterator[Fault]:
    """Yield what is wrong with the rows, at most one row for each kind of fault and size."""
    columns = {name: rows.column(name).to_numpy(zero_copy_only=False) for name in rows.schema.names}
    columns["symmetry"] = claimed_codes(rows.column("symmetry"), lattice)
    for cells in np.unique(columns["cells"]):
        at = np.nonzero(columns["cells"] == cells)[0]
        same_size = {name: values[at] for name, values in columns.items()}
        for what, wrong in _wrong(same_size, int(cells), lattice, kind):
            if wrong.any():
                yield Fault(what, int(at[np.argmax(wrong)]))


def _wrong(rows: Rows, cells: int, lattice: Lattice, kind: Kind) -> Iterator[tuple[str, Flags]]:
    """Yield a sentence and the rows it holds for, for each property of rows of a size.

    What cannot be laid out is not looked at further: it has been found wrong already.
    """
    names = [name for name in ("depth", "height", "width") if name in rows]
    words = [rows[name] for name in MASKS if name in rows]
    number = np.sum([np.bitwise_count(word) for word in words], axis=0, dtype=np.int32)
    other_number = np.asarray(number != cells)
    yield "has another number of cells", other_number
    no_box = np.asarray(rows["width"] % lattice.sublattices != 0)
    for name in names:
        no_box |= rows[name] == 0
    yield "has no bounding box", no_box
    if other_number.any() or no_box.any():
        return
    box = [rows[name].astype(np.int32) for name in names]
    shapes = Shapes.read(lattice, words, cells, box)
    spilled = shapes.spilled()
    yield "has cells outside its bounding box", spilled
    yield "does not fill its bounding box", ~shapes.fills_box()
    if spilled.any():
        return
    board = Board(lattice, shapes.cells, box)
    yield "is not connected", ~board.connected()
    yield "has another perimeter", board.perimeter() != rows["perimeter"]
    yield "has another site perimeter", board.site_perimeter() != rows["site_perimeter"]
    yield "has another number of holes", board.holes() != rows["holes"]
    outranked, kept = shapes.compared(kind, words)
    yield "is not the canonical image", outranked
    codes = codes_of(kept, lattice)
    yield "has another symmetry class", codes != rows["symmetry"]
    orbits = np.array([each.orbit(kind) for each in lattice.classes])[codes]
    yield "has another orbit", np.asarray(orbits != rows["orbit"])


@dataclass(frozen=True)
class Shapes:
    """Shapes of a number of cells, as arrays.

    Attributes
    ----------
    lattice : Lattice
    cells : list of int32[cells, shapes]
        Each coordinate of the cells, counted from 0 in the box.
    box : list of int32[shapes]
        The sizes of the boxes, in columns.
    """

    lattice: Lattice
    cells: list[Numbers]
    box: list[Numbers]

    @classmethod
    def read(cls, lattice: Lattice, words: Words, number: int, box: list[Numbers]) -> Shapes:
        """Return the shapes of masks that have so many bits."""
        little = np.ascontiguousarray(np.stack(words, axis=1).astype("<u8"))
        bits = np.unpackbits(little.view(np.uint8), axis=1, bitorder="little")
        places = np.flatnonzero(bits).astype(np.int32).reshape(-1, number) % bits.shape[1]
        rest = np.ascontiguousarray(places.T)
        cells: list[Numbers] = []
        for size in reversed(box[1:]):
            above = rest // size
            cells.append(rest - above * size)
            rest = above
        return cls(lattice, [rest, *reversed(cells)], box)

    def spilled(self) -> Flags:
        """Whether a bit lies beyond the box."""
        return np.asarray(self.cells[0].max(0) >= self.box[0])

    def fills_box(self) -> Flags:
        """Whether each side of the box touches a cell, or its unit cell."""
        fills = np.ones(len(self.box[0]), bool)
        scales = [1] * (len(self.box) - 1) + [self.lattice.sublattices]
        for axis, size, scale in zip(self.cells, self.box, scales, strict=True):
            fills &= (axis.min(0) < scale) & (axis.max(0) >= size - scale)
        return fills

    def points(self) -> list[Numbers]:
        """Return each coordinate of the points of the cells: int32[cells, shapes]."""
        lattice = self.lattice
        units, numbers = self.cells[-1], np.zeros_like(self.cells[-1])
        if lattice.sublattices > 1:
            units, numbers = np.divmod(units, np.int32(lattice.sublattices))
        at = [*self.cells[:-1], units]
        origins = np.array(lattice.origins, np.int32)
        found = []
        for i in range(len(lattice.units[0])):
            point = origins[numbers, i]
            for unit, axis in zip(lattice.units, at, strict=True):
                if unit[i]:
                    point += np.int32(unit[i]) * axis
            found.append(point)
        return found

    def compared(self, kind: Kind, words: Words) -> tuple[Flags, npt.NDArray[np.uint64]]:
        """Return which shapes another image outranks, and which images keep each shape, as bits.

        Only images whose extents and moments are the shape's own are made.
        """
        lattice, points = self.lattice, self.points()
        number = np.int32(len(points[0]))
        low, high = [axis.min(0) for axis in points], [axis.max(0) for axis in points]
        pairs = {}
        for i, (axis, bottom, top) in enumerate(zip(points, low, high, strict=True)):
            moment = 2 * axis.sum(0, dtype=np.int32) - number * (bottom + top)
            extent = np.int32(MOMENTS) * (top - bottom)
            pairs[i, 1], pairs[i, -1] = extent + moment, extent - moment
        outranked = np.zeros(len(low[0]), bool)
        kept = np.zeros(len(low[0]), np.uint64)
        turns = set(lattice.rotation_images)
        for k, image in enumerate(lattice.images):
            larger, tied = np.zeros(len(outranked), bool), np.ones(len(outranked), bool)
            for i in reversed(range(len(points))):
                theirs, ours = pairs[image.sources[i], image.signs[i]], pairs[i, 1]
                larger |= tied & (theirs > ours)
                tied &= theirs == ours
            for ours, theirs in zip(
                self._sides(low, high), self._sides(low, high, image), strict=True
            ):
                larger |= tied & (theirs < ours)
                tied &= theirs == ours
            rows = np.flatnonzero(tied)
            smaller, same = _compared(self._masks(image, points, rows, len(words)), words, rows)
            kept[rows[same]] |= np.uint64(1 << k)
            if kind == "free" or (kind == "one-sided" and k in turns):
                outranked |= larger
                outranked[rows[smaller]] = True
        return outranked, kept

    def _sides(
        self, low: list[Numbers], high: list[Numbers], image: Isometry | None = None
    ) -> list[Numbers]:
        """Return rows and unit cells of the box of an image, given the bounds of the points.

        Those of sticks depend on whether a coordinate begins with a whole or a half edge.
        """
        sides = []
        for i in range(self.lattice.dimensions):
            first, last = low[i], high[i]
            if image is not None:
                source = image.sources[i]
                first, last = low[source], high[source]
                if image.signs[i] < 0:
                    first, last = -last, -first
            unit = np.int32(self.lattice.units[i][i])
            sides.append(last // unit - first // unit)
        return sides

    def _masks(self, image: Isometry, points: list[Numbers], rows: Any, words: int) -> Words:
        """Return the words of the masks of an image of some shapes, whose boxes are the same."""
        lattice = self.lattice
        origins = np.array(lattice.origins, np.int32)
        numbers = self.cells[-1][:, rows] % np.int32(lattice.sublattices)
        to = [lattice.cell(image(*origin))[-1] % lattice.sublattices for origin in lattice.origins]
        numbers = np.array(to, np.int32)[numbers]
        places = np.zeros_like(numbers)
        for i, size in enumerate(self.box):
            at = np.int32(image.signs[i]) * points[image.sources[i]][:, rows] - origins[numbers, i]
            if lattice.units[i][i] > 1:
                at //= np.int32(lattice.units[i][i])
            at -= at.min(0) if len(rows) else 0
            if i == lattice.dimensions - 1 and lattice.sublattices > 1:
                at = at * np.int32(lattice.sublattices) + numbers
            places = places * size[rows] + at
        bits = np.uint64(1) << (places & 63).astype(np.uint64)
        if words == 1:
            return [np.bitwise_or.reduce(bits, axis=0)]
        none = np.uint64(0)
        return [
            np.bitwise_or.reduce(np.where(places >> 6 == word, bits, none), axis=0)
            for word in range(words)
        ]


def _compared(theirs: Words, ours: Words, rows: Any) -> tuple[Flags, Flags]:
    """Whether masks are smaller than those of some rows, and whether they are the same."""
    smaller, same = np.zeros(len(rows), bool), np.ones(len(rows), bool)
    for word, own in zip(reversed(theirs), reversed(ours), strict=True):
        smaller |= same & (word < own[rows])
        same &= word == own[rows]
    return smaller, same
