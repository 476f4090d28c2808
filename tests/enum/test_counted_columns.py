"""Counts by columns, made without rows, equal the counts of rows in every family."""

from collections import Counter
from itertools import combinations
from typing import Any

import pyarrow as pa
import pytest

import enumino
from enumino.errors import ProblemError
from enumino.objects.lattice import KINDS
from enumino.run.searching import count_by_search

pytestmark = pytest.mark.compiled

SIZES: dict[Any, int] = {
    enumino.Polyominoes: 6,
    enumino.Polyhexes: 5,
    enumino.Polyiamonds: 6,
    enumino.Polyplets: 4,
    enumino.Polycubes: 4,
}
POLYFORMS: list[Any] = [
    make(range(1, most + 1), kind) for make, most in SIZES.items() for kind in KINDS
]
OTHERS: list[Any] = [
    enumino.Tatami(["3x4", "2x3"], (0, 4)),
    enumino.Tilings("3x6", "L-tromino, I3"),
]


def by_rows(problem: Any, by: tuple[str, ...]) -> Counter[Any]:
    """The same from rows."""
    table = pa.Table.from_batches([batch.records for batch in problem.batches([()])])
    return Counter(zip(*(table.column(name).to_pylist() for name in by), strict=True))


@pytest.mark.parametrize("problem", POLYFORMS + OTHERS)
def test_counts_are_those_of_rows(problem: Any) -> None:
    rows = {column.name for column in problem.columns}  # properties have a law of their own
    columns = tuple(c.name for c in problem.counted if c.name in rows)
    tally = count_by_search(problem, by=columns, threads=1)
    assert tally.counts == by_rows(problem, columns)
    alone = count_by_search(problem, by=columns[0], threads=1)
    assert alone.counts == by_rows(problem, columns[:1])
    for by in [*combinations(columns, 2)][:3]:
        some = count_by_search(problem, by=by[::-1], threads=1)
        assert some.counts == by_rows(problem, by[::-1])
        assert some.total == tally.total


def test_no_other_columns_and_none_twice() -> None:
    with pytest.raises(ProblemError, match=r"by 'orbit': choose from cells, height, width, symm"):
        count_by_search(enumino.Polyominoes(4), by=["orbit"])
    with pytest.raises(ProblemError, match="given twice"):
        count_by_search(enumino.Polyominoes(4), by=["holes", "holes"])
