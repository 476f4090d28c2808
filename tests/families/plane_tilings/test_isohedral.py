"""Isohedral tilings on lattices from files, with and without reflections."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import enumino
from enumino import PlaneTilings
from enumino.families.plane_tilings.columns import CLASSES
from enumino.objects.lattice_files.definition import Definition, shipped
from tests.dataset_tools import Enumino, rows_found
from tests.forger import Forger
from tests.naive_isohedral import is_isohedral
from tests.naive_lattices import NaiveTiling
from tests.objects.test_lattice_definition import ALL, MIRROR, TRIANGLES, TURN, made

# No lattice here has a basis: in drawings, turns by 60 degrees distort shapes.
SIXTH, DIAGONAL = {"matrix": [[0, -1], [1, 1]]}, {"matrix": [[0, 1], [1, 0]]}
KISRHOMBILLE = made(
    periods=[[6, 0], [0, 6]],
    cells=[
        [[0, 0], [3, 0], [2, 2]],
        [[0, 0], [2, 2], [0, 3]],
        [[6, 0], [3, 0], [2, 2]],
        [[6, 0], [2, 2], [3, 3]],
        [[0, 6], [3, 3], [2, 2]],
        [[0, 6], [2, 2], [0, 3]],
        [[6, 6], [3, 6], [4, 4]],
        [[6, 6], [4, 4], [6, 3]],
        [[0, 6], [3, 6], [4, 4]],
        [[0, 6], [4, 4], [3, 3]],
        [[6, 0], [3, 3], [4, 4]],
        [[6, 0], [4, 4], [6, 3]],
    ],
    symmetries=[SIXTH, DIAGONAL],
)
TETRAKIS = made(
    periods=[[0, 2], [2, 0]],
    cells=[
        [[0, 0], [2, 0], [1, 1]],
        [[2, 0], [2, 2], [1, 1]],
        [[2, 2], [0, 2], [1, 1]],
        [[0, 2], [0, 0], [1, 1]],
    ],
    symmetries=[TURN, DIAGONAL],
)
RHOMBILLE = made(
    periods=[[2, -1], [1, 1]],
    cells=[
        [[0, 0], [1, 0], [1, 1], [0, 1]],
        [[0, 0], [0, 1], [-1, 2], [-1, 1]],
        [[0, 0], [-1, 1], [-2, 1], [-1, 0]],
    ],
    symmetries=[SIXTH],
)
# Built-in lattices, as they would be read from files.
BUILT_IN = {
    "square": made(),
    "triangular": made(**TRIANGLES, symmetries=[{"matrix": [[1, -1], [1, 0]]}, DIAGONAL]),
    "hexagonal": made(
        periods=[[1, 1], [2, -1]],
        cells=[[[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]]],
        symmetries=[SIXTH, DIAGONAL],
    ),
}
SMALL = {
    "kisrhombille": (KISRHOMBILLE, range(1, 5)),
    "tetrakis": (TETRAKIS, range(1, 6)),
    "rhombille": (RHOMBILLE, range(1, 5)),
    "kite": (shipped("kite"), range(1, 6)),
    "square": (BUILT_IN["square"], range(1, 7)),
    "triangular": (BUILT_IN["triangular"], range(1, 8)),
    "hexagonal": (BUILT_IN["hexagonal"], range(1, 5)),
}


def check(definition: Definition, sizes: range) -> None:
    """Compare the numbers of isohedral shapes with a naive search."""
    rows = rows_found(PlaneTilings(sizes, lattice=definition))
    found = Counter(row["cells"] for row in rows if row["tiling"] in CLASSES[:3])
    naive = NaiveTiling(definition, 2 * sizes[-1])
    for cells in sizes:
        rest, isohedral = naive.fixed(cells), 0
        while rest:
            shape = next(iter(rest))
            rest -= {shape, *naive.images(shape, "free")}
            isohedral += is_isohedral(naive, shape)
        assert found[cells] == isohedral, cells


@pytest.mark.parametrize("name", SMALL)
def test_isohedral_shapes_are_those_of_groups_of_tori(name: str) -> None:
    check(*SMALL[name])


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
def test_groups_of_all_kinds_have_the_isohedral_shapes_of_a_naive_search(name: str) -> None:
    check(ALL[name], range(1, 5))


@pytest.mark.parametrize(("name", "most"), [("square", 7), ("triangular", 8), ("hexagonal", 5)])
def test_types_without_reflections_suffice_on_regular_lattices(name: str, most: int) -> None:
    """With reflections, which are searched for on lattices from files, no other shapes tile."""

    def numbers(lattice: str | Definition) -> Counter[tuple[Any, ...]]:
        return Counter(
            (row["cells"], row["tiling"], row["heesch_type"] == "none")
            for row in rows_found(PlaneTilings(range(1, most + 1), lattice=lattice))
            if row["tiling"] in CLASSES[:3]
        )

    assert numbers(name) == numbers(BUILT_IN[name])


def test_tilings_by_reflections_are_verified(here: Enumino, tmp_path: Path) -> None:
    """The kisrhombille is the one tiling by its cells, and has 12 of them in a period."""
    root = tmp_path / "kisrhombille"
    enumino.enumerate_to(root, PlaneTilings(range(1, 4), lattice=KISRHOMBILLE), threads=1)
    row, *_ = enumino.open_dataset(root).rows("cells = 1")
    assert (row["tiling"], row["period_tiles"], row["heesch_type"]) == ("isohedral", 12, "none")
    assert row["cuts"] == []
    assert here("verify", root).code == 0


def test_tilings_that_are_not_isohedral_are_found(here: Enumino, tmp_path: Path) -> None:
    root = tmp_path / "squares"
    enumino.enumerate_to(root, PlaneTilings(5, lattice=made(symmetries=[MIRROR])), threads=1)
    assert here("verify", root).code == 0

    def change(table: pa.Table) -> pa.Table:
        rows = table.to_pylist()
        next(row for row in rows if row["tiling"] == "anisohedral")["tiling"] = "isohedral"
        return pa.Table.from_pylist(rows, schema=table.schema)

    Forger(root).rows(0, change)
    done = here("verify", root)
    assert done.code == 3
    assert "a tiling that is not isohedral" in done.out
