"""The driver of all transfer matrices: cell by cell, with numbers of as many limbs as needed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Self

import numpy as np

from enumino.enum.interrupts import delayed_interrupts
from enumino.enum.kernels.matrices._states import (
    LIMB_BITS,
    Layer,
    is_crowded,
    states_left,
    with_one_limb_more,
)


class MatrixSweep(ABC):
    """A sweep of a transfer matrix, advanced cell by cell.

    Between two cells a sweep can be reported on, left, or pickled and taken up elsewhere.

    Numbers have `limbs` limbs of `limb_bits` bits at first, the last of 63, and more once they have
    grown. `layer` holds the states now, of which some may have come to nothing; `steps` counts the
    states made so far (the unit of work), `peak_states` and `peak_bytes` the most states and bytes
    (estimated from above) that were held at once.
    """

    layer: Layer
    linking_bytes = 64  # a state: 8 to follow, 40 for its successors, and up to 4 slots

    def __init__(self, limbs: int = 1, limb_bits: int = LIMB_BITS) -> None:
        if not 1 <= limb_bits <= LIMB_BITS:
            raise ValueError(f"limb_bits {limb_bits}: from 1 to {LIMB_BITS}")
        self.limbs, self.limb_bits = limbs, limb_bits
        self.steps, self.peak_states, self.peak_bytes = 0, 1, 0

    @property
    def states(self) -> int:
        return int(states_left(self.layer.start))

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

    @abstractmethod
    def _next(self) -> Layer:
        """Return the states after the next cell, with counts."""

    def _add_cell(self) -> None:
        """Go to the next layer."""
        before = self.layer
        with delayed_interrupts():
            self.layer = self._next()
            if is_crowded(self.layer, self.limbs):
                self.layer = with_one_limb_more(self.layer, self.limbs, self.limb_bits)
                self.limbs += 1
        states = self.states
        self.steps += states
        self.peak_states = max(self.peak_states, states)
        held = sum(array.nbytes for array in before + self.layer)
        self.peak_bytes = max(self.peak_bytes, held + self.linking_bytes * before.low.size)


def as_ints(limbs: np.ndarray, limb_bits: int) -> np.ndarray:
    """Return the numbers of int64[limbs, sizes] as object[sizes], Python ints."""
    numbers = np.zeros(limbs.shape[1], dtype=object)
    for limb, part in enumerate(limbs.astype(object)):
        numbers += part << (limb_bits * limb)
    return numbers
