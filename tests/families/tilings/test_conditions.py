"""Coverings that meet conditions, against a full listing filtered by definition."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from enumino.errors import EnuminoError
from enumino.families.tilings.problem import Tilings
from enumino.registry import problem_from_json, rows_of
from tests.dataset_tools import rows_found

Row = dict[str, Any]
PROBLEMS: list[Callable[..., Tilings]] = [
    partial(Tilings, "4x4", "domino"),
    partial(Tilings, "4x4", "L-tromino:2-4, domino"),
    partial(Tilings, "2x2x3", "dicube", lattice="cubic"),
]


def listed(problem: Tilings) -> list[Row]:
    return sorted(rows_found(problem), key=lambda row: row["placements"])


@pytest.mark.slow
@pytest.mark.parametrize("make", PROBLEMS)
def test_conditions_on_columns_filter(make) -> None:
    names = list(map(str, make().board.region.lattice.class_names))
    for up in ({}, {"up_to_symmetry": True}):
        full = listed(make(**up))
        few = sorted({row["pieces"] for row in full})[0]
        problem = make(**up, only=f"pieces <= {few} and symmetry <> '{names[0]}'")
        found = [r for r in full if r["pieces"] <= few and r["symmetry"] != names[0]]
        assert listed(problem) == found
        assert problem.count().total == len(found)
        first = [b.records.num_rows for b in make(**up, only="pieces > 0", limit=3).batches([()])]
        assert sum(first) == min(3, len(full))
        check = rows_of(problem.to_json())
        records = [batch.records for batch in make(**up).batches([()])]
        faults = [fault.what for each in records for fault in check.faults(each)]
        assert any("does not meet" in what for what in faults) == (len(found) < len(full))


def test_the_estimate_with_a_condition_is_that_of_all_rows_before_it() -> None:
    """Few of six billion rows meet it, and all are searched: a second was promised for an hour."""
    pieces = "monominoes, dominoes, trominoes, tetrominoes, pentominoes"
    few, every = Tilings("5x5", pieces, only="pieces = 5"), Tilings("5x5", pieces)
    assert few.expect(1e9) == every.expect(1e9)
    assert few.expect(1e9).rows == 6_085_023_513
    assert few.expect(1e9).nodes > 6e9


def test_problems_with_conditions_travel_and_say_so() -> None:
    for make in PROBLEMS[::2]:
        some = make(only=" pieces < 9")
        assert some.describe().endswith(", where pieces < 9")
        assert problem_from_json(some.to_json()) == some


def test_conditions_that_do_not_fit_are_refused() -> None:
    for only, message in ((" ", "' ' is not a condition"), ("uses(layout, 'X') < 8", "piece 'X'")):
        with pytest.raises(EnuminoError, match=message):
            Tilings("4x4", "domino", only=only)
