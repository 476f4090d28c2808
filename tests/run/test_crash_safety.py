"""Whatever happens to a run, the dataset that is resumed is the one made without incident."""

from __future__ import annotations

import errno
import os
import random
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

import pyarrow.parquet as pq
import pytest

import enumino
from enumino.cli import main as command_line
from enumino.datasets import commit as committing
from enumino.datasets.manifest import Manifest
from enumino.datasets.storage import WIP, WIP_MARKER, Store
from enumino.errors import StorageError
from enumino.run import listing as run
from enumino.run import planning
from enumino.run.events import Event, TaskFinished
from enumino.run.execution import RETRIES
from tests.dataset_tools import (
    COMMAND,
    PARTS,
    PROBLEM,
    ROWS_PER_PART,
    Enumino,
    Events,
    check_whole,
    checkpoint,
    enumerate_here,
    enumino_command,
    enumino_process,
    parts_done,
    together,
    worker_processes,
)

pytestmark = pytest.mark.slow


# The process is killed.


@pytest.mark.long
def test_killed_again_and_again(tmp_path: Path, digest: str) -> None:
    moments, root, cut_short = random.Random(1), tmp_path / "polyominoes", 0
    for _ in range(3):
        process = enumino_process(*COMMAND, "--threads", "2", "--to", root)
        enough = parts_done(root) + moments.randrange(0, PARTS // 6)
        while process.poll() is None and parts_done(root) < enough:
            time.sleep(0.001)
        time.sleep(moments.random() * 0.02)
        process.kill()
        process.communicate()
        cut_short += process.returncode == -signal.SIGKILL
    assert cut_short > 1
    assert parts_done(root) < PARTS
    assert enumino_command(*COMMAND, "--threads", "2", "--to", root).returncode == 0
    check_whole(root, digest)


def test_killed_between_a_file_and_its_checkpoint(copied: Path, digest: str) -> None:
    (copied / "manifest.json").unlink()
    checkpoint(copied, 7).unlink()
    assert enumerate_here(copied).finished_parts == [7]
    check_whole(copied, digest)


def test_killed_before_the_manifest(copied: Path, digest: str) -> None:
    for name in ("manifest.json", "counts.parquet", "README.md"):
        (copied / name).unlink()
    assert enumerate_here(copied).finished_parts == []
    assert (copied / "counts.parquet").exists()
    check_whole(copied, digest)


def test_killed_before_the_folder_of_unfinished_files_is_marked(
    tmp_path: Path, digest: str
) -> None:
    (tmp_path / WIP).mkdir()
    enumerate_here(tmp_path)
    check_whole(tmp_path, digest)


def test_killed_after_the_manifest(copied: Path, digest: str) -> None:
    (copied / WIP).mkdir()
    for name in (WIP_MARKER, f"manifest.json.{uuid4().hex}"):
        (copied / WIP / name).write_text("half a manifest")
    assert command_line(["commit", str(copied)]) == 0
    check_whole(copied, digest)


@pytest.mark.long
def test_a_worker_process_is_killed(tmp_path: Path, digest: str) -> None:
    with worker_processes(2) as client:
        workers = list(client.run(os.getpid).values())

        def kill(event: Event) -> None:
            if isinstance(event, TaskFinished) and workers:
                os.kill(workers.pop(), signal.SIGKILL)

        events = Events(kill)
        root = tmp_path / "polyominoes"
        enumino.enumerate_to(root, PROBLEM, client, events, rows_per_part=ROWS_PER_PART)
    assert not workers
    assert events.finished_parts == list(range(PARTS))
    check_whole(root, digest)


# Things are done twice at once.


def test_a_part_is_run_several_times_at_once(tmp_path: Path, reference: Path) -> None:
    plan = planning.make_plan(tmp_path, PROBLEM, rows_per_part=ROWS_PER_PART)
    for part in plan.parts[:8]:
        results = together(*[lambda part=part: run.run_part(tmp_path, PROBLEM, part)] * 4)
        assert len({(r.rows, r.nodes, r.bytes, r.sha256) for r in results}) == 1
        made, expected = tmp_path / part.file, reference / part.file
        assert made.read_bytes() == expected.read_bytes()


@pytest.mark.long
def test_two_processes_run_all_parts_at_once(tmp_path: Path, digest: str) -> None:
    planning.make_plan(tmp_path, PROBLEM, rows_per_part=ROWS_PER_PART)
    both = [enumino_process("run", tmp_path, "--part", f"0-{PARTS - 1}") for _ in range(2)]
    for process in both:
        _, said = process.communicate()
        assert process.returncode == 0, said
    assert command_line(["commit", str(tmp_path)]) == 0
    check_whole(tmp_path, digest)


@pytest.mark.long
def test_two_runs_on_one_folder_at_once(tmp_path: Path, digest: str) -> None:
    root = tmp_path / "polyominoes"
    both = [enumino_process(*COMMAND, "--quiet", "--to", root) for _ in range(2)]
    for process in both:
        _, said = process.communicate()
        assert (process.returncode, said) == (0, "")
    check_whole(root, digest)


def test_a_run_whose_parts_are_committed_by_another_command(
    tmp_path: Path, digest: str, monkeypatch: pytest.MonkeyPatch, here: Enumino
) -> None:
    commit = run.commit

    def beaten(store: Store, *about: object) -> Manifest:
        committing.commit(store, {})
        return commit(store, *about)

    monkeypatch.setattr(run, "commit", beaten)
    ended = here(*COMMAND, "--in-process", "--to", tmp_path)
    assert ended.code == 0, ended
    check_whole(tmp_path, digest)


def test_two_runs_in_one_process_at_once(tmp_path: Path, digest: str) -> None:
    together(*[lambda: enumerate_here(tmp_path / "polyominoes")] * 3)
    check_whole(tmp_path / "polyominoes", digest)


def test_a_run_commits_while_another_one_sweeps_wip(
    copied: Path, digest: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (copied / "manifest.json").unlink()
    (copied / "counts.parquet").unlink()
    fsync = os.fsync

    def swept_once(file: int) -> None:
        monkeypatch.setattr(os, "fsync", fsync)
        shutil.rmtree(copied / WIP)
        fsync(file)

    monkeypatch.setattr(os, "fsync", swept_once)
    enumerate_here(copied)
    assert enumino.open_dataset(copied).counts.num_rows
    check_whole(copied, digest)


def test_writers_and_sweepers_of_unfinished_files(tmp_path: Path) -> None:
    """Whatever appears is whole, and a writer whose file was swept away says so or tries again."""
    store, end, contents = Store(tmp_path), time.monotonic() + 1.0, os.urandom(1000)
    written: list[str] = []

    def going_on() -> bool:
        """For a second, and until enough is written: sweepers may be faster than writers."""
        now = time.monotonic()
        return now < end or (len(written) <= 10 and now < end + 20)

    def sweep() -> None:
        while going_on():
            store.clear_wip()

    def write() -> None:
        while going_on():
            name = f"{uuid4().hex}.bin"
            with suppress(StorageError):
                store.write_bytes(name, contents)
                written.append(name)

    together(sweep, write, write)
    assert len(written) > 10
    assert all((tmp_path / name).read_bytes() == contents for name in written)
    assert {name for name in os.listdir(tmp_path) if name != WIP} >= set(written)


def test_a_writer_that_begins_while_the_folder_is_removed_is_known_as_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without its marker nobody would dare to remove the folder afterwards."""
    store, rmdir = Store(tmp_path), Path.rmdir
    late = tmp_path / WIP / f"part-00001.parquet.{uuid4().hex}"

    def begun_meanwhile(folder: Path) -> None:
        monkeypatch.setattr(Path, "rmdir", rmdir)
        late.write_bytes(b"half a part")
        rmdir(folder)

    store.write_bytes("plan.json", b"{}")
    monkeypatch.setattr(Path, "rmdir", begun_meanwhile)
    store.clear_wip()
    assert sorted(os.listdir(tmp_path / WIP)) == sorted([late.name, WIP_MARKER])
    late.rename(tmp_path / "part-00001.parquet")
    for unmarked in (False, True):  # with the marker, and as another run leaves it for a moment
        (tmp_path / WIP).mkdir(exist_ok=not unmarked)
        store.clear_wip()
        assert not (tmp_path / WIP).exists()


@pytest.mark.parametrize("error", [FileExistsError, FileNotFoundError])
def test_a_folder_that_is_removed_while_it_is_made_is_made_again(
    error: type[OSError], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`Path.mkdir` finds it there, and no folder a moment later; or its marker finds no folder."""
    failing = Faults(Path.mkdir, error("removed"), {1})
    monkeypatch.setattr(Path, "mkdir", lambda *given, **options: failing(*given, **options))
    Store(tmp_path).write_bytes("plan.json", b"{}")
    assert failing.calls > 1
    assert (tmp_path / "plan.json").read_bytes() == b"{}"


# Writing fails.


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk with room for a few parts, where mounting one is allowed."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", str(folder)]
    if not shutil.which("mount") or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("a file system cannot be mounted here")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.mark.parametrize("how", [{"in_process": True}, {"in_process": False, "threads": 2}])
def test_the_disk_fills_up(how: dict[str, object], tiny_disk: Path, digest: str) -> None:
    root = tiny_disk / "polyominoes"
    with pytest.raises(StorageError, match="No space is left to write"):
        enumerate_here(root, **how)
    assert 0 < parts_done(root) < PARTS
    subprocess.run(["mount", "-o", "remount,size=4m", str(tiny_disk)], check=True)
    enumerate_here(root, **how)
    check_whole(root, digest)


def test_the_disk_becomes_read_only(tiny_disk: Path, digest: str) -> None:
    root = tiny_disk / "polyominoes"
    subprocess.run(["mount", "-o", "remount,size=4m", str(tiny_disk)], check=True)

    def lock(event: Event) -> None:
        if isinstance(event, TaskFinished) and event.outcome.index == 7:
            subprocess.run(["mount", "-o", "remount,ro", str(tiny_disk)], check=True)

    with pytest.raises(StorageError, match="read-only"):
        enumino.enumerate_to(
            root, PROBLEM, None, lock, in_process=True, rows_per_part=ROWS_PER_PART
        )
    subprocess.run(["mount", "-o", "remount,rw", str(tiny_disk)], check=True)
    assert 7 in [int(path.name[5:10]) for path in root.glob("parts/*")]
    enumerate_here(root)
    check_whole(root, digest)


class Faults:
    """Makes a function fail at calls of chosen numbers, counted from 1."""

    def __init__(self, function: Callable[..., object], error: Exception, at: set[int]) -> None:
        self.function, self.error, self.at, self.calls = function, error, at, 0

    def __call__(self, *arguments: object, **options: object) -> object:
        self.calls += 1
        if self.calls in self.at:
            raise self.error
        return self.function(*arguments, **options)


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO])
def test_every_write_may_fail(
    code: int, tmp_path: Path, digest: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    moments, failures, fsync = random.Random(code), 0, os.fsync
    while not (tmp_path / "manifest.json").exists():
        fault = OSError(code, os.strerror(code))
        first = moments.choice([3, 6, 9, 12, 15])
        failing = Faults(fsync, fault, {*range(first, first + RETRIES + 1)})  # all attempts fail
        monkeypatch.setattr(os, "fsync", failing)
        with suppress(StorageError):
            enumerate_here(tmp_path)
        failures += failing.calls >= min(failing.at)
    assert failures > 5
    check_whole(tmp_path, digest)


def fail_rows(monkeypatch: pytest.MonkeyPatch, error: Exception, at: set[int]) -> Faults:
    """Let the Parquet writer fail at some batches."""
    failing = Faults(pq.ParquetWriter.write_batch, error, at)

    def write_batch(writer: pq.ParquetWriter, *arguments: object, **options: object) -> None:
        failing(writer, *arguments, **options)

    monkeypatch.setattr(pq.ParquetWriter, "write_batch", write_batch)
    return failing


@pytest.mark.parametrize("at", [1, 20, PARTS])
def test_rows_cannot_be_written(
    at: int, tmp_path: Path, digest: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail_rows(monkeypatch, OSError(errno.ENOSPC, "No space left on device"), {at})
    with pytest.raises(StorageError, match="finished parts are kept"):
        enumerate_here(tmp_path)
    assert os.listdir(tmp_path / WIP) == [WIP_MARKER]
    assert enumerate_here(tmp_path).finished_parts == list(range(at - 1, PARTS))
    check_whole(tmp_path, digest)


@pytest.mark.parametrize("how", [{"in_process": True}, {"threads": 2}])
def test_passing_failures_of_the_storage_are_tried_again(
    how: dict[str, object], tmp_path: Path, digest: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail_rows(monkeypatch, OSError(errno.EIO, "a hiccup"), {1, 9, 30})
    enumerate_here(tmp_path, **{"in_process": False, **how})
    check_whole(tmp_path, digest)
