"""Puzzles of BurrTools (``.xmpuzzle``): a region of cubes or squares, and pieces.

The file is XML, compressed by gzip or not. Shapes are texts of voxels, in which x changes fastest,
then y and z: ``#`` is filled, ``_`` empty, ``+`` either; a number behind the mark is the colour,
counted from 1. A problem lists shapes with their numbers of uses, the shape of the result, and the
pairs of colours of pieces and the result that agree, counted from 0. An assembly has the origin and
the number of the rotation of each piece, or ``x`` for an unused piece; assemblies are written but
not read. Here x is the column of a cell and z its layer; y grows upwards, against the rows. Squares
are in one layer.
"""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import product
from operator import add
from pathlib import Path
from string import ascii_letters, digits
from typing import TYPE_CHECKING, NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from enumino.drawing.tilings import colour
from enumino.errors import ProblemError
from enumino.objects.board import Board
from enumino.objects.files import PUZZLES, found_in
from enumino.objects.lattice import SQUARE, Cell, Lattice
from enumino.objects.lattices import CUBIC
from enumino.objects.piece import Piece, Way, shape_of
from enumino.objects.point_group import Isometry, generated
from enumino.objects.region import Region
from enumino.objects.text_drawings import NONE
from enumino.words import in_a_line, plural, quoted, reason

if TYPE_CHECKING:
    from enumino.objects.tiling import Tiling

Voxel = tuple[int, ...]  # (x, y, z)
MOST_BYTES = 1 << 26  # of the XML
LETTERS = digits[1:] + ascii_letters + digits[0]  # of colours

# The rotations of (x, y, z) in BurrTools' order: quarter turns about x first, then about y or z.
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


class Puzzle(NamedTuple):
    """The problem of a file."""

    region: Region
    pieces: tuple[Piece, ...]  # with their numbers of uses


def read(source: str | Path, lattice: Lattice = SQUARE) -> Puzzle:
    """Return the problem in a file, ``FILE.xmpuzzle``; see `parse`.

    ``FILE.xmpuzzle:2`` is the second problem, and ``FILE.xmpuzzle:tray`` the problem named tray.
    """
    named, suffix, problem = str(source).partition(f"{PUZZLES}:")
    path = named + PUZZLES if suffix else source
    with found_in(str(path)), Path(path).open("rb") as file:
        return parse(file.read(MOST_BYTES), lattice, problem)


def parse(contents: bytes, lattice: Lattice = SQUARE, problem: str = "") -> Puzzle:
    """Return a problem from the contents of a file, by its number from 1 or its name.

    On the square lattice, the puzzle is in one layer, and its pieces may be turned over.

    >>> board = Board(Region.rectangle(1, 3), (Piece("I3", shape_of(SQUARE, "###"), 1, 1),))
    >>> made = written(board, [])
    >>> parse(made).pieces[0].name, parse(made, CUBIC).region.name
    ('I3', '1x1x3')
    """
    try:
        return _puzzle(_root(contents), lattice, problem)
    except ProblemError:
        raise
    except (ElementTree.ParseError, zlib.error, LookupError, TypeError, ValueError) as error:
        raise ProblemError(f"The puzzle is damaged: {reason(error)}.") from error


def _root(contents: bytes) -> Element:
    """Return the XML, decompressed if necessary; BurrTools writes Latin-1 without saying so."""
    if contents.startswith(b"\x1f\x8b"):
        contents = zlib.decompressobj(wbits=31).decompress(contents, MOST_BYTES)
    if len(contents) >= MOST_BYTES:
        raise ProblemError(f"The puzzle has more than {MOST_BYTES:,} bytes, the most to read.")
    try:
        root = ElementTree.fromstring(contents)
    except ElementTree.ParseError:
        if b"encoding=" in contents[:100]:
            raise
        root = ElementTree.fromstring(contents.decode("latin-1"))
    if root.tag != "puzzle" or root.get("version") != "2":
        raise ProblemError(
            "The file is not a puzzle of BurrTools in version 2: save it in BurrTools again."
        )
    return root


def _puzzle(root: Element, lattice: Lattice, wanted: str) -> Puzzle:
    """Return the problem of a file with a number or name, or the only problem."""
    grid = root.find("gridType")
    if lattice not in (SQUARE, CUBIC) or (grid is not None and grid.get("type", "0") != "0"):
        raise ProblemError(
            "Only puzzles of cubes are read, with --lattice cubic, or with --lattice square if "
            "they are flat: draw other puzzles."
        )
    problem = _problem(root, wanted)
    shapes = {str(number): voxel for number, voxel in enumerate(root.iterfind("shapes/voxel"))}
    asked = problem.find("result")
    result = None if asked is None else shapes.get(asked.get("id", ""))
    if result is None:
        raise ProblemError("The problem has no result: choose its shape in BurrTools.")
    of_pieces, of_result = _letters(root, problem)
    cells, colours = _cells(result, "#+", lattice, "the result", of_result)
    known: dict[frozenset[Way], Piece] = {}  # one shape in two entries is one piece
    for entry in problem.iterfind("shapes/shape"):
        letters = of_pieces if colours.strip(NONE) else {}
        piece = _piece(entry, shapes[entry.attrib["id"]], lattice, letters)
        other = known.setdefault(frozenset(piece.ways()), piece)
        if other is not piece:
            fewest = (piece.fewest or 0) + (other.fewest or 0)
            most = (piece.most or 0) + (other.most or 0)
            known[frozenset(piece.ways())] = replace(other, fewest=fewest, most=most)
    pieces = tuple(known.values())
    if not pieces:
        raise ProblemError("The puzzle names no pieces: add some to its problem.")
    volumes = [len(piece.shape) * (piece.most or 0) for piece in pieces]
    is_exact = sum(volumes) == len(cells) and all(piece.fewest == piece.most for piece in pieces)
    is_open = "+" in (result.text or "") and not is_exact
    optional = _cells(result, "+", lattice, "the result", {})[0] if is_open else []
    holes = int(problem.get("maxHoles", len(optional)))
    if 0 < holes < len(optional):
        raise ProblemError(
            f"The problem has at most {plural(holes, 'hole')} in {len(optional)} cells that may "
            "stay empty: change maxHoles to 0 or to the number of these cells in BurrTools."
        )
    return Puzzle(Region(cells, lattice, optional if holes else []).coloured(colours), pieces)


def _letters(root: Element, problem: Element) -> tuple[dict[str, str], dict[str, str]]:
    """Return the letters of the numbers of colours, of pieces and of the result.

    Letters are equal where a problem allows a colour of the pieces on a colour of the result.
    """
    colours = range(len(root.findall("colors/color")))
    pairs = [each.attrib for each in problem.iterfind("bitmap/pair")]
    allowed = [{int(p["result"]) for p in pairs if int(p["piece"]) == own} for own in colours]
    if any(one & other and one != other for one in allowed for other in allowed):
        raise ProblemError(
            "Two colours of pieces may be on some of the same colours of the result, but not on "
            "all: allow each colour on one colour in BurrTools."
        )
    first = [min(own, default=len(colours) + k) for k, own in enumerate(allowed)]
    of_result = {k: min(own) for own in allowed for k in own}
    of_pieces = {str(k + 1): LETTERS[first[k]] for k in colours}
    return of_pieces, {str(k + 1): LETTERS[of_result.get(k, k)] for k in colours}


def _problem(root: Element, wanted: str) -> Element:
    """Return the problem with a number or name, or the only problem."""
    problems = root.findall("problems/problem")
    known = {each.get("name") or "": each for each in problems}
    known |= {str(number): each for number, each in enumerate(problems, 1)}
    if not problems:
        raise ProblemError("The puzzle has no problem: add one in BurrTools.")
    if wanted not in known if wanted else len(problems) != 1:
        names = ", ".join(quoted(each.get("name") or "") for each in problems)
        raise ProblemError(
            f"The puzzle has {plural(len(problems), 'problem')} ({names}): name a problem after "
            f"the file, as puzzle{PUZZLES}:1."
        )
    return known[wanted] if wanted else problems[0]


def _piece(entry: Element, voxel: Element, lattice: Lattice, letters: dict[str, str]) -> Piece:
    """Return the piece of an entry of a problem."""
    name = in_a_line(voxel.get("name") or f"S{int(entry.attrib['id']) + 1}", 60)
    if "+" in (voxel.text or ""):
        raise ProblemError(f"Cells of {name} may be empty: fill them, or leave them out.")
    cells, colours = _cells(voxel, "#", lattice, name, letters)
    shape = shape_of(lattice, cells)  # in one part or several
    fewest, most = (int(entry.get(key, entry.get("count", "1"))) for key in ("min", "max"))
    turned_over = lattice.dimensions == 2
    return Piece(name, shape, fewest, most, reflections=turned_over, colours=colours)


def _cells(
    voxel: Element, marks: str, lattice: Lattice, what: str, letters: Mapping[str, str]
) -> tuple[list[Cell], str]:
    """Return the cells of a shape, squares in one layer, and the letters of their colours."""
    width, height, depth = (int(voxel.attrib[axis]) for axis in "xyz")
    text = re.findall("([#_+])([0-9]*)", voxel.text or "")
    if len(text) != width * height * depth:
        raise ProblemError(
            f"The shape of {what} does not fill its box of {width}x{height}x{depth}."
        )
    places = product(range(depth), range(height - 1, -1, -1), range(width))
    drawn = zip(places, text, strict=True)
    found = sorted((cell, letters.get(k, NONE)) for cell, (mark, k) in drawn if mark in marks)
    layers = len({layer for (layer, *_), _ in found})
    if not found:
        raise ProblemError(f"The shape of {what} has no cell: fill some.")
    if lattice == SQUARE and layers > 1:
        raise ProblemError(
            f"{what} is not flat: it has cells in {layers} layers, so tile it with "
            "`--lattice cubic`."
        )
    cells = [cell[-lattice.dimensions :] for cell, _ in found]
    return cells, "".join(letter for _, letter in found)


def written(board: Board, tilings: Iterable[Tiling], complete: bool = True) -> bytes:
    """Return a file with a board of squares or cubes, and all or only some of its tilings."""
    region, pieces = board.region, board.placed
    for piece in pieces:
        moved = piece.shape.images("one-sided" if region.lattice == CUBIC else "free")
        if set(piece.orientations()) != set(moved):
            raise ProblemError(
                f"{piece.name} may not be moved as BurrTools moves pieces: it rotates all pieces, "
                "and reflects flat pieces but not solid pieces. Choose another format."
            )
    root = Element("puzzle", version="2")
    SubElement(root, "gridType", type="0")
    colours, shapes = SubElement(root, "colors"), SubElement(root, "shapes")
    used = {*region.colours, *"".join(piece.colours for piece in pieces)} - {NONE}
    numbers = {each: str(k) for k, each in enumerate(sorted(used), 1)}
    for number in range(len(numbers)):
        parts = zip(("red", "green", "blue"), bytes.fromhex(colour(number)[1:]), strict=True)
        SubElement(colours, "color", {name: str(part) for name, part in parts})
    for piece in pieces:
        own = [numbers.get(k, "") for k in piece.colours]
        _add_shape(shapes, piece.name, piece.shape.cells, own)
    own = [numbers.get(k, "") for k in region.colours]
    _add_shape(shapes, "region", region.cells, own, region.optional)
    solved = list(tilings)
    state = {"state": "0"}
    if solved:
        state = {"state": "2" if complete else "1", "assemblies": str(len(solved))}
    problem = SubElement(SubElement(root, "problems"), "problem", state, name=region.name)
    asked, uses = SubElement(problem, "shapes"), board.uses[:, : len(pieces)].T.tolist()
    for number, (fewest, most) in enumerate(uses):
        often = {"min": str(fewest), "max": str(most)}
        often = {"count": str(most)} if fewest == most else often
        SubElement(asked, "shape", {"id": str(number), **often})
    SubElement(problem, "result", id=str(len(pieces)))
    bitmap = SubElement(problem, "bitmap")
    for which in map(str, range(len(numbers))):
        SubElement(bitmap, "pair", piece=which, result=which)
    solutions = SubElement(problem, "solutions") if solved else problem
    for number, tiling in enumerate(solved):
        solution = SubElement(solutions, "solution", asmNum=str(number))
        SubElement(solution, "assembly").text = _assembly(tiling, pieces, uses)
    SubElement(root, "comment")
    return gzip.compress(ElementTree.tostring(root, "utf-8", xml_declaration=True), mtime=0)


def _add_shape(
    shapes: Element,
    name: str,
    cells: Sequence[tuple[int, ...]],
    colours: Sequence[str],
    optional: Iterable[tuple[int, ...]] = (),
) -> None:
    """Add a shape with all its cells, required or optional, and the numbers of their colours."""
    height = 1 + max(cell[-2] for cell in cells)
    marks = dict.fromkeys(_voxels_of(cells, height), "#")
    marks |= dict.fromkeys(_voxels_of(optional, height), "+")
    for voxel_at, colour_number in zip(_voxels_of(cells, height), colours, strict=False):
        marks[voxel_at] += colour_number
    x, y, z = (max(axis) + 1 for axis in zip(*marks, strict=True))
    sizes = {"x": str(x), "y": str(y), "z": str(z)}
    voxel = SubElement(shapes, "voxel", sizes, type="0", name=in_a_line(name, 60))
    places = product(range(z), range(y), range(x))
    voxel.text = "".join(marks.get(place[::-1], "_") for place in places)


def _voxels_of(cells: Iterable[tuple[int, ...]], height: int) -> list[Voxel]:
    """Return the voxels of cubes, or of squares in layer 0, in a box with a number of rows."""
    return [(column, height - 1 - row, *(layer or [0])) for *layer, row, column in cells]


def _assembly(tiling: Tiling, pieces: Sequence[Piece], uses: Sequence[Sequence[int]]) -> str:
    """Return the places of the pieces of a tiling, in the order of the problem."""
    words = []
    for piece, (_, most) in zip(pieces, uses, strict=True):
        lying = [each.cells for each in tiling.pieces if each.name == piece.name]
        drawn = _voxels_of(piece.shape.cells, piece.shape.height)
        words += [_place(drawn, set(_voxels_of(cells, tiling.region.height))) for cells in lying]
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
    raise ProblemError("A piece of the tiling is not a piece of its problem.")
