"""The transfer matrices by what they count: which widths there are, and how a sweep is begun."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np

FIXED, HALF_TURNS, MIRRORS, DIAGONALS = "fixed", "R180", "Mcell", "M45"
COUNTED_BY: dict[str, tuple[str, ...]] = {
    FIXED: (FIXED,),
    HALF_TURNS: ("R180C", "R180E", "R180V"),
    MIRRORS: (MIRRORS,),
    DIAGONALS: (DIAGONALS,),
}
"""What the sweeps of each kind count: fixed polyominoes, or groups of `orbit_graph.SUBJECTS`."""
ROTATED = {FIXED: "fixed, rotated", HALF_TURNS: "R180, rotated"}
"""The sweeps on the lattice turned by 45 degrees that count the same."""


class WidthSweep(Protocol):
    """The sweep of one width, advanced cell by cell; widths are independent of each other.

    `numbers` has what this width adds, object[cells + 1] by size, for each subject. `steps` are
    the states made so far, the unit of work; `peak_bytes` the most held, estimated from above.
    """

    steps: int
    peak_states: int
    peak_bytes: int

    @property
    def numbers(self) -> dict[str, np.ndarray]: ...
    @property
    def states(self) -> int: ...
    @property
    def done(self) -> bool: ...
    def advance(self) -> None: ...


def new_sweep(subject: str, width: int, cells: int) -> WidthSweep:
    """Begin the sweep of one width.

    Examples
    --------
    >>> sweep = new_sweep("Mcell", 1, 4)
    >>> while not sweep.done:
    ...     sweep.advance()
    >>> sweep.numbers["Mcell"].tolist()
    [0, 1, 1, 2, 1]
    """
    if subject == FIXED:
        from enumino.families.polyominoes.counting.sweep import Sweep

        return Sweep(width, cells)
    if subject == HALF_TURNS:
        from enumino.families.polyominoes.counting.halfturn_sweep import HalfTurnSweep

        return HalfTurnSweep(width, cells)
    if subject == MIRRORS:
        from enumino.families.polyominoes.counting.mirror_sweep import MirrorSweep

        return MirrorSweep(width, cells)
    if subject == DIAGONALS:
        from enumino.families.polyominoes.counting.diagonal_mirror import DiagonalMirrorSweep

        return DiagonalMirrorSweep(width, cells)
    from enumino.families.polyominoes.counting.rotated import FixedSweep
    from enumino.families.polyominoes.counting.rotated_halfturn import RotatedHalfTurnSweep

    rotated = FixedSweep if subject == ROTATED[FIXED] else RotatedHalfTurnSweep
    return rotated(width, cells)


def widths(subject: str, cells: int) -> range:
    """Return all widths of the sweeps for polyominoes of up to `cells` cells."""
    if subject in ROTATED.values():
        return range(1, cells + 1)
    return range(1, ((cells + 2) // 3 if subject == MIRRORS else (cells + 1) // 2) + 1)


FOLDED: Mapping[str, tuple[str, int]] = {
    "Medge": (FIXED, 2),
    "D2V": (FIXED, 4),
    "D2E": (MIRRORS, 2),
    "D4V": (DIAGONALS, 4),
}
"""Groups with mirrors between rows of cells: those of n cells fold onto others of n / k cells.

No cell lies on such a mirror, so every polyomino is half of one with that mirror, and the half
is connected: a path that crosses the mirror is folded back. What is left of the group acts on it.
"""
