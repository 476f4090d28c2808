"""Types of numbers: those of rows have a sign, so that differences may be negative."""

from __future__ import annotations

from pathlib import Path

import pytest

import enumino
from enumino.registry import rows_of
from tests.looping import each


@pytest.mark.filterwarnings("ignore:The inplace keyword")  # Dask's own call of pandas
def test_numbers_are_computed_with_in_every_library(tmp_path: Path) -> None:
    import duckdb
    import polars as pl

    root = tmp_path / "polyominoes"
    enumino.enumerate_to(root, enumino.Polyominoes(range(1, 7)), in_process=True)
    dataset = enumino.open_dataset(root)
    rows = list(dataset.rows())
    expected = [(row["height"] - row["width"], row["perimeter"] * 1000) for row in rows]
    assert min(expected)[0] < 0
    for frame in (dataset.pandas(), dataset.dask().compute(scheduler="sync")):
        both = zip(frame.height - frame.width, frame.perimeter * 1000, strict=True)
        assert list(both) == expected
    height, width, perimeter = (pl.col(name) for name in ("height", "width", "perimeter"))
    both = dataset.polars().select(height - width, times=perimeter * 1000).collect().rows()
    assert both == expected
    computed = "select height - width, perimeter * 1000 from"
    assert dataset.sql(f"{computed} rows").fetchall() == expected
    assert duckdb.sql(f"{computed} '{root}/data/*.parquet'").fetchall() == expected
    assert not [c for c in dataset.schema if str(c.type) in ("uint8", "uint16", "uint32")]


@each("family", ["tilings", "packings", "covers", "trominoes"])
def test_numbers_of_tables_beside_the_data_have_a_sign(family: str) -> None:
    problem = {
        "tilings": enumino.Tilings("2x3", "domino"),
        "packings": enumino.Tilings("1x2x3", "dicube", lattice="cubic"),
        "covers": enumino.Covers("queens 4"),
        "trominoes": enumino.Trominoes(4),
    }[family]
    tables = rows_of(problem.to_json()).tables()
    assert tables
    for table in tables.values():
        assert not [field for field in table.schema if str(field.type).startswith("uint")]
