"""Counting from the outside: the Python call, checkpoints, the command."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import enumino
from enumino.cli import main
from enumino.datasets.totals import Total, table
from enumino.errors import DatasetError, ProblemError
from enumino.families.polyforms.counting import costs
from enumino.families.polyforms.counting.methods import TransferMatrix, by_all_methods, count_of
from enumino.families.polyforms.families import POLYOMINOES
from enumino.objects.lattice import KINDS
from enumino.run import events
from tests.published import terms

pytestmark = pytest.mark.slow


def test_numbers_come_as_plain_objects_with_exact_ints() -> None:
    lines = enumino.count_polyominoes(range(22, 25), "fixed")
    assert [line.count for line in lines] == [345532572678, 1344372335524, 5239988770268]
    assert all(type(line.count) is int for line in lines)


def test_numbers_beyond_64_bits_fit_the_table() -> None:
    numbers = [10**30, 71242712815411950635]
    lines = [Total({"cells": 80 + i}, number) for i, number in enumerate(numbers)]
    written = table(lines, pa.decimal128(38)).to_pylist()
    assert [int(row["count"]) for row in written] == numbers
    assert {row["published"] for row in written} == {None}


def test_default_is_every_kind() -> None:
    lines = enumino.count_polyominoes(8)
    assert {line.labels["kind"]: line.count for line in lines} == {
        "fixed": 2725,
        "one-sided": 704,
        "free": 369,
    }
    assert all(line.agrees for line in lines)


def test_a_cluster_gives_the_same() -> None:
    from enumino.run.cluster import local_client

    alone = enumino.count_polyominoes(range(1, 21), by_symmetry=True, in_process=True)
    with local_client(2) as client:
        together = enumino.count_polyominoes(range(1, 21), by_symmetry=True, client=client)
    assert together == alone


@pytest.mark.parametrize("threads", [1, 2])
def test_what_does_not_fit_beside_others_runs_alone_first(threads: int) -> None:
    seen: list[events.Event] = []
    parameters = {"cells": range(1, 23), "kind": "fixed", "threads": threads}
    lines = enumino.count_polyominoes(**parameters, memory=3e6, on_event=seen.append)
    assert lines == enumino.count_polyominoes(**parameters)
    (started,) = (event for event in seen if isinstance(event, events.Started))
    large = [task.index for task in started.tasks if task.bytes > 3e6 / threads]
    done = [event.outcome.index for event in seen if isinstance(event, events.TaskFinished)]
    assert done[: len(large)] == large
    assert sorted(done) == [task.index for task in started.tasks]
    assert (len(large) > 0) == (threads == 2)


class StopHereError(Exception):
    pass


@pytest.mark.long
@pytest.mark.parametrize("by_matrix", [False, True])
def test_a_checkpoint_is_taken_up_where_it_was_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by_matrix: bool
) -> None:
    monkeypatch.setattr(costs, "matrix_is_cheaper", lambda *_: by_matrix)
    finished: list[int] = []

    def stop_after_five(event: events.Event) -> None:
        if isinstance(event, events.TaskFinished):
            finished.append(event.outcome.index)
            if len(finished) == 5:
                raise StopHereError

    parameters = {"cells": range(1, 23), "by_symmetry": True, "in_process": True}
    with pytest.raises(StopHereError):
        enumino.count_polyominoes(**parameters, checkpoint=tmp_path, on_event=stop_after_five)
    again: list[events.Event] = []
    resumed = enumino.count_polyominoes(**parameters, checkpoint=tmp_path, on_event=again.append)
    assert resumed == enumino.count_polyominoes(**parameters)
    (started,) = (event for event in again if isinstance(event, events.Started))
    assert [outcome.index for outcome in started.done] == sorted(finished)
    made = [e.outcome.index for e in again if isinstance(e, events.TaskFinished)]
    assert not set(made) & set(finished)
    with pytest.raises(DatasetError, match="that of fixed, one-sided and free polyominoes of 1 to"):
        enumino.count_polyominoes(range(1, 23), "free", checkpoint=tmp_path)


def test_checkpoints_refuse_other_folders_and_damage(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("")
    with pytest.raises(DatasetError, match="not empty"):
        enumino.count_polyominoes(5, checkpoint=tmp_path)
    folder = tmp_path / "count"
    enumino.count_polyominoes(5, checkpoint=folder)
    part = next((folder / "parts").iterdir())
    part.write_text("{}")
    with pytest.raises(DatasetError, match=r"is damaged .* remove it, and run"):
        enumino.count_polyominoes(5, checkpoint=folder)
    part.unlink()
    assert enumino.count_polyominoes(5, checkpoint=folder)[0].count == 63


@pytest.mark.long
def test_a_killed_count_resumes(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "enumino", "count", "polyominoes", "--cells", "29",
               "--json", "--checkpoint", str(tmp_path / "count")]  # fmt: skip
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    parts = tmp_path / "count" / "parts"
    while process.poll() is None and (not parts.exists() or len(os.listdir(parts)) < 2):
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    assert len(os.listdir(parts)) >= 2
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    rows = {
        row["kind"]: row["count"]
        for row in json.loads(done.stdout)["rows"]
        if "symmetry" not in row
    }
    assert rows == {
        "fixed": "4820975409710116",
        "one-sided": "1205243866707468",
        "free": "602621953061978",
    }


def test_the_cheaper_method_is_chosen() -> None:
    sizes = range(1, 29)
    assert count_of(POLYOMINOES, sizes, "fixed").method == "transfer-matrix"
    assert count_of(POLYOMINOES, sizes, "fixed", method="search").method == "search"
    found = by_all_methods(count_of(POLYOMINOES, range(1, 37), by_symmetry=True))
    assert list(found) == ["transfer-matrix", "search", "rotated"]
    assert found["search"] is None
    assert found["rotated"] is not None
    assert found["transfer-matrix"].estimate.seconds > 20
    with pytest.raises(ProblemError, match="no method 'guess'"):
        count_of(POLYOMINOES, range(1, 5), method="guess")


def command(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["count", "polyominoes", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_the_table_has_every_kind_and_class(capsys) -> None:
    code, out, err = command(capsys, "--cells", "1-12")
    assert code == 0
    last = next(line for line in out.splitlines() if line.split()[0] == "12")
    numbers = re.findall(r"[\d,]+", last)
    assert numbers == ["12", "505,861", "126,759", "63,600", "62,878", "278", "3", "341", "15",
                       "79", "3", "3"]  # fmt: skip
    assert last.count("✓") + last.count("ok") == 11
    assert "A001168" in out
    assert "tasks in" in err


def test_json_has_a_row_a_size_and_counts_as_strings(capsys) -> None:
    code, out, _ = command(capsys, "--cells", "1-6", "--kind", "free", "--json")
    said = json.loads(out)
    assert code == 0
    assert said["problem"]["cells"] == [1, 6]
    assert [row["count"] for row in said["rows"]] == ["1", "1", "2", "5", "12", "35"]
    assert said["rows"][0] == {"cells": 1, "kind": "free", "count": "1", "oeis": "A000105",
                               "published": "1", "agrees": True}  # fmt: skip
    _, out, _ = command(capsys, "--cells", "6", "--kind", "free", "--by", "symmetry", "--json")
    rows = json.loads(out)["rows"]
    assert {row["symmetry"]: row["count"] for row in rows}["axis"] == "6"
    assert len(rows) == 8
    _, out, _ = command(capsys, "--cells", "6", "--by", "symmetry", "--json")
    rows = json.loads(out)["rows"]
    assert [row["kind"] for row in rows if "symmetry" not in row] == list(KINDS)
    assert len(rows) == 11


def test_csv_and_parquet(capsys, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also of a number that nobody published."""
    file = tmp_path / "counts.parquet"
    unpublished = {**terms("polyforms", "polyominoes"), "A001168": {}}
    monkeypatch.setattr("enumino.families.polyforms.published.terms", lambda *_: unpublished)
    _, out, _ = command(capsys, "--cells", "20", "--kind", "fixed", "--csv", "--to", str(file))
    rows = list(csv.DictReader(io.StringIO(out)))
    written = pq.read_table(file).to_pylist()
    assert int(rows[0]["count"]) == int(written[0]["count"]) == 22964779660
    names = ["cells", "kind", "symmetry", "count", "oeis", "published", "agrees"]
    assert list(written[0]) == list(rows[0]) == names
    assert written[0]["published"] is None


def test_what_rests_on_published_numbers_says_so(
    capsys, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(TransferMatrix, "reach", 11)
    code, out, _ = command(capsys, "--cells", "11-12", "--method", "transfer-matrix")
    assert code == 0
    eleven, twelve = (line for line in out.splitlines() if line.split()[:1] in (["11"], ["12"]))
    assert (eleven.count("*"), twelve.count("*")) == (0, 4)  # three kinds, and no symmetry
    assert "505,861 *" in twelve
    assert "505,861 *✓" not in twelve
    assert "the published number of fixed polyominoes (A001168), which was not counted" in out
    file = tmp_path / "counts.parquet"
    arguments = ["--cells", "12", "--by", "symmetry", "--method", "transfer-matrix"]
    _, out, _ = command(capsys, *arguments, "--json", "--to", str(file))
    rows = json.loads(out)["rows"]
    named = {(row["kind"], row.get("symmetry")): row for row in rows}
    assert named["fixed", None]["agrees"] is None
    assert named["free", None]["rests_on"] == "A001168"
    assert named["free", None]["agrees"] is True
    assert "rests_on" not in named["free", "axis"]
    written = pq.read_table(file).to_pylist()
    assert [row["rests_on"] for row in written].count("A001168") == 4
    _, out, _ = command(capsys, *arguments, "--kind", "free")
    assert out.count("*") == 3  # the class, the total, the note


@pytest.mark.parametrize("method", ["auto", "transfer-matrix", "polygons", "listing"])
def test_without_holes(capsys, method: str) -> None:
    code, out, _ = command(
        capsys, "--cells", "7-8", "--without-holes", "--json", "--method", method
    )
    assert code == 0
    assert [(r["count"], r["oeis"]) for r in json.loads(out)["rows"]] == [
        ("107", "A000104"),
        ("363", "A000104"),
    ]


def test_without_holes_by_class_stands_beside_published_numbers(capsys) -> None:
    _, out, _ = command(capsys, "--cells", "9", "--without-holes", "--by", "symmetry", "--json")
    rows = {row.get("symmetry"): row for row in json.loads(out)["rows"]}
    assert (rows["axis"]["oeis"], rows["axis"]["agrees"]) == ("A056879", True)
    assert sum(bool(row["agrees"]) for row in rows.values()) >= 7


def test_a_dry_run_counts_nothing(capsys) -> None:
    code, out, err = command(capsys, "--cells", "36", "--dry-run")
    assert (code, err) == (0, "")
    assert "out of reach" in out
    assert "transfer-matrix" in out
    _, out, _ = command(capsys, "--cells", "17", "--without-holes", "--dry-run")
    assert all(method in out for method in ("transfer-matrix", "polygons", "listing"))
    assert "fixed, by cells" in out
    code, _, err = command(capsys, "--cells", "8", "--explain")
    assert code == 0
    assert "<- this one" in err


@pytest.mark.parametrize("cells", ["46", "39-46", "60"])
def test_a_dry_run_says_which_numbers_are_taken(capsys, cells: str) -> None:
    """The marks of a count and what its dry run says are of the same sizes."""
    taken = range(max(41, int(cells.split("-")[0])), int(cells.split("-")[-1]) + 1)
    span = f"{taken[0]}-{taken[-1]}" if len(taken) > 1 else str(taken[0])
    said = f"the numbers of fixed ones of {span} cells are taken from A001168"
    _, out, _ = command(capsys, "--cells", cells, "--dry-run")
    assert f"transfer-matrix: {said}" in out
    assert (f"rotated: {said}" in out) == (taken[0] > 46)
    sizes = range(int(cells.split("-")[0]), taken[-1] + 1)
    resting = [n for n in sizes if count_of(POLYOMINOES, sizes, by_symmetry=True).rests_on(n)]
    assert resting == list(taken)
    _, out, _ = command(capsys, "--cells", "30-40", "--dry-run")
    assert "taken" not in out


def test_a_wrong_number_exits_3(capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = {**terms("polyforms", "polyominoes"), "A000105": {8: 370}}
    monkeypatch.setattr("enumino.families.polyforms.published.terms", lambda *_: wrong)
    code, out, err = command(capsys, "--cells", "8", "--kind", "free")
    assert code == 3
    assert "✗" in out
    assert "differs from the published one" in err


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (
            ["--cells", "41", "--kind", "fixed"],
            2,
            "of 1 to 40 cells, not of 41; --method rotated takes",
        ),
        (["--cells", "61"], 2, "1 to 60 cells, not of 61"),
        (["--cells", "0"], 2, "1 to 60 cells"),
        (
            ["--cells", "31", "--method", "search"],
            2,
            "1 to 30 cells, not of 31; --method transfer-matrix",
        ),
        (["--cells", "8-3"], 2, "is empty"),
        (["--cells", "5", "--json", "--csv"], 2, "exclude each other"),
        (
            ["--cells", "36", "--memory", "1MB"],
            2,
            "One task takes .*, more than the 1.0 MB",
        ),
        (["--cells", "36", "--memory", "much"], 2, "write 500MB or 4GB"),
        (
            ["--cells", "5", "--without-holes", "--method", "search"],
            2,
            "choose auto, transfer-matrix, polygons, listing",
        ),
        (["--cells", "5", "--method", "polygons"], 2, "add --without-holes"),
        (["--cells", "56", "--without-holes"], 2, "1 to 55 cells, not of 56"),
        (
            ["--cells", "5", "--by", "holes", "--memory", "1GB"],
            2,
            "--memory does not apply: leave it out",
        ),
        (["--cells", "5", "--to", "counts.txt"], 2, r"end its name in \.parquet"),
        (["--cells", "5", "--to", "/nowhere/counts.parquet"], 1, "cannot be written"),
        (["--cells", "5", "--checkpoint", "/dev/null/x"], 1, "Cannot"),
    ],
)
def test_bad_input_gets_one_sentence(capsys, arguments, code: int, message: str) -> None:
    found, _, err = command(capsys, *arguments)
    assert found == code
    errors = [line for line in err.splitlines() if line.startswith("Error")]
    assert len(errors) == 1
    assert re.search(message, errors[0])
    assert "Traceback" not in err
