"""Numbers, sizes and quotations for messages."""

LONGEST = 60  # most characters of a value in a message
LONGEST_PATH = 260  # most characters of a path in a message
LONGEST_LINE = 2000  # most characters of a message, or of a title in a file


def quoted(value: object, longest: int = LONGEST) -> str:
    """Return a text in quotation marks, or the `repr` of another value."""
    if isinstance(value, str):
        if len(value) <= longest:
            return repr(value)
        return f"{value[: longest - 5] + '...'!r} ({len(value):,} characters)"
    try:
        text = repr(value)
    except ValueError:  # Python does not write numbers of more than 4,300 digits
        return f"a {type(value).__name__} that is too long to write down"
    return text if len(text) <= longest else f"{text[: longest - 5]}..."


def printable(text: str) -> str:
    """Return text in one line, with escapes for all characters that do not print."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def reason(error: BaseException) -> str:
    """Return the first line of an error without a full stop, or its type."""
    told = error.strerror if isinstance(error, OSError) and error.strerror else str(error).strip()
    return (told.splitlines() or [type(error).__name__])[0].rstrip(".")


def in_a_line(text: str, longest: int = LONGEST_LINE) -> str:
    """Return a text in one line; the middle of a long text is left out."""
    line = printable(text if len(text) <= 2 * longest else text[:longest] + text[-longest:])
    if len(line) <= longest:
        return line
    end = (longest - 5) // 2
    return f"{line[: longest - 5 - end]} ... {line[-end:]}"


def printable_lines(text: str) -> str:
    """Return the lines of a text, each without control characters."""
    return "\n".join(map(printable, text.split("\n")))


def plural(number: int, noun: str, nouns: str | None = None) -> str:
    """Return a number with its noun."""
    return f"{number:,} {noun if number == 1 else nouns or f'{noun}s'}"


def span(numbers: range, noun: str) -> str:
    """Return consecutive numbers with their noun."""
    first, last = numbers[0], numbers[-1]
    return f"{first} to {plural(last, noun)}" if first < last else plural(last, noun)


def size(count: float) -> str:
    """Return a number of bytes in suitable units."""
    if count < 1000:
        return plural(round(count), "byte")
    units = (("kB", 1e3), ("MB", 1e6), ("GB", 1e9))
    unit, scale = next((each for each in units if count < 999.95 * each[1]), units[-1])
    return f"{count / scale:,.1f} {unit}"


def duration(seconds: float) -> str:
    """Return a duration in suitable units."""
    if seconds < 1:
        return "under a second"
    for unit, scale in (("s", 1), ("min", 60), ("h", 3600), ("days", 86400)):
        if seconds < 120 * scale:
            return f"{seconds / scale:.0f} {unit}"
    return f"{seconds / 365.25 / 86400:,.1f} years"


def interval(fewest: int, most: int | None) -> str:
    """Return a range of numbers in the form of options."""
    return str(fewest) if fewest == most else f"{fewest}-{'' if most is None else most}"


def first_of(limit: int | None, noun: str) -> str:
    """Name the objects of a listing: tilings, first tiling, or first 1,000 tilings."""
    if limit is None:
        return f"{noun}s"
    return f"first {noun}" if limit == 1 else f"first {plural(limit, noun)}"
