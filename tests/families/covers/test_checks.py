"""The checks of exact covers: solutions pass, and every other row is reported."""

from functools import cache
from typing import Any

import pyarrow as pa
import pytest

from enumino.datasets.checks import VALUES_AT_ONCE
from enumino.families.covers.exact_cover import CoverProblem
from enumino.families.covers.problem import COVER_COLUMNS, Covers
from enumino.registry import rows_of
from enumino.schema import arrow_schema
from tests import naive_cover
from tests.families.covers.known import KNUTH, SUDOKU, solutions

UNKNOWN = "has an option that does not exist"
ORDER = "does not have its options ascending"
COVERED = "does not cover each primary item once"
COLOURS = "covers a secondary item twice in different colours"

PROBLEMS = [
    Covers("queens 6"),
    Covers("langford 4"),
    Covers("subsets 5"),
    Covers("subsets 6 2"),
    Covers(f"sudoku {SUDOKU}"),
    Covers(KNUTH),
    Covers("queens 8", limit=5),
    Covers(CoverProblem((), "x", [[0]])),
]


def batch_of(rows: list[list[int]]) -> pa.RecordBatch:
    schema = arrow_schema(COVER_COLUMNS)
    return pa.RecordBatch.from_pylist([{"options": row} for row in rows], schema=schema)


@cache
def family(problem: Covers) -> Any:
    return rows_of(problem.to_json())


def faults(problem: Covers, rows: list[list[int]]) -> list[tuple[str, int]]:
    found = family(problem).faults(batch_of(rows))
    return [(fault.what, fault.row) for fault in found]


@pytest.mark.parametrize("problem", PROBLEMS[:-1])
def test_damage_is_reported(problem: Covers) -> None:
    rows = solutions(problem)
    last = len(problem.cover.options) - 1
    for at in {0, len(rows) // 2, len(rows) - 1}:
        good = rows[at]

        def told(options: list[int], at: int = at) -> list[tuple[str, int]]:
            return faults(problem, [*rows[:at], options, *rows[at + 1 :]])

        assert told([*good, last + 1]) == [(UNKNOWN, at)]
        assert told([*good[:-1], (1 << 32) - 1]) == [(UNKNOWN, at)]
        assert told(good[1:]) == [(COVERED, at)]
        assert told(good[:-1]) == [(COVERED, at)]
        assert told([]) == [(COVERED, at)]
        assert (ORDER, at) in told([*good, good[-1]])
        assert (COVERED, at) in told([*good, good[-1]])
        if len(good) > 1:
            assert told(good[::-1]) == [(ORDER, at)]
            assert told([good[1], good[0], *good[2:]]) == [(ORDER, at)]
        for other in set(range(last + 1)) - set(good):
            wrong = sorted([*good[:-1], other])
            expected = naive_cover.is_solution(problem.cover, tuple(wrong))
            assert (told(wrong) == []) == expected


@pytest.mark.parametrize("problem", PROBLEMS)
def test_tables_say_what_the_options_are(problem: Covers) -> None:
    options = family(problem).tables()["options.parquet"].to_pylist()
    assert [row["option"] for row in options] == list(range(len(problem.cover.options)))
    lines = [" ".join(problem.cover.primary), *(row["text"] for row in options)]
    if problem.cover.secondary:
        lines[0] += " | " + " ".join(problem.cover.secondary)
    if problem.cover.primary:
        assert CoverProblem.from_dlx("\n".join(lines)) == problem.cover


def test_solutions_are_grids_or_lists_of_options() -> None:
    sudoku, plain = (
        family(problem).object_of({"options": solutions(problem)[0]}) for problem in PROBLEMS[4:6]
    )
    assert str(sudoku).split("\n")[0] == "5 3 4 6 7 8 9 1 2"
    assert family(PROBLEMS[5]).picture(plain) == "p r x:A y\nq x:A"
    assert "&lt;title&gt;" in family(PROBLEMS[5]).sheet([plain], "a <title>").svg


def test_items_with_bounds() -> None:
    problem = Covers(CoverProblem("ab", "x", [[0], [0, 1], [0, 2], [1, 2]], [(2, 2), (0, 1)]))
    good = [[0, 1], [0, 2], [1, 2]]  # 0, 2 and 3 have x twice
    assert sorted(solutions(problem)) == good
    assert faults(problem, good) == []
    often = "does not cover each primary item as often as it should"
    assert faults(problem, [*good, [0], [0, 1, 2], [1, 3]]) == [(often, 3)]


def test_secondary_items_and_colours() -> None:
    problem = Covers(
        CoverProblem(
            "ab", "x", [[0, 2], [1, 2], [0, (2, "A")], [1, (2, "A")], [1, (2, "B")], [0], [1]]
        )
    )
    good = [[0, 6], [1, 5], [2, 3], [2, 6], [3, 5], [4, 5], [5, 6]]
    assert sorted(solutions(problem)) == good
    assert faults(problem, good) == []
    assert Covers(CoverProblem("a", "c", [[0], [1]])).count().total == 1  # no primary item in 1
    for bad in ([0, 1], [0, 3], [1, 2], [2, 4], [0, 4]):
        assert faults(problem, [*good, bad]) == [(COLOURS, 7)]


def test_symmetries_are_recomputed() -> None:
    """Each image of a solution is reported, and another class or orbit."""
    problem = Covers("queens 6", up_to_symmetry=True)
    (good,) = (row for batch in problem.batches([()]) for row in batch.records.to_pylist())
    images = [sorted(image[good["options"]].tolist()) for image in problem.images.values()]
    others = [
        ("first of its images", {"options": each}) for each in images if each != good["options"]
    ]
    others += [("symmetry class", {"symmetry": "none"}), ("orbit", {"orbit": 8})]
    schema = arrow_schema(problem.columns)
    for part, change in (("", {}), *others):
        row = pa.RecordBatch.from_pylist([good | change], schema=schema)
        found = [fault.what for fault in family(problem).faults(row)]
        assert len(found) == bool(part)
        assert all(part in fault for fault in found)


def test_many_rows_are_looked_at_in_turns() -> None:
    at_once = VALUES_AT_ONCE // len(PROBLEMS[2].cover.items)
    rows = solutions(PROBLEMS[2])
    rows *= 3 * at_once // len(rows)
    second, last = at_once + 5, len(rows) - 1
    rows[20], rows[second], rows[last] = rows[20][1:], [999], rows[last][1:]
    assert faults(PROBLEMS[2], rows) == [(COVERED, 20), (UNKNOWN, second), (COVERED, last)]
