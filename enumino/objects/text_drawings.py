r"""Drawings of cells in characters: ``#`` or ``X`` is a cell, and ``.`` or a space is none.

Shapes, pieces and regions have the same drawings:

==========  ========================================================================================
square      the marks above; also for king lattices and lattices from files
hexagonal   the marks above; cells of a row are two columns apart, and each row moves by one column
triangular  ``v`` points downwards, ``^`` upwards, side by side; ``V`` and ``A`` may stay empty
cubic       the marks above; layers are side by side with spaces between, the lowest first
stick       ``-`` and ``|``, with ``+`` or nothing at the vertices between them; ``=`` and ``H`` may
            stay empty
==========  ========================================================================================

On other lattices, ``+`` is a cell of a region that may stay empty. A ``/`` also ends a line, so
that a drawing can be written in one line.

Below a line ``colours:``, a second drawing of the same cells may have the colour of each cell, a
letter or digit; other characters mean no colour.
"""

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import NamedTuple

from enumino.errors import ProblemError
from enumino.objects.lattice import KING, SQUARE, Cell, Lattice
from enumino.objects.lattices import CUBIC, HEXAGONAL, STICK, TRIANGULAR
from enumino.words import quoted

Place = tuple[int, int]
CELLS, NONE, VERTEX, LINE_END = "#X", ".", "+", "/"
MAX_CELLS = 65_535  # most cells of a shape or region, which columns of pieces number in 16 bits


COLOURS, COLOURS_LINE = "colours:", "colou?rs:"  # as written, and as read
COMMENT = "//"  # at the beginning of a line of a file
CHEQUERED, CHEQUERS = "chequered ", "ab"  # a word before names, and the colours of a chessboard
_COLOURS = re.compile(rf"(?:^|[\n/])[ \t]*{COLOURS_LINE}[ \t\r]*(?:[\n/]|$)")


class _Format(NamedTuple):
    """The places of the cells of a plane lattice in a drawing, by line and column."""

    origins: tuple[Place, ...]  # places of the cells of the unit cell at 0
    row: Place  # step from a row to the next
    unit: int  # columns from a unit cell to the next in its row
    advice: str
    marks: tuple[str, ...] = (CELLS,)  # of each cell of a unit cell, or of all its cells
    optional: tuple[str, ...] = ("+",)  # the marks of cells that may stay empty
    between: str = ""  # a mark that is not a cell

    def mark(self, cell: Cell, optional: bool = False) -> str:
        """Return the mark of a cell."""
        marks = self.optional if optional else self.marks
        return marks[cell[-1] % len(marks)][0]

    def place(self, cell: Cell) -> Place:
        """Return the place of a cell."""
        unit, number = divmod(cell[1], len(self.origins))
        line, column = self.origins[number]
        return line + cell[0] * self.row[0], column + cell[0] * self.row[1] + unit * self.unit

    def cell(self, line: int, column: int) -> Cell | None:
        """Return the cell at a place, or None."""
        for number, (top, left) in enumerate(self.origins):
            row, below = divmod(line - top, self.row[0])
            unit, beside = divmod(column - left - row * self.row[1], self.unit)
            if not below and not beside:
                return row, unit * len(self.origins) + number
        return None

    def marked(self, line: int, column: int, mark: str) -> Cell | None:
        """Return the cell that a mark at a place draws, or None."""
        cell = self.cell(line, column)
        number = cell[-1] % len(self.marks) if cell else 0
        return cell if mark in self.marks[number] or mark in self.optional[number] else None


_MARKS = "# or X is a cell, and . or a space is none"
_SQUARES = _Format(((0, 0),), (1, 0), 1, _MARKS)
_FORMATS = {
    HEXAGONAL: _Format(
        ((0, 0),),
        (1, 1),
        2,
        f"{_MARKS}; cells of a row are two columns apart, and each next row is moved by one",
    ),
    TRIANGULAR: _Format(
        ((0, 0), (0, 1)),
        (1, 1),
        2,
        "v is a triangle that points downwards, ^ one that points upwards, a space is none, and "
        "V and A may stay empty in a region",
        marks=("v", "^"),
        optional=("V", "A"),
    ),
    STICK: _Format(
        ((0, 1), (1, 0)),
        (2, 0),
        2,
        "- and | are sticks, + or a space is a vertex between them, and = and H may stay empty in "
        "a region",
        marks=("-", "|"),
        optional=("=", "H"),
        between=VERTEX,
    ),
}


def format_of(lattice: Lattice) -> _Format:
    """Return the format of drawings of a lattice."""
    return _FORMATS.get(lattice, _SQUARES)


def is_drawing(lattice: Lattice, text: str) -> bool:
    """Return whether a text has only characters of drawings, and not only spaces."""
    found = set().union(*_lines(text)) - {" "}
    return bool(found) and found.issubset(_known(format_of(lattice)))


def _lines(text: str) -> list[str]:
    return [line.rstrip(" ") for line in text.replace(LINE_END, "\n").splitlines()]


def _known(form: _Format) -> set[str]:
    """Return the characters of drawings."""
    return {*"".join(form.marks + form.optional), *form.between, NONE, " "}


def cells_of(lattice: Lattice, text: str) -> tuple[list[Cell], list[Cell]]:
    """Return the cells in a drawing or list, not normalised, and the cells that may stay empty."""
    if is_list(text):
        return _listed(lattice, text), []
    marks, optional = dict(_marked(lattice, text).values()), format_of(lattice).optional
    return sorted(marks), [cell for cell, mark in marks.items() if mark in optional]


def without_colours(text: str) -> tuple[str, str | None]:
    """Return a drawing without the drawing of its colours, and the latter if there is any."""
    drawing, *colours = _COLOURS.split(text, maxsplit=1)
    return drawing, colours[0] if colours else None


def colours_of(lattice: Lattice, text: str, colours: str) -> str:
    """Return the colours of the cells of a drawing in reading order, from a drawing of colours."""
    cells = _marked(lattice, text.strip("\r\n"))
    drawn = _characters(lattice, _lines(colours.strip("\r\n")))
    none = {*format_of(lattice).between, NONE, " "}
    letters = {at: mark for at, mark in drawn if mark not in none}
    for (_, row, column), mark in letters.items():
        if not mark.isalnum():
            raise ProblemError(
                f"Row {row} of the colours has {quoted(mark)} in column {column + 1}: write a "
                f"letter or a digit, or {NONE} for no colour."
            )
    if outside := letters.keys() - cells.keys():
        _, row, column = min(outside)
        raise ProblemError(
            f"Row {row} of the colours has a colour in column {column + 1}, where the drawing has "
            "no cell: draw the same cells twice, first as cells, then as colours."
        )
    return "".join(letters.get(at, NONE) for at in sorted(cells, key=cells.__getitem__))


def chequered(lattice: Lattice, cells: Sequence[Cell], colours: str = CHEQUERS) -> str:
    """Return the colours of cells as on a chessboard, where the cell at 0 has the first."""
    if lattice not in (SQUARE, KING, CUBIC):
        raise ProblemError(f"The {lattice.name} lattice is not chequered: draw colours.")
    return "".join(colours[sum(cell) % 2] for cell in cells)


def checked_colours(colours: str, cells: int) -> str:
    """Return the colours of a number of cells, or nothing if no cell has a colour."""
    if colours and len(colours) != cells:
        raise ProblemError(
            f"There are {len(colours):,} colours for {cells:,} cells: give . for none."
        )
    return colours if colours.strip(NONE) else ""


def drawn_colours(
    lattice: Lattice, cells: Iterable[Cell], frame: tuple[int, ...], colours: str
) -> str:
    """Return the drawing of the colours of normalised cells, or nothing without colours."""
    return draw(lattice, dict(zip(cells, colours, strict=True)), frame) if colours else ""


def _characters(lattice: Lattice, lines: list[str]) -> Iterator[tuple[tuple[int, int, int], str]]:
    """Yield the characters of a drawing with their layers, rows from 1, and columns."""
    rows = [[line] if lattice.dimensions < 3 else line.split() for line in lines]
    shown = [number for number, layers in enumerate(rows, 1) if layers]
    for number in range(shown[0], shown[-1] + 1) if shown else ():
        layers, first = rows[number - 1], rows[shown[0] - 1]
        if len(layers) != len(first):
            raise ProblemError(
                f"Row {number} shows {len(layers)} layers, and the first row {len(first)}: draw "
                "layers side by side, and every row of each, with . for no cube."
            )
        for layer, row in enumerate(layers):
            yield from (((layer, number, column), mark) for column, mark in enumerate(row))


def _marked(lattice: Lattice, text: str) -> dict[tuple[int, int, int], tuple[Cell, str]]:
    """Return the cells of a drawing and their marks, by layers, rows and columns."""
    form = format_of(lattice)
    marks, lines = "".join(form.marks + form.optional), _lines(text)
    check_number(sum(map(text.count, marks)))
    for number, line in enumerate(lines, 1):
        if strange := set(line) - _known(form):
            at = min(map(line.index, strange))
            where = f"Row {number}" if len(lines) > 1 else f"The drawing {quoted(text.strip())}"
            raise ProblemError(f"{where} has {quoted(line[at])} in column {at + 1}: {form.advice}.")
    drawn = {at: mark for at, mark in _characters(lattice, lines) if mark in marks}
    if not drawn:
        raise ProblemError(f"The drawing has no cell: {form.advice}.")
    (_, top, left), first = next(iter(drawn.items()))
    # The first cell may be any cell of a unit cell, in any column.
    begins = product(range(form.row[0]), range(form.unit))
    down, right = next((s for s in begins if form.marked(s[0], left + s[1], first)), (0, 0))
    found, is_solid = {}, lattice.dimensions == 3
    for place, mark in drawn.items():
        layer, number, column = place
        cell = form.marked(number - top + down, column + right, mark)
        if cell is None:
            raise ProblemError(
                f"Row {number} has {quoted(mark)} in column {column + 1}, which is between two "
                f"places of the {lattice.name} lattice: {form.advice}."
            )
        found[place] = (layer, *cell) if is_solid else cell, mark
    return found


def check_number(cells: int) -> None:
    """Reject more cells than a shape or region may have."""
    if cells > MAX_CELLS:
        raise ProblemError(
            f"{cells:,} cells are more than the {MAX_CELLS:,} that a piece, or a region other than "
            "a rectangle, may have: make it smaller."
        )


def check_box(box: Sequence[int]) -> None:
    """Reject a larger box than a shape or region may have."""
    if prod(box) > MAX_CELLS:
        raise ProblemError(
            f"A piece, or a region other than a rectangle, has a box of at most {MAX_CELLS:,} "
            f"cells, and {'x'.join(map(str, box))} has {prod(box):,}: make it smaller."
        )


_NUMBER = r"\s*[+-]?\d{1,9}\s*"
_CELL = rf"\({_NUMBER}(?:,{_NUMBER})*\)"
_LIST = re.compile(r"\[([^\[\]]*)\]|([^\[\]]*)")


def is_list(text: str) -> bool:
    """Return whether a text starts like a list of cells, ``[(0,0), …]`` or ``(0,0) …``."""
    return text.lstrip().startswith(("[", "("))


def _listed(lattice: Lattice, text: str) -> list[Cell]:
    """Return the cells of ``[(row, column), …]``, with or without brackets and commas between."""
    check_number(text.count("("))
    listed = _LIST.fullmatch(text.strip())
    if listed is None or {*re.sub(_CELL, "", listed[1] or listed[2])} - {*", \t\r\n"}:
        example = ", ".join(f"({'0,' * (lattice.dimensions - 1)}{k})" for k in (0, 1))
        raise ProblemError(f"{quoted(text)} cannot be read: write [{example}, …].")
    return [tuple(map(int, cell.strip("()").split(","))) for cell in re.findall(_CELL, text)]


def draw(lattice: Lattice, marks: Mapping[Cell, str], frame: tuple[int, ...]) -> str:
    """Return a drawing of cells with their marks.

    Squares and cubes without a mark are dots; on other lattices, empty rows have a dot. Layers of
    cubes are side by side.
    """
    form = format_of(lattice)
    ground = dict.fromkeys(product(*map(range, frame)), NONE) if form is _SQUARES else {}
    placed = {}
    for cell, mark in {**ground, **marks}.items():
        layer = cell[0] if len(cell) == 3 else 0
        placed[form.place((cell[-2], layer * (frame[-1] + 1) + cell[-1]))] = mark
    if form.between:
        for line, column in list(placed):
            for end in (-1, 1):
                at = (line, column + end) if line % 2 == 0 else (line + end, column)
                placed[at] = form.between
    top, left = (min(axis) for axis in zip(*placed, strict=True))
    bottom, right = (max(axis) for axis in zip(*placed, strict=True))
    return "\n".join(
        "".join(placed.get((line, column), " ") for column in range(left, right + 1)).rstrip()
        or NONE
        for line in range(top, bottom + 1)
    )


def drawn(
    lattice: Lattice,
    cells: Iterable[Cell],
    frame: tuple[int, ...],
    optional: Container[Cell] = (),
) -> str:
    """Return the drawing of normalised cells and of cells that may stay empty."""
    form = format_of(lattice)
    return draw(lattice, {cell: form.mark(cell, cell in optional) for cell in cells}, frame)
