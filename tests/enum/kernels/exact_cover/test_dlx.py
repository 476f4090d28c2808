"""Dancing links: their rows against naive searches."""

from __future__ import annotations

from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enumino.enum.exact_cover import Cover, cover_tables
from enumino.enum.kernels.exact_cover import dlx
from enumino.objects import cover as covers
from enumino.objects.cover import CoverProblem
from tests import naive_cover
from tests.enum.kernels.exact_cover import solutions

Prefix = tuple[int, ...]


def new_tables(problem: CoverProblem) -> dlx.Tables:
    return cover_tables.links(Cover(len(problem.primary), len(problem.items), *problem.arrays))


def rows(
    problem: CoverProblem, prefix: Prefix = (), batch: int = 100
) -> tuple[list[tuple[int, ...]], int]:
    """The solutions of a subtree in search order, and its nodes."""
    return solutions.rows(dlx, new_tables(problem), prefix, batch)


def count(problem: CoverProblem) -> tuple[int, int]:
    """The number of solutions, and nodes."""
    return solutions.tallied(dlx, new_tables(problem))


@st.composite
def cover_problems(draw: st.DrawFn, colours: str = "AB") -> CoverProblem:
    """Small problems: secondary items, colours, useless options, items that no option has."""
    secondary = draw(st.integers(0, 3))
    primary = draw(st.integers(0 if secondary else 1, 5))
    painted = st.sampled_from(["", *colours])
    members = st.lists(st.integers(0, primary + secondary - 1), unique=True, max_size=4)
    options = draw(st.lists(members, max_size=11))
    return CoverProblem(
        [f"p{i}" for i in range(primary)],
        [f"s{i}" for i in range(secondary)],
        [[(i, draw(painted) if i >= primary else "") for i in option] for option in options],
    )


@given(cover_problems())
def test_rows_equal_the_definition(problem: CoverProblem) -> None:
    found, _ = rows(problem)
    assert len(found) == len(set(found))
    assert set(found) == naive_cover.by_definition(problem)


@given(cover_problems())
def test_tree_equals_that_over_sets(problem: CoverProblem) -> None:
    """The same nodes, and the same solutions in the same order."""
    assert rows(problem) == naive_cover.over_sets(problem)


def test_without_primary_items_the_empty_set_is_the_solution() -> None:
    problem = CoverProblem("", "xy", [[0], [1], [0, (1, "A")]])
    assert rows(problem) == ([()], 1)
    assert count(problem) == (1, 1)


@pytest.mark.parametrize("pairs", [3, pytest.param(20_000, marks=pytest.mark.slow)])
def test_disjoint_pairs_take_a_node_each(pairs: int) -> None:
    """20,000 of them took minutes when every node looked at all items."""
    options = [[2 * i, 2 * i + 1] for i in range(pairs)]
    problem = CoverProblem(map(str, range(2 * pairs)), "", options)
    assert rows(problem, batch=1) == ([tuple(range(pairs))], pairs + 1)


@pytest.mark.long
@pytest.mark.slow
def test_more_nodes_than_sixteen_bits_hold() -> None:
    problem = covers.subsets(16, 8)
    assert new_tables(problem).top.size > 1 << 16
    assert count(problem)[0] == factorial(16) // (factorial(8) ** 2 * 2)
