"""Regions of squares as text: ``6x10``, drawings, files of either; and their frames."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from enumino.arguments import digits, whole
from enumino.errors import ProblemError
from enumino.objects.lattice import Cell
from enumino.objects.lattice_text import LINE_END
from enumino.words import LONGEST_PATH, plural, quoted

FREE, WALL, CELL = ".", "#", "X"
# The most cells of the rarer kind, free or not, in a drawing: they are listed one by one.
MOST_DRAWN = 1_000_000
# The most characters of a file: two for each cell that a region may have.
MOST_LETTERS = 200_000_000
# The most cells of a frame: rectangles as large are counted by recurrences, not listed.
MAX_CELLS = 10**8
_RECTANGLE = re.compile(r"\s*([+-]?\d+)\s*[xX×]\s*([+-]?\d+)\s*")
_BOX = re.compile(r"\s*\d+(\s*[xX×]\s*\d+){2}\s*")


def rectangle(text: str) -> tuple[int, int] | None:
    """Return height and width of a text such as ``6x10``, None for other texts."""
    match = _RECTANGLE.fullmatch(text)
    if match is None:
        return None
    return digits(match[1], "The height"), digits(match[2], "The width")


def is_region(text: str) -> bool:
    """Return whether a text describes a region by itself, instead of naming a file."""
    return _RECTANGLE.fullmatch(text) is not None or "\n" in text or text.lstrip().startswith("[")


class Drawing(NamedTuple):
    """The frame of a drawing, with its free cells or the others, whichever are fewer."""

    height: int
    width: int
    few: list[tuple[int, int]]
    few_are_free: bool


def drawing(text: str) -> Drawing:
    """Return the region of a drawing.

    Raises
    ------
    ProblemError
        If the text is not a drawing; names the line, the column and the character. If there are too
        many free cells and too many others.
    """
    lines = text.replace(LINE_END, "\n").splitlines()
    filled = [i for i, line in enumerate(lines) if line.strip()]
    if not filled:
        raise ProblemError(
            "The region is empty: write HxW, as 6x10, or draw it with . for each free cell."
        )
    rows = lines[filled[0] : filled[-1] + 1]
    free, known = (CELL, CELL + FREE) if any(CELL in row for row in rows) else (FREE, FREE + WALL)
    for number, row in enumerate(rows, filled[0] + 1):
        if set(row) <= {*known, " "}:
            continue
        strange = next(c for c in row if c not in f"{known} ")
        where = f"Line {number}" if len(rows) > 1 else f"The region {quoted(text.strip())}"
        raise ProblemError(
            f"{where} has {strange!r} in column {row.index(strange) + 1}: draw . for a free "
            "cell and # or a space for none (or X for a cell and . for none), or write HxW, "
            "as 6x10."
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
    cells = [(r, at.start()) for r, row in enumerate(rows) for at in few.finditer(row.ljust(width))]
    return Drawing(height, width, cells, few_are_free)


def in_a_line(region: list[int] | list[str]) -> str:
    """Return the output of `Region.to_json` in one line.

    >>> in_a_line([6, 10]), in_a_line([".#", ".."])
    ('6x10', '.#/..')
    """
    return ("x" if isinstance(region[0], int) else "/").join(map(str, region))


def contents(source: str | Path, otherwise: str = "HxW, as 6x10") -> str:
    """Return the text of a file that should hold a region.

    Parameters
    ----------
    source : str or Path
    otherwise : str
        The other forms of a region, for messages.

    Raises
    ------
    ProblemError
        If the file cannot be read.
    """
    named = quoted(str(source), LONGEST_PATH)
    try:
        with Path(source).open(encoding="utf-8-sig") as file:
            text = file.read(MOST_LETTERS + 1)
    except FileNotFoundError as error:
        is_box = _BOX.fullmatch(str(source)) is not None
        hint = ": for a box of cubes use `enumino enumerate packings --lattice cubic`"
        raise ProblemError(
            f"The region {named} is neither {otherwise}, nor the name of a file"
            f"{hint if is_box else ''}."
        ) from error
    except (OSError, ValueError) as error:  # ValueError: not UTF-8, or no name of a file
        reason = error.strerror if isinstance(error, OSError) else "it is not a text file"
        raise ProblemError(f"The region {named} cannot be read: {reason}.") from error
    if len(text) > MOST_LETTERS:
        raise ProblemError(
            f"The region {named} has more than {MOST_LETTERS:,} characters: draw a "
            "smaller one, or write HxW, as 6x10."
        )
    return text


def checked_frame(height: int, width: int) -> tuple[int, int]:
    """Return the sizes of a frame; raise an error for empty and huge ones.

    Raises
    ------
    ProblemError
        If it has no cells, or more than MAX_CELLS.
    """
    height, width = whole(height, "The height of a region"), whole(width, "The width of a region")
    if height < 1 or width < 1:
        raise ProblemError(
            f"A region of {height}x{width} has no cells: it needs at least one row and one column."
        )
    if height * width > MAX_CELLS:
        raise ProblemError(
            f"A region of {height}x{width} has {height * width:,} cells, "
            f"more than the {MAX_CELLS:,} that a region may have."
        )
    return height, width


def each_once(cells: Iterable[Cell], what_is_wrong: str) -> frozenset[Cell]:
    """Return the set of cells; raise an error for a repeated cell.

    Raises
    ------
    ProblemError
        If a cell comes twice.
    """
    seen: set[Cell] = set()
    for cell in cells:
        if cell in seen:
            raise ProblemError(f"Cell {cell[0]},{cell[1]} {what_is_wrong}.")
        seen.add(cell)
    return frozenset(seen)
