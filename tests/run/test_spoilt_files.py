"""Files that are spoilt, strange or from another time: found, or left alone, and made again."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

import pytest

from enumino.cli import main as command_line
from enumino.datasets import commit as committing
from enumino.datasets.storage import WIP, WIP_MARKER, Store
from enumino.errors import DatasetError, IncompleteDatasetError
from tests.dataset_tools import (
    Enumino,
    check_whole,
    checkpoint,
    data_digest,
    data_file,
    enumerate_here,
)
from tests.faults.commands import at_once
from tests.faults.laws import Reference, differences
from tests.object_servers import Bucket

pytestmark = pytest.mark.slow


def test_unfinished_files_of_a_killed_run_are_removed(tmp_path: Path, digest: str) -> None:
    with suppress(KeyboardInterrupt), Store(tmp_path).create("plan.json") as file:
        file.stream.write(b"half a plan")
        shutil.copy(file.stream.name, f"{file.stream.name[:-32]}{uuid4().hex}")
        raise KeyboardInterrupt
    assert len(os.listdir(tmp_path / WIP)) == 2  # the copy, and the marker
    enumerate_here(tmp_path)
    check_whole(tmp_path, digest)


@pytest.mark.parametrize("name", ["wip", WIP])
def test_folders_of_users_are_left_alone(name: str, tmp_path: Path) -> None:
    theirs = tmp_path / name / "thesis.tex"
    theirs.parent.mkdir()
    theirs.write_text("years of work")
    with pytest.raises(DatasetError, match=f"is not empty and holds no dataset .{name}"):
        enumerate_here(tmp_path)
    assert theirs.read_text() == "years of work"


def test_what_users_put_among_unfinished_files_stays(copied: Path, digest: str) -> None:
    (copied / "manifest.json").unlink()
    checkpoint(copied, 3).unlink()
    with Store(copied).create("README.md") as file:
        file.discarded = True
        theirs = copied / WIP / "thesis.tex"
        theirs.write_text("years of work")
    enumerate_here(copied)
    assert os.listdir(copied / WIP) == ["thesis.tex"]
    assert data_digest(copied) == digest


def alter(path: Path) -> None:
    contents = bytearray(path.read_bytes())
    contents[len(contents) // 2] ^= 1
    path.write_bytes(contents)


def truncate(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def empty(path: Path) -> None:
    os.truncate(path, 0)


@pytest.mark.long
@pytest.mark.parametrize("harm", [alter, truncate, empty, Path.unlink])
def test_a_spoilt_part_is_found_and_made_again(
    harm: Callable[[Path], None], copied: Path, digest: str, capsys: pytest.CaptureFixture[str]
) -> None:
    harm(data_file(copied, 5))
    assert command_line(["verify", str(copied)]) == 3
    assert "part-00005-" in capsys.readouterr().out
    assert command_line(["verify", str(copied), "--repair"]) == 3
    assert command_line(["verify", str(copied)]) == 4
    assert enumerate_here(copied).finished_parts == [5]
    check_whole(copied, digest)


@pytest.mark.parametrize("harm", [truncate, empty, Path.unlink])
def test_a_part_spoilt_before_the_commit_is_not_committed(
    harm: Callable[[Path], None], copied: Path, digest: str
) -> None:
    (copied / "manifest.json").unlink()
    harm(data_file(copied, 5))
    with pytest.raises(IncompleteDatasetError, match="5"):
        committing.commit(Store(copied), {})
    assert enumerate_here(copied).finished_parts == [5]
    check_whole(copied, digest)


@pytest.mark.parametrize("harm", [truncate, empty, Path.unlink])
def test_a_spoilt_checkpoint_is_made_again(
    harm: Callable[[Path], None], copied: Path, digest: str
) -> None:
    (copied / "manifest.json").unlink()
    harm(checkpoint(copied, 5))
    assert enumerate_here(copied).finished_parts == [5]
    check_whole(copied, digest)


def swap(one: Path, other: Path) -> None:
    between = one.with_name("between")
    one.rename(between)
    other.rename(one)
    between.rename(other)


@pytest.mark.parametrize("places", [[data_file], [checkpoint], [data_file, checkpoint]])
def test_parts_that_were_swapped_are_made_again(
    places: list[Callable[[Path, int], Path]], copied: Path, digest: str
) -> None:
    (copied / "manifest.json").unlink()
    for place in places:
        swap(place(copied, 3), place(copied, 5))
    assert enumerate_here(copied).finished_parts == [3, 5]
    check_whole(copied, digest)


@pytest.mark.parametrize("year", [1970, 2100])
def test_clocks_that_jump_do_not_matter(year: int, copied: Path, digest: str) -> None:
    (copied / "manifest.json").unlink()
    checkpoint(copied, 5).unlink()
    (copied / WIP).mkdir()
    for name in (WIP_MARKER, f"part-00005.parquet.{uuid4().hex}"):
        (copied / WIP / name).touch()
    seconds = datetime(year, 1, 2, tzinfo=UTC).timestamp()
    for path in copied.rglob("*"):
        os.utime(path, (seconds, seconds))
    assert enumerate_here(copied).finished_parts == [5]
    check_whole(copied, digest)


@pytest.mark.long
@pytest.mark.parametrize("kept", [0.5, 0])
def test_a_spoilt_part_in_an_object_store_is_found_and_made_again(
    kept: float, bucket: Bucket, tmp_path: Path, here: Enumino
) -> None:
    enumerating, verifying, *_ = at_once(f"{bucket.uri}/set")
    assert here(*enumerating).code == 0
    reference = Reference.of(bucket.copy_to(tmp_path / "made", "set"))
    part = next(key for key in bucket.sizes("set/data/"))
    bucket.write(part, bucket.read(part)[: int(bucket.sizes(part)[part] * kept)])
    found = here(*verifying)
    assert found.code == 3
    assert part.rpartition("/")[2] in found.out
    assert here(*verifying, "--repair").code == 3
    assert here(*enumerating).code == 0
    assert here(*verifying).code == 0
    assert differences(bucket.copy_to(tmp_path / "again", "set"), reference) == []
