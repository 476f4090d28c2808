"""Conditions mean what they mean in SQL."""

from __future__ import annotations

from pathlib import Path

import pytest

import enumino
from enumino.errors import QueryError


@pytest.mark.parametrize(
    "condition",
    [
        "cells = 8",
        "cells = 6 and symmetry = 'axis'",
        "not (cells < 8 or symmetry <> 'none') and holes >= 1",
        "cells in (3, 5, 7) and symmetry in ('all', 'axis2')",
        "perimeter between 12 and 14",
        "perimeter not between 12 and 14 and symmetry not in ('none')",
        "height * width = cells",
        "perimeter = 2 * (height + width) and cells + 4 > height * width",
        "height - width = -2",
        "mask > 1000000",
        "6 = cells",
    ],
)
def test_conditions_choose_the_rows_that_duckdb_chooses(finished: Path, condition: str) -> None:
    dataset = enumino.open_dataset(finished)
    sql = f"select count(*) from dataset where {condition.replace('height -', 'height::int -')}"
    assert sum(1 for _ in dataset.rows(condition)) == dataset.duckdb(sql).fetchall()[0][0]


@pytest.mark.parametrize(
    ("condition", "message"),
    [
        ("cells ==== 6", "cannot be read"),
        ("", "cannot be read"),
        ("size = 6", "no column 'size': choose from cells, height"),
        ("symmetry = axis", "no column 'axis'.*single quotes"),
        ("sqrt(cells) = 2", "not supported"),
        ("cells = 2.5", "not supported"),
        ("cells like 'a'", "not supported"),
        ("symmetry = 6", "compares"),
        ("cells = 'many'", "compares"),
        ("cells", "not supported"),
    ],
)
def test_other_conditions_are_refused(finished: Path, condition: str, message: str) -> None:
    with pytest.raises(QueryError, match=message):
        list(enumino.open_dataset(finished).rows(condition))


def test_differences_of_unsigned_columns_may_be_negative(tmp_path: Path) -> None:
    enumino.enumerate_to(tmp_path / "rooms", enumino.Tatami("4x7"), in_process=True)
    rooms = enumino.open_dataset(tmp_path / "rooms")
    rows = list(rooms.rows())
    assert len(list(rooms.rows("rows - cols = -3"))) == len(rows)
    assert list(rooms.rows("rows - cols > 1")) == []
    upright = [row for row in rows if row["horizontal"] < row["vertical"]]
    assert list(rooms.rows("horizontal - vertical < 0")) == upright
