"""Slow, independent, obviously right: the oracles that kernels are held against."""

from __future__ import annotations

from functools import cache

from enumino.shapes import Cell, Kind, Polyomino


@cache
def fixed(cells: int) -> frozenset[Polyomino]:
    """Every fixed polyomino of a size, by adding a cell in every place to the smaller ones."""
    if cells == 1:
        return frozenset([Polyomino([(0, 0)])])
    return frozenset(
        Polyomino([*smaller, new]) for smaller in fixed(cells - 1) for new in _rim(smaller)
    )


def polyominoes(cells: int, kind: Kind) -> set[Polyomino]:
    """Canonical images of all polyominoes of a size and kind."""
    return {polyomino.canonical(kind) for polyomino in fixed(cells)}


def _rim(polyomino: Polyomino) -> set[Cell]:
    steps = ((0, 1), (1, 0), (0, -1), (-1, 0))
    return {(r + dr, c + dc) for r, c in polyomino for dr, dc in steps} - set(polyomino)
