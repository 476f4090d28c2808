"""Tables for people: no line is wider than the terminal, and nothing is lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from enumino.cli import tables

TEXT = st.text(st.characters(codec="ascii", categories=["L", "N"]), min_size=1, max_size=12)
TABLES = st.integers(1, 9).flatmap(
    lambda columns: st.lists(st.lists(TEXT, min_size=columns, max_size=columns), min_size=2)
)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Callable[[int | None], None]:
    return lambda width: monkeypatch.setattr(tables, "terminal_width", lambda: width)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rows=TABLES, width=st.integers(1, 120))
def test_tables_are_at_most_as_wide_as_the_terminal(rows, width, terminal) -> None:
    terminal(width)
    parts = [part.split("\n") for part in tables.aligned(rows).split("\n\n")]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    two = max((widths[0] + len(tables.GAP) + other for other in widths[1:]), default=widths[0])
    for part in parts:
        assert all(len(line) <= max(width, two) for line in part)
        assert len(part) == len(rows) + 1
    for number, row in enumerate(rows):
        line = number + bool(number)  # a rule is below the first one
        told = " ".join(part[line] for part in parts).split()
        assert set(told) == set(row)
    terminal(None)
    assert "\n\n" not in tables.aligned(rows)


def test_a_table_that_fits_is_one(terminal) -> None:
    rows = [["cells", "total"], ["8", "369"]]
    terminal(12)
    assert tables.aligned(rows) == "cells  total\n────────────\n    8    369"
    terminal(11)
    assert tables.aligned(rows) == "cells  total\n────────────\n    8    369"
    wide = [["cells", "free", "fixed"], ["8", "369", "2725"]]
    assert tables.aligned(wide) == (
        "cells  free\n───────────\n    8   369\n\ncells  fixed\n────────────\n    8   2725"
    )


def test_what_goes_into_a_pipe_is_one_table() -> None:
    assert tables.terminal_width() is None
