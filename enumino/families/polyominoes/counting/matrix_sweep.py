"""What the sweeps of all transfer matrices share."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np

from enumino.enum.interrupts import delayed_interrupts
from enumino.enum.kernels._boundary import Place
from enumino.enum.kernels._states import (
    LIMB_BITS,
    Layer,
    Links,
    is_crowded,
    new_links,
    spread,
    states_left,
    with_one_limb_more,
)
from enumino.families.polyominoes.counting.levels import Levels, with_counts


class MatrixSweep(ABC):
    """The sweep of one width, advanced cell by cell; widths are independent of each other.

    Between two cells a sweep can be reported on, left, or pickled and taken up elsewhere.

    Parameters
    ----------
    width, cells
        Of what is swept; largest size that is counted.
    limbs, limb_bits
        Numbers are held in so many limbs of so many bits at first, the last of 63; in more once
        they have grown.

    Attributes
    ----------
    layer
        States now, of `_states`; some may have come to nothing.
    steps
        States made so far (the unit of work).
    peak_states, peak_bytes
        Most states and most bytes held (estimated from above) so far.
    """

    layer: Layer
    _levels: Levels | None = None
    """Boundaries that come again, where they are kept."""

    def __init__(self, width: int, cells: int, limbs: int, limb_bits: int) -> None:
        if not 1 <= limb_bits <= LIMB_BITS:
            raise ValueError(f"limb_bits {limb_bits}: from 1 to {LIMB_BITS}")
        self.width, self.cells, self.limbs, self.limb_bits = width, cells, limbs, limb_bits
        self.steps, self.peak_states, self.peak_bytes = 0, 1, 0

    @property
    def states(self) -> int:
        return int(states_left(self.layer.start))

    def _enter(self, least: int, most: int) -> None:
        """Begin with nothing, of which at least a weight of `least` has to be made."""
        counts = np.zeros(self.limbs * (most - least + 1), dtype=np.int64)
        counts[0] = 1  # nothing in one way
        self.layer = Layer(
            keys=np.zeros((1, 2), dtype=np.int64),
            low=np.zeros(1, dtype=np.int16),
            need=np.full(1, least, dtype=np.int16),
            start=np.array([0, counts.size], dtype=np.int64),
            counts=counts,
        )

    @abstractmethod
    def _link(self, place: Place, links: Links) -> None:
        """Fill `links` with what follows the states at `place`."""

    def _next(self, place: Place, most: int) -> Layer:
        """The states after the cell at `place`, with counts."""
        links = new_links(self.layer.low.size)
        self._link(place, links)
        made = int(links.made[0])
        keys, bounds = links.keys[:made].copy(), links.bounds[:made].T.copy()
        return spread(
            self.layer, keys, bounds[0], bounds[1], links.following, place.price, most,
            self.limbs, self.limb_bits,
        )  # fmt: skip

    def _next_by(
        self, levels: Levels, number: int, place: Place, most: int, most_bytes: float
    ) -> Layer:
        """The same by boundaries that are kept; they are forgotten once they take more bytes."""
        layer = levels.next(number, self.layer, place, most, self.limbs, self.limb_bits)
        if levels.nbytes > most_bytes:
            self._levels = None
            layer = with_counts(layer)
        return layer

    def _add_cell(self, place: Place, most: int) -> None:
        """Decide one cell; what weighs more than `most` is dropped."""
        before = self.layer
        with delayed_interrupts():
            self.layer = self._next(place, most)
            if is_crowded(self.layer, self.limbs):
                self.layer = with_one_limb_more(self.layer, self.limbs, self.limb_bits)
                self.limbs += 1
        states = self.states
        self.steps += states
        self.peak_states = max(self.peak_states, states)
        # Links take 8 bytes a state to follow, 40 for what may come, and up to 4 slots.
        held = sum(array.nbytes for array in before + self.layer)
        held += 0 if self._levels is None else self._levels.nbytes
        self.peak_bytes = max(self.peak_bytes, held + 64 * before.low.size)


def as_ints(limbs: np.ndarray, limb_bits: int) -> np.ndarray:
    """Return the numbers of int64[limbs, sizes] as object[sizes], Python ints."""
    numbers = np.zeros(limbs.shape[1], dtype=object)
    for limb, part in enumerate(limbs.astype(object)):
        numbers += part << (limb_bits * limb)
    return numbers
