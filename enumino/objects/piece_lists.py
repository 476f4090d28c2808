"""Lists of pieces as text, in one line or in a file, with the number of uses of each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import NamedTuple

from enumino.errors import ProblemError
from enumino.objects.lattice import SQUARE, Lattice
from enumino.objects.piece import Piece, check_names
from enumino.objects.piece_sets import Catalogue, catalogue_of
from enumino.objects.region_names import is_file
from enumino.objects.text_drawings import LINE_END, is_line_of_shape
from enumino.words import LONGEST_PATH, quoted

COMMENT = "//"
# A line that names the piece drawn under it, with its number of uses or without.
_LABEL = re.compile(r"([^,:\[\]]*[^,:\[\]\s])\s*:\s*(?:([^,:\[\]]*):\s*)?")
_USES = re.compile(r"(\d{1,99})(?:\s*(-)\s*(\d{0,99}))?")
_LINE = re.compile(r"Line (\d+)( .*)", re.DOTALL)


def read(source: str | Path, lattice: Lattice = SQUARE) -> tuple[Piece, ...]:
    """Return the pieces of a list, as in `parse`, or of a file by its name.

    A file holds such lists, one or more a line, or drawings with blank lines between them, as in
    `parse_file`. An item of a list may be the name of a file, too: ``five.txt:0-2``.
    """
    catalogue = catalogue_of(lattice)
    if isinstance(source, str):
        try:
            return _distinct(list(_listed(source, catalogue, files=True)), catalogue)
        except ProblemError:
            if not is_file(source):
                raise
    return _distinct(_of_file(source, catalogue), catalogue)


def with_more(
    pieces: Iterable[Piece],
    more: Iterable[str],
    lattice: Lattice = SQUARE,
) -> tuple[Piece, ...]:
    r"""Return pieces and those of further lists, as in `read`; none of none.

    An item that names one of the pieces gives it another number of uses.

    >>> dot = parse_file("dot:2:\n#")
    >>> [(piece.name, piece.uses) for piece in with_more(dot, ["dot:6", "domino"])]
    [('dot', ':6'), ('domino', '')]
    """
    catalogue = catalogue_of(lattice)
    found = {piece.name: piece for piece in pieces}
    others: list[Piece] = []
    for text in more:
        for item in _items(text, catalogue):
            what, colon, uses = (part.strip() for part in item.partition(":"))
            named = [found[what]] if what in found else _item(what, catalogue, files=True)
            for piece in named:
                same = (p.name for p in found.values() if p.shape == piece.shape)
                if colon and (name := next(same, None)) and piece.name in ("", name):
                    found[name] = _used(found[name], item, uses)
                else:
                    others.append(_used(piece, item, uses) if colon else piece)
    listed = [*found.values(), *others]
    return _distinct(listed, catalogue) if listed else ()


def _of_file(source: str | Path, catalogue: Catalogue) -> list[Piece]:
    """Return the pieces of a file, some without names."""
    try:
        text = Path(source).read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not a text file"
        raise ProblemError(
            f"The pieces in {quoted(str(source), LONGEST_PATH)} cannot be read: {reason}."
        ) from error
    try:
        found = _of_lines(text, catalogue)
        _distinct(found, catalogue)
    except ProblemError as error:
        raise ProblemError(f"{source}: {error}") from error
    return found


def parse(text: str, lattice: Lattice = SQUARE) -> tuple[Piece, ...]:
    """Read a list of pieces, with commas between them.

    For tilings a piece is a letter (``F``, ``F5``, ``L4``), a name (``domino``, ``L-tromino``), a
    member of a set (``hexomino 7``) or several (``hexomino 1-6``), a set (``pentominoes``,
    ``one-sided tetrominoes``), or its cells as ``[(x, y), …]``, x to the right and y upwards.

    Of a lattice it is a name (``sphinx``, ``soma V``, ``hook'``), a member of a set, a set
    (``hexiamonds``, ``flat pentacubes``, ``soma``), or its cells as ``[(row, column), …]``, with
    the layer before them for cubes.

    It may end in how often it is used: ``:2``, ``:2-4``, or ``:2-`` for at least twice.

    >>> [piece.name for piece in parse("L-tromino, I4:2, [(0,0), (1,0)]")]
    ['L-tromino', 'I4', 'piece 1']
    >>> from enumino.objects.lattices import TRIANGULAR
    >>> [piece.name for piece in parse("sphinx:2, [(0, 0), (0, 1)]", TRIANGULAR)]
    ['sphinx', 'piece 1']
    """
    catalogue = catalogue_of(lattice)
    return _distinct(list(_listed(text, catalogue)), catalogue)


def parse_file(text: str, lattice: Lattice = SQUARE) -> tuple[Piece, ...]:
    r"""Read lines of pieces as in `parse`, and drawings; see `enumino.objects.text_drawings`.

    Blank lines separate drawings, and a drawing from a piece named above it. A line that could be
    a drawing is one: ``X`` alone is a single cell, not the pentomino. A line that ends in a colon
    names the piece that is drawn under it, or whose cells are listed there; ``crane:2:`` or
    ``crane:0-2:`` says how often it is used, too. Lines that begin with ``//`` are comments.

    >>> [piece.name for piece in parse_file("// two corners\nA:\n#.\n##\n\n##\n.#\n")]
    ['A', 'piece 1']
    >>> from enumino.objects.lattices import HEXAGONAL
    >>> [piece.name for piece in parse_file("// two\nV:\n# #\n   #\n\nbee", HEXAGONAL)]
    ['V', 'bee']
    """
    catalogue = catalogue_of(lattice)
    return _distinct(_of_lines(text, catalogue), catalogue)


class _Label(NamedTuple):
    """A line that names the piece under it."""

    line: int
    name: str = ""
    uses: str | None = None

    def check_uses(self) -> None:
        """Raise a ProblemError for a text between the colons that is no number of uses."""
        if self.uses is not None and not _USES.fullmatch(self.uses.strip()):
            forms = (f"{self.name}:{uses}:" for uses in ("2", "2-4", "2-"))
            raise ProblemError(
                f"{quoted(self.uses)} after the name {quoted(self.name)} does not give a number "
                f"of copies: write {', '.join(forms)} above the drawing."
            )

    def given_to(self, pieces: list[Piece]) -> list[Piece]:
        """Return the pieces under the label, the only one of them with its name and uses."""
        if not self.name:
            return pieces
        if len(pieces) != 1 or pieces[0].name:
            raise ProblemError(
                f"The name {quoted(self.name)} has no drawing under it: draw the piece in the "
                f"next lines, or give a number of copies, as {self.name}:2."
            )
        named = replace(pieces[0], name=self.name)
        return [named if self.uses is None else _used(named, self.name, self.uses)]


def _of_lines(text: str, catalogue: Catalogue) -> list[Piece]:
    """Return the pieces of the lines of a file, some without names."""
    pieces: list[Piece] = []
    drawing: list[tuple[int, str]] = []
    label = _Label(0)
    lines = [*text.splitlines(), ""]
    for number, line in enumerate(lines, 1):
        if line.lstrip().startswith(COMMENT):
            continue
        if _is_drawn(catalogue.lattice, line, goes_on=bool(drawing)):
            drawing.append((number, line))
            continue
        if drawing:
            pieces += label.given_to([_drawn(drawing, label, catalogue)])
            drawing, label = [], _Label(0)
        if match := _LABEL.fullmatch(line):
            with _faults_of_line(label.line):
                label.given_to([])  # refuses a name without a piece
            label = _Label(number, match[1].strip(), match[2])
            with _faults_of_line(number):
                label.check_uses()
        elif line.strip():
            below = lines[number] if number < len(lines) else ""
            with _faults_of_line(number), _advice_for_label(line, below, catalogue):
                pieces += label.given_to(list(_listed(line, catalogue)))
            label = _Label(0)
    with _faults_of_line(label.line):
        label.given_to([])
    return pieces


def _drawn(drawing: list[tuple[int, str]], label: _Label, catalogue: Catalogue) -> Piece:
    """Return the piece of a drawing, given as lines with their numbers in the file."""
    try:
        return catalogue.piece("", catalogue.drawn("\n".join(line for _, line in drawing)))
    except ProblemError as error:
        numbers = [number for number, line in drawing for _ in line.split(LINE_END)]
        named = _LINE.match(str(error))
        if named is None:
            raise ProblemError(f"Line {numbers[0]}: {error}") from error
        raise ProblemError(f"Line {numbers[int(named[1]) - 1]}{named[2]}") from error


def _is_drawn(lattice: Lattice, line: str, goes_on: bool) -> bool:
    """Return whether a line belongs to a drawing; between upright sticks it may be blank."""
    if not line.strip():
        return goes_on and bool(line) and lattice.of_edges
    return is_line_of_shape(lattice, line, goes_on)


@contextmanager
def _faults_of_line(number: int) -> Iterator[None]:
    """Put the number of the line in front of errors found in it."""
    try:
        yield
    except ProblemError as error:
        raise ProblemError(f"Line {number}: {error}") from error


@contextmanager
def _advice_for_label(line: str, below: str, catalogue: Catalogue) -> Iterator[None]:
    """Refuse a line that may name the drawing right below it, and explain how it would."""
    above_drawing = _LABEL.fullmatch(f"{line}:") and _is_drawn(catalogue.lattice, below, False)
    name = line.strip()
    try:
        yield
    except ProblemError as error:
        if not above_drawing:
            raise
        raise ProblemError(
            f"{quoted(name)} is not a piece: end the line with a colon, {name}:, to name the "
            "piece drawn below it."
        ) from error
    if above_drawing:
        raise ProblemError(
            f"{quoted(name)} stands right above a drawing: end the line with a colon, {name}:, if "
            "it names the drawing, or leave a line blank between two pieces."
        )


def _listed(text: str, catalogue: Catalogue, files: bool = False) -> Iterator[Piece]:
    """Yield the pieces of a line separated by commas, with their numbers of uses."""
    for item in _items(text, catalogue):
        what, colon, uses = item.partition(":")
        for piece in _item(what.strip(), catalogue, files):
            yield _used(piece, item, uses) if colon else piece


def _items(text: str, catalogue: Catalogue) -> Iterator[str]:
    """Yield the items of a list of pieces."""
    if text.count("[") != text.count("]"):
        raise ProblemError(
            f"A bracket is not closed in {quoted(text.strip())}: write {catalogue.coordinates}."
        )
    for item in _between_commas(text):
        if not item.strip():
            raise ProblemError(
                f"A piece is missing in {quoted(text.strip())}: write them with single commas "
                "between."
            )
        yield item.strip()


def _item(what: str, catalogue: Catalogue, files: bool) -> Iterable[Piece]:
    """Return the pieces of a name, or of the file of a name."""
    try:
        return catalogue.item(what)
    except ProblemError as error:
        if files and is_file(what):
            return _of_file(what, catalogue)
        if files and Path(what).suffix:
            raise ProblemError(
                f"There is no file {quoted(what)}, and no piece of this name."
            ) from error
        raise


def _used(piece: Piece, item: str, uses: str) -> Piece:
    """Return a piece with the number of uses of an item."""
    fewest, most = parse_uses(item, uses)
    return replace(piece, fewest=fewest, most=most)


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
    """
    match = _USES.fullmatch(uses.strip())
    if match is None:
        raise ProblemError(
            f"{quoted(item)} does not give a number of copies: write L:2, L:2-4, or L:2- for at "
            "least twice."
        )
    fewest, dash, most = int(match[1]), match[2], match[3]
    return fewest, int(most) if most else None if dash else fewest


def _distinct(pieces: list[Piece], catalogue: Catalogue) -> tuple[Piece, ...]:
    """Number the pieces without a name; raise an error for a repeated name."""
    if not pieces:
        raise ProblemError(f"There are no pieces: name some, as {catalogue.example}.")
    taken = {piece.name for piece in pieces}
    free = (name for name in map("piece {}".format, count(1)) if name not in taken)
    named = tuple(replace(piece, name=piece.name or next(free)) for piece in pieces)
    check_names(named)
    return named


def text_of(piece: Piece) -> str:
    """Return a piece and its number of uses in the form that `parse` reads.

    >>> [text_of(piece) for piece in parse("X, [(0,0), (1,0)]:2-4")]
    ['X', '[(0,0), (1,0)]:2-4']
    >>> from enumino.objects.lattices import CUBIC
    >>> [text_of(piece) for piece in parse("soma V:2, [(0,0,0), (0,0,1)]", CUBIC)]
    ['soma V:2', '[(0,0,0), (0,0,1)]']
    """
    return catalogue_of(piece.shape.lattice).name_of(piece) + piece.uses
