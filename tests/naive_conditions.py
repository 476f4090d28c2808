"""Conditions on polyforms, one shape at a time, by the moves that `naive_polyforms` writes out."""

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
    """Whether one of the boxes has exactly these sides, or fits into them."""
    if exact:
        return sides in boxes(shape, kind)
    return any(all(a <= b for a, b in zip(box, sides, strict=True)) for box in boxes(shape, kind))


Cell = tuple[int, ...]


def value(shape: Polyform, name: str) -> int:
    """The value of a property of a shape, by its definition."""
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


def imbalance(shape: Polyform, cells: set[Cell]) -> int:
    """Colour the neighbours of a coloured cell in the other colour, until all have one."""
    colours = {min(cells): 1}
    todo = [*colours]
    for cell in todo:
        for near in cells.intersection(shape.lattice.neighbours(cell)) - colours.keys():
            colours[near] = -colours[cell]
            todo.append(near)
    return abs(sum(colours.values()))


def cut_cells(shape: Polyform, cells: set[Cell]) -> int:
    return sum(len(shape.lattice.components([*cells - {cell}])) > 1 for cell in cells)


def blocks(cells: set[Cell]) -> list[list[bool]]:
    """Which of four cells around a corner are there, for each corner of a cell."""
    corners = {(r + i, c + j) for r, c in cells for i in (0, 1) for j in (0, 1)}
    return [[(r - i, c - j) in cells for i in (0, 1) for j in (0, 1)] for r, c in corners]


def simply_connected_interior(shape: Polyform, cells: set[Cell]) -> bool:
    """Whether steps of a king lead from outside to all empty places of the box."""
    high, wide = (max(axis) + 2 for axis in zip(*cells, strict=True))
    todo = [(-1, -1)]
    seen = {*todo}
    for r, c in todo:
        for step in [(r + i, c + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]:
            inside = -1 <= step[0] < high and -1 <= step[1] < wide
            if inside and step not in seen | cells:
                seen.add(step)
                todo.append(step)
    return len(seen) == (high + 1) * (wide + 1) - len(cells)


PROPERTIES: dict[str, Callable[[Polyform, set[Cell]], int]] = {
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
    "simply_connected_interior": simply_connected_interior,
    "balanced": lambda shape, cells: imbalance(shape, cells) == 0,
    "edges": lambda shape, cells: sum(degrees(shape, cells)) // 2,
    "leaves": lambda shape, cells: degrees(shape, cells).count(1),
    "cut_cells": cut_cells,
    "imbalance": imbalance,
    "squares": lambda _, cells: sum(map(all, blocks(cells))),
    "pinches": lambda _, cells: sum(b in ([1, 0, 0, 1], [0, 1, 1, 0]) for b in blocks(cells)),
}
