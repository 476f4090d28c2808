"""Tables of totals, for the terminal and for a dataset's card: what is marked, and where."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enumino.cli import tables
from enumino.datasets import card
from enumino.datasets.totals import Total
from enumino.families.polyforms.rows import PolyformRows
from enumino.objects.lattice import SymmetryClass
from enumino.published import TOTAL
from tests.looping import each

CLASSES = [*map(str, SymmetryClass)]
COLUMNS = ["cells", *CLASSES, TOTAL, "published"]


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


@each("table", [tables.counts_table, card.counts_table])
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


@pytest.mark.parametrize("table", [tables.counts_table, card.counts_table])
def test_what_is_not_published_has_no_mark(table) -> None:
    lines = [replace(line, published=None) for line in lines_of(range(8, 9))]
    assert not re.search("[✓✗]", table(lines))
