"""The lines on stderr while a command works."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enumino.cli import progress
from enumino.run.checkpoints import Counted
from enumino.run.counting import SearchTask
from enumino.run.events import Progressed
from enumino.run.progress import NEARLY, Meter
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
        (ROOM, "100 %  72 of 72 cells swept, 25 states\n"),
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
    assert "72 of 72 cells swept, 25 states" in done.err
    assert "swept" not in done.out


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("quiet", [False, True])
def test_dividing(quiet: bool, capsys: pytest.CaptureFixture[str]) -> None:
    with progress.View(quiet).dividing():
        time.sleep(0.1)
    said = "" if quiet else "Dividing the search into parts ...\n"
    assert capsys.readouterr().err == said


EVENTS = st.lists(
    st.tuples(st.integers(0, 5), st.integers(0, 9), st.floats(0, 3), st.booleans()), max_size=30
)


@given(weights=st.lists(st.floats(0, 10), min_size=6, max_size=6), told=EVENTS)
def test_running_totals_are_those_of_all_tasks(
    weights: list[float], told: list[tuple[int, int, float, bool]]
) -> None:
    """An event costs the same however many tasks there are; the sums are as if added up anew."""
    meter = Meter()
    meter.start([SearchTask(i, (), weight, 1.0) for i, weight in enumerate(weights)], [])
    within, rows, finished = [0.0] * 6, [0] * 6, set()
    for index, more_rows, more, ends in told:
        if index in finished:
            continue
        if ends:
            finished.add(index)
            rows[index] = 10
            meter.finish(Counted(index, {}, 0, 0.0, rows=10))
        else:
            within[index] += more
            rows[index] += more_rows
            meter.progress(Progressed(index, more_rows, more))
    heavy = [max(weight, 1e-9) for weight in weights]
    done = sum(
        weight if i in finished else min(NEARLY * weight, within[i])
        for i, weight in enumerate(heavy)
    )
    assert meter.fraction == pytest.approx(done / sum(heavy))
    assert meter.rows_seen == sum(rows)
    assert meter.finished == len(finished)


def test_a_bar_moves_a_few_times_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    now, shown = 0.0, 0
    monkeypatch.setattr(progress, "monotonic", lambda: now)
    monkeypatch.setattr(progress.sys.stderr, "isatty", lambda: True)
    view = progress.View(quiet=False)
    for step in range(1, 1001):
        now = step / 100
        shown += view.is_due()
    assert 40 <= shown <= 50
