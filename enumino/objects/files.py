"""Files that users name, and errors that name them."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from enumino.errors import ProblemError
from enumino.words import reason

# Most characters of a file, and of one that lists options or edges.
MOST_CHARACTERS, MOST_OF_LISTS = 1_000_000, 500_000_000


# Whether texts come from a dataset, which may come from anyone.
_of_a_dataset: ContextVar[bool] = ContextVar("of_a_dataset", default=False)


@contextmanager
def not_read() -> Iterator[None]:
    """Let no text be the name of a file meanwhile, as is right for texts of a dataset."""
    before = _of_a_dataset.set(True)
    try:
        yield
    finally:
        _of_a_dataset.reset(before)


# A path from here, or from the root, or a name with a suffix; `2x2..3x3` is none.
_FILE = re.compile(r"(?:\.{0,2}/)+\w.*|.*[^.]\.[A-Za-z]\w*", re.DOTALL)


def names_file(text: str) -> bool:
    """Return whether a text names a file, which may be missing: by its suffix or as a path.

    Texts never name a file by what lies in the working folder: ``domino`` is the piece.

    >>> [names_file(text) for text in ("board.txt", "./board", "board", "hexagon 1..hexagon 3")]
    [True, True, False, False]
    """
    return "\n" not in text and _FILE.fullmatch(text.strip()) is not None


def text_of(path: str | Path, most: int = MOST_CHARACTERS) -> str:
    """Return the text of a file; more than the most characters are not read."""
    if _of_a_dataset.get():
        raise ProblemError("A dataset names no file to be read.")
    parts, length = [], 0
    with Path(path).open(encoding="utf-8-sig") as file:
        # One read of all would take memory for the most characters, whatever the file has.
        while part := file.read(1 << 20):
            parts.append(part)
            length += len(part)
            if length > most:
                raise ProblemError(f"It has more than {most:,} characters, which are not read.")
    return "".join(parts)


def numbered_lines(text: str, comment: str = "") -> Iterator[tuple[int, str]]:
    """Yield the lines of a text with their numbers, but for blank ones and comments."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not (comment and line.lstrip().startswith(comment)):
            yield number, line


def table_rows(text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of a CSV text with the numbers of their lines, but for blank ones."""
    rows = csv.reader(io.StringIO(text), delimiter=separator, skipinitialspace=True, strict=True)
    try:
        for row in rows:
            values = [value.strip() for value in row]
            if values not in ([], [""]):
                yield rows.line_num, values
    except csv.Error as error:
        raise ProblemError(f"Line {rows.line_num} cannot be read: {error}.") from error


@contextmanager
def found_in(place: str) -> Iterator[None]:
    """Put a file, or a place in it, in front of errors found there."""
    try:
        yield
    except (OSError, UnicodeDecodeError) as error:
        why = "it is no text in UTF-8" if isinstance(error, UnicodeError) else reason(error)
        raise ProblemError(f"{place} cannot be read: {why}.") from error
    except ProblemError as error:
        raise ProblemError(f"{place}: {error}") from error
