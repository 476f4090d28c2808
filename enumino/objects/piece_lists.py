"""Lists of pieces as text, in a line or a file, with their numbers of uses."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import count

from enumino.arguments import interval_of
from enumino.errors import ProblemError
from enumino.objects.files import found_in, names_file, text_of
from enumino.objects.lattice import SQUARE, Lattice
from enumino.objects.piece import Piece, Way, check_names, shape_of
from enumino.objects.piece_names import look_up, single
from enumino.objects.text_drawings import COMMENT, colours_of, is_drawing, without_colours
from enumino.words import quoted

_CELLS = re.compile(r"\[[^\[\]]*\]|\([^()]*\)(?:[\s,]*\([^()]*\))*")


def parse(text: str, lattice: Lattice = SQUARE) -> tuple[Piece, ...]:
    """Read a list of pieces that are separated by commas.

    An item is a name (``F``, ``L4``, ``L-tromino``, ``sphinx``, ``soma V``), one or several members
    of a set (``hexomino 7``, ``hexomino 1-6``), a set (``pentominoes``, ``one-sided tetrominoes``,
    ``flat pentacubes``, ``soma``), or a list of cells. An apostrophe, as in ``hook'``, means the
    mirror image.

    An item may end in the number of uses: ``:2``, ``:2-4``, or ``:2-`` for at least twice. It may
    name a piece of a set again: ``pentominoes, X:2``.
    """
    return _numbered(_listed(text, lattice))


def read(
    text: str, lattice: Lattice = SQUARE, rotations: bool = True, reflections: bool = True
) -> tuple[Piece, ...]:
    """Return the pieces of a list, or of the file that it names, and reject shapes named twice.

    Two pieces have the same shape if the moves of a problem map one to the other, with its colours.
    Only pieces that a file names may have the same shape; they are different pieces.
    """
    own: set[str] = set()
    if names_file(text):
        with found_in(text):
            contents = text_of(text)
            pieces = parse_file(contents, lattice)
        own = {label[0] for line in contents.splitlines() if (label := _label(line))}
    else:
        pieces = parse(text, lattice)
    owner: dict[Way, Piece] = {}
    for piece in pieces:
        moves = piece.rotations and rotations, piece.reflections and reflections
        moved = replace(piece, rotations=moves[0], reflections=moves[1])
        for way in moved.ways():
            other = owner.setdefault(way, piece)
            if other is not piece and not own >= {other.name, piece.name}:
                raise ProblemError(
                    f"{other.name} and {piece.name} have the same shape: name one of them, with "
                    f"its number as {other.name}:2, or draw each in a file under a name of its own."
                )
    return pieces


def parse_file(text: str, lattice: Lattice = SQUARE) -> tuple[Piece, ...]:
    """Read lines of pieces as in `parse`, and drawings as in `enumino.objects.text_drawings`.

    Blank lines separate drawings from each other and from pieces above them. A line that can be a
    drawing is a drawing: ``X`` alone is a single cell, not the pentomino. A line that ends in a
    colon names the piece that is drawn or listed below it, and may have its number of uses, as in
    ``crane:2:``. Below a drawing, a line ``colours:`` may follow, and the drawing of its colours.
    Lines that begin with ``//`` are comments.
    """
    pieces: list[Piece] = []
    for number, label, entry in _entries(text, lattice):
        with found_in(f"Line {number}"):
            drawing, colours = without_colours(entry)
            if is_drawing(lattice, drawing) or "#" in drawing:  # no name has a "#"
                found = [single("", shape_of(lattice, drawing))]
                if colours is not None:
                    own = colours_of(lattice, drawing, colours)
                    found = [replace(found[0], colours=own)]
            else:
                found = _listed(entry, lattice)
            if named := _label(label):
                if len(found) != 1 or found[0].name:
                    raise ProblemError(_without_drawing(label))
                found = [replace(found[0], name=named[0])]
                if named[1] is not None:
                    found = [_used(found[0], label.strip(), named[1])]
        pieces += found
    return _numbered(pieces)


def _entries(text: str, lattice: Lattice) -> Iterator[tuple[int, str, str]]:
    """Yield the line number, the line with the name, if any, and the text of each entry of a file.

    The lines of a drawing, and of its colours below it, are consecutive, except for comments.
    """
    label, labelled, drawing, first, coloured = "", 0, list[str](), 0, False
    lines = [*text.splitlines(), "end:"]
    for number, line in enumerate(lines, 1):
        if line.lstrip().startswith(COMMENT):
            continue
        # Colours end at a blank line, or at the name of the next piece.
        inside = coloured and bool(line.strip()) and _label(line) is None
        coloured = bool(drawing) and (inside or without_colours(line)[1] is not None)
        # Between upright sticks a line may be blank.
        blank = bool(drawing) and lattice.of_edges and line.isspace()
        if coloured or blank or is_drawing(lattice, line):
            first = first if drawing else number
            drawing.append(line)
            continue
        if drawing:
            yield first, label, "\n".join(drawing)
            label, drawing = "", []
        if _label(line):
            if label:
                raise ProblemError(f"Line {labelled}: {_without_drawing(label)}")
            label, labelled = line, number
        elif above := line.strip():
            if "#" not in line and is_drawing(lattice, lines[number]):
                raise ProblemError(
                    f"Line {number}: {quoted(above)} is right above a drawing: end the line with a "
                    f"colon, {above}:, if it names the drawing, or insert a blank line between two "
                    "pieces."
                )
            yield number, label, line
            label = ""


def _label(line: str) -> tuple[str, str | None] | None:
    """Return the name and any number of uses in a line that names the piece below it, or None."""
    name, *uses = map(str.strip, line.split(":", 3))
    if not name or len(uses) not in (1, 2) or uses[-1] or {*line} & {*",[]"}:
        return None
    return name, uses[0] if len(uses) > 1 else None


def _without_drawing(label: str) -> str:
    name = label.partition(":")[0].strip()
    return (
        f"The name {quoted(name)} has no drawing below it: draw the piece in the next lines, or "
        f"give a number of copies, as {name}:2."
    )


def _listed(text: str, lattice: Lattice) -> list[Piece]:
    """Return the pieces of a list, with their numbers of uses."""
    found: list[Piece] = []
    # Commas inside lists of cells separate no pieces.
    whole = re.sub(_CELLS, lambda cells: cells[0].replace(",", "\0"), text)
    items = [item.replace("\0", ",").strip() for item in whole.split(",")]
    if not all(items):
        raise ProblemError(
            f"A piece is missing in {quoted(text.strip())}: separate pieces with single commas."
        )
    for item in items:
        what, colon, uses = (part.strip() for part in item.partition(":"))
        place = {piece.name.lower(): k for k, piece in enumerate(found) if piece.name and colon}
        at = place.get(" ".join(what.lower().split()))
        for piece in look_up(what, lattice) if at is None else [found[at]]:
            used = _used(piece, item, uses) if colon else piece
            at = place.get(piece.name.lower())
            if at is None:
                found.append(used)
            else:  # keep the moves that its set allows
                found[at] = replace(found[at], fewest=used.fewest, most=used.most)
    return found


def _used(piece: Piece, item: str, uses: str) -> Piece:
    """Return a piece with the number of uses in an item, such as ``2``, ``2-4`` or ``2-``."""
    bounds = interval_of(uses)
    if bounds is None:
        raise ProblemError(
            f"{quoted(item)} does not give a number of copies: write L:2, L:2-4, or L:2- for at "
            "least twice."
        )
    return replace(piece, fewest=bounds[0], most=bounds[1])


def _numbered(pieces: list[Piece]) -> tuple[Piece, ...]:
    """Name the pieces without a name by numbers; reject repeated names."""
    if not pieces:
        raise ProblemError("There are no pieces: name some, as pentominoes, or draw them.")
    taken = {piece.name for piece in pieces}
    free = (name for name in map("piece {}".format, count(1)) if name not in taken)
    named = tuple(replace(piece, name=piece.name or next(free)) for piece in pieces)
    check_names(named)
    return named
