"""Sweep boxes for the fixed polyominoes without holes by their cells.

The boundary is the one of all polyominoes with one bit more; `_without_holes` says what is dropped.
"""

from __future__ import annotations

from enumino.enum.kernels.matrices._states import LIMB_BITS
from enumino.families.polyominoes.counting.columns import Columns
from enumino.families.polyominoes.counting.sweep import Sweep


class SweepWithoutHoles(Sweep):
    """The boxes of one width, as `Sweep` has them; boundaries with holes are not followed.

    Examples
    --------
    >>> sweep = SweepWithoutHoles(3, 8)
    >>> while not sweep.done:
    ...     sweep.advance()
    >>> sweep.boxes[3].tolist()
    [0, 0, 0, 0, 0, 25, 44, 28, 8]
    """

    def __init__(
        self, width: int, cells: int, *, limbs: int = 1, limb_bits: int = LIMB_BITS
    ) -> None:
        super().__init__(width, cells, limbs=limbs, limb_bits=limb_bits)
        self._levels = Columns(width, self.layer, holes=False)
