"""Arguments as people give them, from Python as from NumPy."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from itertools import islice
from operator import index

from enumino.errors import ProblemError
from enumino.words import quoted

MOST_DIGITS = 18
"""Of a number: longer ones are refused before anybody computes with them."""
MOST_THREADS = 1024
MOST_SIZES = 1000
"""Sizes that are looked at: some of more are out of reach anyway, and they may never end."""


def whole(value: object, what: str, *, any_size: bool = False) -> int:
    """Return a whole number, of Python or NumPy, as an int.

    Parameters
    ----------
    value : object
    what : str
        What it is a number of, to begin a sentence with.
    any_size : bool
        Whether it may have more than 18 digits, since nobody computes with it.

    Returns
    -------
    int

    Raises
    ------
    ProblemError
        If it is no whole number, or has too many digits.

    Examples
    --------
    >>> import numpy as np
    >>> whole(np.uint8(5), "The number of cells")
    5
    >>> whole(5.5, "The number of cells")
    Traceback (most recent call last):
    enumino.errors.ProblemError: The number of cells is a whole number such as 8, not 5.5.
    """
    try:
        number = index(value)  # type: ignore[arg-type]
    except TypeError as error:
        raise ProblemError(f"{what} is a whole number such as 8, not {quoted(value)}.") from error
    if abs(number) >= 10**MOST_DIGITS and not any_size:
        raise ProblemError(f"{what} has more than {MOST_DIGITS} digits: give a smaller one.")
    return number


def written(text: object, what: str) -> str:
    r"""Return a text that a file can hold.

    Parameters
    ----------
    text : object
    what : str
        The thing whose text it is, to begin a sentence with.

    Raises
    ------
    ProblemError
        If it is not a text, or has half of a surrogate pair, which no encoding can write.

    Examples
    --------
    >>> written("T", "The name of a piece")
    'T'
    >>> written("\ud800", "The name of a piece")
    Traceback (most recent call last):
    enumino.errors.ProblemError: The name of a piece, '\ud800', is not a text that a file can hold.
    """
    if not isinstance(text, str) or not is_encodable(text):
        raise ProblemError(f"{what}, {quoted(text)}, is not a text that a file can hold.")
    return text


def is_encodable(text: str) -> bool:
    r"""Whether UTF-8 can write a text: it has no half of a surrogate pair.

    >>> is_encodable("🙂"), is_encodable("\ud83d")
    (True, False)
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def digits(text: str, what: str) -> int:
    """Return the whole number that a text is.

    >>> digits("-12", "The number of cells")
    -12

    Raises
    ------
    ProblemError
        If it has more than 18 digits: to read very long ones takes very long.
    """
    if len(text.strip("+- ")) > MOST_DIGITS:
        raise ProblemError(
            f"{what} {quoted(text)} has more than {MOST_DIGITS} digits: give a smaller one."
        )
    return int(text)


def range_of(text: str) -> range:
    """Return a range of whole numbers, both ends included.

    >>> range_of("8"), range_of("1-12")
    (range(8, 9), range(1, 13))

    Raises
    ------
    ValueError
        If the text is not a number or a range.
    ProblemError
        If the range is empty.
    """
    match = re.fullmatch(r"\s*(-?\d+)\s*(?:-\s*(\d+)\s*)?", text)
    if match is None:
        raise ValueError(f"{quoted(text)} is not a number or a range: write 8 or 1-12")
    lowest, highest = (digits(number, "The number") for number in (match[1], match[2] or match[1]))
    if highest < lowest:
        raise ProblemError(
            f"The range {text} is empty: write the smaller number first, {highest}-{lowest}."
        )
    return range(lowest, highest + 1)


def cell_of(text: str, *, in_layers: bool = False) -> tuple[int, ...]:
    """Return the cell that a text names: row and column, and maybe a layer before them.

    >>> cell_of("3, 2"), cell_of("0,3,2", in_layers=True)
    ((3, 2), (0, 3, 2))

    Raises
    ------
    ValueError
        If it names none; a `ProblemError` if a number has too many digits.
    """
    number = r"\s*-?\d+\s*"
    if not re.fullmatch(rf"{number}(,{number}){{1,{1 + in_layers}}}", text):
        or_layers = ", or layer,row,column of a cube" if in_layers else ""
        raise ValueError(
            f"{quoted(text)} is not a cell: write row,column from 0, as in 3,2{or_layers}"
        )
    return tuple(digits(number.strip(), "The number") for number in text.split(","))


def consecutive(cells: object) -> range:
    """Return sizes as a range: one, or several without a gap.

    Parameters
    ----------
    cells : int or iterable of int

    Raises
    ------
    ProblemError
        If they are no whole numbers, there is none, or there is a gap.

    Examples
    --------
    >>> consecutive(8), consecutive([3, 1, 2])
    (range(8, 9), range(1, 4))
    """
    what = "The number of cells"
    if isinstance(cells, range) and cells.step == 1:
        sizes = cells
    elif isinstance(cells, Iterable) and not isinstance(cells, str):
        given = sorted(whole(size, what) for size in islice(cells, MOST_SIZES))
        sizes = range(given[0], given[-1] + 1) if given else range(0)
        if given != list(sizes):
            raise ProblemError(
                f"The sizes {quoted(given)} are not consecutive: give all of a range, "
                f"{given[0]} to {given[-1]}."
            )
    else:
        size = whole(cells, what)
        sizes = range(size, size + 1)
    if not sizes:
        raise ProblemError("The range of sizes is empty: give at least one number of cells.")
    return sizes


def pairs_of(cells: Iterable[object]) -> list[tuple[int, int]]:
    """Return cells, of Python or NumPy, as pairs of ints.

    >>> pairs_of([[0, 1]])
    [(0, 1)]

    Raises
    ------
    ProblemError
        If they are something else.
    """
    try:
        return [(index(r), index(c)) for r, c in cells]  # type: ignore[misc, has-type]
    except (TypeError, ValueError) as error:
        raise ProblemError(
            f"Cells are pairs of whole numbers, (row, column), not {quoted(cells)}."
        ) from error


def check_inside(cell: tuple[int, int], height: int, width: int) -> None:
    """Refuse a cell that is not on a board of so many rows and columns.

    >>> check_inside((8, 3), 8, 8)
    Traceback (most recent call last):
    enumino.errors.ProblemError: 8,3 is outside the 8x8 board: rows and columns go from 0 to 7.
    """
    if not (0 <= cell[0] < height and 0 <= cell[1] < width):
        if height == width:
            limits = f"rows and columns go from 0 to {height - 1}"
        else:
            limits = f"rows go from 0 to {height - 1}, columns from 0 to {width - 1}"
        raise ProblemError(f"{cell[0]},{cell[1]} is outside the {height}x{width} board: {limits}.")


def threads_or_cores(threads: int | None) -> int:
    """Return how many threads to use: so many as are asked for, or one for each core.

    >>> threads_or_cores(3)
    3

    Raises
    ------
    ProblemError
        If they are none, or more than 1,024.
    """
    if threads is None:
        return usable_cores()
    number = whole(threads, "The number of threads")
    if not 1 <= number <= MOST_THREADS:
        raise ProblemError(
            f"{number:,} threads cannot work: give 1 to {MOST_THREADS:,}, or leave the number out "
            "for one a core."
        )
    return number


def usable_cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
