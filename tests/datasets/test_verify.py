"""Verification finds every fault, whoever made it."""

import json
from pathlib import Path
from random import Random

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import enumino
from enumino.datasets import verify
from enumino.datasets.verify import repair
from enumino.families.polyforms.rows import PolyformRows
from tests import published
from tests.dataset_tools import Enumino, checkpoint, data_file, sentence
from tests.forger import Forger, edited, failing


def test_a_sound_dataset_passes_every_check(finished: Path) -> None:
    report = enumino.verify(finished, full=True)
    assert report.ok
    assert [check.name for check in report.checks] == [
        "parts", "counts.parquet", "README.md", "rows", "published totals", "laws between classes",
        "cells of masks", "orbit sums", "without holes", "no duplicates",
    ]  # fmt: skip


def test_totals_that_are_not_the_published_ones_are_told(
    copied: Path, here: Enumino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If there were one octomino more."""
    terms = published.terms("polyforms", "polyominoes")
    wrong = {**terms, "A000105": {**terms["A000105"], 8: 370}}
    monkeypatch.setattr("enumino.families.polyforms.published.terms", lambda *_: wrong)
    told = "8 cells, free, total: 369 rows, but A000105 has 370"
    assert told in failing(enumino.verify(copied)).values()
    assert "370 ✗" in here("info", copied).out
    done = here("commit", copied)
    assert (done.code, "Error: a total differs from the published one" in done.err) == (3, True)
    counted = here("count", "polyominoes", "--cells", "8", "--kind", "free")
    assert (counted.code, "differs from the published one" in counted.err) == (3, True)
    assert "✗" in counted.out


@pytest.fixture
def covered(tmp_path: Path) -> Path:
    """A dataset with tables beside its rows."""
    problem = enumino.Tilings("3x4", "L-tromino, domino", up_to_symmetry=True)
    enumino.enumerate_to(tmp_path / "tilings", problem, threads=1)
    return tmp_path / "tilings"


@pytest.mark.parametrize("stride", [pytest.param(41, marks=pytest.mark.slow), 661])
def test_no_byte_of_any_file_can_be_changed(stride: int, covered: Path) -> None:
    """But for one that means the same to whoever reads a document."""
    paths = [path for path in covered.rglob("*") if path.is_file()]
    assert {"plan.json", "manifest.json", "README.md", "counts.parquet", "orientations.parquet",
            "parts", "data"} <= {name for path in paths for name in path.parts}  # fmt: skip
    random = Random(stride)
    for path in paths:
        sound = path.read_bytes()
        for at in range(random.randrange(stride), len(sound), stride):
            wrong = bytearray(sound)
            wrong[at] ^= 1 << random.randrange(8)
            path.write_bytes(wrong)
            try:
                found = not enumino.verify(covered).ok
            except enumino.EnuminoError:
                found = True
            assert found or json.loads(wrong) == json.loads(sound), (path.name, at)
        path.write_bytes(sound)
    assert enumino.verify(covered).ok


def test_what_is_wrong_beside_the_rows_is_made_again(covered: Path, here: Enumino) -> None:
    command = ["enumerate", "tilings", "--region", "3x4", "--pieces", "L-tromino, domino",
               "--up-to-symmetry", "--threads", "1", "--to", covered]  # fmt: skip
    names = ["README.md", "counts.parquet", "options.parquet", "orientations.parquet"]
    for name in names:
        path = covered / name
        sound = path.read_bytes()
        for spoilt in (b"", sound[:-9], sound[:40] + sound[50:], None):
            path.write_bytes(spoilt) if spoilt is not None else path.unlink()
            assert failing(enumino.verify(covered)).keys() == {name}
        assert here("verify", covered, "--repair").code == 3
        assert here(*command).code == 0
        assert path.read_bytes() == sound
    assert enumino.verify(covered).ok


def test_counts_of_a_checkpoint_are_those_of_its_rows(copied: Path, here: Enumino) -> None:
    edited(lambda said: said["counts"][0].__setitem__(0, 99))(checkpoint(copied, 3))
    report = enumino.verify(copied)
    assert ([*failing(report)], report.redo) == (["manifest.json"], {3})
    repair(copied, report)
    assert here("run", copied).code == 0
    assert here("commit", copied).code == 0
    assert enumino.verify(copied).ok


def test_a_wrong_manifest_leaves_sound_parts_alone(copied: Path, here: Enumino) -> None:
    sound = {path: path.read_bytes() for path in copied.rglob("part-*")}
    edited(lambda said: said["files"][0].update(rows=7))(copied / "manifest.json")
    report = enumino.verify(copied)
    assert "manifest.json" in failing(report)
    assert (report.redo, report.recommit) == (set(), True)
    repair(copied, report)
    assert here("commit", copied).code == 0
    assert {path: path.read_bytes() for path in copied.rglob("part-*")} == sound
    assert enumino.verify(copied).ok


def test_tables_of_another_pyarrow_are_compared_as_tables(copied: Path) -> None:
    counts = copied / "counts.parquet"
    pq.write_table(pq.read_table(counts), counts, compression="none")
    assert failing(enumino.verify(copied)).keys() == {"counts.parquet"}
    edited(lambda said: said["made_by"].update(pyarrow="1.0"))(copied / "manifest.json")
    assert failing(enumino.verify(copied)).keys() == {"README.md"}


def test_pages_that_cannot_be_unpacked_are_found(copied: Path, here: Enumino) -> None:
    """Although checksums and footers are right."""
    part = data_file(copied, 1)
    column = pq.read_metadata(part).row_group(0).column(3)
    contents = bytearray(part.read_bytes())
    contents[column.data_page_offset + column.total_compressed_size - 5] ^= 1
    part.write_bytes(contents)
    Forger(copied).sums()
    told = here("verify", copied)
    assert told.code == 3
    assert f"rows: data/{part.name} cannot be read" in told.out
    assert "--repair" in told.err


def test_a_plan_that_is_lost_is_a_mismatch(copied: Path, here: Enumino) -> None:
    (copied / "plan.json").unlink()
    assert "restore it from a copy" in sentence(here("verify", copied), 3)


def test_a_bug_of_a_family_is_a_traceback(finished: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise KeyError("a bug")

    for name in ("faults", "object_of"):
        monkeypatch.setattr(PolyformRows, name, broken)
    for action in (enumino.verify, lambda root: list(enumino.open_dataset(root).objects())):
        with pytest.raises(KeyError, match="a bug"):
            action(finished)


def test_foreign_files_are_found(copied: Path, here: Enumino) -> None:
    (copied / "data" / "notes.txt").write_text("hello")
    assert failing(enumino.verify(copied)).keys() == {"parts"}
    told = here("verify", copied, "--repair")
    assert "(data/notes.txt): remove it yourself" in told.err
    assert "removed: " not in told.err


@pytest.mark.parametrize("name", [".DS_Store", ".nfs000000000a1b2c3"])
def test_hidden_files_of_a_system_do_no_harm(name: str, copied: Path, here: Enumino) -> None:
    for folder in ("data", "parts", "."):
        (copied / folder / name).write_bytes(b"x")
    assert enumino.verify(copied).ok
    (copied / "manifest.json").unlink()
    assert "run `enumino commit" in sentence(here("verify", copied), 4)
    assert here("commit", copied).code == 0


@pytest.mark.parametrize("twice", [False, True])
def test_duplicates_are_found_in_slices(twice: bool, copied: Path, monkeypatch) -> None:
    monkeypatch.setattr(verify, "ROWS_IN_MEMORY", 100)
    monkeypatch.setattr(verify, "MOST_SLICES", 3)
    if twice:
        Forger(copied).rows(1, lambda table: pa.concat_tables([table, table.slice(17, 1)]))
    full, some = (enumino.verify(copied, full=full).checks[-1] for full in (True, False))
    assert (full.name, full.ok) == ("no duplicates", not twice)
    if not twice:
        assert full.detail == "1,818 of 1,818 rows compared"
        assert 100 < int(some.detail.split()[0]) < 600
