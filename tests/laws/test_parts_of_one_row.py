"""Parts of as few rows as possible, and subtrees without any object."""

from pathlib import Path

import pytest

import enumino
from enumino.enum.problem import Problem
from enumino.families.plane_tilings import problem as plane_tilings
from enumino.registry import families
from enumino.run.planning import plan_for

SQUARE = enumino.Graph("abcde", [(0, 1), (1, 2), (2, 3), (0, 3), (3, 4)])
PROBLEMS: dict[str, Problem] = {
    "polyominoes": enumino.Polyominoes(range(3, 8)),
    "polyhexes": enumino.Polyhexes(range(3, 6)),
    "polyiamonds": enumino.Polyiamonds(7),
    "polyplets": enumino.Polyplets(4),
    "polycubes": enumino.Polycubes(5),
    "polysticks": enumino.Polysticks(4),
    "polyforms": enumino.LatticePolyforms(4, lattice="kite"),
    "plane-tilings": enumino.PlaneTilings(6),
    "tilings": enumino.Tilings("4x5", "L-tromino, domino:0-2"),
    "tatami": enumino.Tatami("3x6", None),
    "cover": enumino.Covers("queens 6"),
    "trominoes": enumino.Trominoes(4),
    "subgraphs": enumino.Subgraphs(SQUARE, range(1, 4)),
    "partitions": enumino.Partitions(graph=SQUARE, parts=3, weights=[2, 1, 1, 2, 3], within="3-4"),
}


def test_all_families_are_here() -> None:
    assert PROBLEMS.keys() == {family.name for family in families()}


@pytest.mark.parametrize("family", PROBLEMS)
def test_parts_of_one_row_are_parts(
    family: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each subtree of the plan, listed alone, has the rows that it counts, and some have none."""
    monkeypatch.setattr(plane_tilings, "FEW", 0)  # they are listed, not grown
    problem = PROBLEMS[family]
    parts = plan_for(problem, rows_per_part=1).parts
    listed = 0
    for prefix in (prefix for part in parts for prefix in part.prefixes):
        rows = sum(batch.records.num_rows for batch in problem.batches([prefix]))
        assert rows == problem.count(prefix).total
        listed += rows
    assert listed == problem.count().total
    enumino.enumerate_to(tmp_path / "d", problem, rows_per_part=1, threads=1)
    report = enumino.verify(tmp_path / "d")
    assert report.ok, report.checks
