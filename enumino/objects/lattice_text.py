r"""How people draw cells of a lattice: one character a cell.

==========  ========================================================================================
square      ``.`` a cell, ``#`` none; or ``X`` a cell and ``.`` none. King lattices likewise
hexagonal   the same, the cells of a row two columns apart; each next row is moved by one column
triangular  ``v`` points downwards, ``^`` upwards, side by side
cubic       layers as squares, the lowest first: side by side with spaces between, or below each
            other with blank lines between
stick       ``-`` and ``|``, with ``+`` or nothing at the vertices between them
==========  ========================================================================================

A ``/`` ends a line as well, so that a drawing can be given in one line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from enumino.errors import ProblemError
from enumino.objects.lattice import Lattice
from enumino.words import quoted

AnyCell = tuple[int, ...]
CELL, FREE, NONE, VERTEX = "X", ".", "#", "+"
LINE_END = "/"


class _Format(NamedTuple):
    """Where cells of a lattice of the plane stand in a drawing.

    Attributes
    ----------
    marks : str
        The characters of cells by their columns in a unit cell; empty for ``.`` and ``X``.
    place : callable
        Line and column of a cell.
    cell : callable
        The cell at a line and a column, None if there is none.
    shifts : tuple of (int, int)
        By how many lines and columns drawings may begin elsewhere.
    between : str
        A further mark that is no cell.
    advice : str
    """

    marks: str
    place: Callable[[int, int], tuple[int, int]]
    cell: Callable[[int, int], tuple[int, int] | None]
    shifts: tuple[tuple[int, int], ...]
    between: str
    advice: str


def _hexagon_at(line: int, column: int) -> tuple[int, int] | None:
    return None if (column - line) % 2 else (line, (column - line) // 2)


def _stick_at(line: int, column: int) -> tuple[int, int] | None:
    if line % 2 == column % 2:
        return None
    return line // 2, column - 1 if line % 2 == 0 else column + 1


_DOTS = "draw . for a cell and # or a space for none (or X for a cell and . for none)"
_SQUARES = _Format("", lambda r, c: (r, c), lambda r, c: (r, c), ((0, 0),), FREE, _DOTS)
_FORMATS = {
    "square": _SQUARES,
    "king": _SQUARES,
    "cubic": _SQUARES,
    "hexagonal": _Format(
        "",
        lambda r, c: (r, 2 * c + r),
        _hexagon_at,
        ((0, 0), (0, 1)),
        FREE,
        f"{_DOTS}, cells of a row two columns apart and each next row moved by one column",
    ),
    "triangular": _Format(
        "v^",
        lambda r, c: (r, c + r),
        lambda line, column: (line, column - line),
        ((0, 0), (0, 1)),
        "",
        "draw v for a triangle that points downwards, ^ for one that points upwards, and # or a "
        "space for none",
    ),
    "stick": _Format(
        "-|",
        lambda r, c: (2 * r + c % 2, c + 1 - 2 * (c % 2)),
        _stick_at,
        ((0, 0), (0, 1), (1, 0), (1, 1)),
        VERTEX,
        "draw - and | for sticks, and + or a space for the vertices between them",
    ),
}


def lines_of(text: str) -> list[str]:
    """Return the lines of a drawing, without the empty ones before and after it.

    >>> lines_of("../ .")
    ['..', ' .']
    """
    lines = [line.rstrip() for line in text.replace(LINE_END, "\n").splitlines()]
    filled = [number for number, line in enumerate(lines) if line]
    return lines[filled[0] : filled[-1] + 1] if filled else []


def is_drawing(lattice: Lattice, text: str, goes_on: bool = False) -> bool:
    """Whether a text has no other characters than a drawing may have, and some of its cells.

    A line of a drawing that goes on needs no cells.

    >>> from enumino.objects.lattices import TRIANGULAR
    >>> is_drawing(TRIANGULAR, "^v^"), is_drawing(TRIANGULAR, "6x6")
    (True, False)
    """
    form = _FORMATS[lattice.name]
    marks = form.marks or FREE + CELL
    known = set(text) <= {*marks, *f" {form.between}{NONE}{LINE_END}\n"}
    return known and (goes_on or bool(set(text) & set(marks)))


def cells_of(lattice: Lattice, text: str) -> list[AnyCell]:
    r"""Return the cells of a drawing, in reading order but not normalised.

    >>> from enumino.objects.lattices import CUBIC, HEXAGONAL
    >>> cells_of(HEXAGONAL, " . .\n. .")
    [(0, 1), (0, 2), (1, 0), (1, 1)]
    >>> cells_of(CUBIC, "XX ..\nX. X.")
    [(0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 1, 0)]

    Raises
    ------
    ProblemError
        If the text is no drawing, or has no cell; names the line, the column and the character.
    """
    form = _FORMATS[lattice.name]
    lines = lines_of(text)
    marks = form.marks or (CELL if any(CELL in line for line in lines) else FREE)
    grounds = f" {NONE}{form.between}"
    for number, row in enumerate(lines, 1):
        for at, mark in enumerate(row, 1):
            if mark not in marks and mark not in grounds:
                raise ProblemError(
                    f"Line {number} has {quoted(mark)} in column {at}: {form.advice}."
                )
    layers = list(_layers(lines)) if lattice.dimensions == 3 else [lines]
    drawn = [
        (layer, line, column, mark)
        for layer, drawing in enumerate(layers)
        for line, row in enumerate(drawing)
        for column, mark in enumerate(row)
        if mark in marks
    ]
    if not drawn:
        raise ProblemError(f"The drawing has no cell: {form.advice}.")
    _, top, left, first = drawn[0]
    down, right = next(
        (s for s in form.shifts if _fits(form, top + s[0], left + s[1], first)), (0, 0)
    )
    found: list[AnyCell] = []
    for layer, line, column, mark in drawn:
        cell = form.cell(line + down, column + right)
        if cell is None or not _fits(form, line + down, column + right, mark):
            raise ProblemError(
                f"Line {line + 1} has {quoted(mark)} in column {column + 1}, which is between two "
                f"places of the {lattice.name} lattice: {form.advice}."
            )
        found.append((layer, *cell) if lattice.dimensions == 3 else cell)
    return sorted(found)


def _fits(form: _Format, line: int, column: int, mark: str) -> bool:
    cell = form.cell(line, column)
    return cell is not None and (not form.marks or form.marks[cell[1] % 2] == mark)


def _layers(lines: list[str]) -> Iterator[list[str]]:
    """The layers of a drawing of cubes."""
    block: list[list[str]] = []
    for number, line in enumerate([*lines, ""], 1):
        if line.strip():
            block.append(line.split())
            if len(block[0]) != len(block[-1]):
                raise ProblemError(
                    f"Line {number} shows {len(block[-1])} layers, and the one above it "
                    f"{len(block[0])}: draw every row of each layer, with # or . for no cube."
                )
        elif block:
            yield from ([row[layer] for row in block] for layer in range(len(block[0])))
            block = []


def draw(
    lattice: Lattice, marks: Mapping[AnyCell, str], ground: str, frame: tuple[int, ...]
) -> str:
    r"""Return a drawing of cells, each with its mark.

    Parameters
    ----------
    lattice : Lattice
    marks : mapping of cell to str
        One character each.
    ground : str
        The mark of other squares and cubes in the frame; other lattices leave them blank.
    frame : tuple of int
        The sizes of the box in which the cells lie.

    Examples
    --------
    >>> from enumino.objects.lattices import STICK
    >>> print(draw(STICK, {(0, 0): "-", (0, 1): "|", (0, 3): "|"}, ".", (2, 4)))
    +-+
    | |
    + +
    """
    if lattice.dimensions == 3:
        layers = [
            draw_plane(_SQUARES, {c[1:]: m for c, m in marks.items() if c[0] == layer}, ground, box)
            for layer, box in enumerate([frame[1:]] * frame[0])
        ]
        rows = zip(*(layer.split("\n") for layer in layers), strict=True)
        return "\n".join(" ".join(row) for row in rows)
    filled = lattice.name in ("square", "king")
    return draw_plane(_FORMATS[lattice.name], marks, ground if filled else "", frame)


def draw_plane(
    form: _Format, marks: Mapping[AnyCell, str], ground: str, frame: tuple[int, ...]
) -> str:
    """Return a drawing of one layer."""
    height, width = frame
    shown = {(r, c): ground for r in range(height) for c in range(width)} if ground else {}
    placed = {form.place(*cell): mark for cell, mark in {**shown, **marks}.items()}  # type: ignore[misc]
    if form.between == VERTEX:
        for line, column in list(placed):
            across = line % 2 == 0
            for end in (-1, 1):
                placed[(line, column + end) if across else (line + end, column)] = VERTEX
    top, left = (min(axis) for axis in zip(*placed, strict=True))
    bottom = max(line for line, _ in placed)
    right = max(column for _, column in placed)
    return "\n".join(
        "".join(placed.get((line, column), " ") for column in range(left, right + 1)).rstrip()
        for line in range(top, bottom + 1)
    )


def drawing_of(lattice: Lattice, cells: tuple[AnyCell, ...], frame: tuple[int, ...]) -> str:
    """Return the drawing of normalised cells, in the marks of regions.

    >>> from enumino.objects.lattices import CUBIC
    >>> print(drawing_of(CUBIC, ((0, 0, 0), (0, 0, 1), (1, 0, 0)), (2, 1, 2)))
    .. .#
    """
    form = _FORMATS[lattice.name]
    marks = {cell: form.marks[cell[-1] % 2] if form.marks else FREE for cell in cells}
    return draw(lattice, marks, NONE, frame)
