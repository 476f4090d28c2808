"""Published numbers of tilings, found by the shapes of the region and of the pieces."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import replace
from functools import cache

from enumino.objects import piece_lists
from enumino.objects.board import Board
from enumino.objects.lattice import SQUARE, Lattice
from enumino.objects.lattices import LATTICES
from enumino.objects.piece import Piece
from enumino.objects.region import Region
from enumino.published import Published, table

ALL = "all"  # tilings, symmetric or not

# Orientations of the pieces, with the bounds on their uses.
Uses = Counter[tuple[frozenset[object], int, int | None]]


def tilings_of(board: Board, up_to: str) -> Published | None:
    """Return the published number of tilings, up to symmetry, up to rotations, or `ALL`."""
    region, uses = board.region, _uses(board.pieces)
    if region.optional or region.colours or any(piece.colours for piece in board.pieces):
        return None
    if region.lattice == SQUARE and region.is_rectangle and up_to == ALL:
        for pieces, numbers in _rectangles().items():
            if uses == _listed_uses(SQUARE, pieces, "any"):
                return numbers.get(tuple(sorted(region.box)))
    for row in table(__name__, "regions"):
        lattice = LATTICES[row["lattice"]]
        if (
            (lattice, int(row["cells"]), row["up_to"]) == (region.lattice, len(region), up_to)
            and uses == _listed_uses(lattice, row["pieces"], row["use"])
            and region.cells in _images(lattice, row["region"])
        ):
            return Published(row["source"], int(row["count"]))
    return None


def dilates(cells: int, factor: int) -> Published | None:
    """Return the published number of free polyominoes of a size that tile their own dilate."""
    for row in table(__name__, "dilates"):
        if (int(row["cells"]), int(row["factor"])) == (cells, factor):
            return Published(row["source"], int(row["polyominoes_tiling_own_dilate"]))
    return None


@cache
def _rectangles() -> dict[str, dict[tuple[int, ...], Published]]:
    """Return the numbers of tilings of rectangles by pieces and by ascending sides."""
    found: dict[str, dict[tuple[int, ...], Published]] = defaultdict(dict)
    for row in (*table(__name__, "domino_rectangles"), *table(__name__, "rectangle_tilings")):
        sides = tuple(sorted((int(row["rows"]), int(row["cols"]))))
        source = row["source"].split(";")[0].removeprefix("OEIS ")
        found[row.get("pieces", "domino")][sides] = Published(source, int(row["count"]))
    return found


def _uses(pieces: Iterable[Piece]) -> Uses:
    return Counter(
        (frozenset(piece.orientations()), piece.fewest or 0, piece.most) for piece in pieces
    )


@cache
def _listed_uses(lattice: Lattice, pieces: str, use: str) -> Uses:
    listed = piece_lists.parse(pieces, lattice)
    if use == "each-once":
        listed = tuple(p if p.is_bounded else replace(p, fewest=1, most=1) for p in listed)
    return _uses(listed)


@cache
def _images(lattice: Lattice, region: str) -> frozenset[tuple[tuple[int, ...], ...]]:
    """Return the images of a region under the point group of its lattice."""
    cells = Region(region, lattice).cells
    return frozenset(lattice.moved(cells, by) for by in lattice.elements)
