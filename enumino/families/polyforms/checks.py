"""Recompute every attribute of polyform rows with NumPy, from the mask alone.

The method differs from that of the kernel: the cells of many rows of a size are read from the masks
as arrays of coordinates, neighbours are looked up on boards with a margin, and images are made of
points. The canonical image follows the rule in the documentation: the largest extents and moments,
the last coordinate first, and among images that tie, the smallest box and mask. Polyominoes ignore
moments.

Arrays have cells first and shapes last, so a sum over the cells of a shape is made for many shapes
at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from enumino.datasets.checks import Fault, first_faults
from enumino.datasets.checks.arrays import claimed_codes, codes_of
from enumino.families.polyforms.boards import Board
from enumino.families.polyforms.columns import BOX, MASKS
from enumino.objects.box import Box
from enumino.objects.lattice import SQUARE, Lattice
from enumino.objects.point_group import Isometry, Kind

Flags = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int16]
Places = npt.NDArray[np.intp]
Words = list[npt.NDArray[np.uint64]]
Rows = dict[str, npt.NDArray[Any]]

# Shapes that are checked together: their boards stay in the cache.
SHAPES = 8192


def faults(
    rows: pa.RecordBatch,
    lattice: Lattice,
    kind: Kind,
    box: Box | None = None,
) -> Iterator[Fault]:
    """Yield the faults of the rows, at most one row for each kind of fault and lot of rows.

    Shapes are to fit into a `box`.
    """
    columns = {name: rows.column(name).to_numpy(zero_copy_only=False) for name in rows.schema.names}
    columns["symmetry"] = claimed_codes(rows.column("symmetry"), lattice)
    for at in lots(columns):
        lot = {name: values[at] for name, values in columns.items()}
        wrong = _wrong(lot, int(lot["cells"][0]), lattice, kind, box)
        yield from first_faults(wrong, at)


def lots(rows: Rows) -> Iterator[Places]:
    """Yield the indices of rows of a size with similar boxes, so that they share small boards."""
    order = np.lexsort([*(rows[name] for name in BOX if name in rows), rows["cells"]])
    sizes = rows["cells"][order]
    for same_size in np.split(order, np.flatnonzero(sizes[1:] != sizes[:-1]) + 1):
        for first in range(0, len(same_size), SHAPES):
            yield same_size[first : first + SHAPES]


def _wrong(
    rows: Rows, cells: int, lattice: Lattice, kind: Kind, box_asked: Box | None
) -> Iterator[tuple[str, Flags]]:
    """Yield a sentence about each possible fault of rows of a size, and the rows that have it.

    Rows that are not connected shapes in their boxes get no further checks.
    """
    names = [name for name in BOX if name in rows]
    words = [rows[name] for name in MASKS if name in rows]
    bits = np.sum([np.bitwise_count(word) for word in words], axis=0, dtype=np.int16)
    other_number = np.asarray((bits == 0) | (bits != cells))
    yield "has another number of cells", other_number
    box = [rows[name].astype(np.int16) for name in names]
    no_box = np.asarray(box[-1] % lattice.sublattices != 0)
    for size in box:
        no_box |= size == 0
    yield "has no bounding box", no_box
    if other_number.any() or no_box.any():
        return
    shapes = Shapes.read(lattice, words, cells, box)
    spilled = shapes.spilled()
    yield "has cells outside its bounding box", spilled
    yield "does not fill its bounding box", ~shapes.fills_box()
    too_long = shapes.too_long()
    yield "is not connected", too_long
    if spilled.any() or too_long.any():
        return
    board = Board(lattice, shapes.cells, box)
    connected = board.connected()
    yield "is not connected", ~connected
    if not connected.all():
        return
    yield "has another perimeter", board.perimeter() != rows["perimeter"]
    yield "has another site perimeter", board.site_perimeter() != rows["site_perimeter"]
    if lattice.dimensions == 2:
        yield "has another number of holes", board.holes() != rows["holes"]
    outranked, kept = shapes.compared(kind, words)
    yield "is not the canonical image", outranked
    codes = codes_of(kept, lattice)
    yield "has another symmetry class", codes != rows["symmetry"]
    orbits = np.array([each.orbit(kind) for each in lattice.classes])[codes]
    yield "has another orbit", np.asarray(orbits != rows["orbit"])
    if box_asked is not None:
        is_or_fits = "has no box of" if box_asked.exact else "does not fit into"
        yield f"{is_or_fits} {box_asked}", ~shapes.fit(box_asked, kind)


@dataclass(frozen=True)
class Shapes:
    """Shapes of a number of cells, as arrays."""

    lattice: Lattice
    cells: list[Numbers]  # int16[cells, shapes] for each coordinate, from 0 in the box
    box: list[Numbers]  # int16[shapes] for each side, in columns

    @classmethod
    def read(cls, lattice: Lattice, words: Words, number: int, box: list[Numbers]) -> Shapes:
        """Return the shapes of masks with a number of bits."""
        length = 1 << (len(words) - 1).bit_length()  # words of which bits have the last digits
        little = np.zeros((len(words[0]), length), "<u8")
        little[:, : len(words)] = np.stack(words, axis=1)
        bits = np.unpackbits(little.view(np.uint8), axis=1, bitorder="little").view(np.bool_)
        short: Any = np.uint8 if length <= 4 else np.uint16  # numbers of bits
        bit = np.flatnonzero(bits).astype(short) & short(64 * length - 1)
        rest = np.ascontiguousarray(bit.reshape(-1, number).T).astype(np.int16)
        cells: list[Numbers] = []
        for size in reversed(box[1:]):
            # NumPy divides whole numbers one by one; these are small, so that no digit is lost.
            above = (rest / size.astype(np.float32)).astype(np.int16)
            cells.append(rest - above * size)
            rest = above
        return cls(lattice, [rest, *reversed(cells)], box)

    def spilled(self) -> Flags:
        """Return whether a bit is outside the box."""
        return np.asarray(self.cells[0].max(0) >= self.box[0])

    def fills_box(self) -> Flags:
        """Return whether each side of the box touches a cell, or its unit cell."""
        fills = np.ones(len(self.box[0]), bool)
        for axis, size, scale in zip(self.cells, self.box, self._units(), strict=True):
            fills &= (axis.min(0) < scale) & (axis.max(0) >= size - scale)
        return fills

    def too_long(self) -> Flags:
        """Return whether a side of the box, in unit cells, exceeds the number of cells."""
        sides = [size // scale for size, scale in zip(self.box, self._units(), strict=True)]
        return np.asarray(np.max(sides, axis=0) > len(self.cells[0]))

    def _units(self) -> list[np.int16]:
        """Layers, rows and columns of a unit cell."""
        columns = np.int16(self.lattice.sublattices)
        return [*[np.int16(1)] * (len(self.box) - 1), columns]

    def fit(self, box: Box, kind: Kind) -> Flags:
        """Return which shapes fit into a box, or have it, in an image that counts as the same."""
        lattice = self.lattice
        sides = (self.points.max(1) - self.points.min(1)) // lattice.units[0][0] + 1
        found = np.zeros(len(self.box[0]), bool)
        for element in lattice.elements_of(kind):
            of_image = [sides[source] for source in element.sources[: lattice.dimensions]]
            pairs = list(zip(of_image, box.sides, strict=True))
            found |= np.all([ours == s if box.exact else ours <= s for ours, s in pairs], axis=0)
        return found

    @cached_property
    def points(self) -> npt.NDArray[np.int16]:
        """The points of the cells: int16[coordinates, cells, shapes]."""
        lattice, units = self.lattice, self._units()
        at = [axis // unit for axis, unit in zip(self.cells, units, strict=True)]
        points = np.zeros((len(lattice.units[0]), *at[0].shape), np.int16)
        if lattice.sublattices > 1:
            number = self.cells[-1] - at[-1] * units[-1]
            points = np.array(lattice.origins, np.int16).T[:, number]
        for unit, axis in zip(lattice.units, at, strict=True):
            for point, step in zip(points, unit, strict=True):
                if step:
                    point += np.int16(step) * axis
        return points

    def compared(self, kind: Kind, words: Words) -> tuple[Flags, npt.NDArray[np.uint64]]:
        """Return which shapes an image outranks, and the weight of the images that keep each shape.

        Images are made of shapes only whose extents and moments they leave as they are.
        """
        lattice, counted = self.lattice, self.lattice.elements_of(kind)
        low, high = self.points.min(1).astype(np.int64), self.points.max(1)
        moments = 2 * self.points.sum(1, dtype=np.int64) - len(self.cells[0]) * (low + high)
        keys = high - low, moments * (lattice != SQUARE)
        outranked = np.zeros(len(self.box[0]), bool)
        kept = np.zeros(len(self.box[0]), np.uint64)
        for k, image in enumerate(lattice.images):
            larger, ties = np.zeros(len(kept), bool), np.ones(len(kept), bool)
            for i in reversed(range(len(low))):
                source, sign = image.sources[i], image.signs[i]
                pairs = (keys[0][source], keys[0][i]), (sign * keys[1][source], keys[1][i])
                for theirs, ours in pairs:
                    larger |= ties & (theirs > ours)
                    ties &= theirs == ours
            at = np.flatnonzero(ties)
            if len(at):
                smaller, same = self._placed(image, words, at)
                larger[at] = smaller
                kept[at[same]] += np.uint64(1 << k)
            if image in counted:
                outranked |= larger
        return outranked, kept

    def _placed(self, image: Isometry, words: Words, at: Places) -> tuple[Flags, Flags]:
        """Return whether images of some shapes have smaller boxes, or masks, and the same ones."""
        whole = len(at) == len(self.box[0])
        cells = self.cells if whole else [axis[:, at] for axis in self.cells]
        moved = self.lattice.moved_arrays(cells, image)
        smaller, same = np.zeros(len(at), bool), np.ones(len(at), bool)
        bit: Any = np.int16(0)
        for axis, unit, own in zip(moved, self._units(), self.box, strict=True):
            size = own[at]
            if self.lattice.sublattices > 1:  # else extents that tie have the same box
                size = (axis.max(0) // unit + np.int16(1)) * unit
                smaller |= same & (size < own[at])
                same &= size == own[at]
            bit = bit * size + axis
        one = np.uint64(1)
        for word in reversed(range(len(words))):
            bits = one << (bit & 63).astype(np.uint64)
            if len(words) > 1:
                bits *= bit >> 6 == word
            theirs, ours = np.bitwise_or.reduce(bits, axis=0), words[word][at]
            smaller |= same & (theirs < ours)
            same &= theirs == ours
        return smaller, same
