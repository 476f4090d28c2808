"""Checks of arguments that may be text, or numbers of Python or NumPy."""

import os
import re
from collections.abc import Iterable, Sequence
from itertools import islice
from operator import index

from enumino.errors import ProblemError
from enumino.words import quoted

MOST_DIGITS = 18  # longer numbers are refused before any computation
MOST_THREADS = 1024
_NUMBER, _TIMES = re.compile(r"\s*[0-9]+\s*"), re.compile("[xX×]")
MOST_SIZES = 10_000  # of a range, or read from an iterable, which may be endless


def whole(value: object, what: str) -> int:
    """Return a whole number of Python or NumPy as an int."""
    try:
        number = index(value)  # type: ignore[arg-type]
    except TypeError as error:
        raise ProblemError(
            f"{what} must be a whole number such as 8, not {quoted(value)}."
        ) from error
    if abs(number) >= 10**MOST_DIGITS:
        raise ProblemError(f"{what} has more than {MOST_DIGITS} digits: give a smaller number.")
    return number


def digits(text: str, what: str, most: int = MOST_DIGITS) -> int:
    """Return the whole number that a text of at most `most` digits 0 to 9 represents."""
    if not re.fullmatch(r"\s*[+-]?[0-9]+\s*", text):
        raise ProblemError(f"{what} {quoted(text)} is not a whole number: write it as 8 or 12.")
    if len(text.strip().lstrip("+-")) > most:
        raise ProblemError(
            f"{what} {quoted(text)} has more than {most} digits: give a smaller number."
        )
    return int(text)


def interval_of(text: str) -> tuple[int, int | None] | None:
    """Return the bounds in a text such as 2, 2-4 or 2- (no upper bound), or None."""
    lowest, dash, highest = text.partition("-")
    if not _NUMBER.fullmatch(lowest) or not _NUMBER.fullmatch(highest or "0"):
        return None
    bounds = [digits(bound.strip(), "The number") for bound in (lowest, highest) if bound.strip()]
    return bounds[0], bounds[-1] if len(bounds) > 1 or not dash else None


def sides_of(text: str) -> tuple[int, ...] | None:
    """Return the sides in a text such as 6x10, or None."""
    sides = _TIMES.split(text)
    if not all(map(_NUMBER.fullmatch, sides)):
        return None
    return tuple(digits(side.strip(), "A side") for side in sides)


def range_of(text: str) -> range:
    """Return the range in a text, both ends included; an empty range raises a ProblemError."""
    lowest, highest = interval_of(text) or (0, None)
    if highest is None:
        raise ProblemError(f"{quoted(text)} is not a number or a range: write 8 or 1-12.")
    if highest < lowest:
        raise ProblemError(
            f"The range {text} is empty: write the smaller number first, {highest}-{lowest}."
        )
    return range(lowest, highest + 1)


def cell_of(text: str, *, in_layers: bool = False) -> tuple[int, ...]:
    """Return the cell in a text: row and column, after a layer if `in_layers`."""
    number = r"\s*-?\d+\s*"
    if not re.fullmatch(rf"{number}(,{number}){{1,{1 + in_layers}}}", text):
        or_layers = ", or layer,row,column of a cube" if in_layers else ""
        raise ProblemError(
            f"{quoted(text)} is not a cell: write row,column from 0, as in 3,2{or_layers}."
        )
    return tuple(digits(number.strip(), "The number") for number in text.split(","))


def consecutive(given: object, noun: str = "number of cells") -> range:
    """Return one or more sizes as a range; a gap raises a ProblemError."""
    what = f"The {noun}"
    if isinstance(given, str):
        sizes = range_of(given)
    elif isinstance(given, range) and given.step == 1:
        sizes = given
    elif isinstance(given, Iterable):
        each = sorted(whole(size, what) for size in islice(given, MOST_SIZES + 1))
        sizes = range(each[0], each[-1] + 1) if each else range(0)
        if each != list(sizes):
            raise ProblemError(
                f"The sizes {quoted(each)} are not consecutive: give every size from {each[0]} to "
                f"{each[-1]}."
            )
    else:
        size = whole(given, what)
        sizes = range(size, size + 1)
    if not sizes:
        raise ProblemError(f"The range of sizes is empty: give at least one {noun}.")
    if len(sizes) > MOST_SIZES:
        raise ProblemError(f"The range has more than {MOST_SIZES:,} sizes: give a smaller range.")
    return sizes


def names_among(given: str | Iterable[str], known: Sequence[str], none: str) -> tuple[str, ...]:
    """Return the distinct names that a user gives, such as ``"tree,convex"``."""
    names = given.split(",") if isinstance(given, str) else given
    found = dict.fromkeys(str(name).strip() for name in names)
    for name in found:
        if name not in known:
            raise ProblemError(f"{none} {quoted(name)}: choose from {', '.join(known)}.")
    return tuple(found)


def threads_or_cores(threads: int | None) -> int:
    """Return a number of threads from 1 to 1,024, by default the number of cores."""
    if threads is None:
        return usable_cores()
    number = whole(threads, "The number of threads")
    if not 1 <= number <= MOST_THREADS:
        raise ProblemError(
            f"{number:,} threads cannot be used: give 1 to {MOST_THREADS:,}, or leave the number "
            "out to use one thread per core."
        )
    return number


def usable_cores() -> int:
    """Return the number of cores available to this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
