"""Formats: numbers of rows have a sign, and datasets of older formats are read as such."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import enumino
from enumino.datasets.plan import Plan
from enumino.datasets.storage import Store
from enumino.errors import DatasetError
from enumino.objects.cover.ready_made import queens
from enumino.registry import rows_of
from tests.dataset_tools import Enumino, data_file, edited, rewrite_part, sentence
from tests.looping import each

# Written by the last version that wrote format 2.
OLD = Path(__file__).parent / "format2"
PROBLEMS = {
    "polyominoes": enumino.Polyominoes(range(1, 7)),
    "tilings": enumino.Tilings("4x5", "L-tromino, domino", limit=30),
}


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A dataset of format 2 that may be spoilt."""
    return Path(shutil.copytree(OLD / "polyominoes", tmp_path / "old"))


@pytest.mark.filterwarnings("ignore:The inplace keyword")  # Dask's own call of pandas
@pytest.mark.parametrize("version", [2, 3])
def test_numbers_are_computed_with_in_every_library(version: int, tmp_path: Path) -> None:
    import duckdb
    import polars as pl

    root = OLD / "polyominoes"
    if version == 3:
        root = tmp_path / "new"
        enumino.enumerate_to(root, PROBLEMS["polyominoes"], in_process=True)
    assert json.loads((root / "manifest.json").read_text())["format_version"] == version
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
    if version == 3:
        read = duckdb.sql(f"{computed} '{root}/data/*.parquet'").fetchall()
        assert read == expected
        unsigned = [c for c in dataset.schema if str(c.type) in ("uint8", "uint16", "uint32")]
        assert unsigned == []


@each("name", PROBLEMS)
def test_datasets_of_format_2_hold_the_rows_of_today(name: str, tmp_path: Path) -> None:
    """And are verified, drawn and queried."""
    problem = PROBLEMS[name]
    enumino.enumerate_to(tmp_path / name, problem, in_process=True)
    new, old = enumino.open_dataset(tmp_path / name), enumino.open_dataset(OLD / name)
    assert old.schema.equals(new.schema)
    assert sorted(map(str, old.rows())) == sorted(map(str, new.rows()))
    assert old.totals == new.totals
    assert sorted(map(str, old)) == sorted(map(str, new))
    assert old.problem == problem
    for library in (old.pandas, lambda: old.polars().collect(), old.dask):
        assert len(library()) == len(old)
    assert enumino.verify(OLD / name, full=True).ok


def test_verification_finds_changes_in_format_2(old: Path) -> None:
    path = data_file(old, 0)
    table = pq.read_table(path)
    pq.write_table(table.set_column(0, "cells", table["cells"].cast(pa.int32())), path)
    assert not enumino.verify(old).ok


def test_an_unfinished_dataset_of_format_2_is_refused(old: Path, here: Enumino) -> None:
    (old / "manifest.json").unlink()
    assert "was begun in format 2, and this version writes 3" in sentence(here("commit", old), 1)
    Path(old, Plan.read(Store(old)).parts[0].checkpoint).unlink()
    for verb in (["run", old, "--part", "0"], ["run", old, "--share", "1/1"]):
        assert "was begun with enumino's writer 2" in sentence(here(*verb), 1)


def test_types_of_another_format_are_damage(old: Path, tmp_path: Path) -> None:
    new = tmp_path / "new"
    enumino.enumerate_to(new, PROBLEMS["polyominoes"], in_process=True)
    edited(lambda said: said["columns"][0].update(range="uint16"))(old / "manifest.json")
    edited(lambda said: said["columns"][0].update(type="uint8"))(new / "manifest.json")
    for root in (old, new):
        with pytest.raises(DatasetError, match="the column cells has another type than its format"):
            enumino.open_dataset(root)


@pytest.mark.parametrize("number", [-1, 256, 2**31 - 1])
def test_numbers_out_of_range_are_found(number: int, finished: Path, tmp_path: Path) -> None:
    """Although the type of files would hold them."""
    root = Path(shutil.copytree(finished, tmp_path / "spoilt"))

    def change(table: pa.Table) -> pa.Table:
        holes = pa.array([number, *table["holes"].to_pylist()[1:]], pa.int32())
        place = table.schema.get_field_index("holes")
        return table.set_column(place, table.schema.field("holes"), holes)

    rewrite_part(root, 0, change)
    (wrong,) = [check for check in enumino.verify(root).checks if not check.ok]
    assert wrong.name == "rows"
    assert f"Integer value {number} not in range: 0 to 255" in wrong.detail


@each("family", ["polyhexes", "tilings", "packings", "covers", "trominoes"])
def test_numbers_of_tables_beside_the_data_have_a_sign(family: str) -> None:
    problem = {
        "polyhexes": enumino.Polyhexes(3),
        "tilings": enumino.Tilings("2x3", "domino"),
        "packings": enumino.Packings("cubic", "1x2x3", "dicube"),
        "covers": enumino.Covers(queens(4)),
        "trominoes": enumino.Trominoes(4),
    }[family]
    tables = rows_of(problem.to_json()).tables()
    assert tables
    for table in tables.values():
        assert not [field for field in table.schema if str(field.type).startswith("uint")]
