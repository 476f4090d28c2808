"""Plane tilings: verdicts against oracles and published numbers, witnesses, shapes of a user."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from problem_laws import check_laws

import enumino
from enumino import PlaneTilings
from enumino.enum.kernels.plane.covers import GIVEN_UP
from enumino.families.plane_tilings import decision
from enumino.families.plane_tilings.decision import Decider, Verdict
from enumino.families.plane_tilings.facts import facts_of
from enumino.families.plane_tilings.heesch_types import outlines
from enumino.families.plane_tilings.periods import with_numbers
from enumino.families.plane_tilings.shapes import addresses_of
from enumino.objects.box import cells_of
from enumino.objects.lattice import SQUARE, Lattice
from enumino.objects.lattices import HEXAGONAL, lattice_named
from enumino.objects.polyform import Polyform, free_polyforms
from enumino.run.planning import plan_for
from tests.dataset_tools import Enumino, sentence
from tests.forger import Forger
from tests.naive_plane import has_type, isohedral_class, surroundings
from tests.objects.test_lattice_definition import PLAIN

SIZES = {"square": range(1, 8), "hexagonal": range(1, 7), "triangular": range(1, 10)}
Rows = list[dict[str, Any]]


@pytest.fixture(scope="module")
def listings(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """A dataset of each lattice."""
    made: dict[str, Path] = {}

    def dataset(lattice: str) -> Path:
        if lattice not in made:
            root = made[lattice] = tmp_path_factory.mktemp("plane") / lattice
            enumino.enumerate_to(root, PlaneTilings(SIZES[lattice], lattice=lattice), threads=1)
        return made[lattice]

    return dataset


def rows_of(root: Path, where: str | None = None) -> Rows:
    return list(enumino.open_dataset(root).rows(where))


def test_classes_are_those_of_outlines(listings: Any) -> None:
    met = set()
    for row in rows_of(listings("square"), "holes = 0"):
        cells = set(cells_of(row["mask"], (row["height"], row["width"])))
        found = row["tiling"] if row["period_tiles"] else ""
        assert found == isohedral_class(cells), row
        assert has_type(row["heesch_type"], cells), row
        met.add(row["heesch_type"])
    assert len(met) == 8  # none among them


@pytest.mark.parametrize("name", PLAIN)
def test_outlines_are_closed_walks_around_shapes(name: str) -> None:
    lattice = lattice_named(name)
    shapes = [shape for shape in free_polyforms(4, lattice) if not shape.holes]
    cells = np.array([list(shape.cells) for shape in shapes])
    found, count = (
        outlines(lattice, with_numbers(lattice, *np.moveaxis(cells, 2, 0))),
        lattice.sublattices,
    )
    for k, shape in enumerate(shapes):
        length = int(found.lengths[k])
        sides = found.sides[k, :length].tolist()
        inner, outer = (
            [(row, unit * count + number) for row, unit, number in some[k, :length].tolist()]
            for some in (found.cells, found.beyond)
        )
        assert len({*zip(inner, sides, strict=True)}) == length == shape.perimeter
        for cell, beyond, corner in zip(inner, outer, found.corners[k].tolist(), strict=False):
            assert cell in shape.cells
            assert beyond not in shape.cells
            assert beyond in lattice.beyond_sides(cell)
            assert tuple(corner) in lattice.corners(cell)
        for one, next_one in zip(outer, [*outer[1:], outer[0]], strict=True):
            assert {*lattice.corners(one)} & {*lattice.corners(next_one)}


@pytest.mark.parametrize("lattice", SIZES)
def test_totals_are_the_published_ones(lattice: str, listings: Any, here: Enumino) -> None:
    dataset = enumino.open_dataset(listings(lattice))
    assert all(line.agrees is not False for line in dataset.totals)
    ticked = {line.labels["tiling"]: line.oeis for line in dataset.totals if line.agrees}
    assert len(ticked) >= 7
    heesch = {"square": "Kaplan 2022", "hexagonal": "heesch-sat"}.get(lattice)
    assert [*ticked.values()].count(heesch) == (2 if heesch else 0)
    assert here("verify", dataset.path).code == 0
    assert not rows_of(listings(lattice), "tiling = 'open'")


@pytest.mark.slow
@pytest.mark.parametrize(("lattice", "cells"), [("square", 9), ("triangular", 10)])
def test_larger_shapes_are_decided_too(
    lattice: str, cells: int, here: Enumino, tmp_path: Path
) -> None:
    enumino.enumerate_to(tmp_path, PlaneTilings(cells, lattice=lattice), threads=1)
    dataset = enumino.open_dataset(tmp_path)
    assert all(line.agrees is not False for line in dataset.totals)
    assert sum(line.agrees is True for line in dataset.totals) >= 5
    assert not rows_of(tmp_path, "tiling = 'open'")
    assert here("verify", tmp_path).code == 0


def test_heesch_numbers_are_the_published_ones(listings: Any) -> None:
    """Kaplan 2022: three heptominoes can be surrounded, two of them without holes; heesch-sat's
    table of hexahexes: three have the number 1, one has 2."""

    def numbers(lattice: str, cells: int) -> Counter[tuple[int, int]]:
        none = rows_of(listings(lattice), f"cells = {cells} and tiling = 'none' and holes = 0")
        return Counter((row["coronas"], row["coronas_with_holes"]) for row in none)

    assert numbers("square", 7) == {(0, 1): 1, (1, 1): 2}
    hexes = numbers("hexagonal", 6)
    assert Counter(coronas for coronas, _ in hexes.elements()) == {1: 3, 2: 1}


def test_first_coronas_are_those_of_a_naive_search(listings: Any) -> None:
    for row in rows_of(listings("square"), "cells = 7 and tiling = 'none'"):
        cells = set(cells_of(row["mask"], (row["height"], row["width"])))
        assert any(surroundings(cells)) == (row["coronas_with_holes"] > 0)


@pytest.mark.parametrize(
    "problem", [PlaneTilings(cells=range(3, 5)), PlaneTilings(shape=["#.#/###", "2b", "z"])]
)
def test_the_laws_of_problems_hold(problem: PlaneTilings) -> None:
    check_laws(problem)


@pytest.mark.parametrize(("cells", "parts"), [("1-8", 1), ("1-10", 3), ("1-11", 9)])
def test_parts_take_about_a_second(cells: str, parts: int) -> None:
    """Shapes of up to 11 cells take ten seconds."""
    seconds = [part.seconds for part in plan_for(PlaneTilings(cells=cells)).parts]
    assert len(seconds) == parts
    assert max(seconds) < 1.5


def damaged(table: pa.Table, row: int, **values: Any) -> pa.Table:
    rows = table.to_pylist()
    for name, value in values.items():
        rows[row][name] = value(rows[row][name]) if callable(value) else value
    return pa.Table.from_pylist(rows, schema=table.schema)


def first(table: pa.Table, tiling: str, **values: Any) -> int:
    return next(
        k
        for k, row in enumerate(table.to_pylist())
        if row["tiling"] == tiling and all(row[n] == v for n, v in values.items())
    )


WITH_HOLE = {"coronas": 0, "coronas_with_holes": 1}
DAMAGES: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "a tile is turned": ("half-turn", {"cells": 7}, {"tiles": lambda t: [*t[:3], 1, *t[4:]]}),
    "a tile is moved": ("isohedral", {}, {"tiles": lambda t: [*t[:-1], t[-1] + 1]}),
    "a vector is longer": (
        "translation",
        {"cells": 7},
        {"vectors": lambda v: [v[0], v[1] + 1, *v[2:]]},
    ),
    "another class": ("isohedral", {}, {"tiling": "half-turn", "by_half_turn": True}),
    "not isohedral": (
        "translation",
        {"cells": 4},
        {"tiling": "isohedral", "by_translation": False},
    ),
    "no type": ("isohedral", {}, {"heesch_type": "none", "cuts": []}),
    "another type": ("half-turn", {"cells": 7}, {"heesch_type": "TGTG"}),
    "a side begins elsewhere": (
        "translation",
        {"cells": 7},
        {"cuts": lambda c: [c[0] + 1, *c[1:]]},
    ),
    "tiles overlap": ("none", {"holes": 0}, {"tiles": lambda t: [*t, *t[-3:]]}),
    "a tile is missing": ("none", {"holes": 0}, {"tiles": lambda t: t[:-3]}),
    "one corona more": ("none", {"holes": 0}, {"coronas": 2, "coronas_with_holes": 2}),
    "no holes": ("none", WITH_HOLE, {"coronas": 1}),
    "not proved": ("translation", {}, {"coronas_proven": False}),
}


@pytest.mark.parametrize("what", DAMAGES)
def test_damaged_witnesses_are_found(
    what: str, listings: Any, here: Enumino, tmp_path: Path
) -> None:
    copy = Path(shutil.copytree(listings("square"), tmp_path / "copy"))
    tiling, at, values = DAMAGES[what]

    def change(table: pa.Table) -> pa.Table:
        return damaged(table, first(table, tiling, **at), **values)

    Forger(copy).rows(0, change)
    done = here("verify", copy)
    assert done.code == 3
    assert "✗ rows: a row of" in done.out, done


def test_lists_longer_than_any_patch_are_not_read(here: Enumino, tmp_path: Path) -> None:
    """A file of a few kilobytes may hold 100 million values."""
    enumino.enumerate_to(tmp_path, PlaneTilings(3), threads=1)
    Forger(tmp_path).rows(0, lambda table: damaged(table, 0, tiles=[0] * 100_000))
    done = here("verify", tmp_path)
    assert done.code == 3
    assert "100,003 values in 2 rows, but a row has at most 4,096" in done.out


def test_tilings_are_drawn(listings: Any, here: Enumino, tmp_path: Path) -> None:
    root = listings("square")
    assert "├───┴───┬───┴───┬" in here("show", root, "--where", "cells = 2").out
    sheet = tmp_path / "sheet.svg"
    assert here("show", root, "--where", "cells = 7", "--svg", sheet).code == 0
    tiles = sheet.read_text().count('stroke-width="0.2"')  # those of the periods, and shapes
    assert tiles == sum(max(1, row["period_tiles"]) for row in rows_of(root, "cells = 7")[:40])
    for lattice, tiling in (("hexagonal", "none"), ("triangular", "anisohedral")):
        shown = here("show", listings(lattice), "--where", f"tiling = '{tiling}'")
        assert "B" in shown.out


def test_a_shape_has_the_row_of_its_listing(listings: Any) -> None:
    for lattice, where in (("square", "cells = 7"), ("hexagonal", "cells = 5")):
        rows = rows_of(listings(lattice), where)
        shapes = [
            Polyform.from_mask((row["height"], row["width"]), row["mask"], lattice_named(lattice))
            for row in rows
        ]
        problem = PlaneTilings(shape=[shape.rotate() for shape in shapes], lattice=lattice)
        assert [r for b in problem.batches([()]) for r in b.records.to_pylist()] == rows


def test_the_facts_of_a_shape_are_those_of_rows(listings: Any, here: Enumino) -> None:
    for lattice, where in (("square", "cells = 6"), ("hexagonal", "cells = 4")):
        dataset = enumino.open_dataset(listings(lattice))
        derived = [each.name for each in dataset.row_kind.derived()]
        for row in dataset.rows(where, [*dataset.schema.names, *derived]):
            found = facts_of(row["address"], lattice_named(lattice))
            assert found.values == {"lattice": lattice, **row}
            assert row["code"] == str(found.shape.code)
            if lattice == "square":  # the name of a hexagonal piece, bee, may be an address
                assert facts_of(row["name"], SQUARE) == found
    told = json.loads(here("shape", "##./.##", "--lattice", "cubic", "--json", "-q").out)
    assert (told["address"], told["orbit"]) == (Polyform("##./.##", "cubic").address, 12)
    assert "has 2 shapes: draw one" in sentence(here("shape", "7,2b"), 2)


def test_the_answer_for_a_shape_is_printed(here: Enumino, tmp_path: Path) -> None:
    done = here("shape", "#.#/###", "-q")
    assert "4f: copies, some of them turned by 180 degrees, tile the plane" in done.out
    assert "├───┤" in done.out
    shapes = tmp_path / "shapes.txt"
    shapes.write_text("#.#\n###\n\nO 0 0 1 0 2 0 3 0\n2np\n")
    root = tmp_path / "tilings"
    done = here(
        "enumerate", "plane-tilings", "--shape", shapes, "--to", root, "-q", "--threads", "1"
    )
    assert done.code == 0
    assert [(row["cells"], row["tiling"]) for row in rows_of(root)] == [
        (5, "half-turn"),
        (4, "translation"),
        (7, "none"),
    ]
    assert here("verify", root).code == 0
    square = {"symmetry": "all", "orbit": 1, "perimeter": 8, "site_perimeter": 8}
    Forger(root).rows(0, lambda table: damaged(table, 1, height=2, width=2, **square))
    assert "not one of the given shapes" in here("verify", root).out


def test_shapes_of_a_text_are_as_they_are_drawn() -> None:
    """Blank lines may hold spaces, and a line of a drawing may look like an address."""
    for lattice, text, cells in (
        ("square", "##\n \n###\n\t\n\nXX\n.X\n", [2, 3, 3]),
        ("square", "7\nf\n0 0 1 0\n", [3, 4, 2]),
        ("square", "XXX\n\nX\n\n7\n", [3, 1, 3]),
        ("hexagonal", "X\n\n7\n", [1, 3]),
        ("triangular", "^v^v^\nv\n", [6]),
    ):
        addresses = addresses_of(lattice_named(lattice), text)
        shapes = [Polyform.from_address(each, lattice) for each in addresses]
        assert [len(shape) for shape in shapes] == cells, text
    with pytest.raises(enumino.ProblemError, match="'7' is next to a drawing"):
        addresses_of(lattice_named("square"), "##\n##\n7\n")


def test_only_the_command_line_reads_files(
    here: Enumino, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("shapes.txt", "7"):
        Path(name).write_text("##\n##\n", encoding="utf-8")
    with pytest.raises(enumino.ProblemError):
        PlaneTilings(shape="shapes.txt")
    assert PlaneTilings(shape="7").addresses == ("7",)
    asked = ("plan", "plane-tilings", "-q", "--shape")
    assert here(*asked, "shapes.txt").out.startswith("plane tilings by the shape q: 1 part")
    assert "none.txt cannot be read" in sentence(here(*asked, "none.txt"), 2)
    Path("shapes.txt").write_text("##\n##\n7\n", encoding="utf-8")
    assert "shapes.txt: '7' is next to" in sentence(here(*asked, "shapes.txt"), 2)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({}, "give either --cells or --shape"),
        ({"lattice": "cubic", "cells": 3}, "Only shapes of cells that share sides"),
        ({"cells": 3, "tiles": 0}, "from 1 to 24, not 0"),
        ({"shape": "#" * 65}, "up to 64 cells"),
        ({"lattice": "triangular", "shape": "0 0 1 0"}, "squares and hexagons"),
    ],
)
def test_other_problems_are_refused(arguments: dict[str, Any], reason: str) -> None:
    with pytest.raises(enumino.ProblemError, match=reason):
        PlaneTilings(**arguments)


@pytest.mark.slow
def test_a_heptahex_with_three_coronas_does_not_tile(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its first two coronas have so many surroundings that only forbidden pairs decide it.

    No search has decided whether it has a fourth one; it has no fifth.
    """
    monkeypatch.setattr(decision, "ROUNDS", (*decision.ROUNDS[:2], (40_000, 6, 24)))
    shape = Polyform.from_mask((4, 4), 6882, HEXAGONAL)
    row = row_of(shape, HEXAGONAL)
    assert (row["tiling"], row["coronas"], row["coronas_with_holes"]) == ("none", 3, 3)
    assert not row["coronas_proven"]


def row_of(shape: Polyform, lattice: Lattice) -> dict[str, Any]:
    batches = PlaneTilings(shape=shape, lattice=lattice).batches([()])
    (row,) = [row for batch in batches for row in batch.records.to_pylist()]
    return row


def test_levels_that_were_given_up_are_not_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """A heptomino that has one corona, and no second one."""
    shape = Polyform("#####/#...#")
    proved = row_of(shape, SQUARE)
    assert (proved["tiling"], proved["coronas"], proved["coronas_proven"]) == ("none", 1, True)
    surround = Decider._surround

    def gives_up(self: Decider, coronas: int, *rest: Any) -> tuple[int, Any]:
        return (GIVEN_UP, ()) if coronas == 1 else surround(self, coronas, *rest)

    monkeypatch.setattr(Decider, "_surround", gives_up)
    row = row_of(shape, SQUARE)
    assert (row["tiling"], row["coronas"], row["coronas_with_holes"]) == ("none", 0, 0)
    assert (row["coronas_proven"], row["tiles"]) == (False, [0, 0, 0])
    problem = PlaneTilings(7)
    totals = enumino.registry.rows_of(problem.to_json()).totals(problem.count().counts)
    compared = {line.labels["tiling"] for line in totals if line.agrees is not None}
    assert "none" in compared
    assert not compared & {"none, surrounded", "Heesch number 1"}


def test_tiles_reach_as_far_as_their_cells_of_any_kind() -> None:
    """Three tiles of this shape of four kites are a period; seven overlapped."""
    kites = lattice_named("kite")
    assert row_of(Polyform.from_address("36", kites), kites)["period_tiles"] == 3


def test_a_wrong_witness_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Verdict("translation", True, form=(2, 1, 0), has_type=True)
    monkeypatch.setattr(Decider, "_isohedral", lambda *_: wrong)
    with pytest.raises(enumino.errors.RunError, match="the shape q has a witness whose tiles do"):
        PlaneTilings(shape="##/##").count()


@pytest.mark.slow
def test_totals_of_open_shapes_are_not_compared() -> None:
    """A polyiamond of 10 cells has four coronas with holes, and no fifth."""
    problem = PlaneTilings(10, lattice="triangular", coronas=4, tiles=8)
    lines = enumino.registry.rows_of(problem.to_json()).totals(problem.count().counts)
    assert [line.labels["tiling"] for line in lines if line.agrees is not None] == [
        "all", "translation", "half-turn", "isohedral"
    ]  # fmt: skip
