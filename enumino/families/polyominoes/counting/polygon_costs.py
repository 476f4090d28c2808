"""The sweeps of polyominoes without holes: what there is, and what it takes, by measured growth."""

from __future__ import annotations

from math import exp
from typing import NamedTuple

from enumino.families.polyominoes.counting.costs import Cost

FIXED, HALF_TURNS, MIRRORS, DIAGONALS = "fixed", "R180", "M", "M45"
BY_CELLS = "fixed, by cells"
"""Fixed polyominoes once more: by the boundary of all polyominoes, with no way to a hole."""
COUNTED_BY: dict[str, tuple[str, ...]] = {
    FIXED: (FIXED,),
    HALF_TURNS: ("R180C", "R180E", "R180V"),
    MIRRORS: ("Mcell", "Medge"),
    DIAGONALS: (DIAGONALS,),
}
"""What the sweeps of each kind count: fixed polyominoes, or groups of `orbit_graph.SUBJECTS`."""
WIDEST = 28
"""Rows of a boundary that fit in a key."""
LARGEST = 2 * WIDEST - 1
"""Cells up to which no boundary has more rows."""


class _Growth(NamedTuple):
    """Measured work of all widths, about 34 cells.

    Logarithms a cell: the growth of the steps, which falls, and that of the most bytes held; and
    the bell in which the widths share the work: its middle and its variance, as parts of the size.
    """

    steps: float
    growth: float
    falling: float
    seconds_a_step: float
    bytes: float
    bytes_growth: float
    middle: float = 1.0
    spread: float = 1.0


_GROWTH = {
    FIXED: _Growth(1.98e8, 0.425, 0.00125, 3.2e-7, 4.3e7, 0.36, 0.427, 0.065),
    BY_CELLS: _Growth(1.86e8, 0.425, 0.00125, 8.5e-8, 2.3e8, 0.38, 0.413, 0.05),
    HALF_TURNS: _Growth(2.82e6, 0.302, 0.0009, 3.5e-7, 1.4e6, 0.3, 0.355, 0.145),
    MIRRORS: _Growth(1.06e6, 0.266, 0.0008, 3.5e-7, 5.4e5, 0.267, 0.24, 0.05),
    DIAGONALS: _Growth(1.23e6, 0.3345, 0.0004, 4.5e-7, 4.8e6, 0.342),
}


def widths(kind: str, cells: int) -> range:
    """Return all widths for polyominoes of up to `cells` cells."""
    if kind == DIAGONALS:  # one sweep of all columns, which grow
        return range((cells + 1) // 2, (cells + 1) // 2 + 1)
    return range(1, ((cells + 2) // 3 if kind == MIRRORS else (cells + 1) // 2) + 1)


def of_widths(kind: str, cells: int) -> dict[int, Cost]:
    """Predict the sweep of each width."""
    known, beyond = _GROWTH[kind], cells - 34
    steps = known.steps * exp(known.growth * beyond - known.falling * beyond**2)
    held = 1e4 + known.bytes * exp(known.bytes_growth * beyond)
    if kind == FIXED and beyond > 0:  # numbers of two limbs
        held *= 1.7
    weights = {
        width: exp(-((width - known.middle * cells) ** 2) / (2 * known.spread * cells))
        for width in widths(kind, cells)
    }
    total, largest = sum(weights.values()), max(weights.values())
    return {
        width: Cost(
            steps * weight / total,
            known.seconds_a_step * steps * weight / total,
            held * (weight / largest) ** 0.85,
        )
        for width, weight in weights.items()
    }
