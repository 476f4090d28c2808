"""Tatami on the command line: rooms in every spelling are listed, drawn and counted."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

from tests.dataset_tools import Enumino, Listed, data_digest, rows_of

ENUMERATE = ["enumerate", "tatami", "--room"]
COUNT = ["count", "tatami", "--room"]
COURTYARD = "####\n#..#\n####\n####\n"


def totals(said: dict) -> dict[tuple[str, int | str], int]:
    """The counts by room and half mats; they come as decimal strings."""
    lines = [row for row in said["rows"] if "symmetry" not in row]
    assert all(isinstance(row["count"], str) for row in said["rows"])
    return {(row["room"], row.get("monomers", "all")): int(row["count"]) for row in lines}


def test_half_mats_and_pillars_are_drawn(here: Enumino, listed: Listed, tmp_path: Path) -> None:
    drawing = tmp_path / "courtyard.txt"
    drawing.write_text(COURTYARD)
    root, said = listed(*ENUMERATE, drawing, "--monomers", "2")
    assert said["problem"]["rooms"] == ["courtyard.txt:" + "/".join(COURTYARD.split())]
    shown = here("show", root, "--limit", "1")
    assert shown.out.count("·") == 2
    assert shown.out.count("░") > 4
    sheet = tmp_path / "sheet.svg"
    assert here("show", root, "--svg", sheet, "--where", "symmetry = 'axis'").code == 0
    page = ElementTree.parse(sheet).getroot()
    assert page.tag == "{http://www.w3.org/2000/svg}svg"
    assert "half mats" in " ".join(page.itertext())


def test_rooms_without_cells(here: Enumino, listed: Listed) -> None:
    """The same room as a drawing, and as a rectangle less its pillars: the same files."""
    drawn, said = listed(*ENUMERATE, COURTYARD, "--monomers", "any")
    less, also = listed(
        *ENUMERATE, "4x4", "--without", "1,1", "--without", "1,2", "--monomers", "any"
    )
    assert said["rows"] == also["rows"]
    assert data_digest(drawn) == data_digest(less)
    counted = here(*COUNT, "4x4", "--without", "1,1", "--without", "1,2", "--monomers", "any",
                   "--json")  # fmt: skip
    assert totals(json.loads(counted.out)) == totals(said)
    assert json.loads(counted.out)["problem"]["rooms"] == ["/".join(COURTYARD.split())]


def test_all_rooms_between_two(here: Enumino, listed: Listed) -> None:
    root, said = listed(*ENUMERATE, "2x2..4x4")
    expected = {"2x2": 2, "2x3": 3, "2x4": 4, "3x2": 3, "3x3": 0, "3x4": 4, "4x2": 4, "4x3": 4,
                "4x4": 2}  # fmt: skip
    assert totals(said) == {(room, "all"): number for room, number in expected.items()}
    assert all(row["agrees"] for row in said["rows"] if "symmetry" not in row)
    listed_rooms = [f"{row['rows']}x{row['cols']}" for row in rows_of(root)]
    assert {room: listed_rooms.count(room) for room in expected} == expected
    shown = here("show", root, "--where", "rows = 4 and cols = 2")
    assert shown.out.count("┌") == 4
    assert here("info", root).out.startswith("tatami layouts of 9 rooms, 2x2 to 4x4: 26 rows\n")


def test_counts_are_expected_to_take_a_time_that_walls_make_unknown(
    here: Enumino, tmp_path: Path
) -> None:
    how = ("--monomers", "any", "--dry-run", "--threads", "1", "--to", tmp_path / "none")
    rooms = ("4x7", "20x20", "6x6 --without 1,1")
    said = {room: here(*COUNT, *room.split(), *how).out for room in rooms}
    assert not list(tmp_path.iterdir())
    assert re.search("4x7 .*: under a second on 1 thread", said["4x7"])
    assert re.search(r"20x20 .*: about \d+ s on 1 thread", said["20x20"])
    assert "a time that is not estimated" in said["6x6 --without 1,1"]
