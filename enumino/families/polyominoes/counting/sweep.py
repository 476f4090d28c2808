"""Sweep a box of one width with the transfer matrix: the resumable count behind the kernel.

I. Jensen, Counting polyominoes: a parallel implementation for cluster computing, LNCS 2659 (2003).
Every fixed polyomino has a bounding box; its shorter side is the width of exactly one sweep.
"""

from __future__ import annotations

import numpy as np

from enumino.enum.interrupts import delayed_interrupts
from enumino.enum.kernels import transfer_matrix
from enumino.enum.kernels._states import LIMB_BITS, Layer
from enumino.enum.kernels.transfer_matrix import WIDEST


class Sweep:
    """The sweep of one width, advanced cell by cell; widths are independent of each other.

    Between two cells a sweep can be reported on, left, or pickled and taken up elsewhere.

    Parameters
    ----------
    width: rows of the box, 1 to ``min(20, (cells + 1) // 2)``.
    cells: largest size that is counted.
    axis: with one, half-polyominoes on an axis of symmetry, whose cells count twice off it: the
        axis is row 0 or column 1 (see `transfer_matrix`); a box then takes ``3 * width - 2``
        cells, or ``3 * width`` if the axis is the shorter side, which no square box counts for.
    limbs, limb_bits: numbers are held in so many limbs of so many bits, the last of 63. The
        default is enough for `cells`: one limb up to 34 cells, two up to 57.

    Attributes
    ----------
    boxes: object[cells - width + 2, cells + 1], Python ints: ``boxes[length, n]`` counts the
        fixed polyominoes of n cells with bounding box width x length, ``length >= width``.
    column, row: where the next cell goes; columns count from 1.
    states, steps: states now, and states made so far (the unit of work).
    peak_states, peak_bytes: most states and most bytes held (estimated from above) so far.

    Examples
    --------
    >>> sweep = Sweep(2, 4)
    >>> while not sweep.done:
    ...     sweep.advance()
    >>> sweep.boxes[2].tolist(), sweep.boxes[3].tolist()
    ([0, 0, 0, 4, 1], [0, 0, 0, 0, 8])
    """

    def __init__(
        self, width: int, cells: int, *, axis: int = transfer_matrix.NO_AXIS,
        limbs: int | None = None, limb_bits: int = LIMB_BITS,
    ) -> None:  # fmt: skip
        fewest = fewest_cells(width, axis)
        if not 1 <= width <= WIDEST or fewest > cells:
            raise ValueError(
                f"width {width} with {cells} cells: a box width x length, length >= width, takes"
                f" {fewest} cells, and boundaries have at most {WIDEST} rows"
            )
        if not 1 <= limb_bits <= LIMB_BITS:
            raise ValueError(f"limb_bits {limb_bits}: from 1 to {LIMB_BITS}")
        self.width, self.cells, self.axis = width, cells, axis
        self.limbs, self.limb_bits = limbs or limbs_for(cells), limb_bits
        self.column, self.row = 1, 0
        self.boxes = np.zeros((cells - width + 2, cells + 1), dtype=object)
        self.steps, self.peak_states, self.peak_bytes = 0, 1, 0
        counts = np.zeros(self.limbs * (cells - fewest + 1), dtype=np.int64)
        counts[0] = 1  # the empty box in one way
        self.layer = Layer(
            keys=np.zeros(1, dtype=np.int64),
            low=np.zeros(1, dtype=np.int16),
            need=np.full(1, fewest, dtype=np.int16),
            start=np.array([0, counts.size], dtype=np.int64),
            counts=counts,
        )

    @property
    def states(self) -> int:
        return int(self.layer.keys.size)

    @property
    def done(self) -> bool:
        return self.states == 0

    @property
    def numbers(self) -> dict[str, np.ndarray]:
        """Polyominoes by size whose shorter side is `width`, in a dictionary as of all sweeps."""
        return {"fixed": by_size(self.width, self.boxes)}

    def advance(self) -> None:
        """Decide one cell."""
        before = self.layer
        at = (self.row, self.width, self.column, self.cells, self.axis)
        with delayed_interrupts():
            self.layer = transfer_matrix.add_cell(before, *at, self.limbs, self.limb_bits)
        self.steps += self.states
        self.peak_states = max(self.peak_states, self.states)
        # `link` takes 8 bytes a state to follow, 24 for what may come, and up to 4 slots.
        held = sum(array.nbytes for array in before + self.layer)
        self.peak_bytes = max(self.peak_bytes, held + 48 * before.keys.size)
        self.row += 1
        if self.row == self.width:
            shortest = self.width + (self.axis == transfer_matrix.AXIS_COLUMN)
            if self.column >= shortest and not self.done:
                ended = transfer_matrix.finished(self.layer, self.cells, self.limbs, self.limb_bits)
                self.boxes[self.column] += as_ints(ended, self.limb_bits)
            self.column, self.row = self.column + 1, 0


def as_ints(limbs: np.ndarray, limb_bits: int) -> np.ndarray:
    """Return the numbers of int64[limbs, sizes] as object[sizes], Python ints."""
    numbers = np.zeros(limbs.shape[1], dtype=object)
    for limb, part in enumerate(limbs.astype(object)):
        numbers += part << (limb_bits * limb)
    return numbers


def fewest_cells(width: int, axis: int = transfer_matrix.NO_AXIS) -> int:
    """Fewest cells of a box of a width, of any length that its sweep counts."""
    return (2 * width - 1, 3 * width - 2, 3 * width)[axis]


def limbs_for(cells: int) -> int:
    """Limbs that hold every count up to `cells` cells: 63 bits, and 62 for each more.

    All fixed polyominoes of 34 cells fit in 63 bits (A001168); beyond, there are at most
    4.5252**n < 2**(2.179 n) of n cells (Barequet and Shalah, Algorithmica 84, 2022).
    """
    return 1 if cells <= 34 else 2 + max(0, int(2.179 * cells) - 63) // LIMB_BITS


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
    """Fixed polyominoes whose shorter side is `width`: squares once, longer boxes both ways."""
    numbers: np.ndarray = boxes[width] + 2 * boxes[width + 1 :].sum(axis=0)
    return numbers


def widths(cells: int) -> list[int]:
    """All widths of the boxes for `cells` cells, those with the most work first."""
    return sorted(range(1, (cells + 1) // 2 + 1), key=lambda width: abs(width - 0.425 * cells))


def predict(cells: int) -> tuple[float, float, float]:
    """Estimate the work of all widths: steps, seconds on one thread, peak bytes of one sweep.

    Fitted to 20 to 36 cells: 29 million steps for 30 cells, times 1.55 a cell; 0.115
    microseconds a step on a server core of the 2020s while the states fit in its cache, a tenth
    more for every cell from 30 on; 9.2 MB for the largest sweep at 30 cells, times 1.5 a cell.
    Steps and bytes are right to a quarter from 24 cells on, seconds to a factor of two.
    """
    steps = 28.8e6 * 1.55 ** (cells - 30)
    slower = min(1.1 ** max(cells - 30, 0), 4.0)
    return steps, 0.115e-6 * steps * slower, 0.1e6 + 9.2e6 * 1.5 ** (cells - 30)
