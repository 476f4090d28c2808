"""Conditions on polyforms, one shape at a time, by the moves that `naive_polyforms` writes out."""

from __future__ import annotations

from collections.abc import Callable

from enumino.objects.polyform import Polyform
from tests.naive_polyforms import NAIVE, Point, Shape


def points_of(shape: Polyform) -> Shape:
    """The points of the cells."""
    return frozenset(shape.lattice.point(cell) for cell in shape.cells)


def boxes(shape: Polyform, kind: str) -> set[Point]:
    """The bounding boxes of the images that count as the same."""
    naive = NAIVE[shape.lattice.name]
    points = points_of(shape)
    if kind == "fixed":
        return {naive.pushed(points)[1]}
    moves = [move for move, turn in naive.moves if turn or kind == "free"]
    return {naive.pushed([move(point) for point in points])[1] for move in moves}


def fits(shape: Polyform, kind: str, sides: Point, *, exact: bool) -> bool:
    """Whether one of these boxes is that of the sides, or no larger in any direction."""
    if exact:
        return sides in boxes(shape, kind)
    return any(all(a <= b for a, b in zip(box, sides, strict=True)) for box in boxes(shape, kind))


Cell = tuple[int, ...]


def has(shape: Polyform, name: str) -> bool:
    """Whether a shape has a property, by its definition."""
    return PROPERTIES[name](shape, set(shape.cells))


def degrees(shape: Polyform, cells: set[Cell]) -> list[int]:
    return [len(cells.intersection(shape.lattice.neighbours(cell))) for cell in cells]


def tree(shape: Polyform, cells: set[Cell]) -> bool:
    """Leaves can be taken away until one cell is left."""
    cells = set(cells)
    while len(cells) > 1:
        around = {cell: len(cells.intersection(shape.lattice.neighbours(cell))) for cell in cells}
        leaves = [cell for cell, number in around.items() if number == 1]
        if not leaves:
            return False
        cells.remove(leaves[0])
    return True


def snake(shape: Polyform, cells: set[Cell]) -> bool:
    return tree(shape, cells) and max(degrees(shape, cells)) <= 2


def consecutive(numbers: set[int]) -> bool:
    return max(numbers) - min(numbers) == len(numbers) - 1


def row_convex(shape: Polyform, cells: set[Cell]) -> bool:
    return all(consecutive({c for r, c in cells if r == row}) for row in {r for r, _ in cells})


def column_convex(shape: Polyform, cells: set[Cell]) -> bool:
    return row_convex(shape, {(c, r) for r, c in cells})


def convex(shape: Polyform, cells: set[Cell]) -> bool:
    return row_convex(shape, cells) and column_convex(shape, cells)


def directed(shape: Polyform, cells: set[Cell]) -> bool:
    def reached(start: Cell) -> set[Cell]:
        found, rest = {start}, [start]
        for r, c in rest:
            for cell in ((r + 1, c), (r, c + 1)):
                if cell in cells - found:
                    found.add(cell)
                    rest.append(cell)
        return found

    return any(reached(cell) == cells for cell in cells)


def parallelogram(shape: Polyform, cells: set[Cell]) -> bool:
    """A directed one that is directed from its other end as well, and convex."""
    back = {(-r, -c) for r, c in cells}
    return convex(shape, cells) and directed(shape, cells) and directed(shape, back)


def l_convex(shape: Polyform, cells: set[Cell]) -> bool:
    def path(first: Cell, last: Cell) -> set[Cell]:
        (r, c), (row, column) = first, last
        across = {(r, k) for k in range(min(c, column), max(c, column) + 1)}
        return across | {(k, column) for k in range(min(r, row), max(r, row) + 1)}

    return all(path(a, b) <= cells or path(b, a) <= cells for a in cells for b in cells)


def balanced(shape: Polyform, cells: set[Cell]) -> bool:
    return 2 * sum((r + c) % 2 for r, c in cells) == len(cells)


PROPERTIES: dict[str, Callable[[Polyform, set[Cell]], bool]] = {
    "tree": tree,
    "snake": snake,
    "without_holes": lambda shape, _: NAIVE[shape.lattice.name].holes(points_of(shape)) == 0,
    "row_convex": row_convex,
    "column_convex": column_convex,
    "convex": convex,
    "directed": directed,
    "directed_convex": lambda shape, cells: directed(shape, cells) and convex(shape, cells),
    "parallelogram": parallelogram,
    "l_convex": l_convex,
    "balanced": balanced,
}
