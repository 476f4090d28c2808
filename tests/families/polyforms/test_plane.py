"""Facts about how polyforms tile the plane."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import enumino
from enumino.families.polyforms.plane.decision import Decider
from enumino.families.polyforms.plane.heesch_types import outline
from enumino.objects.box import cells_of
from enumino.objects.lattices import HEXAGONAL
from tests.dataset_tools import Enumino, rewrite_part, sentence
from tests.naive_plane import has_type, isohedral_class, surroundings
from tests.objects.test_lattice_definition import PLAIN

SIZES = {"polyominoes": "1-7", "polyhexes": "1-6", "polyiamonds": "1-9"}


@pytest.fixture(scope="module")
def listings(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """A dataset of each family with its facts."""
    made: dict[str, Path] = {}

    def dataset(name: str) -> Path:
        if name not in made:
            root = made[name] = tmp_path_factory.mktemp("plane") / name
            first, last = map(int, SIZES[name].split("-"))
            problem = getattr(enumino, name.capitalize())(range(first, last + 1))
            enumino.enumerate_to(root, problem, in_process=True)
        return made[name]

    return dataset


def facts_of(root: Path, here: Enumino) -> list[dict[str, Any]]:
    assert here("facts", root, "--set", "tiling", "--in-process", "-q").code == 0
    return [dict(row) for row in enumino.open_dataset(root).rows()]


def test_classes_are_those_of_outlines(listings: Any, here: Enumino) -> None:
    met = set()
    for row in facts_of(listings("polyominoes"), here):
        cells = set(cells_of(row["mask"], (row["height"], row["width"])))
        if not row["holes"]:
            found = row["tiling"] if row["period_tiles"] else ""
            assert found == isohedral_class(cells), row
            assert has_type(row["heesch_type"], cells), row
            met.add(row["heesch_type"])
    assert len(met) == 8  # none among them


@pytest.mark.parametrize("name", PLAIN)
def test_outlines_are_closed_walks_around_shapes(name: str, tmp_path: Path) -> None:
    lattice = enumino.LatticePolyforms(1, lattice=name).lattice
    enumino.enumerate_to(tmp_path, enumino.LatticePolyforms(4, lattice=name), in_process=True)
    for row in enumino.open_dataset(tmp_path).rows("holes = 0"):
        cells = list(cells_of(row["mask"], (row["height"], row["width"])))
        edges = outline(lattice, cells)
        assert len({edge for edge, _ in edges}) == len(edges) == row["perimeter"]
        for (cell, _), beyond in edges:
            assert cell in cells
            assert beyond not in cells
            assert beyond in lattice.beyond_sides(cell)
        for (_, one), (_, next_one) in zip(edges, [*edges[1:], edges[0]], strict=True):
            assert {*lattice.corners(one)} & {*lattice.corners(next_one)}


@pytest.mark.parametrize("name", SIZES)
def test_totals_are_the_published_ones(name: str, listings: Any, here: Enumino) -> None:
    root = listings(name)
    facts_of(root, here)
    out = here("facts", root, "--set", "tiling").out
    assert "✗" not in out
    assert out.count("✓") >= 6
    assert out.count("Kaplan 2022: 1 term ✓") == 2 * (name == "polyominoes")
    assert out.count("heesch-sat: 1 term ✓") == 2 * (name == "polyhexes")
    assert here("verify", root).code == 0
    assert not list(enumino.open_dataset(root).rows("tiling = 'open'"))


@pytest.mark.long
def test_larger_shapes_are_decided_too(here: Enumino, tmp_path: Path) -> None:
    for name, cells in (("polyominoes", 9), ("polyiamonds", 10)):
        root = tmp_path / name
        problem = getattr(enumino, name.capitalize())(cells)
        enumino.enumerate_to(root, problem, in_process=True)
        out = here("facts", root, "--set", "tiling").out
        assert out.count("✓") >= 5
        assert "✗" not in out
        assert not list(enumino.open_dataset(root).rows("tiling = 'open'"))
        assert here("verify", root).code == 0


def test_heesch_numbers_are_the_published_ones(listings: Any, here: Enumino) -> None:
    """Kaplan 2022: three heptominoes can be surrounded, two of them without holes; heesch-sat's
    table of hexahexes: three have the number 1, one has 2."""

    def numbers(rows: list[dict[str, Any]], cells: int) -> Counter[tuple[int, int]]:
        none = [row for row in rows if row["cells"] == cells and row["tiling"] == "none"]
        return Counter(
            (row["coronas"], row["coronas_with_holes"]) for row in none if row["holes"] == 0
        )

    assert numbers(facts_of(listings("polyominoes"), here), 7) == {(0, 1): 1, (1, 1): 2}
    hexes = numbers(facts_of(listings("polyhexes"), here), 6)
    assert Counter(coronas for coronas, _ in hexes.elements()) == {1: 3, 2: 1}


def test_first_coronas_are_those_of_a_naive_search(listings: Any, here: Enumino) -> None:
    for row in facts_of(listings("polyominoes"), here):
        if row["cells"] == 7 and row["tiling"] == "none":
            cells = set(cells_of(row["mask"], (row["height"], row["width"])))
            assert any(surroundings(cells)) == (row["coronas_with_holes"] > 0)


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
}


@pytest.mark.parametrize("what", DAMAGES)
def test_damaged_witnesses_are_found(
    what: str, listings: Any, here: Enumino, tmp_path: Path
) -> None:
    root = listings("polyominoes")
    facts_of(root, here)
    copy = Path(shutil.copytree(root, tmp_path / "copy"))
    tiling, at, values = DAMAGES[what]

    def change(table: pa.Table) -> pa.Table:
        return damaged(table, first(table, tiling, **at), **values)

    rewrite_part(copy / "facts" / "tiling", 0, change)
    done = here("verify", copy)
    assert done.code == 3
    assert "✗ rows: a row of" in done.out, done


def test_witnesses_are_drawn(listings: Any, here: Enumino, tmp_path: Path) -> None:
    root = listings("polyominoes")
    bare = Path(shutil.copytree(root, tmp_path / "bare"))
    shutil.rmtree(bare / "facts", ignore_errors=True)
    assert "--set tiling" in sentence(here("show", bare, "--witness"), 2)
    facts_of(root, here)
    assert "├───┴───┬───┴───┬" in here("show", root, "--where", "cells = 2", "--witness").out
    assert "leave out one" in sentence(here("show", root, "--witness", "--numbered"), 2)
    sheet = tmp_path / "sheet.svg"
    assert here("show", root, "--where", "cells = 7", "--witness", "--svg", sheet).code == 0
    tiles = sheet.read_text().count('stroke-width="0.2"')  # those of the periods, and shapes
    periods = enumino.open_dataset(root).rows("cells = 7", ["period_tiles"])
    assert tiles == sum(max(1, row["period_tiles"]) for row in list(periods)[:40])
    for name, tiling in (("polyhexes", "none"), ("polyiamonds", "anisohedral")):
        facts_of(listings(name), here)
        shown = here("show", listings(name), "--where", f"tiling = '{tiling}'", "--witness")
        assert "B" in shown.out


def test_families_that_do_not_fill_the_plane_are_refused(here: Enumino, tmp_path: Path) -> None:
    for name in ("polycubes", "polysticks", "polyplets"):
        root = tmp_path / name
        here("enumerate", name, "--cells", "3", "--to", root, "-q")
        assert "in the plane" in sentence(here("facts", root, "--set", "tiling"), 2)
    root = tmp_path / "polyominoes"
    here("enumerate", "polyominoes", "--cells", "3", "--to", root, "-q")
    assert "from 1 to 24" in sentence(here("facts", root, "--set", "tiling", "--tiles", "0"), 2)


@pytest.mark.long
def test_a_heptahex_with_three_coronas_does_not_tile() -> None:
    """Its first two coronas have so many surroundings that only forbidden pairs decide it."""
    cells = np.array([(*cell, 0) for cell in cells_of(6882, (4, 4))], np.int64)
    verdict = Decider(HEXAGONAL, 7, 24, 6).decide(cells, 0)
    assert (verdict.tiling, verdict.coronas, verdict.coronas_with_holes) == ("none", 3, 3)


@pytest.mark.long
def test_totals_of_open_shapes_are_not_compared(here: Enumino, tmp_path: Path) -> None:
    """A polyiamond of 10 cells has four coronas with holes, and no fifth."""
    enumino.enumerate_to(tmp_path, enumino.Polyiamonds(10), in_process=True)
    done = here("facts", tmp_path, "--set", "tiling", "--coronas", "4", "--tiles", "8")
    assert done.code == 0
    assert done.out.count("✓") == 3
    assert "✗" not in done.out
