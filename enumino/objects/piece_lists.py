"""Lists of pieces as text, in one line or in a file, with the number of uses of each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from enumino.errors import ProblemError
from enumino.objects.lattice import Lattice
from enumino.objects.piece import Piece
from enumino.objects.piece_sets import Catalogue, catalogue_of
from enumino.objects.region_names import is_file
from enumino.objects.text_drawings import is_line_of_shape
from enumino.words import LONGEST_PATH, quoted

COMMENT = "//"
# A line that names the piece that is drawn under it.
_LABEL = re.compile(r"([^,:\[\]]*[^,:\[\]\s])\s*:\s*")
_USES = re.compile(r"(\d{1,99})(?:\s*(-)\s*(\d{0,99}))?")


def read(source: str | Path, lattice: Lattice | None = None) -> tuple[Piece, ...]:
    """Return the pieces of a list, as in `parse`, or of a file by its name.

    A file holds such lists, one or more a line, or drawings with blank lines between them, as in
    `parse_file`.

    Raises
    ------
    ProblemError
        If it is neither, or the file cannot be read; names the line.
    """
    if isinstance(source, str):
        try:
            return parse(source, lattice)
        except ProblemError:
            if not is_file(source):
                raise
    try:
        text = Path(source).read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not a text file"
        raise ProblemError(
            f"The pieces in {quoted(str(source), LONGEST_PATH)} cannot be read: {reason}."
        ) from error
    try:
        return parse_file(text, lattice)
    except ProblemError as error:
        raise ProblemError(f"{source}: {error}") from error


def parse(text: str, lattice: Lattice | None = None) -> tuple[Piece, ...]:
    """Read a list of pieces, with commas between them.

    For tilings a piece is a letter (``F``, ``F5``, ``L4``), a name (``domino``, ``L-tromino``), a
    member of a set (``hexomino 7``) or several (``hexomino 1-6``), a set (``pentominoes``,
    ``one-sided tetrominoes``), or its cells as ``[(x, y), …]``, x to the right and y upwards.

    Of a lattice it is a name (``sphinx``, ``soma V``, ``hook'``), a member of a set, a set
    (``hexiamonds``, ``flat pentacubes``, ``soma``), or its cells as ``[(row, column), …]``, with
    the layer before them for cubes.

    It may end in how often it is used: ``:2``, ``:2-4``, or ``:2-`` for at least twice.

    Parameters
    ----------
    text : str
    lattice : Lattice, optional
        None for pieces of tilings.

    Raises
    ------
    ProblemError
        If a piece is unknown or named twice; lists what there is.

    Examples
    --------
    >>> [piece.name for piece in parse("L-tromino, I4:2, [(0,0), (1,0)]")]
    ['L-tromino', 'I4', 'piece 1']
    >>> from enumino.objects.lattices import TRIANGULAR
    >>> [piece.name for piece in parse("sphinx:2, [(0, 0), (0, 1)]", TRIANGULAR)]
    ['sphinx', 'piece 1']
    """
    catalogue = catalogue_of(lattice)
    return _distinct(list(_listed(text, catalogue)), catalogue)


def parse_file(text: str, lattice: Lattice | None = None) -> tuple[Piece, ...]:
    r"""Read lines of pieces as in `parse`, and drawings; see `enumino.objects.text_drawings`.

    Blank lines separate drawings. A line that could be a drawing is one: ``X`` alone is a
    single cell, not the pentomino. A line that ends in a colon names the piece that is drawn under
    it, or whose cells are listed there. Lines that begin with ``//`` are comments.

    >>> [piece.name for piece in parse_file("// two corners\nA:\n#.\n##\n\n##\n.#\n")]
    ['A', 'piece 1']
    >>> from enumino.objects.lattices import HEXAGONAL
    >>> [piece.name for piece in parse_file("// two\nV:\n# #\n   #\n\nbee", HEXAGONAL)]
    ['V', 'bee']
    """
    catalogue = catalogue_of(lattice)
    pieces: list[Piece] = []
    drawing: list[str] = []
    name, named_at, drawn_at = "", 0, 0
    for number, line in enumerate([*text.splitlines(), ""], 1):
        if line.lstrip().startswith(COMMENT):
            continue
        if _is_drawn(catalogue.lattice, line, goes_on=bool(drawing)):
            drawn_at = drawn_at if drawing else number
            drawing.append(line)
            continue
        if drawing:
            with _faults_of_line(drawn_at):
                pieces.append(catalogue.piece(name, catalogue.drawn("\n".join(drawing))))
            drawing, name = [], ""
        if label := _LABEL.fullmatch(line):
            with _faults_of_line(named_at):
                _named_above(name, [])  # refuses a name without a piece
            name, named_at = label[1].strip(), number
        elif line.strip():
            with _faults_of_line(number):
                pieces += _named_above(name, list(_listed(line, catalogue)))
            name = ""
    with _faults_of_line(named_at):
        _named_above(name, [])
    return _distinct(pieces, catalogue)


def _is_drawn(lattice: Lattice, line: str, goes_on: bool) -> bool:
    """Return whether a line belongs to a drawing; between upright sticks it may be blank."""
    if not line.strip():
        return goes_on and bool(line) and lattice.of_edges
    return is_line_of_shape(lattice, line, goes_on)


def _named_above(name: str, pieces: list[Piece]) -> list[Piece]:
    """Return the pieces of a line; a name on the line above goes to a piece without one."""
    if not name:
        return pieces
    if len(pieces) != 1 or pieces[0].name:
        raise ProblemError(
            f"The name {quoted(name)} has no drawing under it: draw the piece in the next lines, "
            f"or write how often, as {name}:2."
        )
    return [replace(pieces[0], name=name)]


@contextmanager
def _faults_of_line(number: int) -> Iterator[None]:
    """Put the number of the line in front of errors found in it."""
    try:
        yield
    except ProblemError as error:
        raise ProblemError(f"Line {number}: {error}") from error


def _listed(text: str, catalogue: Catalogue) -> Iterator[Piece]:
    """Yield the pieces of a line separated by commas, with their numbers of uses."""
    if text.count("[") != text.count("]"):
        raise ProblemError(
            f"A bracket is not closed in {quoted(text.strip())}: write {catalogue.coordinates}."
        )
    for each in _between_commas(text):
        if not each.strip():
            raise ProblemError(
                f"A piece is missing in {quoted(text.strip())}: write them with single commas "
                "between."
            )
        what, colon, uses = each.partition(":")
        fewest, most = parse_uses(each.strip(), uses) if colon else (None, None)
        for piece in catalogue.item(what.strip()):
            yield replace(piece, fewest=fewest, most=most) if colon else piece


def _between_commas(text: str) -> Iterator[str]:
    """Yield the parts of a text between the commas outside brackets."""
    start = depth = 0
    for at in re.finditer(r"[\[\],]", text):
        depth += {"[": 1, "]": -1, ",": 0}[at[0]]
        if at[0] == "," and depth <= 0:
            yield text[start : at.start()]
            start = at.end()
    yield text[start:]


def parse_uses(item: str, uses: str) -> tuple[int, int | None]:
    """Return the fewest and the most uses of a text such as ``2``, ``2-4`` or ``2-``.

    >>> parse_uses("L:2-", "2-")
    (2, None)

    Raises
    ------
    ProblemError
        If it gives none; names the item that it ends.
    """
    match = _USES.fullmatch(uses.strip())
    if match is None:
        raise ProblemError(
            f"{quoted(item)} does not say how often: write L:2, L:2-4, or L:2- for at least twice."
        )
    fewest, dash, most = int(match[1]), match[2], match[3]
    return fewest, int(most) if most else None if dash else fewest


def _distinct(pieces: list[Piece], catalogue: Catalogue) -> tuple[Piece, ...]:
    """Number the pieces without a name; raise an error for a repeated name."""
    if not pieces:
        raise ProblemError(f"There are no pieces: name some, as {catalogue.example}.")
    unnamed = 0
    named: dict[str, Piece] = {}
    for piece in pieces:
        unnamed += not piece.name
        name = piece.name or f"piece {unnamed}"
        if name in named:
            raise ProblemError(f"{name} is named twice: name it once, with its number as {name}:2.")
        named[name] = replace(piece, name=name)
    return tuple(named.values())


def text_of(piece: Piece, lattice: Lattice | None = None) -> str:
    """Return a piece and its number of uses in the form that `parse` reads.

    >>> [text_of(piece) for piece in parse("X, [(0,0), (1,0)]:2-4")]
    ['X', '[(0,0), (1,0)]:2-4']
    >>> from enumino.objects.lattices import CUBIC
    >>> [text_of(piece, CUBIC) for piece in parse("soma V:2, [(0,0,0), (0,0,1)]", CUBIC)]
    ['soma V:2', '[(0,0,0), (0,0,1)]']
    """
    return catalogue_of(lattice).name_of(piece) + piece.uses
