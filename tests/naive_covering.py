"""Coverings the slow way: tilings and packings with all rules, on every lattice.

A problem is data: a lattice's name, cells, pieces as cells. Points, symmetries and placements are
those of `naive_packing`; nothing is shared with the package. A covering is a set of pairs: the
number of a piece, and the numbers of its cells in reading order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import inf

from tests.naive_packing import (
    Body,
    Matrix,
    Point,
    Shape,
    body,
    determinant,
    group,
    level,
    moved,
    normal,
    shifted,
)

Cell = tuple[int, ...]
Covering = frozenset[tuple[int, frozenset[int]]]
IDENTITIES: tuple[Matrix, ...] = (((1, 0), (0, 1)), ((1, 0, 0), (0, 1, 0), (0, 0, 1)))
LEFT_RIGHT: Matrix = ((-1, 0), (0, 1))  # of points (column, row)


@dataclass(frozen=True)
class Shaped:
    """A piece: its cells, which moves it may make, and how often it is used."""

    cells: frozenset[Cell]
    fewest: int = 0
    most: float = inf
    turns: str = "all"
    reflections: bool = True


@dataclass(frozen=True)
class Puzzle:
    """A region of a lattice, and the pieces that are to cover it."""

    lattice: str
    cells: frozenset[Cell]
    pieces: tuple[Shaped, ...]
    no_crossroads: bool = False
    no_crossings: bool = False

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
            if (piece.turns == "none" and not still) or (
                piece.turns == "in-plane" and not level(matrix)
            ):
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
        used = [0] * len(self.pieces)

        def search(free: frozenset[int]) -> Iterator[Covering]:
            if not free:
                if all(n >= piece.fewest for n, piece in zip(used, self.pieces, strict=True)):
                    yield frozenset()
                return
            for piece, cells in covering[min(free)]:
                if cells <= free and used[piece] < self.pieces[piece].most:
                    used[piece] += 1
                    for rest in search(free - cells):
                        yield rest | {(piece, cells)}
                    used[piece] -= 1

        found = list(search(whole))
        assert len(set(found)) == len(found)
        return {each for each in found if not self._is_barred(each)}

    def _is_barred(self, covering: Covering) -> bool:
        owner = {self.bodies[cell]: cells for _, cells in covering for cell in cells}
        return (self.no_crossroads and crossroads(owner)) or (self.no_crossings and crosses(owner))

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
            lies = list(zip(self.ways, uses, strict=True))
            images = [
                (frozenset(normal(moved(way, matrix)) for way in ways), use) for ways, use in lies
            ]
            if all(image in lies for image in images):
                found[matrix] = [goes, [lies.index(image) for image in images]]
        return found


def lowest(shape: Shape) -> Point:
    """What brings the smallest coordinates of a shape to 0."""
    points = [point for cell in shape for point in cell]
    return tuple(-min(axis) for axis in zip(*points, strict=True))


def shifted_body(cell: Body, by: Point) -> Body:
    return next(iter(shifted(frozenset([cell]), by)))


def image(covering: Covering, goes: list[int], becomes: list[int]) -> Covering:
    """What a covering becomes under a symmetry."""
    return frozenset(
        (becomes[piece], frozenset(goes[cell] for cell in cells)) for piece, cells in covering
    )


def orbits(
    found: Iterable[Covering], symmetries: dict[Matrix, list[list[int]]]
) -> dict[Covering, frozenset[Covering]]:
    """Each covering with all of its images."""
    return {
        each: frozenset(image(each, *symmetry) for symmetry in symmetries.values())
        for each in found
    }


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


def crossroads(owner: dict[Body, frozenset[int]]) -> bool:
    """Whether four pieces of squares meet at a point."""
    at = {next(iter(cell)): cells for cell, cells in owner.items()}
    return any(
        len({at.get(q) for q in ((x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1))} - {None}) == 4
        for x, y in at
    )


def crosses(owner: dict[Body, frozenset[int]]) -> bool:
    """Whether two pieces of sticks cross at a vertex."""
    for x, y in {point for cell in owner for point in cell}:
        right, left = (owner.get(frozenset([(x, y), (x + s, y)])) for s in (1, -1))
        down, up = (owner.get(frozenset([(x, y), (x, y + s)])) for s in (1, -1))
        if None not in (right, down) and right == left != down == up:
            return True
    return False
