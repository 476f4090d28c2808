"""Puzzles of BurrTools (``.xmpuzzle``): a region of cubes, squares or triangles, and pieces.

The file is XML, compressed by gzip or not. Shapes are texts of voxels, with x running fastest, then
y and z: ``#`` is filled, ``_`` empty, ``+`` may be either. A problem lists shapes with their
numbers of uses, and the shape of the result. An assembly has, for each piece of the problem, the
place of its origin and the number of a rotation of the cube, or a single ``x`` if the piece is not
used; assemblies are written, and not read. Here x is the column of a cell, y its row and z its
layer; squares lie in one layer.

In a grid of triangular prisms, the voxel (x, y) is a triangle that touches (x - 1, y), (x + 1, y)
and, if x + y is even, (x, y - 1), else (x, y + 1). Puzzles of one layer are read as ones of
triangles.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import prod
from operator import add
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from xml.etree import ElementTree
from xml.sax.saxutils import quoteattr

from enumino.errors import ProblemError
from enumino.objects.lattice import SQUARE, Lattice
from enumino.objects.lattices import CUBIC, TRIANGULAR
from enumino.objects.piece import Piece
from enumino.objects.point_group import Isometry, generated
from enumino.objects.polyform import Polyform
from enumino.objects.region import Region
from enumino.words import LONGEST_PATH, in_a_line, plural, quoted

if TYPE_CHECKING:
    from enumino.objects.tiling import Tiling

Voxel = tuple[int, ...]  # (x, y, z)
SUFFIX = ".xmpuzzle"
# Most bytes of the XML.
MOST_BYTES = 1 << 26
MOST_VOXELS = 1 << 20
GZIP = b"\x1f\x8b"

# The rotations of (x, y, z) by their numbers: quarter turns about the axis of x come first, then
# those about y or z.
_X, _Y, _Z = (
    Isometry((0, 2, 1), (1, -1, 1)),
    Isometry((2, 1, 0), (-1, 1, 1)),
    Isometry((1, 0, 2), (-1, 1, 1)),
)
ROTATIONS = tuple(
    last.after(first)
    for last in (*generated([_Y]), *generated([_Z])[1::2])
    for first in generated([_X])
)


@dataclass(frozen=True)
class Puzzle:
    """The first problem of a file."""

    region: Region
    pieces: tuple[Piece, ...]  # with how often each is used


def parse(contents: bytes, lattice: Lattice = SQUARE) -> Puzzle:
    """Return the first problem of a file.

    Parameters
    ----------
    contents : bytes
    lattice : Lattice
        Squares for puzzles in one layer, whose pieces may be turned over; or cubes.

    Raises
    ------
    ProblemError
        If it is not such a file, or its puzzle is not one of the lattice.

    Examples
    --------
    >>> board = Region.rectangle(1, 3)
    >>> made = written(board, [Piece("I3", Polyform([(0, 0), (0, 1), (0, 2)]), 1, 1)], [])
    >>> parse(made).pieces[0].name, parse(made, CUBIC).region.name
    ('I3', '1x1x3')
    """
    if lattice not in (SQUARE, CUBIC, TRIANGULAR):
        raise ProblemError(
            "Puzzles of BurrTools are read as ones of squares, cubes or triangles, not of the "
            f"{lattice.name} lattice: choose the square, the cubic or the triangular one."
        )
    puzzle = _root(contents)
    kind = puzzle.find("gridType")
    _check_grid("0" if kind is None else kind.get("type", "0"), lattice)
    shapes = [*puzzle.iterfind("shapes/voxel")]
    problems = puzzle.findall("problems/problem")
    if not problems:
        raise ProblemError("The puzzle has no problem: add one that names pieces and a result.")
    if len(problems) > 1:
        names = [in_a_line(each.get("name") or "one without a name", 60) for each in problems]
        raise ProblemError(
            f"The puzzle has {len(names)} problems, {', '.join(names[:-1])} and {names[-1]}: keep "
            "one of them in BurrTools."
        )
    (problem,) = problems
    pieces: list[Piece] = []
    for each in problem.iterfind("shapes/shape"):
        voxel = _numbered(shapes, each, "piece")
        name = in_a_line(voxel.get("name") or f"S{_whole(each.get('id')) + 1}", 60)
        shape = _voxels(voxel, name)
        if shape.optional:
            raise ProblemError(f"Cells of {name} may be empty: fill them, or leave them out.")
        fewest, most = (_whole(each.get(key, each.get("count", "1"))) for key in ("min", "max"))
        form = Polyform(_cells(lattice, shape.filled, name), lattice)
        piece = Piece(name, form, fewest, most, reflections=lattice.dimensions == 2)
        same = (k for k, each in enumerate(pieces) if form in each.orientations())
        owner = next(same, len(pieces))
        if owner < len(pieces):  # one shape in two entries is one piece
            other = pieces.pop(owner)
            fewest, most = (other.fewest or 0) + fewest, (other.most or 0) + most
            piece = replace(other, fewest=fewest, most=most)
        pieces.insert(owner, piece)
    if pieces and (coloured := _coloured(shapes, problem)):
        raise ProblemError(
            f"{coloured} and the result have colours, and where these may lie is not read: remove "
            "the colours of one of them in BurrTools."
        )
    if not pieces:
        raise ProblemError("The puzzle names no pieces: add some to its problem.")
    if sum(piece.most or 0 for piece in pieces) > MOST_VOXELS:
        raise ProblemError(f"The puzzle has too many pieces: use {MOST_VOXELS:,} at most.")
    result = _voxels(_numbered(shapes, problem.find("result"), "result"), "the result")
    return Puzzle(_region(lattice, result, pieces), tuple(pieces))


def read(source: str | Path, lattice: Lattice = SQUARE) -> Puzzle:
    """Return the first problem of a file by its name; see `parse`.

    Raises
    ------
    ProblemError
        If it cannot be read, or is not a puzzle of the lattice.
    """
    named = quoted(str(source), LONGEST_PATH)
    try:
        with Path(source).open("rb") as file:
            contents = file.read(MOST_BYTES)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not the name of a file"
        raise ProblemError(f"The puzzle {named} cannot be read: {reason}.") from error
    try:
        return parse(contents, lattice)
    except ProblemError as error:
        raise ProblemError(f"{source}: {error}") from error


def written(region: Region, pieces: Sequence[Piece], coverings: Iterable[Tiling]) -> bytes:
    """Return a file with one problem, and coverings as its solutions.

    Parameters
    ----------
    region : Region
        Of squares or cubes.
    pieces : sequence of Piece
    coverings : iterable of Tiling
        Coverings of the region by the pieces.

    Raises
    ------
    ProblemError
        If pieces of cubes may not be turned, or may be reflected: in BurrTools all are turned.
    """
    for piece in pieces if region.lattice == CUBIC else ():
        _check_turns(piece)
    shapes = [_shape(piece.shape.cells, piece.name) for piece in pieces]
    shapes.append(_shape(region.cells, "region"))
    uses = [(piece.fewest or 0, _most(piece, region)) for piece in pieces]
    named = [
        f'<shape id="{number}" {_often(fewest, most)}/>'
        for number, (fewest, most) in enumerate(uses)
    ]
    solutions = [
        f'<solution asmNum="{number}"><assembly>{_placed(covering, pieces, uses)}</assembly>'
        "</solution>"
        for number, covering in enumerate(coverings)
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
        root = ElementTree.fromstring(_text(contents))
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        raise ProblemError("The puzzle is damaged: it is not well-formed XML.") from error
    if root.tag != "puzzle" or root.get("version") != "2":
        raise ProblemError(
            "The file is not a puzzle of BurrTools of version 2: save it again there."
        )
    return root


def _text(contents: bytes) -> bytes | str:
    """Return the XML to be parsed: BurrTools writes Latin-1 and does not say so."""
    try:
        contents.decode()
    except UnicodeDecodeError:
        if b"encoding=" not in contents[:100]:
            return contents.decode("latin-1")
    return contents


def _check_grid(kind: str, lattice: Lattice) -> None:
    """Refuse a puzzle whose grid is not the one that a lattice is read from."""
    if kind == ("1" if lattice == TRIANGULAR else "0"):
        return
    if kind not in ("0", "1"):
        name = {"2": "spheres", "3": "rhombic dodecahedra", "4": "tetrahedra and octahedra"}
        raise ProblemError(
            f"The puzzle is one of {name.get(kind, 'an unknown grid')}: puzzles of cubes, squares "
            "and triangles are read."
        )
    grid, way = ("triangles", "triangular") if kind == "1" else ("cubes", "cubic")
    raise ProblemError(
        f"The puzzle is one of {grid}, not of the {lattice.name} lattice: tile it with --lattice "
        f"{way}."
    )


def _numbered(
    shapes: list[ElementTree.Element], named: ElementTree.Element | None, what: str
) -> ElementTree.Element:
    number = -1 if named is None else _whole(named.get("id"))
    if not 0 <= number < len(shapes):
        raise ProblemError(
            f"The puzzle names a {what} that it does not have: correct it in BurrTools."
        )
    return shapes[number]


def _coloured(shapes: list[ElementTree.Element], problem: ElementTree.Element) -> str | None:
    """Return the name of a piece whose colours restrict its places; a plain result takes all."""
    result = _numbered(shapes, problem.find("result"), "result")
    if not any(sign.isdecimal() for sign in result.text or ""):
        return None
    for each in problem.iterfind("shapes/shape"):
        voxel = _numbered(shapes, each, "piece")
        if any(sign.isdecimal() for sign in voxel.text or ""):
            return in_a_line(voxel.get("name") or f"S{_whole(each.get('id')) + 1}", 60)
    return None


def _whole(text: str | None) -> int:
    if text is None or not text.isdecimal() or len(text) > 6:
        raise ProblemError(f"The puzzle has {quoted(text)} in the place of a number.")
    return int(text)


class _Shape(NamedTuple):
    """The voxels of a shape in its box."""

    box: tuple[int, ...]  # sizes by x, y, z
    filled: list[Voxel]
    optional: list[Voxel]


def _voxels(voxel: ElementTree.Element, what: str) -> _Shape:
    box = tuple(_whole(voxel.get(axis)) for axis in "xyz")
    text = "".join(sign for sign in voxel.text or "" if sign in "#_+")  # less colours
    if prod(box) > MOST_VOXELS or len(text) != prod(box):
        raise ProblemError(
            f"The shape of {what} does not fill its box of {'x'.join(map(str, box))}."
        )
    width, height, _ = box
    signs: dict[str, list[Voxel]] = {"#": [], "+": [], "_": []}
    for place, sign in enumerate(text):
        signs[sign].append((place % width, place // width % height, place // (width * height)))
    if len(signs["_"]) == len(text):
        raise ProblemError(f"The shape of {what} has no cell: fill some.")
    return _Shape(box, signs["#"], signs["+"])


def _cells(lattice: Lattice, voxels: list[Voxel], what: str) -> list[tuple[int, ...]]:
    """Return the cells of voxels; for flat lattices, of one layer."""
    if lattice == CUBIC:
        return [(z, y, x) for x, y, z in voxels]
    layers = len({z for _, _, z in voxels})
    if layers != 1 and lattice == TRIANGULAR:
        raise ProblemError(
            f"{what} has prisms in {layers} layers: only flat puzzles of prisms are read, as ones "
            "of triangles."
        )
    if layers != 1:
        raise ProblemError(
            f"{what} is not flat, it has cells in {layers} layers: tile it with `--lattice cubic`."
        )
    return _triangles(voxels) if lattice == TRIANGULAR else [(y, x) for x, y, _ in voxels]


def _triangles(voxels: list[Voxel]) -> list[tuple[int, ...]]:
    """Return the triangles of voxels; rows of the lattice begin half a side further each."""
    height = max(y for _, y, _ in voxels)
    return [(y, x - y + height + height % 2) for x, y, _ in voxels]


def _region(lattice: Lattice, result: _Shape, pieces: Sequence[Piece]) -> Region:
    """Return the region of a result."""
    cells = result.filled
    if result.optional:
        cells = cells + result.optional
        exact = all(piece.fewest == piece.most for piece in pieces)
        volume = sum(len(piece.shape) * (piece.most or 0) for piece in pieces)
        if not exact or volume != len(cells):
            raise ProblemError(
                f"{plural(len(result.optional), 'cell')} of the result may stay empty, and a "
                "region is covered wholly: fill them, or leave them out."
            )
    return Region(_cells(lattice, cells, "the result"), lattice)


def _voxels_of(cells: Iterable[tuple[int, ...]]) -> list[Voxel]:
    """Return the voxels of cells of cubes, or of squares in layer 0."""
    return [(*reversed(cell), 0)[:3] for cell in cells]


def _check_turns(piece: Piece) -> None:
    """Raise a ProblemError unless a solid piece has the orientations that BurrTools tries."""
    turned = set(piece.shape.images("one-sided"))
    if set(piece.orientations()) != turned:
        how = (
            "be turned only in part" if len(piece.orientations()) < len(turned) else "be reflected"
        )
        raise ProblemError(
            f"{piece.name} may {how}, and BurrTools turns solid pieces in all ways without "
            "reflecting them: list such tilings, or take another format."
        )


def _shape(cells: Sequence[tuple[int, ...]], name: str) -> str:
    voxels = set(_voxels_of(cells))
    box = [max(axis) + 1 for axis in zip(*voxels, strict=True)]
    places = ((x, y, z) for z in range(box[2]) for y in range(box[1]) for x in range(box[0]))
    text = "".join("#" if place in voxels else "_" for place in places)
    sizes = " ".join(f'{axis}="{size}"' for axis, size in zip("xyz", box, strict=True))
    return f'<voxel {sizes} type="0" name={quoteattr(in_a_line(name, 60))}>{text}</voxel>'


def _most(piece: Piece, region: Region) -> int:
    room = len(region) // len(piece.shape)
    return room if piece.most is None else min(piece.most, room)


def _often(fewest: int, most: int) -> str:
    return f'count="{most}"' if fewest == most else f'min="{fewest}" max="{most}"'


def _placed(covering: Tiling, pieces: Sequence[Piece], uses: Sequence[tuple[int, int]]) -> str:
    """Return the assembly of a covering: places of the pieces in the order of the problem."""
    words = []
    for piece, (_, most) in zip(pieces, uses, strict=True):
        lying = [each.cells for each in covering.pieces if each.name == piece.name]
        drawn = _voxels_of(piece.shape.cells)
        words += [_place(drawn, set(_voxels_of(cells))) for cells in lying]
        words += ["x"] * (most - len(lying))
    return " ".join(words)


def _place(drawn: Sequence[Voxel], voxels: set[Voxel]) -> str:
    """Return the place of the origin of a piece, and the number of its rotation."""
    lowest = min(voxels)
    for number, turn in enumerate(ROTATIONS):
        turned = [turn(*voxel) for voxel in drawn]
        origin = [k - start for k, start in zip(lowest, min(turned), strict=True)]
        if {tuple(map(add, voxel, origin)) for voxel in turned} == voxels:
            return " ".join(map(str, [*origin, number]))
    raise ProblemError("A piece of the covering is none of the pieces of its problem.")
