"""Slow, independent, obviously right: the oracles that kernels are held against."""

from functools import cache

from enumino.objects.lattice import Cell, Kind
from enumino.objects.polyform import Polyform
from tests.naive_polyforms import NAIVE

Shape = frozenset[Cell]


@cache
def shapes(cells: int) -> frozenset[Shape]:
    """Every fixed polyomino of a size."""
    square = NAIVE["square"]
    return frozenset(square.pushed(shape)[0] for shape in square.shapes(cells))


@cache
def fixed(cells: int) -> frozenset[Polyform]:
    """Every fixed polyomino of a size."""
    return frozenset(Polyform(shape) for shape in shapes(cells))


def polyominoes(cells: int, kind: Kind) -> set[Polyform]:
    """Canonical images of all polyominoes of a size and kind."""
    return {polyomino.canonical(kind) for polyomino in fixed(cells)}
