"""Facts about the rectangles that copies of a polyomino fill."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import enumino
from enumino.families.polyforms.plane.rectangles import RectangleSearch
from enumino.objects.lattice import Cell
from tests.dataset_tools import Enumino, rewrite_part, sentence

# Copies and sides of the smallest rectangle, and of the smallest with an odd number: D. A. Klarner
# (Packing a rectangle with congruent N-ominoes, 1969), S. W. Golomb (Polyominoes, 1994, chapter 8)
# and M. Reid's pages.
KNOWN: dict[str, tuple[tuple[int, int, int], tuple[int, int, int] | None]] = {
    "##/#.": ((2, 2, 3), (15, 5, 9)),
    "###/#..": ((2, 2, 4), None),
    "###/.#.": ((4, 4, 4), None),
    "###/##.": ((2, 2, 5), (21, 7, 15)),
    "####/.#..": ((10, 5, 10), (45, 15, 15)),
    "####/##..": ((2, 2, 6), (11, 6, 11)),
    "####/.##.": ((4, 4, 6), None),
    "##./###/#..": ((18, 9, 12), None),
    "###/###/#..": ((28, 14, 14), None),
}
LONG = {"####/.#.."}


def drawn(text: str) -> list[Cell]:
    lines = enumerate(text.split("/"))
    return [(r, c) for r, line in lines for c, letter in enumerate(line) if letter == "#"]


def expected(answer: tuple[int, int, int] | None) -> tuple[int, int, int]:
    return answer or (0, 0, 0)


@pytest.mark.parametrize(
    "text", [pytest.param(text, marks=pytest.mark.long if text in LONG else []) for text in KNOWN]
)
def test_rectangles_are_the_published_ones(text: str) -> None:
    smallest, odd = KNOWN[text]
    cells = len(drawn(text))
    area = max(smallest[0], odd[0] if odd else 0) * cells
    found = RectangleSearch(drawn(text), area).verdict()
    for answer, known in ((found.smallest, smallest), (found.smallest_odd, odd)):
        filled = answer.filled
        assert (len(filled.tiles), filled.height, filled.width) == expected(known)
        assert answer.searched == (answer.area or answer.searched)
    assert found.rectangle == "tiles"
    assert (found.odd == "tiles") == (odd is not None)
    below = RectangleSearch(drawn(text), smallest[0] * cells - 1).verdict()
    assert (below.rectangle, below.smallest.searched) == ("open", smallest[0] * cells - 1)


def test_colours_exclude_odd_numbers() -> None:
    for text, even in (("###/#..", True), ("###/.#.", True), ("###/##.", False), ("##/##", False)):
        assert RectangleSearch(drawn(text), 1).is_even() == even


@pytest.fixture(scope="module")
def listing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("rectangles") / "polyominoes"
    enumino.enumerate_to(root, enumino.Polyominoes(range(1, 6)), in_process=True)
    enumino.compute_facts(root, "rectangles", options={"area": 105}, in_process=True)
    return root


def test_totals_are_the_published_ones(listing: Path, here: Enumino) -> None:
    out = here("facts", listing, "--set", "rectangles", "--area", "105").out
    assert out.count("5 terms ✓") == 3
    assert here("verify", listing).code == 0
    rows = enumino.open_dataset(listing).pandas("cells = 5")
    assert sorted(rows["copies"])[-4:] == [1, 2, 2, 10]
    assert (rows["rectangle"] == "open").sum() == 0
    assert (rows["strip"] > 0).sum() == 8


def test_what_is_open_is_not_compared(here: Enumino, tmp_path: Path) -> None:
    enumino.enumerate_to(tmp_path, enumino.Polyominoes(5), in_process=True)
    done = here("facts", tmp_path, "--set", "rectangles", "--area", "49")
    assert done.code == 0
    assert "A126138" not in done.out
    (row,) = enumino.open_dataset(tmp_path).rows("rectangle = 'open'")
    assert (row["searched"], row["copies"], row["rectangle_tiles"]) == (49, 0, [])


DAMAGES: dict[str, tuple[str, dict[str, Any]]] = {
    "a tile is moved": ("copies = 10", {"rectangle_tiles": lambda t: [*t[:-1], t[-1] + 1]}),
    "a tile is turned": ("copies = 10", {"rectangle_tiles": lambda t: [(t[0] + 1) % 8, *t[1:]]}),
    "a tile is missing": ("copies = 4", {"rectangle_tiles": lambda t: t[:-3]}),
    "another number": ("copies = 10", {"copies": 9}),
    "another side": ("copies = 10", {"rectangle_width": 9}),
    "an even number": ("odd_copies = 15", {"odd_copies": 14}),
    "no proof": ("rectangle = 'none'", {"strip": 0}),
    "another verdict": ("rectangle = 'none'", {"rectangle": "tiles"}),
    "not the smallest": ("copies = 10", {"searched": 40}),
}


@pytest.mark.parametrize("what", DAMAGES)
def test_damage_is_found(what: str, listing: Path, here: Enumino, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(listing, tmp_path / "copy"))
    where, values = DAMAGES[what]
    wanted = next(enumino.open_dataset(copy).rows(where))

    def change(table: pa.Table) -> pa.Table:
        rows = table.to_pylist()
        names = [name for name in table.schema.names if name in wanted]
        row = next(row for row in rows if all(row[name] == wanted[name] for name in names))
        for name, value in values.items():
            row[name] = value(row[name]) if callable(value) else value
        return pa.Table.from_pylist(rows, schema=table.schema)

    rewrite_part(copy / "facts" / "rectangles", 0, change)
    done = here("verify", copy)
    assert done.code == 3
    assert "✗ rows: a row of" in done.out, done


def test_rectangles_are_drawn(listing: Path, here: Enumino, tmp_path: Path) -> None:
    where = ("--where", "copies = 4 or rectangle = 'none' and cells = 4")
    assert "several witnesses" in sentence(here("show", listing, "--witness"), 2)
    assert "choose from" in sentence(here("show", listing, "--witness", "corona"), 2)
    shown = here("show", listing, *where, "--witness").out  # the one that the condition names
    assert "┌───────────┬───┐" in shown
    sheet = tmp_path / "sheet.svg"
    here("show", listing, *where, "--witness", "odd_rectangle", "--svg", sheet)
    assert sheet.read_text().count('stroke-width="0.2"') == 2  # shapes alone


def test_other_lattices_and_areas_are_refused(here: Enumino, tmp_path: Path) -> None:
    root = tmp_path / "polyhexes"
    here("enumerate", "polyhexes", "--cells", "3", "--to", root, "-q")
    assert "for polyominoes" in sentence(here("facts", root, "--set", "rectangles"), 2)
    root = tmp_path / "polyominoes"
    here("enumerate", "polyominoes", "--cells", "3", "--to", root, "-q")
    done = here("facts", root, "--set", "rectangles", "--area", "2001")
    assert "from 1 to 2,000" in sentence(done, 2)
    assert "--tiles" in sentence(here("facts", root, "--set", "rectangles", "--tiles", "3"), 2)
