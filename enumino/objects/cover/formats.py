"""Input formats of cover problems: Knuth's text, 0/1 matrices, lists of columns or subsets.

Every error in a text names the line.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from warnings import catch_warnings, simplefilter

import msgspec

from enumino.arguments import digits
from enumino.errors import ProblemError
from enumino.words import quoted

if TYPE_CHECKING:
    import numpy.typing as npt

# One item of an option: its number, primary items first, and its colour ("": none).
Entry = tuple[int, str]
# Primary items, secondary items, options.
Lists = tuple[list[str], list[str], list[list[int | Entry]]]
# Columns up to which the lists of options are read: the first line alone names them all.
MOST_COLUMNS = 1 << 20
MOST_LETTERS = 500_000_000  # of a file
SUFFIXES = (".dlx", ".txt", ".csv", ".npy", ".json")
T = TypeVar("T")
# An element of a subset in JSON.
Element = int | float | str | list[Any]


def parse_dlx(text: str) -> Lists:
    """Return the primary items, the secondary items, and the options of Knuth's text format."""
    lines = (
        (number, line.split())
        for number, line in enumerate(text.splitlines(), 1)
        if line.strip() and not line.lstrip().startswith("|")
    )
    number, names = next(lines, (0, []))
    if not names:
        raise ProblemError("The DLX text is empty: its first line should name the items.")
    bar = names.index("|") if "|" in names else len(names)
    primary, secondary = names[:bar], names[bar + 1 :]
    for name in primary + secondary:
        if ":" in name or "|" in name:
            raise ProblemError(
                f"Line {number} has the item {quoted(name)}: a name has no colon, and no bar but "
                "the one before the secondary items."
            )
    index = {name: item for item, name in enumerate(primary + secondary)}
    if len(index) < len(primary + secondary):
        twice = next(name for name in names if names.count(name) > 1)
        raise ProblemError(f"Line {number} has the item {quoted(twice)} twice: name it once.")
    options = [_dlx_option(number, line, index, len(primary)) for number, line in lines]
    return primary, secondary, options


def _dlx_option(
    number: int, line: Iterable[str], index: dict[str, int], primary: int
) -> list[int | Entry]:
    """Return the option on a line of Knuth's format."""
    option: dict[int, str] = {}
    for token in line:
        name, colon, colour = token.partition(":")
        if name not in index:
            raise ProblemError(
                f"Line {number} has the item {quoted(name)}, which the line of items does not name."
            )
        item = index[name]
        if item in option:
            raise ProblemError(f"Line {number} has the item {quoted(name)} twice: name it once.")
        if colon and not colour:
            raise ProblemError(f"Line {number} has no colour after the colon of {quoted(token)}.")
        if colon and item < primary:
            raise ProblemError(
                f"Line {number} gives the primary item {quoted(name)} the colour {quoted(colour)}: "
                "only secondary items (those after the bar) have colours."
            )
        option[item] = colour
    return [(item, colour) if colour else item for item, colour in option.items()]


def parse_text(text: str) -> Lists:
    """Return the items and options of a text in Knuth's format, or of a table.

    A text that may be read in both ways is refused.
    """
    try:
        found = parse_dlx(text)
    except ProblemError as error:
        try:
            return parse_table(text)
        except ProblemError:
            raise error from None
    if set(found[0] + found[1]) <= {"0", "1"}:
        raise ProblemError(
            "It may be in Knuth's format, or a matrix: end its name in .dlx or in .csv."
        )
    return found


def parse_table(text: str) -> Lists:
    """Return the items and options of a 0/1 matrix, or of the list of columns of each option.

    Values stand beside spaces, tabs, commas or semicolons. A matrix may begin with its size, or
    with the names of its columns. Columns in lists are counted from 0; their first line has the
    number of primary and of secondary ones.
    """
    lines = [
        (number, re.split(r"\s*[,;]\s*|\s+", line.strip()))
        for number, line in enumerate(text.splitlines(), 1)
        if line.strip()
    ]
    if not lines:
        raise ProblemError("It has no lines: give an option a line, zeros and ones with commas.")
    (_, head), *rest = lines
    columns = len(rest[0][1]) if rest else len(head)
    is_binary = all(value in ("0", "1") for _, row in rest for value in row)
    is_size = len(head) == 2 and all(map(str.isdecimal, head)) and not set(head) <= {"0", "1"}
    if is_size and not is_binary:
        primary, secondary = (digits(value, "The number of columns") for value in head)
        return _listed(primary, secondary, rest)
    names = list(map(str, range(columns)))
    if rest and head in ([str(columns)], [str(len(rest)), str(columns)]) and columns > 1:
        lines = rest
    elif len(head) == columns and not any(map(str.isdecimal, head)):
        names, lines = head, rest
    return names, [], [_row(number, row, columns) for number, row in lines]


def _row(number: int, row: Sequence[str], columns: int) -> list[int | Entry]:
    """Return the option on a line of a matrix."""
    wrong = next((value for value in row if value not in ("0", "1")), None)
    if wrong is not None:
        raise ProblemError(f"Line {number} has {quoted(wrong)}: every value is 0 or 1.")
    if len(row) != columns:
        raise ProblemError(f"Line {number} has {len(row)} values, and others have {columns}.")
    return [item for item, value in enumerate(row) if value == "1"]


def _listed(primary: int, secondary: int, lines: Sequence[tuple[int, Sequence[str]]]) -> Lists:
    """Return the problem of lists of columns."""
    columns = range(primary + secondary)
    if len(columns) > MOST_COLUMNS:
        raise ProblemError(
            f"The first line has {len(columns):,} columns: at most {MOST_COLUMNS:,} are read."
        )
    names = list(map(str, columns))
    known = set(names)
    for number, row in lines:
        wrong = next((value for value in row if value not in known), None)
        if wrong is not None:
            raise ProblemError(
                f"Line {number} has {quoted(wrong)}: by the first line, columns are numbered 0 to "
                f"{len(columns) - 1}."
            )
    return names[:primary], names[primary:], [[int(value) for value in row] for _, row in lines]


def load_array(path: Path) -> npt.NDArray[Any]:
    """Read the numbers of a ``.npy`` file."""
    import numpy as np

    try:
        with catch_warnings():
            simplefilter("ignore")  # errors of Python's parser for a damaged header
            # A mapped file is as long as its header says, whatever memory there is.
            array = np.load(path, mmap_mode="r", allow_pickle=False)
    except OSError:
        raise
    except Exception as error:  # a damaged header makes NumPy raise nearly anything
        raise ProblemError("It holds no whole NumPy array of numbers.") from error
    if not isinstance(array, np.ndarray):
        array.close()
        raise ProblemError("It holds several arrays: save one, with numpy.save.")
    return array


def parse_json(text: str, problem: type[T]) -> T | list[list[Hashable]]:
    """Return the value of a JSON text: a whole problem, or a list of subsets."""
    try:
        value = msgspec.json.decode(text, type=problem | list[list[Element]])
    except msgspec.ValidationError as error:
        if isinstance(error.__cause__, ProblemError):
            raise error.__cause__ from error
        raise ProblemError(
            "It should hold a list of subsets, such as [[3, 5, 6], [1, 4]], or a problem with "
            f"primary and secondary items and options: {error}."
        ) from error
    except (msgspec.DecodeError, UnicodeError) as error:
        raise ProblemError(f"It is not JSON: {error}.") from error
    except RecursionError as error:
        raise ProblemError(
            "It is no list of subsets: its brackets are nested too deeply."
        ) from error
    return [list(map(_hashable, each)) for each in value] if isinstance(value, list) else value


def _hashable(value: Any) -> Hashable:
    """Return a JSON value as an element of a set."""
    return tuple(map(_hashable, value)) if isinstance(value, list) else value
