r"""Drawings of cells in characters: ``#`` or ``X`` is a cell, and ``.`` or a space is none.

Shapes, pieces and regions are drawn alike. Cells of some lattices have marks of their own:

==========  ========================================================================================
square      the marks above; king lattices likewise, and lattices from files
hexagonal   the marks above, cells of a row two columns apart, each next row moved by one column
triangular  ``v`` points downwards, ``^`` upwards, side by side; ``V`` and ``A`` may stay empty
cubic       the marks above; layers side by side with spaces between, the lowest first
stick       ``-`` and ``|``, with ``+`` or nothing at the vertices between them; ``=`` and ``H`` may
            stay empty
==========  ========================================================================================

In regions of the others, ``+`` is a cell that may stay empty. A ``/`` ends a line as well, so that
a drawing can be written in one line.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import product
from math import prod
from typing import NamedTuple

from enumino.errors import ProblemError
from enumino.objects.lattice import Cell, Lattice
from enumino.objects.lattices import HEXAGONAL, STICK, TRIANGULAR
from enumino.words import quoted

Place = tuple[int, int]
CELLS, NONE, VERTEX, LINE_END = "#X", ".", "+", "/"
# Most cells of a shape or region: those that a column of pieces can hold.
MAX_CELLS = 65_535


class _Format(NamedTuple):
    """The places of the cells of a plane lattice in a drawing, by line and column."""

    origins: tuple[Place, ...]  # of the cells of the unit cell at 0
    row: Place  # from a row to the next
    unit: int  # columns from a unit cell to the next in its row
    advice: str
    marks: str = CELLS  # of cells; others are those of the cells of a unit cell
    optional: str = "+"  # of cells that may stay empty, likewise
    between: str = ""  # a further mark that is not a cell

    def mark(self, cell: Cell, optional: bool = False) -> str:
        """Return the mark of a cell."""
        marks = self.optional if optional else self.marks
        return marks[0] if self.marks == CELLS else marks[cell[-1] % 2]

    def place(self, cell: Cell) -> Place:
        """Return the place of a cell."""
        unit, number = divmod(cell[1], len(self.origins))
        line, column = self.origins[number]
        return line + cell[0] * self.row[0], column + cell[0] * self.row[1] + unit * self.unit

    def cell(self, line: int, column: int) -> Cell | None:
        """Return the cell at a place, None if there is none."""
        for number, (top, left) in enumerate(self.origins):
            row, below = divmod(line - top, self.row[0])
            unit, beside = divmod(column - left - row * self.row[1], self.unit)
            if not below and not beside:
                return row, unit * len(self.origins) + number
        return None

    def fits(self, line: int, column: int, mark: str) -> bool:
        """Return whether a mark at a place is a cell."""
        cell = self.cell(line, column)
        if cell is None or self.marks == CELLS:
            return cell is not None
        return mark in (self.mark(cell), self.mark(cell, optional=True))


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
        marks="v^",
        optional="VA",
    ),
    STICK: _Format(
        ((0, 1), (1, 0)),
        (2, 0),
        2,
        "- and | are sticks, + or a space is a vertex between them, and = and H may stay empty in "
        "a region",
        marks="-|",
        optional="=H",
        between=VERTEX,
    ),
}


def format_of(lattice: Lattice) -> _Format:
    """Return the places of the cells of a lattice; those of a unit cell are side by side."""
    return _FORMATS.get(lattice, _SQUARES)


def is_drawing(lattice: Lattice, text: str) -> bool:
    """Return whether a text has only characters of drawings, and more than spaces.

    >>> is_drawing(TRIANGULAR, "^v^"), is_drawing(TRIANGULAR, "6x6"), is_drawing(STICK, "###")
    (True, False, False)
    """
    found = set().union(*lines_of(text)) - {" "}
    return bool(found) and found.issubset(_known(format_of(lattice)))


def lines_of(text: str) -> list[str]:
    """Return the lines of a drawing without spaces at their ends."""
    return [line.rstrip(" ") for line in text.replace(LINE_END, "\n").splitlines()]


def _known(form: _Format) -> set[str]:
    """Return the characters of a line."""
    return {*form.marks, *form.optional, *form.between, NONE, " "}


def cells_of(lattice: Lattice, text: str) -> tuple[list[Cell], list[Cell]]:
    r"""Return the cells of a drawing or a list, not normalised, and those that may stay empty.

    >>> from enumino.objects.lattices import CUBIC, SQUARE
    >>> cells_of(SQUARE, "#.+/##")
    ([(0, 0), (0, 2), (1, 0), (1, 1)], [(0, 2)])
    >>> cells_of(SQUARE, "[(0,0), (1, -2)]")
    ([(0, 0), (1, -2)], [])
    >>> cells_of(HEXAGONAL, " # #\n# .")[0]
    [(0, 1), (0, 2), (1, 0)]
    >>> cells_of(CUBIC, "XX ..\nX. X.")[0]
    [(0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 1, 0)]

    Raises
    ------
    ProblemError
        If it is no drawing; names the line, the column and the character.
    """
    if is_list(text):
        return _listed(lattice, text), []
    form = format_of(lattice)
    marks = _marked(form, lattice, text)
    return sorted(marks), [cell for cell, mark in marks.items() if mark in form.optional]


def _marked(form: _Format, lattice: Lattice, text: str) -> dict[Cell, str]:
    """Return the cells of a drawing with their marks."""
    marks = form.marks + form.optional
    check_number(sum(map(text.count, marks)))
    lines = lines_of(text)
    for number, line in enumerate(lines, 1):
        if strange := set(line) - _known(form):
            at = min(map(line.index, strange))
            where = f"Row {number}" if len(lines) > 1 else f"The drawing {quoted(text.strip())}"
            raise ProblemError(f"{where} has {quoted(line[at])} in column {at + 1}: {form.advice}.")
    layers = [[*enumerate(lines, 1)]] if lattice.dimensions < 3 else _layers(lines)
    drawn = [
        (layer, number, column, mark)
        for layer, rows in enumerate(layers)
        for number, line in rows
        for column, mark in enumerate(line)
        if mark in marks
    ]
    if not drawn:
        raise ProblemError(f"The drawing has no cell: {form.advice}.")
    _, top, left, first = drawn[0]
    # The first cell may be any of a unit cell, and stand in any column.
    begins = product(range(form.row[0]), range(form.unit))
    down, right = next((s for s in begins if form.fits(s[0], left + s[1], first)), (0, 0))
    found: dict[Cell, str] = {}
    for layer, number, column, mark in drawn:
        row = number - top + down
        cell = form.cell(row, column + right)
        if cell is None or not form.fits(row, column + right, mark):
            raise ProblemError(
                f"Row {number} has {quoted(mark)} in column {column + 1}, which is between two "
                f"places of the {lattice.name} lattice: {form.advice}."
            )
        found[(layer, *cell) if lattice.dimensions == 3 else cell] = mark
    return found


def _layers(lines: list[str]) -> list[list[tuple[int, str]]]:
    """Return the layers of a drawing of cubes, as numbered lines."""
    rows = [(number, line.split()) for number, line in enumerate(lines, 1)]
    shown = [number for number, layers in rows if layers]
    found: list[list[tuple[int, str]]] = [[] for _ in rows[shown[0] - 1][1]] if shown else []
    for number, layers in rows[shown[0] - 1 : shown[-1]] if shown else []:
        if len(layers) != len(found):
            raise ProblemError(
                f"Row {number} shows {len(layers)} layers, and the first row {len(found)}: draw "
                "layers side by side, and every row of each, with . for no cube."
            )
        for layer, row in zip(found, layers, strict=True):
            layer.append((number, row))
    return found


def check_number(cells: int) -> None:
    """Raise a ProblemError for more cells than a shape or region may have."""
    if cells > MAX_CELLS:
        raise ProblemError(
            f"{cells:,} cells are more than the {MAX_CELLS:,} that a piece, or a region other than "
            "a rectangle, may have: take a smaller one."
        )


def check_box(box: Sequence[int]) -> None:
    """Raise a ProblemError for a larger box than a shape or region may have."""
    if prod(box) > MAX_CELLS:
        raise ProblemError(
            f"A piece, or a region other than a rectangle, has a box of at most {MAX_CELLS:,} "
            f"cells, and {'x'.join(map(str, box))} has {prod(box):,}: take a smaller one."
        )


_NUMBER = r"\s*[+-]?\d{1,9}\s*"
_CELL = rf"\({_NUMBER}(?:,{_NUMBER})*\)"
_LIST = re.compile(r"\[([^\[\]]*)\]|([^\[\]]*)")


def is_list(text: str) -> bool:
    """Return whether a text begins as a list of cells, ``[(0,0), …]`` or ``(0,0) …``."""
    return text.lstrip().startswith(("[", "("))


def _listed(lattice: Lattice, text: str) -> list[Cell]:
    """Return the cells of ``[(row, column), …]``, with the layer before them for cubes.

    Brackets and commas between the cells may be left out.
    """
    check_number(text.count("("))
    listed = _LIST.fullmatch(text.strip())
    if listed is None or {*re.sub(_CELL, "", listed[1] or listed[2])} - {*", \t\r\n"}:
        example = ", ".join(f"({'0,' * (lattice.dimensions - 1)}{k})" for k in (0, 1))
        raise ProblemError(f"{quoted(text)} cannot be read: write [{example}, …].")
    return [tuple(map(int, cell.strip("()").split(","))) for cell in re.findall(_CELL, text)]


def draw(lattice: Lattice, marks: Mapping[Cell, str], frame: tuple[int, ...]) -> str:
    r"""Return a drawing of cells, each with its mark.

    Other squares and cubes in the frame are dots; other lattices leave them blank, but
    for a dot in an empty row.

    >>> print(draw(STICK, {(0, 0): "-", (0, 1): "|", (0, 3): "|"}, (2, 4)))
    +-+
    | |
    + +
    """
    form = format_of(lattice)
    ground = dict.fromkeys(product(*map(range, frame)), NONE) if form is _SQUARES else {}
    shown = {**ground, **marks}
    if len(frame) == 2:
        return _plane(form, shown)
    layers = [
        _plane(form, {c[1:]: m for c, m in shown.items() if c[0] == layer})
        for layer in range(frame[0])
    ]
    return "\n".join(map(" ".join, zip(*(layer.split("\n") for layer in layers), strict=True)))


def _plane(form: _Format, marks: Mapping[Cell, str]) -> str:
    """Return a drawing of one layer."""
    placed = {form.place(cell): mark for cell, mark in marks.items()}
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
    """Return the drawing of normalised cells, some of which may stay empty.

    >>> from enumino.objects.lattices import CUBIC
    >>> print(drawn(CUBIC, ((0, 0, 0), (0, 0, 1), (1, 0, 0)), (2, 1, 2)))
    ## #.
    """
    form = format_of(lattice)
    shown = {cell: form.mark(cell, cell in optional) for cell in cells}
    return draw(lattice, shown, frame)
