"""Functions of the user: for any family, identified by their source, never loaded by readers."""

import runpy
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest
from distributed import Client, LocalCluster

import enumino
from enumino.datasets.plan import Plan
from enumino.datasets.storage import open_store
from enumino.errors import DatasetError, ProblemError, RunError
from tests.dataset_tools import EXAMPLES, PROBLEM, ROWS_PER_PART, Enumino, data_digest, sentence
from tests.laws.test_parts_of_one_row import PROBLEMS


def long(rows: pa.RecordBatch) -> pa.Array:
    return pc.greater(rows["perimeter"], 16)


def area(rows: pa.RecordBatch) -> pa.Array:
    return pc.multiply(rows["height"], rows["width"])


def marked(rows: pa.RecordBatch) -> Any:
    return np.array([f"{k}" for k in range(rows.num_rows)], str)


def none(rows: pa.RecordBatch) -> Any:
    return np.zeros(rows.num_rows, bool)


def fails(rows: pa.RecordBatch) -> Any:
    return none(rows) if rows.num_rows == 0 else 1 // 0


SMALL = ("polycubes", "polyforms", "tilings", "tatami", "cover", "trominoes", "plane-tilings",
         "subgraphs", "partitions")  # fmt: skip
OWN: dict[str, Any] = {"only": long, "columns": {"area": area}}


def listed(root: Path, **how: Any) -> enumino.Dataset:
    enumino.enumerate_to(root, PROBLEM, rows_per_part=ROWS_PER_PART, **{**OWN, **how})
    return enumino.open_dataset(root)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A dataset that is only looked at."""
    return Path(listed(tmp_path_factory.mktemp("own") / "made", threads=1).path)


def test_functions_give_what_sql_gives(made: Path, tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    enumino.enumerate_to(whole, PROBLEM, threads=1)
    query = "select {} from rows where perimeter > 16 order by all"
    kept, theirs = enumino.open_dataset(made), enumino.open_dataset(whole)
    expected = theirs.sql(query.format("cells, mask, height * width as area")).fetchall()
    assert kept.sql(query.format("cells, mask, area")).fetchall() == expected
    assert len(expected) == 1441


@pytest.mark.parametrize("family", SMALL)
def test_any_family_has_own_columns_and_rows(family: str, tmp_path: Path) -> None:
    problem = PROBLEMS[family]
    enumino.enumerate_to(tmp_path / "all", problem, threads=1, columns={"own": marked})
    assert enumino.verify(tmp_path / "all").ok
    assert "own" in enumino.open_dataset(tmp_path / "all").schema.names
    manifest = enumino.enumerate_to(tmp_path / "none", problem, threads=1, only=none)
    assert (manifest.rows, manifest.files) == (0, [])
    assert enumino.verify(tmp_path / "none").ok


@pytest.mark.parametrize(
    "how", [{"threads": 4}, pytest.param({"processes": 2}, marks=pytest.mark.slow)]
)
def test_any_place_makes_the_same_files(made: Path, tmp_path: Path, how: Any) -> None:
    assert data_digest(listed(tmp_path / "other", **how).path) == data_digest(made)


@pytest.mark.slow
def test_a_function_of_a_notebook_travels_to_a_cluster(tmp_path: Path) -> None:
    least = 16
    with LocalCluster(n_workers=1, dashboard_address=":0") as cluster, Client(cluster) as client:
        found = listed(
            tmp_path, client=client, only=lambda rows: pc.greater(rows["perimeter"], least)
        )
    assert len(found) == 1441


def test_an_interrupted_listing_goes_on_with_the_same_functions_only(
    made: Path, tmp_path: Path, here: Enumino
) -> None:
    root = tmp_path / "other"
    listed(root)
    (root / "manifest.json").unlink()
    for lost in sorted((root / "parts").iterdir())[::2]:
        lost.unlink()
    for other in ({"only": None}, {"columns": {}}, {"columns": {"other": area}}, {"only": none}):
        with pytest.raises(DatasetError, match=r"holds another problem, .* long \("):
            listed(root, **other)
    command = ["--cells", "1-9", "--to", root]
    assert "holds another problem" in sentence(here("enumerate", "polyominoes", *command), 1)
    refused = sentence(here("run", root), 1)
    assert "repeat the call of enumerate_to that started it, with the same functions." in refused
    listed(root)
    assert data_digest(root) == data_digest(made)


def test_another_function_has_other_parts(made: Path, tmp_path: Path) -> None:
    """A function is another one if its text differs in a blank."""
    others: list[dict[str, Any]] = [{"only": None}, {"only": none}]
    for blanks in ("", " "):
        file = tmp_path / f"mine{len(blanks)}.py"
        file.write_text(f"def area(rows):\n    return rows['cells']{blanks}\n")
        others.append({"columns": {"area": runpy.run_path(str(file))["area"]}})
    plans = [Plan.read(open_store(made))]
    for k, other in enumerate(others):
        listed(tmp_path / str(k), threads=1, **other)
        plans.append(Plan.read(open_store(tmp_path / str(k))))
    assert len({plan.plan_id for plan in plans}) == len(plans)
    assert [each.name for each in plans[0].functions] == ["area", "long"]
    assert plans[0].title.endswith(f"choice of rows by {plans[0].functions[1].title}")


def test_verification_says_what_it_cannot_check(made: Path, here: Enumino) -> None:
    checks = {check.name: check.detail for check in enumino.verify(made).checks}
    area, long = (each.title for each in Plan.read(open_store(made)).functions)
    expected = f", without the column area by {area}, without the choice of rows by {long}"
    assert checks["rows"].endswith(expected)
    assert checks["published totals"].startswith("0 of ")
    assert not {"orbit sums", "class identities"} & checks.keys()
    counts = pq.read_table(made / "counts.parquet")
    assert counts["published"].null_count == len(counts)
    assert (here("verify", made).code, here("info", made).code, here("show", made).code) == (0,) * 3


def test_columns_alone_leave_totals_to_be_compared(tmp_path: Path) -> None:
    listed(tmp_path, only=None)
    checks = {check.name: check.detail for check in enumino.verify(tmp_path).checks}
    assert "all equal" in checks["published totals"]


@pytest.mark.parametrize(
    ("own", "error", "says"),
    [
        ({"only": area}, RunError, "area returns 0 values of type int32, 0 null, .* bool"),
        ({"only": fails}, ZeroDivisionError, "by zero"),  # an error of a function is its own
        ({"cells": area}, ProblemError, "The name cells is taken: give"),
        ({"depth": area}, ProblemError, "The name depth is taken"),
        ({"picture": area}, ProblemError, "The name picture is taken"),
        ({"tree": area}, ProblemError, "The name tree is taken"),
        ({"Bad": area}, ProblemError, "A column 'Bad' with values of type int32 cannot be stored"),
        ({"x": lambda rows: [1.5] * len(rows)}, ProblemError, "values of type null cannot be"),
        ({"x": lambda rows: rows["mask"].cast("float32")}, ProblemError, "type float cannot be"),
        ({"x": lambda _: 5}, RunError, "returns int, not an array, for 0 rows: return an array"),
        ({"x": lambda _: pa.array([1])}, RunError, "1 value of type int64, 0 null, for 0 rows"),
        ({"x": lambda rows: pa.array([None] * len(rows), "bool")}, RunError, "12 null, for 12"),
        ({"x": lambda rows: np.arange(len(rows) or 1.0)[: len(rows)]}, RunError, "type int64"),
        ({"x": len}, ProblemError, "is not a function with a Python source"),
    ],
)
def test_bad_functions_are_refused_in_a_sentence(
    own: dict[str, Callable[..., Any]], error: type[Exception], says: str, tmp_path: Path
) -> None:
    how = own if "only" in own else {"columns": own}
    with pytest.raises(error, match=says):
        enumino.enumerate_to(tmp_path, enumino.Polyominoes(5), threads=1, **how)
    assert not list(tmp_path.glob("manifest.json"))


def test_a_function_is_no_condition_of_a_problem() -> None:
    with pytest.raises(ProblemError, match="is not a condition: give functions to enumerate_to"):
        enumino.Polyominoes(5, only=long)  # type: ignore[arg-type]


def test_the_script_that_adds_columns_to_a_dataset(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It counts the cells in the corners of the box, of masks of two words too."""
    file = str(tmp_path / "made.parquet")
    for problem, expected in (
        (enumino.Polyominoes(4), [2, 2, 2, 3, 4]),
        (enumino.Polyominoes(17, box="1x17"), [2]),
    ):
        root = str(tmp_path / str(problem.cells))
        enumino.enumerate_to(root, problem, threads=1)
        monkeypatch.setattr(sys, "argv", ["own_columns.py", root, file])
        runpy.run_path(str(EXAMPLES / "own_columns.py"), run_name="__main__")
        assert sorted(pq.read_table(file)["corner_cells"].to_pylist()) == expected
