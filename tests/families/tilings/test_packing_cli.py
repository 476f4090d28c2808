"""The commands of packings: datasets, pictures, and sentences for what does not fit."""

from __future__ import annotations

import json
from pathlib import Path

from tests.dataset_tools import Enumino, sentence
from tests.looping import each

SOLID = ["tilings", "--lattice", "cubic", "--region", "2x2x3", "--pieces", "dicube"]


def test_dataset_is_verified_and_drawn(here: Enumino, tmp_path: Path) -> None:
    solid, page = tmp_path / "solid", tmp_path / "page.svg"
    made = here("enumerate", *SOLID, "--to", solid, "--quiet", "--threads", "1")
    assert made.code == 0
    verified = here("verify", solid)
    assert verified.code == 0
    assert "profiles: 32 counted as well" in verified.out
    shown = here("show", solid, "--limit", "1").out.splitlines()
    assert [len(line) for line in shown] == [7, 7]
    here("show", solid, "--limit", "32", "--svg", page)
    assert (
        page.read_text(encoding="utf-8").count("<path") == (6 + 1) * 32
    )  # pieces, and one path for all borders


def test_region_and_pieces_may_be_files(here: Enumino, tmp_path: Path) -> None:
    region, pieces = tmp_path / "region.txt", tmp_path / "pieces.txt"
    region.write_text("+-+-+\n|   |\n+-+-+\n", encoding="utf-8")
    pieces.write_text("// a corner and a straight piece\nL:\n+-+\n|\n+\n\n- -\n", encoding="utf-8")
    asked = ["--lattice", "stick", "--region", str(region), "--pieces", str(pieces)]
    done = here("count", "tilings", *asked, "--json")
    assert done.code == 0
    assert json.loads(done.out)["rows"][0]["count"] == "2"


@each(("options", "said"), [
    (["cubic", "4x5", "soma"], "three sizes, layers, rows and columns"),
    (["hexagonal", "3x4x5", "tetrahexes"], "is flat, and 3x4x5 has 3 sizes"),
    (["hexagonal", "4x7", "soma"], "take the cubic lattice"),
    (["cubic", "50x50x50", "soma"], "at most 65,535 cells"),
    (["cubic", "nowhere.txt", "soma"], "neither a name such as 3x4x5, nor a drawing, nor a file"),
    (["cubic", "3x3x3", ""], "name some with --pieces or --piece"),
    (["stick", "2x2", "tristicks", "--in-plane"], "leave out --in-plane"),
    (["cubic", "2x2x2", "soma V", "--without", "0,0"], "Cell 0,0 cannot be removed"),
    (["cubic", "2x2x2", "soma V", "--each-once", "--at-most-once"], "exclude each other"),
    (["cubic", "2x2x2", "soma V", "--up-to-symmetry", "--up-to-rotations"], "exclude each other"),
])  # fmt: skip
def test_what_does_not_fit_is_refused_in_a_sentence(
    here: Enumino, options: list[str], said: str
) -> None:
    lattice, region, pieces, *more = options
    asked = ["--lattice", lattice, "--region", region, "--pieces", pieces, *more]
    assert said in sentence(here("count", "tilings", *asked), 2)


def test_a_box_of_cubes_is_no_region_of_squares(here: Enumino) -> None:
    done = here("count", "tilings", "--region", "3x4x5", "--pieces", "pentominoes")
    assert "the cubic lattice" in sentence(done, 2)
