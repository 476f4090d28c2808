"""Predicted nodes, seconds on one thread and memory of counts, from measured growth.

Seconds were measured on one otherwise idle core of a server of the 2020s. Sizes and ratios hold
elsewhere, seconds as far as cores are alike. Predictions need no kernel.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import exp
from typing import NamedTuple

from enumino.enum.symmetric_shapes import subjects
from enumino.families.polyforms.counting.subjects import (
    BY_CELLS,
    DIAGONALS,
    FIXED,
    HALF_TURNS,
    MIRRORS,
    OUTLINES,
    ROTATED,
    widths,
)
from enumino.families.polyforms.families import POLYOMINOES, PolyformFamily

CLOSED_LEVELS = 3
CLOSED_NODES_PER_SECOND = 3.9e7  # of squares
CLOSED_PER_SECOND = 1.8e7  # of other lattices
QUOTIENT_PER_SECOND = 1.0e7
SECONDS_PER_GRAPH = 0.1

# Seconds for each group at 28 cells, and growth per cell, from 24, 28 and 32 cells.
_AT_28: dict[str, tuple[float, float]] = {
    "Mcell": (0.40, 1.95),
    "M45": (0.155, 1.86),
    **dict.fromkeys(("R180C", "R180E", "R180V"), (11.2, 2.08)),
}
_OTHER = (0.002, 1.44)
KEPT_GROWTH = 0.315  # logarithm of the growth per cell of the kept bytes of half-turns
# Most bytes of a sweep of half-turns for boundaries that recur; beyond it they are forgotten. This
# is enough up to 50 cells; two sweeps of larger sizes would fill a server.
MOST_KEPT = 2e9
_KERNEL_START = 0.15  # seconds until a transfer matrix begins, if its kernel is cached


class Cost(NamedTuple):
    """Predicted work: nodes, seconds on one thread, and bytes held by one task."""

    nodes: float
    seconds: float
    bytes: float = 0.0


class _Growth(NamedTuple):
    """Measured work of all widths of a transfer matrix, at one size.

    The work has a normal distribution over the widths: `middle` and `spread` are its mean and its
    variance, as parts of the size. Logarithms per cell are `growth` of the steps, which falls by
    `falling`, and `bytes_growth` of the most bytes held. The start of each cell takes `overhead`
    seconds, times the square of the size. Bytes beyond `bytes` are `kept` for boundaries that
    recur, up to `MOST_KEPT`; further ones are found anew, at `anew` seconds a step.
    """

    at: int
    steps: float
    growth: float
    falling: float
    seconds_a_step: float
    bytes: float
    bytes_growth: float
    middle: float = 1.0
    spread: float = 1.0
    overhead: float = 0.0
    kept: float = 0.0
    anew: float = 0.0


MATRICES = {
    FIXED: _Growth(40, 2.086e9, 0.4181, 0.00095, 7.5e-8, 2.1e9, 0.385, 0.41, 0.045, overhead=2e-4),
    HALF_TURNS: _Growth(
        40, 1.602e7, 0.3154, 0.00077, 6.6e-7, 9.0e6, 0.29, 0.36, 0.13, 2e-4, 4.8e7, 1.45e-6
    ),
    MIRRORS: _Growth(40, 4.10e6, 0.2668, 0.00070, 2e-7, 2.4e6, 0.225, 0.27, 0.085, overhead=1.3e-4),
    DIAGONALS: _Growth(
        40, 1.611e6, 0.2253, 0.00075, 5e-7, 4.7e5, 0.204, 0.33, 0.115, overhead=3.3e-4
    ),
    ROTATED[FIXED]: _Growth(
        36, 3.87e8, 0.4037, 0.00056, 3.5e-7, 6.6e7, 0.344, 0.625, 0.23, overhead=1.5e-3
    ),
    ROTATED[HALF_TURNS]: _Growth(
        36, 9.46e6, 0.3066, 0.00058, 7.5e-7, 2.2e6, 0.255, 0.57, 0.3, overhead=8e-4
    ),
    BY_CELLS: _Growth(34, 1.86e8, 0.425, 0.00125, 8.5e-8, 2.3e8, 0.38, 0.413, 0.05),
    OUTLINES[FIXED]: _Growth(34, 1.98e8, 0.425, 0.00125, 3.2e-7, 4.3e7, 0.36, 0.427, 0.065),
    OUTLINES[HALF_TURNS]: _Growth(34, 2.82e6, 0.302, 0.0009, 3.5e-7, 1.4e6, 0.3, 0.355, 0.145),
    OUTLINES["M"]: _Growth(34, 1.06e6, 0.266, 0.0008, 3.5e-7, 5.4e5, 0.267, 0.24, 0.05),
    OUTLINES[DIAGONALS]: _Growth(34, 1.23e6, 0.3345, 0.0004, 4.5e-7, 4.8e6, 0.342),
}


def search(family: PolyformFamily, subject: str, cells: int) -> Cost:
    """Predict the search for the polyforms of a subject.

    The search for fixed ones visits those with three cells fewer.
    """
    if subject != FIXED:
        return _of_groups(family, subject, cells)
    nodes = sum(family.about(n) for n in range(1, max(1, cells - CLOSED_LEVELS) + 1))
    if family is POLYOMINOES:
        return Cost(nodes, nodes / CLOSED_NODES_PER_SECOND, 1e5)
    return Cost(nodes, nodes / CLOSED_PER_SECOND)


def _of_groups(family: PolyformFamily, subject: str, cells: int) -> Cost:
    """Predict the search for polyforms that a group keeps, measured on all lattices.

    Most of the visited sets of orbits are not connected.
    """
    (order,) = (len(s.symmetry.elements) for s in subjects(family.lattice) if s.name == subject)
    by_cell: float = 1.1 * family.growth ** (1 / order)
    nodes: float = 0.4 * by_cell**cells
    return Cost(nodes, SECONDS_PER_GRAPH + nodes / QUOTIENT_PER_SECOND)


def invariant(group: str, cells: int) -> Cost:
    """Predict the search for polyominoes invariant under a group of `SUBJECTS`."""
    seconds, growth = _AT_28.get(group, _OTHER)
    expected = seconds * growth ** (cells - 28)
    return Cost(expected * CLOSED_NODES_PER_SECOND, expected, 1e5)


def matrix(name: str, cells: int) -> Cost:
    """Predict a transfer matrix, all widths; a node is a state of a boundary."""
    known = MATRICES[name]
    beyond = cells - known.at
    steps = known.steps * exp(known.growth * beyond - known.falling * beyond**2)
    a_step, held = known.seconds_a_step, 1e4 + known.bytes * exp(known.bytes_growth * beyond)
    if name == OUTLINES[FIXED] and beyond > 0:  # numbers of two limbs
        held *= 1.7
    if known.kept:
        kept = known.kept * exp(KEPT_GROWTH * beyond)
        held += min(kept, MOST_KEPT)
        a_step += (known.anew - a_step) * max(0.0, 1 - MOST_KEPT / kept)
    return Cost(steps, a_step * steps + known.overhead * cells**2, held)


def matrix_is_cheaper(name: str, groups: Iterable[str], cells: int) -> bool:
    """Return whether a transfer matrix should count these groups in less time than searches."""
    searched = sum(invariant(group, cells).seconds for group in groups)
    return matrix(name, cells).seconds + _KERNEL_START < searched


def of_widths(name: str, cells: int) -> dict[int, Cost]:
    """Predict the sweep of each width."""
    total = matrix(name, cells)
    middle, spread = MATRICES[name].middle, MATRICES[name].spread
    weights = {
        w: exp(-((w - middle * cells) ** 2) / (2 * spread * cells)) for w in widths(name, cells)
    }
    sum_of_all, largest = sum(weights.values()), max(weights.values())
    return {
        width: Cost(
            total.nodes * weight / sum_of_all,
            total.seconds * weight / sum_of_all,
            total.bytes * (weight / largest) ** 0.85,
        )
        for width, weight in weights.items()
    }
