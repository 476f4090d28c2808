"""Dancing links and option bitsets: their trees against a naive one, and the definition."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from enumino.enum.exact_cover import Cover, engines
from enumino.enum.exact_cover.engines import Engine
from tests.enum.kernels.exact_cover import solutions
from tests.enum.kernels.exact_cover.solutions import MANY, Row


class Problem(NamedTuple):
    """Options are {item: colour}; the first `primary` items are primary."""

    primary: int
    items: int
    options: list[dict[int, int]]
    groups: list[int]
    bounds: list[tuple[int, int]]


def cover_of(problem: Problem) -> Cover:
    """The problem as arrays; a group is a primary item, behind the others."""
    primary, groups = problem.primary, len(problem.bounds)
    options = [
        {item + groups * (item >= primary): colour for item, colour in option.items()}
        | ({primary + group: 0} if group >= 0 and min(option) < primary else {})
        for option, group in zip(problem.options, problem.groups, strict=True)
    ]
    return Cover(
        primary + groups,
        problem.items + groups,
        np.cumsum([0] + [len(option) for option in options]),
        np.array([item for option in options for item in option], np.int32),
        np.array([colour for option in options for colour in option.values()], np.int32),
        np.array([(1, 1)] * primary + problem.bounds, np.int64).T if groups else None,
    )


def rows(problem: Problem, engine: Engine) -> tuple[list[Row], int]:
    """The solutions in search order, and the nodes; a tally finds as many."""
    tables, kernel = engines.tables_of(engine, cover_of(problem)), engines.kernel_of(engine)
    found, nodes = solutions.rows(kernel, tables)
    assert solutions.tallied(kernel, tables) == (len(found), nodes)
    return found, nodes


def compatible(problem: Problem, a: dict[int, int], b: dict[int, int]) -> bool:
    return all(item >= problem.primary and a[item] == b[item] != 0 for item in a.keys() & b.keys())


def naive_nodes(problem: Problem, chosen: tuple[int, ...] = ()) -> Iterator[Row | None]:
    """The nodes of the tree in order: a solution as its row, any other node as None."""
    options = problem.options
    used = [sum(problem.groups[o] == g for o in chosen) for g in range(len(problem.bounds))]
    active = [
        o
        for o, option in enumerate(options)
        if all(compatible(problem, option, options[c]) and o != c for c in chosen)
        and (
            problem.groups[o] < 0 or used[problem.groups[o]] < problem.bounds[problem.groups[o]][1]
        )
    ]
    open_items = set(range(problem.primary)) - {i for o in chosen for i in options[o]}
    needed = 0
    for group, (fewest, _) in enumerate(problem.bounds):
        covered = [
            sum(i < problem.primary for i in option)
            for option, g in zip(options, problem.groups, strict=True)
            if g == group
        ]
        least = min(filter(None, covered), default=problem.primary + 1)
        needed += least * max(0, fewest - used[group])
    if needed <= len(open_items) and not open_items:
        yield tuple(sorted(chosen))
        return
    yield None
    if needed <= len(open_items):
        item = min(open_items, key=lambda i: (sum(i in options[o] for o in active), i))
        for o in active:
            if item in options[o]:
                yield from naive_nodes(problem, (*chosen, o))


def naive_covers(problem: Problem) -> set[Row]:
    """The solutions, by trying all sets of options."""
    useful = [o for o, option in enumerate(problem.options) if min(option) < problem.primary]
    found = set()
    for size in range(problem.primary + 1):
        for row in combinations(useful, size):
            options = [problem.options[o] for o in row]
            uses = [sum(problem.groups[o] == g for o in row) for g in range(len(problem.bounds))]
            if (
                set(range(problem.primary)) <= {i for option in options for i in option}
                and all(compatible(problem, a, b) for a, b in combinations(options, 2))
                and all(lo <= n <= hi for n, (lo, hi) in zip(uses, problem.bounds, strict=True))
            ):
                found.add(row)
    return found


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """Small problems with secondary items, colours and groups, some of them unsolvable."""
    primary, secondary = draw(st.integers(0, 6)), draw(st.integers(0, 3))
    items = primary + secondary
    options = []
    for _ in range(draw(st.integers(0, 11)) if items else 0):
        chosen = draw(st.sets(st.integers(0, items - 1), min_size=1, max_size=4))
        colour = st.integers(0, 2)
        options.append({i: draw(colour) if i >= primary else 0 for i in sorted(chosen)})
    groups = draw(st.integers(0, 2))
    of_group = st.integers(-1, groups - 1)
    bound = st.sampled_from([(0, 0), (0, 1), (0, MANY), (1, 1), (1, 2), (2, 2), (2, MANY)])
    return Problem(
        primary,
        items,
        options,
        [draw(of_group) for _ in options],
        [draw(bound) for _ in range(groups)],
    )


@given(problem=problems())
def test_solutions_and_nodes_are_the_naive_ones(problem: Problem) -> None:
    expected = list(naive_nodes(problem))
    found = [row for row in expected if row is not None]
    assert set(found) == naive_covers(problem)
    assert rows(problem, "option-bitsets") == (found, len(expected))
    others = rows(problem, "dancing-links")
    assert set(others[0]) == set(found)
    if not problem.bounds:
        assert others == (found, len(expected))


@pytest.mark.parametrize("pairs", [3, pytest.param(5_000, marks=pytest.mark.compiled)])
def test_disjoint_pairs_take_a_node_each(pairs: int) -> None:
    """Thousands of them took minutes when every node looked at all items."""
    options = [{2 * i: 0, 2 * i + 1: 0} for i in range(pairs)]
    problem = Problem(2 * pairs, 2 * pairs, options, [-1] * pairs, [])
    found, nodes = rows(problem, "dancing-links")
    assert (found, nodes) == ([tuple(range(pairs))], pairs + 1)
