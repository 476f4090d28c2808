"""Files that users name, and errors with their names."""

import csv
import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from enumino.errors import ProblemError
from enumino.words import reason

# Most characters of a file, and of a file that lists options or edges.
MOST_CHARACTERS, MOST_OF_LISTS = 1_000_000, 500_000_000
PUZZLES = ".xmpuzzle"  # the suffix of BurrTools' files
# Whether texts are from a dataset, which may come from anyone.
_of_a_dataset: ContextVar[bool] = ContextVar("of_a_dataset", default=False)


@contextmanager
def not_read() -> Iterator[None]:
    """Refuse to read files in this context, because texts of a dataset must not name files."""
    before = _of_a_dataset.set(True)
    try:
        yield
    finally:
        _of_a_dataset.reset(before)


# A relative or absolute path, or a name with a suffix, unlike `2x2..3x3`.
_FILE = re.compile(r"(?:\.{0,2}/)+\w.*|.*[^.]\.[A-Za-z]\w*", re.DOTALL)


def names_file(text: str) -> bool:
    """Return whether a text is the name of a file, by its suffix or as a path.

    The files in the working folder do not matter: ``domino`` is always the piece.

    >>> [names_file(text) for text in ("board.txt", "./board", "board", "hexagon 1..hexagon 3")]
    [True, True, False, False]
    """
    return "\n" not in text and _FILE.fullmatch(text.strip()) is not None


def text_of(path: str | Path, most: int = MOST_CHARACTERS) -> str:
    """Return the text of a file of at most `most` characters."""
    if _of_a_dataset.get():
        raise ProblemError("A dataset names no file to be read.")
    parts, length = [], 0
    with Path(path).open(encoding="utf-8-sig") as file:
        # A single read would allocate memory for the most characters.
        while part := file.read(1 << 20):
            parts.append(part)
            length += len(part)
            if length > most:
                raise ProblemError(f"It has more than {most:,} characters, the most to read.")
    return "".join(parts)


def numbered_lines(text: str, comment: str = "") -> Iterator[tuple[int, str]]:
    """Yield the lines of a text with their numbers, without blank lines and comments."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not (comment and line.lstrip().startswith(comment)):
            yield number, line


def table_rows(text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of a CSV text with the numbers of their lines, without blank rows."""
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
    """Put the name of a file, or of a place in it, in front of errors."""
    try:
        yield
    except (OSError, UnicodeDecodeError) as error:
        why = "it is not text in UTF-8" if isinstance(error, UnicodeError) else reason(error)
        raise ProblemError(f"{place} cannot be read: {why}.") from error
    except ProblemError as error:
        raise ProblemError(f"{place}: {error}") from error
