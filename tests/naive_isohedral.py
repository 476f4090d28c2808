"""Isohedral tilings of a tiling from a file: groups of symmetries of tori, from their generators.

The tiles of an isohedral tiling are the images of one shape under a group of symmetries. Modulo its
translations, which are a lattice, the group is finite, and has at most as many elements as the
tiling has turns and reflections; the number of tiles of a period divides theirs. So all lattices of
such areas are tried. A group grows by each symmetry that takes the shape to some cell that no tile
covers, until tiles overlap or cover all cells. Symmetries may take a tile to another in many ways.
"""

from collections.abc import Iterator
from itertools import product

from tests.naive_lattices import Corner, Move, NaiveTiling, Shape

IDENTITY: Move = ((1, 0, 0, 1), (0, 0))


def is_isohedral(tiling: NaiveTiling, shape: Shape) -> bool:
    """Whether images of a shape have a tiling in which symmetries take each tile to each other."""
    for tiles in divisors(len(tiling.moves)):
        units, rest = divmod(tiles * len(shape), len(tiling.seeds))
        for height in divisors(units) if not rest else ():
            for shift in range(units // height):
                torus = NaiveTorus(tiling, units // height, height, shift)
                if torus.has_group([], shape):
                    return True
    return False


def divisors(number: int) -> list[int]:
    return [k for k in range(1, number + 1) if number % k == 0]


def image(cell: frozenset[Corner], move: Move) -> frozenset[Corner]:
    (p, q, r, s), (x, y) = move
    return frozenset((p * u + q * v + x, r * u + s * v + y) for u, v in cell)


class NaiveTorus:
    """A tiling modulo two translations: by `width` unit cells, and by `height` rows and a shift."""

    def __init__(self, tiling: NaiveTiling, width: int, height: int, shift: int) -> None:
        self.tiling, self.width, self.height, self.shift = tiling, width, height, shift
        self.area = tiling.a * tiling.d - tiling.b * tiling.c
        moved = [
            frozenset(tiling.by(corner, row, unit) for corner in seed)
            for row, unit, seed in product(range(height), range(width), tiling.seeds)
        ]
        self.cells = [self.home(frozenset([cell])) for cell in moved]
        ends = [tiling.by((0, 0), 0, width), tiling.by((0, 0), height, shift)]
        self.moves = [
            (matrix, by)
            for matrix, by in tiling.moves
            if all(
                self.reduced(*corner) == (0, 0)
                for end in ends
                for corner in image(frozenset([end]), (matrix, (0, 0)))
            )
        ]

    def reduced(self, x: int, y: int) -> Corner:
        """A vector modulo the two translations."""
        tiling = self.tiling
        rows = (x * tiling.d - y * tiling.c) // (self.area * self.height)
        x, y = tiling.by((x, y), -rows * self.height, -rows * self.shift)
        turns = (tiling.a * y - tiling.b * x) // (self.area * self.width)
        return tiling.by((x, y), 0, -turns * self.width)

    def home(self, shape: Shape) -> Shape:
        """The same cells of all translates of a shape."""
        x, y = min(min(cell) for cell in shape)
        to_x, to_y = self.reduced(x, y)
        return frozenset(frozenset((u + to_x - x, v + to_y - y) for u, v in cell) for cell in shape)

    def has_group(self, generators: list[Move], shape: Shape) -> bool:
        """Whether a group that holds some symmetries makes tiles of the shape cover the torus."""
        owners = self.tiles(generators, shape)
        if owners is None:
            return False
        rest = [cell for cell in self.cells if cell not in owners]
        if not rest:
            return True
        return any(self.has_group([*generators, one], shape) for one in self.onto(rest[0], shape))

    def tiles(self, generators: list[Move], shape: Shape) -> dict[Shape, Shape] | None:
        """The tile of each cell that the group of the generators covers, unless tiles overlap."""
        owners: dict[Shape, Shape] = {}
        group = {IDENTITY: None}
        for move in (todo := [IDENTITY]):
            tile = frozenset(image(cell, move) for cell in shape)
            own = [self.home(frozenset([cell])) for cell in tile]
            home = self.home(tile)
            if len({*own}) < len(own) or any(owners.get(cell, home) != home for cell in own):
                return None
            owners.update(dict.fromkeys(own, home))
            for by in generators:
                (p, q, r, s), (e, f, g, h) = by[0], move[0]
                (at,) = image(frozenset([move[1]]), by)
                both = (p * e + q * g, p * f + q * h, r * e + s * g, r * f + s * h)
                found = both, self.reduced(*at)
                if found not in group:
                    group[found] = None
                    todo.append(found)
        return owners

    def onto(self, target: Shape, shape: Shape) -> Iterator[Move]:
        """The symmetries that take some cell of a shape to a cell of the torus."""
        (cell,) = target
        for (matrix, (x, y)), own in product(self.moves, shape):
            moved = image(own, (matrix, (x, y)))
            (to_x, to_y), (at_x, at_y) = min(cell), min(moved)
            right, down = to_x - at_x, to_y - at_y
            same = frozenset((u + right, v + down) for u, v in moved) == cell
            rows = right * self.tiling.d - down * self.tiling.c
            units = self.tiling.a * down - self.tiling.b * right
            if same and rows % self.area == units % self.area == 0:
                yield matrix, self.reduced(x + right, y + down)
