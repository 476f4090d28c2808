"""Predicted nodes, seconds on one thread and memory of counts, from measured growth.

Seconds were measured on one otherwise idle core of a server of the 2020s. Sizes and ratios hold
elsewhere, seconds as far as cores are alike. Predictions need no kernel.
"""

from __future__ import annotations

from math import exp
from typing import NamedTuple

from enumino.families.polyforms.families import PolyformFamily
from enumino.objects.lattice import SQUARE

FIXED = "fixed"
# Half-turns about a cell, an edge of one orientation and a vertex: names of `symmetric_shapes`.
HALF_TURNS = ("rotate/0", "rotate/1", "rotate/2")

FIXED_PER_SECOND = 4e8  # connected sets, those of closed levels among them
QUOTIENT_PER_SECOND = 2.0e7
SECONDS_PER_GRAPH = 0.05


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
    seconds, times the square of the size.
    """

    at: int
    steps: float
    growth: float
    falling: float
    seconds_a_step: float
    bytes: float
    bytes_growth: float
    middle: float
    spread: float
    overhead: float


_MATRICES = {
    FIXED: _Growth(40, 2.086e9, 0.4181, 0.00095, 1.5e-7, 5.5e8, 0.385, 0.41, 0.045, 2e-4),
    HALF_TURNS[0]: _Growth(36, 9.46e6, 0.3066, 0.00058, 7.5e-7, 2.2e6, 0.255, 0.57, 0.3, 1e-4),
}


def of_fixed(family: PolyformFamily, cells: int) -> Cost:
    """Predict the search for fixed polyforms."""
    nodes = sum(family.about(n) for n in range(1, cells + 1))
    return Cost(nodes, nodes / FIXED_PER_SECOND)


def of_group(family: PolyformFamily, order: int, cells: int) -> Cost:
    """Predict the search for polyforms that a group of an order keeps, measured on all lattices.

    Of squares most sets of orbits that are visited are connected, of other cells fewer.
    """
    factor = 0.945 if family.lattice == SQUARE else 1.08
    nodes: float = 0.4 * (factor * family.growth ** (1 / order)) ** cells
    return Cost(nodes, SECONDS_PER_GRAPH + nodes / QUOTIENT_PER_SECOND)


def widths(subject: str, cells: int) -> range:
    """Return all widths of the sweeps for polyominoes of up to `cells` cells.

    The shorter side of a box is half as long as its cells at most, but a row of cells meets as many
    diagonals.
    """
    return range(1, ((cells + 1) // 2 if subject == FIXED else cells) + 1)


def of_widths(subject: str, cells: int) -> dict[int, Cost]:
    """Predict the sweep of each width; a node is a state of a boundary."""
    known = _MATRICES[subject]
    beyond = cells - known.at
    steps = known.steps * exp(known.growth * beyond - known.falling * beyond**2)
    seconds = known.seconds_a_step * steps + known.overhead * cells**2
    held = 1e4 + known.bytes * exp(known.bytes_growth * beyond)
    weights = {
        width: exp(-((width - known.middle * cells) ** 2) / (2 * known.spread * cells))
        for width in widths(subject, cells)
    }
    whole, largest = sum(weights.values()), max(weights.values())
    return {
        width: Cost(
            steps * weight / whole, seconds * weight / whole, held * (weight / largest) ** 0.85
        )
        for width, weight in weights.items()
    }
