"""Tilings of every lattice against a naive search, published numbers, and tilings of squares."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from enumino.errors import ProblemError
from enumino.families.tilings import problem as problems
from enumino.families.tilings.counts import count_tilings
from enumino.families.tilings.problem import Tilings
from enumino.published import table
from enumino.registry import problem_from_json
from tests.dataset_tools import Enumino
from tests.families.tilings.uses import USES
from tests.looping import each

TINY = [
    ("square", "4x4", "L4, T4, O4", "any", {}),
    ("king", "3x3", "[(0,0), (1,1), (2,0)]", "any", {}),
    ("hexagonal", "hexagon 2x2x2", "trihexes, monohex:1", "any", {}),
    ("hexagonal", "# # # #/ # # # #/# # # #", "one-sided tetrahexes", "any", {}),
    ("triangular", "triangle 3", "tetriamonds, moniamond:0-2, triamond:0-1", "any", {}),
    ("cubic", "2x2x2", "dicube, tricubes", "any", {}),
    ("cubic", "2x2x3", "soma V, soma L, soma A, soma B, monocube:1", "at-most-once", {}),
    ("cubic", "2x3x3", "soma T, [(0,0,0), (0,0,1)]", "any", {"in_plane": True}),
    ("stick", "2x2", "tristicks", "at-most-once", {}),
]  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize(("lattice", "region", "pieces", "use", "rules"), TINY)
def test_images_of_each_class_make_up_all(
    lattice: str, region: str, pieces: str, use: Any, rules: dict[str, Any], monkeypatch
) -> None:
    monkeypatch.setattr(problems, "FEW_NODES", 0)
    problem = Tilings(region, pieces, **USES[use], lattice=lattice, **rules)
    *lines, total = count_tilings(problem, by_symmetry=True, in_process=True)
    counts = problem.count().counts
    assert {(line.symmetry,): line.count for line in lines if line.count} == counts
    assert total.count == sum(counts.values())
    turned = Tilings(region, pieces, **USES[use], up_to_rotations=True, lattice=lattice, **rules)
    assert turned.up_to_symmetry_if_faster(by_symmetry=True) is None


PUBLISHED = table("enumino.families.tilings.published", "regions")
SLOW = ("3x4x5", "2x5x6", "3x12", "6x6", "hexagon 8x2x2", PUBLISHED[26]["region"])


@pytest.mark.slow
@pytest.mark.parametrize("row", [
    pytest.param(row, id=f"{row['lattice']}-{number}", marks=[pytest.mark.long] * (
        row["region"] in SLOW or number % 3 > 0
    ))
    for number, row in enumerate(PUBLISHED)
])  # fmt: skip
def test_published_numbers(row: dict[str, str]) -> None:
    up_to: Any = None if row["up_to"] == "all" else row["up_to"]
    use: Any = row["use"]
    how: dict[str, Any] = {f"up_to_{up_to}": True} if up_to else {}
    problem = Tilings(row["region"], row["pieces"], **USES[use], lattice=row["lattice"], **how)
    (line,) = count_tilings(problem, in_process=True)
    assert (line.count, line.oeis, line.agrees) == (int(row["count"]), row["source"], True)


@each(("lattice", "region", "pieces", "use", "rules"), TINY)
def test_parameters_come_back_from_json(
    lattice: str, region: str, pieces: str, use: Any, rules: dict[str, Any]
) -> None:
    problem = Tilings(region, pieces, **USES[use], up_to_symmetry=True, lattice=lattice, **rules)
    again = problem_from_json(problem.to_json())
    assert again.to_json() == problem.to_json()
    assert again.describe() == problem.describe()
    assert again == problem


ERRORS = [
    (("cubic", "3x4", "soma"), "no region '3x4': write 3x4x5, draw"),
    (("hexagonal", "4x7", "hexiamonds"), "a piece of the triangular lattice, and the region"),
    (("cubic", "100x100x100", "soma"), "at most 65,535 cells"),
    (("cubic", "0x3x3", "soma"), "sizes are at least 1"),
    (("triangular", "^^", "bar"), "between two places"),
    (("cubic", "3x3x3", "frog"), "no piece 'frog': name a set"),
    (("cubic", "3x3x3", "[(0,0)]"), "Cells are three whole numbers, (layer, row, column), not"),
    (("cubic", "3x3x3", "soma V, tricube 2"), "have the same shape"),
]


@each(("given", "said"), ERRORS)
def test_what_does_not_fit_is_refused(given: tuple[str, str, str], said: str) -> None:
    with pytest.raises(ProblemError, match=r"^[^\n]*\.$") as raised:
        Tilings(*given[1:], each_once="V" not in given[2], lattice=given[0])
    assert said in str(raised.value)


@each(("rules", "said"), [
    ({"in_plane": True}, "all their turns are in the plane"),
    ({"up_to_symmetry": True, "up_to_rotations": True}, "exclude each other"),
    ({"each_once": True, "at_most_once": True}, "exclude each other"),
])  # fmt: skip
def test_rules_that_do_not_fit_are_refused(rules: dict[str, Any], said: str) -> None:
    with pytest.raises(ProblemError, match=r"\.$") as raised:
        Tilings("2x4", "bar, bee", lattice="hexagonal", **rules)
    assert said in str(raised.value)


def test_a_dataset_of_cubes_is_verified_and_drawn(here: Enumino, tmp_path: Path) -> None:
    solid, page = tmp_path / "solid", tmp_path / "page.svg"
    asked = ("--lattice", "cubic", "--region", "2x2x3", "--pieces", "dicube")
    made = here("enumerate", "tilings", *asked, "--to", solid, "--quiet", "--threads", "1")
    assert made.code == 0
    assert "profiles: 32 counted as well" in here("verify", solid).out
    shown = here("show", solid, "--limit", "1").out.splitlines()
    assert [len(line) for line in shown] == [7, 7]
    here("show", solid, "--limit", "32", "--svg", page)
    # Pieces, and one path for all borders.
    assert page.read_text(encoding="utf-8").count("<path") == (6 + 1) * 32


def test_region_and_pieces_may_be_files(here: Enumino, tmp_path: Path) -> None:
    region, pieces = tmp_path / "region.txt", tmp_path / "pieces.txt"
    region.write_text("+-+-+\n|   |\n+-+-+\n", encoding="utf-8")
    pieces.write_text("// a corner and a straight piece\nL:\n+-+\n|\n+\n\n- -\n", encoding="utf-8")
    asked = ["--lattice", "stick", "--region", str(region), "--pieces", str(pieces)]
    done = here("count", "tilings", *asked, "--json")
    (row,) = json.loads(done.out)["rows"]
    assert (row["region"], row["count"]) == ("region.txt", "2")


@pytest.mark.slow
def test_soma_cube() -> None:
    """240 up to symmetry, 480 with mirror images kept apart, 11,520 in all."""
    hows: list[dict[str, Any]] = [{"up_to_symmetry": True}, {"up_to_rotations": True}, {}]
    soma = partial(Tilings, "3x3x3", "soma", each_once=True, lattice="cubic")
    totals = [soma(**how).count(by_key=False).total for how in hows]
    assert totals == [240, 480, 11520]


def test_pieces_of_another_lattice_are_refused() -> None:
    pieces = Tilings("2x4", "bar", lattice="hexagonal").board.pieces
    with pytest.raises(ProblemError, match="bar is a piece of the hexagonal lattice"):
        Tilings("2x2x2", pieces, lattice="cubic")
