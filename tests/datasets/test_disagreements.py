"""A dataset whose totals are not the published ones says so, whichever way it is opened."""

from __future__ import annotations

from pathlib import Path

import pytest

import enumino
from enumino.errors import DatasetWarning
from enumino.families.polyforms.problem import Polyominoes
from tests import published
from tests.dataset_tools import Enumino

pytestmark = pytest.mark.slow


@pytest.fixture
def doubtful(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A dataset that has one octomino less than is published (for this test)."""
    root = tmp_path / "octominoes"
    enumino.enumerate_to(root, Polyominoes(8), in_process=True)
    terms = published.terms("polyforms", "polyominoes")
    wrong = {**terms, "A000105": {**terms["A000105"], 8: 370}}
    monkeypatch.setattr("enumino.families.polyforms.published.terms", lambda *_: wrong)
    return root


def test_the_command_line_warns_and_commits_complain(doubtful: Path, here: Enumino) -> None:
    told = "has 1 total different from published ones (8 cells, free, total: 369 rows, but A000105"
    for verb, *options in (["show", "--limit", "1"], ["info"], ["info", "--queries"]):
        done = here(verb, doubtful, *options)
        assert done.code == 0
        warning = f"Warning: {doubtful} {told} has 370): `enumino verify {doubtful}`"
        assert done.err.count(warning) == 1, verb
    done = here("commit", doubtful)
    assert (done.code, "Error: a total differs from the published one" in done.err) == (3, True)


def test_readers_warn(doubtful: Path) -> None:
    with pytest.warns(DatasetWarning, match="different from published ones"):
        dataset = enumino.open_dataset(doubtful)
    assert [line.count for line in dataset.disagreements] == [369]


def test_sound_datasets_are_opened_in_silence(finished: Path, here: Enumino) -> None:
    assert enumino.open_dataset(finished).disagreements == []
    assert here("info", finished).err == ""
