"""Options determine a problem; folders with another or a damaged problem are refused."""

import json
import shlex
from contextlib import suppress
from pathlib import Path

import pytest

from enumino.datasets.storage import open_store
from enumino.enum.problem import Problem
from enumino.errors import DatasetError
from enumino.families.covers.problem import Covers
from enumino.families.polyforms.problem import Polyominoes
from enumino.families.tatami.problem import Tatami
from enumino.families.tilings.problem import Tilings
from enumino.families.trominoes.problem import Trominoes
from enumino.registry import problem_from_json
from enumino.run import planning
from tests.dataset_tools import Enumino
from tests.forger import Forger

SPELLED: dict[str, Problem] = {
    "polyominoes --cells 5": Polyominoes(5),
    "polyominoes --cells 1-8 --kind one-sided": Polyominoes(range(1, 9), "one-sided"),
    "tatami --room 3x4": Tatami("3x4"),
    "tatami --room 3x4 --monomers any --up-to-symmetry": Tatami("3x4", None, up_to_symmetry=True),
    "tatami --room 3x4 --monomers 1-3": Tatami("3x4", (1, 3)),
    "tilings --region 3x4 --pieces domino": Tilings("3x4", "domino"),
    "tilings --region 4x5 --pieces 'L4, L4:2, domino:6' --no-rotations "
    "--no-reflections --no-placements": Tilings(
        "4x5", "L4:2, domino:6", rotations=False, reflections=False, placements=False
    ),
    "tilings --region 5x6 --pieces 'hexomino 7, domino:0-3, X' --up-to-symmetry": Tilings(
        "5x6", "hexomino 7, domino:0-3, X", up_to_symmetry=True
    ),
    "tilings --region 3x20 --pieces pentominoes --each-once --engine dancing-links": Tilings(
        "3x20", "pentominoes", each_once=True, engine="dancing-links"
    ),
    "cover queens 6": Covers("queens 6"),
    "cover subsets 6 3 --engine dancing-links --limit 5": Covers(
        "subsets 6 3", "dancing-links", limit=5
    ),
    "trominoes --board 8 --missing 3,2": Trominoes(8, (3, 2)),
    "trominoes --board 8": Trominoes(8),
}


@pytest.mark.parametrize("options", SPELLED)
def test_options_ask_for_the_problem(options: str, here: Enumino) -> None:
    planned = here("plan", *shlex.split(options), "--json")
    assert planned.code == 0, planned
    assert json.loads(planned.out)["problem"] == SPELLED[options].to_json()


@pytest.mark.parametrize(
    ("found", "wanted"),
    [
        (Polyominoes(range(1, 9)), Polyominoes(8)),
        (Tatami("3x4"), Tatami("3x4", up_to_symmetry=True)),
        (Polyominoes(5), Covers("queens 6")),
    ],
)
def test_another_problem_is_refused(found: Problem, wanted: Problem, tmp_path: Path) -> None:
    store = open_store(tmp_path)
    planning.make_plan(store, found)
    before = (tmp_path / "plan.json").read_bytes()
    with pytest.raises(DatasetError) as raised:
        planning.make_plan(store, wanted)
    assert f"holds another problem, {found.describe()}: " in str(raised.value)
    assert str(raised.value).endswith(f"choose another folder for {wanted.describe()}.")
    assert (tmp_path / "plan.json").read_bytes() == before
    Forger(tmp_path).plan(lambda said: said.update(problem={"family": "polyominoes"}))
    with pytest.raises(DatasetError, match="holds another problem"):
        planning.make_plan(store, found)


def test_parameters_of_every_family_that_are_lost_or_of_another_type_are_damage() -> None:
    """A plan can be written by anybody: its identity is a sum that anybody can make."""
    for problem in SPELLED.values():
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
