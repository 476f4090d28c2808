"""Sweeps of transfer matrices: fixed polyominoes by columns, those with a half-turn by diagonals.

Sweeps of different widths are independent of each other, and together they count every polyomino
once: by the shorter side of its box, or by the fewer of the diagonals that it meets either way.

I. Jensen, Counting polyominoes: a parallel implementation for cluster computing, LNCS 2659 (2003);
G. Barequet, G. Ben-Shachar, Counting polyominoes, revisited, ALENEX 2024.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar, Self

import numpy as np

from enumino.enum.interrupts import delayed_interrupts
from enumino.enum.kernels.matrices import rotated_halfturn, transfer_matrix
from enumino.enum.kernels.matrices._boundary import HIGH, LOW, MOST_SITES, Place
from enumino.enum.kernels.matrices._states import (
    LIMB_BITS,
    Layer,
    Links,
    collected,
    new_links,
    next_layer,
)
from enumino.families.polyforms.counting.costs import FIXED, HALF_TURNS, widths

ABOUT_CELL, ABOUT_EDGE, ABOUT_VERTEX = HALF_TURNS


class Sweep(ABC):
    """The sweep of one width for polyominoes of up to `cells` cells, advanced cell by cell.

    Between two cells a sweep can be reported on, left, or pickled and taken up elsewhere.

    `numbers` has, by subject, the polyominoes of each size that this width counts, object[cells +
    1], Python ints. Numbers in the states have `limbs` limbs of `limb_bits` bits at first, the last
    of 63, and more once they have grown. `layer` holds the states now, of which some may have come
    to nothing; `steps` counts the states made so far (the unit of work), `peak_bytes` the most
    bytes (estimated from above) that were held at once.
    """

    subjects: ClassVar[tuple[str, ...]]
    widest: ClassVar[int] = MOST_SITES
    linking_bytes: ClassVar[int] = 64  # a state: 8 to follow, 40 for successors, up to 4 slots

    layer: Layer

    def __init__(self, width: int, cells: int, limbs: int, limb_bits: int) -> None:
        if width not in widths(self.subjects[0], cells) or width > self.widest:
            raise ValueError(
                f"width {width} with {cells} cells: boundaries of so few cells are less wide, and "
                f"those of most widths have more than {MOST_SITES} sites"
            )
        if not 1 <= limb_bits <= LIMB_BITS:
            raise ValueError(f"limb_bits {limb_bits}: from 1 to {LIMB_BITS}")
        self.width, self.cells = width, cells
        self.limbs, self.limb_bits = limbs, limb_bits
        self.steps = self.peak_bytes = 0
        self.numbers = {subject: np.zeros(cells + 1, dtype=object) for subject in self.subjects}

    @property
    @abstractmethod
    def done(self) -> bool:
        """Whether no cell is left."""

    @abstractmethod
    def advance(self) -> None:
        """Decide one cell."""

    def run(self) -> Self:
        """Decide all cells, and return the sweep."""
        while not self.done:
            self.advance()
        return self

    def _enter(self, least: int, most: int) -> None:
        """Begin with the empty state, which needs the weight `least`; heavier ones are dropped."""
        counts = np.zeros((self.limbs, most - least + 1), dtype=np.int64)
        counts[0, 0] = 1  # one way to the empty state
        self._most = most
        self.layer = Layer(
            keys=np.zeros((1, 2), dtype=np.int64),
            low=np.zeros(1, dtype=np.int16),
            need=np.full(1, least, dtype=np.int16),
            start=np.array([0, counts.shape[1]], dtype=np.int64),
            counts=counts,
        )

    def _decide(self, place: Place) -> None:
        """Decide the cell at a place."""
        self._place, before = place, self.layer
        links = new_links(before.low, self._most)
        with delayed_interrupts():
            self._link(links)
            self.layer = next_layer(before, links, place.price, self.limb_bits)
        self.limbs = len(self.layer.counts)
        self.steps += int(np.count_nonzero(np.diff(self.layer.start)))
        held = sum(array.nbytes for array in before + self.layer)
        self.peak_bytes = max(self.peak_bytes, held + self.linking_bytes * before.low.size)

    def _collected(self, chosen: np.ndarray, most: int) -> np.ndarray:
        """Return the numbers of shapes of the chosen states by size or orbits, up to `most`."""
        return collected(self.layer, chosen, most, self.limb_bits)

    @abstractmethod
    def _link(self, links: Links) -> None:
        """Fill `links` with the successors of the states at the place."""


class FixedSweep(Sweep):
    """Fixed polyominoes whose box has the shorter side `width`.

    >>> FixedSweep(2, 4).run().numbers["fixed"].tolist()
    [0, 0, 0, 4, 17]
    """

    subjects = (FIXED,)

    def __init__(
        self, width: int, cells: int, *, limbs: int = 1, limb_bits: int = LIMB_BITS
    ) -> None:
        super().__init__(width, cells, limbs, limb_bits)
        self.column, self.row = 1, 0
        self._enter(2 * width - 1, cells)

    @property
    def done(self) -> bool:
        return self.layer.counts.size == 0

    def advance(self) -> None:
        """Decide one cell."""
        place = row_of_column(self.row, self.width, self.column)
        self._decide(place)
        self.row += 1
        if place.last:
            if self.column >= self.width and not self.done:
                ended = transfer_matrix.has_ended(self.layer.keys)
                boxes = 1 if self.column == self.width else 2  # lying and standing
                self.numbers[FIXED] += boxes * self._collected(ended, self.cells)
            self.column, self.row = self.column + 1, 0

    def _link(self, links: Links) -> None:
        transfer_matrix.link(self.layer.keys, self._place, self.width, links)


def row_of_column(row: int, width: int, column: int) -> Place:
    """Return the place of the cell after `row` cells of `column`, which counts from 1."""
    last = row == width - 1
    return Place(
        site=row,
        other=row - 1,
        edge=row + 1,
        price=1,
        rim=(LOW if row == 0 else 0) | (HIGH if last else 0),
        layer=column,
        odd=True,
        last=last,
        mirrored=width if last else 0,
    )


class HalfTurnSweep(Sweep):
    """Polyominoes with a half-turn that meet `width` diagonals one way, and as many or more across.

    Layer 1 of an odd width begins on even or on odd diagonals, in a strip each. Those of an even
    width are mirror images, so one is enough, and the centre is on an edge of one orientation.

    >>> numbers = HalfTurnSweep(3, 5).run().numbers
    >>> numbers["rotate/0"].tolist(), numbers["rotate/2"].tolist()
    ([0, 0, 0, 2, 0, 5], [0, 0, 0, 0, 1, 0])
    """

    subjects = HALF_TURNS
    widest = 2 * MOST_SITES  # diagonals

    def __init__(
        self, width: int, cells: int, *, limbs: int = 1, limb_bits: int = LIMB_BITS
    ) -> None:
        super().__init__(width, cells, limbs, limb_bits)
        self.slots, self.orbits = (width + 1) // 2, (cells + 1) // 2
        self.parities = [0, 1] if width % 2 else [0]  # of layer 1, the strips that are left
        self._enter_strip()

    @property
    def done(self) -> bool:
        return not self.parities

    def _enter_strip(self) -> None:
        self.layer_number, self.position = 1, 0
        self._enter(self.slots, self.orbits)

    def advance(self) -> None:
        """Decide one cell."""
        place = place_in_strip(self.width, self.parities[-1], self.layer_number, self.position)
        self._decide(place)
        if place.layer >= self.slots and ends_half(self.width, place):
            self._count_finished(place)
        self.position += 1
        if place.last:
            self.layer_number, self.position = self.layer_number + 1, 0
        if self.layer.counts.size == 0:
            self.parities.pop()
            if self.parities:
                self._enter_strip()

    def _link(self, links: Links) -> None:
        scratch = rotated_halfturn.new_scratch(self.width)
        rotated_halfturn.link(self.layer.keys, self._place, self.width, scratch, links)

    def _count_finished(self, place: Place) -> None:
        """Add the polyominoes whose halves end at `place`.

        Those of n orbits have 2 n cells, or one less if the centre is an occupied cell.
        """
        ended = rotated_halfturn.has_ended(self.layer.keys, self.width, place)
        others, centred = (self._collected(each, self.orbits) for each in ended)
        name = ABOUT_EDGE
        if self.width % 2 == 1:
            name = ABOUT_CELL if (self.width // 2) % 2 == place.odd else ABOUT_VERTEX
        numbers, times = self.numbers[name], 1 if place.layer == self.slots else 2
        numbers[2::2] += times * others[1 : self.cells // 2 + 1]
        numbers[1::2] += times * centred[1:]


def place_in_strip(width: int, parity: int, layer: int, position: int) -> Place:
    """Return the place of the cell after `position` cells of `layer`, which counts from 1.

    `parity` is that of the diagonals of layer 1. A cell on one rim has its image on the other.
    """
    slots = (width + 1) // 2
    odd = (parity + layer) % 2 == 0
    slot = position if odd else slots - 1 - position
    other = slot + 1 if odd else slot - 1
    diagonal = 2 * slot + odd
    last = position == slots - 1
    return Place(
        site=slot,
        other=other if other < slots else -1,
        edge=slot + odd,
        price=1 if diagonal < width else 0,
        rim=LOW | HIGH if diagonal in (0, width - 1) else 0,
        layer=layer,
        odd=odd,
        last=last,
        mirrored=slots - odd if last and width % 2 == 1 else 0,
    )


def ends_half(width: int, place: Place) -> bool:
    """Return whether a half may end here: after a layer, or in its middle if the width is odd."""
    if width % 2 == 0:
        return place.last
    diagonal, middle = 2 * place.site + place.odd, width // 2
    return diagonal in (middle, middle - 1) if place.odd else diagonal in (middle, middle + 1)


SWEEPS: Mapping[str, type[FixedSweep | HalfTurnSweep]] = {
    FIXED: FixedSweep,
    HALF_TURNS[0]: HalfTurnSweep,
}
