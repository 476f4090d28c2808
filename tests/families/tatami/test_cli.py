"""Tatami on the command line: rooms however they are named, parts, and resuming."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import enumino
from enumino.cli import main as command_line
from tests.dataset_tools import (
    Enumino,
    checkpoint,
    data_digest,
    data_file,
    parts_done,
    rewrite_part,
    sentence,
)

pytestmark = pytest.mark.slow

ENUMERATE = ["enumerate", "tatami", "--room"]
COUNT = ["count", "tatami", "--room"]
IN_PARTS = ["3x26", "--monomers", "0-2", "--rows-per-part", "5000"]
COURTYARD = "....\n.##.\n....\n....\n"


@pytest.fixture
def listed(here: Enumino, tmp_path: Path) -> Callable[..., tuple[Path, dict]]:
    """Enumerate, verify, and return the folder with what was said as JSON."""

    def run(*arguments: str | Path) -> tuple[Path, dict]:
        root = tmp_path / f"dataset-{len(list(tmp_path.iterdir()))}"
        done = here(*ENUMERATE, *arguments, "--in-process", "--quiet", "--json", "--to", root)
        assert (done.code, done.err) == (0, "")
        verified = here("verify", root, "--json")
        assert verified.code == 0, verified
        assert json.loads(verified.out)["ok"] is True
        return root, json.loads(done.out)

    return run


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A room in several parts."""
    root = tmp_path_factory.mktemp("finished") / "3x26"
    assert command_line([*ENUMERATE, *IN_PARTS, "--in-process", "--quiet", "--to", str(root)]) == 0
    assert parts_done(root) >= 4
    return root


def totals(said: dict) -> dict[tuple[str, int | str], int]:
    """The counts by room and half mats; they come as decimal strings."""
    lines = [row for row in said["rows"] if "symmetry" not in row]
    assert all(isinstance(row["count"], str) for row in said["rows"])
    return {(row["room"], row.get("monomers", "all")): int(row["count"]) for row in lines}


def rows_of(root: Path) -> pa.Table:
    return pa.concat_tables(pq.read_table(file) for file in sorted((root / "data").iterdir()))


def layouts(root: Path) -> list[str]:
    return rows_of(root).column("layout").to_pylist()


# A room from beginning to end.


def test_a_room_from_beginning_to_end(here: Enumino, tmp_path: Path) -> None:
    root = tmp_path / "4x7"
    made = here(*ENUMERATE, "4x7", "--in-process", "--to", root)
    assert made.code == 0
    assert "tatami layouts of 4x7: under a second" in made.err
    assert re.search(r"4x7 +0 +0 +2 +1 +3 +3 ✓", made.out)
    assert "A068920" in made.out
    assert "3 rows" in made.out
    verified = here("verify", root)
    assert (verified.code, verified.err) == (0, "")
    assert all(line.startswith("✓") for line in verified.out.splitlines())
    assert "3 of 3 rows recomputed" in verified.out
    told = here("info", root)
    assert told.out.startswith("tatami layouts of 4x7: 3 rows\n")
    assert "duckdb" in told.out
    shown = here("show", root, "--limit", "4")
    assert (shown.code, shown.err) == (0, "")
    assert shown.out.count("┌") == shown.out.count("┘") == 3
    again = here(*ENUMERATE, "4x7", "--to", root)
    assert again.code == 0
    assert "already finished, nothing to do" in again.out


def test_pictures_have_the_outlines_of_the_mats(here: Enumino, listed) -> None:
    root, _ = listed("3x4")
    shown = here("show", root, "--limit", "1")
    assert shown.err == "The first 1; more with --limit.\n"
    assert shown.out.splitlines() == [
        "┌───┬───┬───────┐",
        "│   │   │       │",
        "│   │   ├───┬───┤",
        "│   │   │   │   │",
        "├───┴───┤   │   │",
        "│       │   │   │",
        "└───────┴───┴───┘",
    ]
    assert here("show", root, "--ascii").out.isascii()


def test_half_mats_and_pillars_are_drawn(here: Enumino, listed, tmp_path: Path) -> None:
    drawing = tmp_path / "courtyard.txt"
    drawing.write_text(COURTYARD)
    root, said = listed(drawing, "--monomers", "2")
    assert said["problem"]["rooms"] == [COURTYARD.split()]
    shown = here("show", root, "--limit", "1")
    assert shown.out.count("·") == 2
    assert shown.out.count("░") > 4
    sheet = tmp_path / "sheet.svg"
    assert here("show", root, "--svg", sheet, "--where", "symmetry = 'axis'").code == 0
    page = ElementTree.parse(sheet).getroot()
    assert page.tag == "{http://www.w3.org/2000/svg}svg"
    assert "half mats" in "".join(page.itertext())


def test_conditions_speak_of_the_columns(here: Enumino, listed) -> None:
    root, said = listed("4x4", "--monomers", "any")
    assert totals(said) == {("4x4", 0): 2, ("4x4", 2): 32, ("4x4", 4): 32, ("4x4", "all"): 66}
    only = here("show", root, "--where", "monomers = 0 and mats = 8", "--limit", "9")
    assert (only.code, only.out.count("┌"), "·" in only.out) == (0, 2, False)
    none = here("show", root, "--where", "monomers = 3")
    assert (none.code, none.out) == (0, "")
    said = sentence(here("show", root, "--where", "monmers = 3"), 2)
    assert "no column 'monmers': choose from rows, cols, mats, monomers, layout" in said


def test_a_wrong_row_fails_verification(here: Enumino, listed) -> None:
    """Written by a buggy program: the checksums are right, the rows are not."""
    root, _ = listed("3x8")

    def shifted(rows: pa.Table) -> pa.Table:
        first = rows.column("layout").to_pylist()
        layout = rows.schema.get_field_index("layout")
        return rows.set_column(layout, rows.schema.field(layout), [[*first[1:], "H" * 12]])

    rewrite_part(root, 0, shifted)
    done = here("verify", root)
    assert done.code == 3
    assert re.search(r"✗ rows: a row of data/part-00000-\w+.parquet \w+", done.out)


# Rooms, however they are named.


def test_several_rooms(listed) -> None:
    _, said = listed("3x4", "--room", "4x5", "--room", "2x2..2x3")
    found = totals(said)
    assert [found[name, "all"] for name in ("3x4", "4x5", "2x2", "2x3")] == [4, 3, 2, 3]


def test_rooms_without_layouts_can_be_asked_all_the_same(listed, here: Enumino) -> None:
    root, _ = listed("5x5")
    assert "no files to query" in here("info", root, "--queries").out
    dataset = enumino.open_dataset(root)
    assert (len(dataset), list(dataset), list(dataset.rows("mats = 3"))) == (0, [], [])
    assert dataset.arrow().count_rows() == len(dataset.pandas(columns=["mats"])) == 0
    assert dataset.polars().collect().columns == dataset.pandas().columns.to_list()
    assert dataset.duckdb("select count(*) from dataset").fetchall() == [(0,)]
    assert len(dataset.dask()) == 0


def test_rooms_from_files(here: Enumino, listed, tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "below").mkdir()
    (tmp_path / "room.txt").write_text("\n...\n...\n")
    monkeypatch.chdir(tmp_path / "below")
    for name in ("../room.txt", tmp_path / "room.txt"):
        root, said = listed(name)
        assert totals(said) == {("2x3", "all"): 3}
        assert said["problem"]["rooms"] == [[2, 3]]
        assert len(layouts(root)) == 3


def test_rooms_as_drawings_on_the_command_line(listed) -> None:
    assert totals(listed("..\n..")[1]) == {("2x2", "all"): 2}
    assert totals(listed("....")[1]) == {("1x4", "all"): 1}
    name = "a region of 4 cells in 1x5"
    assert totals(listed(".....", "--without", "0,2")[1]) == {(name, "all"): 1}


def test_rooms_without_cells(here: Enumino, listed, tmp_path: Path) -> None:
    """The same room as a drawing, and as a rectangle less its pillars: the same files."""
    (tmp_path / "courtyard.txt").write_text(COURTYARD)
    drawn, said = listed(tmp_path / "courtyard.txt", "--monomers", "any")
    less, also = listed("4x4", "--without", "1,1", "--without", "1,2", "--monomers", "any")
    assert said["rows"] == also["rows"]
    assert data_digest(drawn) == data_digest(less)
    counted = here(*COUNT, "4x4", "--without", "1,1", "--without", "1,2", "--monomers", "any",
                   "--json")  # fmt: skip
    assert totals(json.loads(counted.out)) == totals(said)
    assert json.loads(counted.out)["problem"]["rooms"] == [COURTYARD.split()]


def test_all_rooms_between_two(here: Enumino, listed) -> None:
    root, said = listed("2x2..4x4")
    expected = {"2x2": 2, "2x3": 3, "2x4": 4, "3x2": 3, "3x3": 0, "3x4": 4, "4x2": 4, "4x3": 4,
                "4x4": 2}  # fmt: skip
    assert totals(said) == {(room, "all"): number for room, number in expected.items()}
    assert all(row["agrees"] for row in said["rows"] if "symmetry" not in row)
    sizes = rows_of(root).select(["rows", "cols"]).to_pylist()
    listed_rooms = [f"{size['rows']}x{size['cols']}" for size in sizes]
    assert {room: listed_rooms.count(room) for room in expected} == expected
    shown = here("show", root, "--where", "rows = 4 and cols = 2")
    assert shown.out.count("┌") == 4
    assert here("info", root).out.startswith("tatami layouts of 9 rooms, 2x2 to 4x4: 26 rows\n")


@pytest.mark.parametrize("room", ["3x4", "4x5", "4x4", "2x7"])
def test_one_layout_a_class(room: str, listed) -> None:
    every, _ = listed(room, "--monomers", "any")
    root, said = listed(room, "--monomers", "any", "--up-to-symmetry")
    rows = rows_of(root)
    assert set(rows.column("layout").to_pylist()) < set(layouts(every))
    assert sum(rows.column("orbit").to_pylist()) == len(layouts(every))
    assert totals(said)[room, "all"] == rows.num_rows


@pytest.mark.parametrize("monomers", ["any", "ANY", "0-99", " 0 - 99 "])
def test_numbers_of_half_mats_may_be_told_in_many_ways(monomers: str, here: Enumino) -> None:
    done = here(*COUNT, "3x3", "--monomers", monomers, "--json")
    assert totals(json.loads(done.out)) == {("3x3", 1): 10, ("3x3", 3): 12, ("3x3", "all"): 22}


def test_plain_searches_give_the_same_rows(listed) -> None:
    expected, _ = listed("5x8")
    root, said = listed("5x8", "--no-pruning")
    assert layouts(root) == layouts(expected)
    assert totals(said) == {("5x8", "all"): 2}


# Odd rooms: no error, but no layouts.


@pytest.mark.parametrize(
    "arguments",
    [["3x3"], ["3x5", "--up-to-symmetry"], ["3x3", "--monomers", "2"], ["3x3", "--without", "0,1"],
     ["2x3", "--monomers", "99"]],
)  # fmt: skip
def test_rooms_without_layouts_are_no_error(arguments: list[str], here: Enumino, listed) -> None:
    root, said = listed(*arguments)
    assert set(totals(said).values()) == {0}
    assert here("show", root).code == here("info", root).code == 0
    counted = here(*COUNT, *arguments, "--json")
    assert (counted.code, set(totals(json.loads(counted.out)).values())) == (0, {0})


# Counting.


def test_counts_as_json(here: Enumino) -> None:
    done = here(*COUNT, "2x3..3x3", "--monomers", "0-2", "--json")
    said = json.loads(done.out)
    assert done.code == 0
    assert said["problem"] == {"family": "tatami", "rooms": [[2, 3], [3, 3]], "monomers": [0, 2],
                               "up_to_symmetry": False, "by": None}  # fmt: skip
    assert said["rows"][0] == {"room": "2x3", "monomers": 0, "count": "3", "oeis": "A068920",
                               "published": "3", "agrees": True}  # fmt: skip
    assert totals(said) == {
        ("2x3", 0): 3, ("2x3", 2): 9, ("2x3", "all"): 12, ("3x3", 1): 10, ("3x3", "all"): 10,
    }  # fmt: skip


def test_counts_by_class_as_json(here: Enumino) -> None:
    done = here(*COUNT, "4x6", "--by", "symmetry", "--up-to-symmetry", "--json")
    rows = {row.get("symmetry", "total"): row for row in json.loads(done.out)["rows"]}
    assert {name: row["count"] for name, row in rows.items()} == {
        "none": "0", "rotate": "0", "axis": "1", "axis2": "1", "total": "2",
    }  # fmt: skip
    assert (rows["total"]["oeis"], rows["total"]["agrees"]) == ("A068926", True)


def test_counts_for_people(here: Enumino) -> None:
    done = here(*COUNT, "3x3..4x4")
    lines = [line.split() for line in done.out.splitlines()]
    assert lines[0] == ["room", "count", "published"]
    assert lines[2:] == [
        [room, n, n, "✓", "parity" if room == "3x3" else "A068920"]
        for room, n in (("3x3", "0"), ("3x4", "4"), ("4x3", "4"), ("4x4", "2"))
    ]
    assert done.err == ""
    assert "1,108,362" in here(*COUNT, "4x19", "--monomers", "any").out


def test_huge_rooms_are_counted_at_once_and_exactly(here: Enumino) -> None:
    assert re.search(r"1000x1001 +2\n", here(*COUNT, "1000x1001").out)
    long = here(*COUNT, "2x30000")
    number = re.search(r"2x30000 +([\d,]+)", long.out)
    assert number is not None
    digits = number[1].replace(",", "")
    assert len(digits) == 4981
    said = json.loads(here(*COUNT, "2x30000", "--json").out)
    assert said["rows"][0]["count"] == digits


# Parts: the same files however they are made.


@pytest.mark.parametrize("how", [["--threads", "1"], ["--threads", "2"]])
def test_the_same_bytes_however_it_runs(how, here: Enumino, finished: Path, tmp_path) -> None:
    done = here(*ENUMERATE, *IN_PARTS, *how, "--quiet", "--to", tmp_path / "again")
    assert (done.code, done.err) == (0, "")
    assert data_digest(tmp_path / "again") == data_digest(finished)


def test_a_divided_room_is_verified(here: Enumino, finished: Path) -> None:
    done = here("verify", finished, "--full", "--json")
    said = json.loads(done.out)
    assert (done.code, said["ok"]) == (0, True)
    counted = here(*COUNT, "3x26", "--monomers", "0-2", "--json")
    told = here("info", finished, "--json")
    assert totals(json.loads(told.out)) == totals(json.loads(counted.out))


def test_an_unfinished_run_is_taken_up(here: Enumino, finished: Path, tmp_path: Path) -> None:
    root = Path(shutil.copytree(finished, tmp_path / "3x26"))
    (root / "manifest.json").unlink()
    for part in (1, 3):
        checkpoint(root, part).unlink()
    data_file(root, 1).write_bytes(b"PAR1")
    untouched = data_file(root, 2)
    before = untouched.stat().st_mtime_ns
    assert "is not finished" in sentence(here("verify", root), 4)
    done = here(*ENUMERATE, *IN_PARTS, "--threads", "2", "--quiet", "--to", root)
    assert (done.code, done.err) == (0, "")
    assert untouched.stat().st_mtime_ns == before
    assert data_digest(root) == data_digest(finished)
    assert here("verify", root).code == 0


def test_parts_may_be_made_one_by_one(here: Enumino, finished: Path, tmp_path: Path) -> None:
    root = tmp_path / "parts"
    planned = here("plan", "tatami", "--room", *IN_PARTS, "--to", root)
    assert planned.code == 0
    last = parts_done(finished) - 1
    assert f"--part 0-{last}" in planned.out
    assert "lacks" in sentence(here("commit", root), 4)
    assert here("run", root, "--part", f"0-{last}").code == 0
    assert here("commit", root).code == 0
    assert data_digest(root) == data_digest(finished)


def test_folders_of_other_problems_are_refused(here: Enumino, finished: Path, tmp_path) -> None:
    other = tmp_path / "polyominoes"
    triominoes = ["enumerate", "polyominoes", "--cells", "3", "--in-process", "--quiet", "--to"]
    assert here(*triominoes, other).code == 0
    refused = sentence(here(*ENUMERATE, "3x4", "--to", other), 1)
    assert "holds free polyominoes with 3 cells" in refused
    assert "choose another folder for tatami layouts of 3x4" in refused
    assert "holds tatami layouts of 3x26" in sentence(here(*triominoes, finished), 1)
    for arguments, difference in (
        (["3x25", "--monomers", "0-2"], "--room 3x26 instead of 3x25"),
        (["3x26"], "--monomers 0-2 instead of 0"),
        (["3x26", "--monomers", "0-2", "--up-to-symmetry"], "(without --up-to-symmetry)"),
        (["3x26", "--monomers", "0-2", "--no-pruning"], "(without --no-pruning)"),
    ):
        assert difference in sentence(here(*ENUMERATE, *arguments, "--to", finished), 1)
