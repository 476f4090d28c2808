"""Graphs from files: the formats hold the same graph, and what is none is refused."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enumino import Graph, ProblemError

Pair = tuple[int, int]


def graph6(nodes: int, edges: set[Pair]) -> str:
    """A graph in graph6 (B. D. McKay), bit by bit."""
    head = chr(63 + nodes) if nodes < 63 else "~" + "".join(
        chr(63 + (nodes >> shift & 63)) for shift in (12, 6, 0)
    )  # fmt: skip
    bits = [int((a, b) in edges) for b in range(nodes) for a in range(b)]
    bits += [0] * (-len(bits) % 6)
    sixes = [bits[at : at + 6] for at in range(0, len(bits), 6)]
    return head + "".join(chr(63 + int("".join(map(str, six)), 2)) for six in sixes)


def sets_of_edges(nodes: int) -> st.SearchStrategy[tuple[int, set[Pair]]]:
    pairs = list(combinations(range(nodes), 2))
    return st.tuples(st.just(nodes), st.sets(st.sampled_from(pairs), max_size=60))


@given(st.integers(2, 70).flatmap(sets_of_edges))
def test_formats_hold_the_same_graph(given: tuple[int, set[Pair]]) -> None:
    nodes, edges = given
    names = [str(node) for node in range(nodes)]
    graph = Graph(names, edges)
    assert [tuple(edge) for edge in graph.edges.tolist()] == sorted(edges)
    assert Graph.from_json(json.loads(json.dumps(graph.to_json()))) == graph
    assert Graph.parse(graph6(nodes, edges)) == graph
    assert Graph.parse(f">>graph6<<{graph6(nodes, edges)}\n") == graph
    alone = "\n".join(names)
    for separator in (",", ";", "\t", "  "):
        lines = "\n".join(f"{b}{separator}{a}" for a, b in edges)
        assert Graph.parse(f"{alone}\n{lines}\n") == graph
    ids = [{"id": node} for node in range(nodes)]
    links = [{"source": a, "target": b} for a, b in edges]
    for key in ("links", "edges"):
        assert Graph.parse(json.dumps({"directed": False, "nodes": ids, key: links})) == graph
    near = [[{"id": b} for b in range(nodes) if (a, b) in edges] for a in range(nodes)]
    assert Graph.parse(json.dumps({"nodes": ids, "adjacency": near})) == graph
    starts, neighbours = graph.adjacency
    assert {
        (a, int(b)) for a in range(nodes) for b in neighbours[starts[a] : starts[a + 1]]
    } == edges | {(b, a) for a, b in edges}


def test_names_heads_and_comments() -> None:
    graph = Graph.parse('# streets\nsource,target\n"North",South\nSouth,East # again\nWest\n')
    assert graph.names == ("North", "South", "East", "West")
    assert graph.edges.tolist() == [[0, 1], [1, 2]]
    assert Graph.parse("10 9\n9 2").names == ("2", "9", "10")
    assert Graph.parse("a a\na b\nb a").edges.tolist() == [[0, 1]]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "The file is empty: write an edge on each line."),
        ("# nothing", "The file names no node"),
        ("DqKx", "The file has no edges, and its first line is no graph"),
        ("DqKx\nDqK", "The file has no edges, and its first line is no graph"),
        ("a,b\na,b,c", "Line 2 has 3 names, and an edge has two"),
        ("a,", "A node of the graph has the name ''"),
        ("{", "The JSON of the graph is malformed"),
        ("[" * 100_000, "The JSON of the graph is malformed"),
        ("[1]", "The JSON holds no graph"),
        ('{"nodes": [{"id": 1}]}', "The JSON of the graph is incomplete"),
        ('{"nodes": [{}], "links": []}', "The JSON of the graph is incomplete"),
        ('{"nodes": [{"id": 1}], "links": [{"source": 1, "target": 2}]}', "The JSON of the graph"),
        ('{"nodes": [{"id": 1}, {"id": 1}], "links": []}', "Two nodes of the graph have the name"),
        ('{"nodes": [{"id": "\\ud800"}], "links": []}', "A node of the graph has the name"),
        ('{"directed": true, "nodes": []}', "The graph is directed"),
        (">>graph6<<D", "A graph of 5 nodes in graph6 has another length"),
        (">>graph6<<~~~~~~~~", "A graph of 68,719,476,735 nodes in graph6 has another length"),
        (">>graph6<<D{\x01", "A graph in graph6 has the characters"),
    ],
)
def test_what_holds_no_graph_is_refused(text: str, message: str) -> None:
    with pytest.raises(ProblemError, match=f"^{message}"):
        Graph.parse(text)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    for name, message in {"bytes": "is not a text file", "none": "cannot be read"}.items():
        with pytest.raises(ProblemError, match=message):
            Graph.read(str(tmp_path / name))
    with pytest.raises(ProblemError, match="An edge of the graph ends at node 2: nodes are 0 to 1"):
        Graph("ab", [(0, 2)])


@pytest.mark.parametrize("edges", ["1;2;3", "x;", "5;", ";;;", "-1;", "1", "99999999999999999999;"])
def test_damaged_json_is_refused(edges: str) -> None:
    with pytest.raises(ProblemError):
        Graph.from_json({"nodes": 2, "edges": edges})
