"""Sweeps of boxes column by column: fixed polyominoes, and halves of those with a symmetry.

I. Jensen, Counting polyominoes: a parallel implementation for cluster computing, LNCS 2659 (2003).
Every fixed polyomino has a bounding box; its shorter side is the width of exactly one sweep.
"""

from __future__ import annotations

import numpy as np

from enumino.enum.kernels.matrices import halfturn_matrix, transfer_matrix
from enumino.enum.kernels.matrices._boundary import HIGH, LOW, MOST_SITES, Place, finished
from enumino.enum.kernels.matrices._folded import new_scratch
from enumino.enum.kernels.matrices._states import LIMB_BITS, Links
from enumino.enum.kernels.matrices.transfer_matrix import (
    AXIS_COLUMN,
    AXIS_ROW,
    AXIS_ROW_ANY_LENGTH,
    NO_AXIS,
)
from enumino.enum.matrix_sweep import as_ints
from enumino.families.polyforms.counting.costs import MOST_KEPT
from enumino.families.polyforms.counting.linked_sweep import Level, Levels, LinkedSweep
from enumino.families.polyforms.counting.subjects import CENTRES, FIXED, MIRRORS


class ColumnSweep(LinkedSweep):
    """Boxes of one width, whose next cell is at `row` of `column`; columns count from 1."""

    def __init__(self, width: int, cells: int, limbs: int, limb_bits: int, fewest: int) -> None:
        if not 1 <= width <= MOST_SITES or fewest > cells:
            raise ValueError(
                f"width {width} with {cells} cells: a box width x length, length >= width, takes"
                f" {fewest} cells, and boundaries have at most {MOST_SITES} rows"
            )
        super().__init__(width, cells, limbs, limb_bits)
        self.column, self.row = 1, 0

    @property
    def done(self) -> bool:
        return self.layer.counts.size == 0


class _Columns(Levels):
    """Boundaries that need the cells of `transfer_matrix.needs`; `holes` admits holes."""

    holes = True

    def extend(self, keys: np.ndarray, place: Place, links: Links, more: np.ndarray) -> None:
        transfer_matrix.extend(keys, place, self.width, self.holes, links)

    def needed(self, level: Level, place: Place) -> np.ndarray:
        bounds = level.bounds[: level.made]
        if place.layer >= self.width:
            return bounds[:, 0].copy()
        return bounds[:, 1] - np.int16(place.layer - 1)


class Sweep(ColumnSweep):
    """Fixed polyominoes in boxes of one width, 1 to ``min(31, (cells + 1) // 2)``.

    With an `axis`, half-polyominoes on an axis of symmetry, whose cells count twice off it: the
    axis is row 0 or column 1 (see `transfer_matrix`). A box then takes ``3 * width - 2`` cells, or
    ``3 * width`` if the axis is the shorter side; square boxes are not counted then. It takes
    ``2 * width - 1`` where row 0 is the axis and boxes of any length count. Without an axis,
    boundaries are found once, and `holes` False leaves out polyominoes with holes.

    ``boxes[length, n]``, object[cells - width + 2, cells + 1], counts the polyominoes of n cells
    with bounding box width x length, ``length >= width``, as Python ints.

    >>> sweep = Sweep(2, 4).run()
    >>> sweep.boxes[2].tolist(), sweep.boxes[3].tolist()
    ([0, 0, 0, 4, 1], [0, 0, 0, 0, 8])
    >>> Sweep(3, 8, holes=False).run().boxes[3].tolist()
    [0, 0, 0, 0, 0, 25, 44, 28, 8]
    """

    def __init__(
        self, width: int, cells: int, *, axis: int = NO_AXIS, holes: bool = True, limbs: int = 1,
        limb_bits: int = LIMB_BITS,
    ) -> None:  # fmt: skip
        fewest = fewest_cells(width, axis)
        super().__init__(width, cells, limbs, limb_bits, fewest)
        self.axis = axis
        self.shortest = width + (axis == AXIS_COLUMN) if axis != AXIS_ROW_ANY_LENGTH else 1
        self.boxes = np.zeros((cells - width + 2, cells + 1), dtype=object)
        self._enter(fewest, cells)
        if axis == NO_AXIS:
            self.levels = _Columns(width, fewest, np.empty((0, 0), np.int64))
            self.levels.holes = holes

    @property
    def numbers(self) -> dict[str, np.ndarray]:
        """Polyominoes by size whose shorter side is `width`, by subject."""
        return {FIXED: by_size(self.width, self.boxes)}

    def advance(self) -> None:
        """Decide one cell."""
        place = row_of_column(self.row, self.width, self.column, self.axis)
        self._decide(place, self.row)
        self.row += 1
        if place.last:
            if self.column >= self.shortest and not self.done:
                ended = finished(self.layer, self.cells, self.limbs, self.limb_bits)
                self.boxes[self.column] += as_ints(ended, self.limb_bits)
            self.column, self.row = self.column + 1, 0
            if self.levels is not None:
                self.levels.begin(self.column, self.layer, self.limbs)

    def _link(self, keys: np.ndarray, place: Place, links: Links) -> None:
        transfer_matrix.link(keys, place, self.width, self.axis, links)


def row_of_column(row: int, width: int, column: int, axis: int = NO_AXIS) -> Place:
    """Return the place of the cell after `row` cells of `column`, which counts from 1."""
    last, along = row == width - 1, axis in (AXIS_ROW, AXIS_ROW_ANY_LENGTH)
    on_axis = row == 0 if along else column == 1
    return Place(
        site=row,
        other=row - 1,
        edge=row + 1,
        price=1 if axis == NO_AXIS or on_axis else 2,
        rim=(LOW if row == 0 else 0) | (HIGH if last else 0),
        layer=column,
        odd=True,
        last=last,
        mirrored=width if last and not along else 0,
    )


def fewest_cells(width: int, axis: int = NO_AXIS) -> int:
    """Return the fewest cells of a polyomino in a box of a width."""
    return (2 * width - 1, 3 * width - 2, 3 * width, 2 * width - 1)[axis]


def count_width(width: int, cells: int) -> np.ndarray:
    """Return the `Sweep.boxes` of fixed polyominoes in boxes of one width.

    >>> int(count_width(3, 6)[4, 6])
    50
    """
    return Sweep(width, cells).run().boxes


def by_size(width: int, boxes: np.ndarray) -> np.ndarray:
    """Return the fixed polyominoes of a shorter side: squares once, longer boxes both ways."""
    numbers: np.ndarray = boxes[width] + 2 * boxes[width + 1 :].sum(axis=0)
    return numbers


def busiest_first(cells: int) -> list[int]:
    """Return all widths of the boxes for `cells` cells, those with the most work first."""
    return sorted(range(1, (cells + 1) // 2 + 1), key=lambda width: abs(width - 0.425 * cells))


class MirrorSweep:
    """Polyominoes with a mirror through cells, by the shorter side of the box of their halves.

    A polyomino with a mirror is given by its half on one side of the axis, the axis included,
    which is connected by itself: a path folds onto it. The half lies in a box with the axis as
    one side. Where that side is the longer one (or both are equal), a sweep goes along the
    axis; another one goes across, with the axis as first column. `width` is 1 to
    ``(cells + 2) // 3``.

    >>> sweep = MirrorSweep(2, 6)
    >>> while not sweep.done:
    ...     sweep.advance()
    >>> sweep.numbers["Mcell"].tolist()
    [0, 0, 0, 0, 2, 5, 9]
    """

    def __init__(self, width: int, cells: int) -> None:
        self.width, self.cells = width, cells
        self.numbers = {MIRRORS: np.zeros(cells + 1, dtype=object)}
        self.steps = self.peak_states = self.peak_bytes = 0
        self._sweep = Sweep(width, cells, axis=AXIS_ROW)
        self._across = fewest_cells(width, AXIS_COLUMN) <= cells  # still to come

    @property
    def states(self) -> int:
        return self._sweep.states

    @property
    def done(self) -> bool:
        return self._sweep.done and not self._across

    def advance(self) -> None:
        """Decide one cell."""
        if self._sweep.done:
            self._across = False
            self._sweep = Sweep(self.width, self.cells, axis=AXIS_COLUMN)
        before = self._sweep.steps
        self._sweep.advance()
        self.steps += self._sweep.steps - before
        self.peak_states = max(self.peak_states, self._sweep.peak_states)
        self.peak_bytes = max(self.peak_bytes, self._sweep.peak_bytes)
        if self._sweep.done:
            self.numbers[MIRRORS] += self._sweep.boxes.sum(axis=0)


class _HalfColumns(Levels):
    """Boundaries of half boxes, which need the orbits of `_folded.needs` in each column."""

    def extend(self, keys: np.ndarray, place: Place, links: Links, more: np.ndarray) -> None:
        halfturn_matrix.extend(keys, place, self.width, new_scratch(), links, more)

    def needed(self, level: Level, place: Place) -> np.ndarray:
        column = min(place.layer, self.width // 2 + 1)
        return level.more[: level.made, column - 1].astype(np.int16)


class HalfTurnSweep(ColumnSweep):
    """Polyominoes with a half-turn about any centre, in boxes of one width: halves of them.

    Boundaries are found once, unless there are too many.

    >>> numbers = HalfTurnSweep(2, 6).run().numbers
    >>> numbers["R180E"].tolist(), numbers["R180V"].tolist()
    ([0, 0, 0, 0, 2, 0, 3], [0, 0, 0, 0, 1, 0, 4])
    """

    def __init__(
        self, width: int, cells: int, *, limbs: int = 1, limb_bits: int = LIMB_BITS
    ) -> None:
        super().__init__(width, cells, limbs, limb_bits, fewest_cells(width))
        self.orbits = (cells + 1) // 2
        self.numbers = {name: np.zeros(cells + 1, dtype=object) for name in CENTRES}
        self._enter(width, self.orbits)
        self.levels = _HalfColumns(width, width, np.empty((0, width // 2 + 1), np.uint8))
        self.most_kept = MOST_KEPT

    def advance(self) -> None:
        """Decide one cell."""
        self._decide(row_of_half(self.row, self.width, self.column), self.row)
        self.row += 1
        if 2 * self.row in (self.width, self.width + 1):
            self._finish(2 * self.column - 1)
        if self.row == self.width:
            self._finish(2 * self.column)
            self.column, self.row = self.column + 1, 0

    def _link(self, keys: np.ndarray, place: Place, links: Links) -> None:
        halfturn_matrix.link(keys, place, self.width, new_scratch(), links)

    def _finish(self, length: int) -> None:
        """Add the polyominoes in a box width x length."""
        if length < self.width or self.done:
            return
        odd_length, odd_width = length % 2 == 1, self.width % 2 == 1
        name = "R180E" if odd_length != odd_width else "R180C" if odd_width else "R180V"
        times = 2 if name != "R180E" and length > self.width else 1  # the box lying and standing
        ended = halfturn_matrix.finished(
            self.layer, self.width, odd_length, self.orbits, self.limbs, self.limb_bits,
            new_scratch(),
        )  # fmt: skip
        add_orbits(self.numbers[name], times, *(as_ints(each, self.limb_bits) for each in ended))


def add_orbits(numbers: np.ndarray, times: int, others: np.ndarray, centred: np.ndarray) -> None:
    """Add polyominoes with a half-turn, given by orbits, to those by size.

    The orbits of the `centred` ones include the cell at the centre, which is its own image.
    """
    cells = len(numbers) - 1
    numbers[2 : 2 * (cells // 2) + 1 : 2] += times * others[1 : cells // 2 + 1]
    numbers[1::2] += times * centred[1 : (cells + 1) // 2 + 1]


def row_of_half(row: int, width: int, column: int) -> Place:
    """Return the next place; a cell on one side has its image on the other."""
    place = row_of_column(row, width, column)
    return place._replace(rim=LOW | HIGH if place.rim else 0)
