"""What the command says on stderr while work goes on."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from enumino.cli import progress
from tests.dataset_tools import Enumino

ROOM = ("count", "tatami", "--room", "8x9", "--monomers", "any")


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tell everything at once, as if the work took long."""
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    monkeypatch.setattr(progress, "LOG_SECONDS", 0.0)


def test_short_work_needs_no_explanation(here: Enumino) -> None:
    assert here(*ROOM).err == ""


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (ROOM, "100 %  72 of 72 cells swept, 1 state\n"),
        (("count", "tilings", "--region", "6x6", "--pieces", "domino"), "36 of 36 cells swept"),
        (("count", "tatami", "--room", "6x6", "--method", "search"), "100 %  1 of 1 task"),
    ],
    ids=["transfer matrix", "profiles", "search"],
)
def test_counts(arguments: tuple[str, ...], line: str, here: Enumino) -> None:
    assert line in here(*arguments).err
    assert here(*arguments, "--quiet").err == ""


@pytest.mark.usefixtures("impatient")
def test_datasets(here: Enumino, tmp_path: Path) -> None:
    root = str(tmp_path / "hexominoes")
    assert (
        "100 %  1 of 1 part, 35 rows\n"
        in here("enumerate", "polyominoes", "--cells", "6", "--in-process", "--to", root).err
    )
    assert here("verify", root).err == "100 %  35 of 35 rows read\n"
    assert here("verify", root, "--quiet").err == ""


@pytest.mark.usefixtures("impatient")
def test_on_a_terminal_there_is_a_bar(here: Enumino, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress.sys.stderr, "isatty", lambda: True)
    done = here(*ROOM)
    assert "━━━━" in done.err
    assert "72 of 72 cells swept, 1 state" in done.err
    assert "swept" not in done.out


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("quiet", [False, True])
def test_dividing(quiet: bool, capsys: pytest.CaptureFixture[str]) -> None:
    with progress.View(quiet).dividing():
        time.sleep(0.1)
    said = "" if quiet else "Dividing the search into parts ...\n"
    assert capsys.readouterr().err == said
