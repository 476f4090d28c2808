"""Subgraphs: listings by definition, checks, counts and refusals."""

import json
import random
from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from pathlib import Path
from typing import Any

import numba
import pytest
from hypothesis import given
from hypothesis import strategies as st
from problem_laws import check_laws

from enumino import Graph, ProblemError, Subgraphs
from enumino.enum.kernels.listing import connected_subgraphs
from enumino.registry import rows_of as family_of
from tests.dataset_tools import Enumino, faults
from tests.strategies import divided

# Connected induced subgraphs of n x n boards of rooks' and kings' steps, and of n-cubes.
GRIDS = {1: 1, 2: 13, 3: 218, 4: 11506}  # A059525
KINGS = {1: 1, 2: 15, 3: 388, 4: 37196}  # A286139
CUBES = {0: 1, 1: 3, 2: 13, 3: 167}  # A290758


def rows_of(problem: Subgraphs, prefixes: Any = ((),), rows: int = 1000) -> list[dict[str, Any]]:
    batches = problem.batches(list(prefixes), rows)
    return [row for batch in batches for row in batch.records.to_pylist()]


def as_naive(rows: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    return [(row["size"], tuple(row["nodes"]), row["edges"], row["boundary"]) for row in rows]


def subgraphs(
    nodes: int, edges: Iterable[tuple[int, int]], orders: Iterable[int]
) -> set[tuple[Any, ...]]:
    """Order, nodes, edges and boundary of each: every set of nodes is walked through."""
    near: dict[int, set[int]] = {node: set() for node in range(nodes)}
    for a, b in edges:
        if a != b:
            near[a].add(b)
            near[b].add(a)
    found = set()
    for order in orders:
        for chosen in combinations(range(nodes), order):
            inside, reached, ahead = set(chosen), {chosen[0]}, [chosen[0]]
            while ahead:
                for other in near[ahead.pop()] & inside - reached:
                    reached.add(other)
                    ahead.append(other)
            if reached == inside:
                inner = sum(len(near[node] & inside) for node in chosen) // 2
                outside = set().union(*(near[node] for node in chosen)) - inside
                found.add((order, chosen, inner, len(outside)))
    return found


graphs = st.integers(1, 9).flatmap(
    lambda nodes: st.tuples(
        st.just(nodes),
        st.lists(st.tuples(st.integers(0, nodes - 1), st.integers(0, nodes - 1)), max_size=20),
    )
)


@given(graphs, st.integers(1, 9), st.integers(0, 8))
def test_rows_and_counts_equal_a_naive_listing(
    graph: tuple[int, list[tuple[int, int]]], lowest: int, more: int
) -> None:
    nodes, edges = graph
    orders = range(lowest, lowest + more + 1)
    problem = Subgraphs(Graph([str(node) for node in range(nodes)], edges), orders)
    found = as_naive(rows_of(problem))
    assert len(found) == len(set(found))
    assert set(found) == subgraphs(nodes, edges, orders)
    assert problem.count().counts == Counter((order,) for order, *_ in found)


def test_whole_boards_and_cubes_have_the_published_numbers() -> None:
    most = 3 if numba.config.DISABLE_JIT else 4
    for side in range(1, most + 1):
        for word, known in (("grid", GRIDS), ("king", KINGS)):
            problem = Subgraphs(f"{word} {side}x{side}", range(1, side * side + 1))
            assert problem.count().total == known[side], side
    for dimension, number in CUBES.items():
        problem = Subgraphs(f"hypercube {dimension}", range(1, 2**dimension + 1))
        assert problem.count().total == number


@given(st.lists(graphs, min_size=2, max_size=4))
def test_several_graphs_have_the_subgraphs_of_each(given: list[tuple[int, Any]]) -> None:
    alone = [Graph([str(node) for node in range(nodes)], edges) for nodes, edges in given]
    problem = Subgraphs(alone, range(1, 4), only="edges = size - 1")
    found, first, expected = rows_of(problem), 0, []
    for number, graph in enumerate(alone, 1):
        trees = [r for r in rows_of(Subgraphs(graph, range(1, 4))) if r["edges"] == r["size"] - 1]
        own = [[node + first for node in row["nodes"]] for row in trees]
        expected += [r | {"nodes": n, "graph": number} for r, n in zip(trees, own, strict=True)]
        first += len(graph)
    assert found == expected
    assert faults(problem, found) == []
    wrong = [row | {"graph": 9} for row in found]
    assert faults(problem, wrong) == [("has the number of another graph", 0)]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((Graph("ab", []), 0), "Subgraphs of 0 nodes are out of reach: give sizes from 1 to 255."),
        ((7, 2), "A graph is a Graph or a file, not 7."),
        (([], 2), "A graph is a Graph or a file, not \\[\\]."),
        ((Graph("ab", []), 2, 0), "A limit of 0 leaves no subgraph"),
    ],
)
def test_what_cannot_be_asked_is_refused(arguments: Any, message: str) -> None:
    with pytest.raises(ProblemError, match=f"^{message}"):
        Subgraphs(*arguments)


GRAPH = Graph("abcdef", [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (3, 4)])
PROBLEM = Subgraphs(GRAPH, range(1, 5))


def test_the_laws_of_problems_hold() -> None:
    check_laws(PROBLEM, family_of(PROBLEM.to_json()))
    check_laws(Subgraphs(Graph(["0", "1", "2"], [(0, 1), (1, 2)]), range(1, 4), 5, "a.csv"))


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"size": 3}, "does not have as many nodes as it says"),
        ({"nodes": [0, 6]}, "has a node that is not in the graph"),
        ({"nodes": [1, 0]}, "does not have its nodes ascending"),
        ({"nodes": [0, 5]}, "is not connected"),
        ({"edges": 2}, "has another number of edges"),
        ({"boundary": 4}, "has another boundary"),
    ],
)
def test_damage_is_found(change: dict[str, Any], what: str) -> None:
    rows = rows_of(PROBLEM)
    at = next(number for number, row in enumerate(rows) if row["nodes"] == [0, 1])
    rows[at] |= change
    assert (what, at) in faults(PROBLEM, rows)


PETERSEN = "petersen"


def counted(here: Enumino, *options: str) -> int:
    outcome = here("count", "subgraphs", "--graph", PETERSEN, *options, "--json", "--quiet")
    return sum(int(row["count"]) for row in json.loads(outcome.out)["rows"])


def test_counts_by_columns_are_those_of_the_rows(here: Enumino) -> None:
    names = ("size", "edges", "boundary")
    batches = [batch.records for batch in Subgraphs(PETERSEN, range(1, 6)).batches([()])]
    rows = [tuple(row[name] for name in names) for each in batches for row in each.to_pylist()]
    problem = ["--graph", PETERSEN, "--nodes", "1-5", "--by"]
    told = json.loads(here("count", "subgraphs", *problem, "edges,boundary", "--json").out)["rows"]
    assert {tuple([*row.values()][:3]): int(row["count"]) for row in told} == Counter(rows)
    told = json.loads(here("count", "subgraphs", *problem, "edges-size,size", "--json").out)["rows"]
    found = {(row["size"], row["edges-size"]): int(row["count"]) for row in told}
    assert found == Counter((size, edges - size) for size, edges, _ in rows)


def test_rows_are_as_many_as_counted(here: Enumino, tmp_path: Path) -> None:
    for number, options in enumerate([("1-10",), ("5", "--limit", "7")]):
        root = str(tmp_path / str(number))
        problem = ("subgraphs", "--graph", PETERSEN, "--nodes", *options)
        assert here("enumerate", *problem, "--to", root, "--quiet").code == 0
        for verb in ("verify", "show", "info"):
            assert here(verb, root).code == 0, verb
        rows = json.loads(here("sql", root, "select count(*) as n from rows", "--json").out)
        limited = "--limit" in options
        assert int(rows[0]["n"]) == (7 if limited else counted(here, "--nodes", *options))
    names = here("sql", str(tmp_path / "0"), "select count(*) as n from names", "--json")
    assert json.loads(names.out) == [{"n": "10"}]


def test_blocks_of_first_nodes_divide_the_search() -> None:
    draw, nodes = random.Random(1), connected_subgraphs.MOST_ROOTS + 6
    edges = {(min(pair), max(pair)) for pair in (draw.sample(range(nodes), 2) for _ in range(1500))}
    problem = Subgraphs(Graph([str(node) for node in range(nodes)], edges), range(1, 3))
    whole = rows_of(problem)
    assert {*(tuple(row["nodes"]) for row in whole)} == edges | {(node,) for node in range(nodes)}
    assert len(whole) == len(edges) + nodes
    prefixes = divided(problem, draw, 60)
    assert rows_of(problem, prefixes, 7) == whole, prefixes


def test_problems_say_what_they_are() -> None:
    pair = Subgraphs(Graph("ab", [(0, 1)]), range(1, 3), name="pair.csv")
    words = "connected subgraphs with 1 to 2 nodes of pair.csv, a graph of 2 nodes and 1 edge"
    assert pair.describe() == words
