"""Polyominoes by perimeter, box, holes and symmetry."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

import enumino
from enumino.cli import main
from enumino.errors import DatasetError, ProblemError
from enumino.families.polyforms.columns import COUNTED_IN_PLANE as COUNTED
from enumino.families.polyforms.counting.methods import Walks, count_of
from enumino.families.polyforms.families import POLYOMINOES
from enumino.objects.lattice import KINDS
from enumino.published import TOTAL
from enumino.run import events
from tests.naive_redelmeier import CLASSES, row, subtree
from tests.published import table

pytestmark = pytest.mark.slow

ROW = ("cells", "height", "width", "mask", "mask_hi", "symmetry", "orbit")
ROW += ("perimeter", "site_perimeter", "holes")


def command(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["count", "polyominoes", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def numbers(cells: range, kind: Any, by: tuple[str, ...], method: str) -> dict[Any, Any]:
    found = count_of(POLYOMINOES, cells, kind, by=by, method=method).numbers(in_process=True)
    return {key: +counts for key, counts in found.items()}


@pytest.mark.parametrize("cells", [1, 2, 4, 6])
def test_counts_are_the_naive_ones(cells: int) -> None:
    for kind, images in zip(KINDS, (1, 4, 8), strict=True):
        lines = enumino.count_polyominoes(cells, kind, by=COUNTED, in_process=True)
        found = {tuple(line.labels[n] for n in COUNTED): line.count for line in lines[1:]}
        expected: Counter[Any] = Counter()
        for shape in subtree((), cells):
            values = dict(zip(ROW, row(shape, kind), strict=True))
            values["symmetry"] = CLASSES[values["symmetry"]]
            if kind != "fixed":  # the box of the wide images
                values["height"], values["width"] = sorted((values["height"], values["width"]))
            expected[tuple(values[n] for n in COUNTED)] += images // values["orbit"]
        assert {key: count / images for key, count in expected.items()} == found


def test_sums_over_any_columns_are_the_totals() -> None:
    for kind in KINDS:
        plain = {n.labels["cells"]: n.count for n in enumino.count_polyominoes(range(1, 9), kind)}
        for by in [*combinations(COUNTED, 1), ("symmetry", "perimeter")]:
            lines = enumino.count_polyominoes(range(1, 9), kind, by=by, in_process=True)
            sums = Counter[Any]()
            for line in lines:
                assert line.agrees is not False, line
                sums[line.labels["cells"]] += line.count * (by[0] in line.labels)
            assert sums == plain


@pytest.mark.parametrize("kind", KINDS)
def test_all_methods_agree(kind: Any) -> None:
    """Walks and listings share nothing but the definitions, and walks in shares are one walk."""
    for by in [COUNTED, ("symmetry", "width"), ("perimeter", "holes")]:
        listed = numbers(range(1, 10), kind, by, "listing")
        assert numbers(range(1, 10), kind, by, "search") == listed
    whole = Walks(POLYOMINOES, range(9, 13), kind, by=COUNTED).work
    (one,) = (task for task in whole.tasks() if task.way == "fixed")
    shares = [replace(one, share=share, shares=3) for share in range(3)]
    found = Counter[Any]()
    for share in shares:
        found.update(whole(share, lambda *_: None).counts)
    assert found == whole(one, lambda *_: None).counts


def test_boxes_are_those_of_the_walk() -> None:
    sizes = range(1, 12)
    for by in (("height", "width"), ("width",)):
        swept = numbers(sizes, "fixed", by, "transfer-matrix")
        assert swept == numbers(sizes, "fixed", by, "search")
    lines = enumino.count_polyominoes(24, "fixed", by=("height", "width"))
    assert (lines[0].count, lines[0].agrees) == (sum(n.count for n in lines[1:]), True)
    assert count_of(POLYOMINOES, range(20, 21), "fixed", by="width").method == "transfer-matrix"


def both(row: dict[str, str]) -> set[tuple[str, str]]:
    """The boxes of a published number: it is of the one and of the other turned."""
    return {(row["height"], row["width"]), (row["width"], row["height"])}


def test_published_tables_are_met() -> None:
    """The bounding boxes, and what is published by one column."""
    lines = enumino.count_polyominoes(range(1, 11), "fixed", by=("height", "width"))
    agreed = [line for line in lines if line.agrees and line.oeis.startswith("A0596")]
    rows = table("polyforms", "polyominoes/polyominoes_by_bounding_box")
    assert len(agreed) == len({(r["n"], *box) for r in rows for box in both(r)})
    rows = [
        r for r in table("polyforms", "polyominoes/polyominoes_by_column") if int(r["cells"]) <= 11
    ]
    for kind, column in {(r["kind"], r["column"]) for r in rows}:
        own = [r for r in rows if (r["kind"], r["column"]) == (kind, column)]
        found = enumino.count_polyominoes(range(1, 12), kind, by=column)  # type: ignore[arg-type]
        assert sum(bool(line.agrees) and column in line.labels for line in found) >= len(own)
        assert [line for line in found if line.agrees is False] == []


def test_a_checkpoint_is_taken_up(tmp_path: Path) -> None:
    def count(cells: int, by: tuple[str, ...], **more: Any) -> Any:
        return enumino.count_polyominoes(
            cells, by=by, in_process=True, checkpoint=tmp_path / "kept", **more
        )

    whole = count(9, ("holes", "width"))
    again: list[events.Event] = []
    assert sorted(map(str, count(9, ("width", "holes"), on_event=again.append))) != []
    (started,) = (event for event in again if isinstance(event, events.Started))
    assert len(started.done) > 0
    assert count(9, ("holes", "width")) == whole
    with pytest.raises(DatasetError, match="checkpoint of another count"):
        count(9, ("holes",))


def test_the_command_gives_numbers_in_all_forms(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    files = ["--to", str(tmp_path / "c.parquet"), "--bfile", str(tmp_path / "b.txt")]
    code, out, _ = command(capsys, "--cells", "8", "--by", "perimeter", "--json", *files)
    said = json.loads(out)
    assert code == 0
    assert said["problem"]["by"] == ["perimeter"]
    assert [(r["perimeter"], r["count"], r["published"]) for r in said["rows"]] == [
        (12, "2", "2"),
        (14, "21", "21"),
        (16, "91", "91"),
        (18, "255", "255"),
    ]
    assert (tmp_path / "b.txt").read_text() == "12 2\n14 21\n16 91\n18 255\n"
    written = pq.read_table(tmp_path / "c.parquet").to_pylist()
    assert [(r["kind"], r["perimeter"], int(r["count"])) for r in written][:1] == [("free", 12, 2)]
    code, out, _ = command(capsys, "--cells", "7-8", "--by", "holes,height")
    assert code == 0
    assert [line.split()[-2:] for line in out.splitlines() if "total" in line] == [
        ["✓", "A000105"],
        ["✓", "A000105"],
    ]
    code, out, _ = command(capsys, "--cells", "15", "--by", "holes", "--dry-run")
    assert (code, "search" in out) == (0, True)


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (
            ["--cells", "8", "--by", "colour"],
            2,
            "'colour' is not a column to count by: choose from",
        ),
        (["--cells", "8", "--by", "holes,holes"], 2, "holes is given twice"),
        (
            ["--cells", "8", "--by", "holes", "--method", "transfer-matrix"],
            2,
            "count fixed ones by height and width only",
        ),
        (["--cells", "8", "--method", "listing"], 2, "or name columns, as --by holes"),
        (
            ["--cells", "8", "--kind", "fixed", "--by", "holes", "--method", "transfer-matrix"],
            2,
            "count fixed ones by height and width only",
        ),
        (
            ["--cells", "41", "--kind", "fixed", "--by", "width"],
            2,
            "1 to 40 cells by columns, not of 41",
        ),
        (["--cells", "8", "--by", "width", "--without-holes"], 2, "add holes to --by"),
        (["--cells", "31", "--by", "width"], 2, "1 to 30 cells by columns, not of 31"),
        (
            ["--cells", "33", "--by", "width", "--method", "listing"],
            2,
            "sizes of free ones go from 1 to 32",
        ),
    ],
)
def test_bad_input_gets_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, message: str
) -> None:
    found, _, err = command(capsys, *arguments)
    assert found == code
    (error,) = [line for line in err.splitlines() if line.startswith("Error")]
    assert message in error


def test_b_files_need_one_number(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "b.txt"
    for by in ("holes,perimeter", "symmetry,holes"):
        code, out, err = command(capsys, "--cells", "8", "--by", by, "--bfile", str(file))
        assert (code, out, file.exists()) == (2, "", False)
        assert f"vary by {by.replace(',', ' and ')}" in err
    with pytest.raises(ProblemError, match="Name each column"):
        enumino.count_polyominoes(5, by=())
    assert all(line.symmetry == TOTAL for line in enumino.count_polyominoes(5, by="holes"))
