"""Input formats of cover problems: Knuth's text, sizes first, 0/1 matrices, lists of subsets."""

import re
from typing import Annotated

import msgspec

from enumino.arguments import digits
from enumino.errors import ProblemError
from enumino.objects.files import numbered_lines, table_rows
from enumino.words import plural, quoted

# An item of an option: its number, primary items first, and its colour, "" for none.
Entry = tuple[int, str]
# Primary items, secondary items, options, and bounds of primary items if not all are (1, 1).
Lists = tuple[list[str], list[str], list[list[int | Entry]], list[tuple[int, int]]]
# A primary item in Knuth's format, with any bounds.
BOUNDED = re.compile(r"(?:(?:(?P<fewest>[0-9]{1,9}):)?(?P<most>[0-9]{1,9})\|)?(?P<name>.+)")
BEHIND = re.compile(r"(.+)\[([0-9]{1,9}:[0-9]{1,9})\]")  # bounds, as some other programs write
# An element of a subset; JSON writes tuples, such as cells, as lists.
Element = int | float | str | Annotated[tuple[int | float | str, ...], msgspec.Meta(min_length=2)]


def parse_dlx(text: str) -> Lists:
    """Return the items and options of Knuth's text format."""
    lines = ((number, line.split()) for number, line in numbered_lines(text, "|"))
    first, names = next(lines, (0, []))
    if not names:
        raise ProblemError("The DLX text is empty: its first line should name the items.")
    bar = names.index("|") if "|" in names else len(names)
    given = [m for name in names[:bar] if (m := BOUNDED.fullmatch(BEHIND.sub(r"\2|\1", name)))]
    bounds = [(int(m["fewest"] or m["most"] or 1), int(m["most"] or 1)) for m in given]
    primary, secondary = [match["name"] for match in given], names[bar + 1 :]
    for name in primary + secondary:
        if ":" in name or "|" in name:
            raise ProblemError(
                f"Line {first} has the item {quoted(name)}: names have no colons and bars, except "
                "for the bounds of a primary item, as in 2:3|item."
            )
    index = {name: item for item, name in enumerate(primary + secondary)}
    options: list[list[int | Entry]] = []
    for number, line in lines:
        options.append([])
        for token in line:
            name, colon, colour = token.partition(":")
            if name not in index or (colon and not colour):
                if len(names) == 2 and all(map(str.isdecimal, names)):
                    raise ProblemError(
                        f"Line {first} has two numbers: if they are the numbers of items and "
                        "options, end the name of the file in .ec."
                    )
                raise ProblemError(
                    f"Line {number} has the item {quoted(token)}, which is not among the items on "
                    f"line {first}: add it there."
                )
            options[-1].append((index[name], colour) if colour else index[name])
    return primary, secondary, options, bounds


def parse_sized(text: str) -> Lists:
    """Return the items and options of a text that begins with the numbers of both.

    The second line names the items, unless the options have numbers of items. Either the options
    or a line more follow the first line, so that no text can be read in both ways.
    """
    head, _, rest = text.partition("\n")
    lines, sizes = [line.split() for _, line in numbered_lines(rest, "|")], head.split()
    if len(sizes) != 2 or not all(map(str.isdecimal, sizes)):
        raise ProblemError(f"Line 1 is {quoted(head)}: write the numbers of items and options.")
    items, options = (digits(size, "The number") for size in sizes)
    first = 0 if any("0" in line for line in lines) else 1
    names = [*map(str, range(first, first + min(items, len(text))))]
    if named := len(lines) == options + 1:
        names = [name for name in lines.pop(0) if name != "|"]
    if (items, options) != (len(names), len(lines)):
        raise ProblemError(
            f"Line 1 says {plural(items, 'item')} and {plural(options, 'option')}, but "
            f"{plural(len(names), 'item')} and {plural(len(lines), 'option')} follow."
        )
    if named:
        return parse_dlx("\n" + rest)
    if lines and all(line[0] == str(len(line) - 1) for line in lines):
        raise ProblemError(
            "Each option begins with the number of its other items: leave these numbers out, or "
            "name the items on the second line."
        )
    index = {name: item for item, name in enumerate(names)}
    if others := {item for line in lines for item in line} - set(names):
        raise ProblemError(
            f"An option has the item {quoted(min(others))}, but the {plural(items, 'item')} are "
            f"numbered from {first}."
        )
    return names, [], [[index[item] for item in line] for line in lines], []


def parse_csv(text: str) -> Lists:
    """Return the items and options of a 0/1 matrix in CSV."""
    return _matrix(list(table_rows(text, ",")))


def parse_text(text: str) -> Lists:
    """Return the items and options of a 0/1 matrix with blanks between the values."""
    return _matrix([(number, line.split()) for number, line in numbered_lines(text)])


def _matrix(rows: list[tuple[int, list[str]]]) -> Lists:
    """Return the items and options of a matrix, whose first line may name the columns."""
    if not rows:
        raise ProblemError("The matrix is empty: write an option on each line, in zeros and ones.")
    first = rows[0][1]
    names = list(map(str, range(len(first))))
    if not set(first) <= {"0", "1"}:
        names = first
        del rows[0]
    elif first == names:  # of one or two columns: pandas writes their numbers above
        raise ProblemError(
            f"The first line, {quoted(' '.join(first))}, may be an option or the numbers of the "
            "columns: write names such as a and b above it or instead of it."
        )
    for number, row in rows:
        wrong = next((value for value in row if value not in ("0", "1")), None)
        if wrong is not None:
            raise ProblemError(
                f"Line {number} has {quoted(wrong)}: values of a matrix are 0 or 1. Files with "
                "numbers of items end in .ec."
            )
        if len(row) != len(names):
            raise ProblemError(
                f"Line {number} has {plural(len(row), 'value')}, but the first line {len(names)}."
            )
    options: list[list[int | Entry]] = [
        [k for k, value in enumerate(row) if value == "1"] for _, row in rows
    ]
    return names, [], options, []


def parse_json(text: str) -> list[list[Element]]:
    """Return the subsets of a JSON text."""
    try:
        return msgspec.json.decode(text, type=list[list[Element]])
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise ProblemError(
            "The JSON is no list of subsets of numbers, text or tuples, such as [[3, 5], [1, 4]]: "
            f"{error}."
        ) from error
