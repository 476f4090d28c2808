"""Exact covers: two engines against the definition, limits, published numbers of puzzles."""

from itertools import combinations, product
from math import factorial, isqrt

import numpy as np
import pytest

from enumino.errors import ProblemError
from enumino.families.covers.exact_cover import CoverProblem
from enumino.families.covers.grids import answer
from enumino.families.covers.problem import Covers
from enumino.families.covers.rows import CoverRows
from tests import published
from tests.dataset_tools import rows_found
from tests.families.covers.known import KNUTH, SUDOKU, solutions

COVER_ENGINES = ("option-bitsets", "dancing-links")


@pytest.mark.parametrize("engine", COVER_ENGINES)
def test_problems_at_the_edges(engine) -> None:
    """Nothing to cover is covered by nothing; a solution may take an option for every item."""
    assert solutions(Covers(CoverProblem((), "x", [[0], []]), engine)) == [[]]
    assert Covers(CoverProblem((), "x", []), engine).count().total == 1
    names = [str(item) for item in range(500)]
    many = CoverProblem(names, (), [[item] for item in reversed(range(500))])
    assert solutions(Covers(many, engine)) == [[*range(500)]]


@pytest.mark.parametrize("engine", COVER_ENGINES)
def test_a_limit_ends_the_search(engine) -> None:
    """The search does not continue to fill a batch that nobody wants."""
    problem = Covers("queens 14", engine, limit=2)
    assert problem.count().total == 2
    assert problem.count().nodes < 5000
    few = list(problem.batches([()], rows=1))
    assert sum(batch.nodes for batch in few) == problem.count().nodes
    assert Covers("queens 30", engine, limit=3).expect(1e30).rows == 3


def agrees(problem: Covers, number: int) -> None:
    """The count is this, and the published one, as verification takes it."""
    tally = problem.count(by_key=False)
    assert tally.total == number
    (line,) = CoverRows(problem.to_json()).totals(tally.counts)
    assert line.agrees is True, line
    assert line.published == number


@pytest.mark.parametrize("engine", COVER_ENGINES)
@pytest.mark.parametrize(
    ("name", "oeis", "sizes"),
    [
        ("queens", "A000170", range(1, 9)),
        ("langford", "A176127", range(1, 8)),
        ("subsets", "A000110", range(1, 7)),
        pytest.param("queens", "A000170", range(9, 13), marks=pytest.mark.compiled),
        pytest.param("langford", "A176127", (8, 11, 12), marks=pytest.mark.compiled),
        pytest.param("subsets", "A000110", range(7, 11), marks=pytest.mark.compiled),
    ],
)
def test_puzzles_have_the_published_numbers(name, oeis, sizes, engine) -> None:
    for n in sizes:
        agrees(Covers(f"{name} {n}", engine), published.terms("covers")[oeis][n])


@pytest.mark.parametrize(
    "puzzle", [*(f"queens {n}" for n in range(1, 9)), "langford 4", "langford 7"]
)
def test_one_solution_of_each_class_is_kept(puzzle: str) -> None:
    """The first image of each, by images of boards; queens are published in A002562."""
    problem, board = Covers(puzzle).cover, {}
    for solution in map(tuple, solutions(Covers(puzzle))):
        board[solution] = np.array(str(answer(problem, solution, puzzle)).split())
    firsts: dict[object, tuple[int, ...]] = {}
    orbits: dict[object, int] = {}
    for solution, texts in sorted(board.items()):
        turns = [texts, texts[::-1]]
        if puzzle.startswith("queens"):
            square = texts.reshape(isqrt(texts.size), -1)
            turns = [np.rot90(each, k) for k in range(4) for each in (square, square.T)]
        images = frozenset(each.tobytes() for each in turns)
        firsts.setdefault(images, solution)
        orbits[images] = len(images)
    found = rows_found(Covers(puzzle, up_to_symmetry=True))
    assert {tuple(row["options"]): row["orbit"] for row in found} == {
        firsts[images]: orbits[images] for images in firsts
    }
    names = {8: "none", 4: "rotate", 2: "rotate2", 1: "all"}
    if puzzle.startswith("queens"):
        assert all(row["symmetry"] == names[row["orbit"]] for row in found)
    *_, line = CoverRows(Covers(puzzle, up_to_symmetry=True).to_json()).totals(
        Covers(puzzle, up_to_symmetry=True).count().counts
    )
    assert (line.count, line.agrees) == (len(firsts), True)


@pytest.mark.parametrize(("n", "k"), [(1, 1), (6, 2), (6, 3), (7, 3), (8, 2), (9, 3), (10, 3)])
def test_partitions_into_blocks_of_one_size(n: int, k: int) -> None:
    blocks = n // k
    number = factorial(n) // (factorial(k) ** blocks * factorial(blocks)) if n % k == 0 else 0
    agrees(Covers(f"subsets {n} {k}"), number)


@pytest.mark.parametrize(
    ("degree", "nodes", "number"),
    [(3, 6, 70), (2, 7, 465), pytest.param(3, 8, 19_355, marks=pytest.mark.compiled)],
)
def test_regular_graphs_are_covers_with_multiplicities(
    degree: int, nodes: int, number: int
) -> None:
    """Labelled graphs whose nodes all have the same degree: A002829, A001205."""
    edges = list(combinations(range(nodes), 2))
    bounds = [(degree, degree)] * nodes
    graphs = CoverProblem([str(node) for node in range(nodes)], (), edges, bounds)
    assert Covers(graphs).count().total == number


@pytest.mark.slow
def test_five_queens_dominate_the_board_in_4860_ways() -> None:
    """Each square holds a queen or is attacked by one to five; TAOCP 7.2.2.1 has the number."""
    board = list(product(range(8), repeat=2))
    attacked = [
        [i for i, (r, c) in enumerate(board) if r == y or c == x or abs(r - y) == abs(c - x)]
        for y, x in board
    ]
    names = [f"{row}{column}" for row, column in board]
    options = [[*squares, len(board)] for squares in attacked]
    problem = CoverProblem([*names, "queens"], (), options, [(1, 5)] * len(board) + [(5, 5)])
    assert Covers(problem).count().total == 4860


def test_a_sudoku_is_described_in_one_line() -> None:
    lines = "\n".join(SUDOKU[i : i + 9] for i in range(0, 81, 9))
    problem = Covers(f"sudoku {lines}\n…")
    assert problem == Covers(f"sudoku {SUDOKU}")
    assert "\n" not in problem.describe()


def test_published_numbers_are_of_whole_problems() -> None:
    limited = Covers("queens 8", limit=5)
    (line,) = CoverRows(limited.to_json()).totals(limited.count().counts)
    assert (line.count, line.agrees) == (5, None)
    (line,) = CoverRows(Covers(KNUTH, name="Knuth's").to_json()).totals({(): 1})
    assert (line.labels["problem"], line.agrees) == ("Knuth's", None)


@pytest.mark.parametrize(
    ("given", "options", "sentence"),
    [
        (f"sudoku {SUDOKU}", {"up_to_symmetry": True}, "Only queens and langford have symmetries"),
        (KNUTH, {"up_to_symmetry": True}, "Only queens and langford have symmetries"),
        (KNUTH, {"limit": 0}, "A limit of 0 leaves no solution: give at least 1."),
        (
            KNUTH,
            {"engine": "magic"},
            "There is no engine 'magic': choose from cell-masks, option-b",
        ),
        ("queens many", {}, "'queens many' is no puzzle: write queens N"),
        (8, {}, "8 is not a problem: give a CoverProblem, a file, or queens N"),
    ],
)
def test_parameters_that_do_not_fit(given, options, sentence: str) -> None:
    with pytest.raises(ProblemError) as caught:
        Covers(given, **options)
    said = str(caught.value)
    assert said.startswith(sentence)
    assert said.endswith(".")
    assert "\n" not in said
