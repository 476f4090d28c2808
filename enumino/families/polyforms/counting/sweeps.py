"""Sweeps of transfer matrices, by columns for fixed shapes and by diagonals for half-turns.

Sweeps of different widths are independent, and together they count every polyomino once. The width
is the shorter side of its box, or the smaller number of diagonals that it meets in a direction.

I. Jensen, Counting polyominoes: a parallel implementation for cluster computing, LNCS 2659 (2003);
G. Barequet, G. Ben-Shachar, Counting polyominoes, revisited, ALENEX 2024.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from itertools import count
from math import exp
from typing import ClassVar, NamedTuple, Self

import numpy as np

from enumino.enum.kernels.matrices import rotated_halfturn, transfer_matrix
from enumino.enum.kernels.matrices.boundary import HIGH, LOW, MOST_SITES, NextCell
from enumino.enum.kernels.matrices.states import (
    LIMB_BITS,
    Layer,
    NextStates,
    counts_by_size,
    empty_next_states,
    next_layer,
)

FIXED = "fixed"
# Names in `symmetric_shapes` of half-turns about a cell, an edge of one orientation and a vertex.
HALF_TURNS = ABOUT_CELL, ABOUT_EDGE, ABOUT_VERTEX = ("rotate/0", "rotate/1", "rotate/2")


class Growth(NamedTuple):
    """The measured number of states of all sweeps, normally distributed over the widths."""

    cells: int
    states: float  # at this number of cells
    growth: float  # of the number of states with each cell
    middle: float  # the mean of the distribution, in proportion to the size
    spread: float  # its variance, in proportion to the size
    seconds: float  # per state on one core of a server of the 2020s


class MatrixSweep(ABC):
    """The sweep of one width for polyominoes of up to `cells` cells, cell by cell.

    `numbers` has the polyominoes of this width by group and size, object[cells + 1], Python ints.
    Numbers in the states begin with `limbs` limbs of `limb_bits` bits, the last of 63 bits, and
    gain limbs as they grow. `steps` counts the states made so far, the unit of work.
    """

    groups: ClassVar[tuple[str, ...]]
    growth: ClassVar[Growth]
    widest: ClassVar[int] = MOST_SITES

    def __init__(
        self, width: int, cells: int, *, limbs: int = 1, limb_bits: int = LIMB_BITS
    ) -> None:
        if width not in self.widths(cells) or width > self.widest:
            raise ValueError(
                f"width {width} with {cells} cells: such polyominoes are narrower, or their "
                f"boundaries have more than {MOST_SITES} sites"
            )
        self.width, self.cells, self.limbs, self.limb_bits = width, cells, limbs, limb_bits
        self.steps = 0
        self.numbers = {group: np.zeros(cells + 1, dtype=object) for group in self.groups}

    @staticmethod
    @abstractmethod
    def widths(cells: int) -> range:
        """Return all widths of polyominoes of up to `cells` cells."""

    @classmethod
    def work(cls, cells: int) -> dict[int, tuple[float, float]]:
        """Predict the states and the seconds of each width."""
        known = cls.growth
        weights = {
            width: exp(-((width - known.middle * cells) ** 2) / (2 * known.spread * cells))
            for width in cls.widths(cells)
        }
        each = known.states * known.growth ** (cells - known.cells) / sum(weights.values())
        return {
            width: (each * weight, each * weight * known.seconds)
            for width, weight in weights.items()
        }

    def run(self, passed: Callable[[int], object] = lambda steps: None) -> Self:
        """Run the sweep and return it, with a call of `passed` for the steps of each cell."""
        for next_cells, least, most in self._strips():
            counts = np.zeros((self.limbs, most - least + 1), dtype=np.int64)
            counts[0, 0] = 1  # way to the empty state
            layer = Layer(
                keys=np.zeros((1, 2), dtype=np.int64),
                low=np.zeros(1, dtype=np.int16),
                start=np.array([0, counts.shape[1]], dtype=np.int64),
                counts=counts,
            )
            for next_cell in next_cells:
                new = empty_next_states(layer.low, most)
                self._link(layer.keys, next_cell, new)
                layer = next_layer(layer, new, next_cell.weight, self.limb_bits)
                self._finish(layer, next_cell)
                self.steps += layer.low.size
                passed(layer.low.size)
                if layer.low.size == 0:
                    break
        return self

    @abstractmethod
    def _strips(self) -> Iterator[tuple[Iterable[NextCell], int, int]]:
        """Yield the cells of each strip, and the least and the largest weight that it counts."""

    @abstractmethod
    def _finish(self, layer: Layer, next_cell: NextCell) -> None:
        """Add to the numbers the polyominoes that end at the next cell."""

    @abstractmethod
    def _link(self, keys: np.ndarray, next_cell: NextCell, new: NextStates) -> None:
        """Fill `new` with the successors of states at the next cell."""


class FixedSweep(MatrixSweep):
    """Fixed polyominoes whose box has a shorter side of `width`."""

    groups = (FIXED,)
    growth = Growth(40, 2.1e9, 1.545, 0.41, 0.045, 1.5e-7)
    hexagons: ClassVar[bool] = False

    @staticmethod
    def widths(cells: int) -> range:
        """Return the shorter sides of boxes."""
        return range(1, (cells + 1) // 2 + 1)

    def _strips(self) -> Iterator[tuple[Iterable[NextCell], int, int]]:
        width = self.width
        steps = (divmod(step, width) for step in count())
        cells = (cell_of_column(row, width, at + 1, self.hexagons) for at, row in steps)
        yield cells, width if self.hexagons else 2 * width - 1, self.cells

    def _finish(self, layer: Layer, next_cell: NextCell) -> None:
        if next_cell.last and next_cell.layer >= self.width:
            ended = transfer_matrix.has_ended(layer.keys)
            boxes = 1 if next_cell.layer == self.width else 2  # wide and tall
            self.numbers[FIXED] += boxes * counts_by_size(layer, ended, self.cells, self.limb_bits)

    def _link(self, keys: np.ndarray, next_cell: NextCell, new: NextStates) -> None:
        transfer_matrix.link(keys, next_cell, self.width, new)


class HexagonSweep(FixedSweep):
    """Fixed polyhexes whose box has the shorter side `width`: a diagonal needs no more cells."""

    growth = Growth(20, 1.38e7, 1.87, 0.65, 0.18, 1.6e-7)
    hexagons = True

    @staticmethod
    def widths(cells: int) -> range:
        """Return the shorter sides of boxes."""
        return range(1, cells + 1)

    def _link(self, keys: np.ndarray, next_cell: NextCell, new: NextStates) -> None:
        transfer_matrix.link_hexagons(keys, next_cell, self.width, new)


def cell_of_column(row: int, width: int, column: int, hexagons: bool = False) -> NextCell:
    """Return the cell after `row` cells of a column; columns are numbered from 1."""
    last = row == width - 1
    return NextCell(
        site=row,
        beside=row - 1,
        diagonal=row + 1 if hexagons else -1,
        kink=row + 1,
        weight=1,
        rim_flags=(LOW if row == 0 else 0) | (HIGH if last else 0),
        layer=column,
        odd=True,
        last=last,
        mirrored_sites=width if last and not hexagons else 0,
    )


class HalfTurnSweep(MatrixSweep):
    """Polyominoes with a half-turn that meet `width` diagonals in a direction, and no fewer across.

    For an odd width, layer 1 begins on even diagonals in one strip and on odd diagonals in another.
    For an even width, the two strips are mirror images, so one strip is enough, and the centre is
    on an edge of one orientation.
    """

    groups = HALF_TURNS
    growth = Growth(36, 2.7e7, 1.43, 0.57, 0.3, 4.4e-7)
    widest = 2 * MOST_SITES  # diagonals

    @staticmethod
    def widths(cells: int) -> range:
        """Return the numbers of diagonals; a row of n cells meets n diagonals."""
        return range(1, cells + 1)

    def _strips(self) -> Iterator[tuple[Iterable[NextCell], int, int]]:
        width, slots = self.width, (self.width + 1) // 2
        for parity in (0, 1) if width % 2 else (0,):  # of layer 1
            steps = (divmod(step, slots) for step in count())
            cells = (cell_of_strip(width, parity, layer + 1, slot) for layer, slot in steps)
            yield cells, slots, self.orbits

    @property
    def orbits(self) -> int:
        """The largest number of orbits of cells."""
        return (self.cells + 1) // 2

    def _link(self, keys: np.ndarray, next_cell: NextCell, new: NextStates) -> None:
        scratch = rotated_halfturn.new_scratch(self.width)
        rotated_halfturn.link(keys, next_cell, self.width, scratch, new)

    def _finish(self, layer: Layer, next_cell: NextCell) -> None:
        """Add polyominoes whose halves end here: n orbits have 2 n cells, or 2 n - 1."""
        slots = (self.width + 1) // 2
        if next_cell.layer < slots or not ends_half(self.width, next_cell):
            return
        ended = rotated_halfturn.has_ended(layer.keys, self.width, next_cell)
        others, centred = (
            counts_by_size(layer, each, self.orbits, self.limb_bits) for each in ended
        )
        name = ABOUT_EDGE
        if self.width % 2 == 1:
            name = ABOUT_CELL if (self.width // 2) % 2 == next_cell.odd else ABOUT_VERTEX
        numbers, times = self.numbers[name], 1 if next_cell.layer == slots else 2
        numbers[2::2] += times * others[1 : self.cells // 2 + 1]
        numbers[1::2] += times * centred[1:]


def cell_of_strip(width: int, parity: int, layer: int, position: int) -> NextCell:
    """Return the cell after `position` cells of a layer; layers are numbered from 1.

    `parity` is the parity of the diagonals of layer 1. The image of a cell on one rim is on the
    other rim.
    """
    slots = (width + 1) // 2
    odd = (parity + layer) % 2 == 0
    slot = position if odd else slots - 1 - position
    beside = slot + 1 if odd else slot - 1
    diagonal = 2 * slot + odd
    last = position == slots - 1
    return NextCell(
        site=slot,
        beside=beside if beside < slots else -1,
        diagonal=-1,
        kink=slot + odd,
        weight=1 if diagonal < width else 0,
        rim_flags=LOW | HIGH if diagonal in (0, width - 1) else 0,
        layer=layer,
        odd=odd,
        last=last,
        mirrored_sites=slots - odd if last and width % 2 == 1 else 0,
    )


def ends_half(width: int, next_cell: NextCell) -> bool:
    """Return whether a half may end here: after a layer or, for an odd width, in its middle."""
    if width % 2 == 0:
        return next_cell.last
    diagonal, middle = 2 * next_cell.site + next_cell.odd, width // 2
    return diagonal in (middle, middle - 1) if next_cell.odd else diagonal in (middle, middle + 1)
