"""plan, run and commit by hand: lists of parts, shares, the state of a plan, what is missing."""

import json
import shlex
from pathlib import Path

import pytest

from enumino.cli import main as command_line
from enumino.datasets.plan import Plan
from enumino.datasets.storage import open_store
from enumino.enum import partition
from enumino.run import planning
from tests.dataset_tools import (
    NONAMINOES,
    Enumino,
    checkpoint,
    data_digest,
    data_file,
    parts_done,
    sentence,
)
from tests.forger import Forger, edited

PLAN = ["plan", *NONAMINOES]


@pytest.fixture
def planned(tmp_path: Path) -> Path:
    """The same plan, with nothing done."""
    root = tmp_path / "planned"
    assert command_line([*PLAN, "--to", str(root)]) == 0
    return root


def state(here: Enumino, root: Path) -> dict:
    done = here("plan", "--status", root, "--json")
    said = json.loads(done.out)
    assert done.code == (4 if said["missing"] else 0)
    return said


def test_shares_make_the_whole(here: Enumino, planned: Path, finished: Path) -> None:
    for share in ("2/3", "1/3", "3/3"):
        done = here("run", planned, "--share", share)
        assert (done.code, done.out) == (0, "")
    assert "Resuming: " in here("run", planned, "--share", "1/3").err
    assert here("commit", planned).code == 0
    assert data_digest(planned) == data_digest(finished)


def test_the_state_of_a_plan(here: Enumino, planned: Path) -> None:
    parts = state(here, planned)["parts"]
    assert f"`enumino run {planned}`" in here("plan", "--status", planned).out
    here("run", planned, "--share", "2/3")
    said = state(here, planned)
    made = [index for index in range(parts) if index not in said["missing"]]
    assert 0 < len(made) == said["finished"] < parts
    assert said["rows"] == sum(
        json.loads(checkpoint(planned, index).read_text())["rows"] for index in made
    )
    assert said["committed"] is False
    out = here("plan", "--status", planned).out
    assert f"{len(made)} of {parts} parts finished" in out
    assert here("run", planned, "--quiet").code == 0
    said = state(here, planned)
    assert (said["finished"], said["missing"], said["seconds_left"]) == (parts, [], 0)
    assert f"`enumino commit {planned}`" in here("plan", "--status", planned).out
    here("commit", planned)
    assert state(here, planned)["committed"] is True
    assert here("plan", "--status", planned).out.endswith("Committed.\n")
    edited(lambda said: said.update(counts=[[]]))(planned / "manifest.json")
    assert "manifest.json is damaged" in sentence(here("plan", "--status", planned), 1)


def test_the_time_left_is_corrected_by_what_was_measured(here: Enumino, uncommitted: Path) -> None:
    """A machine that takes a hundred times as long as the plan expects needs that for the rest."""
    plan = Plan.read(open_store(uncommitted))
    for part in plan.parts[1::2]:
        (uncommitted / part.checkpoint).unlink()
    for part in plan.parts[::2]:
        slower = edited(lambda said, s=part.seconds: said.update(seconds=100 * s))
        slower(uncommitted / part.checkpoint)
    missing = sum(part.seconds for part in plan.parts[1::2])
    said = json.loads(here("plan", "--status", uncommitted, "--json").out)
    assert said["seconds_left"] == pytest.approx(100 * missing, abs=1e-3)


def test_commit_says_what_is_missing_and_how_to_make_it(
    here: Enumino, uncommitted: Path, finished: Path
) -> None:
    for index in (1, 3, 4):
        checkpoint(uncommitted, index).unlink()
    flipped = bytearray(data_file(uncommitted, 6).read_bytes())
    flipped[100] ^= 1
    data_file(uncommitted, 6).write_bytes(flipped)
    said = sentence(here("commit", uncommitted), 4)
    assert f"is missing 4 of {parts_done(finished)} parts" in said
    command = shlex.split(said.split("`")[1])
    assert command == ["enumino", "run", str(uncommitted)]
    assert here(*command[1:]).code == 0
    for _ in range(2):
        assert here("commit", uncommitted).code == 0
    assert data_digest(uncommitted) == data_digest(finished)


def test_a_plan_of_much_work_suggests_an_array(here: Enumino, planned: Path) -> None:
    assert json.loads(here(*PLAN, "--json").out)["jobs"] == 1
    assert "--share" not in here(*PLAN, "--to", planned).out
    Forger(planned).plan(lambda said: said["expected"].update(seconds=2 * planning.JOB_SECONDS))
    said = here(*PLAN, "--to", planned).out
    assert "an array of 2 jobs, 1-2," in said
    assert f"`enumino run {planned} --share K/2`" in said


def test_larger_parts_than_wanted_are_said(here: Enumino, monkeypatch: pytest.MonkeyPatch) -> None:
    """There are 369 octominoes."""
    command = ["plan", "polyominoes", "--cells", "8", "--rows-per-part", "20"]
    assert "17 parts, about" in here(*command).out
    monkeypatch.setattr(partition, "MAX_PARTS", 5)
    assert "5 parts (the maximum) of about 68 rows each, about" in here(*command).out
