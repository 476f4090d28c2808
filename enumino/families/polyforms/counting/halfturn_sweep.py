"""Sweep half a box of one height for the polyominoes with a half-turn: the resumable count."""

from __future__ import annotations

import numpy as np

from enumino.enum.kernels.matrices import halfturn_matrix
from enumino.enum.kernels.matrices._boundary import HIGH, LOW, MOST_SITES, Place
from enumino.enum.kernels.matrices._folded import new_scratch
from enumino.enum.kernels.matrices._states import LIMB_BITS, Layer, Links
from enumino.enum.matrix_sweep import as_ints
from enumino.families.polyforms.counting.levels import Level, Levels
from enumino.families.polyforms.counting.linked_sweep import LinkedSweep
from enumino.families.polyforms.counting.sweep import row_of_column

# Half-turns about a cell, an edge (in one orientation) and a vertex.
CENTRES = ("R180C", "R180E", "R180V")
# Most bytes of one sweep for boundaries that recur; beyond it they are forgotten. This is enough
# up to 50 cells; two sweeps of larger sizes would fill a server.
MOST_KEPT = 2e9


class _Columns(Levels):
    """All boundaries of half boxes of `rows` rows, a level before each row.

    The orbits that they need in each column are results of `_folded.needs`.
    """

    def __init__(self, rows: int) -> None:
        columns = rows // 2 + 1
        super().__init__([Level(np.empty((0, columns), np.uint8)) for _ in range(rows)])
        self.levels[0].enter(0, 0, rows)
        self.rows = rows

    def extend(self, keys: np.ndarray, place: Place, links: Links, more: np.ndarray) -> None:
        """Fill `links` with the successors of `keys` at `place`, and `more` with their needs."""
        halfturn_matrix.extend(keys, place, self.rows, new_scratch(), links, more)

    def needed(self, level: Level, place: Place) -> np.ndarray:
        """Lower bounds on the orbits to come after `place`."""
        column = min(place.layer, self.rows // 2 + 1)
        return level.more[: level.made, column - 1].astype(np.int16)


class HalfTurnSweep(LinkedSweep):
    """The boxes of one height, for all three centres.

    Boundaries are found once (`levels`), unless there are too many.

    Parameters
    ----------
    width : int
        Rows of the box, the shorter side; 1 to ``min(31, (cells + 1) // 2)``.
    cells : int
        Largest size that is counted.
    limbs, limb_bits : int
        See `MatrixSweep`.

    Attributes
    ----------
    numbers : dict of str to object[cells + 1]
        Polyominoes by size whose shorter side is `width`, for each centre, as Python ints.
    column, row : int
        Place of the next cell; columns count from 1.

    Examples
    --------
    >>> sweep = HalfTurnSweep(2, 6)
    >>> while not sweep.done:
    ...     sweep.advance()
    >>> sweep.numbers["R180E"].tolist(), sweep.numbers["R180V"].tolist()
    ([0, 0, 0, 0, 2, 0, 3], [0, 0, 0, 0, 1, 0, 4])
    """

    def __init__(
        self, width: int, cells: int, *, limbs: int = 1, limb_bits: int = LIMB_BITS
    ) -> None:
        if not 1 <= width <= min(MOST_SITES, (cells + 1) // 2):
            raise ValueError(
                f"width {width} with {cells} cells: a box width x length, length >= width, takes"
                f" 2 * width - 1 cells, and boundaries have at most {MOST_SITES} rows"
            )
        super().__init__(width, cells, limbs, limb_bits)
        self.orbits = (cells + 1) // 2
        self.column, self.row = 1, 0
        self.numbers = {name: np.zeros(cells + 1, dtype=object) for name in CENTRES}
        self._enter(width, self.orbits)
        self._levels = _Columns(width)

    @property
    def done(self) -> bool:
        return self.layer.counts.size == 0

    def advance(self) -> None:
        """Decide one cell."""
        self._decide(row_of_half(self.row, self.width, self.column))
        self.row += 1
        if 2 * self.row in (self.width, self.width + 1):
            self._finish(2 * self.column - 1)
        if self.row == self.width:
            self._finish(2 * self.column)
            self.column, self.row = self.column + 1, 0

    def _next(self) -> Layer:
        if self._levels is None:
            return super()._next()
        return self._next_by(self._levels, self.row, MOST_KEPT)

    def _link(self, place: Place, links: Links) -> None:
        halfturn_matrix.link(self.layer.keys, place, self.width, new_scratch(), links)

    def _finish(self, length: int) -> None:
        """Add the polyominoes in a box width x length."""
        if length < self.width or self.done:
            return
        odd_length, odd_width = length % 2 == 1, self.width % 2 == 1
        name = "R180E" if odd_length != odd_width else "R180C" if odd_width else "R180V"
        times = 2 if name != "R180E" and length > self.width else 1  # the box lying and standing
        others, centred = halfturn_matrix.finished(
            self.layer, self.width, odd_length, self.orbits, self.limbs, self.limb_bits,
            new_scratch(),
        )  # fmt: skip
        numbers = self.numbers[name]
        pairs, centres = as_ints(others, self.limb_bits), as_ints(centred, self.limb_bits)
        most = self.cells // 2
        numbers[2 : 2 * most + 1 : 2] += times * pairs[1 : most + 1]
        numbers[1::2] += times * centres[1 : (self.cells + 1) // 2 + 1]


def row_of_half(row: int, width: int, column: int) -> Place:
    """Return the next place; a cell on one side has its image on the other."""
    place = row_of_column(row, width, column)
    return place._replace(rim=LOW | HIGH if place.rim else 0)
