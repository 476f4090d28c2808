"""The contract of `enumino.enum.problem.Problem`: laws that the problems of all families keep."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from enumino import (
    CoverProblem,
    Covers,
    DeficientBoards,
    Packings,
    Polycubes,
    Polyhexes,
    Polyiamonds,
    Polyominoes,
    Polyplets,
    Polysticks,
    Region,
    Tatami,
    Tilings,
    Trominoes,
)
from enumino.enum.partition.subtrees import children
from enumino.enum.problem import LEAF, Prefix, Problem, Tally
from enumino.errors import ProblemError
from enumino.objects.lattice import KINDS
from enumino.registry import problem_from_json
from enumino.schema import arrow_schema
from tests.looping import each
from tests.splitting import assert_leaves_are_single_nodes
from tests.strategies import antichains

pytestmark = pytest.mark.slow

PILLAR = Region.parse("....\n.##.\n....\n....")
TURNED = Region.parse("##..\n#...\n...#\n..##")
COLOURED = CoverProblem.from_dlx("p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B")
LATTICES: dict[Any, int] = {Polyhexes: 6, Polyiamonds: 8, Polyplets: 5, Polycubes: 5, Polysticks: 5}
PROBLEMS: dict[str, list[Problem]] = {
    "polyominoes": [Polyominoes(range(low, 7), kind) for kind in KINDS for low in (1, 4, 6)],
    "polyforms": [
        make(range(low, most), kind)
        for make, most in LATTICES.items()
        for kind in KINDS
        for low in (1, 3)
    ],
    # One tree or several, both methods, with and without half mats, pruning and symmetry.
    "tatami": [
        Tatami("3x10"),
        Tatami("6x2", method="search", pruning=False),
        Tatami("4x8", up_to_symmetry=True),
        Tatami("1x1..4x5"),
        Tatami("2x2..3x3", None),
        Tatami(["3x4", "4x3", "1x1"], (1, 3), up_to_symmetry=True),
        Tatami("4x4", 4, up_to_symmetry=True),
        Tatami(PILLAR, (0, 4)),
        Tatami(TURNED, None, up_to_symmetry=True, pruning=False),
        Tatami("3x3"),
    ],
    "tilings": [
        Tilings("4x4", "domino"),
        Tilings("3x6", "L-tromino, I-tromino", up_to_symmetry=True),
        Tilings("4x5", "tetrominoes", engine="option-bitsets"),
        Tilings("3x6", "L-tromino:1, L4, domino", engine="piece-first"),
        Tilings(
            "4x4", "L-tromino:1, domino:2-9, monomino", engine="piece-first", up_to_symmetry=True
        ),
        Tilings("4x4", "tetrominoes", engine="dancing-links", up_to_symmetry=True),
        Tilings(
            "4x5", "tetrominoes:0-1, monomino:0-4", engine="option-bitsets", up_to_symmetry=True
        ),
        Tilings("5x5", "L, P, T, V, Y:1", "at-most-once"),
        Tilings("5x5", "F, P, U, V, W, X, I", "at-most-once", up_to_symmetry=True),
        Tilings("3x4", "domino, monomino:2-4", no_crossroads=True),
        Tilings("4x4", "domino, monomino:4", no_crossroads=True, up_to_symmetry=True),
        Tilings(
            "#..#\n....\n....\n#..#", "fixed trominoes", "at-most-once", engine="dancing-links"
        ),
        Tilings("2x3", "tetrominoes"),
    ],
    "packings": [
        Packings("cubic", "2x2x3", "dicube, tricubes"),
        Packings("hexagonal", "3x3", "trihexes", up_to="symmetry"),
        Packings("stick", "2x2", "tristicks", "at-most-once", up_to="rotations"),
    ],
    "covers": [
        Covers(("queens", 6), "option-bitsets"),
        Covers(("queens", 6), "dancing-links"),
        Covers(("langford", 4)),
        Covers(("subsets", 5), "dancing-links"),
        Covers(("subsets", 6, 2)),
        Covers(COLOURED, name="Knuth's"),
        Covers(("queens", 3), "dancing-links"),
    ],
    "trominoes": [
        Trominoes(2),
        Trominoes(4),
        Trominoes(8),
        Trominoes(8, (3, 2)),
        Trominoes(16, up_to_symmetry=True),
        Trominoes(64, up_to_symmetry=True),
        Trominoes(4096, (17, 4095)),
    ],
    "deficient boards": [
        DeficientBoards(2, 2),
        DeficientBoards(4, 4),
        DeficientBoards(5, 5),
        DeficientBoards(5, 2),
        DeficientBoards(4, 7, (3, 3)),
        DeficientBoards(3, 3),
        DeficientBoards(5, 5, (0, 1)),
        DeficientBoards(1, 4),
    ],
}
# Engines on cells find the solutions of a batch in another order than that of their rows.
SORTED_BY_BATCH = ("tilings", "packings", "deficient boards")
EVERY = [(family, problem) for family, some in PROBLEMS.items() for problem in some]

of_each_family = pytest.mark.parametrize("family", PROBLEMS)


def table(problem: Problem, prefixes: Iterable[Prefix], rows: int = 1 << 17) -> pa.Table:
    """The rows of subtrees, in batches that are not too long and have the declared schema."""
    batches = [batch.records for batch in problem.batches(list(prefixes), rows)]
    schema = arrow_schema(problem.columns, in_flight=True)
    assert all(batch.num_rows <= rows and batch.schema.equals(schema) for batch in batches)
    return pa.Table.from_batches(batches, schema).combine_chunks()


@cache
def whole(problem: Problem) -> pa.Table:
    return table(problem, [()])


@cache
def tally(problem: Problem, *, by_key: bool = True) -> Tally:
    return problem.count(by_key=by_key)


def in_any_order(rows: pa.Table) -> list[str]:
    return sorted(map(repr, rows.to_pylist()))


@of_each_family
@given(data=st.data())
def test_subtrees_of_any_antichain_make_the_whole(family: str, data: st.DataObject) -> None:
    """In search order, too, but for families whose batches are put in order."""
    problem = data.draw(st.sampled_from(PROBLEMS[family]))
    prefixes = data.draw(antichains(problem))
    together = table(problem, prefixes)
    singly = [table(problem, [prefix]) for prefix in prefixes]
    assert in_any_order(pa.concat_tables([together.slice(0, 0), *singly])) == in_any_order(
        whole(problem)
    )
    if family in SORTED_BY_BATCH:
        assert in_any_order(together) == in_any_order(whole(problem))
    else:
        assert together.equals(whole(problem))


@of_each_family
@given(data=st.data())
def test_counts_and_nodes_of_subtrees_add_up(family: str, data: st.DataObject) -> None:
    problem = data.draw(st.sampled_from(PROBLEMS[family]))
    prefixes = data.draw(antichains(problem))
    for by_key in (True, False):
        total = Tally()
        for prefix in prefixes:
            total += problem.count(prefix, by_key=by_key)
        assert total == tally(problem, by_key=by_key)


@each(("family", "problem"), EVERY)
def test_counts_are_those_of_the_rows(family: str, problem: Problem) -> None:
    keys = [column.name for column in problem.columns if column.key]
    rows = Counter(tuple(row[key] for key in keys) for row in whole(problem).to_pylist())
    assert tally(problem).counts == rows
    assert tally(problem, by_key=False).total == rows.total()


@each("rows", [1, 2, 7, 64])
@each(("family", "problem"), EVERY)
def test_batches_of_any_size(family: str, problem: Problem, rows: int) -> None:
    """Full ones but the last; rows of boards come where a batch has room for all of a call.

    Later batches leave earlier ones alone.
    """
    batches = list(problem.batches(list(children(problem, ())), rows))
    sizes = [batch.records.num_rows for batch in batches]
    if family not in SORTED_BY_BATCH:
        assert set(sizes[:-1]) <= {rows}
    assert max(sizes, default=0) <= rows
    listed = [repr(row) for batch in batches for row in batch.records.to_pylist()]
    assert sorted(listed) == in_any_order(whole(problem))
    assert sum(batch.nodes for batch in batches) == tally(problem).nodes


@each(("family", "problem"), EVERY)
def test_problems_survive_json_and_pickle(family: str, problem: Problem) -> None:
    """Before a search and after it, whose tables do not travel."""
    problem.count()
    again = problem_from_json(json.loads(json.dumps(problem.to_json())))
    assert again == problem
    assert hash(again) == hash(problem)
    assert (again.to_json(), again.describe()) == (problem.to_json(), problem.describe())
    assert len(pickle.dumps(problem)) < 5000
    unpickled = pickle.loads(pickle.dumps(problem))
    assert unpickled == problem
    assert table(unpickled, [()]).equals(whole(problem))


@each(("family", "problem"), EVERY)
def test_probes_are_reproducible_and_zero_only_where_nothing_is(
    family: str, problem: Problem
) -> None:
    nodes = problem.probe((), 300, seed=3)
    assert problem.probe((), 300, seed=3) == nodes
    assert (nodes > 0) == (problem.branching(()) != 0)
    assert nodes == 0 or nodes >= 1
    for child in range(problem.branching(())):
        assert problem.probe((child,), 10, seed=1) >= 1


@each(("family", "problem"), EVERY)
def test_probes_estimate_the_nodes(family: str, problem: Problem) -> None:
    """Knuth's estimate is unbiased: the mean over many walks comes close to the real number."""
    assert problem.probe((), 20_000, seed=5) == pytest.approx(tally(problem).nodes, rel=0.2)


@each(("family", "problem"), EVERY)
def test_prefixes_that_lead_nowhere_are_refused(family: str, problem: Problem) -> None:
    beyond = max(problem.branching(()), 0)
    for prefix in [(beyond + 99,), (0, beyond + 99), (-1,), (0,) * 60]:
        for ask in (
            lambda: problem.branching(prefix),  # noqa: B023 - called at once
            lambda: problem.count(prefix),  # noqa: B023
            lambda: problem.count(prefix, by_key=False),  # noqa: B023
            lambda: list(problem.batches([prefix])),  # noqa: B023
        ):
            with pytest.raises(ProblemError, match=r"is not in the tree .* plan\.json"):
                ask()


@pytest.mark.parametrize("family", ["polyominoes", "tatami"])
def test_leaves_are_single_nodes_and_their_ancestors(family: str) -> None:
    for problem in PROBLEMS[family]:
        assert_leaves_are_single_nodes(problem)


def test_a_limited_listing_is_one_piece() -> None:
    limited = Covers(("queens", 6), limit=3)
    assert limited.branching(()) == LEAF
    assert table(limited, [()]).equals(whole(PROBLEMS["covers"][0]).slice(0, 3))
    for rows in (1, 2, 7):
        assert table(limited, [()], rows).equals(table(limited, [()]))


def test_a_problem_of_an_unknown_family_is_refused() -> None:
    with pytest.raises(ProblemError, match="no problem family 'snakes'"):
        problem_from_json({"family": "snakes"})
