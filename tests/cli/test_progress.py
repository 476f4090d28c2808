"""The lines on stderr while a command works, and what is expected of a count."""

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enumino.cli import progress
from enumino.datasets.plan import Part, PartResult
from enumino.run.events import PartFinished, Progressed, Started
from tests.dataset_tools import Enumino

ROOM = ("count", "tatami", "--room", "8x9", "--monomers", "any")


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tell everything at once, as if the work took long."""
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    monkeypatch.setattr(progress, "LOG_SECONDS", 0.0)
    monkeypatch.setattr(progress, "BAR_SECONDS", 0.0)


def test_short_work_needs_no_explanation(here: Enumino) -> None:
    assert here(*ROOM).err == ""


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (ROOM, "\n 50 %  0 of 1 part"),
        (("count", "tilings", "--region", "6x6", "--pieces", "domino"), "\n 50 %  0 of 1 part"),
        (("count", "tatami", "--room", "6x6", "--method", "search"), "100 %  1 of 1 part"),
        (
            ("enumerate", "polyominoes", "--cells", "6", "--threads", "1", "--to", "x"),
            "100 %  1 of 1 part, 35 rows\n",
        ),
        (("verify", "x"), "100 %  35 of 35 rows read\n"),
    ],
)
def test_lines_of_a_log(
    arguments: tuple[str, ...], line: str, here: Enumino, tmp_path: Path, monkeypatch
) -> None:
    # The quiet command comes first, since a timer of the other one may still be about to speak.
    for folder, further in (("quiet", ["--quiet"]), ("log", [])):
        (tmp_path / folder).mkdir()
        monkeypatch.chdir(tmp_path / folder)
        if arguments[0] == "verify":
            assert (
                here("enumerate", "polyominoes", "--cells", "6", "--to", "x", "--quiet").code == 0
            )
        said = here(*arguments, *further).err
        assert line in said if folder == "log" else said == ""


@pytest.mark.usefixtures("impatient")
def test_on_a_terminal_there_is_a_bar(here: Enumino, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    done = here(*ROOM)
    assert "[############            ]" in done.err
    assert "0 of 1 part" in done.err
    assert "part" not in done.out


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("quiet", [False, True])
def test_what_takes_long(quiet: bool, capsys: pytest.CaptureFixture[str]) -> None:
    with progress.View(quiet).busy("Dividing ..."):
        time.sleep(0.1)
    assert capsys.readouterr().err == ("" if quiet else "Dividing ...\n")


EVENTS = st.lists(st.tuples(st.integers(0, 5), st.floats(0, 3), st.booleans()), max_size=30)


@given(weights=st.lists(st.floats(0, 10), min_size=6, max_size=6), told=EVENTS)
def test_sums_are_those_of_all_parts(
    weights: list[float], told: list[tuple[int, float, bool]]
) -> None:
    view = progress.View(quiet=True)
    parts = [Part.of([], weight, weight, i) for i, weight in enumerate(weights)]
    rates = [max(1, part.nodes) / max(part.seconds, 1e-9) for part in parts]
    view(Started(parts, []))
    within, finished = [0.0] * 6, set()
    for index, more, ends in told:
        if index in finished:
            continue
        if ends:
            finished.add(index)
            view(PartFinished(PartResult("", index, 10, 0, 0, None, 0.0, [])))
        else:
            within[index] += more
            view(Progressed(index, more * rates[index]))
    heavy = [max(weight, 1e-9) for weight in weights]
    done = sum(
        weight if i in finished else min(progress.NEARLY * weight, within[i])
        for i, weight in enumerate(heavy)
    )
    assert view.fraction == pytest.approx(done / sum(heavy))
    assert view.finished.keys() == finished


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    ("seconds", "keeps", "suggests"), [(200, False, True), (200, True, False), (20, False, False)]
)
def test_long_counts_begin_with_their_estimate_and_how_to_keep_what_is_done(
    seconds: float, keeps: bool, suggests: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    view = progress.View(quiet=False)
    with view.running("here" if keeps else None):
        view(Started([Part.of([()], seconds, seconds)], []))
    said = capsys.readouterr().err
    assert "This takes about" in said
    assert ("--to DIR" in said) == suggests
