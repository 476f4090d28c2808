"""Conditions mean what they mean in SQL."""

from __future__ import annotations

from pathlib import Path

import pytest

import enumino
from enumino.errors import DatasetError, QueryError
from tests.dataset_tools import Enumino, sentence


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
        "cells = 2.5 or cells > 8.5",
        "cells in (2.5, 7) or cells between 3 and 4.5",
        "mask > 1.5 and mask < 1e300",
        "cast(height as int) - cast(width as bigint) < -3",
        "height::double / width = 0.5",
        "height / width <= 0.4",
        "perimeter // cells = 2",
        "perimeter % cells = 2 and mod(cells, 2) = 1",
        "(height::int - 9) % 4 = -3 and (height::int - 9) // 4 = -1",
        "mask % 8 = 7 and mask // 1024 = 1",
        "-(height::int) < -3",
        "abs(height::int - width) = 4",
        "least(height, width, 3) = 2",
        "greatest(height * 2, width) > width and greatest(symmetry, 'b') = 'b'",
        "length(symmetry) = 4 and len(symmetry) < 5",
        "length(cast(perimeter as varchar)) = 1 and cast(cells as text) in ('3', '4')",
        "cast('8' as int) = cells",
        "symmetry like 'a%2'",
        "symmetry like 'a__s'",
        "symmetry not like 'ROT%' and symmetry not ilike 'ROT%'",
        "symmetry ilike '%I%' or symmetry like 'a\\%'",
        "not (symmetry like '%')",
        "cells is null or holes is not null and cells = 9",
        "not (not (((((cells = 9))))))",
        "true and not false",
        "cells == 6 -- half a dozen",
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
        ("cells like 'a'", "compares"),
        ("symmetry like 'a!%' escape '!'", "not supported"),
        ("symmetry like symmetry", "not supported"),
        ("cast(cells as date) is null", "not supported"),
        ("cast(cells / 2 as int) = 1", "not supported"),
        ("try_cast(symmetry as int) = 1", "not supported"),
        ("length(cells) = 1", "not supported"),
        ("symmetry + 1 = 2", "not supported"),
        ("cells % 1.5 = 0", "not supported"),
        ("cells between symmetric 9 and 2", "not supported"),
        ("polyominoes.cells = 6", "not supported"),
        ("least(cells, symmetry) = 1", "compares"),
        ("cells is true", "not supported"),
        ("cells = null", "not supported"),
        ("mask * mask * mask > 1", "cannot be computed of every row .*: compare smaller"),
        ("cast(symmetry as int) = 1", "cannot be computed of every row"),
        ("cells = 99999999999999999999", "compares"),
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


@pytest.mark.parametrize("depth", [5, 60, 2000])
@pytest.mark.parametrize(
    ("before", "inside", "after"),
    [
        ("(", "cells = 6", ")"),
        ("not (not (", "cells = 6", "))"),
        ("-(-(", "cells", "))"),
        ("abs(", "cells", ")"),
    ],
)
def test_deep_conditions_are_read_or_refused_in_a_sentence(
    here: Enumino, finished: Path, before: str, inside: str, after: str, depth: int
) -> None:
    condition = before * depth + inside + after * depth + ("" if "=" in inside else " = 6")
    shown = here("show", finished, "--where", condition, "--limit", "1")
    if depth == 5 or shown.code == 0:
        assert shown.err == "The first 1; more with --limit.\n"
    else:
        assert "nested too deeply: write a shorter one" in sentence(shown, 2)


def test_what_is_divided_by_0_is_null(finished: Path) -> None:
    dataset = enumino.open_dataset(finished)
    full = sum(1 for _ in dataset.rows("holes = 0"))
    for quotient in ("cells / holes", "cells // holes", "cells % holes"):
        assert sum(1 for _ in dataset.rows(f"{quotient} is null")) == full
        for met in (f"{quotient} in (77)", f"{quotient} = 77"):
            assert not list(dataset.rows(met))
            assert len(list(dataset.rows(f"not ({met})"))) == len(dataset) - full


def test_lists_have_a_length(tmp_path: Path) -> None:
    problem = enumino.Tilings("4x4", "tetrominoes")
    enumino.enumerate_to(tmp_path / "tilings", problem, in_process=True)
    tilings = enumino.open_dataset(tmp_path / "tilings")
    for length in ("len(placements)", "length(placements)", "array_length(placements)"):
        assert len(list(tilings.rows(f"{length} = 4 and length(layout) = 4"))) == 117


def test_a_damaged_file_is_not_the_fault_of_the_condition(spoilt: Path) -> None:
    file = next((spoilt / "data").iterdir())
    file.write_bytes(file.read_bytes()[:200])
    with pytest.raises(DatasetError, match="missing or damaged"):
        list(enumino.open_dataset(spoilt).rows("mask * mask * mask > 1"))
