"""Numbers, sizes and quotations as sentences tell them."""

from __future__ import annotations

from collections.abc import Iterable

LONGEST = 60
"""Characters of what was given that a message repeats."""
LONGEST_PATH = 260
"""The same, of what may be the path of a file."""
LONGEST_LINE = 2000
"""Characters of a message, or of a title that a file holds."""


def quoted(given: object, longest: int = LONGEST) -> str:
    """Return what was given in quotation marks, or only its beginning if it is long.

    Parameters
    ----------
    given : object
        Text, or a value that is written as Python does.
    longest : int
        Characters that are kept.

    Returns
    -------
    str

    Examples
    --------
    >>> quoted("6x10"), quoted((3, 2))
    ("'6x10'", '(3, 2)')
    >>> quoted("9" * 5000)
    "'9999999999999999999999999999999999999999999999999999999...' (5,000 characters)"
    """
    if isinstance(given, str):
        if len(given) <= longest:
            return repr(given)
        return f"{given[: longest - 5] + '...'!r} ({len(given):,} characters)"
    try:
        text = repr(given)
    except ValueError:  # Python writes no number of more than 4,300 digits
        return f"a {type(given).__name__} that is too long to write down"
    return text if len(text) <= longest else f"{text[: longest - 5]}..."


def printable(text: str) -> str:
    r"""Return text in one line, without what a terminal would obey.

    Control characters, ends of lines, marks that change the direction of writing and what no font
    shows become escapes, as Python writes them.

    >>> printable("free\x1b]0;x\x07 polyominoes\n")
    'free\\x1b]0;x\\x07 polyominoes\\n'
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def first_line(error: BaseException, otherwise: str) -> str:
    r"""Return the first line of an error's own words without a full stop, if it has any.

    >>> first_line(ValueError("No such item.\nSee below."), "unknown")
    'No such item'
    """
    return (str(error).splitlines() or [otherwise])[0].rstrip(".")


def in_a_line(text: str, longest: int = LONGEST_LINE) -> str:
    """Return a text as `printable` does, and only its beginning and its end if that is long.

    >>> in_a_line("7" * 5000, longest=12)
    '7777 ... 777'
    """
    told = printable(text if len(text) <= 2 * longest else text[:longest] + text[-longest:])
    if len(told) <= longest:
        return told
    end = (longest - 5) // 2
    return f"{told[: longest - 5 - end]} ... {told[-end:]}"


def printable_lines(text: str) -> str:
    r"""Return the lines of a text, each as `printable` does.

    >>> printable_lines("two\nlines\r")
    'two\nlines\\r'
    """
    return "\n".join(map(printable, text.split("\n")))


def plural(number: int, noun: str, nouns: str | None = None) -> str:
    """Return a number with its noun.

    >>> plural(1, "part"), plural(1200, "part"), plural(0, "polyomino", "polyominoes")
    ('1 part', '1,200 parts', '0 polyominoes')
    """
    return f"{number:,} {noun if number == 1 else nouns or f'{noun}s'}"


def size(count: float) -> str:
    """Return a number of bytes for people.

    >>> size(1), size(1_536_000)
    ('1 byte', '1.5 MB')
    """
    if count < 1000:
        return plural(round(count), "byte")
    for unit, scale in (("kB", 1e3), ("MB", 1e6)):
        if round(count / scale, 1) < 1000:
            return f"{count / scale:.1f} {unit}"
    return f"{count / 1e9:,.1f} GB"


def interval(fewest: int, most: int | None) -> str:
    """Return a range of numbers as options take it.

    >>> interval(3, 3), interval(1, 12), interval(2, None)
    ('3', '1-12', '2-')
    """
    return str(fewest) if fewest == most else f"{fewest}-{'' if most is None else most}"


def ranges(numbers: Iterable[int]) -> str:
    """Return numbers as options take them: each range by its ends.

    >>> ranges([3, 17, *range(40, 53)])
    '3,17,40-52'
    """
    ends: list[list[int]] = []
    for number in sorted(set(numbers)):
        if ends and number == ends[-1][1] + 1:
            ends[-1][1] = number
        else:
            ends.append([number, number])
    return ",".join(interval(first, last) for first, last in ends)
