"""Conditions on polyforms, one shape at a time, by the moves that `naive_polyforms` writes out."""

from __future__ import annotations

from enumino.objects.polyform import Polyform
from tests.naive_polyforms import NAIVE, Point


def boxes(shape: Polyform, kind: str) -> set[Point]:
    """The bounding boxes of the images that count as the same."""
    naive = NAIVE[shape.lattice.name]
    points = [shape.lattice.point(cell) for cell in shape.cells]
    if kind == "fixed":
        return {naive.pushed(points)[1]}
    moves = [move for move, turn in naive.moves if turn or kind == "free"]
    return {naive.pushed([move(point) for point in points])[1] for move in moves}


def fits(shape: Polyform, kind: str, sides: Point, *, exact: bool) -> bool:
    """Whether one of these boxes is that of the sides, or no larger in any direction."""
    if exact:
        return sides in boxes(shape, kind)
    return any(all(a <= b for a, b in zip(box, sides, strict=True)) for box in boxes(shape, kind))
