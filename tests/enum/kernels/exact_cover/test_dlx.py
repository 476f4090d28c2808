"""Dancing links: their rows against naive searches, however they are called."""

from __future__ import annotations

from itertools import pairwise
from math import factorial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from enumino.enum.exact_cover import link_tables
from enumino.enum.kernels.exact_cover import dlx
from enumino.enum.kernels.exact_cover._solutions import Columns
from enumino.objects import cover as covers
from enumino.objects.cover import CoverProblem
from tests import naive_cover
from tests.enum.kernels.exact_cover import solutions

MANY = 1 << 40
Prefix = tuple[int, ...]


def new_tables(problem: CoverProblem) -> dlx.Tables:
    return link_tables.new_tables(len(problem.primary), len(problem.items), *problem.arrays())


def seek(state: dlx.State, prefix: Prefix) -> int:
    return int(dlx.seek(state, np.array(prefix, np.int64)))


def listed(out: Columns, filled: int) -> list[tuple[int, ...]]:
    """The rows of a buffer."""
    ends = out.offsets[: filled + 1].tolist()
    return [tuple(out.options[a:b].tolist()) for a, b in pairwise(ends)]


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


@given(cover_problems(colours=""))
def test_without_colours_rows_equal_those_over_a_matrix(problem: CoverProblem) -> None:
    over_matrix = naive_cover.over_matrix(naive_cover.as_matrix(problem), len(problem.primary))
    assert rows(problem)[0] == list(over_matrix)


def test_a_buffer_is_full_when_the_longest_solution_might_not_fit() -> None:
    problem = covers.subsets(4)
    state = dlx.new_state(new_tables(problem))
    seek(state, ())
    out, found = dlx.new_columns(100, 6), []
    while not state.cursor[dlx.DONE]:
        filled = dlx.advance(state, out, 0, MANY)
        assert state.cursor[dlx.DONE] or dlx.is_full(state, out, filled)
        found += listed(out, filled)
    assert found == rows(problem)[0]


def test_rows_are_appended_to_a_buffer() -> None:
    problem = covers.queens(5)
    state = dlx.new_state(new_tables(problem))
    out, filled = dlx.new_columns(10, 50), 0
    for prefix in ((1,), (0,)):
        seek(state, prefix)
        filled = dlx.advance(state, out, filled, MANY)
    assert listed(out, filled) == rows(problem, (1,))[0] + rows(problem, (0,))[0]


def test_without_primary_items_the_empty_set_is_the_solution() -> None:
    problem = CoverProblem("", "xy", [[0], [1], [0, (1, "A")]])
    assert rows(problem) == ([()], 1)
    assert count(problem) == (1, 1)


@given(cover_problems())
def test_links_find_their_places_again(problem: CoverProblem) -> None:
    """Walks undo what they did, through covers and colours."""
    tables = new_tables(problem)
    walked, fresh = dlx.new_state(tables), dlx.new_state(tables)
    assert dlx.probe(walked, np.zeros(0, np.int64), 5, np.uint64(7)) >= 1
    seek(fresh, ())
    for name in ("up", "down", "left", "right", "length", "purifier", "taken"):
        assert getattr(walked, name).tolist() == getattr(fresh, name).tolist(), name


def dominoes(height: int, width: int) -> CoverProblem:
    cells = [(r, c) for r in range(height) for c in range(width)]
    pairs = [[(r, c), (r, c + 1)] for r, c in cells if c + 1 < width]
    pairs += [[(r, c), (r + 1, c)] for r, c in cells if r + 1 < height]
    return CoverProblem.from_subsets(pairs, universe=cells)


@pytest.mark.parametrize("pairs", [3, pytest.param(20_000, marks=pytest.mark.slow)])
def test_disjoint_pairs_take_a_node_each(pairs: int) -> None:
    """20,000 of them took minutes when every node looked at all items."""
    options = [[2 * i, 2 * i + 1] for i in range(pairs)]
    problem = CoverProblem(map(str, range(2 * pairs)), "", options)
    assert rows(problem, batch=1) == ([tuple(range(pairs))], pairs + 1)


@pytest.mark.parametrize(  # A004003
    ("side", "tilings"), [(2, 2), (4, 36), pytest.param(6, 6728, marks=pytest.mark.slow)]
)
def test_squares_tiled_by_dominoes(side: int, tilings: int) -> None:
    if side < 6:
        assert len(rows(dominoes(side, side))[0]) == tilings
    assert count(dominoes(side, side))[0] == tilings


@pytest.mark.long
@pytest.mark.slow
def test_more_nodes_than_sixteen_bits_hold() -> None:
    problem = covers.subsets(16, 8)
    assert new_tables(problem).top.size > 1 << 16
    assert count(problem)[0] == factorial(16) // (factorial(8) ** 2 * 2)
