"""Sweep a box of one width with the transfer matrix: the resumable count behind the kernel.

I. Jensen, Counting polyominoes: a parallel implementation for cluster computing, LNCS 2659 (2003).
Every fixed polyomino has a bounding box; its shorter side is the width of exactly one sweep.
"""

from __future__ import annotations

from math import inf

import numpy as np

from enumino.enum.kernels.matrices import transfer_matrix
from enumino.enum.kernels.matrices._boundary import HIGH, LOW, MOST_SITES, Place, finished
from enumino.enum.kernels.matrices._states import LIMB_BITS, Layer, Links
from enumino.enum.kernels.matrices.transfer_matrix import (
    AXIS_COLUMN,
    AXIS_ROW,
    AXIS_ROW_ANY_LENGTH,
    NO_AXIS,
)
from enumino.enum.matrix_sweep import as_ints
from enumino.families.polyforms.counting.columns import Columns
from enumino.families.polyforms.counting.linked_sweep import LinkedSweep


class Sweep(LinkedSweep):
    """The boxes of one width.

    Without an axis boundaries are found once (`columns`). With an axis their needs are less simple,
    and successors are found anew for each cell.

    Parameters
    ----------
    width: rows of the box, 1 to ``min(31, (cells + 1) // 2)``.
    cells: largest size that is counted.
    axis: with one, half-polyominoes on an axis of symmetry, whose cells count twice off it: the
        axis is row 0 or column 1 (see `transfer_matrix`); a box then takes ``3 * width - 2``
        cells, or ``3 * width`` if the axis is the shorter side, which no square box counts for;
        ``2 * width - 1`` where row 0 is the axis and boxes of any length count.
    holes: False to count polyominoes without holes: boundaries with holes are not followed (see
        `_without_holes`). Without an axis only.
    limbs, limb_bits: see `MatrixSweep`.

    Attributes
    ----------
    boxes: object[cells - width + 2, cells + 1], Python ints: ``boxes[length, n]`` counts the
        fixed polyominoes of n cells with bounding box width x length, ``length >= width``.
    column, row: place of the next cell; columns count from 1.

    Examples
    --------
    >>> sweep = Sweep(2, 4)
    >>> while not sweep.done:
    ...     sweep.advance()
    >>> sweep.boxes[2].tolist(), sweep.boxes[3].tolist()
    ([0, 0, 0, 4, 1], [0, 0, 0, 0, 8])
    >>> sweep = Sweep(3, 8, holes=False)
    >>> while not sweep.done:
    ...     sweep.advance()
    >>> sweep.boxes[3].tolist()
    [0, 0, 0, 0, 0, 25, 44, 28, 8]
    """

    _levels: Columns | None = None

    def __init__(
        self, width: int, cells: int, *, axis: int = NO_AXIS, holes: bool = True, limbs: int = 1,
        limb_bits: int = LIMB_BITS,
    ) -> None:  # fmt: skip
        fewest = fewest_cells(width, axis)
        if not 1 <= width <= MOST_SITES or fewest > cells:
            raise ValueError(
                f"width {width} with {cells} cells: a box width x length, length >= width, takes"
                f" {fewest} cells, and boundaries have at most {MOST_SITES} rows"
            )
        super().__init__(width, cells, limbs, limb_bits)
        self.axis = axis
        self.column, self.row = 1, 0
        self.boxes = np.zeros((cells - width + 2, cells + 1), dtype=object)
        self._enter(fewest, cells)
        self._levels = Columns(width, self.layer, holes=holes) if axis == NO_AXIS else None

    @property
    def done(self) -> bool:
        return self.layer.counts.size == 0

    @property
    def numbers(self) -> dict[str, np.ndarray]:
        """Polyominoes by size whose shorter side is `width`, by subject."""
        return {"fixed": by_size(self.width, self.boxes)}

    def advance(self) -> None:
        """Decide one cell."""
        place = row_of_column(self.row, self.width, self.column, self.axis)
        self._decide(place)
        self.row += 1
        if place.last:
            shortest = self.width + (self.axis == AXIS_COLUMN)
            if self.axis == AXIS_ROW_ANY_LENGTH:
                shortest = 1
            if self.column >= shortest and not self.done:
                ended = finished(self.layer, self.cells, self.limbs, self.limb_bits)
                self.boxes[self.column] += as_ints(ended, self.limb_bits)
            self.column, self.row = self.column + 1, 0
            if self._levels is not None:
                self._levels.begin(self.column, self.layer, self.limbs)

    def _next(self) -> Layer:
        if self._levels is None:
            return super()._next()
        return self._next_by(self._levels, self.row, inf)

    def _link(self, place: Place, links: Links) -> None:
        transfer_matrix.link(self.layer.keys, place, self.width, self.axis, links)


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
    """Count fixed polyominoes up to `cells` cells by bounding box, for one width of the box.

    Returns
    -------
    object[cells - width + 2, cells + 1], Python ints: `Sweep.boxes`.

    Examples
    --------
    >>> int(count_width(3, 6)[4, 6])
    50
    """
    sweep = Sweep(width, cells)
    while not sweep.done:
        sweep.advance()
    return sweep.boxes


def by_size(width: int, boxes: np.ndarray) -> np.ndarray:
    """Return the fixed polyominoes of a shorter side: squares once, longer boxes both ways."""
    numbers: np.ndarray = boxes[width] + 2 * boxes[width + 1 :].sum(axis=0)
    return numbers


def widths(cells: int) -> list[int]:
    """Return all widths of the boxes for `cells` cells, those with the most work first."""
    return sorted(range(1, (cells + 1) // 2 + 1), key=lambda width: abs(width - 0.425 * cells))
