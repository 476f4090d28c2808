"""The choice of an engine: estimates against searches, and the choice against the best engine."""

from __future__ import annotations

import json
import pickle
import random
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from enumino import Tilings, count_tilings
from enumino.enum.exact_cover import estimates
from enumino.enum.exact_cover.engines import Engine
from enumino.errors import ProblemError
from enumino.families.tilings.choice import SAMPLES, Choice, choose_engine
from enumino.families.tilings.exact_covers import layout_of
from enumino.objects import piece_lists as sets
from enumino.objects.piece import Piece
from tests.looping import each

WITHIN = 1.15
# Of the search by the chosen engine; if it has more, others must not be done sooner than that.
NODES = 60_000
ALL = 1 << 20
FAMILIES = ("trominoes", "tetrominoes", "pentominoes", "one-sided tetrominoes")
MORE = ("domino", "monomino", "trominoes", "hexominoes")
EASY = (
    Tilings("6x6", "domino"),
    Tilings("5x5", "L-tromino, monomino:0-1"),
    Tilings("4x5", "tetrominoes", "at-most-once"),
    Tilings("3x5", "pentominoes", "at-most-once"),
    Tilings("2x8", "I-tromino, domino, monomino:1"),
    Tilings(".....\n..#..\n.....\n.....", "L-tromino, domino, X:0-1"),
    Tilings("3x5", "T4, L4, domino:1, L-tromino:1"),
)


def random_problem(seed: int) -> Tilings:
    """A region of 20 to 120 cells, often with holes, and 1 to 20 pieces of various uses."""
    draw = random.Random(seed)
    while True:
        height = draw.randint(3, 10)
        width = draw.randint(max(height, -(-20 // height)), max(height, min(20, 128 // height)))
        area = height * width
        cells = draw.randint(max(20, area * 7 // 10), max(20, min(120, area)))
        holes = set(draw.sample(range(area), area - cells)) if draw.random() < 0.6 else set()
        family = list(sets.parse(draw.choice(FAMILIES)))
        family += sets.parse(draw.choice(MORE)) if draw.random() < 0.5 else []
        pieces = draw.sample(family, draw.randint(1, min(20, len(family))))
        use = draw.choice(["any", "each-once", "at-most-once", "bounds"])
        if use == "bounds":
            pieces = [bounded(piece, draw) for piece in pieces]
        if use == "each-once":
            wanted = sum(len(piece.shape) for piece in pieces)
            free = [cell for cell in range(area) if cell not in holes]
            holes |= set(free[wanted:])
        drawing = "".join(".#"[cell in holes] for cell in range(area))
        rows = [drawing[start : start + width] for start in range(0, area, width)]
        symmetric = draw.random() < 0.3
        if 20 <= area - len(holes) <= 120:
            try:
                uses = {"bounds": "any"}
                return Tilings(
                    "\n".join(rows), pieces, uses.get(use, use), up_to_symmetry=symmetric
                )
            except ProblemError:
                continue


def bounded(piece: Piece, draw: random.Random) -> Piece:
    fewest = draw.randint(0, 1)
    return replace(piece, fewest=fewest, most=draw.choice([fewest + 1, fewest + 2, None]))


def nodes_of(problem: Tilings, engine: Engine, most: float) -> tuple[int, bool]:
    """Search with an engine until that takes more than so many nodes; say whether it ended."""
    searched = Tilings.from_json({**problem.to_json(), "engine": engine})
    kernel, nodes = searched._kernel, 0
    for tables in searched._trees:
        state = kernel.new_state(tables)
        kernel.seek(state, np.zeros(0, np.int64))
        counts = np.zeros(1, np.int64)
        while not state.cursor[kernel.DONE]:
            if nodes + state.cursor[kernel.NODES] > most:
                return nodes + int(state.cursor[kernel.NODES]), False
            kernel.tally(state, counts, 20_000)
        nodes += int(state.cursor[kernel.NODES])
    return nodes, True


def check_choice(problem: Tilings) -> None:
    """No other engine takes less than the time of the chosen one divided by `WITHIN`."""
    chosen = problem.chosen_engine
    if not len(problem._board):
        return
    choice = Choice(problem._symmetries)
    nodes, _ = nodes_of(problem, chosen, NODES)
    taken = choice.with_nodes(chosen, nodes)
    for other in choice.costs:
        few = (taken / WITHIN - choice.with_nodes(other, 0)) / choice.costs[other].node
        visited, ended = nodes_of(problem, other, few) if few > 0 else (0, False)
        assert visited >= few or not ended or other == chosen, other


@each("seed", range(12))
def test_the_choice_is_nearly_the_best_engine(seed: int) -> None:
    check_choice(random_problem(seed))


@pytest.mark.long
@pytest.mark.parametrize("tens", range(1, 5))
def test_the_choice_is_nearly_the_best_engine_of_many(tens: int) -> None:
    for seed in range(10 * tens, 10 * tens + 10):
        check_choice(random_problem(seed))


@each("problem", EASY)
def test_a_sample_of_all_nodes_counts_them(problem: Tilings) -> None:
    board = problem._board
    first = estimates.by_first_cell(layout_of(board), None, ALL)
    assert first.exact
    assert first.nodes == nodes_of(problem, "cell-masks", ALL)[0]
    fewest = estimates.by_fewest_options(layout_of(board, as_it_lies=True), None, ALL)
    assert fewest.nodes == pytest.approx(nodes_of(problem, "option-bitsets", ALL)[0], rel=0.1)
    choice = Choice(problem._symmetries)
    if "piece-first" in choice.costs:
        assert choice.nodes("piece-first", ALL) == nodes_of(problem, "piece-first", ALL)[0]


@each(
    ("problem", "engine"),
    [
        (Tilings("6x10", "pentominoes", "each-once"), "piece-first"),
        (Tilings("8x8", "domino"), "cell-masks"),
        (Tilings("9x9", "L-tromino"), "option-bitsets"),
        (Tilings("5x8", "tetrominoes"), "cell-masks"),
        (Tilings("2x3", "X"), "cell-masks"),
    ],
)
def test_engines_that_are_chosen(problem: Tilings, engine: str) -> None:
    assert problem.chosen_engine == engine
    assert problem.to_json()["engine"] == engine
    told = json.loads(json.dumps(problem.to_json()))
    assert Tilings.from_json(told).engine == engine
    assert vars(pickle.loads(pickle.dumps(problem)))["chosen_engine"] == engine


@pytest.mark.parametrize("packed", [False, True], ids=["tilings", "packings"])
def test_an_engine_is_not_chosen_without_a_search(packed, monkeypatch) -> None:
    """Samples of a search take long: problems are shown, compared and counted without them."""

    def make() -> Tilings | Tilings:
        if packed:
            return Tilings("8x8", "domino")
        return Tilings("8x8", "domino")

    for name in ("by_first_cell", "by_fewest_options", "together"):
        monkeypatch.setattr(estimates, name, None)  # not callable
    problem = make()
    assert "engine=None" in repr(problem) == str(problem)
    assert problem == make() == replace(problem, engine=None)
    assert hash(problem) == hash(make())
    assert len({problem, make()}) == 1
    assert problem.describe().endswith("by domino")
    assert [total.count for total in count_tilings(problem, in_process=True)] == [12_988_816]


WORKER = """
import pickle, sys
from enumino import Tilings, Tilings
assert False, "asserts are left out"
for problem in (Tilings("9x9", "L-tromino"), Tilings("2x2x2", "dicube", lattice="cubic")):
    sent = vars(pickle.loads(pickle.dumps(problem)))
    print(sent["chosen_engine"], *(name for name in sent if name.startswith("_")))
"""


@pytest.mark.long
def test_a_problem_takes_its_engine_to_workers_without_assertions() -> None:
    sent = subprocess.run(
        [sys.executable, "-O", "-c", WORKER], capture_output=True, text=True, check=True
    )
    assert sent.stdout.split() == ["option-bitsets", "option-bitsets"]


def test_larger_samples_are_for_longer_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[tuple[str, int]] = []
    nanoseconds = Choice.nanoseconds

    def look(choice: Choice, engine: Engine, sample: int) -> float:
        looked_at.append((engine, sample))
        return nanoseconds(choice, engine, sample)

    monkeypatch.setattr(Choice, "nanoseconds", look)
    short = Tilings("4x15", "pentominoes", "each-once")  # a few milliseconds
    assert choose_engine(short._symmetries)
    assert {sample for _, sample in looked_at} == {SAMPLES[0]}
    looked_at.clear()
    long = Tilings("9x9", "L-tromino")  # a second
    assert choose_engine(long._symmetries)
    assert looked_at[-1][1] > SAMPLES[0]


def test_trees_are_estimated_together() -> None:
    found = [estimates.Estimate(10, 5, True), estimates.Estimate(20, 6, True)]
    assert estimates.together(found) == estimates.Estimate(30, 11, True)


def test_what_is_known_exactly_is_not_looked_at_again() -> None:
    choice = Choice(Tilings("2x3", "domino")._symmetries)
    assert choice.nodes("cell-masks", SAMPLES[0]) == choice.nodes("cell-masks", ALL)
    assert choice.cost_of_look(["cell-masks"], SAMPLES[0], ALL) == 0


def test_plans_that_name_no_engine_are_searched_as_they_were() -> None:
    told = Tilings("9x9", "L-tromino").to_json()
    del told["engine"]
    assert Tilings.from_json(told).chosen_engine == "cell-masks"
