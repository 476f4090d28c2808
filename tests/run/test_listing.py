"""One problem, one dataset: whoever makes it, in however many goes, wherever it is kept."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import enumino
from enumino.cli import main as command_line
from enumino.datasets.storage.disk import Disk
from enumino.errors import DatasetError, StorageError
from enumino.run import listing as run
from enumino.run.events import Finished, PartFinished, Progressed, Started, Working
from tests.dataset_tools import (
    COMMAND,
    PROBLEM,
    ROWS_PER_PART,
    Events,
    checkpoint,
    data_digest,
    data_file,
    enumerate_anywhere,
    together,
    worker_processes,
)

pytestmark = pytest.mark.slow


@pytest.fixture
def copied(reference: Path, tmp_path: Path) -> Path:
    """A copy of it, without its manifest."""
    root = Path(shutil.copytree(reference, tmp_path / "polyominoes"))
    (root / "manifest.json").unlink()
    return root


@pytest.fixture(scope="module")
def processes() -> Iterator[object]:
    """A client of a cluster of two processes."""
    with worker_processes(2) as client:
        yield client


# The same bytes.


def test_threads_do_not_matter(reference: Path, tmp_path: Path) -> None:
    events = enumerate_anywhere(tmp_path, threads=4)
    assert events.of(Working)[0].threads == 4
    assert data_digest(tmp_path) == data_digest(reference)


def test_processes_do_not_matter(
    processes, reference: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A relative root is that of this process."""
    monkeypatch.chdir(tmp_path)
    enumerate_anywhere("here/polyominoes", client=processes)
    assert data_digest(tmp_path / "here/polyominoes") == data_digest(reference)
    assert processes.submit(len, "our client lives on").result() == 19


def test_a_cluster_is_reached_by_its_address(processes, reference: Path, tmp_path: Path) -> None:
    address = processes.scheduler.address
    assert address.startswith("tcp://")
    assert command_line([*COMMAND, "--scheduler", address, "--to", str(tmp_path)]) == 0
    assert data_digest(tmp_path) == data_digest(reference)


def test_plan_run_commit_do_the_same(reference: Path, tmp_path: Path) -> None:
    root = str(tmp_path / "polyominoes")
    assert command_line(["plan", *COMMAND[1:], "--to", root]) == 0
    last = len(list(reference.glob("parts/*.json"))) - 1
    for parts in (str(last), f"{last // 2}-{last}", f"0-{last // 2}"):
        assert command_line(["run", root, "--part", parts]) == 0
    assert command_line(["commit", root]) == 0
    assert data_digest(root) == data_digest(reference)
    assert enumino.open_dataset(root).counts == enumino.open_dataset(reference).counts


@pytest.mark.long
def test_the_plan_depends_on_the_problem_only(reference: Path) -> None:
    """Not on hash seeds, on how often it was asked for, nor on how the sizes are spelt."""
    code = (
        "import json; from enumino import Polyominoes; from enumino.run.planning import plan_for;"
        f"print(json.dumps(plan_for(Polyominoes([{', '.join(map(str, range(11, 0, -1)))}]),"
        f"{ROWS_PER_PART}).plan_id))"
    )
    plans = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(plans) == 1
    assert json.loads(plans.pop()) == json.loads((reference / "plan.json").read_text())["plan_id"]


# In however many goes.


def test_a_finished_dataset_is_left_alone(reference: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in reference.rglob("*")}
    events = enumerate_anywhere(reference)
    assert [type(event) for event in events.all] == [Finished]
    assert events.all[0].already
    assert {path: path.stat().st_mtime_ns for path in reference.rglob("*")} == before


@pytest.mark.parametrize("how", [{"in_process": True}, {"threads": 2}])
def test_a_resumed_run_does_what_is_missing(
    how: dict[str, object], copied: Path, reference: Path
) -> None:
    parts = range(len(list(copied.glob("parts/*.json"))))
    lost = sorted(random.Random(1).sample(parts, 5))
    for index in lost:
        checkpoint(copied, index).unlink()
    data_file(copied, lost[0]).unlink()
    events = enumerate_anywhere(copied, **how)
    assert events.finished_parts == lost
    kept = {result.index for result in events.of(Started)[0].done}
    assert kept == set(parts) - set(lost)
    assert data_digest(copied) == data_digest(reference)


@pytest.mark.parametrize(
    ("problem", "difference"),
    [
        (enumino.Polyominoes(range(1, 11)), r"--cells 1-11 instead of 1-10"),
        (enumino.Polyominoes(11), r"--cells 1-11 instead of 11"),
        (enumino.Polyominoes(range(1, 12), "fixed"), "--kind free instead of fixed"),
    ],
)
@pytest.mark.parametrize("finished", [True, False])
def test_another_problem_is_refused(problem, difference, finished, reference, copied) -> None:
    root = reference if finished else copied
    before = sorted(root.rglob("*"))
    with pytest.raises(DatasetError, match=difference) as raised:
        enumerate_anywhere(root, problem=problem)
    assert "another folder" in str(raised.value)
    assert sorted(root.rglob("*")) == before


def test_a_begun_dataset_keeps_its_parts(copied: Path, reference: Path) -> None:
    checkpoint(copied, 0).unlink()
    with pytest.raises(DatasetError, match="divided for 500 rows a part, not 50"):
        enumerate_anywhere(copied, rows_per_part=50, in_process=True)
    assert enumerate_anywhere(copied, rows_per_part=None, in_process=True).finished_parts == [0]
    assert data_digest(copied) == data_digest(reference)


# Events.


@pytest.mark.parametrize("how", [{"in_process": True}, {"threads": 2}])
def test_events_come_in_order_one_at_a_time_and_add_up(how: dict, tmp_path: Path) -> None:
    events = Events(lambda event: time.sleep(0.002))
    enumerate_anywhere(tmp_path, on_event=events, **how)
    assert not events.overlapping
    kinds = [type(event) for event in events.all if not isinstance(event, Progressed)]
    finished = [PartFinished] * len(events.finished_parts)
    assert kinds == [Started, Working, *finished, Finished]
    for what in ("rows", "nodes"):
        assert events.reported(what) == events.committed(what)
    assert events.committed("rows").total() == events.of(Finished)[0].manifest.rows


def test_two_problems_on_one_client_at_once(processes, tmp_path: Path) -> None:
    problems = {kind: enumino.Polyominoes(range(1, 10), kind) for kind in ("free", "one-sided")}

    def enumerating(kind: str) -> Events:
        root, problem = tmp_path / kind, problems[kind]
        return enumerate_anywhere(root, problem=problem, client=processes, rows_per_part=100)

    together(*[lambda kind=kind: enumerating(kind) for kind in problems])
    assert all(enumino.verify(tmp_path / kind).ok for kind in problems)


# Wherever it is kept.


@pytest.mark.parametrize("late", [1, 9])
def test_files_may_be_seen_late_but_not_never(
    late: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a network file system, or on a disk of the workers' own."""
    monkeypatch.setattr(run, "LATE_SECONDS", (0.0, 0.0))
    size, looks = Disk.size, Counter[str]()

    def seen(store: Disk, name: str) -> int | None:
        looks[name] += 1
        return None if "data" in name and looks[name] <= late else size(store, name)

    monkeypatch.setattr(Disk, "size", seen)
    if late == 1:
        enumerate_anywhere(tmp_path, in_process=True)
        assert max(looks.values()) > 1
        return
    with pytest.raises(StorageError, match="a folder that all workers share"):
        enumerate_anywhere(tmp_path, in_process=True)


def test_the_manifest_says_what_made_it(reference: Path) -> None:
    manifest = enumino.open_dataset(reference).manifest
    assert manifest.plan.problem == PROBLEM.to_json()
    assert {"enumino", "numba", "numpy", "pyarrow", "python"} <= set(
        manifest.provenance["software"]
    )
    assert manifest.provenance["resources"]["wall_seconds"] > 0
    assert manifest.provenance["platform"]["machine"]
