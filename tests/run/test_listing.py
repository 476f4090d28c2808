"""One problem makes one dataset, in any number of runs."""

import os
import random
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from enumino.datasets.commit import commit
from enumino.datasets.storage import open_store
from enumino.datasets.storage.store import Disk
from enumino.datasets.verify import verify
from enumino.errors import DatasetError, IncompleteDatasetError, StorageError
from enumino.run import runner
from enumino.run.events import PartFinished, Progressed, Started
from tests.dataset_tools import Events, checkpoint, data_digest, data_file, enumerate_anywhere


def test_a_finished_dataset_is_left_alone(finished: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in finished.rglob("*")}
    events = enumerate_anywhere(finished)
    assert events.all == []
    assert {path: path.stat().st_mtime_ns for path in finished.rglob("*")} == before


@pytest.mark.parametrize("how", [{"threads": 1}, {"threads": 2}])
def test_a_resumed_run_does_what_is_missing(
    how: dict[str, object], uncommitted: Path, digest: str
) -> None:
    parts = range(len(list(uncommitted.glob("parts/*.json"))))
    lost = sorted(random.Random(1).sample(parts, 5))
    for index in lost:
        checkpoint(uncommitted, index).unlink()
    data_file(uncommitted, lost[0]).unlink()
    events = enumerate_anywhere(uncommitted, **how)
    assert events.finished_parts == lost
    kept = {result.index for result in events.of(Started)[0].finished}
    assert kept == set(parts) - set(lost)
    assert data_digest(uncommitted) == digest


def test_a_begun_dataset_keeps_its_parts(uncommitted: Path, digest: str) -> None:
    checkpoint(uncommitted, 0).unlink()
    with pytest.raises(DatasetError, match="has parts of 200 rows, not 50"):
        enumerate_anywhere(uncommitted, rows_per_part=50, threads=1)
    assert enumerate_anywhere(uncommitted, rows_per_part=None, threads=1).finished_parts == [0]
    assert data_digest(uncommitted) == digest


@pytest.mark.parametrize("how", [{"threads": 1}, {"threads": 2}])
def test_events_come_in_order_one_at_a_time_and_add_up(how: dict, tmp_path: Path) -> None:
    events = Events(lambda event: time.sleep(0.002))
    enumerate_anywhere(tmp_path, on_event=events, **how)
    assert not events.overlapping
    kinds = [type(event) for event in events.all if not isinstance(event, Progressed)]
    finished = [PartFinished] * len(events.finished_parts)
    assert kinds == [Started, *finished]
    results = [event.result for event in events.of(PartFinished)]
    reported = Counter[int]()
    for event in events.of(Progressed):
        reported[event.index] += event.nodes
    assert reported == {result.index: result.nodes for result in results}


@pytest.mark.parametrize("late", [1, 9])
def test_files_may_be_seen_late_but_not_never(
    late: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a network file system, or on a disk of the workers' own."""
    monkeypatch.setattr(runner, "LATE_SECONDS", (0.0, 0.0))
    size, looks = Disk.size, Counter[str]()

    def seen(store: Disk, name: str) -> int | None:
        looks[name] += 1
        return None if "data" in name and looks[name] <= late else size(store, name)

    monkeypatch.setattr(Disk, "size", seen)
    if late == 1:
        enumerate_anywhere(tmp_path, threads=1)
        assert max(looks.values()) > 1
        return
    with pytest.raises(StorageError, match="a folder that nobody else changes"):
        enumerate_anywhere(tmp_path, threads=1)


def truncate(uncommitted: Path, path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def flip(uncommitted: Path, path: Path) -> None:
    contents = bytearray(path.read_bytes())
    contents[-100] ^= 1  # in JSON a digit of the checksum
    path.write_bytes(contents)


def remove(uncommitted: Path, path: Path) -> None:
    path.unlink()


def swap(uncommitted: Path, path: Path) -> None:
    other = {data_file(uncommitted, 5): data_file, checkpoint(uncommitted, 5): checkpoint}[path](
        uncommitted, 3
    )
    contents = path.read_bytes()
    other.replace(path)
    other.write_bytes(contents)


@pytest.mark.parametrize("places", [[data_file], [checkpoint], [data_file, checkpoint]])
@pytest.mark.parametrize("harm", [truncate, flip, remove, swap])
def test_what_is_spoilt_before_the_commit_is_made_again(
    harm: Callable[[Path, Path], None],
    places: list[Callable[[Path, int], Path]],
    uncommitted: Path,
    digest: str,
) -> None:
    for place in places:
        harm(uncommitted, place(uncommitted, 5))
    with pytest.raises(IncompleteDatasetError, match=r"is missing [12] of 9 parts"):
        commit(open_store(uncommitted))
    spoilt = [3, 5] if harm is swap else [5]
    assert enumerate_anywhere(uncommitted, threads=1).finished_parts == spoilt
    assert data_digest(uncommitted) == digest
    assert verify(uncommitted).ok
    assert not [name for name in os.listdir(uncommitted) if name.startswith(".")]
