"""The pieces of a tiling problem: letters, named sets, drawings, and how often each may be used.

Letters of pentominoes are Golomb's (*Polyominoes*, 1965). Larger members of sets are numbered in
the order of their canonical images, as `Polyomino` sorts them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from enumino.errors import ProblemError
from enumino.objects.lattice import KINDS, SQUARE, Kind
from enumino.objects.lattice_text import is_line_of_shape
from enumino.objects.piece_lists import (
    COMMENT,
    LABEL,
    check_uses,
    distinct,
    faults_of_line,
    pieces_of,
    pieces_of_line,
)
from enumino.objects.polyform import Polyomino, free_polyominoes
from enumino.words import interval, quoted

FAMILIES = (
    "monomino",
    "domino",
    "tromino",
    "tetromino",
    "pentomino",
    "hexomino",
    "heptomino",
    "octomino",
)
_DRAWN = {
    "monomino": "#",
    "domino": "##",
    "I-tromino": "###",
    "L-tromino": "#./##",
    "I4": "####",
    "L4": "###/#..",
    "O4": "##/##",
    "S4": ".##/##.",
    "T4": "###/.#.",
    "F": ".##/##./.#.",
    "I": "#####",
    "L": "####/#...",
    "N": ".###/##..",
    "P": "##/##/#.",
    "T": "###/.#./.#.",
    "U": "#.#/###",
    "V": "#../#../###",
    "W": "#../##./.##",
    "X": ".#./###/.#.",
    "Y": "####/.#..",
    "Z": "##./.#./.##",
}
LETTERS: dict[str, Polyomino] = {
    name: Polyomino.parse(drawn.replace("/", "\n")) for name, drawn in _DRAWN.items()
}
MAX_CELLS = 65_535
"""The most cells of the frame of a region that is tiled, and so of a piece."""
_MEMBERS = re.compile(r"([a-z]+)\s+([0-9]{1,9})(?:\s*-\s*([0-9]{1,9}))?")


@dataclass(frozen=True)
class Piece:
    """A shape, and how it may be used.

    Parameters
    ----------
    name : str
    polyomino : Polyomino
    fewest, most : int, optional
        How often the piece must and may be used; None where nothing is said.
    rotations, reflections : bool
        Whether the piece may be turned, and turned over: not so in fixed and one-sided sets.
    """

    name: str
    polyomino: Polyomino
    fewest: int | None = None
    most: int | None = None
    rotations: bool = True
    reflections: bool = True

    def _repr_svg_(self) -> str:
        return self.polyomino._repr_svg_()

    def __post_init__(self) -> None:
        check_uses(self, example="L:2-4")

    @property
    def is_bounded(self) -> bool:
        """Whether the number of uses is bounded from below or above."""
        return bool(self.fewest) or self.most is not None

    @property
    def text(self) -> str:
        """The piece, and how often it is used, as `parse` reads them.

        >>> [piece.text for piece in parse("X, [(0,0), (1,0)]:2-4")]
        ['X', '[(0,0), (1,0)]:2-4']
        """
        known = LETTERS.get(self.name) == self.polyomino or self.name.startswith(FAMILIES[5:])
        what = self.name if known else self.polyomino.coordinates
        uses = self.fewest or 0, self.most
        return what if uses == (0, None) else f"{what}:{interval(*uses)}"

    def orientations(
        self, rotations: bool = True, reflections: bool = True
    ) -> tuple[Polyomino, ...]:
        """Return the different ways that the piece may lie; see `orientations`."""
        return orientations(self, rotations, reflections)

    def to_json(self) -> dict[str, object]:
        """Return a JSON object that `from_json` reads."""
        return {
            "name": self.name,
            "cells": str(self.polyomino).split("\n"),
            "fewest": self.fewest,
            "most": self.most,
            "rotations": self.rotations,
            "reflections": self.reflections,
        }

    @classmethod
    def from_json(cls, value: dict[str, object]) -> Piece:
        """Return the piece that `to_json` wrote."""
        fields = dict(value)
        lines = fields.pop("cells", None)
        try:
            drawn = "\n".join(lines)  # type: ignore[arg-type]
            return cls(polyomino=Polyomino.parse(drawn), **fields)  # type: ignore[arg-type]
        except TypeError as error:
            raise ProblemError(f"{quoted(value)} is no piece: {error}.") from error


def orientations(
    piece: Piece, rotations: bool = True, reflections: bool = True
) -> tuple[Polyomino, ...]:
    """Return the different ways that a piece may lie, in the order of the images under D4.

    With reflections but no rotations these are the piece and its mirror image, left to right.

    Parameters
    ----------
    piece : Piece
    rotations, reflections : bool
        False to forbid them, whatever the piece allows.

    Examples
    --------
    >>> (piece,) = parse("L4")
    >>> [len(orientations(piece, turn, flip)) for turn in (0, 1) for flip in (0, 1)]
    [1, 2, 4, 8]
    """
    turn, flip = rotations and piece.rotations, reflections and piece.reflections
    images = list(SQUARE.rotations if turn else SQUARE.rotations[:1])
    if flip:
        images += SQUARE.reflections if turn else [SQUARE.mirror]
    return tuple(dict.fromkeys(map(piece.polyomino.moved, images)))


def check_different(
    pieces: Iterable[Piece], rotations: bool = True, reflections: bool = True
) -> None:
    """Refuse pieces that may lie alike: a shape that is named twice is a mistake.

    Who wants one shape in two colours makes a problem of `Piece` objects, which are not checked.

    Raises
    ------
    ProblemError
        If two pieces have an orientation in common.
    """
    owner: dict[Polyomino, Piece] = {}
    for piece in pieces:
        for shape in orientations(piece, rotations, reflections):
            if (other := owner.setdefault(shape, piece)) is not piece:
                raise ProblemError(
                    f"{other.name} and {piece.name} have the same shape: "
                    "name one of them, with its number as L:2."
                )


@cache
def named_set(family: str, kind: Kind = "free") -> tuple[Piece, ...]:
    """Return all polyominoes of a size as pieces: ``monomino`` to ``octomino``.

    The two mirror images in a one-sided set are named L4 and L4'; the images in a fixed set
    L4-1, L4-2, and so on. One-sided pieces may not be turned over, fixed ones not even turned.

    >>> [piece.name for piece in named_set("tetromino", "one-sided")]
    ['I4', 'L4', "L4'", 'O4', 'S4', "S4'", 'T4']
    """
    cells = FAMILIES.index(family) + 1
    if cells <= 5:
        free = {name: shape for name, shape in LETTERS.items() if len(shape) == cells}
    else:
        shapes = free_polyominoes(cells)
        free = {f"{family} {number}": shape for number, shape in enumerate(shapes, 1)}
    if kind == "free":
        return tuple(Piece(name, shape) for name, shape in free.items())
    if kind == "one-sided":
        return tuple(
            Piece(name + prime, image, reflections=False)
            for name, shape in free.items()
            for prime, image in (("", shape), ("'", shape.reflect()))[: 1 + shape.symmetry.chiral]
        )
    return tuple(
        Piece(f"{name}-{number}" if shape.orbit > 1 else name, image, None, None, False, False)
        for name, shape in free.items()
        for number, image in enumerate(dict.fromkeys(shape.images()), 1)
    )


def read(source: str | Path) -> tuple[Piece, ...]:
    """Return the pieces that a list names, as in `parse`, or those of the file of that name.

    A file holds such lists, one or more a line, or drawings with blank lines between them, as in
    `parse_file`.

    Raises
    ------
    ProblemError
        If it is neither, or the file cannot be read; names the line.
    """
    return pieces_of(source, parse, parse_file)


def parse(text: str) -> tuple[Piece, ...]:
    """Read a list of pieces, with commas between them.

    A piece is a letter (``F``, ``F5``, ``L4``), a name (``domino``, ``L-tromino``), a member of a
    set (``hexomino 7``) or several (``hexomino 1-6``), a set (``pentominoes``, ``one-sided
    tetrominoes``), or its cells as ``[(x, y), …]``, x to the right and y upwards. It may end in
    how often it is used: ``:2``, ``:2-4``, or ``:2-`` for at least twice.

    >>> [piece.name for piece in parse("L-tromino, I4:2, [(0,0), (1,0)]")]
    ['L-tromino', 'I4', 'piece 1']

    Raises
    ------
    ProblemError
        If a piece is unknown or named twice; lists what there is.
    """
    return _distinct(list(_parse_items(text)))


def parse_file(text: str) -> tuple[Piece, ...]:
    r"""Read lines of pieces as in `parse`, and drawings (``X`` or ``#`` is a cell).

    Blank lines stand between drawings. A line that could be a drawing is one: ``X`` alone is a
    single cell, not the pentomino. A line that ends in a colon names the piece that is drawn under
    it, or whose cells are listed there. Lines that begin with ``//`` are comments.

    >>> [piece.name for piece in parse_file("// two corners\nA:\n#.\n##\n\n##\n.#\n")]
    ['A', 'piece 1']
    """
    pieces: list[Piece] = []
    drawing: list[str] = []
    name, named_at, drawn_at = "", 0, 0
    for number, line in enumerate([*text.splitlines(), ""], 1):
        if line.lstrip().startswith(COMMENT):
            continue
        if line.strip() and is_line_of_shape(SQUARE, line, bool(drawing)):
            drawn_at = drawn_at if drawing else number
            drawing.append(line)
            continue
        if drawing:
            with faults_of_line(drawn_at):
                pieces.append(Piece(name, _shape("\n".join(drawing))))
            drawing, name = [], ""
        if label := LABEL.fullmatch(line):
            with faults_of_line(named_at):
                _named_above(name, [])  # refuses a name without a piece
            name, named_at = label[1].strip(), number
        elif line.strip():
            with faults_of_line(number):
                pieces += _named_above(name, list(_parse_items(line)))
            name = ""
    with faults_of_line(named_at):
        _named_above(name, [])
    return _distinct(pieces)


def _named_above(name: str, pieces: list[Piece]) -> list[Piece]:
    """The pieces of a line; a piece without a name gets the name that stands above it, if any."""
    if not name:
        return pieces
    if len(pieces) != 1 or pieces[0].name:
        raise ProblemError(
            f"The name {quoted(name)} has no drawing under it: draw the piece in the next lines, "
            f"or write how often, as {name}:2."
        )
    return [replace(pieces[0], name=name)]


def _distinct(pieces: list[Piece]) -> tuple[Piece, ...]:
    return distinct(pieces, example="pentominoes, or L-tromino, I4")


def _parse_items(text: str) -> Iterator[Piece]:
    return pieces_of_line(text, _parse_item, example="[(0,0), (1,0)]")


def _parse_item(what: str) -> tuple[Piece, ...]:
    if what.startswith("["):
        return (Piece("", _shape(what)),)
    *prefix, noun = what.lower().split() or [""]
    members = _MEMBERS.fullmatch(what.lower())
    if members and (numbered := _family(members[1])) in FAMILIES[5:]:
        return _members(str(numbered), int(members[2]), int(members[3] or members[2]))
    family = _family(noun)
    one = noun in FAMILIES[2:]
    if family and not one and (not prefix or " ".join(prefix) in KINDS):
        kind = next((kind for kind in KINDS if [kind] == prefix), "free")
        return named_set(family, kind)
    name = None if prefix else _letter(noun)
    if name is None:
        which = "say which one, or name the set as " + f"{noun[:-1]}oes" if one else _known_pieces()
        raise ProblemError(f"There is no piece {quoted(what)}: {which}.")
    return (Piece(name, LETTERS[name]),)


def _shape(text: str) -> Polyomino:
    """The polyomino of a drawing or of pairs. One that is far too large is refused unread."""
    cells = sum(map(text.count, "(#X"))
    if cells > MAX_CELLS:
        raise ProblemError(
            f"The piece has {cells:,} cells, and a region that is tiled has at most "
            f"{MAX_CELLS:,}: take a smaller piece."
        )
    return Polyomino.parse(text)


def _letter(noun: str) -> str | None:
    """The name of a piece of 3 to 5 cells: L-tromino or L3, L-tetromino or L4, L5 or L."""
    match = re.fullmatch(r"([a-z])(?:([345])|-(tromino|tetromino|pentomino))?", noun)
    if match is None:
        return None
    letter, digit, family = match[1].upper(), match[2], match[3]
    cells = int(digit) if digit else FAMILIES.index(family) + 1 if family else 5
    name = {3: f"{letter}-tromino", 4: f"{letter}4", 5: letter}[cells]
    return name if name in LETTERS else None


def _family(noun: str) -> str | None:
    """The family of that name, in the singular or in the plural."""
    return next((f for f in FAMILIES if noun in (f, f"{f}s", f"{f}es")), None)


def _members(family: str, first: int, last: int) -> tuple[Piece, ...]:
    """The members of a set from one number to another."""
    members = named_set(family)
    for number in (first, last):
        if not 1 <= number <= len(members):
            raise ProblemError(
                f"There is no {family} {number}: they are numbered from 1 to {len(members)}."
            )
    if last < first:
        raise ProblemError(
            f"There is nothing from {family} {first} to {last}: write the smaller number first, "
            f"{family} {last}-{first}."
        )
    return members[first - 1 : last]


def _known_pieces() -> str:
    return (
        f"there are {', '.join(LETTERS)}, sets from trominoes to octominoes "
        "(free, one-sided or fixed), and [(0,0), (1,0), …], or a file of them"
    )
