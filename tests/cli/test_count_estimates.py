"""The expected work of a count: printed without counting, and at the start of a long one."""

from __future__ import annotations

from pathlib import Path

import pytest

from enumino.cli.progress import CountView
from enumino.run.counting import SearchTask
from enumino.run.events import Started, Working
from tests.dataset_tools import Enumino

COUNTS = {
    "polyominoes": ["--cells", "28"],
    "polyominoes by columns": ["--cells", "20", "--by", "holes"],
    "polyhexes": ["--cells", "14"],
    "polyhexes by columns": ["--cells", "9", "--by", "holes"],
    "tilings": ["--region", "10x10", "--pieces", "pentominoes"],
    "tilings of dominoes": ["--region", "30x30", "--pieces", "domino"],
    "tilings of triangles": ["--lattice=triangular", "--region=hexagon 4", "--pieces=diamond"],
    "tatami": ["--room", "20x20", "--monomers", "any"],
    "cover": ["--queens", "12"],
    "trominoes": ["--board", "16"],
    "tilings by too many profiles": ["--region", "20x20", "--pieces", "pentominoes"],
}


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("name", COUNTS)
def test_every_count_has_a_dry_run(name: str, here: Enumino, tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    verb = name.split()[0]
    done = here("count", verb, *COUNTS[name], "--dry-run", "--checkpoint", str(folder), "--quiet")
    assert done.code == 0
    assert "time" in done.out.splitlines()[0]
    assert "on 2 threads" in done.out or "thread" in done.out
    assert not folder.exists()


@pytest.mark.slow
def test_explain_says_so_and_counts(here: Enumino) -> None:
    done = here("count", "tilings", "--region", "4x4", "--pieces", "domino", "--explain")
    assert done.err.splitlines()[0].split() == ["method", "nodes", "time", "memory"]
    assert "36" in done.out


@pytest.mark.parametrize(
    ("seconds", "keeps", "suggests"), [(200, False, True), (200, True, False), (20, False, False)]
)
def test_long_counts_begin_with_their_estimate_and_how_to_keep_what_is_done(
    seconds: float, keeps: bool, suggests: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    view = CountView(quiet=False)
    view.keeps = keeps
    view(Started([SearchTask(0, ((),), seconds, 1.0)], []))
    view(Working(1))
    said = capsys.readouterr().err
    assert "This takes about" in said
    assert ("--checkpoint DIR" in said) == suggests


def test_pauses_between_lines_of_a_log_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A day of work makes some 150 lines, not 17,000."""
    now = 0.0
    monkeypatch.setattr("enumino.cli.progress.monotonic", lambda: now)
    view, lines = CountView(quiet=False), 0
    for second in range(86400):
        now = float(second)
        lines += view.is_due()
    assert 100 < lines < 200
