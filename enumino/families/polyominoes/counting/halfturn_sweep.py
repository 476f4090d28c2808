"""Sweep half a box of one height for the polyominoes with a half-turn: the resumable count."""

from __future__ import annotations

import numpy as np

from enumino.enum.interrupts import delayed_interrupts
from enumino.enum.kernels import halfturn_matrix
from enumino.enum.kernels._boundary import WIDEST
from enumino.enum.kernels._folded import new_scratch
from enumino.enum.kernels._states import LIMB_BITS, Layer
from enumino.families.polyominoes.counting.sweep import as_ints

CENTRES = ("R180C", "R180E", "R180V")
"""Half-turns about a cell, an edge (in one orientation) and a vertex."""


class HalfTurnSweep:
    """The sweep of the boxes of one height, advanced cell by cell, for all three centres.

    Between two cells a sweep can be reported on, left, or pickled and taken up elsewhere.

    Parameters
    ----------
    width : int
        Rows of the box, the shorter side; 1 to ``min(40, (cells + 1) // 2)``.
    cells : int
        Largest size that is counted.
    limbs, limb_bits : int
        Numbers are held in so many limbs of so many bits, the last of 63. The default is enough.

    Attributes
    ----------
    numbers : dict of str to object[cells + 1]
        Polyominoes by size whose shorter side is `width`, for each centre, as Python ints.
    column, row : int
        Where the next cell goes; columns count from 1.
    states, steps : int
        States now, and states made so far (the unit of work).
    peak_states, peak_bytes : int
        Most states and most bytes held (estimated from above) so far.

    Examples
    --------
    >>> sweep = HalfTurnSweep(2, 6)
    >>> while not sweep.done:
    ...     sweep.advance()
    >>> sweep.numbers["R180E"].tolist(), sweep.numbers["R180V"].tolist()
    ([0, 0, 0, 0, 2, 0, 3], [0, 0, 0, 0, 1, 0, 4])
    """

    def __init__(
        self, width: int, cells: int, *, limbs: int | None = None, limb_bits: int = LIMB_BITS
    ) -> None:
        if not 1 <= width <= min(WIDEST, (cells + 1) // 2):
            raise ValueError(
                f"width {width} with {cells} cells: a box width x length, length >= width, takes"
                f" 2 * width - 1 cells, and boundaries have at most {WIDEST} rows"
            )
        if not 1 <= limb_bits <= LIMB_BITS:
            raise ValueError(f"limb_bits {limb_bits}: from 1 to {LIMB_BITS}")
        self.width, self.cells, self.orbits = width, cells, (cells + 1) // 2
        self.limbs, self.limb_bits = limbs or limbs_for(cells), limb_bits
        self.column, self.row = 1, 0
        self.numbers = {name: np.zeros(cells + 1, dtype=object) for name in CENTRES}
        self.steps, self.peak_states, self.peak_bytes = 0, 1, 0
        counts = np.zeros(self.limbs * (self.orbits - width + 1), dtype=np.int64)
        counts[0] = 1  # the empty box in one way
        self.layer = Layer(
            keys=np.zeros((1, 2), dtype=np.int64),
            low=np.zeros(1, dtype=np.int16),
            need=np.full(1, width, dtype=np.int16),
            start=np.array([0, counts.size], dtype=np.int64),
            counts=counts,
        )

    @property
    def states(self) -> int:
        return int(self.layer.low.size)

    @property
    def done(self) -> bool:
        return self.states == 0

    def advance(self) -> None:
        """Decide one cell."""
        before = self.layer
        at = (self.row, self.width, self.column, self.orbits)
        scratch = new_scratch()
        with delayed_interrupts():
            self.layer = halfturn_matrix.add_cell(before, *at, self.limbs, self.limb_bits, scratch)
        self.steps += self.states
        self.peak_states = max(self.peak_states, self.states)
        # `link` takes 8 bytes a state to follow, 40 for what may come, and up to 4 slots.
        held = sum(array.nbytes for array in before + self.layer)
        self.peak_bytes = max(self.peak_bytes, held + 64 * before.low.size)
        self.row += 1
        if 2 * self.row in (self.width, self.width + 1):
            self._finish(2 * self.column - 1)
        if self.row == self.width:
            self._finish(2 * self.column)
            self.column, self.row = self.column + 1, 0

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


def limbs_for(cells: int) -> int:
    """Limbs that hold every count up to `cells` cells; see `_states`.

    A spanning tree of the k orbits shows k cells of a fixed polyomino, which touches its image at
    one of at most 4 k**2 pairs of cells: there are at most 4 k**2 times as many polyominoes as
    fixed ones of k cells. With 28 orbits (A001168) that is below 2**63; beyond, there are at most
    4.5252**k fixed ones (Barequet and Shalah, Algorithmica 84, 2022).
    """
    orbits = (cells + 1) // 2
    if orbits <= 28:
        return 1
    return 2 + max(0, int(2.179 * orbits + 2 * np.log2(2 * orbits)) - 63) // LIMB_BITS
