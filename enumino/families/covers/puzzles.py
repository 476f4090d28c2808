"""Puzzles that are exact covers, by name, and readable forms of their solutions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from math import comb, isqrt
from pathlib import Path
from typing import Any

from enumino.arguments import digits
from enumino.errors import ProblemError
from enumino.families.covers.exact_cover import CoverProblem
from enumino.families.covers.formats import SUFFIXES, parse_dlx, parse_table
from enumino.objects.files import MOST_OF_LISTS, found_in, is_file, numbered_lines, text_of
from enumino.words import plural, printable, quoted

# Options up to which these problems are made.
MOST_OPTIONS = 1 << 20
SIZES = (16, 81, 256)  # of sudokus, in cells
JIGSAWS = range(2, 17)  # the sides of those whose regions are given
SYMBOLS = "123456789ABCDEFG"
PLACES = "0123456789abcdef"


def sudoku(text: str) -> CoverProblem:
    """Return the sudoku with the given cells, see `sudoku_cells`.

    Items are Knuth's: ``pij`` (cell), ``rid``, ``cjd``, ``bxd`` (digit d in a row, column, box).
    Digits that conflict with a given one are left out.

    >>> sudoku("." * 81)
    <CoverProblem: 324 primary items, 729 options>
    """
    cells = sudoku_cells(text)
    side = isqrt(len(cells))
    size, lines = isqrt(side), range(side)
    return _sudoku(
        cells, [row // size * size + column // size for row in lines for column in lines]
    )


def jigsaw(text: str) -> CoverProblem:
    """Return the sudoku of given cells, then the region of each cell, which takes the boxes' place.

    It has 2 to 16 cells a side, and as many regions of as many cells.

    >>> jigsaw("1... .... .... ....  AAAB CABB CCDB CDDD")
    <CoverProblem: 64 primary items, 54 options>
    """
    cells, regions = _jigsaw(text)
    number = {region: k for k, region in enumerate(dict.fromkeys(regions))}
    return _sudoku(cells, [number[region] for region in regions])


def _jigsaw(text: str) -> tuple[str, str]:
    """Return the cells of a jigsaw, and the signs of their regions."""
    signs = "".join(text.split())
    cells, regions = signs[: len(signs) // 2], signs[len(signs) // 2 :]
    side = isqrt(len(cells))
    if len(cells) != len(regions) or side not in JIGSAWS or side * side != len(cells):
        raise ProblemError(
            f"The text has {plural(len(signs), 'sign')}: a jigsaw has a sign for each cell of a "
            "square, row by row, and then one for the region of each."
        )
    if wrong := [sign for sign, area in Counter(regions).items() if area != side]:
        raise ProblemError(
            f"The region {quoted(wrong[0])} has {plural(regions.count(wrong[0]), 'cell')}: every "
            f"region has as many as a row, {side}."
        )
    return _checked_cells(cells), regions


def _sudoku(cells: str, boxes: Sequence[int]) -> CoverProblem:
    """Return the sudoku of some cells, each in a box."""
    side = isqrt(len(cells))
    symbols = SYMBOLS[:side]

    def units(cell: int, digit: str) -> list[str]:
        places = zip("rcb", (*divmod(cell, side), boxes[cell]), strict=True)
        return [f"{unit}{PLACES[i]}{digit}" for unit, i in places]

    given = {cell: digit for cell, digit in enumerate(cells) if digit != "."}
    ruled_out = {unit for cell, digit in given.items() for unit in units(cell, digit)}
    places = [f"p{PLACES[cell // side]}{PLACES[cell % side]}" for cell in range(side * side)]
    options = [
        [place, *units(cell, digit)]
        for cell, place in enumerate(places)
        for digit in given.get(cell, symbols)
        if cell in given or ruled_out.isdisjoint(units(cell, digit))
    ]
    lines = [f"{unit}{i}{digit}" for unit in "rcb" for i in PLACES[:side] for digit in symbols]
    return _named(places + lines, options)


def sudoku_cells(text: str) -> str:
    """Return the cells of a sudoku, row by row, with ``.`` for empty ones.

    It has 4, 9 or 16 cells a side: digits and, from 10 on, the letters A to G or, with blanks or
    commas between all cells, numbers; ``.``, ``_`` or ``0`` are empty. White space, ``…`` and lines
    between boxes, as ``|`` and ``---+---``, are ignored.

    >>> sudoku_cells("1 0|3 4  3 4|1 2  ---+---  2 1|4 3  4 3|2 1")
    '1.34341221434321'
    """
    cells = _cells(text)
    if len(cells) not in SIZES:
        raise ProblemError(
            f"The text has {plural(len(cells), 'cell')}: a sudoku has 16, 81 or 256, row by row; "
            "a file is named without the word sudoku."
        )
    return _checked_cells(cells)


def _cells(text: str) -> Sequence[str]:
    """Return the cells of a text: its words if they are as many as a sudoku has, or its signs."""
    words = re.sub(r"[|+=…─-╿-]+", " ", text).replace(",", " ").split()
    return words if len(words) in SIZES and max(map(len, words)) < 3 else list("".join(words))


def _checked_cells(cells: Sequence[str]) -> str:
    """Return the cells of a sudoku as signs of one kind."""
    empty = dict.fromkeys(("0", ".", "_"), ".")
    symbols = SYMBOLS[: isqrt(len(cells))]
    known = empty | {str(n): symbol for n, symbol in enumerate(symbols, 1)}
    known |= {symbol: symbol for symbol in symbols}
    strange = next((cell for cell in cells if cell.upper() not in known), None)
    if strange is not None:
        raise ProblemError(
            f"A sudoku with {len(symbols)} cells a side has {symbols[0]} to {symbols[-1]}, and . "
            f"or 0 for empty cells: {strange!r} is neither."
        )
    return "".join(known[cell.upper()] for cell in cells)


def queens(n: int) -> CoverProblem:
    """Return the problem of n non-attacking queens on an n×n board.

    Rows and columns (``r0``, ``c0``, ...) are primary, from the middle outwards: queens in the
    middle attack most. Diagonals (``a``: row + column, ``b``: row − column) are secondary. Option
    number ``row * n + column`` is a queen on that square.

    >>> queens(8)
    <CoverProblem: 16 primary and 26 secondary items, 64 options>
    """
    _check_size("queens", n, n * n)
    from_middle = sorted(range(n), key=lambda i: abs(2 * i - n + 1))
    primary = [f"{line}{i}" for i in from_middle for line in "rc"]
    # A diagonal of one square can hold no two queens.
    secondary = [f"a{i}" for i in range(1, 2 * n - 2)] + [f"b{i}" for i in range(2 - n, n - 1)]
    options = (
        [f"r{row}", f"c{column}", f"a{row + column}", f"b{row - column}"]
        for row in range(n)
        for column in range(n)
    )
    return _named(primary, options, secondary)


def langford(n: int) -> CoverProblem:
    """Return Langford's problem: numbers 1 to n twice each, k numbers between the two k's.

    Items are the numbers ``d1``, ... and the places ``s1``, ... of the sequence. A sequence
    and its mirror image are two solutions.

    >>> langford(4)
    <CoverProblem: 12 primary items, 18 options>
    """
    _check_size("numbers", n, 3 * n * (n - 1) // 2)
    items = [f"d{k}" for k in range(1, n + 1)] + [f"s{place}" for place in range(1, 2 * n + 1)]
    options = (
        [f"d{k}", f"s{place}", f"s{place + k + 1}"]
        for k in range(1, n + 1)
        for place in range(1, 2 * n - k)
    )
    return _named(items, options)


def subsets(n: int, k: int | None = None) -> CoverProblem:
    """Return the problem of partitioning an n-set into k-subsets, or into any non-empty ones.

    The solutions are the set partitions, counted by the Bell numbers (A000110); with k given,
    there are n! / (k!^(n/k) (n/k)!) of them if k divides n. Options come by size, then in
    lexicographic order.

    >>> subsets(5), subsets(6, 3)
    (<CoverProblem: 5 primary items, 31 options>, <CoverProblem: 6 primary items, 20 options>)
    """
    if k is not None and not 1 <= k <= n:
        raise ProblemError(f"A set of {n} has no blocks of {k}: choose a size from 1 to {n}.")
    sizes = range(1, n + 1) if k is None else [k]
    # Blocks of 21 elements, or sets of 21, are too many already.
    number = 2 ** min(max(n, 0), 21) - 1 if k is None else comb(n, min(k, n - k, 21))
    _check_size("elements", n, number)
    names = [str(element) for element in range(n)]
    return CoverProblem(names, (), [each for s in sizes for each in combinations(range(n), s)])


# The makers of puzzles, and how many numbers each takes.
PUZZLES: dict[str, tuple[Callable[..., CoverProblem], range]] = {
    "sudoku": (sudoku, range(1, 2)),
    "jigsaw": (jigsaw, range(1, 2)),
    "queens": (queens, range(1, 2)),
    "langford": (langford, range(1, 2)),
    "subsets": (subsets, range(1, 3)),
}
FORMS = "queens N, langford N, subsets N [K], sudoku CELLS, jigsaw CELLS REGIONS"


def puzzle(text: str) -> CoverProblem:
    """Return a problem of this module by its name and its numbers.

    >>> puzzle("queens 8")
    <CoverProblem: 16 primary and 26 secondary items, 64 options>
    """
    name, *arguments = _words(text)
    return PUZZLES[str(name)][0](*arguments)


def puzzle_or_file(text: str) -> str | CoverProblem:
    """Return a puzzle as its name and numbers, or the problem in a file.

    >>> puzzle_or_file("queens  08"), puzzle_or_file("examples/colours.dlx")
    ('queens 8', <CoverProblem: 3 primary and 2 secondary items, 5 options>)
    """
    if text.split()[:1] and text.split()[0] in PUZZLES:
        return " ".join(map(str, _words(text)))
    suffix = Path(text).suffix.lower()
    if suffix not in SUFFIXES:
        raise ProblemError(
            f"{quoted(text)} is neither a puzzle ({FORMS}) nor a file in {', '.join(SUFFIXES)}."
        )
    if suffix == ".txt":
        if several := sudokus_in(text):
            raise ProblemError(
                f"{text} has {plural(len(several), 'sudoku')}: only counts take more than one."
            )
        if only := _puzzle_in(text):
            return only
    try:
        return CoverProblem.read(text)
    except ProblemError:
        if suffix == ".txt":
            _check_sudokus(text)
        raise


def sudokus_in(path: str) -> dict[str, str]:
    """Return the sudokus of a text with several, one a line, by file and line; else none.

    Lines that begin with # are comments. Sixteen lines of 16 cells with 1 to 4 only are as many
    sudokus: one of 256 cells has a single solution only if it shows 15 of its symbols.
    """
    if not (path.lower().endswith(".txt") and is_file(path)):
        return {}
    text = _text_in(path)
    try:
        lines = {
            number: f"sudoku {sudoku_cells(line)}" for number, line in numbered_lines(text, "#")
        }
    except ProblemError:
        return {}
    if len(lines) < 2:
        return {}
    _check_no_cover(path, text)
    return {f"{Path(path).name}:{number}": sudoku for number, sudoku in lines.items()}


def _puzzle_in(path: str) -> str:
    """Return the sudoku or jigsaw in a text; nothing if it holds another problem."""
    text = _text_in(path)
    without_comments = "\n".join(line for _, line in numbered_lines(text, "#"))
    # In a jigsaw # may be a region, and begins no comment.
    for name, cells in ("sudoku", without_comments), ("jigsaw", text):
        try:
            found = " ".join(_words(f"{name} {cells}"))
        except ProblemError:
            continue
        _check_no_cover(path, text)
        return found
    return ""


def _text_in(path: str) -> str:
    with found_in(path):
        return text_of(path, MOST_OF_LISTS)


def _check_no_cover(path: str, text: str) -> None:
    """Refuse a text that may be options as well, unless each has all items, as rows of sudokus."""
    for parse in (parse_dlx, parse_table):
        try:
            primary, secondary, options, _ = parse(text)
        except ProblemError:
            continue
        if any(len(option) < len(primary + secondary) for option in options):
            raise ProblemError(
                f"{path} may be a sudoku, or a cover in another format: write no blanks or commas "
                "between the cells of a sudoku, or end the name of a cover in .dlx or .csv."
            )


def _check_sudokus(path: str) -> None:
    """Raise a ProblemError for a line that is no sudoku, if the first line is one."""
    first = ""
    for number, line in numbered_lines(_text_in(path), "#"):
        try:
            cells = sudoku_cells(line)
        except ProblemError as error:
            if not first:
                return
            raise ProblemError(
                f"{path}: Line {number} is no sudoku, and the first line is one of {len(first)} "
                f"cells. {error}"
            ) from error
        first = first or cells


def _words(text: str) -> list[Any]:
    """Return the name of a puzzle and its numbers, or the cells of a sudoku."""
    name, *rest = text.split(maxsplit=1)
    if name == "sudoku":
        return [name, sudoku_cells("".join(rest))]
    if name == "jigsaw":
        return [name, " ".join(_jigsaw("".join(rest)))]
    numbers = "".join(rest).split()
    if len(numbers) not in PUZZLES[name][1] or not all(map(str.isdecimal, numbers)):
        raise ProblemError(f"{quoted(text)} is no puzzle: write {FORMS}.")
    return [name, *(digits(number, "The number") for number in numbers)]


def _check_size(what: str, n: int, options: int) -> None:
    if n < 1:
        raise ProblemError(f"There is no problem with {n} {what}: give at least one.")
    if options > MOST_OPTIONS:
        raise ProblemError(
            f"A problem with so many {what} has too many options: at most {MOST_OPTIONS:,} are "
            "made."
        )


def _named(
    primary: list[str], options: Iterable[list[str]], secondary: Iterable[str] = ()
) -> CoverProblem:
    """Return the problem whose options are given by the names of items; others are left out."""
    second = list(secondary)
    index = {name: item for item, name in enumerate(primary + second)}
    numbered = [[index[name] for name in option if name in index] for option in options]
    return CoverProblem(primary, second, numbered)


def describe_solution(problem: CoverProblem, solution: Iterable[int], name: str = "") -> str:
    """Return a solution in readable form: the grid, board, sequence, or options.

    The name is that of a puzzle.

    >>> print(describe_solution(queens(4), [1, 7, 8, 14], "queens"))
    . Q . .
    . . . Q
    Q . . .
    . . Q .
    """
    options = [problem.option_text(number) for number in solution]
    names = [option.split() for option in options]
    match name:
        case "sudoku" | "jigsaw":  # p00 r01 c01 b01: the digit 1 in the first cell
            digits = [row[-1] for _, row, *_ in sorted(names)]
            side = isqrt(len(digits))
            rows = (digits[i : i + side] for i in range(0, len(digits), side))
            return "\n".join(map(" ".join, rows))
        case "queens":
            columns = {int(row[1:]): int(column[1:]) for row, column, *_ in names}
            n = range(len(columns))
            board = (["Q" if columns[row] == column else "." for column in n] for row in n)
            return "\n".join(map(" ".join, board))
        case "langford":
            at = {int(s[1:]): d[1:] for d, *places in names for s in places}
            return " ".join(at[place] for place in sorted(at))
    return "\n".join(map(printable, options))
