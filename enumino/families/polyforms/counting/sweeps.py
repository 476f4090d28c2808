"""Sweeps of transfer matrices: fixed polyominoes by columns, those with a half-turn by diagonals.

Sweeps of different widths are independent of each other, and together they count every polyomino
once: by the shorter side of its box, or by the fewer of the diagonals that it meets either way.

I. Jensen, Counting polyominoes: a parallel implementation for cluster computing, LNCS 2659 (2003);
G. Barequet, G. Ben-Shachar, Counting polyominoes, revisited, ALENEX 2024.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from itertools import count
from typing import ClassVar, Self

import numpy as np

from enumino.enum.interrupts import delayed_interrupts
from enumino.enum.kernels.matrices import rotated_halfturn, transfer_matrix
from enumino.enum.kernels.matrices._boundary import HIGH, LOW, MOST_SITES, NextCell
from enumino.enum.kernels.matrices._states import (
    LIMB_BITS,
    Layer,
    NextStates,
    collected,
    next_layer,
    no_next_states,
)
from enumino.families.polyforms.counting.costs import FIXED, HALF_TURNS, widths

ABOUT_CELL, ABOUT_EDGE, ABOUT_VERTEX = HALF_TURNS


class Sweep(ABC):
    """The sweep of one width for polyominoes of up to `cells` cells, cell by cell.

    `numbers` has, by subject, the polyominoes of each size that this width counts, object[cells +
    1], Python ints. Numbers in the states have `limbs` limbs of `limb_bits` bits at first, the last
    of 63, and more once they have grown. `steps` counts the states made so far (the unit of work),
    `peak_bytes` the most bytes (estimated from above) that were held at once.
    """

    subjects: ClassVar[tuple[str, ...]]
    widest: ClassVar[int] = MOST_SITES
    linking_bytes: ClassVar[int] = 64  # a state: 8 to follow, 40 for links, up to 4 slots

    def __init__(
        self, width: int, cells: int, *, limbs: int = 1, limb_bits: int = LIMB_BITS
    ) -> None:
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

    def run(self, passed: Callable[[int], object] = lambda steps: None) -> Self:
        """Decide all cells, with a call of `passed` for the steps of each; return the sweep."""
        for places, least, most in self._strips():
            layer = self._first(least, most)
            for place in places:
                before = self.steps
                layer = self._decide(layer, place, most)
                self._finish(layer, place)
                passed(self.steps - before)
                if layer.counts.size == 0:
                    break
        return self

    @abstractmethod
    def _strips(self) -> Iterator[tuple[Iterable[NextCell], int, int]]:
        """Yield the places of each strip, the least weight of what it counts, and the most."""

    @abstractmethod
    def _finish(self, layer: Layer, place: NextCell) -> None:
        """Add the polyominoes that end at a place to the numbers."""

    @abstractmethod
    def _link(self, keys: np.ndarray, place: NextCell, new: NextStates) -> None:
        """Fill `new` with the successors of states at a place."""

    def _first(self, least: int, most: int) -> Layer:
        """Return the empty state, which needs the weight `least`; heavier ones are dropped."""
        counts = np.zeros((self.limbs, most - least + 1), dtype=np.int64)
        counts[0, 0] = 1  # one way to the empty state
        return Layer(
            keys=np.zeros((1, 2), dtype=np.int64),
            low=np.zeros(1, dtype=np.int16),
            need=np.full(1, least, dtype=np.int16),
            start=np.array([0, counts.shape[1]], dtype=np.int64),
            counts=counts,
        )

    def _decide(self, before: Layer, place: NextCell, most: int) -> Layer:
        """Return the states after the cell at a place, with counts."""
        new = no_next_states(before.low, most)
        with delayed_interrupts():
            self._link(before.keys, place, new)
            layer = next_layer(before, new, place.price, self.limb_bits)
        self.limbs = len(layer.counts)
        self.steps += int(np.count_nonzero(np.diff(layer.start)))
        held = sum(array.nbytes for array in before + layer)
        self.peak_bytes = max(self.peak_bytes, held + self.linking_bytes * before.low.size)
        return layer


class FixedSweep(Sweep):
    """Fixed polyominoes whose box has the shorter side `width`.

    >>> FixedSweep(2, 4).run().numbers["fixed"].tolist()
    [0, 0, 0, 4, 17]
    """

    subjects = (FIXED,)

    def _strips(self) -> Iterator[tuple[Iterable[NextCell], int, int]]:
        width = self.width
        places = (row_of_column(step % width, width, step // width + 1) for step in count())
        yield places, 2 * width - 1, self.cells

    def _finish(self, layer: Layer, place: NextCell) -> None:
        if place.last and place.layer >= self.width and layer.counts.size:
            ended = transfer_matrix.has_ended(layer.keys)
            boxes = 1 if place.layer == self.width else 2  # lying and standing
            self.numbers[FIXED] += boxes * collected(layer, ended, self.cells, self.limb_bits)

    def _link(self, keys: np.ndarray, place: NextCell, new: NextStates) -> None:
        transfer_matrix.link(keys, place, self.width, new)


def row_of_column(row: int, width: int, column: int) -> NextCell:
    """Return the place of the cell after `row` cells of `column`, which counts from 1."""
    last = row == width - 1
    return NextCell(
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

    def _strips(self) -> Iterator[tuple[Iterable[NextCell], int, int]]:
        width, slots = self.width, (self.width + 1) // 2
        for parity in (0, 1) if width % 2 else (0,):  # of layer 1
            steps = (divmod(step, slots) for step in count())
            places = (place_in_strip(width, parity, layer + 1, slot) for layer, slot in steps)
            yield places, slots, self.orbits

    @property
    def orbits(self) -> int:
        """The most orbits of cells."""
        return (self.cells + 1) // 2

    def _link(self, keys: np.ndarray, place: NextCell, new: NextStates) -> None:
        scratch = rotated_halfturn.new_scratch(self.width)
        rotated_halfturn.link(keys, place, self.width, scratch, new)

    def _finish(self, layer: Layer, place: NextCell) -> None:
        """Add the polyominoes whose halves end at a place.

        Those of n orbits have 2 n cells, or one less if the centre is an occupied cell.
        """
        slots = (self.width + 1) // 2
        if place.layer < slots or not ends_half(self.width, place):
            return
        ended = rotated_halfturn.has_ended(layer.keys, self.width, place)
        others, centred = (collected(layer, each, self.orbits, self.limb_bits) for each in ended)
        name = ABOUT_EDGE
        if self.width % 2 == 1:
            name = ABOUT_CELL if (self.width // 2) % 2 == place.odd else ABOUT_VERTEX
        numbers, times = self.numbers[name], 1 if place.layer == slots else 2
        numbers[2::2] += times * others[1 : self.cells // 2 + 1]
        numbers[1::2] += times * centred[1:]


def place_in_strip(width: int, parity: int, layer: int, position: int) -> NextCell:
    """Return the place of the cell after `position` cells of `layer`, which counts from 1.

    `parity` is that of the diagonals of layer 1. A cell on one rim has its image on the other.
    """
    slots = (width + 1) // 2
    odd = (parity + layer) % 2 == 0
    slot = position if odd else slots - 1 - position
    other = slot + 1 if odd else slot - 1
    diagonal = 2 * slot + odd
    last = position == slots - 1
    return NextCell(
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


def ends_half(width: int, place: NextCell) -> bool:
    """Return whether a half may end here: after a layer, or in its middle if the width is odd."""
    if width % 2 == 0:
        return place.last
    diagonal, middle = 2 * place.site + place.odd, width // 2
    return diagonal in (middle, middle - 1) if place.odd else diagonal in (middle, middle + 1)


SWEEPS = {each.subjects[0]: each for each in (FixedSweep, HalfTurnSweep)}
