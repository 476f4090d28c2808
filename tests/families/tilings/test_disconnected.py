"""Pieces in several parts, against searches by the definition."""

from __future__ import annotations

import pickle

import pytest

import enumino
from tests.dataset_tools import Enumino, Listed, rows_of, total
from tests.naive_covering import puzzle_of

ENGINES = ("cell-masks", "option-bitsets", "dancing-links")
GAP, DIAGONAL = "[(0,0), (2,0)]", "[(0,0), (1,1)]"
TILINGS = [
    ("1x4", GAP),
    ("2x4", f"{GAP}, domino"),
    ("4x4", f"{GAP}"),
    ("3x4", f"{DIAGONAL}, monomino"),
    ("4x4", f"{DIAGONAL}, domino"),
    ("3x5", f"{GAP}:1, {DIAGONAL}:2, I-tromino"),
    ("##.#/####/####", "[(0,0), (1,0), (3,0)], I4"),
]


@pytest.mark.long
@pytest.mark.parametrize(("region", "pieces"), TILINGS)
def test_tilings_are_those_of_the_definition(region: str, pieces: str) -> None:
    for engine in ENGINES[: 2 if ":" in pieces else 3]:
        problem = enumino.Tilings(region, pieces, engine=engine)
        expected = len(puzzle_of(problem).coverings())
        layouts = [
            row["layout"] for batch in problem.batches([()]) for row in batch.records.to_pylist()
        ]
        assert len(set(layouts)) == len(layouts) == expected
        assert problem.count().total == expected
        assert enumino.count_tilings(problem)[-1].count == expected
        for layout in layouts:
            tiling = enumino.Tiling.from_layout(problem.region, layout, problem.shapes)
            assert tiling.layout(problem.shapes) == layout
            assert tiling._repr_svg_().startswith("<svg")


def test_classes_sum_to_all() -> None:
    problem = enumino.Tilings("4x4", f"{DIAGONAL}, domino")
    classes = enumino.Tilings("4x4", f"{DIAGONAL}, domino", up_to_symmetry=True)
    rows = [row for batch in classes.batches([()]) for row in batch.records.to_pylist()]
    assert sum(row["orbit"] for row in rows) == problem.count().total > len(rows)


@pytest.mark.parametrize(
    ("lattice", "region", "pieces"),
    [
        ("hexagonal", "3x4", "[(0,0), (0,2)]"),
        ("triangular", "triangle 3", "[(0,0), (0,2)], moniamond"),
        ("cubic", "2x2x2", "[(0,0,0), (1,1,1)]"),
    ],
)
def test_tilings_of_other_lattices_are_those_of_the_definition(
    lattice: str, region: str, pieces: str
) -> None:
    problem = enumino.Tilings(region, pieces, lattice=lattice)
    expected = puzzle_of(problem).coverings()
    assert problem.count().total == len(expected)
    assert enumino.count_tilings(problem)[-1].count == len(expected)


def test_problems_with_parts_travel() -> None:
    tilings = enumino.Tilings("2x4", f"{GAP}:2, domino")
    for problem in [tilings]:
        assert type(problem).from_json(problem.to_json()) == problem
        assert pickle.loads(pickle.dumps(problem)) == problem
    assert tilings.options()["--pieces"] == "[(0,0), (2,0)]:2, domino"


@pytest.mark.slow
def test_drawn_pieces_are_listed_and_verified(listed: Listed, here: Enumino, tmp_path) -> None:
    drawn = tmp_path / "gap.txt"
    drawn.write_text("gap:\n#.#\n\ndomino\n", encoding="utf-8")
    asked = ["tilings", "--region", "2x4", "--pieces", drawn]
    root, said = listed("enumerate", *asked)
    assert total(said)[0] == len(rows_of(root))
    assert here("verify", root).code == 0
    assert here("show", root, "--limit", "1", "--svg", tmp_path / "a.svg").code == 0
    assert here("gallery", root, "-o", tmp_path / "a.html").code == 0
