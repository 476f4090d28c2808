"""Lists of pieces as text, in one line or in a file, with the number of uses of each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import count, pairwise
from pathlib import Path
from typing import Literal, NamedTuple

from enumino.errors import ProblemError
from enumino.objects.lattice import SQUARE, Lattice
from enumino.objects.piece import Piece, check_names, shape_of
from enumino.objects.piece_sets import find, name_of, single, unknown
from enumino.objects.region import is_file
from enumino.objects.text_drawings import is_drawing
from enumino.words import LONGEST_PATH, quoted

COMMENT = "//"
# A line that names the piece drawn under it, with its number of uses or without.
_LABEL = re.compile(r"\s*([^,:\[\]]*[^,:\[\]\s])\s*:\s*(?:([^,:\[\]]*):\s*)?")
_USES = re.compile(r"(\d{1,99})(?:\s*(-)\s*(\d{0,99}))?")


def read(source: str | Path, lattice: Lattice = SQUARE) -> tuple[Piece, ...]:
    """Return the pieces of a list, as in `parse`, or of a file by its name.

    A file holds such lists, one or more a line, or drawings with blank lines between them, as in
    `parse_file`. An item of a list may be the name of a file, too: ``five.txt:0-2``.
    """
    if isinstance(source, str) and not is_file(source):
        return _distinct(list(_listed(source, lattice, files=True)))
    return _distinct(_of_file(source, lattice))


def with_more(
    pieces: Iterable[Piece], more: Iterable[str], lattice: Lattice = SQUARE
) -> tuple[Piece, ...]:
    r"""Return pieces and those of further lists, as in `read`; none of none.

    An item that names one of the pieces gives it another number of uses.

    >>> dot = parse_file("dot:2:\n#")
    >>> [(piece.name, piece.uses) for piece in with_more(dot, ["dot:6", "domino"])]
    [('dot', ':6'), ('domino', '')]
    """
    found = {piece.name: piece for piece in pieces}
    others: list[Piece] = []
    for text in more:
        for item in _items(text):
            what, colon, uses = (part.strip() for part in item.partition(":"))
            named = [found[what]] if what in found else _item(what, lattice, files=True)
            for piece in named:
                same = (p.name for p in found.values() if p.shape == piece.shape)
                if colon and (name := next(same, None)) and piece.name in ("", name):
                    found[name] = _used(found[name], item, uses)
                else:
                    others.append(_used(piece, item, uses) if colon else piece)
    listed = [*found.values(), *others]
    return _distinct(listed) if listed else ()


def parse(text: str, lattice: Lattice = SQUARE) -> tuple[Piece, ...]:
    """Read a list of pieces, with commas between them.

    A piece is a name (``F``, ``L4``, ``L-tromino``, ``sphinx``, ``soma V``), a member of a set
    (``hexomino 7``) or several (``hexomino 1-6``), a set (``pentominoes``, ``one-sided
    tetrominoes``, ``flat pentacubes``, ``soma``), or its cells as ``[(row, column), …]``, with the
    layer before them for cubes. A stroke, as in ``hook'``, means the mirror image.

    It may end in how often it is used: ``:2``, ``:2-4``, or ``:2-`` for at least twice.

    >>> [piece.name for piece in parse("L-tromino, I4:2, [(0,0), (0,1)]")]
    ['L-tromino', 'I4', 'piece 1']
    >>> from enumino.objects.lattices import TRIANGULAR
    >>> [piece.name for piece in parse("sphinx:2, [(0, 0), (0, 1)]", TRIANGULAR)]
    ['sphinx', 'piece 1']
    """
    return _distinct(list(_listed(text, lattice)))


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
    return _distinct(_of_text(text, lattice))


def text_of(piece: Piece) -> str:
    """Return a piece and its number of uses in the form that `parse` reads.

    >>> [text_of(piece) for piece in parse("X, [(0,0), (0,1)]:2-4")]
    ['X', '[(0,0), (0,1)]:2-4']
    """
    return name_of(piece) + piece.uses


def _of_file(source: str | Path, lattice: Lattice) -> list[Piece]:
    """Return the pieces of a file, some without names."""
    try:
        text = Path(source).read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not a text file"
        raise ProblemError(
            f"The pieces in {quoted(str(source), LONGEST_PATH)} cannot be read: {reason}."
        ) from error
    with _found_in(str(source)):
        found = _of_text(text, lattice)
        _distinct(found)
    return found


class _Entry(NamedTuple):
    """A drawing, a list or a name in a file of pieces."""

    kind: Literal["drawing", "list", "name"]
    text: str
    first: int  # `first`, `last`: the numbers of its lines
    last: int


def _entries(text: str, lattice: Lattice) -> Iterator[_Entry]:
    """Yield the entries of a file; lines of a drawing follow each other, but for comments."""
    drawing: list[str] = []
    first = 0
    for number, line in enumerate([*text.splitlines(), ""], 1):
        if line.lstrip().startswith(COMMENT):
            continue
        # Between upright sticks a line may be blank.
        if is_drawing(lattice, line) or (drawing and lattice.of_edges and line.isspace()):
            first = first if drawing else number
            drawing.append(line)
            continue
        if drawing:
            yield _Entry("drawing", "\n".join(drawing), first, number - 1)
            drawing = []
        if line.strip():
            yield _Entry("name" if _LABEL.fullmatch(line) else "list", line, number, number)


def _of_text(text: str, lattice: Lattice) -> list[Piece]:
    """Return the pieces of a file, some without names."""
    pieces: list[Piece] = []
    name = None  # the entry that names the next one
    for entry, below in pairwise([*_entries(text, lattice), None]):
        assert entry is not None
        with _found_in(f"Line {entry.first}"):
            if entry.kind == "name":
                _check_uses(entry.text)
                if below is None or below.kind == "name":
                    raise ProblemError(_without_drawing(entry.text))
                name = entry.text
                continue
            is_above = below and below.kind == "drawing" and below.first == entry.last + 1
            if entry.kind == "list" and is_above:
                above = entry.text.strip()
                raise ProblemError(
                    f"{quoted(above)} stands right above a drawing: end the line with a colon, "
                    f"{above}:, if it names the drawing, or leave a line blank between two pieces."
                )
            if entry.kind == "drawing" or "#" in entry.text:  # no name has one: it is misdrawn
                found = [single("", shape_of(lattice, entry.text))]
            else:
                found = list(_listed(entry.text, lattice))
            pieces += found if name is None else _named(found, name)
            name = None
    return pieces


def _named(pieces: list[Piece], label: str) -> list[Piece]:
    """Return the only piece under a line that names it, with its uses, if these are given."""
    name, uses = _parts(label)
    if len(pieces) != 1 or pieces[0].name:
        raise ProblemError(_without_drawing(label))
    named = replace(pieces[0], name=name)
    return [named if uses is None else _used(named, name, uses)]


def _parts(label: str) -> tuple[str, str | None]:
    """Return the name and the number of uses in a line that names a piece."""
    match = _LABEL.fullmatch(label)
    assert match is not None
    return match[1].strip(), match[2]


def _check_uses(label: str) -> None:
    """Raise a ProblemError for a text between the colons that is no number of uses."""
    name, uses = _parts(label)
    if uses is not None and not _USES.fullmatch(uses.strip()):
        raise ProblemError(
            f"{quoted(uses)} after the name {quoted(name)} does not give a number of copies: "
            f"write {name}:2:, {name}:2-4: or {name}:2-: above the drawing."
        )


def _without_drawing(label: str) -> str:
    name, _ = _parts(label)
    return (
        f"The name {quoted(name)} has no drawing under it: draw the piece in the next lines, or "
        f"give a number of copies, as {name}:2."
    )


@contextmanager
def _found_in(place: str) -> Iterator[None]:
    """Put the place in front of errors found there."""
    try:
        yield
    except ProblemError as error:
        raise ProblemError(f"{place}: {error}") from error


def _listed(text: str, lattice: Lattice, files: bool = False) -> Iterator[Piece]:
    """Yield the pieces of a line separated by commas, with their numbers of uses."""
    for item in _items(text):
        what, colon, uses = item.partition(":")
        for piece in _item(what.strip(), lattice, files):
            yield _used(piece, item, uses) if colon else piece


def _items(text: str) -> Iterator[str]:
    """Yield the items of a list of pieces: the parts between the commas outside brackets."""
    start = depth = 0
    for at in re.finditer(r"[\[\],]|\Z", text):
        depth += {"[": 1, "]": -1}.get(at[0], 0)
        if at[0] in (",", "") and depth <= 0:
            if not (item := text[start : at.start()].strip()):
                raise ProblemError(
                    f"A piece is missing in {quoted(text.strip())}: write them with single commas "
                    "between."
                )
            yield item
            start = at.end()
    if depth:
        raise ProblemError(
            f"A bracket is not closed in {quoted(text.strip())}: write [(0,0), (0,1)]."
        )


def _item(what: str, lattice: Lattice, files: bool) -> Iterable[Piece]:
    """Return the pieces of a name, or of the file of a name."""
    if found := find(what, lattice):
        return found
    if files and is_file(what):
        return _of_file(what, lattice)
    if files and Path(what).suffix:
        raise ProblemError(f"There is no file {quoted(what)}, and no piece of this name.")
    raise ProblemError(unknown(what, lattice, files))


def _used(piece: Piece, item: str, uses: str) -> Piece:
    """Return a piece with the number of uses of an item."""
    fewest, most = parse_uses(item, uses)
    return replace(piece, fewest=fewest, most=most)


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


def _distinct(pieces: list[Piece]) -> tuple[Piece, ...]:
    """Number the pieces without a name; raise an error for a repeated name."""
    if not pieces:
        raise ProblemError("There are no pieces: name some, as pentominoes, or draw them.")
    taken = {piece.name for piece in pieces}
    free = (name for name in map("piece {}".format, count(1)) if name not in taken)
    named = tuple(replace(piece, name=piece.name or next(free)) for piece in pieces)
    check_names(named)
    return named
