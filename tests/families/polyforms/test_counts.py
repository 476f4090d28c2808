"""Counts of polyforms from the outside: published numbers, checkpoints, the command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import enumino
from enumino.cli import main
from enumino.errors import DatasetError, ProblemError
from enumino.families.polyforms.counting.methods import LatticeSearch
from enumino.families.polyforms.counting.work import Search
from enumino.families.polyforms.counts import count_polyforms
from enumino.families.polyforms.families import family_named
from enumino.run import events

pytestmark = pytest.mark.slow

SIZES = {
    "polyominoes": 10,
    "polyhexes": 9,
    "polyiamonds": 12,
    "polyplets": 7,
    "polycubes": 7,
    "polysticks": 8,
}


@pytest.mark.parametrize("family", SIZES)
def test_everything_published_is_met(family: str) -> None:
    lines = count_polyforms(family, range(1, SIZES[family] + 1), by_symmetry=True, in_process=True)
    assert [line for line in lines if line.agrees is False] == []
    agreeing = {line.oeis for line in lines if line.agrees}
    sequences = family_named(family).sequences
    assert sequences.kinds["free"] in agreeing
    assert len(agreeing & set(sequences.classes.values())) >= len(sequences.classes) // 2
    for cells in range(1, SIZES[family] + 1):
        of_size = [line for line in lines if line.labels["cells"] == cells]
        classes = [n.count for n in of_size if n.symmetry != "total"]
        assert sum(classes) == next(n.count for n in of_size if n.labels["kind"] == "free")


def test_listing_gives_the_same_classes() -> None:
    listed = enumino.Polyhexes(7).count().counts
    lines = count_polyforms("polyhexes", 7, "free", by_symmetry=True)
    counted = {(7, line.symmetry): line.count for line in lines if line.symmetry != "total"}
    assert counted == {key: number for key, number in listed.items() if number}


def test_division_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = count_polyforms("polyiamonds", range(1, 13), in_process=True)
    monkeypatch.setattr(Search, "seconds_per_task", 1e-4)
    count = LatticeSearch(family_named("polyiamonds"), range(1, 13))
    assert len(count.work.tasks()) > 40
    assert count_polyforms("polyiamonds", range(1, 13), in_process=True) == whole


class StopHereError(Exception):
    pass


def test_a_checkpoint_is_taken_up_where_it_was_left(tmp_path: Path) -> None:
    def stop_after_five(event: events.Event) -> None:
        if isinstance(event, events.TaskFinished) and event.outcome.index == 4:
            raise StopHereError

    def count(cells: int, **more: object) -> list[object]:
        return list(count_polyforms("polyhexes", cells, in_process=True, **more))  # type: ignore[arg-type]

    with pytest.raises(StopHereError):
        count(8, checkpoint=tmp_path, on_event=stop_after_five)
    again: list[events.Event] = []
    assert count(8, checkpoint=tmp_path, on_event=again.append) == count(8)
    (started,) = (event for event in again if isinstance(event, events.Started))
    assert len(started.done) == 5
    with pytest.raises(DatasetError, match="checkpoint of another count"):
        count(8, checkpoint=tmp_path, kind="fixed")


def command(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["count", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_the_command_prints_a_table_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = command(capsys, "polyhexes", "--cells", "6", "--by", "symmetry")
    assert code == 0
    assert "82 ✓" in out
    assert "A000228" in out
    assert "D3v" in out
    code, out, _ = command(capsys, "polysticks", "--cells", "5", "--kind", "fixed", "--json")
    (row,) = json.loads(out)["rows"]
    assert (row["count"], row["published"], row["oeis"]) == ("372", "372", "A096267")


def test_what_it_would_take_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = command(capsys, "polycubes", "--cells", "16", "--dry-run", "--threads", "2")
    assert code == 0
    assert "symmetric" in out
    assert "on 2 threads" in out


def test_bad_questions_get_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = command(capsys, "polycubes", "--cells", "40")
    assert code == 2
    assert "counts polycubes of 1 to 22 cells, not of 40" in err
    with pytest.raises(ProblemError, match="no polyforms called 'polyhxes'"):
        count_polyforms("polyhxes", 3)
    with pytest.raises(ProblemError, match="There are no 'loose' polyhexes"):
        count_polyforms("polyhexes", 3, "loose")  # type: ignore[arg-type]


def test_classes_and_columns_are_asked_for_in_one_way() -> None:
    for count in (
        lambda: count_polyforms("polyhexes", 3, by_symmetry=True, by="holes"),
        lambda: enumino.count_polyominoes(3, by_symmetry=True, by="holes"),
    ):
        with pytest.raises(ProblemError, match="name symmetry among the columns"):
            count()


def test_fixed_ones_may_be_taken_from_what_is_published() -> None:
    sizes = range(1, 8)
    counted = count_polyforms("polysticks", sizes, by_symmetry=True, in_process=True)
    taken = count_polyforms(
        "polysticks", sizes, by_symmetry=True, published_fixed=True, in_process=True
    )
    assert [(n.labels, n.count) for n in taken] == [(n.labels, n.count) for n in counted]
    resting = {line.symmetry for line in taken if line.rests_on}
    assert resting == {"total", "none"}
    assert {line.rests_on for line in taken} == {"", "A096267"}
    assert all(n.agrees is None for n in taken if n.labels["kind"] == "fixed")
    assert all(n.agrees for n in taken if n.oeis in ("A019988", "A151537"))
    assert all(line.rests_on == "" for line in counted)


def test_the_command_marks_what_rests_on_published_numbers(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, _ = command(capsys, "polyhexes", "--cells", "5-6", "--published-fixed")
    assert code == 0
    assert "82 *✓" in out
    assert "the published number of fixed polyhexes (A001207), which was not counted" in out
    code, out, _ = command(
        capsys, "polyhexes", "--cells", "30", "--published-fixed", "--dry-run", "--threads", "1"
    )
    assert code == 0
    assert "the numbers of fixed ones of 30 cells are taken from A001207" in out
    assert "fixed" not in out.replace("fixed ones of 30 cells", "")


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (("--cells", "5", "--kind", "fixed"), "With published numbers of fixed polysticks nothing"),
        (("--cells", "24-25"), "fixed polysticks with 25 cells is not among the published"),
        (("--cells", "5", "--by", "holes"), "say nothing of other columns"),
        (("--cells", "61"), "polysticks of 1 to 60 cells, not of 61"),
    ],
)
def test_published_fixed_ones_are_refused_where_they_say_nothing(
    capsys: pytest.CaptureFixture[str], more: tuple[str, ...], message: str
) -> None:
    code, _, err = command(capsys, "polysticks", *more, "--published-fixed")
    assert code == 2
    assert message in err


def test_published_fixed_ones_are_refused_where_there_are_none() -> None:
    with pytest.raises(ProblemError, match="no published numbers of fixed polykites"):
        count_polyforms("polyforms", [5], lattice="kite", published_fixed=True)
