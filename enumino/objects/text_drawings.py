r"""Drawings of regions and shapes in characters: one convention for every lattice.

In a *shape* (a piece, a polyform) ``#`` or ``X`` is a cell, and ``.`` or a space is none. In a
*region* ``.`` is a cell to fill, and ``#`` or a space is none; or ``X`` is a cell and ``.`` is
none. Where cells have marks of their own, these are cells in both:

==========  ========================================================================================
square      the marks above; king lattices likewise
hexagonal   the marks above, cells of a row two columns apart, each next row moved by one column
triangular  ``v`` points downwards, ``^`` upwards, side by side
cubic       the marks above, the lowest layer first: layers side by side with spaces between, or
            below each other with blank lines between
stick       ``-`` and ``|``, with ``+`` or nothing at the vertices between them
==========  ========================================================================================

A ``/`` ends a line as well, so that a drawing can be written in one line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from enumino.errors import ProblemError
from enumino.objects.framed_cells import FramedCells
from enumino.objects.lattice import KING, SQUARE, Lattice
from enumino.objects.lattices import CUBIC, HEXAGONAL, STICK, TRIANGULAR
from enumino.words import plural, quoted

AnyCell = tuple[int, ...]
CELL, FREE, NONE, FILLED, VERTEX = "X", ".", "#", "#", "+"
LINE_END = "/"
# Most cells of the rarer kind, free or not, in a region of squares: they are listed one by one.
MOST_DRAWN = 1_000_000


class _Format(NamedTuple):
    """The places of the cells of a plane lattice in a drawing."""

    # The characters of cells by their columns in a unit cell; empty where regions and shapes have
    # marks of their own.
    marks: str
    place: Callable[[int, int], tuple[int, int]]  # line and column of a cell
    # The cell at a line and a column, None if there is none.
    cell: Callable[[int, int], tuple[int, int] | None]
    shifts: tuple[tuple[int, int], ...]  # lines and columns by which drawings may begin elsewhere
    between: str  # a further mark that is not a cell
    advice: str  # how cells are drawn, after the marks of a region or shape


def _hexagon_at(line: int, column: int) -> tuple[int, int] | None:
    return None if (column - line) % 2 else (line, (column - line) // 2)


def _stick_at(line: int, column: int) -> tuple[int, int] | None:
    if line % 2 == column % 2:
        return None
    return line // 2, column - 1 if line % 2 == 0 else column + 1


_SQUARES = _Format("", lambda r, c: (r, c), lambda r, c: (r, c), ((0, 0),), "", "")
_FORMATS = {
    SQUARE: _SQUARES,
    KING: _SQUARES,
    CUBIC: _SQUARES,
    HEXAGONAL: _Format(
        "",
        lambda r, c: (r, 2 * c + r),
        _hexagon_at,
        ((0, 0), (0, 1)),
        "",
        ", cells of a row two columns apart and each next row moved by one column",
    ),
    TRIANGULAR: _Format(
        "v^",
        lambda r, c: (r, c + r),
        lambda line, column: (line, column - line),
        ((0, 0), (0, 1)),
        "",
        "draw v for a triangle that points downwards, ^ for one that points upwards, and a space "
        "for none",
    ),
    STICK: _Format(
        "-|",
        lambda r, c: (2 * r + c % 2, c + 1 - 2 * (c % 2)),
        _stick_at,
        ((0, 0), (0, 1), (1, 0), (1, 1)),
        VERTEX,
        "draw - and | for sticks, and + or a space for the vertices between them",
    ),
}


def _format_of(lattice: Lattice) -> _Format:
    """Return the places of the cells of a lattice; those of a unit cell are side by side."""
    return _FORMATS.get(lattice, _SQUARES)


class _Marks(NamedTuple):
    """The characters of a drawing: marks of cells, marks of other places, and advice."""

    cells: str
    others: str
    advice: str


_REGION_ADVICE = "draw . for a cell and # or a space for none (or X for a cell and . for none)"


def _marks_of_region(lattice: Lattice, text: str) -> _Marks:
    form = _format_of(lattice)
    if form.marks:
        return _Marks(form.marks, f" {NONE}{form.between}", form.advice)
    cell, none = (CELL, FREE) if CELL in text else (FREE, NONE)
    return _Marks(cell, f" {none}", _REGION_ADVICE + form.advice)


def _marks_of_shape(lattice: Lattice) -> _Marks:
    form = _format_of(lattice)
    if form.marks:
        return _Marks(form.marks, f" {FREE}{form.between}", form.advice)
    advice = "draw # or X for a cell and . or a space for none"
    return _Marks(FILLED + CELL, f" {FREE}", advice + form.advice)


def lines_of(text: str) -> list[str]:
    """Return the lines of a drawing, without empty lines before and after it.

    >>> lines_of("../ .")
    ['..', ' .']
    """
    lines = [line.rstrip() for line in text.replace(LINE_END, "\n").splitlines()]
    filled = [number for number, line in enumerate(lines) if line]
    return lines[filled[0] : filled[-1] + 1] if filled else []


def is_region(lattice: Lattice, text: str) -> bool:
    """Return whether a text has only characters of drawings of regions, and a cell among them.

    >>> from enumino.objects.lattices import TRIANGULAR
    >>> is_region(TRIANGULAR, "^v^"), is_region(TRIANGULAR, "6x6")
    (True, False)
    """
    form = _format_of(lattice)
    cells = form.marks or FREE + CELL
    known = {*cells, *f" {form.between}{NONE}{LINE_END}\n"}
    return set(text) <= known and not set(cells).isdisjoint(text)


def is_line_of_shape(lattice: Lattice, line: str, goes_on: bool = False) -> bool:
    """Return whether a line of a file may belong to the drawing of a shape.

    A line inside a drawing needs no cells. A line of dots alone counts as well, so that a region
    drawn by mistake is refused as a drawing.
    """
    form = _format_of(lattice)
    cells = form.marks + form.between or FILLED + CELL + FREE
    known = {*cells, *f" {FREE}{FILLED}{LINE_END}"}
    return set(line) <= known and (goes_on or not set(cells).isdisjoint(line))


def cells_of_region(lattice: Lattice, text: str) -> list[AnyCell]:
    r"""Return the cells of a drawn region, in reading order but not normalised.

    >>> from enumino.objects.lattices import CUBIC, HEXAGONAL
    >>> cells_of_region(HEXAGONAL, " . .\n. .")
    [(0, 1), (0, 2), (1, 0), (1, 1)]
    >>> cells_of_region(CUBIC, "XX ..\nX. X.")
    [(0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 1, 0)]
    """
    return _cells(lattice, text, _marks_of_region(lattice, text))


def framed_region(text: str) -> FramedCells:
    """Return a drawn region of squares in its frame, read by lines: it may have 10**8 squares."""
    lines = text.replace(LINE_END, "\n").splitlines()
    filled = [i for i, line in enumerate(lines) if line.strip()]
    if not filled:
        raise ProblemError(
            "The region is empty: write HxW, as 6x10, or draw it with . for each free cell."
        )
    rows = lines[filled[0] : filled[-1] + 1]
    free, none = (CELL, FREE) if any(CELL in row for row in rows) else (FREE, NONE)
    known = {free, none, " "}
    for number, row in enumerate(rows, filled[0] + 1):
        if strange := set(row) - known:
            at = min(map(row.index, strange))
            where = f"Line {number}" if len(rows) > 1 else f"The region {quoted(text.strip())}"
            raise ProblemError(
                f"{where} has {quoted(row[at])} in column {at + 1}: {_REGION_ADVICE}, or write "
                "HxW, as 6x10."
            )
    number = sum(row.count(free) for row in rows)
    if not number:
        raise ProblemError(
            f"The drawing of {plural(len(rows), 'line')} has no free cell: draw . for each."
        )
    height, width = len(rows), max(map(len, rows))
    others = height * width - number
    if min(number, others) > MOST_DRAWN:
        raise ProblemError(
            f"The drawing of {height}x{width} has {number:,} free cells and {others:,} others: "
            f"draw a smaller region, with at most {MOST_DRAWN:,} cells of one of the two kinds."
        )
    few_are_free = number <= others
    few = re.compile(re.escape(free) if few_are_free else f"[^{free}]")
    cells = ((r, at.start()) for r, row in enumerate(rows) for at in few.finditer(row.ljust(width)))
    return FramedCells((height, width), frozenset(cells), few_are_free)


def cells_of_shape(lattice: Lattice, text: str) -> list[AnyCell]:
    r"""Return the cells of a drawn shape, in reading order but not normalised.

    >>> from enumino.objects.lattices import HEXAGONAL, SQUARE
    >>> cells_of_shape(SQUARE, "#.#/###")
    [(0, 0), (0, 2), (1, 0), (1, 1), (1, 2)]
    >>> cells_of_shape(HEXAGONAL, " # #\n# .")
    [(0, 1), (0, 2), (1, 0)]
    """
    marks = _marks_of_shape(lattice)
    found = set(text)
    if FILLED in marks.cells:
        if FILLED in found and CELL in found:
            raise ProblemError(
                "The drawing has both # and X: either both are cells, as in pieces, or # is none "
                "beside X; draw every cell of the piece with #, and . for none."
            )
        if FREE in found and found <= {*marks.others, LINE_END, "\n"}:
            raise ProblemError(
                "The drawing has no cell but dots: in a piece # or X is a cell and . is none, in "
                "a region . is a cell and # is none; draw every cell of the piece with #."
            )
    return _cells(lattice, text, marks)


def _cells(lattice: Lattice, text: str, marks: _Marks) -> list[AnyCell]:
    if lattice.dimensions > 3:
        raise ProblemError(f"No drawings of the {lattice.name} lattice are read: give cells.")
    form = _format_of(lattice)
    lines = lines_of(text)
    for number, row in enumerate(lines, 1):
        for at, mark in enumerate(row, 1):
            if mark not in marks.cells and mark not in marks.others:
                raise ProblemError(
                    f"Line {number} has {quoted(mark)} in column {at}: {marks.advice}."
                )
    layers = list(_layers(lines)) if lattice.dimensions == 3 else [lines]
    drawn = [
        (layer, line, column, mark)
        for layer, drawing in enumerate(layers)
        for line, row in enumerate(drawing)
        for column, mark in enumerate(row)
        if mark in marks.cells
    ]
    if not drawn:
        raise ProblemError(f"The drawing has no cell: {marks.advice}.")
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
                f"places of the {lattice.name} lattice: {marks.advice}."
            )
        found.append((layer, *cell) if lattice.dimensions == 3 else cell)
    return sorted(found)


def _fits(form: _Format, line: int, column: int, mark: str) -> bool:
    cell = form.cell(line, column)
    return cell is not None and (not form.marks or form.marks[cell[1] % 2] == mark)


def _layers(lines: list[str]) -> Iterator[list[str]]:
    """Return the layers of a drawing of cubes."""
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

    `ground` is the mark of other squares and cubes in the frame; other lattices leave them blank.

    >>> from enumino.objects.lattices import STICK
    >>> print(draw(STICK, {(0, 0): "-", (0, 1): "|", (0, 3): "|"}, ".", (2, 4)))
    +-+
    | |
    + +
    """
    if len(frame) == 4:
        blocks: list[dict[AnyCell, str]] = [{} for _ in range(frame[0])]
        for (block, *cell), mark in marks.items():
            blocks[block][tuple(cell)] = mark
        return "\n\n".join(draw(lattice, each, ground, frame[1:]) for each in blocks)
    if len(frame) == 3:
        layers = [
            draw_plane(_SQUARES, {c[1:]: m for c, m in marks.items() if c[0] == layer}, ground, box)
            for layer, box in enumerate([frame[1:]] * frame[0])
        ]
        rows = zip(*(layer.split("\n") for layer in layers), strict=True)
        return "\n".join(" ".join(row) for row in rows)
    form = _format_of(lattice)
    return draw_plane(form, marks, ground if form is _SQUARES else "", frame)


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


def drawn_region(lattice: Lattice, cells: tuple[AnyCell, ...], frame: tuple[int, ...]) -> str:
    """Return the drawing of a region's normalised cells.

    >>> from enumino.objects.lattices import CUBIC
    >>> print(drawn_region(CUBIC, ((0, 0, 0), (0, 0, 1), (1, 0, 0)), (2, 1, 2)))
    .. .#
    """
    return _drawn(lattice, cells, frame, FREE, NONE)


def drawn_shape(lattice: Lattice, cells: tuple[AnyCell, ...], frame: tuple[int, ...]) -> str:
    """Return the drawing of a shape's normalised cells.

    >>> from enumino.objects.lattices import CUBIC
    >>> print(drawn_shape(CUBIC, ((0, 0, 0), (0, 0, 1), (1, 0, 0)), (2, 1, 2)))
    ## #.
    """
    return _drawn(lattice, cells, frame, FILLED, FREE)


def _drawn(
    lattice: Lattice, cells: tuple[AnyCell, ...], frame: tuple[int, ...], cell: str, ground: str
) -> str:
    form = _format_of(lattice)
    marks = {each: form.marks[each[-1] % 2] if form.marks else cell for each in cells}
    return draw(lattice, marks, ground, frame)


_PAIR = re.compile(r"\s*\(\s*([+-]?\d{1,9})\s*,\s*([+-]?\d{1,9})\s*\)\s*(,|(?=\]))")
_END = re.compile(r"\s*\]\Z")


def pairs(text: str) -> Iterator[tuple[int, int]]:
    """Yield the pairs of ``[(x, y), …]``.

    >>> list(pairs("[(0,0), (1, -2)]"))
    [(0, 0), (1, -2)]
    """
    text = text.strip()
    end = 1
    while not _END.match(text, end):
        pair = _PAIR.match(text, end)
        if pair is None:
            raise ProblemError(
                f"{quoted(text)} cannot be read from column {end + 1} on: write [(0,0), (1,0), …]."
            )
        yield int(pair[1]), int(pair[2])
        end = pair.end()
