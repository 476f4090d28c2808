"""Cells of a periodic set of convex polygons that exclude each other, as they overlap.

A shape is a region, and consists of each region in one way only. So a cell that is the union of
others stands for them: those that lie in a common cell exclude each other, overlapping or not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

from enumino.errors import ProblemError

LONGEST = 4  # periods along a cell
Place = tuple[int, ...]  # in parts of rows and unit cells
Polygon = Sequence[Place]
Steps = tuple[tuple[int, int], ...]


def exclusive_steps(outlines: Sequence[Polygon], parts: int) -> list[Steps]:
    """Return the steps from each cell of a unit cell to those that exclude it, in reading order.

    A row, and a unit cell, has so many `parts`.
    """
    cells = [_counter_clockwise(list(outline)) for outline in outlines]
    for number, cell in enumerate(cells):
        if any(_turn(*corner) < 0 for corner in _in_threes(cell)):
            raise ProblemError(
                f"Cell {number} is not convex, which cells that overlap must be: divide it."
            )
    longest = max(max(axis) - min(axis) for cell in cells for axis in zip(*cell, strict=True))
    if longest > LONGEST * parts:
        raise ProblemError(
            f"A cell is {longest / parts:.6g} periods long, and cells that overlap are compared "
            f"with all around them: give periods such that it is at most {LONGEST}."
        )
    reach = range(-1 - longest // parts, 2 + longest // parts)
    everywhere: list[tuple[tuple[int, int, int], Polygon]] = [
        ((row, unit, number), [(r + parts * row, u + parts * unit) for r, u in cell])
        for row, unit in product(reach, repeat=2)
        for number, cell in enumerate(cells)
    ]
    steps: list[set[tuple[int, int]]] = [set() for _ in cells]
    for number, cell in enumerate(cells):
        around = [(name, other) for name, other in everywhere if _may_touch(cell, other)]
        around.remove(((0, 0, number), cell))
        inside = [name for name, other in around if _is_in(other, cell)]
        for (row, unit, one), (to_row, to_unit, two) in product(inside, repeat=2):
            steps[one].add((to_row - row, (to_unit - unit) * len(cells) + two - one))
        for (row, unit, one), other in around:
            if _overlap(cell, other):
                steps[number].add((row, unit * len(cells) + one - number))
            elif any(_is_on_side(corner, cell) for corner in other):
                raise ProblemError(
                    f"A corner of cell {one} lies on a side of cell {number}, which it does not "
                    "overlap: make it a corner of both."
                )
    return [tuple(sorted(own - {(0, 0)})) for own in steps]


def _counter_clockwise(outline: Polygon) -> Polygon:
    sides = zip(outline, (*outline[1:], outline[0]), strict=True)
    return outline if sum(a * d - b * c for (a, b), (c, d) in sides) > 0 else outline[::-1]


def _may_touch(cell: Polygon, other: Polygon) -> bool:
    """Return whether the boxes of two polygons have a point in common."""
    axes = zip(zip(*cell, strict=True), zip(*other, strict=True), strict=True)
    return all(min(a) <= max(b) and min(b) <= max(a) for a, b in axes)


def _in_threes(cell: Polygon) -> Iterable[tuple[Place, Place, Place]]:
    return zip(cell, (*cell[1:], cell[0]), (*cell[2:], *cell[:2]), strict=True)


def _turn(start: Place, end: Place, corner: Place) -> int:
    """Return twice the area to the left of a side up to a corner: 0 on its line."""
    (a, b), (c, d), (e, f) = start, end, corner
    return (c - a) * (f - b) - (d - b) * (e - a)


def _is_in(part: Polygon, cell: Polygon) -> bool:
    """Return whether all corners of a polygon are in another, or on its sides."""
    sides = [(start, end) for start, end, _ in _in_threes(cell)]
    return all(_turn(*side, corner) >= 0 for side in sides for corner in part)


def _overlap(cell: Polygon, other: Polygon) -> bool:
    """Return whether two polygons share an area: no side of either separates them."""
    return not any(
        all(_turn(start, end, corner) <= 0 for corner in theirs)
        for ours, theirs in ((cell, other), (other, cell))
        for start, end, _ in _in_threes(ours)
    )


def _is_on_side(corner: Place, cell: Polygon) -> bool:
    """Return whether a corner lies within a side of a polygon."""
    return any(
        _turn(start, end, corner) == 0 and min(start, end) < corner < max(start, end)
        for start, end, _ in _in_threes(cell)
    )
