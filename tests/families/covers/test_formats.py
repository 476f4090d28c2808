"""Files of exact cover problems: formats and refusals."""

import csv
import io
import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from enumino import Covers
from enumino.errors import ProblemError
from enumino.families.covers import formats
from enumino.families.covers.exact_cover import CoverProblem
from tests.families.covers.known import KNUTH
from tests.naive_cover import as_matrix, by_definition

PILAUD = ["356", "147", "236", "14", "27", "457"]
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


def test_knuths_text_format() -> None:
    problem = CoverProblem.from_dlx(XCC)
    assert problem == KNUTH == CoverProblem("pqr", "xy", KNUTH.options)
    assert problem.options[0] == (0, 1, 3, (4, "A"))
    assert [problem.option_text(i) for i in range(5)] == [
        "p q x y:A",
        "p r x:A y",
        "p x:B",
        "q x:A",
        "r y:B",
    ]
    assert by_definition(problem) == {(1, 3)}
    unsorted = CoverProblem.from_dlx("a b c\nc a\nb\nc b a")
    assert unsorted.options == ((2, 0), (1,), (2, 1, 0))


def test_items_with_bounds_in_knuths_format() -> None:
    problem = CoverProblem.from_dlx("2:3|p 2|q r 0:1|s | x\np q x:A\nq r\np s\n")
    assert problem.primary == ("p", "q", "r", "s")
    assert problem.bounds == ((2, 3), (2, 2), (1, 1), (0, 1))
    assert CoverProblem.from_dlx("1:1|p 1|q\np q").bounds == ()
    assert by_definition(problem) == {(0, 1, 2)}


def test_files_of_all_formats_hold_the_same_problem(tmp_path: Path) -> None:
    problem = CoverProblem.from_subsets([[int(c) - 1 for c in subset] for subset in PILAUD])
    matrix = as_matrix(problem).astype(np.int64)
    np.savetxt(tmp_path / "b.csv", matrix, fmt="%d", delimiter=",")
    (tmp_path / "c.json").write_text(json.dumps(problem.options), encoding="utf-8")
    lines = [" ".join(problem.primary), *map(problem.option_text, range(6))]
    (tmp_path / "e.dlx").write_text("\n".join(lines), encoding="utf-8")
    (tmp_path / "f.DLX").write_text("\r\n".join(lines), encoding="utf-8-sig")
    np.savetxt(tmp_path / "g.txt", matrix, fmt="%d")
    for path in tmp_path.iterdir():
        assert CoverProblem.read(path) == problem, path.name
    assert CoverProblem.from_matrix(matrix.tolist()) == problem
    assert CoverProblem.from_matrix(matrix.astype(bool)) == problem


@given(
    options=st.lists(st.sets(st.integers(0, 4), min_size=1), min_size=1, max_size=7),
    primary=st.integers(1, 5),
    bounds=st.lists(st.sampled_from([(1, 1), (0, 1), (1, 2), (2, 2)]), min_size=5, max_size=5),
)
def test_covers_are_read_as_other_programs_write_them(
    options: list[set[int]], primary: int, bounds: list[tuple[int, int]]
) -> None:
    """Sizes first, with names or with numbers from 0 or 1; bounds behind names."""
    lists = [sorted(option) for option in options]
    sizes = f"5 {len(lists)}\n"
    for first in (0, 1):
        lines = [" ".join(str(item + first) for item in option) for option in lists]
        names = [str(item + first) for item in range(5)]
        ambiguous = all(line.split()[0] == str(len(line.split()) - 1) for line in lines)
        if not ambiguous and (first or any(0 in option for option in lists)):
            assert read(sizes, *lines) == CoverProblem(names, (), lists)
        whole = CoverProblem(names[:primary], names[primary:], lists, bounds[:primary])
        named = [f"{n}[{low}:{high}]" for n, (low, high) in zip(names, bounds, strict=True)]
        named[primary:] = ["|"] * (primary < 5) + names[primary:]
        assert read(sizes, " ".join(named), *lines) == whole
        assert Covers(whole).count().total == len(by_definition(whole))


def read(*lines: str) -> CoverProblem:
    return CoverProblem(*formats.parse_sized("\n".join(map(str.strip, lines))))


@given(options=st.lists(st.sets(st.integers(0, 6)), min_size=1, max_size=9))
def test_matrices_have_names_above_or_none(options: list[set[int]]) -> None:
    rows = [["01"[column in option] for column in range(7)] for option in options]
    names = ["a b", "c,d", 'e"', "0", "1", "6", "x"]
    out = io.StringIO()
    writer = csv.writer(out)
    for above, items in (
        ([], list("0123456")),
        ([names], names),
        ([[*"0123456"]], list("0123456")),
    ):
        out.truncate(out.seek(0))
        writer.writerows([*above, *rows])
        primary, secondary, read, bounds = formats.parse_csv(out.getvalue())
        assert (primary, secondary, bounds) == (items, [], [])
        assert read == [sorted(option) for option in options]


@pytest.mark.parametrize("columns", [1, 2])
def test_a_first_line_that_may_be_an_option_or_name_the_columns_is_refused(columns: int) -> None:
    """The header of pandas, whose columns have numbers."""
    numbers, names = ",".join("01"[:columns]), ",".join("ab"[:columns])
    with pytest.raises(ProblemError, match="may be an option or the numbers of the columns"):
        formats.parse_csv(f"{numbers}\n{numbers}\n")
    assert len(formats.parse_csv(f"{names}\n{numbers}\n{numbers}")[2]) == 2
    assert len(formats.parse_text(f"{names}\n{numbers}\n".replace(",", " "))[2]) == 1


def test_json_lists_may_hold_cells(tmp_path: Path) -> None:
    (tmp_path / "cells.json").write_text("[[[0, 0], [0, 1]], [[0, 1]]]", encoding="utf-8")
    assert CoverProblem.read(tmp_path / "cells.json").primary == ("(0, 0)", "(0, 1)")


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.csv", b"1,0\n1,x\n", "Line 2 has 'x'"),
        ("a.csv", b"1,0\n1\n", "Line 2 has 1 value, but the first line 2"),
        ("a.csv", b"1,0\n1,,0\n", "Line 2 has '': values of a matrix"),
        ("a.csv", b"a;b\n1;0\n", "Line 2 has '1;0': values of a matrix are 0 or 1"),
        ("a.csv", b"", "The matrix is empty"),
        ("a.csv", b'"a', "Line 1 cannot be read: unexpected end of data"),
        ("a.csv", b"a,a\n1,0\n", "the item 'a' twice"),
        ("a.txt", b"3\n1 0 1\n0 1 0\n", "Line 2 has 3 values, but the first line 1"),
        ("a.txt", b"a b\na\nb\n", "Line 2 has 'a': values of a matrix are 0 or 1"),
        ("a.txt", b"0 1\n0\n1\n", "The first line, '0 1', may be an option or the numbers of"),
        ("a.ec", b"", "Line 1 is '': write the numbers of items and options"),
        ("a.ec", b"2 2\nx y z\nx\ny", "Line 1 says 2 items and 2 options, but 3 items and 2 op"),
        ("a.ec", b"3 2\n1 2 3", "Line 1 says 3 items and 2 options, but 3 items and 1 option fol"),
        ("a.ec", b"999999999 1\n1 9", "Line 1 says 999,999,999 items"),
        (
            "a.ec",
            b"2 2\n1 2\n2 3",
            "An option has the item '3', but the 2 items are numbered from 1",
        ),
        ("a.ec", b"3 2\n2 1 3\n1 2", "Each option begins with the number of its other items"),
        ("a.json", b'[["\\ud800"]]', "list of subsets"),
        ("a.json", b"[[1, 2]", "list of subsets.*truncated"),
        ("a.json", b"[1, 2]", "list of subsets"),
        ("a.json", b'[[{"a": 1}]]', "Expected `int . float . str . array`"),
        ("a.json", b"[[1, [2]]]", "numbers, text or tuples, .* length >= 2"),
        ("a.json", b"[" * 200_000, "list of subsets.*got `array`"),
        ("a.dlx", b"", "The DLX text is empty"),
        ("a.dlx", b"2 1\np q\np q", "Line 1 has two numbers: if they are the numbers of items and"),
        ("a.dlx", b"p | x\n\np z", "Line 3 has the item 'z', which is not among .* on line 1"),
        ("a.dlx", b"p | x\np x:", "Line 2 has the item 'x:', which is not among"),
        ("a.dlx", b"p q p", "The problem has the item 'p' twice"),
        ("a.dlx", b"p q:A", "Line 1 has the item 'q:A'"),
        ("a.dlx", b"2|p | 2|x", r"Line 1 has the item '2\|x'"),
        ("a.dlx", b"3:2|p\np", "The item 'p' cannot be covered 3 to 2 times"),
        ("a.dlx", b"\xff", "cannot be read: it is not text in UTF-8"),
        ("a.xlsx", b"", "none of the suffixes"),
        ("none.dlx", None, "cannot be read: No such file"),
    ],
)
def test_unreadable_files_are_told_with_their_name(
    tmp_path: Path, name: str, content: bytes | None, message: str
) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(ProblemError, match=message) as error:
        CoverProblem.read(tmp_path / name)
    assert str(error.value).startswith(str(tmp_path / name))
    assert str(error.value).endswith(".")
