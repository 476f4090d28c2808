"""Slow, obviously right tilings: whatever piece fits on the first free cell, and so on."""

from __future__ import annotations

from collections.abc import Iterator

from enumino.families.coverings.problem import Tilings
from enumino.objects.lattice import Cell
from enumino.objects.piece import Piece
from tests.naive_square import IMAGES

Placed = tuple[int, frozenset[Cell]]  # the number of a piece, and its cells
Laid = frozenset[Placed]


def moved(cells: frozenset[Cell], k: int, height: int = 0, width: int = 0) -> frozenset[Cell]:
    """The image of cells about a frame."""
    return frozenset(IMAGES[k](r, c, height, width) for r, c in cells)


def shapes_of(problem: Tilings, piece: Piece) -> frozenset[frozenset[Cell]]:
    """The ways a piece may lie, as cells from row 0 and column 0 on."""
    ways = piece.orientations(problem.rotations, problem.reflections)
    return frozenset(frozenset(way.cells) for way in ways)


def naive(problem: Tilings) -> set[Laid]:
    """All tilings: whatever piece fits on the first free cell, and so on."""
    ways = [shapes_of(problem, piece) for piece in problem.pieces]
    anchored = [
        (number, [(r - min(way)[0], c - min(way)[1]) for r, c in way])
        for number, shapes in enumerate(ways)
        for way in shapes
    ]

    def lay(free: frozenset[Cell], used: tuple[int, ...]) -> Iterator[tuple[Placed, ...]]:
        if not free:
            if all(n >= (p.fewest or 0) for n, p in zip(used, problem.pieces, strict=True)):
                yield ()
            return
        top, left = min(free)
        for number, offsets in anchored:
            most = problem.pieces[number].most
            cells = frozenset((top + r, left + c) for r, c in offsets)
            if cells <= free and (most is None or used[number] < most):
                more = tuple(n + (i == number) for i, n in enumerate(used))
                for rest in lay(free - cells, more):
                    yield ((number, cells), *rest)

    found = list(lay(frozenset(problem.region.cells), (0,) * len(problem.pieces)))
    assert len(set(map(frozenset, found))) == len(found)
    return {frozenset(laid) for laid in found if not (problem.no_crossroads and meets(laid))}


def meets(laid: tuple[Placed, ...]) -> bool:
    """Whether four pieces meet at a point."""
    owner = {cell: number for number, (_, cells) in enumerate(laid) for cell in cells}
    corners = ((-1, -1), (-1, 0), (0, -1), (0, 0))
    return any(
        len({owner[r + i, c + j] for i, j in corners if (r + i, c + j) in owner}) == 4
        for r, c in owner
    )
