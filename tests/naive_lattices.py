"""Polyforms of a tiling from a file, as sets of polygons, listed without thought.

Shapes grow by every polygon that shares a side (or a corner) with one of theirs. Images are those
of the corners under the matrices of the file. Nothing here knows `Lattice`.
"""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from math import floor

from enumino.objects.lattice_files.definition import Definition

Corner = tuple[int, int]
Shape = frozenset[frozenset[Corner]]
Move = tuple[tuple[int, int, int, int], Corner]


class NaiveTiling:
    """A patch of a tiling around the origin, in which shapes of up to `reach` cells can grow."""

    def __init__(self, definition: Definition, reach: int) -> None:
        self.definition = definition
        (self.a, self.b), (self.c, self.d) = definition.periods
        self.seeds = [frozenset(cell) for cell in definition.cells]
        self.near: dict[frozenset[Corner], set[frozenset[Corner]]] = {}
        owners: dict[frozenset[Corner], list[frozenset[Corner]]] = {}
        span = range(-reach - 1, reach + 2)
        for row, unit, cell in product(span, span, definition.cells):
            placed = [self.by(corner, row, unit) for corner in cell]
            for side in zip(placed, placed[1:] + placed[:1], strict=True):
                owners.setdefault(frozenset(side), []).append(frozenset(placed))
        for together in owners.values():
            for one in together:
                self.near.setdefault(one, set()).update(set(together) - {one})
        self.moves = self._moves()

    def by(self, corner: Corner, row: int, unit: int) -> Corner:
        """A corner moved by periods."""
        return (corner[0] + row * self.a + unit * self.c, corner[1] + row * self.b + unit * self.d)

    def _moves(self) -> list[Move]:
        """All turns and reflections, with some shift of each."""
        found: dict[tuple[int, int, int, int], Corner] = {(1, 0, 0, 1): (0, 0)}
        todo = list(found.items())
        while todo:
            (p, q, r, s), (x, y) = todo.pop()
            for each in self.definition.symmetries:
                (e, f), (g, h) = each.matrix
                matrix = (e * p + f * r, e * q + f * s, g * p + h * r, g * q + h * s)
                shift = (e * x + f * y + each.shift[0], g * x + h * y + each.shift[1])
                if matrix not in found:
                    found[matrix] = shift
                    todo.append((matrix, shift))
        return list(found.items())

    def normal(self, shape: Iterable[frozenset[Corner]]) -> Shape:
        """The translate whose first corner, by rows and unit cells, is in the unit cell at 0."""
        area = self.a * self.d - self.b * self.c
        shape = list(shape)
        places = [
            (Fraction(x * self.d - y * self.c, area), Fraction(self.a * y - self.b * x, area))
            for cell in shape
            for x, y in cell
        ]
        row, unit = (floor(k) for k in min(places))
        return frozenset(
            frozenset(self.by(corner, -row, -unit) for corner in cell) for cell in shape
        )

    def images(self, shape: Shape, kind: str) -> list[Shape]:
        """The images that count as the same, one for each move."""
        found = []
        for (p, q, r, s), (x, y) in self.moves:
            if kind == "free" or (kind == "one-sided" and p * s - q * r > 0):
                moved = (
                    frozenset((p * u + q * v + x, r * u + s * v + y) for u, v in cell)
                    for cell in shape
                )
                found.append(self.normal(moved))
        return found or [shape]

    def fixed(self, cells: int) -> set[Shape]:
        """All shapes of a size up to translation."""
        shapes = {self.normal([seed]) for seed in self.seeds}
        for _ in range(cells - 1):
            shapes = {
                self.normal([*shape, new])
                for shape in shapes
                for cell in shape
                for new in self.near[cell] - shape
            }
        return shapes

    def orders(self, cells: int, kind: str) -> Counter[int]:
        """The number of shapes of a size and kind by their number of symmetries."""
        found: Counter[int] = Counter()
        rest = self.fixed(cells)
        while rest:
            shape = next(iter(rest))
            rest -= {shape, *self.images(shape, kind)}
            found[self.images(shape, "free").count(shape)] += 1
        return found

    def placements(self, shape: Shape, region: Shape, kind: str) -> set[Shape]:
        """The images of a shape, as they count for a kind, that lie inside a region."""
        found = set()
        for image in {self.normal(shape), *self.images(shape, kind)}:
            least = min(min(cell) for cell in image)
            for corner in {corner for cell in region for corner in cell}:
                right, down = corner[0] - least[0], corner[1] - least[1]
                moved = frozenset(
                    frozenset((x + right, y + down) for x, y in cell) for cell in image
                )
                if moved <= region and self.normal(moved) == image:
                    found.add(moved)
        return found

    def tilings(self, shapes: list[Shape], region: Shape, kind: str) -> int:
        """The number of ways to fill a region with any number of each shape."""
        options = [each for shape in shapes for each in self.placements(shape, region, kind)]

        def fill(rest: Shape) -> int:
            if not rest:
                return 1
            first = min(rest, key=sorted)
            return sum(fill(rest - each) for each in options if first in each and each <= rest)

        return fill(region)
