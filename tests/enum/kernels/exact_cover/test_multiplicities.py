"""Covers with multiplicities: Algorithm M against its tree over sets, and the definition."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from enumino.enum.exact_cover import Cover, cover_tables, engines
from enumino.enum.kernels.exact_cover import dancing_links
from enumino.objects.cover import CoverProblem
from tests.enum.kernels.exact_cover import solutions
from tests.enum.kernels.exact_cover.solutions import ROOT, Row
from tests.naive_cover import algorithm_m, by_definition


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
def problems(draw: st.DrawFn) -> CoverProblem:
    """Small problems with bounds, secondary items and colours, some of them unsolvable."""
    primary, secondary = draw(st.integers(1, 5)), draw(st.integers(0, 2))
    colour = st.sampled_from(["", "A", "B"])
    options = []
    for _ in range(draw(st.integers(0, 9))):
        chosen = draw(st.sets(st.integers(0, primary + secondary - 1), min_size=1, max_size=4))
        options.append([(i, draw(colour)) if i >= primary else i for i in sorted(chosen)])
    bounds = st.sampled_from([(0, 1), (0, 2), (0, 9), (1, 1), (1, 2), (1, 3), (2, 2), (2, 4)])
    given = [draw(bounds) for _ in range(primary)]
    return CoverProblem("abcde"[:primary], "xy"[:secondary], options, given)


def cover_of(problem: CoverProblem, bounds: Any) -> Cover:
    starts, members, colours = (each.astype(np.int32) for each in problem.arrays)
    primary, items = len(problem.primary), len(problem.items)
    return Cover(primary, items, starts.astype(np.int64), members, colours, bounds)


@settings(max_examples=100)
@given(problem=problems())
def test_solutions_and_nodes_are_the_naive_ones(problem: CoverProblem) -> None:
    expected = list(algorithm_m(problem))
    found = [row for row in expected if row is not None]
    assert set(found) == by_definition(problem)
    bounds = np.array(problem.bounds or [(1, 1)] * len(problem.primary)).T
    cover = cover_of(problem, bounds)
    assert rows(dancing_links, cover_tables.links(cover)) == (found, len(expected))
    chosen = engines.engine_for(cover)
    assert set(rows(engines.kernel_of(chosen), engines.tables_of(chosen, cover))[0]) == set(found)
