"""Slow, independent, obviously right: the oracles that kernels are held against."""

from __future__ import annotations

from collections import Counter
from functools import cache

from enumino.shapes import Cell, Kind, Polyomino

Shape = frozenset[Cell]


@cache
def shapes(cells: int) -> frozenset[Shape]:
    """Every fixed polyomino of a size, by adding a cell in every place to the smaller ones."""
    if cells == 1:
        return frozenset([frozenset([(0, 0)])])
    return frozenset(
        normal(smaller | {new}) for smaller in shapes(cells - 1) for new in _rim(smaller)
    )


@cache
def fixed(cells: int) -> frozenset[Polyomino]:
    """Every fixed polyomino of a size."""
    return frozenset(Polyomino(shape) for shape in shapes(cells))


def polyominoes(cells: int, kind: Kind) -> set[Polyomino]:
    """Canonical images of all polyominoes of a size and kind."""
    return {polyomino.canonical(kind) for polyomino in fixed(cells)}


def boxes(cells: int) -> Counter[tuple[int, int]]:
    """How many fixed polyominoes of a size have each bounding box (height, width)."""
    return Counter(
        (max(r for r, _ in shape) + 1, max(c for _, c in shape) + 1) for shape in shapes(cells)
    )


def normal(cells: Shape | set[Cell]) -> Shape:
    """The translate that touches both axes."""
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    return frozenset((r - top, c - left) for r, c in cells)


def _rim(shape: Shape) -> set[Cell]:
    steps = ((0, 1), (1, 0), (0, -1), (-1, 0))
    return {(r + dr, c + dc) for r, c in shape for dr, dc in steps} - shape
