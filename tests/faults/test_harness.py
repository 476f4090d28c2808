"""The harness sees what it is there to see."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.dataset_tools import cut, written
from tests.faults.clients import Clients, Ending, clients
from tests.faults.commands import steps
from tests.faults.laws import Reference, differences, lost_and_doubled, torn
from tests.faults.operations import INTERRUPT, KILL, Fault
from tests.faults.sweep import Table, Trial

WELL = Ending(0, (0, 0), "", (), False, (), (), False)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A dataset that was made without incident."""
    from enumino.cli import main as command_line

    root = tmp_path_factory.mktemp("whole") / "set"
    assert [command_line(command) for command in steps(root)] == [0, 0, 0, 0]
    return root


@pytest.fixture
def copied(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "set"))


def first(root: Path, pattern: str) -> Path:
    return min(root.glob(pattern))


def test_what_is_whole_passes_every_law(whole: Path, copied: Path) -> None:
    reference = Reference.of(whole)
    assert torn(copied, reference) == differences(copied, reference) == []
    assert lost_and_doubled(copied, reference) == (0, 0)


@pytest.mark.parametrize(
    ("pattern", "harm"),
    [
        ("data/*", cut),
        ("data/*", Path.unlink),
        ("parts/*", cut),
        ("parts/*", written("")),
        ("manifest.json", cut),
        ("counts.parquet", cut),
        ("README.md", cut),
        ("README.md", Path.unlink),
    ],
)
def test_torn_files_are_seen(
    pattern: str, harm: Callable[[Path], object], whole: Path, copied: Path
) -> None:
    harm(first(copied, pattern))
    assert torn(copied, Reference.of(whole))


def test_what_is_left_over_lost_or_doubled_is_seen(whole: Path, copied: Path) -> None:
    reference = Reference.of(whole)
    one, *_, other = sorted((copied / "data").iterdir())
    shutil.copy(one, other)
    (copied / "enumino-wip").mkdir()
    lost, doubled = lost_and_doubled(copied, reference)
    assert lost > 0 < doubled
    named = " ".join(differences(copied, reference))
    assert "enumino-wip is left over" in named
    assert f"{other.name} has other bytes" in named


def test_a_file_that_says_something_else_is_seen(whole: Path, copied: Path) -> None:
    path = first(copied, "parts/*.json")
    said = json.loads(path.read_text())
    said["nodes"] += 1
    path.write_text(json.dumps(said))
    assert not torn(copied, Reference.of(whole))
    assert differences(copied, Reference.of(whole)) == [f"parts/{path.name} has other bytes"]


def test_a_resume_looks_again_if_the_fault_befell_a_look() -> None:
    commands = steps("set")
    assert replace(WELL, codes=(0, 0, 0, 1), status=1).resume(commands) == commands
    assert replace(WELL, codes=(0, 0, 0), status=-9).resume(commands) == commands
    assert replace(WELL, codes=(0, 0), status=-9).resume(commands) == commands[:3]
    assert replace(WELL, codes=(0, 0, 0, 0)).resume(commands) == commands[:3]


@pytest.mark.parametrize(
    ("ending", "complaint"),
    [
        (WELL, None),
        (replace(WELL, status=1, codes=(0, 1), said="Error: no.\n"), None),
        (replace(WELL, status=130, codes=(130,), said="Interrupted: 0 of 5 parts.\n"), None),
        (replace(WELL, status=-9, codes=(0,)), None),
        (replace(WELL, hung=True, status=-9), "it hung"),
        (replace(WELL, status=1, codes=(1,), raw=("OSError()",)), "a raw error escaped"),
        (replace(WELL, status=1, codes=(0,), said="Traceback (most ..."), "one sentence"),
        (replace(WELL, status=1, codes=(1,), said="Error: a\nError: b"), "one sentence"),
        (replace(WELL, status=2, codes=(2,), said="Error: a"), "it ended with 2"),
    ],
)
def test_endings_that_are_not_well(ending: Ending, complaint: str | None) -> None:
    found = ending.complaint()
    assert found is None if complaint is None else found and complaint in found


def test_the_table_adds_up() -> None:
    survived, lost = (
        Trial("disk", "write", True, 0, 0, 0),
        Trial("disk", "list", False, 2, 1, 1, ["w"]),
    )
    table = Table([survived, lost])
    lines = [line.split() for line in table.render().splitlines()]
    assert lines[1] == ["disk", "list", "1", "0", "1", "2", "1", "1", "1"]
    assert lines[3] == ["all", "2", "1", "1", "2", "1", "1", "1"]
    assert lines[4] == ["!", "w"]


@pytest.fixture(scope="module")
def client() -> Iterator[Clients]:
    with clients() as running:
        yield running


@pytest.mark.long
@pytest.mark.parametrize("at", [1, 150])
def test_clients_are_struck_at_the_operation_of_that_number(
    at: int, client: Clients, tmp_path: Path
) -> None:
    kinds = client.run(steps(tmp_path / "peace"), Fault(str(tmp_path / "peace"))).kinds
    assert len(kinds) > 200
    assert {"create", "write", "sync", "rename", "link", "unlink", "mkdir", "read"} <= {*kinds}
    for action in (KILL, INTERRUPT, "ENOSPC"):
        root = tmp_path / action
        ending = client.run(steps(root), Fault(str(root), action, at))
        assert ending.complaint() is None
        if action == KILL:
            assert ending.killed
        else:
            assert ending.struck
        if action == INTERRUPT:
            assert (ending.status or ending.codes[-1]) == 130
