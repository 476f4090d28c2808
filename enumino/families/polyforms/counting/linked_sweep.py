"""Sweeps of polyominoes whose states are linked to those that follow them."""

from __future__ import annotations

from abc import abstractmethod

import numpy as np

from enumino.enum.kernels.matrices._boundary import Place
from enumino.enum.kernels.matrices._states import Layer, Links, new_links, spread
from enumino.enum.matrix_sweep import MatrixSweep
from enumino.families.polyforms.counting.levels import Levels, with_counts


class LinkedSweep(MatrixSweep):
    """The sweep of one width, advanced cell by cell; widths are independent of each other.

    Parameters
    ----------
    width, cells : int
        Width that is swept; largest size that is counted.
    limbs, limb_bits : int
        See `MatrixSweep`.
    """

    _levels: Levels | None = None  # boundaries that recur, if they are kept
    _place: Place  # place of the next cell
    _most: int  # largest weight; heavier objects are dropped

    def __init__(self, width: int, cells: int, limbs: int, limb_bits: int) -> None:
        super().__init__(limbs, limb_bits)
        self.width, self.cells = width, cells

    def _enter(self, least: int, most: int) -> None:
        """Begin with the empty state, which needs at least the weight `least`."""
        counts = np.zeros(self.limbs * (most - least + 1), dtype=np.int64)
        counts[0] = 1  # one way to the empty state
        self._most = most
        self.layer = Layer(
            keys=np.zeros((1, 2), dtype=np.int64),
            low=np.zeros(1, dtype=np.int16),
            need=np.full(1, least, dtype=np.int16),
            start=np.array([0, counts.size], dtype=np.int64),
            counts=counts,
        )

    @abstractmethod
    def _link(self, place: Place, links: Links) -> None:
        """Fill `links` with the successors of the states at `place`."""

    def _next(self) -> Layer:
        """Return the states after the cell at `_place`, with counts."""
        links = new_links(self.layer.low, self._most)
        self._link(self._place, links)
        made = int(links.made[0])
        keys, bounds = links.keys[:made].copy(), links.bounds[:made].T.copy()
        return spread(
            self.layer, keys, bounds[0], bounds[1], links.following, self._place.price, self._most,
            self.limbs, self.limb_bits,
        )  # fmt: skip

    def _next_by(self, levels: Levels, number: int, most_bytes: float) -> Layer:
        """Return the same states by boundaries that are kept; too many bytes end the keeping."""
        layer = levels.next(number, self.layer, self._place, self._most, self.limbs, self.limb_bits)
        if levels.nbytes > most_bytes:
            self._levels = None
            layer = with_counts(layer)
        return layer

    @property
    def _kept_bytes(self) -> int:
        return 0 if self._levels is None else self._levels.nbytes

    def _decide(self, place: Place) -> None:
        """Decide the cell at a place."""
        self._place = place
        self._add_cell()
