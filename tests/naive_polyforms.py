"""Polyforms listed without thought: coordinates, neighbours and symmetries written out by hand.

Shapes grow by a cell in every place, and are compared as sets. Nothing here knows `Lattice`.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import permutations, product
from typing import Any

Point = tuple[int, ...]
Shape = frozenset[Point]
Row = tuple[int, ...]
Move = tuple[Callable[[Point], Point], bool]  # an image of a point, and whether it is a rotation


def parity(order: tuple[int, ...]) -> int:
    """1 for an even permutation, -1 for an odd one."""
    return (-1) ** sum(a > b for i, a in enumerate(order) for b in order[i + 1 :])


def signed(dimensions: int) -> list[Move]:
    """All signed permutations of coordinates; rotations have determinant 1."""
    moves: list[Move] = []
    for order in permutations(range(dimensions)):
        for signs in product((1, -1), repeat=dimensions):
            determinant = parity(order)
            for sign in signs:
                determinant *= sign

            def move(point: Point, order: Point = order, signs: Point = signs) -> Point:
                return tuple(s * point[i] for i, s in zip(order, signs, strict=True))

            moves.append((move, determinant == 1))
    return moves


def hexagonal() -> list[Move]:
    """All permutations of three coordinates, with one sign for all; rotations are even ones."""
    moves: list[Move] = []
    for order in permutations(range(3)):
        for sign in (1, -1):

            def move(point: Point, order: Point = order, sign: int = sign) -> Point:
                return tuple(sign * point[i] for i in order)

            moves.append((move, parity(order) == 1))
    return moves


@dataclass(frozen=True, eq=False)
class Naive:
    """A lattice by hand.

    Attributes
    ----------
    seeds : list of point
        The shapes of one cell.
    near, beyond : callable
        Points of the neighbours of a cell, and of those behind its sides.
    moves : list
        The symmetries of the lattice about the origin.
    cell : callable
        The cell of a point: row and column, behind a layer.
    even : bool
        Whether columns are two a unit cell, which is what translations move by.
    between : callable, optional
        Counts holes in another way than by empty cells.
    """

    seeds: list[Point]
    near: Callable[[Point], list[Point]]
    beyond: Callable[[Point], list[Point]]
    moves: list[Move]
    cell: Callable[[Point], Point]
    even: bool = False
    between: Callable[[Shape], int] | None = None

    def pushed(self, shape: Iterable[Point]) -> tuple[Shape, Point]:
        """The cells of points, pushed to the origin, and the sizes of their box."""
        cells = [self.cell(point) for point in shape]
        unit = 2 if self.even else 1
        low = [min(axis) for axis in zip(*cells, strict=True)]
        low[-1] -= low[-1] % unit
        at = {tuple(k - start for k, start in zip(cell, low, strict=True)) for cell in cells}
        box = [max(axis) + 1 for axis in zip(*at, strict=True)]
        box[-1] += -box[-1] % unit
        return frozenset(at), tuple(box)

    def shapes(self, number: int) -> list[Shape]:
        """Every fixed shape of a size, as points somewhere."""
        known = {self.pushed([seed])[0]: frozenset([seed]) for seed in self.seeds}
        for _ in range(number - 1):
            grown = {}
            for shape in known.values():
                for point in shape:
                    for new in self.near(point):
                        if new not in shape:
                            larger = shape | {new}
                            grown[self.pushed(larger)[0]] = larger
            known = grown
        return list(known.values())

    def rows(self, number: int, kind: str) -> Iterator[tuple[Row, int]]:
        """Each listed row of a size, without its class, and the number of symmetries that keep it.

        A row is cells, box, mask, orbit, perimeter, site perimeter, holes.
        """
        for shape, mine, keys in keyed(self, number):
            rotations = [key for key, (_, turn) in zip(keys, self.moves, strict=True) if turn]
            among = {"free": keys, "one-sided": rotations, "fixed": [mine]}[kind]
            if mine == min(among):
                cells, box = self.pushed(shape)
                yield (
                    (
                        number,
                        *box,
                        mask(cells, box),
                        len(set(among)),
                        sum(near not in shape for point in shape for near in self.beyond(point)),
                        len({near for point in shape for near in self.near(point)} - shape),
                        self.holes(shape),
                    ),
                    keys.count(mine),
                )

    def key(self, shape: Iterable[Point]) -> tuple[object, ...]:
        """The key that is smallest for the canonical image: large extents and moments come first.

        Boxes of images that tie in these differ only for sticks.
        """
        points = list(shape)
        pairs = []
        for axis in list(zip(*points, strict=True))[::-1]:
            low, high = min(axis), max(axis)
            pairs.append((low - high, len(points) * (low + high) - 2 * sum(axis)))
        cells, box = self.pushed(points)
        return (tuple(pairs), box, mask(cells, box), cells)

    def holes(self, shape: Shape) -> int:
        """Components, by sides, of what is empty up to three steps away, less the one outside."""
        if self.between is not None:
            return self.between(shape)
        near, fresh = set(shape), set(shape)
        for _ in range(3):
            fresh = {other for point in fresh for other in self.beyond(point)} - near
            near |= fresh
        rest, components = near - shape, 0
        while rest:
            reached = [rest.pop()]
            for point in reached:
                for other in self.beyond(point):
                    if other in rest:
                        rest.remove(other)
                        reached.append(other)
            components += 1
        return components - 1


@cache
def keyed(naive: Naive, number: int) -> list[tuple[Shape, tuple[object, ...], list[Any]]]:
    """Every fixed shape of a size with its key and the keys of its images, for all kinds."""
    found = []
    for shape in naive.shapes(number):
        images = [[move(point) for point in shape] for move, _ in naive.moves]
        found.append((shape, naive.key(shape), [naive.key(image) for image in images]))
    return found


def mask(cells: Shape, box: Point) -> int:
    """Bit (layer * height + row) * width + column for each cell."""
    found = 0
    for cell in cells:
        bit = 0
        for k, size in zip(cell, box, strict=True):
            bit = bit * size + k
        found += 1 << bit
    return found


def shifts(steps: Iterable[Point]) -> Callable[[Point], list[Point]]:
    """The points that are a step away."""
    listed = list(steps)
    return lambda point: [tuple(a + b for a, b in zip(point, step, strict=True)) for step in listed]


EDGES = [(0, 1), (0, -1), (1, 0), (-1, 0)]
HEXAGON = sorted(set(permutations((-1, 0, 1))))
CUBE = [tuple(s * (i == k) for i in range(3)) for k in range(3) for s in (1, -1)]


def beside_triangle(point: Point) -> list[Point]:
    """Strips between lines in three directions, twice their numbers and one: sums are 1 or -1."""
    step = -2 if sum(point) == 1 else 2
    return [tuple(k + step * (i == j) for j, k in enumerate(point)) for i in range(3)]


def beside_stick(point: Point) -> list[Point]:
    """Midpoints of edges, in half edges: one coordinate is odd, along which the edge lies."""
    row, column = point
    if row % 2:
        ends = [(row - 1, column), (row + 1, column)]
    else:
        ends = [(row, column - 1), (row, column + 1)]
    around = {(r + a, c + b) for r, c in ends for a, b in EDGES}
    return sorted(around - {point})


def regions_of_sticks(shape: Shape) -> int:
    """Components of the unit squares of a frame, which sticks keep apart, less the one outside."""
    rows, columns = zip(*shape, strict=True)
    rest = {
        (r, c)
        for r in range(min(rows) - 3, max(rows) + 4)
        for c in range(min(columns) - 3, max(columns) + 4)
        if r % 2 and c % 2
    }
    components = 0
    while rest:
        reached = [rest.pop()]
        for r, c in reached:
            for down, right in EDGES:
                other = (r + 2 * down, c + 2 * right)
                if other in rest and (r + down, c + right) not in shape:
                    rest.remove(other)
                    reached.append(other)
        components += 1
    return components - 1


NAIVE = {
    "square": Naive([(0, 0)], shifts(EDGES), shifts(EDGES), signed(2), lambda p: p),
    "king": Naive(
        [(0, 0)],
        shifts([step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)]),
        shifts(EDGES),
        signed(2),
        lambda p: p,
    ),
    "hexagonal": Naive([(0, 0, 0)], shifts(HEXAGON), shifts(HEXAGON), hexagonal(), lambda p: p[:2]),
    "triangular": Naive(
        [(1, 1, -1), (1, 1, -3)],
        beside_triangle,
        beside_triangle,
        hexagonal(),
        lambda p: ((p[0] - 1) // 2, p[1] - 1 + (sum(p) == -1)),
        even=True,
    ),
    "cubic": Naive([(0, 0, 0)], shifts(CUBE), shifts(CUBE), signed(3), lambda p: p),
    "stick": Naive(
        [(0, 1), (1, 0)],
        beside_stick,
        beside_stick,
        signed(2),
        lambda p: (p[0] // 2, p[1] // 2 * 2 + p[0] % 2),
        even=True,
        between=regions_of_sticks,
    ),
}
