"""Coverings the slow way: tilings with all rules, on every lattice.

A problem is data: a lattice's name, cells, pieces as cells. A cell is a set of points: one for
squares, hexagons and cubes, the three corners of a triangle, the two ends of a stick. Symmetries
are linear maps of points. Nothing is shared with the package, but for how its cells are numbered.
A covering is a set of pairs: the number of a piece, and the numbers of its cells in reading order.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations, product
from math import inf
from typing import Any

import numpy as np

Point = tuple[int, ...]
Body = frozenset[Point]
Shape = frozenset[Body]
Matrix = tuple[tuple[int, ...], ...]

# Cells that touch, one pair of each kind; on other lattices, those at (0, 0) and (0, 1).
TOUCHING: dict[str, list[tuple[tuple[int, ...], ...]]] = {
    "king": [((0, 0), (0, 1)), ((0, 0), (1, 1))],
    "cubic": [((0, 0, 0), (0, 0, 1))],
    "stick": [((0, 0), (0, 1)), ((0, 0), (0, 2))],
}
SIXTH_TURN: Matrix = ((0, -1), (1, 1))
SWAP: Matrix = ((0, 1), (1, 0))
Cell = tuple[int, ...]
Covering = frozenset[tuple[int, frozenset[int]]]
IDENTITIES: tuple[Matrix, ...] = (((1, 0), (0, 1)), ((1, 0, 0), (0, 1, 0), (0, 0, 1)))
LEFT_RIGHT: Matrix = ((-1, 0), (0, 1))  # of points (column, row)


def body(lattice: str, cell: tuple[int, ...]) -> Body:
    """The points of a cell; in skewed coordinates where there are triangles or hexagons."""
    if lattice == "cubic":
        return frozenset([cell])
    row, column = cell
    unit, other = divmod(column, 2)
    if lattice == "triangular":
        corners = ((unit + 1, row), (unit + 1, row + 1), (unit, row + 1))
        return frozenset(corners if other else ((unit, row), (unit + 1, row), (unit, row + 1)))
    if lattice == "stick":
        return frozenset([(unit, row), (unit, row + 1) if other else (unit + 1, row)])
    return frozenset([(column, row)])


def group(lattice: str) -> list[tuple[Matrix, int]]:
    """The symmetries about a point, each with its determinant."""
    if lattice in ("hexagonal", "triangular"):
        found: list[tuple[Matrix, int]] = [(((1, 0), (0, 1)), 1)]
        for _ in range(5):
            found.append((times(SIXTH_TURN, found[-1][0]), 1))
        return found + [(times(turn, SWAP), -1) for turn, _ in found]
    size = 3 if lattice == "cubic" else 2
    moves = []
    for order in permutations(range(size)):
        for signs in product((1, -1), repeat=size):
            matrix = tuple(
                tuple(signs[i] if order[i] == j else 0 for j in range(size)) for i in range(size)
            )
            moves.append((matrix, determinant(matrix)))
    return moves


def times(one: Matrix, other: Matrix) -> Matrix:
    return tuple(map(tuple, (np.array(one) @ other).tolist()))


def determinant(matrix: Matrix) -> int:
    return round(np.linalg.det(matrix))


def moved(shape: Shape, matrix: Matrix) -> Shape:
    return frozenset(
        frozenset(
            tuple(sum(a * b for a, b in zip(row, point, strict=True)) for row in matrix)
            for point in cell
        )
        for cell in shape
    )


def shifted(shape: Shape, by: Point) -> Shape:
    return frozenset(
        frozenset(tuple(a + b for a, b in zip(point, by, strict=True)) for point in cell)
        for cell in shape
    )


def normal(shape: Shape) -> Shape:
    """The translate whose smallest coordinates are 0."""
    lowest = [min(axis) for axis in zip(*(point for cell in shape for point in cell), strict=True)]
    return shifted(shape, tuple(-low for low in lowest))


@dataclass(frozen=True)
class Shaped:
    """A piece: its cells, which moves it may make, and how often it is used."""

    cells: frozenset[Cell]
    fewest: int = 0
    most: float = inf
    turns: bool = True
    reflections: bool = True


@dataclass(frozen=True)
class Puzzle:
    """A region of a lattice, and the pieces that are to cover it."""

    lattice: str
    cells: frozenset[Cell]
    pieces: tuple[Shaped, ...]
    optional: frozenset[Cell] = frozenset()  # cells that may stay empty

    @cached_property
    def bodies(self) -> list[Body]:
        """The cells in reading order, as points."""
        return [body(self.lattice, cell) for cell in sorted(self.cells)]

    @cached_property
    def ways(self) -> list[frozenset[Shape]]:
        """The shapes that each piece may take, up to translation."""
        return [frozenset(self._ways(piece)) for piece in self.pieces]

    def _ways(self, piece: Shaped) -> Iterator[Shape]:
        shape = frozenset(body(self.lattice, cell) for cell in piece.cells)
        for matrix, sign in group(self.lattice):
            if sign < 0 and not piece.reflections:
                continue
            still = matrix in IDENTITIES or matrix == LEFT_RIGHT
            if not piece.turns and not still:
                continue
            yield normal(moved(shape, matrix))

    @cached_property
    def options(self) -> list[tuple[int, frozenset[int]]]:
        """Every placement of every piece."""
        number = {each: k for k, each in enumerate(self.bodies)}
        points = {point for each in self.bodies for point in each}
        found = set()
        for piece, ways in enumerate(self.ways):
            for way in ways:
                anchor = min(min(cell) for cell in way)
                for target in points:
                    step = tuple(b - a for a, b in zip(anchor, target, strict=True))
                    there = shifted(way, step)
                    if there <= number.keys():
                        found.add((piece, frozenset(number[cell] for cell in there)))
        return sorted(found, key=lambda option: (option[0], sorted(option[1])))

    def coverings(self) -> set[Covering]:
        """All of them: whatever covers the first free cell, and so on."""
        covering: list[list[tuple[int, frozenset[int]]]] = [[] for _ in self.bodies]
        for option in self.options:
            covering[min(option[1])].append(option)
        whole = frozenset(range(len(self.bodies)))
        optional = {k for k, cell in enumerate(sorted(self.cells)) if cell in self.optional}
        used = [0] * len(self.pieces)

        def search(free: frozenset[int]) -> Iterator[Covering]:
            if not free:
                if all(n >= piece.fewest for n, piece in zip(used, self.pieces, strict=True)):
                    yield frozenset()
                return
            if min(free) in optional:
                yield from search(free - {min(free)})
            for piece, cells in covering[min(free)]:
                if cells <= free and used[piece] < self.pieces[piece].most:
                    used[piece] += 1
                    for rest in search(free - cells):
                        yield rest | {(piece, cells)}
                    used[piece] -= 1

        found = list(search(whole))
        assert len(set(found)) == len(found)
        return set(found)

    def symmetries(self, rotations_only: bool = False) -> dict[Matrix, list[list[int]]]:
        """The symmetries of the region that take pieces to pieces of equal use.

        Returns
        -------
        dict
            Matrix -> where it takes cells, and which piece each piece becomes.
        """
        whole = frozenset(self.bodies)
        low = lowest(whole)
        number = {shifted_body(each, low): k for k, each in enumerate(self.bodies)}
        empty = {k for k, cell in enumerate(sorted(self.cells)) if cell in self.optional}
        uses = [(piece.fewest, piece.most) for piece in self.pieces]
        found = {}
        for matrix, sign in group(self.lattice):
            if (sign < 0 and rotations_only) or normal(moved(whole, matrix)) != normal(whole):
                continue
            back = lowest(moved(whole, matrix))
            goes = [
                number[shifted_body(next(iter(moved(frozenset([each]), matrix))), back)]
                for each in self.bodies
            ]
            if {goes[k] for k in empty} != empty:
                continue
            lies = list(zip(self.ways, uses, strict=True))
            images = [
                (frozenset(normal(moved(way, matrix)) for way in ways), use) for ways, use in lies
            ]
            if all(image in lies for image in images):
                found[matrix] = [goes, [lies.index(image) for image in images]]
        return found

    def symmetries_of_parts(self, rotations_only: bool = False) -> list[list[list[int]]]:
        """The symmetries, and those that move connected parts separately or exchange them.

        Each part moves by a matrix; all these take a piece to the same piece.
        """
        single = list(self.symmetries(rotations_only).values())
        parts = self.parts()
        if any(not any(cells <= part for part in parts) for _, cells in self.options):
            return single
        empty = {k for k, cell in enumerate(sorted(self.cells)) if cell in self.optional}
        uses = [(piece.fewest, piece.most) for piece in self.pieces]
        lies = list(zip(self.ways, uses, strict=True))
        number = {each: k for k, each in enumerate(self.bodies)}
        found = {(tuple(goes), tuple(becomes)) for goes, becomes in single}
        by_pieces: dict[tuple[int, ...], list[set[tuple[int, ...]]]] = {}
        for matrix, sign in group(self.lattice):
            images = [
                (frozenset(normal(moved(way, matrix)) for way in ways), use) for ways, use in lies
            ]
            if (sign < 0 and rotations_only) or any(image not in lies for image in images):
                continue
            becomes = tuple(lies.index(image) for image in images)
            moves = by_pieces.setdefault(becomes, [set() for _ in parts])
            for at, one in enumerate(parts):
                there = moved(frozenset(self.bodies[k] for k in one), matrix)
                for other in parts:
                    target = frozenset(self.bodies[k] for k in other)
                    if normal(there) == normal(target):
                        step = tuple(
                            b - a for a, b in zip(lowest(target), lowest(there), strict=True)
                        )
                        each = (moved(frozenset([self.bodies[k]]), matrix) for k in sorted(one))
                        moves[at].add(tuple(number[shifted_body(*own, step)] for own in each))
        for becomes, moves in by_pieces.items():
            chosen = [{}]
            for part, own in zip(parts, moves, strict=True):
                chosen = [
                    known | dict(zip(sorted(part), to, strict=True))
                    for known in chosen
                    for to in own
                    if not {*known.values()} & {*to}
                ]
            for to in chosen:
                if {to[k] for k in empty} == empty:
                    found.add((tuple(to[k] for k in range(len(self.bodies))), becomes))
        return [[list(goes), list(becomes)] for goes, becomes in sorted(found)]

    def parts(self) -> list[set[int]]:
        """The cells of each connected part."""
        touching = {
            normal(moved(frozenset(body(self.lattice, cell) for cell in pair), matrix))
            for pair in TOUCHING.get(self.lattice, [((0, 0), (0, 1))])
            for matrix, _ in group(self.lattice)
        }
        rest, parts = set(range(len(self.bodies))), []
        while rest:
            part = reached = {rest.pop()}
            while reached:
                reached = {
                    k
                    for k in rest
                    if any(
                        normal(frozenset([self.bodies[k], self.bodies[j]])) in touching
                        for j in reached
                    )
                }
                part, rest = part | reached, rest - reached
            parts.append(part)
        return parts


def lowest(shape: Shape) -> Point:
    """The step that brings the smallest coordinates of a shape to 0."""
    points = [point for cell in shape for point in cell]
    return tuple(-min(axis) for axis in zip(*points, strict=True))


def shifted_body(cell: Body, by: Point) -> Body:
    return next(iter(shifted(frozenset([cell]), by)))


def image(covering: Covering, goes: list[int], becomes: list[int]) -> Covering:
    """The image of a covering under a symmetry."""
    return frozenset(
        (becomes[piece], frozenset(goes[cell] for cell in cells)) for piece, cells in covering
    )


def orbits(
    found: Iterable[Covering], symmetries: Iterable[list[list[int]]]
) -> dict[Covering, frozenset[Covering]]:
    """Each covering with all of its images."""
    listed = list(symmetries)
    return {each: frozenset(image(each, *one) for one in listed) for each in found}


def square_class(kept: Iterable[Matrix]) -> str:
    """Redelmeier's name of a group of symmetries of squares, the identity among them."""
    group_ = set(kept)
    mirrors = [matrix for matrix in group_ if determinant(matrix) < 0]
    along = sum(matrix[0][0] != 0 for matrix in mirrors)
    if len(group_) == 8:
        return "all"
    if len(mirrors) == 2:
        return "axis2" if along else "diag2"
    if mirrors:
        return "axis" if along else "diag"
    return {4: "rotate2", 2: "rotate", 1: "none"}[len(group_)]


# Problems of the package.


def puzzle_of(problem: Any) -> Puzzle:
    """A problem of tilings, as data."""
    turning = problem.rotations
    pieces = tuple(
        Shaped(
            frozenset(piece.shape.cells),
            piece.fewest or 0,
            inf if piece.most is None else piece.most,
            turning and piece.rotations,
            problem.reflections and piece.reflections,
        )
        for piece in problem.board.placed
    )
    region = problem.board.region
    return Puzzle(region.lattice.name, frozenset(region.cells), pieces, region.optional)


def laid(problem: Any, covering: Iterable[Any]) -> Covering:
    """The covering that is made of placed pieces, with names and cells."""
    pieces = {piece.name: number for number, piece in enumerate(problem.board.pieces)}
    cells = {cell: number for number, cell in enumerate(sorted(problem.board.region.cells))}
    return frozenset(
        (pieces[placed.name], frozenset(map(cells.__getitem__, placed.cells)))
        for placed in covering
    )
