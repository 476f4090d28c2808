"""What a count takes: nodes, seconds on one thread, and memory, from measured growth.

Seconds were measured on one core of a current server; sizes and ratios carry over, seconds within
a factor of two. No kernel is needed for that.
"""

from __future__ import annotations

from typing import NamedTuple

GROWTH = 4.0626  # fixed polyominoes a cell, Klarner's constant (Jensen 2003)
CLOSED_LEVELS = 3
CLOSED_NODES_PER_SECOND = 3.9e7

# Seconds for each group at 28 cells, and growth a cell, from 24, 28 and 32 cells.
_AT_28: dict[str, tuple[float, float]] = {
    "Mcell": (0.40, 1.95),
    "Medge": (0.045, 1.68),
    "M45": (0.155, 1.86),
    "R180C": (0.17, 2.0),
    "R180E": (0.16, 2.0),
    "R180V": (0.15, 2.0),
}
_OTHER = (0.01, 1.3)


class Cost(NamedTuple):
    """Predicted work of a count; `bytes` for one task of it."""

    nodes: float
    seconds: float
    bytes: float


def search(cells: int) -> Cost:
    """Predict the search for fixed polyominoes: it visits those of three cells less."""
    from enumino.families.polyominoes.problem import about_fixed

    nodes = sum(about_fixed(n) for n in range(1, max(1, cells - CLOSED_LEVELS) + 1))
    return Cost(nodes, nodes / CLOSED_NODES_PER_SECOND, 1e5)


def matrix(cells: int) -> Cost:
    """Predict the transfer matrix, all widths; a node is a state of a boundary."""
    from enumino.families.polyominoes.counting.sweep import predict

    return Cost(*predict(cells))


def invariant(group: str, cells: int) -> float:
    """Predict the seconds of the search for polyominoes invariant under a group."""
    seconds, growth = _AT_28.get(group, _OTHER)
    return seconds * growth ** (cells - 28)


def width_shares(cells: int) -> dict[int, float]:
    """Return each width's share of the transfer matrix's work, a bell about 0.425 of the size."""
    weights = {
        width: 2.2 ** -abs(width - 0.425 * cells) for width in range(1, (cells + 1) // 2 + 1)
    }
    total = sum(weights.values())
    return {width: weight / total for width, weight in weights.items()}
