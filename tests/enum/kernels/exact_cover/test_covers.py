"""Dancing links and option bitsets: their trees against naive ones, and the definition."""

from collections.abc import Iterable
from types import ModuleType
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from enumino.enum.exact_cover import Cover, cover_tables, engines
from enumino.enum.kernels.exact_cover import dancing_links, option_bitsets
from tests.enum.kernels.exact_cover import solutions
from tests.enum.kernels.exact_cover.solutions import MANY, ROOT, Row
from tests.naive_cover import algorithm_m, by_definition, tree_of_groups

COLOURS = ("", "A", "B")
ONCE = (1, 1)


class Problem(NamedTuple):
    """What `naive_cover` reads of a problem; bounds may be 0 and 0, which users cannot give."""

    primary: range
    items: range
    options: list[tuple[tuple[int, str], ...]]
    bounds: list[tuple[int, int]]


def cover_of(problem: Problem) -> Cover:
    entries = [entry for option in problem.options for entry in option]
    once = all(bounds == ONCE for bounds in problem.bounds)
    return Cover(
        len(problem.primary),
        len(problem.items),
        np.cumsum([0, *map(len, problem.options)]),
        np.array([item for item, _ in entries], np.int32),
        np.array([COLOURS.index(colour) for _, colour in entries], np.int32),
        None if once else np.array(problem.bounds, np.int64).T,
    )


def rows(kernel: ModuleType, tables: Any) -> tuple[list[Row], int]:
    """The solutions in search order, and the nodes: alike in one go, in parts and tallied."""
    found, nodes = solutions.rows(kernel, tables)
    assert solutions.tallied(kernel, tables) == (len(found), nodes)
    prefixes = [ROOT]
    for _ in range(3):
        prefixes = [below for prefix in prefixes for below in divided(kernel, tables, prefix)]
    parts = [solutions.rows(kernel, tables, prefix, batch=1, max_nodes=2) for prefix in prefixes]
    assert [row for part, _ in parts for row in part] == found
    assert sum(visited for _, visited in parts) == nodes
    return found, nodes


def divided(kernel: ModuleType, tables: Any, prefix: Row) -> list[Row]:
    """The prefixes of the children of a node; its own if it has none."""
    number = solutions.children(kernel, tables, prefix)
    return [(*prefix, child) for child in range(number)] or [prefix]


@st.composite
def options(draw: st.DrawFn, primary: int, secondary: int, most: int) -> list[dict[int, str]]:
    """Up to `most` options of up to four items; secondary ones may have colours."""
    items = primary + secondary
    sets = st.sets(st.integers(0, items - 1), min_size=1, max_size=4)
    chosen = [draw(sets) for _ in range(draw(st.integers(0, most)) if items else 0)]
    colour = st.sampled_from(COLOURS)
    return [{i: draw(colour) if i >= primary else "" for i in sorted(each)} for each in chosen]


@st.composite
def multiplicities(draw: st.DrawFn) -> Problem:
    """Small problems with bounds, secondary items and colours, some of them unsolvable."""
    primary, secondary = draw(st.integers(1, 5)), draw(st.integers(0, 2))
    bounds = st.sampled_from([(0, 1), (0, 2), (0, 9), ONCE, (1, 2), (1, 3), (2, 2), (2, 4)])
    return Problem(
        range(primary),
        range(primary + secondary),
        [tuple(option.items()) for option in draw(options(primary, secondary, 9))],
        [draw(bounds) for _ in range(primary)],
    )


@st.composite
def groups(draw: st.DrawFn) -> Problem:
    """Small problems whose options have at most one item with bounds, beside one covered once."""
    once, counted = draw(st.integers(0, 6)), draw(st.integers(0, 2))
    secondary, primary = draw(st.integers(0, 3)), once + counted
    group = st.integers(-1, counted - 1)
    lists = []
    for option in draw(options(once, secondary, 11)):
        own = [entry for entry in option.items() if entry[0] < once]
        chosen = draw(group) if own else -1
        others = [(i + counted, colour) for i, colour in option.items() if i >= once]
        lists.append((*own, *([(once + chosen, "")] if chosen >= 0 else []), *others))
    bound = st.sampled_from([(0, 0), (0, 1), (0, MANY), ONCE, (1, 2), (2, 2), (2, MANY)])
    bounds = [ONCE] * once + [draw(bound) for _ in range(counted)]
    return Problem(range(primary), range(primary + secondary), lists, bounds)


def naive(problem: Problem, tree: Iterable[Row | None]) -> tuple[list[Row], int]:
    """The solutions of a naive tree, which are those by definition, and its nodes."""
    nodes = list(tree)
    found = [row for row in nodes if row is not None]
    assert set(found) == by_definition(problem)
    return found, len(nodes)


@settings(max_examples=100)
@given(problem=multiplicities())
def test_dancing_links_find_the_naive_solutions_and_nodes(problem: Problem) -> None:
    expected, cover = naive(problem, algorithm_m(problem)), cover_of(problem)
    assert rows(dancing_links, cover_tables.links(cover)) == expected
    chosen = engines.engine_for(cover)
    found, _ = rows(engines.kernel_of(chosen), engines.tables_of(chosen, cover))
    assert set(found) == set(expected[0])


@given(problem=groups(), most=st.sampled_from([0, cover_tables.MAX_ROW_BYTES]))
def test_option_bitsets_find_the_naive_solutions_and_nodes(problem: Problem, most: int) -> None:
    """By masks of options, and by masks of items."""
    expected, cover = naive(problem, tree_of_groups(problem)), cover_of(problem)
    with patch.object(cover_tables, "MAX_ROW_BYTES", most):
        assert rows(option_bitsets, cover_tables.bitsets(cover)) == expected
    if cover.bounds is None:
        assert rows(dancing_links, cover_tables.links(cover)) == expected


@pytest.mark.parametrize("pairs", [3, pytest.param(5_000, marks=pytest.mark.compiled)])
def test_disjoint_pairs_take_a_node_each(pairs: int) -> None:
    """Thousands of them took minutes when every node looked at all items."""
    items = range(2 * pairs)
    lists = [((2 * i, ""), (2 * i + 1, "")) for i in range(pairs)]
    tables = cover_tables.links(cover_of(Problem(items, items, lists, [ONCE] * len(items))))
    found, nodes = solutions.rows(dancing_links, tables)
    assert (found, nodes) == ([tuple(range(pairs))], pairs + 1)
    assert solutions.tallied(dancing_links, tables) == (1, nodes)
