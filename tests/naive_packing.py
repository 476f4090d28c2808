"""Packings the slow way, on every lattice, by points of the plane or of space.

A cell is a set of points: one for squares, hexagons and cubes, the three corners of a triangle, the
two ends of a stick. The symmetries are linear maps of points, written down here once more: nothing
is shared with `Lattice`, but for how its cells are numbered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations, product

Point = tuple[int, ...]
Body = frozenset[Point]
Shape = frozenset[Body]
Matrix = tuple[tuple[int, ...], ...]

SIXTH_TURN: Matrix = ((0, -1), (1, 1))
SWAP: Matrix = ((0, 1), (1, 0))


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
    return tuple(
        tuple(
            sum(a * b for a, b in zip(row, column, strict=True))
            for column in zip(*other, strict=True)
        )
        for row in one
    )


def determinant(matrix: Matrix) -> int:
    if len(matrix) == 2:
        (a, b), (c, d) = matrix
        return a * d - b * c
    (a, b, c), *below = matrix
    minors = [tuple(row[:k] + row[k + 1 :] for row in below) for k in range(3)]
    return a * determinant(minors[0]) - b * determinant(minors[1]) + c * determinant(minors[2])


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


def level(matrix: Matrix) -> bool:
    """Whether a symmetry of cubes leaves layers level, and the right way up."""
    return matrix[0] == (1, 0, 0)


def placements(
    region: Shape, piece: Shape, lattice: str, reflections: bool, in_plane: bool
) -> set[Shape]:
    """All placements of a piece."""
    found = set()
    for matrix, sign in group(lattice):
        if (sign < 0 and not reflections) or (in_plane and not level(matrix)):
            continue
        image = moved(piece, matrix)
        anchor = min(min(cell) for cell in image)
        for target in {point for cell in region for point in cell}:
            there = shifted(image, tuple(b - a for a, b in zip(anchor, target, strict=True)))
            if there <= region:
                found.add(there)
    return found


def packings(
    lattice: str,
    region: Iterable[tuple[int, ...]],
    pieces: list[tuple[Iterable[tuple[int, ...]], bool]],
    *,
    each_once: bool = False,
    in_plane: bool = False,
) -> set[frozenset[Shape]]:
    """Every packing, as the set of its pieces where they lie.

    Parameters
    ----------
    pieces : list of (cells, reflections)
        Different shapes.
    """
    whole = frozenset(body(lattice, cell) for cell in region)
    options = [
        placements(whole, frozenset(body(lattice, c) for c in cells), lattice, flips, in_plane)
        for cells, flips in pieces
    ]

    def search(open_cells: frozenset[Body], left: tuple[int, ...]) -> Iterator[tuple[Shape, ...]]:
        if not open_cells:
            if not (each_once and left):
                yield ()
            return
        first = min(open_cells, key=sorted)
        for piece in left:
            rest = tuple(k for k in left if k != piece) if each_once else left
            for option in options[piece]:
                if first in option and option <= open_cells:
                    yield from ((option, *more) for more in search(open_cells - option, rest))

    return {frozenset(found) for found in search(whole, tuple(range(len(pieces))))}


def classes(
    lattice: str,
    region: Iterable[tuple[int, ...]],
    found: set[frozenset[Shape]],
    rotations_only: bool,
) -> int:
    """How many packings there are up to the symmetries of the region that lead to others."""
    whole = normal(frozenset(body(lattice, cell) for cell in region))
    based = {on_origin(packing) for packing in found}
    symmetries = [
        matrix
        for matrix, sign in group(lattice)
        if normal(moved(whole, matrix)) == whole and (sign > 0 or not rotations_only)
    ]
    useful = [
        matrix
        for matrix in symmetries
        if all(on_origin(frozenset(moved(p, matrix) for p in one)) in based for one in based)
    ]
    orbits = {
        frozenset(on_origin(frozenset(moved(p, matrix) for p in one)) for matrix in useful)
        for one in based
    }
    return len(orbits)


def on_origin(packing: frozenset[Shape]) -> frozenset[Shape]:
    """A packing whose region has its smallest coordinates at 0."""
    points = [point for piece in packing for cell in piece for point in cell]
    lowest = tuple(-min(axis) for axis in zip(*points, strict=True))
    return frozenset(shifted(piece, lowest) for piece in packing)


def crosses(packing: frozenset[Shape]) -> bool:
    """Whether two pieces of sticks cross at a vertex."""
    owner = {cell: piece for piece in packing for cell in piece}
    for x, y in {point for cell in owner for point in cell}:
        right, left = (owner.get(frozenset([(x, y), (x + s, y)])) for s in (1, -1))
        down, up = (owner.get(frozenset([(x, y), (x, y + s)])) for s in (1, -1))
        if right is not None and right == left and down is not None and down == up != right:
            return True
    return False
