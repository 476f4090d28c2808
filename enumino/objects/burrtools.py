"""Puzzles of BurrTools (``.xmpuzzle``) in the plane: a region, pieces, and assemblies.

The file is XML, compressed by gzip or not. Shapes are texts of voxels, with x running fastest, then
y and z: ``#`` is filled, ``_`` empty, ``+`` may be either. A problem lists shapes with their
numbers of uses, and the shape of the result. An assembly has, for each piece of the problem, the
place of its origin and the number of a rotation of the cube, or a single ``x`` if the piece is not
used.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree
from xml.sax.saxutils import quoteattr

from enumino.errors import ProblemError
from enumino.objects.lattice import Cell
from enumino.objects.piece import Piece
from enumino.objects.polyomino import Polyomino
from enumino.objects.region import Region
from enumino.words import LONGEST_PATH, in_a_line, quoted

if TYPE_CHECKING:
    from enumino.objects.covering import Tiling

SUFFIX = ".xmpuzzle"
# Most bytes of the XML.
MOST_BYTES = 1 << 26
MOST_VOXELS = 1 << 20
GZIP = b"\x1f\x8b"

# The rotations of the cube that keep the plane, by their numbers: (x, y) -> (a x + b y, c x + d y).
# From 2 on in each line they turn the piece over.
ROTATIONS: dict[int, tuple[int, int, int, int]] = {
    0: (1, 0, 0, 1),
    10: (-1, 0, 0, -1),
    16: (0, -1, 1, 0),
    20: (0, 1, -1, 0),
    2: (1, 0, 0, -1),
    8: (-1, 0, 0, 1),
    18: (0, 1, 1, 0),
    22: (0, -1, -1, 0),
}


@dataclass(frozen=True)
class Puzzle:
    """The first problem of a file.

    Attributes
    ----------
    region : Region
    pieces : tuple of Piece
        With how often each is used.
    assemblies : tuple of tuple of (piece, cells)
        The solutions that the file holds: the number of the piece, and the cells that it covers.
    """

    region: Region
    pieces: tuple[Piece, ...]
    assemblies: tuple[tuple[tuple[int, tuple[Cell, ...]], ...], ...] = ()


def is_puzzle(contents: bytes) -> bool:
    """Return whether a file begins like a puzzle.

    >>> is_puzzle(b"<?xml version='1.0'?><puzzle version='2'>"), is_puzzle(b"..#")
    (True, False)
    """
    return contents.startswith(GZIP) or b"<puzzle" in contents[:1000]


def parse(contents: bytes) -> Puzzle:
    """Return the first problem of a file.

    Raises
    ------
    ProblemError
        If it is not such a file, or its puzzle is not one of squares in the plane.

    Examples
    --------
    >>> board = Region.rectangle(1, 3)
    >>> made = written(board, [Piece("I3", Polyomino([(0, 0), (0, 1), (0, 2)]), 1, 1)], [])
    >>> parse(made).pieces[0].name
    'I3'
    """
    puzzle = _root(contents)
    kind = puzzle.find("gridType")
    if kind is not None and kind.get("type", "0") != "0":
        raise ProblemError("The puzzle is not one of cubes: puzzles of squares are read.")
    shapes = [*puzzle.iterfind("shapes/voxel")]
    problem = puzzle.find("problems/problem")
    if problem is None:
        raise ProblemError("The puzzle has no problem: add one that names pieces and a result.")
    result = problem.find("result")
    region_of = _numbered(shapes, result, "result")
    region = Region(*_voxels(region_of, "the result"))
    pieces: list[Piece] = []
    drawn: list[list[Cell]] = []
    for each in problem.iterfind("shapes/shape"):
        voxel = _numbered(shapes, each, "piece")
        name = in_a_line(voxel.get("name") or f"S{_whole(each.get('id')) + 1}", 60)
        cells, _, _ = _voxels(voxel, name)
        fewest, most = (_whole(each.get(key, each.get("count", "1"))) for key in ("min", "max"))
        pieces.append(Piece(name, Polyomino(cells), fewest, most))
        drawn.append(cells)
    if not pieces:
        raise ProblemError("The puzzle names no pieces: add some to its problem.")
    if sum(piece.most or 0 for piece in pieces) > MOST_VOXELS:
        raise ProblemError(f"The puzzle has too many pieces: use {MOST_VOXELS:,} at most.")
    uses = [number for number, piece in enumerate(pieces) for _ in range(piece.most or 0)]
    found = tuple(
        _assembly(each.text or "", uses, drawn)
        for each in problem.iterfind("solutions/solution/assembly")
    )
    return Puzzle(region, tuple(pieces), found)


def read(source: str | Path) -> Puzzle:
    """Return the first problem of a file by its name.

    Raises
    ------
    ProblemError
        If it cannot be read, or is not a puzzle of squares in the plane.
    """
    named = quoted(str(source), LONGEST_PATH)
    try:
        with Path(source).open("rb") as file:
            contents = file.read(MOST_BYTES)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no name of a file"
        raise ProblemError(f"The puzzle {named} cannot be read: {reason}.") from error
    try:
        return parse(contents)
    except ProblemError as error:
        raise ProblemError(f"{source}: {error}") from error


def written(region: Region, pieces: Sequence[Piece], tilings: Iterable[Tiling]) -> bytes:
    """Return a file with one problem, and tilings as its solutions.

    Parameters
    ----------
    region : Region
    pieces : sequence of Piece
    tilings : iterable of Tiling
        Tilings of the region by the pieces.
    """
    shapes = [_shape(piece.shape.cells, piece.name) for piece in pieces]
    shapes.append(_shape(region.cells, "region"))
    uses = [(piece.fewest or 0, _most(piece, region)) for piece in pieces]
    named = [
        f'<shape id="{number}" {_often(fewest, most)}/>'
        for number, (fewest, most) in enumerate(uses)
    ]
    solutions = [
        f'<solution asmNum="{number}"><assembly>{_placed(tiling, pieces, uses)}</assembly>'
        "</solution>"
        for number, tiling in enumerate(tilings)
    ]
    solved = f'state="2" assemblies="{len(solutions)}"' if solutions else 'state="0"'
    xml = "\n".join(
        [
            '<?xml version="1.0"?>',
            '<puzzle version="2">',
            '<gridType type="0"/>',
            "<colors/>",
            "<shapes>",
            *shapes,
            "</shapes>",
            f"<problems><problem {solved} name={quoteattr(region.name)}>",
            f"<shapes>{''.join(named)}</shapes>",
            f'<result id="{len(pieces)}"/>',
            "<bitmap/>",
            *(["<solutions>", *solutions, "</solutions>"] if solutions else []),
            "</problem></problems>",
            "<comment/>",
            "</puzzle>\n",
        ]
    )
    packed = zlib.compressobj(9, wbits=31)
    return packed.compress(xml.encode()) + packed.flush()


def _root(contents: bytes) -> ElementTree.Element:
    """Return the XML root, within size limits, and without entity definitions."""
    if contents.startswith(GZIP):
        unpacking = zlib.decompressobj(wbits=31)
        try:
            contents = unpacking.decompress(contents, MOST_BYTES)
        except zlib.error as error:
            raise ProblemError("The puzzle is damaged: it cannot be unpacked.") from error
    if len(contents) >= MOST_BYTES:
        raise ProblemError(f"The puzzle has more than {MOST_BYTES:,} bytes, which are not read.")
    if b"<!" in contents.replace(b"<!--", b""):
        raise ProblemError("The puzzle defines words of its own, which are not read.")
    try:
        root = ElementTree.fromstring(contents)
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        raise ProblemError("The puzzle is damaged: it is no well-formed XML.") from error
    if root.tag != "puzzle" or root.get("version") != "2":
        raise ProblemError("The file is no puzzle of BurrTools of version 2: save it anew there.")
    return root


def _numbered(
    shapes: list[ElementTree.Element], named: ElementTree.Element | None, what: str
) -> ElementTree.Element:
    number = -1 if named is None else _whole(named.get("id"))
    if not 0 <= number < len(shapes):
        raise ProblemError(f"The puzzle names a {what} that it does not have: choose one there.")
    return shapes[number]


def _whole(text: str | None) -> int:
    if text is None or not text.isdecimal() or len(text) > 6:
        raise ProblemError(f"The puzzle has {quoted(text)} in the place of a number.")
    return int(text)


def _voxels(voxel: ElementTree.Element, what: str) -> tuple[list[Cell], int, int]:
    """Return the cells of a flat shape, and height and width of its box."""
    width, height, depth = (_whole(voxel.get(axis)) for axis in "xyz")
    text = "".join(sign for sign in voxel.text or "" if sign in "#_+")  # less colours
    if width * height * depth > MOST_VOXELS or len(text) != width * height * depth:
        raise ProblemError(
            f"The shape of {what} does not fill its box of {width}x{height}x{depth}."
        )
    if "+" in text:
        raise ProblemError(f"Cells of {what} may stay empty: cover all of it.")
    layers = {place // (width * height) for place, sign in enumerate(text) if sign == "#"}
    if len(layers) != 1:
        raise ProblemError(f"{what} is not flat: it has cells in {len(layers)} layers.")
    area, layer = width * height, layers.pop()
    flat = text[layer * area : (layer + 1) * area]
    return [divmod(k, width) for k, sign in enumerate(flat) if sign == "#"], height, width


def _assembly(
    text: str, uses: list[int], drawn: list[list[Cell]]
) -> tuple[tuple[int, tuple[Cell, ...]], ...]:
    """Return the cells of the pieces; raise a ProblemError if the assembly is not flat."""
    words = iter(text.split())
    placed: list[tuple[int, tuple[Cell, ...]]] = []
    try:
        for piece in uses:
            word = next(words)
            if word == "x":
                continue
            x, y, _, rotation = int(word), int(next(words)), int(next(words)), int(next(words))
            a, b, c, d = ROTATIONS[rotation]
            turned = ((c * col + d * row, a * col + b * row) for row, col in drawn[piece])
            cells = sorted((y + down, x + right) for down, right in turned)
            placed.append((piece, tuple(cells)))
    except (StopIteration, ValueError, KeyError) as error:
        raise ProblemError(f"The assembly {quoted(text)} is not one of flat pieces.") from error
    return tuple(placed)


def _shape(cells: Sequence[Cell], name: str) -> str:
    height, width = max(r for r, _ in cells) + 1, max(c for _, c in cells) + 1
    there = set(cells)
    text = "".join("#" if (r, c) in there else "_" for r in range(height) for c in range(width))
    label = quoteattr(in_a_line(name, 60))
    return f'<voxel x="{width}" y="{height}" z="1" type="0" name={label}>{text}</voxel>'


def _most(piece: Piece, region: Region) -> int:
    room = len(region) // len(piece.shape)
    return room if piece.most is None else min(piece.most, room)


def _often(fewest: int, most: int) -> str:
    return f'count="{most}"' if fewest == most else f'min="{fewest}" max="{most}"'


def _placed(tiling: Tiling, pieces: Sequence[Piece], uses: Sequence[tuple[int, int]]) -> str:
    """Return the assembly of a tiling: places of the pieces in the order of the problem."""
    words = []
    for piece, (_, most) in zip(pieces, uses, strict=True):
        lying = [each.cells for each in tiling.pieces if each.name == piece.name]
        words += [_place(piece.shape.cells, cells) for cells in lying]
        words += ["x"] * (most - len(lying))
    return " ".join(words)


def _place(drawn: Sequence[Cell], cells: Sequence[Cell]) -> str:
    """Return the place of the origin of a piece, and the number of its rotation."""
    for rotation, (a, b, c, d) in ROTATIONS.items():
        turned = sorted((c * col + d * row, a * col + b * row) for row, col in drawn)
        down, right = cells[0][0] - turned[0][0], cells[0][1] - turned[0][1]
        if tuple((r + down, k + right) for r, k in turned) == tuple(cells):
            return f"{right} {down} 0 {rotation}"
    raise ProblemError("A piece of the tiling is none of the pieces of its problem.")
