"""Paths of cells of any lattice: filled cells, borders of sets of cells, sticks and contacts.

Cells have numbered corners; a `Plan` gives the place of each corner in a drawing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from operator import sub

from enumino.drawing.page import Picture
from enumino.objects.lattice import SQUARE, Cell, Lattice, Position

Corner = tuple[int, ...]
# Sides of a cell between the layers of cubes.
BETWEEN_LAYERS = 0.6


class Plan:
    """The places of the corners of some cells, with the upper left corner at the origin.

    Places are (to the right, down), in sides of a cell. Layers of cubes lie side by side, the
    lowest first.
    """

    def __init__(self, lattice: Lattice, cells: Iterable[Cell]) -> None:
        self.lattice = lattice
        listed = list(cells)
        self._solid = lattice.dimensions == 3
        self._layer = 1 + max(cell[-1] for cell in listed) + BETWEEN_LAYERS
        self._left = self._top = 0.0
        places = [self.at(corner) for cell in listed for corner in self.ring(cell)]
        self._left, self._top = min(x for x, _ in places), min(y for _, y in places)
        self.width = max(x for x, _ in places) - self._left
        self.height = max(y for _, y in places) - self._top

    def picture(self, parts: Iterable[str]) -> Picture:
        """Return a picture of the cells that has some parts."""
        return Picture(self.width, self.height, "".join(parts))

    def ring(self, cell: Cell) -> Sequence[Corner]:
        """Return the corners of a cell in order around it; for a cube, those of its square."""
        if not self._solid:
            return self.lattice.corners(cell)
        layer, *square = cell
        return [(layer, *corner) for corner in SQUARE.corners(tuple(square))]

    def at(self, corner: Corner) -> Position:
        """Return the place of a corner."""
        if self._solid:
            layer, row, column = corner
            return column + layer * self._layer - self._left, row - self._top
        x, y = self.lattice.position(corner)
        return x - self._left, y - self._top

    def middle(self, cell: Cell) -> Position:
        """Return the middle of a cell."""
        xs, ys = zip(*map(self.at, self.ring(cell)), strict=True)
        return sum(xs) / len(xs), sum(ys) / len(ys)

    def filled(self, cells: Iterable[Cell]) -> str:
        """Return the path of cells, each closed."""
        return "".join(path(map(self.at, self.ring(cell))) + "z" for cell in cells)

    def border(self, cells: Iterable[Cell]) -> str:
        """Return the border of a set of cells as a path of closed loops.

        >>> Plan(SQUARE, [(0, 0)]).border([(0, 0), (0, 1), (1, 0)])
        'M0 0H2V1H1V2H0z'
        """
        return "".join(path(map(self.at, loop)) + "z" for loop in self._loops(cells))

    def _loops(self, cells: Iterable[Cell]) -> Iterator[list[Corner]]:
        """Yield closed walks along the border by the corners at which they turn."""
        rings = [self.ring(cell) for cell in cells]
        sides = dict.fromkeys(
            side for ring in rings for side in zip(ring, [*ring[1:], ring[0]], strict=True)
        )
        leaving: dict[Corner, list[Corner]] = {}
        for start, end in sides:
            if (end, start) not in sides:
                leaving.setdefault(start, []).append(end)
        for start in list(leaving):
            while leaving.get(start):
                walk = [start]
                while leaving.get(walk[-1]):
                    walk.append(leaving[walk[-1]].pop())
                around = [walk[-2], *walk]
                yield [
                    here
                    for before, here, after in zip(around, walk, walk[1:], strict=False)
                    if tuple(map(sub, here, before)) != tuple(map(sub, after, here))
                ]

    def bars(self, cells: Iterable[Cell], colour: str, shorter: float = 0.0) -> str:
        """Return sticks as thick lines, shorter by a share at each end."""
        ends = ([self.at(corner) for corner in self.ring(cell)] for cell in cells)
        return thick((_shortened(start, end, shorter) for start, end in ends), colour)


def path(places: Iterable[Position]) -> str:
    """Return a line through places, rounded to a thousandth of a side.

    >>> path([(0, 0), (1, 0), (1, 2), (0, 0.5)])
    'M0 0H1V2L0 0.5'
    """
    rounded = [(f"{round(x, 3) + 0:g}", f"{round(y, 3) + 0:g}") for x, y in places]
    parts = [f"M{rounded[0][0]} {rounded[0][1]}"]
    for (from_x, from_y), (x, y) in pairwise(rounded):
        parts.append(f"H{x}" if y == from_y else f"V{y}" if x == from_x else f"L{x} {y}")
    return "".join(parts)


def thick(lines: Iterable[Iterable[Position]], colour: str) -> str:
    """Return thick lines between places: sticks, or links between two cells."""
    return (
        f'<path d="{"".join(map(path, lines))}" fill="none" stroke="{colour}" stroke-width=".22" '
        'stroke-linecap="round"/>'
    )


def contacts(cells: Iterable[Cell]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return the squares of a shape that touch at a corner without a third that joins them.

    >>> contacts([(0, 0), (1, 1), (1, 2)])
    [((0, 0), (1, 1))]
    """
    own = set(cells)
    return [
        ((row, column), (row + 1, column + side))
        for row, column in sorted(own)
        for side in (-1, 1)
        if (row + 1, column + side) in own and not {(row + 1, column), (row, column + side)} & own
    ]


def _shortened(start: Position, end: Position, share: float) -> list[Position]:
    (a, b), (c, d) = start, end
    x, y = share * (c - a), share * (d - b)
    return [(a + x, b + y), (c - x, d - y)]
