"""Published numbers of tilings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache

from enumino.objects import piece_lists
from enumino.objects.board import Board
from enumino.objects.lattice import SQUARE
from enumino.objects.lattices import LATTICES
from enumino.objects.piece import Piece
from enumino.objects.piece_names import FAMILIES, letters
from enumino.objects.piece_sets import named_set
from enumino.objects.polyform import Polyform
from enumino.objects.region import Region
from enumino.published import Published, table

EACH_ONCE, ANY = (1, 1), (0, None)
PENTOMINOES = frozenset("FILNPTUVWXYZ")
TILE_SETS: dict[frozenset[str], str] = {
    frozenset({"I-tromino"}): "I_tromino",
    frozenset({"L-tromino"}): "L_tromino",
    frozenset({"I-tromino", "L-tromino"}): "tromino_any",
    frozenset({"monomino", "L-tromino"}): "L_tromino+monomino",
    frozenset({"monomino", "I-tromino", "L-tromino"}): "monomino+tromino_any",
    frozenset({"domino", "L-tromino"}): "domino+L_tromino",
    frozenset({"domino", "I-tromino", "L-tromino"}): "domino+tromino_any",
}
# Tilings of an n×n square by n-ominoes, each used any number of times.
SQUARES_BY_OWN_SIZE = {2: 2, 3: 10, 4: 117, 5: 4006}


def tilings_of(board: Board, up_to: str) -> Published | None:
    """Return the published number of tilings up to symmetry, up to rotations, or of all.

    >>> pieces = tuple(piece_lists.parse("tetrominoes"))
    >>> tilings_of(Board(Region.parse("4x4"), pieces), ALL)
    Published(oeis='V. Pilaud', value=117)
    >>> from enumino.objects.lattices import CUBIC
    >>> from enumino.families.tilings.uses import with_use
    >>> soma = tuple(with_use(piece, "each-once") for piece in piece_lists.parse("soma", CUBIC))
    >>> tilings_of(Board(Region.parse("3x3x3", CUBIC), soma), "symmetry").value
    240
    """
    found = None
    if board.region.lattice == SQUARE and up_to != "rotations":
        found = _of_squares(board, up_to == "symmetry")
    return found or _of_regions(board, up_to)


def _of_squares(board: Board, up_to_symmetry: bool) -> Published | None:
    """Return the published number of tilings by named pieces in all their ways."""
    listed, region = board.pieces, board.region
    if not _in_all_ways(board):
        return None
    known = None
    if all(map(_is_named, listed)):
        uses = {piece.name: (piece.fewest or 0, piece.most) for piece in listed}
        known = tilings(str(region).split("\n"), uses, up_to_symmetry=up_to_symmetry)
    return known or (None if up_to_symmetry else _square(board))


def _in_all_ways(board: Board) -> bool:
    """Return whether every piece may lie in each of its images."""
    turned = board.rotations and board.reflections
    if turned and all(piece.rotations and piece.reflections for piece in board.pieces):
        return True
    ways = {(number, way) for number, p in enumerate(board.pieces) for way in p.shape.images()}
    return ways <= {(o.piece, o.shape) for o in board.orientations}


def _is_named(piece: Piece) -> bool:
    """Return whether the name of a piece is the standard one of its shape, in any orientation."""
    named = letters(SQUARE).get(piece.name)
    return named is not None and (piece.shape == named or piece.shape in named.images())


def _square(board: Board) -> Published | None:
    """The published number, for an n×n square and all free n-ominoes."""
    region, listed = board.region, board.pieces
    side = region.height
    square = region.is_rectangle and region.width == side and side <= len(FAMILIES)
    if not square or not board.reusable:
        return None
    same = {p.shape for p in named_set(FAMILIES[side - 1])} == {p.shape for p in listed}
    return squares_by_own_size(side) if same else None


def tilings(
    drawing: Sequence[str],  # the rows of the region: ``#`` is a cell
    uses: dict[str, tuple[int, int | None]],  # bounds on the uses of each piece, by name
    *,
    up_to_symmetry: bool = False,
) -> Published | None:
    """Return the published number of tilings of a region by named free pieces.

    >>> tilings(["#" * 10] * 6, dict.fromkeys(PENTOMINOES, EACH_ONCE))
    Published(oeis='Haselgrove 1960', value=9356)
    """
    names, multiplicities = frozenset(uses), set(uses.values())
    if names == PENTOMINOES and multiplicities == {EACH_ONCE}:
        return _pentominoes(tuple(drawing), up_to_symmetry)
    rows, cols = len(drawing), len(drawing[0])
    if up_to_symmetry or multiplicities != {ANY} or any(set(row) != {"#"} for row in drawing):
        return None
    low, high = sorted((rows, cols))
    if names == {"domino"}:
        return _rectangles("domino_rectangles").get(("domino", low, high))
    if names in TILE_SETS:
        return _rectangles("rectangle_tilings").get((TILE_SETS[names], low, high))
    return None


def squares_by_own_size(side: int) -> Published | None:
    """Return the published number of tilings of an n×n square by n-ominoes.

    >>> squares_by_own_size(3)
    Published(oeis='V. Pilaud', value=10)
    """
    value = SQUARES_BY_OWN_SIZE.get(side)
    return None if value is None else Published("V. Pilaud", value)


def dilates(cells: int, factor: int) -> Published | None:
    """Return the published number of free polyominoes of a size that tile their own dilate.

    >>> dilates(8, 4).value
    10
    """
    for row in table(__name__, "dilates"):
        if (int(row["cells"]), int(row["factor"])) == (cells, factor):
            return Published(row["source"], int(row["polyominoes_tiling_own_dilate"]))
    return None


@cache
def _pentominoes(drawing: tuple[str, ...], up_to_symmetry: bool) -> Published | None:
    """The published number for a board in any orientation."""
    wanted = _images(drawing)
    for row in table(__name__, "pentomino_rectangles"):
        board = tuple(
            "".join("#" if cell == "*" else "." for cell in line)
            for line in row["layout"].split("/")
        )
        if board in wanted:
            number = row["solutions_up_to_symmetry" if up_to_symmetry else "total"]
            source = "Haselgrove 1960" if row["board"] == "6x10" else row["source"].split(";")[0]
            return Published(source, int(number)) if number else None
    return None


def _images(drawing: tuple[str, ...]) -> set[tuple[str, ...]]:
    both = (drawing, tuple("".join(column) for column in zip(*drawing, strict=True)))
    upside = [image[::-1] for image in both]
    return {tuple(row[::step] for row in image) for image in (*both, *upside) for step in (1, -1)}


@cache
def _rectangles(name: str) -> dict[tuple[str, int, int], Published]:
    found = {}
    for row in table(__name__, name):
        low, high = sorted((int(row["rows"]), int(row["cols"])))
        source = row["source"].split(";")[0].removeprefix("OEIS ")
        found[row.get("tile_set", "domino"), low, high] = Published(source, int(row["count"]))
    return found


# All tilings, symmetric or not, in the column `up_to`.
ALL = "all"


def _of_regions(board: Board, up_to: str) -> Published | None:
    """Return the published number of tilings of a region of any lattice."""
    region, name = board.region, board.region.lattice.name
    if region.lattice.definition is not None:
        return None
    for row in table(__name__, "regions"):
        if (
            row["lattice"] == name
            and int(row["cells"]) == len(region)
            and row["up_to"] == up_to
            and _uses(board) == _listed_uses(name, row["pieces"], row["use"])
            and region.cells in _region_images(name, row["region"])
        ):
            return Published(row["source"], int(row["count"]))
    return None


def _uses(board: Board) -> Counter[tuple[frozenset[object], int, int | None]]:
    """The pieces by their orientations, with the bounds on their uses."""
    ways: list[set[object]] = [set() for _ in board.pieces]
    for orientation in board.orientations:
        ways[orientation.piece].add(orientation.shape)
    return Counter(
        (frozenset(own), piece.fewest or 0, piece.most)
        for own, piece in zip(ways, board.pieces, strict=True)
    )


@cache
def _listed_uses(
    lattice: str, pieces: str, use: str
) -> Counter[tuple[frozenset[object], int, int | None]]:
    value = LATTICES[lattice]
    bounds = (1, 1) if use == "each-once" else (0, None)
    found: Counter[tuple[frozenset[object], int, int | None]] = Counter()
    for piece in piece_lists.parse(pieces, value):
        shapes: frozenset[Polyform] = frozenset(piece.orientations())
        unbounded = piece.fewest is None and piece.most is None
        own = bounds if unbounded else (piece.fewest or 0, piece.most)
        found[shapes, own[0], own[1]] += 1
    return found


@cache
def _region_images(lattice: str, region: str) -> frozenset[tuple[tuple[int, ...], ...]]:
    """The images of a region under the point group of its lattice."""
    value = LATTICES[lattice]
    cells = Region.parse(region, value).cells
    return frozenset(value.moved(cells, by) for by in value.elements)
