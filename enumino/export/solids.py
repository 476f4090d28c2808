"""Solids for 3D printers (STL): each piece of cubes or squares is a closed mesh.

Every piece is eroded: it keeps the centres of the cubes of side 2 * `INSET` inside it. So pieces of
a tiling do not touch, cells that share only an edge or a corner do not meet, and each edge of a
mesh belongs to two triangles. Erosion divides a cube into 27 blocks, with a thin block at each
face, edge and corner, and keeps a block if all cells that touch it belong to the piece.
"""

from collections.abc import Iterable, Iterator
from itertools import product

from enumino.errors import ProblemError
from enumino.objects.lattice import SQUARE
from enumino.objects.lattices import CUBIC
from enumino.objects.polyform import Polyform
from enumino.objects.tiling import Tiling

# Side of a cube and inset of its faces, in mm.
SIDE, INSET = 10.0, 0.05
_LINES = (0.0, INSET, SIDE - INSET)  # the first lines of the blocks of a cube

Block = tuple[int, ...]  # (x, y, z), with three blocks per cube


def stl(things: Iterable[Polyform | Tiling]) -> Iterator[str]:
    r"""Yield polyforms or tilings as solids of an ASCII STL file, side by side along x.

    Columns are x, layers are z, and y grows against the rows.

    >>> cube = "".join(stl([Polyform([(0, 0, 0)], CUBIC)]))
    >>> cube.count("facet normal"), cube.split("\n")[0]
    (12, 'solid piece-1')
    """
    right = number = 0
    for thing in things:
        lattice = thing.region.lattice if isinstance(thing, Tiling) else thing.lattice
        if lattice not in (SQUARE, CUBIC):
            raise ProblemError(
                f"Solids are made of cubes or squares, not of cells of the {lattice.name} lattice."
            )
        pieces = [p.cells for p in thing.pieces] if isinstance(thing, Tiling) else [thing.cells]
        for cells in pieces:
            number += 1
            solid = {(cell[-1] + right, -cell[-2], (0, *cell)[-3]) for cell in cells}
            yield from _solid(f"piece-{number}", solid)
        right += 1 + max(cell[-1] for cells in pieces for cell in cells) + 1


def _solid(name: str, cells: set[tuple[int, int, int]]) -> Iterator[str]:
    """Yield the facets of a solid, counter-clockwise as seen from outside."""
    yield f"solid {name}\n"
    blocks = set(_blocks(cells))
    for block in sorted(blocks):
        for axis, sign in product(range(3), (-1, 1)):
            beyond = [k + sign * (i == axis) for i, k in enumerate(block)]
            if tuple(beyond) not in blocks:
                yield from _facets(block, axis, sign)
    yield f"endsolid {name}\n"


def _blocks(cells: set[tuple[int, int, int]]) -> Iterator[Block]:
    """Yield the blocks of an eroded piece, which have its cells all around."""
    for cell in cells:
        for steps in product((-1, 0, 1), repeat=3):
            around = product(*({k, k + step} for k, step in zip(cell, steps, strict=True)))
            if all(each in cells for each in around):
                yield tuple([3 * k + 1 + step for k, step in zip(cell, steps, strict=True)])


def _facets(block: Block, axis: int, sign: int) -> Iterator[str]:
    """Yield the two triangles of a face of a block."""
    one, other = (axis + 1) % 3, (axis + 2) % 3  # a right-handed frame with the axis
    corners = []
    for across, along in ((0, 0), (1, 0), (1, 1), (0, 1))[::sign]:
        corner = list(block)
        corner[axis] += sign > 0
        corner[one] += across
        corner[other] += along
        corners.append(" ".join(f"{_place(k):g}" for k in corner))
    normal = " ".join(str(sign * (i == axis)) for i in range(3))
    a, b, c, d = corners
    for triangle in ((a, b, c), (a, c, d)):
        vertices = "".join(f"   vertex {corner}\n" for corner in triangle)
        yield f" facet normal {normal}\n  outer loop\n{vertices}  endloop\n endfacet\n"


def _place(line: int) -> float:
    """Return the coordinate of the first line of a block, in mm."""
    cell, block = divmod(line, 3)
    return SIDE * cell + _LINES[block]
