"""Puzzles as exact covers."""

from collections.abc import Callable
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import numpy as np

from enumino.arguments import digits
from enumino.arrays import I64
from enumino.errors import ProblemError
from enumino.families.covers import sudokus
from enumino.families.covers.exact_cover import SUFFIXES, CoverProblem, of_names
from enumino.objects.region import Region
from enumino.words import quoted

MOST_MEMBERS = 1 << 20  # items of all options of a puzzle together


def queens(n: int) -> CoverProblem:
    """Return the problem of n non-attacking queens on an n×n board.

    Rows and columns (``r0``, ``c0``, ...) are primary, from the middle outwards, because queens in
    the middle attack most. Diagonals (``a``: row + column, ``b``: row − column) are secondary.
    Option ``row * n + column`` is a queen on that square.

    >>> queens(8)
    <CoverProblem: 16 primary and 26 secondary items, 64 options>
    """
    _check_size("queens", n, 4 * n * n)
    from_middle = sorted(range(n), key=lambda i: abs(2 * i - n + 1))
    primary = [f"{line}{i}" for i in from_middle for line in "rc"]
    # A diagonal of one square never holds two queens.
    secondary = [f"a{i}" for i in range(1, 2 * n - 2)] + [f"b{i}" for i in range(2 - n, n - 1)]
    options = (
        [f"r{row}", f"c{column}", f"a{row + column}", f"b{row - column}"]
        for row in range(n)
        for column in range(n)
    )
    return of_names(primary, options, secondary)


def langford(n: int) -> CoverProblem:
    """Return Langford's problem: 1 to n twice each, with k numbers between both copies of k.

    Items are the numbers ``d1``, ... and the places ``s1``, ... of the sequence. A sequence
    and its mirror image are two solutions.

    >>> langford(4)
    <CoverProblem: 12 primary items, 18 options>
    """
    _check_size("numbers", n, 9 * n * (n - 1) // 2)
    items = [f"d{k}" for k in range(1, n + 1)] + [f"s{place}" for place in range(1, 2 * n + 1)]
    options = (
        [f"d{k}", f"s{place}", f"s{place + k + 1}"]
        for k in range(1, n + 1)
        for place in range(1, 2 * n - k)
    )
    return of_names(items, options)


def subsets(n: int, k: int | None = None) -> CoverProblem:
    """Return the problem of partitioning an n-set into k-subsets, or into any non-empty subsets.

    The Bell numbers (A000110) count the partitions into subsets of any size; there are
    n! / (k!^(n/k) (n/k)!) partitions into k-subsets if k divides n. Options are in order of size,
    then in lexicographic order.

    >>> subsets(5), subsets(6, 3)
    (<CoverProblem: 5 primary items, 31 options>, <CoverProblem: 6 primary items, 20 options>)
    """
    if k is not None and not 1 <= k <= n:
        raise ProblemError(f"A set of {n} has no blocks of {k}: choose a size from 1 to {n}.")
    sizes = range(1, n + 1) if k is None else [k]
    # From 21 elements on, a block or the set is too large, whatever the exact number.
    size = n * 2 ** min(max(n, 0), 21) // 2 if k is None else k * comb(n, min(k, n - k, 21))
    _check_size("elements", n, size)
    names = [str(element) for element in range(n)]
    return CoverProblem(names, (), [each for s in sizes for each in combinations(range(n), s)])


def _check_size(what: str, n: int, size: int) -> None:
    """Raise a ProblemError if there is nothing to cover, or the options have too many items."""
    if n < 1:
        raise ProblemError(f"There is no problem with {n} {what}: give at least one.")
    if size > MOST_MEMBERS:
        raise ProblemError(
            f"A problem with {n:,} {what} is too large: its options may have at most "
            f"{MOST_MEMBERS:,} items together."
        )


# For each puzzle with numbers, the function that makes it and the most numbers that it takes.
NUMBERED: dict[str, tuple[Callable[..., CoverProblem], int]] = {
    "queens": (queens, 1),
    "langford": (langford, 1),
    "subsets": (subsets, 2),
}
FORMS = "queens N, langford N, subsets N [K], sudoku CELLS|FILE, jigsaw CELLS REGIONS|FILE"
# The texts that `puzzle` accepts; no file has such a name.
PATTERN = r"^((queens|langford|subsets)( [0-9]+)+|sudoku [1-9A-G.]+|jigsaw [1-9A-G.]+ [A-P]+)\Z"


def puzzle(text: str) -> CoverProblem:
    """Return the puzzle with a name and numbers or cells."""
    name, *arguments = text.split()
    if name in NUMBERED:
        return NUMBERED[name][0](*map(int, arguments))
    return sudokus.sudoku(*arguments)


def images_of(text: str) -> dict[int, I64]:
    """Return the option that each option of a puzzle becomes under each symmetry of its board.

    The images of the lattice of squares number the symmetries.

    >>> {k: image.tolist() for k, image in images_of("langford 2").items()}
    {2: [1, 0, 2]}
    """
    name, *numbers = text.split()[:2] or [""]
    if name == "queens":
        return dict(enumerate(Region.rectangle(*map(int, numbers * 2)).images))
    if name != "langford":
        return {}
    options: Any = puzzle(text).options  # by numbers, then by places
    turned = sorted(range(len(options)), key=lambda at: (options[at][0], -options[at][1]))
    return {2: np.array(turned)}  # the half-turn


def puzzle_or_file(text: str) -> str | CoverProblem:
    """Return the text that `puzzle` takes, or the problem in a file.

    >>> puzzle_or_file("queens  08"), puzzle_or_file("examples/colours.dlx")
    ('queens 8', <CoverProblem: 3 primary and 2 secondary items, 5 options>)
    """
    word, *rest = text.split(maxsplit=1) or [""]
    if word in ("sudoku", "jigsaw"):
        return sudokus.named(word, "".join(rest).strip())
    if word in NUMBERED:
        numbers = "".join(rest).split()
        if not 1 <= len(numbers) <= NUMBERED[word][1] or not all(map(str.isdecimal, numbers)):
            raise ProblemError(f"{quoted(text)} is no puzzle: write {FORMS}.")
        return " ".join([word, *(str(digits(number, "The number")) for number in numbers)])
    if word == "sudokus":
        raise ProblemError(
            "`sudokus FILE` counts the sudoku on each line: write `sudoku FILE` for one sudoku."
        )
    if Path(text).suffix.lower() not in SUFFIXES:
        raise ProblemError(
            f"{quoted(text)} is neither a puzzle ({FORMS}) nor a file in {', '.join(SUFFIXES)}."
        )
    return CoverProblem.read(text)
