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
from functools import cache, cached_property, reduce
from itertools import product
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from enumino.datasets.checks import Fault, first_faults
from enumino.datasets.checks.arrays import claimed_codes, codes_of
from enumino.families.polyforms.boards import Board
from enumino.families.polyforms.columns import BOX, MASKS
from enumino.objects.box import Box
from enumino.objects.lattice import SQUARE, Lattice
from enumino.objects.point_group import Kind

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
        lattice = self.lattice
        at = [axis // unit for axis, unit in zip(self.cells, self._units(), strict=True)]
        points = np.empty((len(lattice.units[0]), *at[0].shape), np.int16)
        for i, point in enumerate(points):
            point[:] = self._origins(i, self.numbers)
            for unit, axis in zip(lattice.units, at, strict=True):
                if unit[i]:
                    point += np.int16(unit[i]) * axis
        return points

    @cached_property
    def numbers(self) -> Any:
        """The number of each cell in its unit cell: int16[cells, shapes], or 0 for all."""
        columns, count = self.cells[-1], self._units()[-1]
        return columns - columns // count * count if count > 1 else 0

    def _origins(self, i: int, numbers: Any) -> Any:
        """A coordinate of the cells of these numbers in the unit cell at 0."""
        first, *others = [np.int16(origin[i]) for origin in self.lattice.origins]
        found: Any = first
        for number, other in enumerate(others, 1):
            if other != first:
                found = found + (other - first) * (numbers == number)
        return found

    def compared(self, kind: Kind, words: Words) -> tuple[Flags, npt.NDArray[np.uint64]]:
        """Return which shapes an image outranks, and the weight of the images that keep each shape.

        Only images with the same extents, moments and boxes as the shape are made.
        """
        lattice, ranks = self.lattice, self._ranks()
        counts = np.full(len(lattice.images), kind == "free")
        if kind == "one-sided":
            counts[list(lattice.rotation_images)] = True
        outranked = np.zeros(len(self.box[0]), bool)
        kept = np.zeros(len(self.box[0]), np.uint64)
        if not lattice.images:
            return outranked, kept
        weights = np.uint64(1) << np.arange(len(lattice.images), dtype=np.uint64)
        ours = reduce(np.add, [rank[i, 1, 0] for i, rank in enumerate(ranks)])
        tied = []
        for k, image in enumerate(lattice.images):
            keys = zip(image.sources, image.signs, lattice.shift(image), strict=True)
            theirs = reduce(np.add, [rank[key] for rank, key in zip(ranks, keys, strict=True)])
            if counts[k]:
                outranked |= theirs > ours
            ties = theirs == ours
            if 2 * np.count_nonzero(ties) > len(ties):  # a check of all is cheaper
                smaller, same = _compared(self._masks(np.s_[:], k, len(words)), words, np.s_[:])
                outranked |= smaller & ties & counts[k]
                kept += (same & ties) * weights[k]
                ties[:] = False
            tied.append(np.flatnonzero(ties))
        rows = np.concatenate(tied)
        images = np.repeat(np.arange(len(tied)), [len(each) for each in tied])
        for first in range(0, len(rows), SHAPES):
            row, by = rows[first : first + SHAPES], images[first : first + SHAPES]
            smaller, same = _compared(self._masks(row, by, len(words)), words, row)
            outranked[row[smaller & counts[by]]] = True
            np.add.at(kept, row[same], weights[by[same]])
        return outranked, kept

    def _ranks(self) -> list[dict[tuple[int, int, int], npt.NDArray[Any]]]:
        """Return the share of each coordinate in the rank of an image.

        Shares are by source, sign and shift of the coordinate. The image of a higher rank has the
        larger extents and moments, the last coordinate first, or the same ones and the smaller box,
        rows first. Boxes of such images may differ where a unit cell has several cells: those of
        sticks begin with a whole or a half edge.
        """
        lattice, coordinates = self.lattice, range(len(self.points))
        low, high = self.points.min(1), self.points.max(1)
        extents = (high - low).astype(np.int64)
        moments = 2 * self.points.sum(1, dtype=np.int64) - len(self.points[0]) * (low + high)
        moments *= lattice != SQUARE
        most, span = int(extents.max()), 2 * int(np.abs(moments).max()) + 1
        pair, side = span * (most + 1), most + 2
        sides = [side ** (lattice.dimensions - 1 - i) for i in range(lattice.dimensions)]
        pairs = [side**lattice.dimensions * pair**i for i in coordinates]
        # Shapes of the sizes that are listed have ranks of less than 64 bits.
        number = np.int64 if pairs[-1] * pair < 1 << 63 else object
        ranks: list[dict[tuple[int, int, int], npt.NDArray[Any]]] = [{} for _ in coordinates]
        shifts = [{0, *(lattice.shift(image)[i] for image in lattice.images)} for i in coordinates]
        for source, sign in product(coordinates, (1, -1)):
            both = (span * extents[source] + sign * moments[source]).astype(number)
            ends = low[source], high[source]
            first, last = ends if sign > 0 else (-ends[1], -ends[0])
            for i in coordinates:
                for shift in shifts[i]:
                    rank = pairs[i] * both
                    if i < lattice.dimensions and (unit := lattice.units[i][i]) > 1:
                        length = (last + shift) // unit - (first + shift) // unit
                        rank -= sides[i] * length.astype(number)
                    ranks[i][source, sign, shift] = rank
        return ranks

    def _masks(self, rows: Any, images: Any, words: int) -> Words:
        """Return the words of the masks of images of some shapes, whose boxes are the shapes' own.

        Pairs are numbers of shapes and of images, or a slice and the number of one image.
        """
        lattice, moves = self.lattice, _moves(self.lattice)
        cells, shapes = self.points.shape[1:]
        several = lattice.sublattices > 1
        numbers = moves.numbers[images, self.numbers[:, rows]] if several else 0
        places: Any = np.int16(0)
        of_cells = np.arange(cells)[:, None] * shapes
        for i, size in enumerate(self.box):
            source = moves.sources[images, i]
            if isinstance(rows, slice):
                at = self.points[source][:, rows] * moves.signs[images, i]
            else:
                at = self.points.take(of_cells + (source * (cells * shapes) + rows))
                at *= moves.signs[images, i]
            at -= self._origins(i, numbers)
            if lattice.units[i][i] > 1:
                at //= np.int16(lattice.units[i][i])
            at -= at.min(0)
            if several and i == lattice.dimensions - 1:
                at = at * np.int16(lattice.sublattices) + numbers
            places = places * size[rows] + at
        bits = np.uint64(1) << (places & 63).astype(np.uint64)
        if words == 1:
            return [np.bitwise_or.reduce(bits, axis=0)]
        none = np.uint64(0)
        return [
            np.bitwise_or.reduce(np.where(places >> 6 == word, bits, none), axis=0)
            for word in range(words)
        ]


class _Moves(NamedTuple):
    """The images of a lattice as arrays."""

    sources: Places  # images, coordinates
    signs: Numbers  # images, coordinates
    numbers: Numbers  # images, cells of a unit cell: which cells of it they become


@cache
def _moves(lattice: Lattice) -> _Moves:
    return _Moves(
        np.array([image.sources for image in lattice.images]),
        np.array([image.signs for image in lattice.images], np.int16),
        np.array(
            [
                [
                    lattice.image_of(image, (0,) * (lattice.dimensions - 1) + (number,))[-1]
                    % lattice.sublattices
                    for number in range(lattice.sublattices)
                ]
                for image in lattice.images
            ],
            np.int16,
        ),
    )


def _compared(theirs: Words, ours: Words, rows: Any) -> tuple[Flags, Flags]:
    """Return whether masks are smaller than those of some rows, and whether they are equal."""
    smaller, same = np.zeros(len(theirs[0]), bool), np.ones(len(theirs[0]), bool)
    for word, own in zip(reversed(theirs), reversed(ours), strict=True):
        smaller |= same & (word < own[rows])
        same &= word == own[rows]
    return smaller, same
