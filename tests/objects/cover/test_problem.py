"""Exact cover problems, and ready-made ones: queens, pairings, partitions and sudokus."""

from __future__ import annotations

import json
import pickle

import numpy as np
import pytest

from enumino.errors import ProblemError
from enumino.objects import cover as covers
from enumino.objects.cover import CoverProblem
from tests import naive_cover
from tests.looping import each
from tests.objects.cover.solving import XCC, solutions

PILAUD = ["356", "147", "236", "14", "27", "457"]


def test_the_cover_problem_of_an_assignment() -> None:
    """V. Pilaud's: seven elements, six subsets, one exact cover."""
    problem = CoverProblem.from_subsets(PILAUD)
    assert [[PILAUD[i] for i in row] for row in solutions(problem)] == [["356", "14", "27"]]
    assert naive_cover.over_sets(problem)[0] == [(0, 3, 4)]


def test_subsets_of_any_hashable_things() -> None:
    mixed = [{"a", 1}, {(0, 0)}, {"a", 1, (0, 0)}]
    problem = CoverProblem.from_subsets(mixed, universe=["b"], secondary=[1])
    assert problem.primary == ("a", "b", "(0, 0)")
    assert problem.secondary == ("1",)
    assert problem.uncovered == ("b",)
    assert solutions(problem) == []
    cells = CoverProblem.from_subsets([[(0, 10), (0, 9)], [(0, 9)]])
    assert cells.primary == ("(0, 9)", "(0, 10)")


@pytest.mark.parametrize(
    "problem",
    [CoverProblem.from_dlx(XCC), covers.queens(5), CoverProblem([], ["x"], [[], [0], [(0, "A")]])],
)
def test_problems_are_values(problem: CoverProblem) -> None:
    again = CoverProblem.from_json(json.loads(json.dumps(problem.to_json())))
    assert again == problem == pickle.loads(pickle.dumps(problem))
    assert hash(again) == hash(problem)
    assert [a.tolist() for a in again.arrays()] == [a.tolist() for a in problem.arrays()]
    with pytest.raises(AttributeError):
        problem.primary = ()


def test_options_may_be_arrays() -> None:
    assert (
        CoverProblem("abc", "", np.array([[0, 1], [1, 2]])).options
        == CoverProblem("abc", "", [[0, 1], [1, 2]]).options
    )


def test_an_item_without_options_means_no_solutions() -> None:
    problem = CoverProblem.from_dlx("p q | x\np x")
    assert problem.uncovered == ("q",)
    assert solutions(problem) == []
    assert covers.queens(4).uncovered == ()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([[0], [0, 3]], "Option 1 has item 3: items are numbered 0 to 2"),
        ([[1, 1]], "Option 0 has item 'q' twice"),
        ([[(2, "A"), (2, "B")]], "Option 0 has item 'x' twice"),
        ([[(0, "A")]], "primary item 'p' the colour 'A'"),
    ],
)
def test_impossible_options(options: list, message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        CoverProblem("pq", "x", options)


def test_items_have_different_names_and_there_is_one() -> None:
    with pytest.raises(ProblemError, match="has the item 'p' twice"):
        CoverProblem("pq", "p", [])
    with pytest.raises(ProblemError, match="has no items"):
        CoverProblem("", "", [])
    with pytest.raises(ProblemError, match="no column 2 to be secondary"):
        CoverProblem.from_matrix([[1, 0]], secondary=[2])


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: CoverProblem("abc", "", [[(0,)]]), r"items by their numbers.* not \(0,\)"),
        (lambda: CoverProblem.from_subsets([5]), "takes subsets, each a list"),
        (lambda: CoverProblem.from_subsets([[frozenset("ab")], [frozenset("c")]]), "not be sets"),
        (lambda: CoverProblem.from_subsets([["\ud800"], ["a"]]), "a text file cannot hold"),
        (lambda: covers.subsets(20_000, 10_000), "at most 1,048,576"),
    ],
)
def test_what_would_go_wrong_later_is_refused_at_once(make, message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        make()


@each("n", range(1, 8))
def test_queens_attack_no_others(n: int) -> None:
    problem = covers.queens(n)
    for solution in solutions(problem):
        board = covers.describe_solution(problem, solution, ("queens", n)).split("\n")
        queens = {
            (r, c) for r, row in enumerate(board) for c, at in enumerate(row.split()) if at == "Q"
        }
        assert solution == tuple(sorted(row * n + column for row, column in queens))
        lines = [(r, c, r + c, r - c) for r, c in queens]
        assert [len(set(line)) for line in zip(*lines, strict=True)] == [n] * 4


@each("n", range(1, 9))
def test_numbers_are_as_far_apart_as_they_say(n: int) -> None:
    problem = covers.langford(n)
    texts = [covers.describe_solution(problem, s, ("langford", n)) for s in solutions(problem)]
    sequences = {tuple(map(int, text.split())) for text in texts}
    assert len(texts) == len(sequences)
    assert {sequence[::-1] for sequence in sequences} == sequences
    for sequence in sequences:
        places = [[i for i, number in enumerate(sequence) if number == k] for k in range(1, n + 1)]
        assert [b - a for a, b in places] == list(range(2, n + 2))


@each(
    ("call", "message"),
    [
        (lambda: covers.sudoku("12"), "has 2 cells"),
        (lambda: covers.sudoku("x" * 81), "'x' is neither"),
        (lambda: covers.queens(0), "no problem with 0 queens"),
        (lambda: covers.queens(2000), "so many queens has too many options"),
        (lambda: covers.subsets(21), "at most 1,048,576"),
        (lambda: covers.subsets(5, 6), "no blocks of 6"),
    ],
)
def test_ready_made_problems_refuse_what_makes_no_sense(call, message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        call()
