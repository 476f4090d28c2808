"""The contract of `enumino.enum.problem.Problem`: laws that the problems of all families keep."""

import pickle
from collections.abc import Iterable
from functools import cache
from itertools import takewhile
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from problem_laws import check_laws

from enumino import (
    CoverProblem,
    Covers,
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
from enumino.enum import drive
from enumino.enum.partition import children
from enumino.enum.problem import LEAF, Prefix, Problem
from enumino.errors import DatasetError
from enumino.objects.lattice import KINDS
from enumino.registry import problem_from_json, rows_of
from enumino.schema import arrow_schema
from tests.strategies import antichains

pytestmark = pytest.mark.compiled

PILLAR = Region.parse("####\n#..#\n####\n####")
TURNED = Region.parse("..##\n.###\n###.\n##..")
COLOURED = CoverProblem.from_dlx("p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B")
BOUNDED = CoverProblem.from_dlx("0:2|p 2:3|q r | x\np q x:A\nq r\nq\np x:B\np q\nq x:A\nr x")
LATTICES: dict[Any, int] = {Polyhexes: 6, Polyiamonds: 8, Polyplets: 5, Polycubes: 5, Polysticks: 5}
PROBLEMS: dict[str, list[Problem]] = {
    "polyominoes": [
        *(Polyominoes(range(low, 6), kind) for kind in KINDS for low in (1, 4, 5)),
        Polyominoes(range(1, 10), symmetry="axis,rotate,all", within="3x4"),
        Polyominoes(range(2, 7), only="tree"),
        Polyominoes(6, "fixed", only="snake"),
    ],
    "polyforms": [
        make(range(low, most), kind)
        for make, most in LATTICES.items()
        for kind, low in zip(KINDS, (1, 3, 1), strict=True)
    ],
    # One tree or several, both methods, with and without half mats and symmetry.
    "tatami": [
        Tatami("3x10"),
        Tatami("6x2"),
        Tatami("4x8", up_to_symmetry=True),
        Tatami("1x1..4x5"),
        Tatami("2x2..3x3", None),
        Tatami(["3x4", "4x3", "1x1"], (1, 3), up_to_symmetry=True),
        Tatami("4x4", 4, up_to_symmetry=True),
        Tatami(PILLAR, (0, 4)),
        Tatami(TURNED, None, up_to_symmetry=True),
        Tatami("3x3"),
    ],
    "tilings": [
        Tilings("4x4", "domino"),
        Tilings("3x6", "L-tromino, I-tromino", up_to_symmetry=True),
        Tilings("4x4", "tetrominoes", engine="option-bitsets"),
        Tilings("3x6", "L-tromino:1, L4, domino"),
        Tilings("3x4", "L-tromino:1, domino:2-9, monomino", up_to_symmetry=True),
        Tilings("4x4", "tetrominoes", engine="dancing-links", up_to_symmetry=True),
        Tilings(
            "3x5", "tetrominoes:0-1, monomino:0-3", engine="option-bitsets", up_to_symmetry=True
        ),
        Tilings("5x5", "L, P, T, V, Y:1", at_most_once=True),
        Tilings("4x5", "tetrominoes, P, L, N, T", at_most_once=True),
        Tilings("3x5", "P, L4, T4, O4, I-tromino", at_most_once=True, up_to_symmetry=True),
        Tilings("5x5", "F, P, U, V, W, X, I", at_most_once=True, up_to_symmetry=True),
        Tilings("3x4", "domino, monomino:2-4"),
        Tilings("4x4", "domino, monomino:4", up_to_symmetry=True),
        Tilings(
            ".##.\n####\n####\n.##.", "fixed trominoes", at_most_once=True, engine="dancing-links"
        ),
        Tilings("2x3", "tetrominoes"),
        Tilings("4x4", "T, L, domino:1-3", engine="dancing-links", up_to_symmetry=True),
        Tilings("4x4", "L-tromino:2-4, domino", up_to_symmetry=True),
    ],
    "tilings on lattices": [
        Tilings("2x2x3", "dicube, tricubes", lattice="cubic"),
        Tilings("3x3", "trihexes", up_to_symmetry=True, lattice="hexagonal"),
        Tilings("2x2", "tristicks", at_most_once=True, up_to_rotations=True, lattice="stick"),
    ],
    "covers": [
        Covers("queens 6", "option-bitsets"),
        Covers("queens 6", "dancing-links"),
        Covers("queens 7", up_to_symmetry=True),
        Covers("langford 4"),
        Covers("subsets 5", "dancing-links"),
        Covers("subsets 6 2"),
        Covers(COLOURED, name="Knuth's"),
        Covers("queens 3", "dancing-links"),
        Covers(BOUNDED, name="bounded"),
    ],
    "trominoes": [
        Trominoes(2),
        Trominoes(4),
        Trominoes(8),
        Trominoes(8, (3, 2)),
        Trominoes(128, (17, 127)),
    ],
}
# Engines on cells find the solutions of a batch in another order than that of their rows.
SORTED_BY_BATCH = ("tilings", "tilings on lattices")
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


@pytest.mark.parametrize("family", PROBLEMS)
def test_calls_and_reports_change_nothing(family: str) -> None:
    """Calls of a few nodes; a batch without rows may follow each."""
    for problem in PROBLEMS[family]:
        nodes, total = sum(batch.nodes for batch in problem.batches([()])), problem.count()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(drive, "FIRST_NODES", 1)
            patch.setattr(drive, "MOST_NODES", 50)
            patch.setattr(drive, "LOOK_SECONDS", 0)
            assert table(problem, [()]).equals(whole(problem))
            assert sum(batch.nodes for batch in problem.batches([()])) == nodes
            assert problem.count() == total


@pytest.mark.parametrize(("family", "problem"), EVERY)
def test_problems_keep_the_laws_of_the_engine(family: str, problem: Problem) -> None:
    """Batches, counts, divisions, JSON and pickles, probes and wrong prefixes."""
    check_laws(problem, rows_of(problem.to_json()))
    assert len(pickle.dumps(problem)) < 5000  # without the tables of a search
    for child in range(problem.branching(())):
        assert problem.probe((child,), 10, seed=1) >= 1


@pytest.mark.parametrize("family", ["polyominoes", "tatami"])
def test_leaves_are_single_nodes_and_their_ancestors(family: str) -> None:
    """A leaf is counted with the ancestors whose first child it is."""
    for problem in PROBLEMS[family]:
        frontier: list[Prefix] = [()]
        for prefix in frontier:
            if problem.branching(prefix) == LEAF:
                firsts = sum(1 for _ in takewhile(lambda choice: choice == 0, reversed(prefix)))
                assert problem.count(prefix).nodes <= 1 + firsts
                assert problem.probe(prefix, 5, seed=1) == 1
            else:
                frontier += children(problem.branching, prefix)


def test_a_problem_of_an_unknown_family_is_refused() -> None:
    with pytest.raises(DatasetError, match="no problem family 'snakes'"):
        problem_from_json({"family": "snakes"})
