"""Input formats of cover problems: Knuth's text, 0/1 matrices, lists of subsets."""

from __future__ import annotations

import re
from itertools import chain
from typing import Annotated

import msgspec

from enumino.errors import ProblemError
from enumino.objects.files import numbered_lines
from enumino.words import quoted

# One item of an option: its number, primary items first, and its colour ("": none).
Entry = tuple[int, str]
# Primary items, secondary items, options, bounds of primary items (none: each once).
Lists = tuple[list[str], list[str], list[list[int | Entry]], list[tuple[int, int]]]
# A primary item in Knuth's format, with bounds on the times that it is covered.
BOUNDED = re.compile(r"(?:(?:(?P<fewest>[0-9]{1,9}):)?(?P<most>[0-9]{1,9})\|)?(?P<name>.+)")
SUFFIXES = (".dlx", ".txt", ".csv", ".json")
# An element of a subset in JSON, in which a tuple, such as a cell, is a list.
Element = int | float | str | Annotated[tuple[int | float | str, ...], msgspec.Meta(min_length=2)]


def parse_dlx(text: str) -> Lists:
    """Return the items and options of Knuth's text format."""
    lines = ((number, line.split()) for number, line in numbered_lines(text, "|"))
    number, names = next(lines, (0, []))
    if not names:
        raise ProblemError("The DLX text is empty: its first line should name the items.")
    bar = names.index("|") if "|" in names else len(names)
    given = [match for name in names[:bar] if (match := BOUNDED.fullmatch(name))]
    bounds = [(int(m["fewest"] or m["most"] or 1), int(m["most"] or 1)) for m in given]
    primary, secondary = [match["name"] for match in given], names[bar + 1 :]
    for name in primary + secondary:
        if ":" in name or "|" in name:
            raise ProblemError(
                f"Line {number} has the item {quoted(name)}: a name has no colon or bar, but for "
                "the bounds of a primary item, as in 2:3|item."
            )
    index = {name: item for item, name in enumerate(primary + secondary)}
    if len(index) < len(primary + secondary):
        raise ProblemError(f"Line {number} has an item twice: name each once.")
    options: list[list[int | Entry]] = []
    for number, line in lines:
        options.append([])
        for token in line:
            name, colon, colour = token.partition(":")
            if name not in index or (colon and not colour):
                raise ProblemError(
                    f"Line {number} has the item {quoted(token)}, which the line of items does not "
                    "name."
                )
            options[-1].append((index[name], colour) if colour else index[name])
    return primary, secondary, options, bounds


def parse_text(text: str) -> Lists:
    """Return the items and options of a text in Knuth's format or of a matrix, but not of both."""
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

    Values stand beside spaces, tabs, commas or semicolons. The names of the columns, or their
    number, may stand above a matrix. Columns in lists are counted from 0, and the numbers of
    primary and secondary ones stand above.
    """
    lines = [
        (number, re.split(r"\s*[,;]\s*|\s+", line.strip())) for number, line in numbered_lines(text)
    ]
    if not lines:
        raise ProblemError("It has no lines: give an option a line, zeros and ones with commas.")
    names, columns = lines[0][1], len(lines[-1][1])
    below = [row for _, row in lines[1:]]
    if len(names) == 2 and not {*names} <= {"0", "1"} and not {*chain(*below)} <= {"0", "1"}:
        return _listed(names, below)
    is_size = columns > 1 and names == [str(columns)]
    if is_size or not any(map(str.isdecimal, names)):
        del lines[0]
    if is_size or any(map(str.isdecimal, names)):
        names = list(map(str, range(columns)))
    for number, row in lines:
        wrong = next((value for value in row if value not in ("0", "1")), None)
        if wrong is not None:
            raise ProblemError(f"Line {number} has {quoted(wrong)}: values of a matrix are 0 or 1.")
        if len(row) != len(names):
            raise ProblemError(
                f"Line {number} has {len(row)} values, and others have {len(names)}: lines of a "
                "matrix have equally many."
            )
    options: list[list[int | Entry]] = [
        [k for k, value in enumerate(row) if value == "1"] for _, row in lines
    ]
    return names, [], options, []


def _listed(numbers: list[str], rows: list[list[str]]) -> Lists:
    """Return the problem of lists of columns: Knuth's format, with numbers for names."""
    if not all(re.fullmatch("[0-9]{1,6}", number) for number in numbers):
        raise ProblemError("Its first line should have the numbers of primary and secondary items.")
    primary, secondary = map(int, numbers)
    names = list(map(str, range(primary + secondary)))
    lines = [[*names[:primary], "|", *names[primary:]], *rows]
    return parse_dlx("\n".join(map(" ".join, lines)))


def parse_json(text: str) -> list[list[Element]]:
    """Return the subsets of a JSON text."""
    try:
        return msgspec.json.decode(text, type=list[list[Element]])
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise ProblemError(
            "It should hold a list of subsets of numbers, text or tuples, such as "
            f"[[3, 5, 6], [1, 4]]: {error}."
        ) from error
