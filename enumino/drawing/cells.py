"""Paths of cells of any lattice: filled cells, borders of sets of cells, sticks and contacts."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import dist
from operator import sub

from enumino.drawing.picture import INK, MARK, Picture, text
from enumino.objects.lattice import SQUARE, Cell, Lattice, Position
from enumino.objects.text_drawings import CHEQUERS, NONE

Corner = tuple[int, ...]
BETWEEN_LAYERS = 0.6  # sides of a cell between the layers of cubes
DISC, LETTERS = 0.2, 0.42  # largest radius of a disc and height of letters in sides of a cell
# Room for the lines around a cell, and radius of circles around the middles of sticks.
LINES, BETWEEN_STICKS = 0.1, 0.35
LETTER = 0.6  # width of a letter in heights of its font


class Plan:
    """The places of corners of cells as (x, y), from the upper left in sides of a cell."""

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
        """Return a picture of the plan's size from SVG elements."""
        return Picture(self.width, self.height, "".join(parts))

    def ring(self, cell: Cell) -> Sequence[Corner]:
        """Return the corners in order around a cell, or around the square of a cube."""
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
        """Return a path with a closed loop around each cell."""
        return "".join(path(map(self.at, self.ring(cell))) + "z" for cell in cells)

    def border(self, cells: Iterable[Cell]) -> str:
        """Return the border of a set of cells as a path of closed loops."""
        return "".join(path(map(self.at, loop)) + "z" for loop in self._loops(cells))

    def _loops(self, cells: Iterable[Cell]) -> Iterator[list[Corner]]:
        """Yield the corners at which each closed walk along the border turns."""
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
        """Return sticks as thick lines, shortened at each end by a share of their length."""
        lines = []
        for cell in cells:
            (a, b), (c, d) = map(self.at, self.ring(cell))
            x, y = shorter * (c - a), shorter * (d - b)
            lines.append([(a + x, b + y), (c - x, d - y)])
        return thick(lines, colour)

    def circle(self, cell: Cell) -> tuple[float, float, float]:
        """Return the middle of a cell, and the radius of the room for marks around it."""
        ring, (x, y) = list(map(self.at, self.ring(cell))), self.middle(cell)
        if self.lattice.of_edges:
            return x, y, BETWEEN_STICKS
        radius = min(
            abs((a - x) * (d - y) - (c - x) * (b - y)) / dist((a, b), (c, d))
            for (a, b), (c, d) in zip(ring, [*ring[1:], ring[0]], strict=True)
        )
        return x, y, max(radius - LINES, LINES)

    def marks(self, cells: Sequence[Cell], colours: str, labels: Sequence[str] = ()) -> str:
        """Return the labels of cells, and the discs of coloured cells above their labels.

        Discs are white for a, grey for b, and otherwise have a letter.
        """
        coloured = {cell: own for cell, own in zip(cells, colours, strict=False) if own != NONE}
        texts, parts = dict(zip(cells, labels, strict=False)), []
        for cell, own in coloured.items():
            (x, y, radius), disc = self.circle(cell), DISC
            if texts.get(cell):
                y, disc = y - 0.5 * radius, min(DISC, 0.45 * radius)
            parts.append(
                f'<circle cx="{x:.4g}" cy="{y:.4g}" r="{disc:.3g}" stroke="{INK}" '
                f'stroke-width=".03" fill="{MARK if own == CHEQUERS[1] else "#fff"}"/>'
            )
            if own not in CHEQUERS:
                parts.append(text(x, y + 0.49 * disc, own, 1.4 * disc, INK, "middle"))
        return "".join(parts) + self.lettered(texts, INK, coloured)

    def lettered(self, labels: Mapping[Cell, str], colour: str, discs: Container[Cell] = ()) -> str:
        """Return short texts in cells, below discs, in letters of one size that fit everywhere."""
        shown = [
            (label, cell in discs, *self.circle(cell)) for cell, label in labels.items() if label
        ]
        letters, parts = LETTERS, []
        for label, low, _, _, radius in shown:
            room = 1.5 * radius if low else 2.3 * radius - 0.12  # narrower in triangles
            wide = room / (LETTER * len(label))
            letters = min(letters, wide, 1.05 * radius if low else wide)
        for label, low, x, y, radius in shown:
            line = y + (0.1 * radius + 0.7 * letters if low else 0.35 * letters)
            parts.append(text(x, line, label, letters, colour, "middle"))
        return "".join(parts)


def path(places: Iterable[Position]) -> str:
    """Return an SVG path through places, rounded to a thousandth of a side."""
    rounded = [(f"{round(x, 3) + 0:g}", f"{round(y, 3) + 0:g}") for x, y in places]
    parts = [f"M{rounded[0][0]} {rounded[0][1]}"]
    for (from_x, from_y), (x, y) in pairwise(rounded):
        parts.append(f"H{x}" if y == from_y else f"V{y}" if x == from_x else f"L{x} {y}")
    return "".join(parts)


def thick(lines: Iterable[Iterable[Position]], colour: str) -> str:
    """Return thick lines: sticks, or links between two cells."""
    return (
        f'<path d="{"".join(map(path, lines))}" fill="none" stroke="{colour}" stroke-width=".22" '
        'stroke-linecap="round"/>'
    )


def contacts(cells: Iterable[Cell]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return the pairs of squares that touch only at a corner, and share no neighbour in the shape.

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
