"""What a count takes: nodes, seconds on one thread, and memory, from measured growth.

Seconds were measured on one core of a server of the 2020s, with nothing beside them; sizes and
ratios carry over, seconds as far as cores are alike. No kernel is needed for that.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import exp
from typing import NamedTuple

from enumino.families.polyominoes.counting.sweeps import FIXED, ROTATED, widths

GROWTH = 4.0626  # fixed polyominoes a cell, Klarner's constant (Jensen 2003)
CLOSED_LEVELS = 3
CLOSED_NODES_PER_SECOND = 3.9e7

# Seconds for each group at 28 cells, and growth a cell, from 24, 28 and 32 cells.
_AT_28: dict[str, tuple[float, float]] = {
    "Mcell": (0.40, 1.95),
    "M45": (0.155, 1.86),
    "R180C": (0.17, 2.0),
    "R180E": (0.16, 2.0),
    "R180V": (0.15, 2.0),
}
_OTHER = (0.002, 1.44)
KEPT_GROWTH = 0.315
"""Logarithm of the growth a cell of what is kept of half-turns."""
_KERNEL_START = 0.7  # seconds until a transfer matrix begins, where its kernel is kept


class _Growth(NamedTuple):
    """Measured work of all widths of a transfer matrix, about 40 cells.

    Logarithms a cell: the growth of the steps, which falls, and that of the most bytes held. To
    begin each cell takes some time as well: `overhead` seconds, times the square of the size. Bytes
    beyond `bytes` are `kept` for boundaries that come again, up to `MOST_KEPT`; those that
    are more are found anew, at `anew` seconds a step.
    """

    steps: float
    growth: float
    falling: float
    seconds_a_step: float
    overhead: float
    bytes: float
    bytes_growth: float
    kept: float = 0.0
    anew: float = 0.0


_MATRICES = {
    FIXED: _Growth(2.086e9, 0.4181, 0.00095, 7.5e-8, 2e-4, 2.1e9, 0.385),
    "R180": _Growth(1.602e7, 0.3154, 0.00077, 6.6e-7, 2e-4, 9.0e6, 0.29, 4.8e7, 1.45e-6),
    "Mcell": _Growth(4.10e6, 0.2668, 0.00070, 2e-7, 1.3e-4, 2.4e6, 0.225),
    "M45": _Growth(1.611e6, 0.2253, 0.00075, 5e-7, 3.3e-4, 4.7e5, 0.204),
}
_BELLS = {
    FIXED: (0.41, 0.045),
    "R180": (0.36, 0.13),
    "Mcell": (0.27, 0.085),
    "M45": (0.33, 0.115),
    "fixed, rotated": (0.625, 0.23),
    "R180, rotated": (0.57, 0.3),
}
"""The widths share the work in a bell: its middle and its variance, as parts of the size."""


class Cost(NamedTuple):
    """Predicted work of a count; `bytes` for one task of it."""

    nodes: float
    seconds: float
    bytes: float


class Part(NamedTuple):
    """What is counted in which way: a subject, and the width of a sweep, 0 for a search."""

    subject: str
    width: int
    cost: Cost


def search(cells: int) -> Cost:
    """Predict the search for fixed polyominoes: it visits those of three cells less."""
    from enumino.families.polyominoes.problem import about_fixed

    nodes = sum(about_fixed(n) for n in range(1, max(1, cells - CLOSED_LEVELS) + 1))
    return Cost(nodes, nodes / CLOSED_NODES_PER_SECOND, 1e5)


def invariant(group: str, cells: int) -> Cost:
    """Predict the search for polyominoes invariant under a group."""
    seconds, growth = _AT_28.get(group, _OTHER)
    expected = seconds * growth ** (cells - 28)
    return Cost(expected * CLOSED_NODES_PER_SECOND, expected, 1e5)


def matrix(subject: str, cells: int) -> Cost:
    """Predict a transfer matrix, all widths; a node is a state of a boundary."""
    if subject not in _MATRICES:
        from enumino.families.polyominoes.counting import rotated, rotated_halfturn

        way = rotated if subject == ROTATED[FIXED] else rotated_halfturn
        return Cost(*way.predict(cells))
    known, beyond = _MATRICES[subject], cells - 40
    steps = known.steps * exp(known.growth * beyond - known.falling * beyond**2)
    a_step, held = known.seconds_a_step, 1e4 + known.bytes * exp(known.bytes_growth * beyond)
    if known.kept:
        from enumino.families.polyominoes.counting.halfturn_sweep import MOST_KEPT

        kept = known.kept * exp(KEPT_GROWTH * beyond)
        held += min(kept, MOST_KEPT)
        a_step += (known.anew - a_step) * max(0.0, 1 - MOST_KEPT / kept)
    return Cost(steps, a_step * steps + known.overhead * cells**2, held)


def matrix_is_cheaper(subject: str, groups: Iterable[str], cells: int) -> bool:
    """Whether a transfer matrix is expected to count these groups in less time than searches."""
    searched = sum(invariant(group, cells).seconds for group in groups)
    return matrix(subject, cells).seconds + _KERNEL_START < searched


def of_widths(subject: str, cells: int) -> dict[int, Cost]:
    """Predict the sweep of each width."""
    total = matrix(subject, cells)
    shares = width_shares(subject, cells)
    largest = max(shares.values())
    return {
        width: Cost(
            total.nodes * share, total.seconds * share, total.bytes * (share / largest) ** 0.85
        )
        for width, share in shares.items()
    }


def width_shares(subject: str, cells: int) -> dict[int, float]:
    """Return each width's share of the work of a transfer matrix."""
    middle, spread = _BELLS[subject]
    weights = {
        w: exp(-((w - middle * cells) ** 2) / (2 * spread * cells)) for w in widths(subject, cells)
    }
    total = sum(weights.values())
    return {width: weight / total for width, weight in weights.items()}
