"""Tables for people: marks stand beside their numbers, no line is wider than the terminal."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from enumino.cli import tables
from enumino.datasets.totals import Total, totals_rows
from enumino.families.polyforms.rows import PolyformRows
from enumino.objects.lattice import SymmetryClass
from enumino.published import TOTAL
from enumino.tables import GAP, as_markdown
from tests.looping import each

CLASSES = [*map(str, SymmetryClass)]
COLUMNS = ["cells", *CLASSES, TOTAL, "published"]


def text(lines: list[Total]) -> str:
    return tables.totals_table(lines)


def markdown(lines: list[Total]) -> str:
    return as_markdown(totals_rows(lines))


def lines_of(sizes: range) -> list[Total]:
    """The published totals, as if they had been found."""
    rows = PolyformRows({"family": "polyominoes", "cells": [sizes[0], sizes[-1]], "kind": "free"})
    return [replace(line, count=line.published) for line in rows.totals({})]


def marks(table: str, sizes: range) -> dict[tuple[int, str], str]:
    """The mark in each column of the rows of a table, by size and column."""
    found = {}
    for line in table.splitlines():
        cells = [cell.strip() for cell in re.split(r"\||  +", line.strip(" |"))]
        if len(cells) == len(COLUMNS) and cells[0] in map(str, sizes):
            for name, cell in zip(COLUMNS, cells, strict=True):
                found[int(cells[0]), name] = "".join(re.findall("[✓✗]", cell))
    return found


@each("table", [text, markdown])
@given(st.sets(st.tuples(st.integers(7, 9), st.sampled_from([*CLASSES, TOTAL]))))
def test_marks_stand_at_the_numbers_that_differ(table, wrong: set[tuple[int, str]]) -> None:
    sizes = range(7, 10)
    lines = [
        replace(line, count=line.count + 1)
        if (line.labels["cells"], line.symmetry) in wrong
        else line
        for line in lines_of(sizes)
    ]
    expected = {
        **{(n, name): "" for n in sizes for name in COLUMNS},
        **{(n, "published"): "✗" if (n, TOTAL) in wrong else "✓" for n in sizes},
        **{place: "✗" for place in wrong if place[1] != TOTAL},
    }
    assert marks(table(lines), sizes) == expected


@pytest.mark.parametrize("table", [text, markdown])
def test_what_is_not_published_has_no_mark(table) -> None:
    lines = [replace(line, published=None) for line in lines_of(range(8, 9))]
    assert not re.search("[✓✗]", table(lines))


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
    parts = [part.split("\n") for part in tables.fitted(rows).split("\n\n")]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    two = max((widths[0] + len(GAP) + other for other in widths[1:]), default=widths[0])
    for part in parts:
        assert all(len(line) <= max(width, two) for line in part)
        assert len(part) == len(rows) + 1
    for number, row in enumerate(rows):
        line = number + bool(number)  # a rule is below the first one
        told = " ".join(part[line] for part in parts).split()
        assert set(told) == set(row)
    terminal(None)
    assert "\n\n" not in tables.fitted(rows)


def test_a_table_that_fits_is_one(terminal) -> None:
    rows = [["cells", "total"], ["8", "369"]]
    terminal(12)
    assert tables.fitted(rows) == "cells  total\n────────────\n    8    369"
    terminal(11)
    assert tables.fitted(rows) == "cells  total\n────────────\n    8    369"
    wide = [["cells", "free", "fixed"], ["8", "369", "2725"]]
    assert tables.fitted(wide) == (
        "cells  free\n───────────\n    8   369\n\ncells  fixed\n────────────\n    8   2725"
    )


def test_what_goes_into_a_pipe_is_one_table() -> None:
    assert tables.terminal_width() is None
