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
# Number from which messages do not print all digits.
HUGE = 10**18


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


def sudoku_grid(problem: CoverProblem, solution: Iterable[int]) -> str:
    """Return a solution of a sudoku as 81 digits, row by row."""
    names = (problem.option_text(number).split() for number in solution)
    return "".join(row[-1] for _, row in sorted((cell, row) for cell, row, *_ in names))


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


def queens_columns(problem: CoverProblem, solution: Iterable[int]) -> tuple[int, ...]:
    """Return the column of the queen in each row."""
    squares = (problem.option_text(number).split()[:2] for number in solution)
    return tuple(column for _, column in sorted((int(r[1:]), int(c[1:])) for r, c in squares))


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


def langford_sequence(problem: CoverProblem, solution: Iterable[int]) -> tuple[int, ...]:
    """Return the numbers in the order of their places."""
    places = {}
    for number in solution:
        k, *where = (int(name[1:]) for name in problem.option_text(number).split())
        places.update(dict.fromkeys(where, k))
    return tuple(places[place] for place in sorted(places))


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
    _check_size("elements", n, (1 << min(max(n, 0), 64)) - 1 if k is None else _combinations(n, k))
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


def _combinations(n: int, k: int) -> int:
    """Return the number of k-subsets of an n-set, or a huge number if computing it takes long."""
    return comb(n, k) if n <= 1000 or min(k, n - k) < 3 else HUGE


def _check_size(what: str, n: int, options: int) -> None:
    if n < 1:
        raise ProblemError(f"There is no problem with {n} {what}: give at least one.")
    if options > MOST_OPTIONS:
        size, number = (f"{x:,}" if x < HUGE else "more than 10^18" for x in (n, options))
        raise ProblemError(
            f"A problem with {size} {what} would have {number} options: "
            f"at most {MOST_OPTIONS:,} are made."
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
    name = recipe[0] if recipe else None
    if name == "sudoku":
        digits = sudoku_grid(problem, solution)
        return "\n".join(" ".join(digits[i : i + 9]) for i in range(0, 81, 9))
    if name == "queens":
        columns = queens_columns(problem, solution)
        rows = (["Q" if c == at else "." for c in range(len(columns))] for at in columns)
        return "\n".join(" ".join(row) for row in rows)
    if name == "langford":
        return " ".join(map(str, langford_sequence(problem, solution)))
    return "\n".join(printable(problem.option_text(option)) for option in solution)
