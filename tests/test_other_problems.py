"""A folder that holds another problem is refused in the words of the command line."""

from __future__ import annotations

import json
import shlex
from contextlib import suppress
from pathlib import Path

import pytest

from enumino.enum.problem import Problem
from enumino.errors import DatasetError
from enumino.families.covers.problem import Covers
from enumino.families.polyforms.problem import Polyominoes
from enumino.families.tatami.problem import Tatami
from enumino.families.tilings.problem import Tilings
from enumino.families.trominoes.problem import Trominoes
from enumino.objects.cover import CoverProblem
from enumino.registry import problem_from_json
from enumino.run import planning
from tests.dataset_tools import Enumino
from tests.forger import Forger
from tests.looping import each

pytestmark = pytest.mark.slow

SPELLED: list[Problem] = [
    Polyominoes(5),
    Polyominoes(range(1, 9), "one-sided"),
    Tatami("3x4"),
    Tatami("3x4", None, up_to_symmetry=True),
    Tatami("3x4", (1, 3), pruning=False),
    Tilings("3x4", "domino"),
    Tilings("4x5", "L4:2, domino:6", rotations=False, reflections=False, placements=False),
    Tilings("5x6", "hexomino 7, domino:0-3, X", up_to_symmetry=True),
    Tilings("3x20", "pentominoes", each_once=True, engine="dancing-links"),
    Covers("queens 6"),
    Covers("subsets 6 3", "dancing-links", limit=5),
    Trominoes(8, (3, 2)),
    Trominoes(8, up_to_symmetry=True),
]


@each("problem", SPELLED)
def test_options_ask_for_the_problem(problem: Problem, here: Enumino) -> None:
    given = [
        part
        for option, value in problem.options().items()
        for part in ([option] if option.startswith("-") else []) + [value]
        if part
    ]
    planned = here("plan", problem.family, *given, "--json")
    assert planned.code == 0, (shlex.join(given), planned)
    assert json.loads(planned.out)["problem"] == problem.to_json()


SMALL = CoverProblem.from_subsets([["a"], ["b"]])
OTHER = CoverProblem.from_subsets([["a"], ["b"], ["a", "b"]])


@pytest.mark.parametrize(
    ("found", "wanted", "told"),
    [
        (Polyominoes(range(1, 9)), Polyominoes(8), "(--cells 1-8 instead of 8)"),
        (Tatami("3x4"), Tatami("3x4", up_to_symmetry=True), "(without --up-to-symmetry)"),
        (Tatami("3x4", None), Tatami("3x4", 2), "(--monomers any instead of 2)"),
        (Tatami("2x2..9x9"), Tatami("2x2"), "(another --room)"),
        (
            Tilings("3x4", "domino", placements=False),
            Tilings("3x4", "domino"),
            "(with --no-placements)",
        ),
        (
            Tilings("3x4", "domino"),
            Tilings("3x4", "L4, domino:4"),
            "(--pieces domino instead of L4, domino:4)",
        ),
        (
            Covers(SMALL, name="a.dlx"),
            Covers(OTHER, name="b.dlx"),
            "(PROBLEM a.dlx instead of b.dlx)",
        ),
        (Covers(SMALL, name="a.dlx"), Covers(OTHER, name="a.dlx"), "(in other details)"),
        (Polyominoes(5), Covers("queens 6"), "holds free polyominoes with 5 cells: choose"),
    ],
    ids=lambda value: value if isinstance(value, str) else value.family,
)
def test_the_difference_is_told_in_options(
    found: Problem, wanted: Problem, told: str, tmp_path: Path
) -> None:
    planning.make_plan(tmp_path, found)
    before = (tmp_path / "plan.json").read_bytes()
    with pytest.raises(DatasetError) as raised:
        planning.make_plan(tmp_path, wanted)
    said = str(raised.value)
    assert told in said
    assert said.endswith(f": choose another folder for {wanted.describe()}.")
    for internal in ("None", "True", "False", "up_to_symmetry", "["):
        assert internal not in said
    assert (tmp_path / "plan.json").read_bytes() == before


def test_a_problem_that_cannot_be_read_is_refused_all_the_same(tmp_path: Path) -> None:
    planning.make_plan(tmp_path, Polyominoes(5))
    Forger(tmp_path).plan(lambda said: said.update(problem={"family": "polyominoes"}))
    with pytest.raises(DatasetError, match="holds free polyominoes with 5 cells: choose another"):
        planning.make_plan(tmp_path, Polyominoes(5))


def test_parameters_of_every_family_that_are_lost_or_of_another_type_are_damage() -> None:
    """A plan can be written by anybody: its identity is a sum that anybody can make."""
    for problem in SPELLED:
        parameters = problem.to_json()
        damages = [
            {**parameters, name: value}
            for name in parameters
            for value in (3, -1, "abc", [], {}, [1, "x"], 1.5, [[1]], True, None)
        ]
        damages += [{k: v for k, v in parameters.items() if k != name} for name in parameters]
        for damaged in damages:
            with suppress(DatasetError):
                problem_from_json(damaged)
