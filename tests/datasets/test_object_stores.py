"""Datasets in object stores: all verbs, and the number of their requests."""

import json
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import enumino
from enumino import EnuminoWarning
from enumino.datasets.commit import commit
from enumino.datasets.plan import Plan
from enumino.datasets.storage import bucket as module
from enumino.datasets.storage import open_store
from enumino.run.listing import run_part
from enumino.run.planning import make_plan
from tests.dataset_tools import Enumino, Events, sentence
from tests.object_server import Bucket

PROBLEM = enumino.Polyominoes(range(1, 9))
ROWS_PER_PART = 60
COMMAND = ["polyominoes", "--cells", "1-8", "--rows-per-part", str(ROWS_PER_PART)]
FOLDER = "data set/ü"  # what keys may hold


@pytest.fixture
def root(bucket: Bucket) -> str:
    return f"{bucket.uri}/{FOLDER}"


@pytest.fixture(scope="module")
def on_disk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("disk") / "polyominoes"
    enumino.enumerate_to(root, PROBLEM, threads=1, rows_per_part=ROWS_PER_PART)
    return root


def enumerate_to(root: str) -> Events:
    events = Events()
    enumino.enumerate_to(root, PROBLEM, on_event=events, threads=1, rows_per_part=ROWS_PER_PART)
    return events


def check_same(bucket: Bucket, on_disk: Path) -> None:
    """Whether the objects are the files of the dataset on the disk, and the rows the same bytes."""
    names = {str(path.relative_to(on_disk)) for path in on_disk.rglob("*") if path.is_file()}
    assert bucket.keys == {f"{FOLDER}/{name}" for name in names}
    for name in names:
        if name.startswith("data/"):
            assert (bucket.folder / FOLDER / name).read_bytes() == (on_disk / name).read_bytes()


def test_a_dataset_is_made_verified_repaired_and_shown(
    bucket: Bucket, root: str, on_disk: Path, here: Enumino
) -> None:
    made = here("enumerate", *COMMAND, "--threads", "1", "--to", root)
    assert made.code == 0, made.err
    check_same(bucket, on_disk)
    assert "nothing to do" in here("enumerate", *COMMAND, "--to", root).out
    assert here("verify", root).code == 0
    assert json.loads(here("info", root, "--json").out)["rows"]
    assert here("info", root).out.count(f"enumino.open_dataset('{root}')") == 3
    assert "██" in here("show", root, "--where", "cells = 4").out.replace("█▀", "██")
    store = open_store(root)
    parts = Plan.read(store).parts
    spoilt = bytearray(store.read(parts[1].file))
    spoilt[len(spoilt) // 2] ^= 1
    (bucket.folder / FOLDER / parts[1].file).write_bytes(spoilt)
    store.delete(parts[2].checkpoint)
    assert parts[1].file in here("verify", root).out
    assert here("verify", root, "--repair").code == 3
    assert here("verify", root).code == 4
    assert enumerate_to(root).finished_parts == [1, 2]
    assert here("verify", root).code == 0
    check_same(bucket, on_disk)


def test_plan_run_and_commit(bucket: Bucket, root: str, on_disk: Path, here: Enumino) -> None:
    assert here("plan", *COMMAND, "--to", root).code == 0
    assert here("run", root, "--share", "1/2").code == 0
    assert "is missing" in sentence(here("commit", root), 4)
    assert here("run", root).code == 0
    assert here("commit", root).code == here("commit", root).code == 0
    check_same(bucket, on_disk)
    open_store(root).delete(Plan.read(open_store(root)).parts[1].file)
    assert "is missing 1 of" in sentence(here("commit", root), 4)


def test_counts_are_kept_and_written(bucket: Bucket, root: str, here: Enumino) -> None:
    count = ["count", "polyominoes", "--cells", "10", "--quiet", "--threads", "1"]
    made = here(*count, "--to", root)
    assert made.code == 0, made.err
    table = pq.read_table(bucket.folder / FOLDER / "counts.parquet")
    assert 4655 in table["count"].to_pylist()
    assert here(*count, "--to", root).out == made.out


@pytest.mark.slow
def test_rows_are_read_by_every_library(bucket: Bucket, root: str, here: Enumino) -> None:
    enumerate_to(root)
    query = "select count(*) as n from rows where len(cells_of(height, width, mask)) = 5"
    assert here("sql", root, query, "--csv").out == "n\n12\n"
    dataset = enumino.open_dataset(root)
    number = len(dataset)
    assert sum(1 for _ in dataset) == number
    assert dataset.arrow().count_rows() == dataset.polars().collect().height == number
    assert dataset.pandas("cells = 5").shape[0] == 12
    assert dataset.sql("select count(*) from rows").fetchall() == [(number,)]
    assert dataset.counts.num_rows


def test_nothing_tells_a_secret(
    bucket: Bucket, root: str, here: Enumino, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "AKIA-not-to-be-told")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret/not-to-be-told")
    outcomes = [
        here("plan", *COMMAND, "--to", root),
        here("run", root, "--share", "1/9"),
        here("enumerate", *COMMAND, "--threads", "2", "--to", root),
        here("verify", root),
        here("info", root),
        here("count", "polyominoes", "--cells", "6", "--to", f"{bucket.uri}/x"),
    ]
    assert [outcome.code for outcome in outcomes] == [0] * len(outcomes), outcomes
    assert {key.split("/")[0] for key in bucket.keys} == {"data set", "x"}
    told = "".join(outcome.out + outcome.err for outcome in outcomes).encode()
    told += b"".join((bucket.folder / key).read_bytes() for key in bucket.keys)
    assert b"not-to-be-told" not in told


@pytest.mark.slow
def test_a_store_that_takes_long_is_tried_on_with_a_warning(
    bucket: Bucket, root: str, here: Enumino, monkeypatch: pytest.MonkeyPatch
) -> None:
    enumerate_to(root)
    monkeypatch.setattr(module, "PATIENCE", 0.5)
    bucket.reset(lambda number: "silence" if number == 1 else "")
    done = here("info", root)
    assert done.code == 0
    assert done.err.startswith("Warning: The store has not answered for 0.5 seconds (read s3://")
    bucket.reset(lambda number: "silence" if number == 1 else "")
    with pytest.warns(EnuminoWarning, match=r"not answered for 0.5 seconds \(write s3://.*/x\)"):
        open_store(root).write("x", b"late")


def test_few_requests_are_made(bucket: Bucket, root: str) -> None:
    def requests(work: Callable[[], object]) -> dict[str, int]:
        bucket.reset()
        work()
        return dict(bucket.counts)

    store = open_store(root)
    plan = make_plan(store, PROBLEM, rows_per_part=ROWS_PER_PART)
    # Its checkpoint, then rows and checkpoint; the second time it is looked for.
    made = requests(lambda: run_part(store, PROBLEM, plan.parts[0]))
    assert made == {"GET": 1, "PUT": 2}
    assert requests(lambda: run_part(store, PROBLEM, plan.parts[0])) == {"GET": 1, "HEAD": 1}
    for part in plan.parts[1:]:
        run_part(store, PROBLEM, part)
    # The plan and the checkpoints; both folders; counts, card and manifest.
    committed = requests(lambda: commit(store))
    assert committed == {"GET": len(plan.parts) + 1, "LIST": 3, "PUT": 3}
    # The root, data; plan, manifest.
    assert requests(lambda: enumerate_to(root)) == {"LIST": 2, "GET": 2}
    # Rows: each file is looked at, and its end read, which is all of it.
    dataset = enumino.open_dataset(root)
    read = requests(lambda: len(list(dataset.rows())))
    assert read.get("GET", 0) + read.get("HEAD", 0) <= 3 * len(dataset.paths)


def test_google(bucket: Bucket, on_disk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Google speaks the language of S3, too, though it has another header for the first writer."""
    monkeypatch.setenv("GOOGLE_BASE_URL", f"http://{bucket.host}")
    monkeypatch.setenv("GOOGLE_BEARER_TOKEN", "unchecked")
    root = bucket.uri.replace("s3:", "gs:") + f"/{FOLDER}"
    enumerate_to(root)
    check_same(bucket, on_disk)
    assert enumino.verify(root).ok
