"""Smallest rectangles that copies of a polyomino fill, and proofs that there are none."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import isqrt, lcm
from typing import Any

import numpy as np
import pyarrow as pa

from enumino.datasets.queries.masks import cells_by_row
from enumino.enum.interrupts import may_stop
from enumino.enum.kernels.plane.strips import (
    FOUND,
    FULL,
    LAST,
    LENGTH,
    NONE,
    PAUSED,
    Strip,
    fill_strip,
    fill_towards,
    new_strip,
)
from enumino.families.polyforms.columns import BOX, MASKS
from enumino.families.polyforms.plane import RECTANGLES
from enumino.objects.lattice import SQUARE, Cell

# Profiles: each room is tried when the one before is full.
ROOMS, ROOMS_OF_ODD = (1 << 12, 1 << 17, 1 << 22), (1 << 12, 1 << 17, 1 << 20)
MOST_FULL = 3  # heights at which the last room is full, before the search ends
PROOF_ROOM, HIGHEST_STRIP = 1 << 14, 12  # of strips along a side
AT_ONCE = 5000  # profiles between two moments at which a run can be interrupted
UNBOUNDED = 1 << 30
TORI = ((2, 2), (3, 3), (4, 4))  # rows and columns, for proofs by parity
TILES, IMPOSSIBLE, OPEN = RECTANGLES


@dataclass(frozen=True)
class Filled:
    """A rectangle that copies fill, as images of the shape: (element, rows, columns)."""

    height: int = 0
    width: int = 0
    tiles: tuple[tuple[int, int, int], ...] = ()


@dataclass(frozen=True)
class Answer:
    """The smallest rectangle that copies fill, and the smallest area that is not decided."""

    filled: Filled
    undecided: int

    @property
    def area(self) -> int:
        """The area, 0 if no rectangle is known."""
        return self.filled.height * self.filled.width

    @property
    def searched(self) -> int:
        """The area up to which all rectangles are decided, which no smaller one can be filled."""
        return min(self.undecided - 1, self.area or self.undecided)


@dataclass(frozen=True)
class Verdict:
    """The rectangles that copies of a polyomino fill.

    `strip` is the height of a strip along a side that cannot be filled from corner to corner; 0 if
    none is known.
    """

    rectangle: str  # one of RECTANGLES
    odd: str  # the same for odd numbers of copies
    strip: int
    smallest: Answer
    smallest_odd: Answer


class RectangleSearch:
    """Searches for one polyomino, up to an area."""

    def __init__(self, shape: list[Cell], area: int) -> None:
        self.shape, self.area = shape, area
        self.elements: list[int] = []
        self.images: list[list[Cell]] = []
        for number, element in enumerate(SQUARE.elements):
            image = [(row, column) for row, column in SQUARE.moved(shape, element)]
            if image not in self.images:
                self.elements.append(number)
                self.images.append(image)

    def verdict(self) -> Verdict:
        """Return the verdict."""
        nothing = Answer(Filled(), 1)
        if strip := self.unfillable_strip():
            return Verdict(IMPOSSIBLE, IMPOSSIBLE, strip, nothing, nothing)
        smallest = odd = self.smallest(odd=False)
        if not smallest.area:
            verdict = IMPOSSIBLE if self.is_even() else OPEN
            return Verdict(OPEN, verdict, 0, smallest, nothing if verdict == IMPOSSIBLE else odd)
        if len(smallest.filled.tiles) % 2 == 0:
            if self.is_even():
                return Verdict(TILES, IMPOSSIBLE, 0, smallest, nothing)
            odd = self.smallest(odd=True)
        return Verdict(TILES, TILES if odd.area else OPEN, 0, smallest, odd)

    def unfillable_strip(self) -> int:
        """Return the height of a strip that copies cannot fill from corner to corner, or 0.

        Copies of a rectangle make higher ones; so if there is such a strip, there is no rectangle.
        """
        reach = max(len(self._span(axis)) for axis in (0, 1)) - 1
        for height in range(1, HIGHEST_STRIP + 1):
            strip = new_strip(self.images, height, height + reach, False, PROOF_ROOM)
            result = _result(strip, UNBOUNDED)
            if result == NONE:
                return height
            if result == FULL:
                break
        return 0

    def _span(self, axis: int) -> set[int]:
        return {cell[axis] for cell in self.shape}

    def smallest(self, *, odd: bool) -> Answer:
        """Return the smallest rectangle; of those with the same area, the flattest."""
        cells, undecided, best = len(self.shape), self.area + 1, Answer(Filled(), self.area + 1)
        full = 0
        for height in range(1, isqrt(self.area) + 1):
            most = (best.area - 1 if best.area else self.area) // height
            if not any(
                height * width % cells == 0 and not (odd and self.is_even(height, width))
                for width in range(height, most + 1)
            ):
                continue
            for room in ROOMS_OF_ODD if odd else ROOMS:
                strip = new_strip(self.images, height, height, odd, room)
                result = _result(strip, most)
                if result != FULL:
                    break
            width = int(strip.registers[LENGTH])
            if result == FOUND:
                best = Answer(Filled(height, width, self._tiles(strip, odd)), best.undecided)
            elif result == FULL:
                undecided, full = min(undecided, height * (width + 1)), full + 1
            if full == MOST_FULL:
                undecided = min(undecided, (height + 1) ** 2)
                break
        return Answer(best.filled, undecided)

    def _tiles(self, strip: Strip, odd: bool) -> tuple[tuple[int, int, int], ...]:
        """Return the tiles of the rectangle that was found, column by column."""
        path, number = [-1], int(strip.registers[LAST])
        while number > 0:
            path.append(number)
            number = int(strip.parents[number])
        filling, parity, found = strip.filling, 0, []
        filling.columns[0] = 0
        for column, to in enumerate(reversed(path)):
            count = fill_towards(strip, to, parity)
            parity ^= count & int(odd)
            for image, row in zip(filling.images[:count], filling.rows[:count], strict=True):
                found.append((int(image), int(row - strip.anchors[image]), column))
            filling.columns[0, :-1] = filling.columns[count, 1:]
            filling.columns[0, -1] = 0
        return tuple([self._tile(*tile) for tile in found])

    def _tile(self, image: int, row: int, column: int) -> tuple[int, int, int]:
        element = self.elements[image]
        cells = [SQUARE.image_of(SQUARE.elements[element], cell) for cell in self.shape]
        top, left = (min(cell[axis] for cell in cells) for axis in (0, 1))
        return element, row - top, column - left

    def is_even(self, height: int = 0, width: int = 0) -> bool:
        """Return whether parity excludes an odd number of copies in a rectangle, or in any.

        On a torus, the cells that copies cover an odd number of times, and the parity of the
        number of copies, are a vector over the field of two elements. That of a rectangle, with an
        odd number, would be a sum of those of copies.
        """
        return any(self._is_even_on(rows, columns, height, width) for rows, columns in TORI)

    def _is_even_on(self, rows: int, columns: int, height: int, width: int) -> bool:
        basis, cells = self._basis(rows, columns), len(self.shape)
        period = lcm(2 * rows * columns, 2 * cells)
        sides = product(range(1, period + 1), repeat=2) if not height else [(height, width)]
        known: dict[tuple[int, int], bool] = {}
        for h, w in sides:
            if h * w % (2 * cells) == cells:
                place = h % (2 * rows), w % (2 * columns)
                if place not in known:
                    counts = [
                        len(range(r, place[0], rows)) * len(range(c, place[1], columns))
                        for r, c in product(range(rows), range(columns))
                    ]
                    known[place] = _reduced(_vector(counts), basis) != 0
                if not known[place]:
                    return False
        return True

    def _basis(self, rows: int, columns: int) -> dict[int, int]:
        """Return the vectors that those of copies generate, by their highest bits."""
        basis: dict[int, int] = {}
        for image in self.images:
            for r, c in product(range(rows), range(columns)):
                counts = [0] * (rows * columns)
                for row, column in image:
                    counts[(row + r) % rows * columns + (column + c) % columns] += 1
                if rest := _reduced(_vector(counts), basis):
                    basis[rest.bit_length()] = rest
        return basis


def _vector(counts: list[int]) -> int:
    """Return the parities of counts as bits, after that of one copy, or an odd number of them."""
    return 1 | sum((count & 1) << k for k, count in enumerate(counts, 1))


def _reduced(vector: int, basis: dict[int, int]) -> int:
    while vector and (other := basis.get(vector.bit_length())):
        vector ^= other
    return vector


def _result(strip: Strip, most: int) -> int:
    """Search a strip to the end."""
    result = PAUSED
    while result == PAUSED:
        result = int(fill_strip(strip, most, AT_ONCE))
        may_stop()
    return result


def decisions(rows: pa.RecordBatch, area: int) -> dict[str, Any]:
    """Return the columns of the facts about some rows."""
    columns = {name: rows.column(name) for name in rows.schema.names}
    sides, words = (
        [columns[n].to_numpy() for n in names if n in columns] for names in (BOX, MASKS)
    )
    found = [RectangleSearch(cells, area).verdict() for cells in cells_by_row(sides, words)]
    answers = {"": [each.smallest for each in found], "odd_": [v.smallest_odd for v in found]}
    values: dict[str, Any] = {
        "cells": columns["cells"],
        "rectangle": np.array([RECTANGLES.index(each.rectangle) for each in found], np.int8),
        "odd_rectangle": np.array([RECTANGLES.index(each.odd) for each in found], np.int8),
        "smallest": np.array([each.searched == each.area for each in answers[""]], np.bool_),
        "strip": np.array([each.strip for each in found], np.uint8),
    }
    for prefix, of in answers.items():
        values |= {
            f"{prefix}copies": np.array([len(each.filled.tiles) for each in of], np.uint16),
            f"{prefix}rectangle_height": np.array([a.filled.height for a in of], np.uint16),
            f"{prefix}rectangle_width": np.array([a.filled.width for a in of], np.uint16),
            f"{prefix}searched": np.array([each.searched for each in of], np.uint16),
            f"{prefix}rectangle_tiles": pa.array(
                [[k for tile in each.filled.tiles for k in tile] for each in of],
                pa.list_(pa.int16()),
            ),
        }
    return values
