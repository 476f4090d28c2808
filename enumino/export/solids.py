"""Solids for 3D printers (STL): each piece of cubes or squares is a closed mesh.

Every piece is eroded: it keeps the centres of the cubes inside it whose side is the gap. So pieces
of a tiling do not touch, cells that share only an edge or a corner do not meet, and each edge of a
mesh belongs to two triangles. Erosion divides a cube into 27 blocks, with a thin block at each
face, edge and corner, and keeps a block if all cells that touch it belong to the piece.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import isqrt

from enumino.errors import ProblemError
from enumino.objects.lattice import SQUARE, Cell, Lattice
from enumino.objects.lattices import CUBIC
from enumino.objects.polyform import Polyform
from enumino.objects.tiling import Tiling

Block = tuple[int, ...]  # (x, y, z), with three blocks per cube
Cube = tuple[int, int, int]


@dataclass(frozen=True)
class Size:
    """Lengths in mm: the side of a cube, and the gap between neighbouring pieces."""

    cell: float = 10.0
    gap: float = 0.1

    def __post_init__(self) -> None:
        if not 0 < self.gap < self.cell <= 1000:
            raise ProblemError(
                f"Cubes of {self.cell:g} mm cannot have gaps of {self.gap:g} mm: give a side of at "
                "most 1000 mm, and a smaller gap above 0."
            )

    def at(self, line: int) -> float:
        """Return the coordinate of the first line of a block."""
        cube, block = divmod(line, 3)
        return self.cell * cube + (0.0, self.gap / 2, self.cell - self.gap / 2)[block]


STANDARD = Size()


def stl(things: Iterable[Polyform | Tiling], size: Size = STANDARD) -> Iterator[str]:
    """Yield polyforms or tilings as solids of an ASCII STL file, side by side along x.

    Columns are x, layers are z, and y grows against the rows.
    """
    right = number = 0
    for thing in things:
        lattice = thing.region.lattice if isinstance(thing, Tiling) else thing.lattice
        _check_lattice(lattice)
        pieces = [p.cells for p in thing.pieces] if isinstance(thing, Tiling) else [thing.cells]
        for cells in pieces:
            number += 1
            yield from _solid(f"piece-{number}", _cubes(cells, right, 0), size)
        right += 1 + max(cell[-1] for cells in pieces for cell in cells) + 1


def lying(pieces: Sequence[tuple[str, Polyform]], size: Size = STANDARD) -> Iterator[str]:
    """Yield pieces with their names as solids, side by side, each in its lowest position."""
    flat = [(name, _lowest(shape)) for name, shape in pieces]
    area = sum((shape.width + 1) * (shape.height + 1) for _, shape in flat)
    width = max(isqrt(area), *(shape.width for _, shape in flat), 1)
    x = y = deepest = 0
    for name, shape in flat:
        if x + shape.width > width:
            x, y, deepest = 0, y + deepest + 1, 0
        yield from _solid(name, _cubes(shape.cells, x, y), size)
        x, deepest = x + shape.width + 1, max(deepest, shape.height)


def _lowest(shape: Polyform) -> Polyform:
    """Return the rotation with the fewest layers, then with the most cubes in the lowest layer."""
    _check_lattice(shape.lattice)
    if shape.lattice == SQUARE:
        return shape
    rotated = shape.images("one-sided")
    return min(rotated, key=lambda each: (each.box[0], -sum(c[0] == 0 for c in each.cells), each))


def _check_lattice(lattice: Lattice) -> None:
    if lattice not in (SQUARE, CUBIC):
        raise ProblemError(
            f"Solids are made of cubes or squares, not of cells of the {lattice.name} lattice."
        )


def _cubes(cells: Iterable[Cell], right: int, down: int) -> set[Cube]:
    """Return cells as cubes, moved by columns and rows."""
    return {(cell[-1] + right, -cell[-2] - down, (0, *cell)[-3]) for cell in cells}


def _solid(name: str, cells: set[Cube], size: Size) -> Iterator[str]:
    """Yield the facets of a solid, counter-clockwise as seen from outside."""
    yield f"solid {name}\n"
    blocks = set(_blocks(cells))
    for block in sorted(blocks):
        for axis, sign in product(range(3), (-1, 1)):
            beyond = [k + sign * (i == axis) for i, k in enumerate(block)]
            if tuple(beyond) not in blocks:
                yield from _facets(block, axis, sign, size)
    yield f"endsolid {name}\n"


def _blocks(cells: set[Cube]) -> Iterator[Block]:
    """Yield the blocks of an eroded piece, which have its cells all around."""
    for cell in cells:
        for steps in product((-1, 0, 1), repeat=3):
            around = product(*({k, k + step} for k, step in zip(cell, steps, strict=True)))
            if all(each in cells for each in around):
                yield tuple([3 * k + 1 + step for k, step in zip(cell, steps, strict=True)])


def _facets(block: Block, axis: int, sign: int, size: Size) -> Iterator[str]:
    """Yield the two triangles of a face of a block."""
    one, other = (axis + 1) % 3, (axis + 2) % 3  # a right-handed frame with the axis
    corners = []
    for across, along in ((0, 0), (1, 0), (1, 1), (0, 1))[::sign]:
        corner = list(block)
        corner[axis] += sign > 0
        corner[one] += across
        corner[other] += along
        corners.append(" ".join(f"{size.at(k):g}" for k in corner))
    normal = " ".join(str(sign * (i == axis)) for i in range(3))
    a, b, c, d = corners
    for triangle in ((a, b, c), (a, c, d)):
        vertices = "".join(f"   vertex {corner}\n" for corner in triangle)
        yield f" facet normal {normal}\n  outer loop\n{vertices}  endloop\n endfacet\n"
