"""Ready-made exact cover problems: queens, pairings, partitions and sudokus."""

from __future__ import annotations

from math import factorial

import pytest

from enumino.errors import ProblemError
from enumino.objects import cover as covers
from tests.looping import each
from tests.objects.cover.solving import count, solutions

PUZZLE = "530070000 600195000 098000060 800060003 400803001 700020006 060000280 000419005 000080079"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


@pytest.mark.parametrize(
    ("n", "expected"), list(enumerate([1, 0, 0, 2, 10, 4, 40, 92, 352], 1))
)  # A000170
def test_queens(n: int, expected: int) -> None:
    problem = covers.queens(n)
    found = solutions(problem)
    assert len(found) == len(set(found)) == expected
    for solution in found:
        columns = covers.queens_columns(problem, solution)
        assert solution == tuple(row * n + column for row, column in enumerate(columns))
        assert len(set(columns)) == n
        assert len({row + column for row, column in enumerate(columns)}) == n
        assert len({row - column for row, column in enumerate(columns)}) == n


@pytest.mark.parametrize(
    ("n", "pairings"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 0), (7, 26), (8, 150)]
)  # A014552, up to reversal
def test_langford(n: int, pairings: int) -> None:
    problem = covers.langford(n)
    sequences = [covers.langford_sequence(problem, solution) for solution in solutions(problem)]
    assert len(set(sequences)) == 2 * pairings
    assert {sequence[::-1] for sequence in sequences} == set(sequences)
    for sequence in sequences:
        for k in range(1, n + 1):
            first, second = (place for place, number in enumerate(sequence) if number == k)
            assert second - first == k + 1


@pytest.mark.parametrize(
    ("n", "bell"), list(enumerate([1, 2, 5, 15, 52, 203, 877, 4140], 1))
)  # A000110
def test_set_partitions(n: int, bell: int) -> None:
    assert count(covers.subsets(n)) == bell


@pytest.mark.parametrize(("n", "k"), [(1, 1), (6, 2), (6, 3), (7, 3), (8, 2), (9, 3), (8, 4)])
def test_partitions_into_blocks_of_one_size(n: int, k: int) -> None:
    blocks = n // k
    expected = factorial(n) // (factorial(k) ** blocks * factorial(blocks)) if n % k == 0 else 0
    assert count(covers.subsets(n, k)) == expected


def test_a_sudoku() -> None:
    problem = covers.sudoku(PUZZLE)
    (solution,) = solutions(problem)
    assert covers.sudoku_grid(problem, solution) == SOLVED
    dotted = "…\n" + PUZZLE.replace("0", ".")
    assert covers.sudoku(dotted) == problem
    assert covers.sudoku(SOLVED).options == tuple(problem.options[i] for i in solution)


def test_contradicting_cells_have_no_solution() -> None:
    assert solutions(covers.sudoku("55" + "." * 79)) == []
    assert solutions(covers.sudoku("123456780" + "." * 8 + "9" + "." * 63)) == []


@each(
    ("call", "message"),
    [
        (lambda: covers.sudoku("12"), "has 2 cells"),
        (lambda: covers.sudoku("x" * 81), "'x' is neither"),
        (lambda: covers.queens(0), "no problem with 0 queens"),
        (lambda: covers.queens(2000), "would have 4,000,000 options"),
        (lambda: covers.langford(-1), "no problem with -1 numbers"),
        (lambda: covers.langford(10_000), "at most 1,048,576"),
        (lambda: covers.subsets(-3), "no problem with -3 elements"),
        (lambda: covers.subsets(21), "would have 2,097,151 options"),
        (lambda: covers.subsets(5, 6), "no blocks of 6"),
        (lambda: covers.subsets(5, 0), "no blocks of 0"),
        (lambda: covers.subsets(100, 50), "at most 1,048,576"),
    ],
)
def test_ready_made_problems_refuse_what_makes_no_sense(call, message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        call()
