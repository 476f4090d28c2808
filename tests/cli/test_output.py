"""Numbers as tables for people, as CSV, JSON and Parquet; files that can be written."""

import csv
import io
import json
import os
import re
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from enumino.cli import files
from enumino.datasets.totals import Total, Totals
from enumino.errors import StorageError
from enumino.families.polyforms.rows import PolyformRows
from enumino.objects.lattice import SQUARE
from enumino.parameters import sizes_text
from enumino.published import TOTAL
from enumino.tables import as_markdown
from tests.dataset_tools import Enumino, sentence

COUNTS = {
    "classes of polyominoes": ["polyominoes", "--cells", "6", "--by", "symmetry"],
    "a room": ["tatami", "--room", "4x7"],
    "half mats": ["tatami", "--room", "3x3", "--monomers", "1-3"],
    "more than 38 digits": ["tatami", "--room", "3x200"],
    "tilings": ["tilings", "--region", "4x4", "--pieces", "tetrominoes"],
    "covers": ["cover", "queens", "6"],
    "boards": ["trominoes", "--board", "8"],
}
BAD_FILES = ("s3://bucket/b.txt", "no/such/folder/b.txt", "/dev/null/b.txt", "folder")


@pytest.mark.parametrize("name", COUNTS)
def test_all_forms_have_the_same_numbers(name: str, here: Enumino, tmp_path: Path) -> None:
    file = tmp_path / "counts.parquet"
    text, said, comma_separated = (
        here("count", *COUNTS[name], "--quiet", "--threads", "1", *form)
        for form in ([], ["--json"], ["--csv", "--to", tmp_path])
    )
    assert (text.code, said.code, comma_separated.code) == (0, 0, 0)
    rows = json.loads(said.out)["rows"]
    lines = list(csv.DictReader(io.StringIO(comma_separated.out)))
    written = pq.read_table(file).to_pylist()
    assert [list(row) for row in written] == [list(line) for line in lines]
    for row, line, stored in zip(rows, lines, written, strict=True):
        assert row["count"] == line["count"] == str(stored["count"])
        assert f"{int(row['count']):,}" in text.out
        assert (row["published"] or "") == line["published"] == _told(stored["published"])
        assert (row["oeis"] or "", _told(row["agrees"])) == (line["oeis"], line["agrees"])
        labels = {k: str(v) for k, v in row.items() if k not in ("count", "published", "oeis")}
        assert labels.items() <= {**line, "agrees": str(stored["agrees"])}.items()
    assert sorted(os.listdir(tmp_path)) == ["counts.parquet", "parts", "plan.json"]


def _told(value: object) -> str:
    return "" if value is None else str(value)


def test_a_file_that_cannot_be_written_is_refused_before_the_work(
    here: Enumino, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    count = ["count", "polyominoes", "--cells", "40", "--kind", "fixed"]  # which takes days
    for target in BAD_FILES:
        said = sentence(here(*count, "--bfile", target), 1)
        assert "cannot be written: name a file" in said
    assert "exclude each other" in sentence(here(*count, "--json", "--csv"), 2)
    assert "a folder that all jobs share" in sentence(here(*count, "--share", "1/2"), 2)
    assert os.listdir(tmp_path) == ["folder"]


@pytest.mark.parametrize("form", [[], ["--json"], ["--csv"]])
def test_numbers_are_printed_even_if_they_cannot_be_written(
    form: list[str], here: Enumino, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ["count", "polyominoes", "--cells", "4-6", "--kind", "free", "--quiet", *form]
    expected = here(*arguments)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    failed = here(*arguments, "--bfile", tmp_path / "b.txt")
    assert (failed.code, failed.out) == (1, expected.out)
    assert f"write {tmp_path}/b.txt" in failed.err
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    ("largest", "kind"), [(10**38 - 1, "decimal128(38, 0)"), (10**38, "string")]
)
def test_numbers_of_any_size_fit_the_table(largest: int, kind: str, tmp_path: Path) -> None:
    for line in (Total({"room": "x"}, largest), Total({"room": "x"}, 1, "A1", largest)):
        made = Totals([line]).arrow()
        assert str(made.schema.field("count").type) == kind
        assert str(made.schema.field("published").type) == kind
        pq.write_table(made, tmp_path / "counts.parquet")
        (row,) = pq.read_table(tmp_path / "counts.parquet").to_pylist()
        assert int(row["count"]) == line.count
        assert row["published"] is None or int(row["published"]) == line.published
    assert pa.types.is_int64(Totals([Total({}, 1)]).arrow().schema.field("count").type)


def test_a_file_is_replaced_whole_or_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "counts.parquet"
    for contents in (b"first", b"second"):
        files.write(str(file), contents)
        assert file.read_bytes() == contents

    def broken(*_: object) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(Path, "replace", broken)
    with pytest.raises(StorageError, match="Input/output error"):
        files.write(str(file), b"fourth")
    assert file.read_bytes() == b"second"
    assert os.listdir(tmp_path) == ["counts.parquet"]


def test_links_stay_and_devices_are_written_straight(here: Enumino, tmp_path: Path) -> None:
    link = tmp_path / "link.parquet"
    link.symlink_to(tmp_path / "file.parquet")
    for file in (str(link), "/dev/null"):
        assert files.NewFile(".parquet").convert(file, None, None) == file
        files.write(file, b"contents")
    assert link.is_symlink()
    assert (tmp_path / "file.parquet").read_bytes() == b"contents"
    assert Path("/dev/null").is_char_device()


def test_the_sum_over_classes_is_not_called_as_a_class_is(here: Enumino) -> None:
    out = here("count", "polyominoes", "--cells", "5", "--by", "symmetry,holes", "--quiet").out
    assert [line.split()[1:2] for line in out.splitlines()].count(["all"]) == 1


CLASSES = [*SQUARE.class_names]
COLUMNS = ["cells", *CLASSES, TOTAL, "published"]


def text(lines: list[Total]) -> str:
    return Totals(lines).text()


def markdown(lines: list[Total]) -> str:
    return as_markdown(Totals(lines).text_rows())


def lines_of(sizes: range) -> list[Total]:
    """The published totals, as if they had been found."""
    rows = PolyformRows({"family": "polyominoes", "cells": sizes_text(sizes), "kind": "free"})
    return [replace(line, count=line.published) for line in rows.totals({})]


def marks(table: str, sizes: range) -> dict[tuple[int, str], str]:
    """The mark in each column of the rows of a table, by size and column."""
    found = {}
    for line in table.splitlines():
        cells = [cell.strip() for cell in re.split(r"\||  +", line.strip(" |"))]
        if cells[0] in map(str, sizes):
            for name, cell in zip(COLUMNS, cells, strict=False):  # the sequence comes last
                found[int(cells[0]), name] = "".join(re.findall("[✓✗]", cell))
    return found


@pytest.mark.parametrize(
    "command",
    [
        ["tilings", "--region", "5x5", "--pieces", "domino", "--by", "uses(domino)"],
        ["polyominoes", "--cells", "5", "--only", "holes > 3", "--by", "holes"],
    ],
)
def test_counts_of_nothing_are_a_head_alone(command: list[str], here: Enumino) -> None:
    told = here("count", *command, "--csv")
    assert told.code == 0
    assert told.out == "count,oeis,published,agrees\n"


@pytest.mark.parametrize("table", [text, markdown])
@given(st.sets(st.tuples(st.integers(7, 9), st.sampled_from([*CLASSES, TOTAL]))))
def test_marks_stand_at_the_numbers_that_differ(table, wrong: set[tuple[int, str]]) -> None:
    sizes = range(7, 10)
    lines = [
        replace(line, count=line.count + 1)
        if (line.labels["cells"], line.symmetry) in wrong
        else line
        for line in lines_of(sizes)
    ]
    expected = {
        **{(n, name): "" for n in sizes for name in COLUMNS},
        **{(n, "published"): "✗" if (n, TOTAL) in wrong else "✓" for n in sizes},
        **{place: "✗" for place in wrong if place[1] != TOTAL},
    }
    assert marks(table(lines), sizes) == expected


@pytest.mark.parametrize("table", [text, markdown])
def test_what_is_not_published_has_no_mark(table) -> None:
    lines = [replace(line, published=None) for line in lines_of(range(8, 9))]
    assert not re.search("[✓✗]", table(lines))
