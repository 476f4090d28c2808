"""Exact cover problems as values, and puzzles: queens, pairings, partitions and sudokus."""

import pickle
import random
from itertools import permutations, product
from math import isqrt
from xml.etree import ElementTree

import msgspec
import numpy as np
import pytest

from enumino.drawing import svg_of
from enumino.drawing.cells import Plan
from enumino.drawing.tilings import QUEEN
from enumino.errors import ProblemError
from enumino.families.covers import puzzles
from enumino.families.covers.exact_cover import CoverProblem
from enumino.families.covers.grids import answer, worksheet
from enumino.families.covers.problem import Covers
from enumino.families.covers.puzzles import puzzle, puzzle_or_file
from enumino.families.covers.sudokus import SYMBOLS, sudoku_cells, sudokus_in
from enumino.objects.lattice import SQUARE
from tests.families.covers.known import KNUTH, solutions


def test_subsets_of_any_hashable_things() -> None:
    mixed = [{"a", 1}, {(0, 0)}, {"a", 1, (0, 0)}]
    problem = CoverProblem.from_subsets(mixed)
    assert problem.primary == ("1", "a", "(0, 0)")
    assert solutions(Covers(problem)) == [[0, 1], [2]]
    cells = CoverProblem.from_subsets([[(0, 10), (0, 9)], [(0, 9)]])
    assert cells.primary == ("(0, 9)", "(0, 10)")


@pytest.mark.parametrize(
    "problem", [KNUTH, puzzle("queens 5"), CoverProblem([], ["x"], [[], [0], [(0, "A")]])]
)
def test_problems_are_values(problem: CoverProblem) -> None:
    again = msgspec.convert(msgspec.to_builtins(problem), CoverProblem)
    assert again == problem == pickle.loads(pickle.dumps(problem))
    assert hash(again) == hash(problem)
    assert [a.tolist() for a in again.arrays] == [a.tolist() for a in problem.arrays]
    with pytest.raises(AttributeError):
        problem.primary = ()  # type: ignore[misc]


def test_options_may_be_arrays_or_pairs_without_colours() -> None:
    plain = CoverProblem("abc", "", [[0, 1], [1, 2]])
    assert CoverProblem("abc", "", np.array([[0, 1], [1, 2]])) == plain  # type: ignore[arg-type]
    assert CoverProblem("abc", "", [[(0, ""), 1], [1, (2, "")]]) == plain


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: CoverProblem("pqr", "", [[0], [0, 3]]), "Option 1 has item 3: items are numbered"),
        (lambda: CoverProblem("pq", "x", [[1, 1]]), "Option 0 has item 'q' twice"),
        (lambda: CoverProblem("pq", "x", [[(2, "A"), (2, "B")]]), "Option 0 has item 'x' twice"),
        (lambda: CoverProblem("pq", "x", [[(0, "A")]]), "primary item 'p' the colour 'A'"),
        (lambda: CoverProblem("abc", "", [[(0,)]]), r"items by their numbers.* not \(0,\)"),
        (lambda: CoverProblem("pq", "p", []), "has the item 'p' twice"),
        (lambda: CoverProblem("", "", []), "has no items"),
        (lambda: CoverProblem.from_matrix([[0, 1], [2, 0]]), "give zeros and ones"),
        (lambda: CoverProblem.from_matrix([[float("nan")]]), "give zeros and ones"),
        (lambda: CoverProblem.from_matrix([[1, 0], [1]]), "rows of a matrix have different"),
        (lambda: CoverProblem.from_matrix([1, 0]), r"shape \(2,\)"),
        (lambda: CoverProblem.from_matrix([["a"]]), "type <U1"),
        (lambda: CoverProblem.from_subsets([5]), "takes subsets, each a list"),
        (lambda: CoverProblem.from_subsets([[frozenset("ab")], [frozenset("c")]]), "not be sets"),
        (lambda: sudoku_cells("12"), "has 2 cells"),
        (lambda: sudoku_cells("x" * 81), "1 to 9, and . for empty cells, not 'x'"),
        (lambda: sudoku_cells("5" * 16), "1 to 4, and . for empty cells, not '5'"),
        (lambda: sudoku_cells(".0" * 128), "1 to G, and . for empty cells, not '0'"),
        (lambda: sudoku_cells("0 . 10 5 " * 64), "1 to 16, and . for empty cells, not '0'"),
        (lambda: sudoku_cells("0." * 8), "1 to 4, and . for empty cells, not '0'"),
        (lambda: sudoku_cells("A 10 " * 128), "1 to 16, and . for empty cells, not 'A'"),
        (lambda: puzzle_or_file("jigsaw 1..."), "has 4 signs: a jigsaw has a sign for each cell"),
        (lambda: puzzle_or_file("jigsaw .... AABA"), "'A' has 3 cells: every region has .* 2"),
        (lambda: puzzle_or_file("jigsaw .... .txt"), "txt cannot be read: No such file"),
        (lambda: puzzle_or_file("sudokus all.txt"), "counts the sudoku on each line"),
        (lambda: puzzle("queens 0"), "no problem with 0 queens"),
        (lambda: puzzle("queens 2000"), "problem with 2,000 queens is too large"),
        (lambda: puzzle("subsets 21"), "at most 1,048,576"),
        (lambda: puzzles.subsets(20_000, 10_000), "at most 1,048,576"),
        (lambda: puzzle("subsets 2000000 2000000"), "at most 1,048,576 items together"),
        (lambda: puzzle("subsets 5 6"), "no blocks of 6"),
    ],
)
def test_what_makes_no_problem_is_refused(make, message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        make()


@pytest.mark.parametrize("n", range(1, 8))
def test_queens_attack_no_others(n: int) -> None:
    problem = puzzle(f"queens {n}")
    for solution in solutions(Covers(problem)):
        board = str(answer(problem, solution, f"queens {n}")).split("\n")
        queens = {
            (r, c) for r, row in enumerate(board) for c, at in enumerate(row.split()) if at == "Q"
        }
        assert solution == sorted(row * n + column for row, column in queens)
        lines = [(r, c, r + c, r - c) for r, c in queens]
        assert [len(set(line)) for line in zip(*lines, strict=True)] == [n] * 4


@pytest.mark.parametrize("n", range(1, 9))
def test_numbers_are_as_far_apart_as_they_say(n: int) -> None:
    problem = puzzle(f"langford {n}")
    texts = [str(answer(problem, each, f"langford {n}")) for each in solutions(Covers(problem))]
    sequences = {tuple(map(int, text.split())) for text in texts}
    assert len(texts) == len(sequences)
    assert {sequence[::-1] for sequence in sequences} == sequences
    for sequence in sequences:
        places = [[i for i, number in enumerate(sequence) if number == k] for k in range(1, n + 1)]
        assert [b - a for a, b in places] == list(range(2, n + 2))


@pytest.mark.parametrize("side", [4, 9, 16])
def test_a_sudoku_however_it_is_written(side: int, tmp_path) -> None:
    """Any grid of the pattern, shuffled, with some cells empty; its solutions keep the rest."""
    size, rng = isqrt(side), random.Random(side)
    symbols, grid = list(SYMBOLS[:side]), []
    rng.shuffle(symbols)
    for row in range(side):
        grid.append([symbols[(size * row + row // size + c) % side] for c in range(side)])
        grid[-1][rng.randrange(side)] = "."
    cells = "".join(map("".join, grid))
    numbers = [str(SYMBOLS.find(cell) + 1) for cell in cells]
    boxed = [" | ".join(" ".join(r[i : i + size]) for i in range(0, side, size)) for r in grid]
    ways = (
        "\n".join(map("".join, grid)).lower(),
        ",".join(numbers),
        " ".join(numbers).replace("0 ", "_ ").replace("1_ ", "10 "),
        "\n---+---\n".join(boxed).replace(".", "0" if side < 16 else "_"),
        "\n──┼──\n".join(boxed).replace("|", "│"),
    )
    for way in ways:
        assert puzzle_or_file(f"sudoku {way}") == f"sudoku {cells}"
        (tmp_path / "a puzzle.txt").write_text(f"\ufeff# easy\n{way}\n", encoding="utf-8")
        assert puzzle_or_file(f"sudoku  {tmp_path}/a puzzle.txt ") == f"sudoku {cells}"
    problem = puzzle(f"sudoku {cells}")
    for solution in solutions(Covers(problem)):
        solved = str(answer(problem, solution, f"sudoku {cells}")).split()
        assert all(given in (".", cell) for given, cell in zip(cells, solved, strict=True))
        square = np.array(solved).reshape(side, side)
        boxes = square.reshape(size, size, size, size).swapaxes(1, 2).reshape(side, side)
        assert all(sorted(line) == sorted(symbols) for line in (*square, *square.T, *boxes))
    assert solutions(Covers(problem))


@pytest.mark.parametrize("number", [1, 2, 15, 16, 17])
def test_a_sudoku_a_line_whatever_their_number(number: int, tmp_path) -> None:
    """Sixteen of 16 cells have 256, as one sudoku has: the word says which."""
    file, rng = tmp_path / "sudokus.txt", random.Random(number)
    lines = ["".join(rng.choices("1234....", k=16)) for _ in range(number)]
    file.write_text("# sudokus\n\n" + "\n".join(lines), encoding="utf-8")
    assert list(sudokus_in(str(file)).values()) == [f"sudoku {cells}" for cells in lines]
    if number in (1, 16):
        assert puzzle_or_file(f"sudoku {file}") == f"sudoku {''.join(lines)}"
    else:
        with pytest.raises(ProblemError, match=f"sudokus.txt: The text has {number * 16} cells"):
            puzzle_or_file(f"sudoku {file}")
    file.write_text("# none\n")
    with pytest.raises(ProblemError, match=r"sudokus.txt: The file has no sudoku: write a"):
        sudokus_in(str(file))


def fits(line: str, given: list[str]) -> bool:
    return all(cell in (".", sign) for sign, cell in zip(line, given, strict=True))


@pytest.mark.parametrize("seed", range(8))
def test_jigsaws_have_all_symbols_in_each_line_and_region(seed: int) -> None:
    """Regions at random, in one piece or not, with a given cell, against all grids of lines."""
    rng, side = random.Random(seed), 4 if seed == 7 else 3
    cells, regions = ["."] * side**2, [*"ABCD"[:side] * side]
    rng.shuffle(regions)
    cells[rng.randrange(side**2)] = "2"
    columns = [str(at % side) for at in range(side**2)]
    lines = ["".join(line) for line in permutations("1234"[:side])]
    starts = range(0, side**2, side)
    fitting = [[line for line in lines if fits(line, cells[at : at + side])] for at in starts]
    expected = {
        grid
        for grid in map("".join, product(*fitting))
        if all(len({*zip(grid, unit, strict=True)}) == side**2 for unit in (columns, regions))
    }
    text = str(puzzle_or_file(f"jigsaw {''.join(cells)} {''.join(regions)}"))
    problem = puzzle(text)
    texts = [str(answer(problem, each, text)) for each in solutions(Covers(problem))]
    assert sorted("".join(text.split()) for text in texts) == sorted(expected)


@pytest.mark.parametrize(
    "text",
    [
        "sudoku 12..34......4321",
        "jigsaw 1............... AAABCABBCCDBCDDD",
        "queens 5",
        "langford 4",
    ],
)
def test_pictures_of_puzzles_have_their_texts_and_boxes(text: str) -> None:
    """The worksheet has the texts of the puzzle, and an answer the same and all others."""
    problem, sheet = puzzle(text), worksheet(text)
    for solution in solutions(Covers(problem))[:3]:
        solved = answer(problem, solution, text)
        assert solved.given == sheet.given
        for grid in sheet, solved:
            drawn = ElementTree.fromstring(svg_of(grid))
            texts = sorted(str(node.text) for node in drawn.iter() if node.text)
            crowns = svg_of(grid).count(QUEEN)
            shown = [*grid.texts.values()] or 2 * [*grid.tiles]
            assert sorted(shown) == (texts or ["Q"] * crowns)
            plan = Plan(SQUARE, product(*map(range, grid.box)))
            assert all(plan.border(box) in svg_of(grid) for box in grid.boxes)
        assert "." not in str(solved) or solved.style == "queens"
        assert sorted(cell for box in solved.boxes for cell in box) in ([], sorted(solved.texts))
        lines = [[solved.texts[cell] for cell in box] for box in solved.boxes]
        assert all(sorted(line) == list("1234") for line in lines)


def test_a_sudoku_is_a_jigsaw_of_boxes(tmp_path) -> None:
    cells, boxes = "1...............", "AABBAABBCCDDCCDD"
    assert puzzle(f"jigsaw {cells} {boxes}") == puzzle(f"sudoku {cells}")
    rows = "\n\n".join(
        "\n".join(text[i : i + 4] for i in range(0, 16, 4)) for text in (cells, boxes)
    )
    (tmp_path / "jigsaw.txt").write_text(rows.replace("A", "#"))
    assert puzzle_or_file(f"jigsaw {tmp_path}/jigsaw.txt") == f"jigsaw {cells} {boxes}"
