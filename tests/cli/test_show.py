"""Rows are shown by a condition, with labels, or at random."""

import xml.etree.ElementTree as ET
from pathlib import Path

import enumino
from tests.dataset_tools import Enumino, sentence, small_dataset


def test_captions_are_values_of_a_column(here: Enumino) -> None:
    root = small_dataset("polyominoes")
    rows = list(enumino.open_dataset(root).rows("cells = 5"))
    chosen = ("show", root, "--where", "cells = 5")
    for column in ("perimeter", "symmetry", "width"):  # also one that pictures need
        words = here(*chosen, "--captions", column).out.split()
        labels = sorted(word for word in words if not set(word) <= {*"▀▄█"})  # line by line
        assert labels == sorted(str(row[column]) for row in rows)
    assert "no column 'nope'" in sentence(here(*chosen, "--captions", "nope"), 2)
    assert here("show", small_dataset("tilings"), "--captions", "pieces").code == 0
    for column in ("perimeter", "address"):  # a stored and a derived one
        page = here(*chosen, "--captions", column, "--plain", "--svg", "-").out
        values = enumino.open_dataset(root).rows("cells = 5", [column])
        below = [node.text for node in ET.fromstring(page).iter() if node.tag.endswith("text")]
        assert below[1:] == [str(row[column]) for row in values]


def test_empty_cells_and_used_pieces_of_tilings(here: Enumino, tmp_path: Path) -> None:
    problem = enumino.Tilings("+++/###", "L-tromino, domino:1-")
    enumino.enumerate_to(tmp_path / "d", problem, threads=1)
    dataset = enumino.open_dataset(tmp_path / "d")
    names = ["cells_of(layout, 'empty')", "used(layout)"]
    rows = dataset.sql(
        f"select layout, {names[0]} as empty, {names[1]} as used from rows"
    ).fetchall()
    drawn = here("show", tmp_path / "d", "--captions", "used").out
    for layout, empty, used in rows:
        assert len(empty) == layout.count(".")
        assert all(cell["row"] == 0 for cell in empty)
        assert used in drawn
    assert any(empty for _, empty, _ in rows)


def test_puzzles_are_of_tilings(here: Enumino, tmp_path: Path) -> None:
    root = small_dataset("tilings")
    file = tmp_path / "puzzle.svg"
    assert here("show", root, "--puzzle", "--svg", file).code == 0
    sheet = ET.fromstring(file.read_text())
    assert (sheet.get("width"), sheet.get("height")) == ("210mm", "594mm")
    assert [node.get("transform") for node in sheet] == [
        "translate(0 0)scale(1)",
        "translate(0 297)scale(1)",
    ]
    hinted = here("show", root, "--puzzle", "--hints", "1", "--svg", file)
    assert "tiling has the 1 placed piece" in hinted.err
    assert "add --puzzle" in sentence(here("show", root, "--hints", "1"), 2)
    other = small_dataset("polyominoes")
    assert "--puzzle takes tilings" in sentence(here("show", other, "--puzzle", "--svg", file), 2)
    assert "name it with" in sentence(here("show", root, "--puzzle"), 2)
    ignored = here("show", root, "--puzzle", "--svg", file, "--where", "symmetry = 'none'")
    assert "leave out --where" in sentence(ignored, 2)


def test_a_sample_depends_on_its_seed_alone(here: Enumino) -> None:
    root = small_dataset("polyominoes")
    several = [here("show", root, "--random", "5", "--seed", s).out for s in "0012"]
    assert several[0] == several[1]
    assert len(set(several)) == 3
    fewer = here("show", root, "--random", "--limit", "5")
    assert fewer.out == several[0]
    everything = here("show", root, "--limit", "9999").out
    assert here("show", root, "--random", "9999").out == everything
    some = here("show", root, "--random", "9999", "--where", "cells = 4").out
    assert some == here("show", root, "--where", "cells = 4").out
