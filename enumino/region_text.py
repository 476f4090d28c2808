"""Regions as people write them: ``6x10``, drawings, and files of either."""

from __future__ import annotations

import re
from pathlib import Path

from enumino.arguments import digits
from enumino.errors import ProblemError
from enumino.words import LONGEST_PATH, plural, quoted

FREE, WALL, CELL = ".", "#", "X"
_RECTANGLE = re.compile(r"\s*([+-]?\d+)\s*[xX×]\s*([+-]?\d+)\s*")


def rectangle(text: str) -> tuple[int, int] | None:
    """Return the sides that ``6x10`` tells, or None if the text is something else."""
    match = _RECTANGLE.fullmatch(text)
    if match is None:
        return None
    return digits(match[1], "The height"), digits(match[2], "The width")


def is_one(text: str) -> bool:
    """Whether a text is a region by itself, and not the name of a file."""
    return _RECTANGLE.fullmatch(text) is not None or "\n" in text or text.lstrip().startswith("[")


def drawing(text: str) -> tuple[list[tuple[int, int]], int, int]:
    """Return the free cells of a drawing, and the height and width of its frame.

    Raises
    ------
    ProblemError
        If it is none; names the line, the column and the character.
    """
    lines = text.splitlines()
    filled = [i for i, line in enumerate(lines) if line.strip()]
    if not filled:
        raise ProblemError(
            "The region is empty: write HxW, as 6x10, or draw it with . for each free cell."
        )
    rows = lines[filled[0] : filled[-1] + 1]
    free, known = (CELL, CELL + FREE) if any(CELL in row for row in rows) else (FREE, FREE + WALL)
    for number, row in enumerate(rows, filled[0] + 1):
        strange = next((c for c in row if c not in f"{known} "), None)
        if strange is not None:
            where = f"Line {number}" if len(rows) > 1 else f"The region {quoted(text.strip())}"
            raise ProblemError(
                f"{where} has {strange!r} in column {row.index(strange) + 1}: draw . for a free "
                "cell and # or a space for none (or X for a cell and . for none), or write HxW, "
                "as 6x10."
            )
    cells = [(r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x == free]
    if not cells:
        raise ProblemError(
            f"The drawing of {plural(len(rows), 'line')} has no free cell: draw . for each."
        )
    return cells, len(rows), max(map(len, rows))


def in_a_line(region: list[int] | list[str]) -> str:
    """Return what `Region.to_json` wrote in one line.

    >>> in_a_line([6, 10]), in_a_line([".#", ".."])
    ('6x10', '.#/..')
    """
    return ("x" if isinstance(region[0], int) else "/").join(map(str, region))


def contents(source: str | Path) -> str:
    """Return the text of a file that should hold a region.

    Raises
    ------
    ProblemError
        If it cannot be read.
    """
    named = quoted(str(source), LONGEST_PATH)
    try:
        return Path(source).read_text(encoding="utf-8-sig")
    except FileNotFoundError as error:
        raise ProblemError(
            f"The region {named} is neither HxW, as 6x10, nor the name of a file."
        ) from error
    except (OSError, ValueError) as error:  # ValueError: not UTF-8, or no name of a file
        reason = error.strerror if isinstance(error, OSError) else "it is not a text file"
        raise ProblemError(f"The region {named} cannot be read: {reason}.") from error
