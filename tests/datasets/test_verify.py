"""Verification finds what is wrong, whatever it is, and whoever made it."""

from __future__ import annotations

import os
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import enumino
from enumino.datasets import card, verify
from enumino.datasets.checks import Report
from enumino.datasets.verify import repair
from enumino.families.polyforms.rows import PolyformRows
from tests import published
from tests.dataset_tools import (
    Enumino,
    data_file,
    sentence,
)
from tests.forger import Forger


def failing(report: Report) -> set[str]:
    return {check.name for check in report.checks if not check.ok}


def test_a_sound_dataset_passes_every_check(finished: Path) -> None:
    report = enumino.verify(finished, full=True)
    assert report.ok
    assert [check.name for check in report.checks] == [
        "files", "checksums", "schema", "checkpoints", "counts.parquet", "README.md",
        "rows", "published totals", "laws between classes",
        "cells of masks", "orbit sums", "without holes", "no duplicates",
    ]  # fmt: skip


def test_totals_that_are_not_the_published_ones_are_told(
    spoilt: Path, here: Enumino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If there were one octomino more."""
    terms = published.terms("polyforms", "polyominoes")
    wrong = {**terms, "A000105": {**terms["A000105"], 8: 370}}
    monkeypatch.setattr("enumino.families.polyforms.published.terms", lambda *_: wrong)
    told = "8 cells, free, total: 369 rows, but A000105 has 370"
    assert told in {check.detail for check in enumino.verify(spoilt).checks if not check.ok}
    assert "370 ✗" in here("info", spoilt).out
    done = here("commit", spoilt)
    assert (done.code, "Error: a total differs from the published one" in done.err) == (3, True)


def flipped(path: Path, bit: int) -> None:
    """Change one bit of a file."""
    contents = bytearray(path.read_bytes())
    contents[bit // 8] ^= 1 << bit % 8
    path.write_bytes(contents)


def test_tables_and_the_card_are_made_again_and_compared(tmp_path: Path) -> None:
    root = tmp_path / "tilings"
    problem = enumino.Tilings("3x4", "L-tromino, domino", up_to_symmetry=True)
    enumino.enumerate_to(root, problem, threads=1)
    names = sorted(path.name for path in root.iterdir() if path.suffix in (".parquet", ".md"))
    assert {"README.md", "counts.parquet", "orientations.parquet"} <= set(names)
    for name in names:
        path = root / name
        sound = path.read_bytes()
        if name == "README.md":
            flipped(path, 800)
        else:
            pq.write_table(pq.read_table(path).slice(1), path)
        assert failing(enumino.verify(root)) == {name}
        for spoilt in (b"", sound[:-9], sound[:40] + sound[50:]):
            path.write_bytes(spoilt)
            assert failing(enumino.verify(root)) == {name}
        path.unlink()
        report = enumino.verify(root)
        assert failing(report) == {name}
        assert report.recommit
        repair(root, report)
        enumino.enumerate_to(root, problem, threads=1)
        assert enumino.verify(root).ok


def test_a_finished_part_with_a_flipped_bit_is_made_again(
    spoilt: Path, here: Enumino, finished: Path
) -> None:
    """Whoever goes on: enumerate, run, or commit, which says what lacks."""
    sound = {path.name: path.read_bytes() for path in (finished / "data").iterdir()}
    part = data_file(spoilt, 2)
    for command in (
        ["enumerate", "polyominoes", "--cells", "1-9", "--rows-per-part", "300", "--threads", "1",
         "--to", spoilt],
        ["run", spoilt, "--part", "2"],
        ["run", spoilt, "--share", "1/1"],
    ):  # fmt: skip
        (spoilt / "manifest.json").unlink()
        flipped(part, 8 * 100)
        assert "lacks 1 of" in sentence(here("commit", spoilt), 4)
        assert here(*command).code == 0
        assert here("commit", spoilt).code == 0
        assert {path.name: path.read_bytes() for path in (spoilt / "data").iterdir()} == sound
        assert enumino.verify(spoilt).ok


def test_pages_that_cannot_be_unpacked_are_found(spoilt: Path, here: Enumino) -> None:
    """Although checksums and footers are right."""
    part = data_file(spoilt, 1)
    column = pq.read_metadata(part).row_group(0).column(3)
    flipped(part, 8 * (column.data_page_offset + column.total_compressed_size - 5))
    Forger(spoilt).sums()
    told = here("verify", spoilt)
    assert told.code == 3
    assert f"rows: data/{part.name} cannot be read" in told.out
    assert "--repair" in told.err


@pytest.mark.parametrize("how", ["cut", "flipped", "missing"])
def test_a_plan_that_is_damaged_or_lost_is_a_mismatch(spoilt: Path, here: Enumino, how) -> None:
    plan = spoilt / "plan.json"
    if how == "cut":
        os.truncate(plan, 500)
    elif how == "flipped":
        flipped(plan, 8 * 200)
    else:
        plan.unlink()
    assert "restore it from a copy" in sentence(here("verify", spoilt), 3)


def test_a_bug_of_a_family_is_a_traceback(finished: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise KeyError("a bug")

    for name in ("faults", "object_of"):
        monkeypatch.setattr(PolyformRows, name, broken)
    for action in (
        lambda: enumino.verify(finished),
        lambda: list(enumino.open_dataset(finished).objects()),
        lambda: card.render(enumino.open_dataset(finished)),
    ):
        with pytest.raises(KeyError, match="a bug"):
            action()


def test_foreign_files_are_found(spoilt: Path, here: Enumino) -> None:
    (spoilt / "data" / "notes.txt").write_text("hello")
    assert failing(enumino.verify(spoilt)) == {"files"}
    told = here("verify", spoilt, "--repair")
    assert "(data/notes.txt): remove it yourself" in told.err
    assert "removed: " not in told.err


@pytest.mark.parametrize("twice", [False, True])
def test_duplicates_are_found_in_slices(twice: bool, spoilt: Path, monkeypatch) -> None:
    monkeypatch.setattr(verify, "ROWS_IN_MEMORY", 100)
    monkeypatch.setattr(verify, "MOST_SLICES", 3)
    if twice:
        Forger(spoilt).rows(1, lambda table: pa.concat_tables([table, table.slice(17, 1)]))
    full, some = (enumino.verify(spoilt, full=full).checks[-1] for full in (True, False))
    assert (full.name, full.ok) == ("no duplicates", not twice)
    if not twice:
        assert full.detail == "1,818 of 1,818 rows compared"
        assert 100 < int(some.detail.split()[0]) < 600
