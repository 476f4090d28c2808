"""Exact cover problems: how they are read, what is refused, and the ready-made ones."""

from __future__ import annotations

import io
import json
import pickle
from math import factorial
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from enumino.enum.exact_cover import link_tables
from enumino.enum.kernels import dlx
from enumino.errors import ProblemError
from enumino.objects import cover as covers
from enumino.objects.cover import CoverProblem
from tests import naive_cover

# Knuth's example of Algorithm C (TAOCP 7.2.2.1), whose solution is the options 1, 3 and 4.
XCC = """
| primary items, then secondary ones
p q r | x y

p q x y:A
p r x:A y
| a comment between options
p x:B
q x:A
r y:B
"""
PILAUD = ["356", "147", "236", "14", "27", "457"]
PUZZLE = "530070000 600195000 098000060 800060003 400803001 700020006 060000280 000419005 000080079"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def solutions(problem: CoverProblem) -> list[tuple[int, ...]]:
    """All solutions, by dancing links."""
    tables = link_tables.new_tables(len(problem.primary), len(problem.items), *problem.arrays())
    state = dlx.new_state(tables)
    dlx.seek(state, np.zeros(0, np.int64))
    found = []
    out = dlx.new_columns(1, int(tables.limits[dlx.LONGEST_SOLUTION]))
    while not state.cursor[dlx.DONE]:
        if dlx.advance(state, out, 0, 1 << 40):
            found.append(tuple(out.options[: out.offsets[1]].tolist()))
    return found


def count(problem: CoverProblem) -> int:
    state = dlx.new_state(
        link_tables.new_tables(len(problem.primary), len(problem.items), *problem.arrays())
    )
    dlx.seek(state, np.zeros(0, np.int64))
    counts = np.zeros(1, np.int64)
    while not state.cursor[dlx.DONE]:
        dlx.tally(state, counts, 1 << 40)
    return int(counts[0])


def test_knuths_text_format() -> None:
    problem = CoverProblem.from_dlx(XCC)
    assert problem.primary == ("p", "q", "r")
    assert problem.secondary == ("x", "y")
    assert problem.options[0] == ((0, ""), (1, ""), (3, ""), (4, "A"))
    assert [problem.option_text(i) for i in range(5)] == [
        "p q x y:A",
        "p r x:A y",
        "p x:B",
        "q x:A",
        "r y:B",
    ]
    assert problem.colours == ("A", "B")
    assert solutions(problem) == [(1, 3)]
    assert naive_cover.by_definition(problem) == {(1, 3)}


def test_options_stay_in_the_order_of_the_text() -> None:
    problem = CoverProblem.from_dlx("a b c\nc a\nb\nc b a")
    assert [[item for item, _ in option] for option in problem.options] == [[2, 0], [1], [2, 1, 0]]
    assert solutions(problem) == [(0, 1), (2,)]


def test_the_cover_problem_of_an_assignment() -> None:
    """V. Pilaud's: seven elements, six subsets, one exact cover."""
    problem = CoverProblem.from_subsets(PILAUD)
    matrix = naive_cover.as_matrix(problem)
    assert [[PILAUD[i] for i in row] for row in solutions(problem)] == [["356", "14", "27"]]
    assert naive_cover.over_sets(problem)[0] == [(0, 3, 4)]
    assert list(naive_cover.over_matrix(matrix, 7)) == [(0, 3, 4)]


def test_files_of_all_formats_hold_the_same_problem(tmp_path: Path) -> None:
    problem = CoverProblem.from_subsets([[int(c) - 1 for c in subset] for subset in PILAUD])
    matrix = naive_cover.as_matrix(problem).astype(np.int64)
    np.save(tmp_path / "a.npy", matrix)
    np.savetxt(tmp_path / "b.csv", matrix, fmt="%d", delimiter=",")
    subsets = [[item for item, _ in option] for option in problem.options]
    (tmp_path / "c.json").write_text(json.dumps(subsets), encoding="utf-8")
    (tmp_path / "d.json").write_text(json.dumps(problem.to_json()), encoding="utf-8")
    lines = [" ".join(problem.primary), *map(problem.option_text, range(6))]
    (tmp_path / "e.dlx").write_text("\n".join(lines), encoding="utf-8")
    (tmp_path / "f.TXT").write_text("\r\n".join(lines), encoding="utf-8-sig")
    for path in tmp_path.iterdir():
        assert CoverProblem.read(path) == problem, path.name
    assert CoverProblem.from_matrix(tmp_path / "a.npy") == problem
    assert CoverProblem.from_matrix(matrix.tolist()) == problem
    assert CoverProblem.from_matrix(matrix.astype(bool)) == problem


def test_columns_of_a_matrix_may_be_secondary() -> None:
    problem = CoverProblem.from_matrix([[1, 1, 0], [0, 1, 1], [0, 0, 1]], secondary=[1])
    assert problem.primary == ("0", "2")
    assert problem.secondary == ("1",)
    assert solutions(problem) == [(0, 2)]


def test_subsets_of_any_hashable_things() -> None:
    mixed = [{"a", 1}, {(0, 0)}, {"a", 1, (0, 0)}]
    problem = CoverProblem.from_subsets(mixed, universe=["b"], secondary=[1])
    assert problem.primary == ("a", "b", "(0, 0)")
    assert problem.secondary == ("1",)
    assert problem.uncovered == ("b",)
    assert solutions(problem) == []
    cells = CoverProblem.from_subsets([[(0, 10), (0, 9)], [(0, 9)]])
    assert cells.primary == ("(0, 9)", "(0, 10)")


def test_json_lists_may_hold_cells(tmp_path: Path) -> None:
    (tmp_path / "cells.json").write_text("[[[0, 0], [0, 1]], [[0, 1]]]", encoding="utf-8")
    assert CoverProblem.read(tmp_path / "cells.json").primary == ("(0, 0)", "(0, 1)")


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


def test_arrays_count_items_and_colours() -> None:
    starts, members, colours = CoverProblem.from_dlx(XCC).arrays()
    assert starts.tolist() == [0, 4, 8, 10, 12, 14]
    assert members.tolist() == [0, 1, 3, 4, 0, 2, 3, 4, 0, 3, 1, 3, 2, 4]
    assert colours.tolist() == [0, 0, 0, 1, 0, 0, 1, 0, 0, 2, 0, 1, 0, 2]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty"),
        ("| only a comment", "empty"),
        ("p q\np q q", "Line 2 has the item 'q' twice"),
        ("p q | x\n\np z", "Line 3 has the item 'z', which the line of items does not name"),
        ("p q\np q:A", "Line 2 gives the primary item 'q' the colour 'A'"),
        ("p | x\np x:", "Line 2 has no colour after the colon of 'x:'"),
        ("p q p", "Line 1 has the item 'p' twice"),
        ("| c\np | q | r", "Line 2 has the item '|'"),
        ("p q:A", "Line 1 has the item 'q:A'"),
        ("p |x", "Line 1 has the item '|x'"),
    ],
)
def test_malformed_text_is_told_with_its_line(text: str, message: str) -> None:
    with pytest.raises(ProblemError) as error:
        CoverProblem.from_dlx(text)
    assert message in str(error.value)
    assert str(error.value).endswith(".") or "should name" in str(error.value)


@pytest.mark.parametrize(
    ("matrix", "message"),
    [
        ([[0, 1], [2, 0]], "has 2 in row 1, column 0"),
        ([[0.5]], "has 0.5 in row 0"),
        ([[float("nan")]], "has nan in row 0"),
        ([1, 0], r"shape \(2,\)"),
        ([[], []], r"shape \(2, 0\)"),
        ([["a"]], "type <U1"),
    ],
)
def test_matrices_hold_zeros_and_ones(matrix: list, message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        CoverProblem.from_matrix(matrix)


def with_header(shape: tuple[int, ...]) -> bytes:
    """What `numpy.save` writes before the numbers of an array."""
    header = io.BytesIO()
    as_written = {"descr": "<i8", "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_2_0(header, as_written)
    return header.getvalue()


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.csv", b"1,0\n1,x\n", "Line 2 has 'x'"),
        ("a.csv", b"1,0\n1\n", "Line 2 has 1 values, and the first one 2"),
        ("a.csv", b"\n", "no lines"),
        ("a.npy", b"1,0", "no NumPy array"),
        ("a.npy", b"", "no NumPy array"),
        ("a.npy", with_header((-2, 2)) + bytes(32), "no NumPy array"),
        ("a.json", b"[[1, 2]", "no JSON"),
        ("a.json", b"[1, 2]", "list of subsets"),
        ("a.json", b"3", "list of subsets"),
        ("a.json", b'[[{"a": 1}]]', "numbers, strings"),
        ("a.json", b"[[1, 2, 1]]", "Option 0 has item '1' twice"),
        ("a.json", b'[[1, "1"]]', "has the item '1' twice"),
        ("a.json", b"[[]]", "no items"),
        ("a.json", b'{"primary": ["a"]}', "in JSON has lists"),
        ("a.json", b'{"primary": ["a"], "options": [["a"]]}', "in JSON has lists"),
        ("a.json", b'{"primary": ["a"], "options": [[1]]}', "Option 0 has item 1"),
        ("a.json", b'{"primary": "ab", "options": [[0]]}', "in JSON has lists"),
        ("a.json", b'{"primary": [null], "options": [[0]]}', "in JSON has lists"),
        ("a.json", b'{"primary": ["a"], "options": [[false]]}', "in JSON has lists"),
        ("a.json", b'{"primary": ["a"], "secondry": ["x"], "options": [[0]]}', "key 'secondry', w"),
        (
            "a.json",
            b'{"primary": ["a"], "limit": 3, "options": [[0]]}',
            "has the key 'limit', which",
        ),
        ("a.json", b'{"primary": ["a"], "options": [], "options": [[0]]}', "'options' twice"),
        ("a.json", b"[" * 5000, "brackets are too deep"),
        ("a.dlx", b"p\nq", "Line 2 has the item 'q'"),
        ("a.dlx", b"\xff", "no UTF-8"),
        ("a.xlsx", b"", "none of the suffixes"),
    ],
)
def test_unreadable_files_are_told_with_their_name(
    tmp_path: Path, name: str, content: bytes, message: str
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(ProblemError, match=message) as error:
        CoverProblem.read(tmp_path / name)
    assert str(error.value).startswith(str(tmp_path / name))


def saved(array: np.ndarray) -> bytes:
    stream = io.BytesIO()
    np.save(stream, array)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("shape", "told"),
    [
        ((2, 3), "shape 2x3 take 48 bytes, and it has 32"),
        ((10**6, 10**6), "take 8,000,000,000,000 bytes, and it has 32"),
        ((10**12, 10**11), r"take about 10\^24 bytes, and it has 32"),
        ((10**4000, 9), r"shape 1000\d* take about 10\^4002 bytes, and it has 32"),
    ],
)
def test_matrices_shorter_than_they_say(shape: tuple[int, int], told: str, tmp_path: Path) -> None:
    """That was out of memory, and advice about threads."""
    (tmp_path / "a.npy").write_bytes(with_header(shape) + bytes(32))
    with pytest.raises(ProblemError, match=rf"a\.npy: It is damaged: numbers of .*{told}") as error:
        CoverProblem.read(tmp_path / "a.npy")
    assert len(str(error.value).removeprefix(str(tmp_path))) < 200


FILES = [
    *((".npy", saved(array)) for array in (np.eye(3, dtype=np.int64), np.eye(4, dtype=bool))),
    (".npy", saved(np.zeros(3, [("a", "i4"), ("é", "f8")]))),
    (".json", json.dumps(covers.queens(3).to_json()).encode()),
    (".json", b'[[1, 2], [3], [[0, 1]], ["a"]]'),
    (".dlx", XCC.encode()),
    (".csv", b"1,0,1\n0,1,0\n"),
]
PIECES = [
    b"", b"9" * 30, b"-1", b"(", b")", b"'", b"\\", b"\xff", b"\x00", b"\xe2\x80\xa8", b"NaN",
    b"1e999", b"True", b"{", b"}", b"[", b"]", b",", b":", b"|", b"O", b"V9999999999", b"PK",
]  # fmt: skip


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    file=st.sampled_from(FILES),
    edits=st.lists(
        st.tuples(
            st.integers(0, 200), st.integers(0, 9), st.sampled_from(PIECES) | st.binary(max_size=2)
        ),
        min_size=1,
        max_size=3,
    ),
)
def test_damaged_files_are_read_or_refused_in_a_sentence(file, edits, tmp_path: Path) -> None:
    suffix, contents = file
    for at, length, new in edits:
        contents = contents[:at] + new + contents[at + length :]
    path = tmp_path / f"damaged{suffix}"
    path.write_bytes(contents)
    try:
        assert CoverProblem.read(path).items
    except ProblemError as error:
        said = str(error)
        assert said.startswith(f"{path}: ")
        assert said.endswith(".")
        assert "\n" not in said
        assert len(said) < len(str(path)) + 300


@pytest.mark.parametrize("name", ["none.dlx", "none.npy", "none.csv", "none.json"])
def test_missing_files(tmp_path: Path, name: str) -> None:
    with pytest.raises(ProblemError, match=f"{name}: It cannot be read: No such file"):
        CoverProblem.read(tmp_path / name)


def test_several_arrays_are_no_matrix(tmp_path: Path) -> None:
    with (tmp_path / "a.npy").open("wb") as file:
        np.savez(file, np.eye(2), np.eye(3))
    with pytest.raises(ProblemError, match="several arrays"):
        CoverProblem.read(tmp_path / "a.npy")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([[0], [0, 3]], "Option 1 has item 3: items are numbered 0 to 2"),
        ([[-1]], "Option 0 has item -1"),
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


def test_an_item_without_options_means_no_solutions() -> None:
    problem = CoverProblem.from_dlx("p q | x\np x")
    assert problem.uncovered == ("q",)
    assert solutions(problem) == []
    assert covers.queens(4).uncovered == ()


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


@pytest.mark.parametrize(
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


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: CoverProblem("abc", "", [[(0,)]]), r"items by their numbers.* not \(0,\)"),
        (lambda: CoverProblem("abc", "", [["a"]]), "items by their numbers.* not 'a'"),
        (lambda: CoverProblem.from_subsets([5]), "takes subsets, each a list"),
        (lambda: CoverProblem.from_subsets([[[1]]]), "takes subsets, each a list"),
        (lambda: CoverProblem.from_subsets([[frozenset("ab")], [frozenset("c")]]), "no sets"),
        (lambda: CoverProblem.from_subsets([["\ud800"], ["a"]]), "no file of text can hold"),
        (lambda: covers.subsets(20_000, 10_000), r"would have more than 10\^18 options"),
        (lambda: covers.queens(10**2200), "A problem with more than"),
    ],
)
def test_what_would_go_wrong_later_is_refused_at_once(make, message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        make()


def test_options_may_be_arrays() -> None:
    assert (
        CoverProblem("abc", "", np.array([[0, 1], [1, 2]])).options
        == CoverProblem("abc", "", [[0, 1], [1, 2]]).options
    )
