"""A golden plan for each family: whoever changes a search tree must raise its version.

The prefixes of a plan mean other subtrees once children are numbered in another order. Parts of
both trees would then be mixed under one identity, if the version stayed the same.
"""

import json
from functools import cache
from hashlib import sha256
from pathlib import Path

import pytest

import enumino
from enumino.datasets.plan import Plan
from enumino.enum.problem import Problem
from enumino.run import planning

GOLDEN = Path(__file__).parent / "golden_plans.json"
PLANNED: dict[str, tuple[Problem, int]] = {
    "polyominoes": (enumino.Polyominoes(range(1, 10)), 300),
    "one-sided polyominoes": (enumino.Polyominoes(9, "one-sided"), 500),
    "fixed polyominoes": (enumino.Polyominoes(range(7, 9), "fixed"), 500),
    "polyominoes of two words": (enumino.Polyominoes(16), 100_000),
    "tatami": (enumino.Tatami("5x6", (0, 4)), 50),
    "tatami up to symmetry": (enumino.Tatami("6x6", (0, 6), up_to_symmetry=True), 50),
    "tilings by cell masks": (enumino.Tilings("5x6", "L-tromino, I4", engine="cell-masks"), 50),
    "tilings by option bitsets": (
        enumino.Tilings("5x4", "tetrominoes", engine="option-bitsets"),
        100,
    ),
    "tilings by dancing links": (enumino.Tilings("4x6", "domino", engine="dancing-links"), 60),
    "tilings up to symmetry": (
        enumino.Tilings(
            "3x20", "pentominoes", each_once=True, up_to_symmetry=True, engine="cell-masks"
        ),
        1,
    ),
    "tilings with a piece placed first": (
        enumino.Tilings("3x20", "pentominoes", each_once=True, engine="cell-masks"),
        1,
    ),
    "covers": (enumino.Covers("queens 7"), 8),
    "partitions": (enumino.Partitions("4x5", parts=4, sizes="4-6"), 100),
    "trominoes": (enumino.Trominoes(8), 16),
    "polyhexes": (enumino.Polyhexes(range(1, 9)), 300),
    "one-sided polyiamonds": (enumino.Polyiamonds(range(2, 11), "one-sided"), 200),
    "fixed polyplets": (enumino.Polyplets(range(1, 6), "fixed"), 200),
    "polycubes": (enumino.Polycubes(range(1, 8)), 200),
    "polysticks": (enumino.Polysticks(range(1, 8)), 300),
    "tilings of cubes": (enumino.Tilings("2x2x4", "tetracubes", lattice="cubic"), 20),
    "tilings of triangles up to symmetry": (
        enumino.Tilings("hexagon 3", "tetriamonds", up_to_symmetry=True, lattice="triangular"),
        100,
    ),
}


@cache
def plan_of(name: str) -> Plan:
    return planning.plan_for(*PLANNED[name])


def golden(name: str) -> dict[str, object]:
    """All that decides the bytes of a dataset: version and identity of the plan, rows of a part."""
    problem, plan = PLANNED[name][0], plan_of(name)
    first = plan.parts[0]
    digest = sha256()
    for batch in problem.batches(first.prefixes):
        if batch.records.num_rows:  # else it reports the nodes of a slow machine
            digest.update(json.dumps(batch.records.to_pylist()).encode())
    return {
        "tree_version": problem.tree_version,
        "parts": len(plan.parts),
        "plan_id": plan.plan_id,
        "rows of the first part": digest.hexdigest(),
    }


def test_two_words_are_used() -> None:
    """A box of more than 64 cells is found in the part whose rows are golden."""
    name = "polyominoes of two words"
    batches = PLANNED[name][0].batches(plan_of(name).parts[0].prefixes)
    assert any(batch.records["mask_hi"].to_numpy().any() for batch in batches)


@pytest.mark.parametrize("name", PLANNED)
def test_a_plan_and_its_rows_stay_what_they_are(name: str) -> None:
    """On purpose: raise a version, then `python -m tests.datasets.test_golden_plans`."""
    assert golden(name) == json.loads(GOLDEN.read_text())[name]


if __name__ == "__main__":
    GOLDEN.write_text(json.dumps({name: golden(name) for name in PLANNED}, indent=1) + "\n")
