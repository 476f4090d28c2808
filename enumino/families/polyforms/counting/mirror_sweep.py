"""Sweep half-strips for the polyominoes with a mirror through cells: the resumable count."""

from __future__ import annotations

import numpy as np

from enumino.enum.kernels.matrices.transfer_matrix import AXIS_COLUMN, AXIS_ROW
from enumino.families.polyforms.counting.sweep import Sweep, fewest_cells


class MirrorSweep:
    """The sweeps of the half-strips whose shorter side is one width, one after the other.

    A polyomino with a mirror is given by its half on one side of the axis, the axis included,
    which is connected by itself: a path folds onto it. The half lies in a box with the axis as
    one side. Where that side is the longer one (or both are equal), the sweep goes along the
    axis, otherwise across, with the axis as first column.

    Parameters
    ----------
    width : int
        Shorter side of the box of the half, 1 to ``(cells + 2) // 3``.
    cells : int
        Largest size that is counted.

    Attributes
    ----------
    numbers : dict of str to object[cells + 1]
        ``Mcell``: polyominoes by size, as Python ints.
    states, steps, peak_states, peak_bytes : int
        As of `Sweep`.

    Examples
    --------
    >>> sweep = MirrorSweep(2, 6)
    >>> while not sweep.done:
    ...     sweep.advance()
    >>> sweep.numbers["Mcell"].tolist()
    [0, 0, 0, 0, 2, 5, 9]
    """

    def __init__(self, width: int, cells: int) -> None:
        self.width, self.cells = width, cells
        self.numbers = {"Mcell": np.zeros(cells + 1, dtype=object)}
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
            self.numbers["Mcell"] += self._sweep.boxes.sum(axis=0)
