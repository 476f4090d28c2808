"""Ready-made cover problems, and readable forms of their solutions."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from math import comb

from enumino.errors import ProblemError
from enumino.objects.cover.problem import CoverProblem
from enumino.words import plural, printable, quoted

# Options up to which these problems are made.
MOST_OPTIONS = 1 << 20


def sudoku(text: str) -> CoverProblem:
    """Return the sudoku with the given cells.

    Items are Knuth's: ``pij`` (cell), ``rid``, ``cjd``, ``bxd`` (digit d in a row, column, box).
    Digits that conflict with a given one are left out.

    The text has 81 cells, row by row: digits, and ``.`` or ``0`` for empty ones. White space, ``…``
    and lines between boxes, as ``|`` and ``---+---``, are ignored.

    >>> sudoku("." * 81)
    <CoverProblem: 324 primary items, 729 options>
    """
    cells = sudoku_cells(text)
    given = {cell: digit for cell, digit in enumerate(cells) if digit != "."}

    def units(cell: int, digit: str) -> list[str]:
        row, column = divmod(cell, 9)
        box = row // 3 * 3 + column // 3
        return [f"r{row}{digit}", f"c{column}{digit}", f"b{box}{digit}"]

    ruled_out = {unit for cell, digit in given.items() for unit in units(cell, digit)}
    options = [
        [f"p{cell // 9}{cell % 9}", *units(cell, digit)]
        for cell in range(81)
        for digit in given.get(cell, "123456789")
        if cell in given or ruled_out.isdisjoint(units(cell, digit))
    ]
    items = [f"p{row}{column}" for row in range(9) for column in range(9)]
    items += [f"{unit}{i}{digit}" for unit in "rcb" for i in range(9) for digit in "123456789"]
    return _named(items, options)


def sudoku_cells(text: str) -> str:
    """Return the 81 cells of a sudoku, row by row, with ``.`` for empty ones.

    >>> sudoku_cells(" 12…" + "0" * 79)[:5]
    '12...'
    """
    cells = [c for c in text if not (c.isspace() or c in "…|-+=" or "─" <= c <= "╿")]
    strange = next((c for c in cells if c not in ".0123456789"), None)
    if strange is not None:
        raise ProblemError(
            f"A sudoku has digits, and . or 0 for empty cells: {strange!r} is neither."
        )
    if len(cells) != 81:
        raise ProblemError(
            f"The text has {plural(len(cells), 'cell')}: a sudoku has 81, row by row."
        )
    return "".join(cells).replace("0", ".")


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
    index = {name: item for item, name in enumerate(primary + secondary)}
    options = (
        [index[name] for name in _queen(row, column) if name in index]
        for row in range(n)
        for column in range(n)
    )
    return CoverProblem(primary, secondary, options)


def _queen(row: int, column: int) -> tuple[str, str, str, str]:
    """Return the lines through a square."""
    return f"r{row}", f"c{column}", f"a{row + column}", f"b{row - column}"


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
    options = itertools.chain.from_iterable(itertools.combinations(range(n), s) for s in sizes)
    return CoverProblem(map(str, range(n)), (), options)


def ready_made(name: str | int, *arguments: str | int) -> CoverProblem:
    """Return a problem of this module by its name: ``ready_made("queens", 8)``.

    >>> ready_made("queens", 8)
    <CoverProblem: 16 primary and 26 secondary items, 64 options>
    """
    makers: dict[str | int, Callable[..., CoverProblem]] = {
        "sudoku": sudoku,
        "queens": queens,
        "langford": langford,
        "subsets": subsets,
    }
    if name not in makers:
        raise ProblemError(
            f"There is no ready-made problem {quoted(name)}: {', '.join(map(str, makers))}."
        )
    try:
        return makers[name](*arguments)
    except TypeError as error:
        raise ProblemError(f"{name} does not take {quoted(arguments)}: {error}.") from error


def _check_size(what: str, n: int, options: int) -> None:
    if n < 1:
        raise ProblemError(f"There is no problem with {n} {what}: give at least one.")
    if options > MOST_OPTIONS:
        raise ProblemError(
            f"A problem with so many {what} has too many options: at most {MOST_OPTIONS:,} are "
            "made."
        )


def _named(items: list[str], options: Iterable[list[str]]) -> CoverProblem:
    """Return the problem of primary items whose options are given by name."""
    index = {name: item for item, name in enumerate(items)}
    return CoverProblem(items, (), ([index[name] for name in option] for option in options))


def describe_solution(
    problem: CoverProblem, solution: Iterable[int], recipe: Sequence[str | int] | None = None
) -> str:
    """Return a solution in readable form: the grid, board, sequence, or options.

    The recipe is that of a ready-made problem.

    >>> print(describe_solution(queens(4), [1, 7, 8, 14], ("queens", 4)))
    . Q . .
    . . . Q
    Q . . .
    . . Q .
    """
    options = [problem.option_text(number) for number in solution]
    names = [option.split() for option in options]
    match recipe and recipe[0]:
        case "sudoku":  # p00 r01 c01 b01: the digit 1 in the first cell
            digits = [row[-1] for _, row, *_ in sorted(names)]
            return "\n".join(" ".join(digits[i : i + 9]) for i in range(0, 81, 9))
        case "queens":
            columns = {int(row[1:]): int(column[1:]) for row, column, *_ in names}
            n = range(len(columns))
            rows = (["Q" if columns[row] == column else "." for column in n] for row in n)
            return "\n".join(" ".join(row) for row in rows)
        case "langford":
            at = {int(s[1:]): d[1:] for d, *places in names for s in places}
            return " ".join(at[place] for place in sorted(at))
    return "\n".join(map(printable, options))
