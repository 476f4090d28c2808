"""Every reader of a dataset sees the same rows with plain types."""

import os
import pickle
import shutil
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.dataset as pds
import pyarrow.parquet as pq
import pytest

import enumino
from enumino.datasets.manifest import Manifest
from enumino.datasets.plan import Plan
from enumino.datasets.queries.session import answers
from enumino.datasets.storage import open_store
from enumino.enum.problem import Problem
from enumino.errors import DatasetError, MissingExtraError, QueryError
from enumino.families.polyforms.columns import polyform_columns
from enumino.gallery import gallery
from enumino.objects.lattice import SQUARE
from enumino.registry import rows_of
from enumino.schema import arrow_schema
from tests.dataset_tools import Enumino, sentence
from tests.forger import Forger

ROWS = 1 + 1 + 2 + 5 + 12 + 35 + 108 + 369 + 1285
BY_CLASS = "select symmetry, count(*) as n from {} where cells = 8 group by all order by all"
CLASSES_OF_8 = {
    "all": 1,
    "axis": 23,
    "axis2": 4,
    "diag": 5,
    "diag2": 1,
    "none": 316,
    "rotate": 18,
    "rotate2": 1,
}


@pytest.mark.filterwarnings("ignore:The inplace keyword")  # Dask's own call of pandas
def test_every_reader_of_files_sees_what_the_dataset_gives(finished: Path) -> None:
    import dask.dataframe as dd
    import duckdb
    import pandas as pd
    import polars as pl

    dataset, data = enumino.open_dataset(finished), finished / "data"
    assert pds.dataset(data).schema.equals(arrow_schema(polyform_columns(SQUARE, 1)))
    assert pds.dataset(data).count_rows() == dataset.arrow().count_rows() == ROWS
    for frame in (pd.read_parquet(data), dataset.pandas()):
        assert frame.dtypes["mask"] == "uint64"
        assert frame.dtypes["height"] == frame.dtypes["perimeter"] == "int32"  # differences
        assert pd.api.types.is_string_dtype(frame.dtypes["symmetry"])
        assert frame[frame.cells == 8].groupby("symmetry").size().to_dict() == CLASSES_OF_8
    for frame in (dd.read_parquet(data), dd.read_parquet(dataset.paths)):
        sizes = frame[frame.cells == 8].groupby("symmetry").size().compute(scheduler="sync")
        assert sizes.to_dict() == CLASSES_OF_8
    for frame in (pl.scan_parquet(data), dataset.polars(), pl.DataFrame(dataset).lazy()):
        assert frame.collect_schema()["symmetry"] == pl.String
        assert frame.collect_schema()["cells"] == pl.Int32
        counted = frame.filter(pl.col("cells") == 8).group_by("symmetry").len().collect()
        assert dict(counted.iter_rows()) == CLASSES_OF_8
    by_path = duckdb.sql(BY_CLASS.format(f"'{data}/*.parquet'")).fetchall()
    assert dict(by_path) == dict(dataset.sql(BY_CLASS.format("rows")).fetchall()) == CLASSES_OF_8
    assert dict(duckdb.sql(BY_CLASS.format("dataset")).fetchall()) == CLASSES_OF_8
    assert pa.table(dataset).equals(dataset.arrow().to_table())


def test_a_dataset_travels_as_its_folder(finished: Path) -> None:
    dataset = pickle.loads(pickle.dumps(enumino.open_dataset(finished)))
    assert len(list(dataset)) == len(dataset) == ROWS
    assert dataset.table(columns="holes").column_names == ["holes"]


def spoilt(copied: Path, kind: str) -> None:
    """Damage the last file, and let checkpoints and manifest agree with it."""
    file = sorted((copied / "data").iterdir())[-1]
    table, footer = pq.read_table(file), pq.read_metadata(file).metadata
    if kind in ("missing", "a pipe"):
        file.unlink()
        if kind == "a pipe":
            os.mkfifo(file)
    elif kind == "no column":
        pq.write_table(table.drop_columns("holes").replace_schema_metadata(footer), file)
    elif kind == "another type":
        wide = table.column("holes").cast(pa.int64())
        pq.write_table(table.set_column(table.num_columns - 1, "holes", wide), file)
    else:
        file.write_bytes(file.read_bytes()[:-1])
    Forger(copied).sums()


DOORS: dict[str, Callable[[enumino.Dataset], object]] = {
    "rows": lambda dataset: list(dataset.rows()),
    "a condition": lambda dataset: list(dataset.rows("holes = 0")),
    "table": lambda dataset: dataset.table(),
    "a column": lambda dataset: dataset.table(columns=["cells"]),
    "pandas": lambda dataset: dataset.pandas(),
    "polars": lambda dataset: dataset.polars().collect(),
    "arrow": lambda dataset: dataset.arrow().to_table(),
    "pa.table": pa.table,
    "sql": lambda dataset: dataset.sql("from rows").fetchall(),
    "another": lambda dataset: dataset.sql("select 1", other=dataset).fetchall(),
    "a sheet": lambda dataset: dataset.sheet(limit=9999),
    "a gallery": gallery,
}


@pytest.mark.parametrize("kind", ["missing", "a pipe", "no column", "another type", "cut off"])
def test_damage_is_the_same_sentence_at_every_door(
    kind: str, copied: Path, here: Enumino, finished: Path
) -> None:
    spoilt(copied, kind)
    dataset = enumino.open_dataset(copied)
    columns = kind in ("no column", "another type")
    assert not enumino.verify(copied).ok
    for name, door in DOORS.items():
        with pytest.raises(DatasetError) as caught:
            door(enumino.open_dataset(copied) if name != "a column" else dataset)
        told = str(caught.value)
        assert ("its columns differ" if columns else "is missing or damaged") in told, name
        assert f"`enumino verify {copied} --repair`" in told, name
    told = here("sql", finished, copied, "select count(*) from rows")
    assert f"verify {copied} --repair" in sentence(told, 1)  # not the first folder


def test_names_of_folders_are_not_patterns_and_say_nothing_of_rows(
    finished: Path, tmp_path: Path
) -> None:
    names = ["run1", "run2", "run*", "run[12]", "**", "[[]", "cells=7"]
    for name in names:
        shutil.copytree(finished, tmp_path / name)
    for name in names[2:]:
        dataset = enumino.open_dataset(tmp_path / name)
        frames = {
            "arrow": dataset.arrow().head(0).to_pandas(),
            "pandas": dataset.pandas(),
            "polars": dataset.polars().collect(),
            "duckdb": dataset.sql("select * from rows"),
        }
        with answers([dataset], "from rows") as reader:
            frames["a query"] = reader.read_all().to_pandas()
        for library, frame in frames.items():
            assert list(frame.columns) == dataset.schema.names, (name, library)
            assert library == "arrow" or len(frame) == ROWS, (name, library)
        assert sum(1 for _ in dataset.rows()) == ROWS, name


def test_control_files_round_trip(finished: Path) -> None:
    store = open_store(finished)
    plan, manifest = Plan.read(store), Manifest.read(store)
    assert sum(part.nodes > 0 for part in plan.parts) == len(plan.parts) > 1
    assert manifest.rows == sum(manifest.counts.values()) == ROWS
    assert manifest.plan == plan
    assert set(manifest.made_by) >= {"python", "enumino", "numba", "pyarrow"}
    assert sorted(p.name for p in finished.iterdir()) == [
        "README.md", "counts.parquet", "data", "manifest.json", "parts", "plan.json",
    ]  # fmt: skip


def test_card_tells_what_is_there(finished: Path) -> None:
    card = (finished / "README.md").read_text()
    settings = "---\nconfigs:\n- config_name: default\n  data_files: data/*.parquet\n---\n"
    assert card.startswith(f"{settings}# free polyominoes with 1 to 9 cells: 1,818 rows\n")
    assert "| 8 | 316 | 18 | 1 | 23 | 4 | 5 | 1 | 1 | 369 | 369 ✓ |" in card


def test_the_card_of_a_dataset_that_was_moved_stays_true(
    finished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moved = Path(shutil.copytree(finished, tmp_path / "moved"))
    card = (moved / "README.md").read_text()
    told, _, _ = card.partition("## Made by")
    assert str(finished) not in told
    monkeypatch.chdir(moved)
    blocks = told.split("```python\n")[1:]
    assert len(blocks) == 3
    for block in blocks:
        exec(block.partition("```")[0], {})


@pytest.mark.parametrize(
    "problem",
    [
        enumino.Tilings("2x3", "domino"),
        enumino.Tilings("1x2x3", "dicube", lattice="cubic"),
        enumino.Covers("queens 4"),
        enumino.Trominoes(4),
    ],
)
def test_numbers_of_tables_beside_the_data_have_a_sign(problem: Problem) -> None:
    tables = rows_of(problem.to_json()).tables()
    assert tables
    for table in tables.values():
        assert not [field for field in table.schema if str(field.type).startswith("uint")]


def test_a_dataset_shows_what_it_holds(finished: Path) -> None:
    dataset = enumino.open_dataset(finished)
    assert dataset.columns.names == dataset.schema.names
    for column, line in zip(dataset.columns, repr(dataset.columns).splitlines()[2:], strict=True):
        assert line.split()[:2] == [column.name, str(dataset.schema.field(column.name).type)]
        assert line.endswith(column.description)
    assert dataset.problem == enumino.Polyominoes(range(1, 10))
    assert dataset.path == str(finished)
    totals = repr(dataset.totals)
    assert "1,285 ✓" in totals
    assert len(totals.splitlines()) == 2 + 9
    for shown in (dataset, dataset.store, dataset.row_kind, dataset.sheet("cells = 4")):
        assert "object at 0x" not in repr(shown)


def test_datasets_are_joined_by_name(finished: Path, tmp_path: Path, here: Enumino) -> None:
    enumino.enumerate_to(tmp_path / "fixed", enumino.Polyominoes(range(1, 6), "fixed"))
    free, fixed = enumino.open_dataset(finished), enumino.open_dataset(tmp_path / "fixed")
    both = "select count(*) as n from rows join fixed using (height, width, mask)"
    number = 1 + 1 + 2 + 5 + 12
    assert free.sql(both, fixed=fixed).fetchall() == [(number,)]
    told = here("sql", finished, both, "--with", f"fixed={tmp_path}/fixed", "--csv")
    assert told.out.split() == ["n", str(number)]
    for name in ("rows", "counts", "a b", "A"):
        with pytest.raises(QueryError, match="Another dataset cannot be the table"):
            free.sql("select 1", **{name: fixed})
    for given in (["fixed"], ["=x"], ["a=x", "a=y"]):
        options = [word for each in given for word in ("--with", each)]
        sentence(here("sql", finished, both, *options), 2)


def test_missing_packages_are_named(finished: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "polars", None)
    with pytest.raises(MissingExtraError, match=r"enumino\[query\]"):
        enumino.open_dataset(finished).polars()
