"""Tatami on the command line: rooms however they are named, parts, and resuming."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from enumino.cli import main as command_line
from tests.dataset_tools import (
    Enumino,
    data_digest,
    parts_done,
    sentence,
)

pytestmark = pytest.mark.slow

ENUMERATE = ["enumerate", "tatami", "--room"]
COUNT = ["count", "tatami", "--room"]
IN_PARTS = ["3x26", "--monomers", "0-2", "--rows-per-part", "5000"]
COURTYARD = "####\n#..#\n####\n####\n"


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
    assert said["problem"]["rooms"] == [["courtyard.txt:", *COURTYARD.split()]]
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


# Rooms, however they are named.


def test_rooms_from_files(here: Enumino, listed, tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "below").mkdir()
    (tmp_path / "room.txt").write_text("\n###\n###\n")
    monkeypatch.chdir(tmp_path / "below")
    for name in ("../room.txt", tmp_path / "room.txt"):
        root, said = listed(name)
        assert totals(said) == {("2x3", "all"): 3}
        assert said["problem"]["rooms"] == [[2, 3]]
        assert len(layouts(root)) == 3


def test_rooms_as_drawings_on_the_command_line(listed) -> None:
    assert totals(listed("##\n##")[1]) == {("2x2", "all"): 2}
    assert totals(listed("####")[1]) == {("1x4", "all"): 1}
    name = "a region of 4 cells in 1x5"
    assert totals(listed("#####", "--without", "0,2")[1]) == {(name, "all"): 1}


def test_rooms_without_cells(here: Enumino, listed) -> None:
    """The same room as a drawing, and as a rectangle less its pillars: the same files."""
    drawn, said = listed(COURTYARD, "--monomers", "any")
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


@pytest.mark.parametrize("monomers", ["any", "ANY", "0-99", " 0 - 99 "])
def test_numbers_of_half_mats_may_be_told_in_many_ways(monomers: str, here: Enumino) -> None:
    done = here(*COUNT, "3x3", "--monomers", monomers, "--json")
    assert totals(json.loads(done.out)) == {("3x3", 1): 10, ("3x3", 3): 12, ("3x3", "all"): 22}


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


# Parts: the same files however they are made.


def test_a_divided_room_is_verified(here: Enumino, finished: Path) -> None:
    done = here("verify", finished, "--full", "--json")
    said = json.loads(done.out)
    assert (done.code, said["ok"]) == (0, True)
    counted = here(*COUNT, "3x26", "--monomers", "0-2", "--json")
    told = here("info", finished, "--json")
    assert totals(json.loads(told.out)) == totals(json.loads(counted.out))


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
