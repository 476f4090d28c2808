"""Files that are spoilt, strange or from another time: found, or left alone, and made again."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from enumino.cli import main as command_line
from enumino.datasets import commit as committing
from enumino.datasets.storage import open_store
from enumino.errors import IncompleteDatasetError
from tests.dataset_tools import (
    check_whole,
    checkpoint,
    data_file,
    enumerate_here,
)

pytestmark = pytest.mark.slow


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


@pytest.mark.parametrize("place", [data_file, checkpoint])
@pytest.mark.parametrize("harm", [truncate, empty, Path.unlink])
def test_what_is_spoilt_before_the_commit_is_made_again(
    harm: Callable[[Path], None], place: Callable[[Path, int], Path], copied: Path, digest: str
) -> None:
    (copied / "manifest.json").unlink()
    harm(place(copied, 5))
    with pytest.raises(IncompleteDatasetError, match="5"):
        committing.commit(open_store(copied), {})
    assert enumerate_here(copied).finished_parts == [5]
    check_whole(copied, digest)


@pytest.mark.parametrize("places", [[data_file], [checkpoint], [data_file, checkpoint]])
def test_parts_that_were_swapped_are_made_again(
    places: list[Callable[[Path, int], Path]], copied: Path, digest: str
) -> None:
    (copied / "manifest.json").unlink()
    for place in places:
        one, other = (place(copied, index) for index in (3, 5))
        contents = one.read_bytes()
        other.replace(one)
        other.write_bytes(contents)
    assert enumerate_here(copied).finished_parts == [3, 5]
    check_whole(copied, digest)
