"""Companion datasets of facts: the same parts and rows as the dataset that they describe."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest

import enumino
from enumino.datasets.manifest import Manifest
from enumino.datasets.plan import Plan
from enumino.datasets.storage import Store
from enumino.enum import interrupts
from enumino.families.facts.choice import set_facts
from enumino.gallery import gallery
from enumino.run.listing import run_part
from enumino.run.planning import make_plan
from tests.dataset_tools import Enumino, data_digest, parts_done, sentence
from tests.looping import each

FUNCTIONS = """
def slender(height, width):
    return 4 * height < width

def more_than_sites(perimeter, site_perimeter):
    return perimeter - site_perimeter

def short(cells):
    return cells[:-1]

def texts(symmetry):
    return symmetry

def failing(cells):
    return cells / {}

def stranger(colour):
    return colour

def tree(cells):
    return cells

def order(cells):
    return cells

def leaving(cells):
    raise SystemExit(3)

def single(cells):
    return 1
"""


@pytest.fixture(scope="module")
def described(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Free polyominoes with 1 to 9 cells in several parts, with no facts."""
    root = tmp_path_factory.mktemp("facts") / "polyominoes"
    enumino.enumerate_to(
        root, enumino.Polyominoes(range(1, 10)), in_process=True, rows_per_part=300
    )
    return root


@pytest.fixture
def rows(described: Path, tmp_path: Path) -> Path:
    """A copy of it for one test."""
    return Path(shutil.copytree(described, tmp_path / "polyominoes"))


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A user's file of functions."""
    file = tmp_path / "mine.py"
    file.write_text(FUNCTIONS)
    return file


def test_facts_lie_part_by_part_beside_rows_that_stay_as_they_are(
    rows: Path, here: Enumino
) -> None:
    before = {path: path.read_bytes() for path in rows.rglob("*") if path.is_file()}
    assert here("facts", str(rows), "--in-process").code == 0
    assert {path: path.read_bytes() for path in before} == before
    folder = rows / "facts" / "shape"
    base, facts = (Plan.read(Store(root)) for root in (rows, folder))
    assert facts.problem["of"]["plan_id"] == base.plan_id
    assert len(base.parts) == len(facts.parts) > 3
    for file in Manifest.read(Store(rows)).files:
        ours = pq.read_table(folder / facts.parts[file["part"]].file)
        assert ours["cells"] == pq.read_table(rows / file["name"])["cells"]
    assert "already finished" in here("facts", str(rows)).out


def test_any_run_gives_the_same_bytes_also_after_kills_and_on_a_cluster_of_jobs(
    rows: Path, here: Enumino, tmp_path: Path
) -> None:
    facts = rows / "facts" / "shape"
    here("facts", rows, "--threads", "2")
    digest = data_digest(facts)
    for name in ("manifest.json", "counts.parquet"):  # killed in the middle
        (facts / name).unlink()
    for file in sorted(facts.glob("data/*"))[1:3]:
        file.unlink()
    assert here("facts", rows, "--threads", "1").code == 0
    assert data_digest(facts) == digest
    shutil.rmtree(facts)
    assert "--set shape --share K/N" in here("facts", rows, "--plan").out  # an array of jobs
    for job in ("1/2", "2/2"):
        assert here("plan", "--status", facts).code == 4
        assert here("run", facts, "--share", job).code == 0
    assert here("commit", facts).code == 0
    assert data_digest(facts) == digest
    assert here("verify", rows).code == 0


@pytest.mark.long
def test_facts_are_columns_wherever_rows_are_read(rows: Path, here: Enumino, mine: Path) -> None:
    plain = enumino.open_dataset(rows)
    expected = [row | {"short_and_wide": 4 * row["height"] < row["width"]} for row in plain.rows()]
    wide = [row["mask"] for row in expected if row["short_and_wide"]]
    here("facts", rows)
    here("facts", rows, "--with", f"{mine}:slender")
    dataset = enumino.open_dataset(rows)
    assert {"tree", "slender"} <= set(dataset.columns.names)
    assert [*dataset.facts] == ["shape", "slender"]
    assert [row["mask"] for row in dataset.rows("slender", ["mask"])] == wide
    assert dataset.pandas("slender")["mask"].tolist() == wide
    assert dataset.pandas()["slender"].sum() == len(wide)
    assert dataset.polars().collect().filter(slender=True)["mask"].to_list() == wide
    query = "select mask from rows where slender and tree is not null"
    assert [mask for (mask,) in dataset.sql(query).fetchall()] == wide
    out = here("sql", rows, query, "--csv").out.split()
    assert [*map(int, out[1:])] == wide
    assert ",slender\n" in here("export", rows, "--as", "csv", "--limit", "1").out
    assert "slender" in here("info", rows).out
    assert re.search(r'"name":"slender","description":"[^"]*","kind":"flag"', gallery(dataset))
    listed = [row for batch in dataset.batches() for row in batch.to_pylist()]
    assert [row["mask"] for row in listed if row["slender"]] == wide
    table = dataset.arrow(facts=True).to_table(filter=pc.field("slender"))
    assert table["mask"].to_pylist() == wide
    assert dataset.arrow().schema.names == [c.name for c in dataset.manifest.columns]
    frame = dataset.dask()
    assert frame.npartitions == len(dataset.paths)
    assert frame.compute(scheduler="sync").to_dict("records") == listed
    asked = dataset.dask("slender and tree is not null")
    assert asked["mask"].compute(scheduler="sync").tolist() == wide


def test_a_function_of_a_user(rows: Path, here: Enumino, mine: Path) -> None:
    facts = rows / "facts" / "more_than_sites"
    function = f"{mine}:more_than_sites"
    assert here("facts", rows, "--with", function, "--plan").code == 0
    assert "--with" in sentence(here("run", facts, "--part", "0"), 2)
    assert here("facts", rows, "--with", function, "--part", "0").code == 0
    assert here("facts", rows, "--with", function, "--threads", "2").code == 0
    found = enumino.open_dataset(rows).rows(
        "more_than_sites <> perimeter - site_perimeter or more_than_sites < 0", []
    )
    assert not [*found]
    assert here("verify", facts).code == 0
    mine.write_text(FUNCTIONS.replace("perimeter - site", "site"))
    assert "remove" in sentence(here("facts", rows, "--with", function), 1)
    for name, part in {
        "short": "return an array with one value a row",
        "texts": "the type object",
        "failing": "unsupported operand",
        "stranger": "'colour', which is no column",
        "none": "no function 'none'",
        "cells": "already",
        "tree": "already",
        "tiling": "already",
        "order": "word of SQL",
        "leaving": "it ends the program",
        "single": "returned a single value for",
    }.items():
        assert part in sentence(here("facts", rows, "--with", f"{mine}:{name}"), 2), name


class AbandonedError(Exception):
    """Nobody waits any more."""


@each("name", ["tiling", "rectangles"])
def test_a_long_batch_ends_when_nobody_waits_for_it(
    name: str, rows: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(interrupts, "LOOK_SECONDS", 0.0)
    reports: list[tuple[int, int, int]] = []

    def report(*numbers: int) -> None:
        reports.append(numbers)
        if len(reports) == 5:
            raise AbandonedError

    facts = set_facts(rows, name, {})
    folder = Store(rows).folder(facts.folder)
    plan = make_plan(folder, facts, rows_per_part=facts.rows_per_part)
    with pytest.raises(AbandonedError):
        run_part(folder, facts, plan.parts[-1], report)
    assert reports == [(len(plan.parts) - 1, 0, 0)] * 5
    assert not parts_done(Path(folder))


def test_facts_about_other_rows_are_refused(rows: Path, here: Enumino, tmp_path: Path) -> None:
    here("facts", rows)
    facts = rows / "facts" / "shape"
    other = tmp_path / "others"
    enumino.enumerate_to(other, enumino.Polyominoes(9), in_process=True)
    shutil.copytree(facts, other / "facts" / "shape")
    assert "the plan" in sentence(here("run", other / "facts" / "shape", "--part", "0"), 1)
    assert here("verify", other).code != 0
    with pytest.warns(enumino.DatasetWarning, match="left out"):
        assert "tree" not in enumino.open_dataset(other).columns.names
    assert "remove the folder" in sentence(here("facts", other), 1)


def test_facts_that_make_no_sense_are_refused(rows: Path, here: Enumino, tmp_path: Path) -> None:
    rooms = tmp_path / "rooms"
    here("enumerate", "tatami", "--room", "2x4", "--to", rooms, "-q")
    assert "no sets of facts about" in sentence(here("facts", rooms), 2)
    assert "no set 'colour'" in sentence(here("facts", rows, "--set", "colour"), 2)
    here("facts", rows)
    assert "facts about facts" in sentence(here("facts", rows / "facts" / "shape"), 2)
    unfinished = tmp_path / "unfinished"
    here("plan", "polyominoes", "--cells", "5", "--to", unfinished)
    assert "not finished" in sentence(here("facts", unfinished), 4)


@pytest.mark.long
@pytest.mark.slow
def test_workers_of_a_cluster_get_the_function_of_a_user(rows: Path, mine: Path) -> None:
    from distributed import Client, LocalCluster

    asked = [{"name": "shape"}, {"function": f"{mine}:slender"}]
    with (
        LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=":0") as cluster,
        Client(cluster) as client,
    ):
        for each_asked in asked:
            enumino.compute_facts(rows, client=client, **each_asked)
    made = [data_digest(rows / "facts" / name) for name in ("shape", "slender")]
    shutil.rmtree(rows / "facts")
    for each_asked in asked:
        enumino.compute_facts(rows, in_process=True, **each_asked)
    assert made == [data_digest(rows / "facts" / name) for name in ("shape", "slender")]
