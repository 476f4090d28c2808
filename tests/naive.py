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


def normal(cells: Shape | set[Cell]) -> Shape:
    """The translate that touches both axes."""
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    return frozenset((r - top, c - left) for r, c in cells)


def is_connected(cells: Shape | set[Cell]) -> bool:
    """Whether the cells are some, and all can be reached from one of them."""
    seen = {min(cells)} if cells else set()
    todo = list(seen)
    while todo:
        near = (neighbours(todo.pop()) & cells) - seen
        seen |= near
        todo += near
    return bool(cells) and len(seen) == len(cells)


def neighbours(cell: Cell) -> set[Cell]:
    """The four cells beside a cell."""
    r, c = cell
    return {(r, c + 1), (r + 1, c), (r, c - 1), (r - 1, c)}
