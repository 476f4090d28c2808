"""Graphs from files: the formats hold the same graph, and what is none is refused."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from enumino import Graph, ProblemError
from enumino.families.subgraphs.graph import PlainGraph

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


def sparse6(nodes: int, edges: set[Pair]) -> str:
    """A graph in sparse6 (B. D. McKay), item by item: each edge by its larger end."""
    width, v, bits = max(1, (nodes - 1).bit_length()), 0, ""
    for b, a in sorted((b, a) for a, b in edges):
        if b > v + 1:
            bits += f"1{b:0{width}b}"
            bits += f"0{a:0{width}b}"
        else:
            bits += f"{b - v}{a:0{width}b}"
        v = b
    padding = -len(bits) % 6
    if padding > width and nodes == 1 << width and v == nodes - 2:
        bits += "0"
    bits += "1" * (-len(bits) % 6)
    sixes = "".join(chr(63 + int(bits[at : at + 6], 2)) for at in range(0, len(bits), 6))
    return ":" + graph6(nodes, set())[: 1 if nodes < 63 else 4] + sixes


def sets_of_edges(nodes: int) -> st.SearchStrategy[tuple[int, set[Pair]]]:
    pairs = list(combinations(range(nodes), 2))
    return st.tuples(st.just(nodes), st.sets(st.sampled_from(pairs), min_size=1, max_size=60))


@given(st.integers(2, 70).flatmap(sets_of_edges))
def test_formats_hold_the_same_graph(given: tuple[int, set[Pair]]) -> None:
    nodes, edges = given
    names = [str(node) for node in range(nodes)]
    graph = Graph(names, edges)
    assert [tuple(edge) for edge in graph.edges.tolist()] == sorted(edges)
    written = msgspec.json.encode(graph.plain())
    assert msgspec.json.decode(written, type=PlainGraph).graph() == graph
    assert Graph.parse(graph6(nodes, edges)) == graph
    assert Graph.parse(f">>graph6<<{graph6(nodes, edges)}\n") == graph
    assert Graph.parse(sparse6(nodes, edges)) == graph
    assert Graph.parse(f">>sparse6<<{sparse6(nodes, edges)}\n") == graph
    alone = "\n".join(names)
    for separator in (",", ";", "\t", "  "):
        lines = "\n".join(f"{b}{separator}{a}" for a, b in edges)
        assert Graph.parse(f"{alone}\n{lines}\n") == graph
    lines = "\n".join(f"{a} {b} {{'weight': {a}}}" for a, b in edges)
    assert Graph.parse(f"{alone}\n{lines}\n") == graph
    ids = [{"id": node} for node in range(nodes)]
    links = [{"source": a, "target": b} for a, b in edges]
    for key in ("links", "edges"):
        assert Graph.parse(json.dumps({"directed": False, "nodes": ids, key: links})) == graph
    starts, neighbours = graph.adjacency
    assert {
        (a, int(b)) for a in range(nodes) for b in neighbours[starts[a] : starts[a + 1]]
    } == edges | {(b, a) for a, b in edges}


def test_names_heads_and_comments() -> None:
    graph = Graph.parse('# streets\nsource,target\n"North",South\nSouth,East # again\nWest\n')
    assert graph.names == ("North", "South", "East", "West")
    assert graph.edges.tolist() == [[0, 1], [1, 2]]
    assert Graph.parse("10 9\n9 2").names == ("2", "9", "10")
    assert Graph.parse("5 4 {}\n1 4 {}\n0 2 {}\n0 4 {}\n0 3 {}").edges.shape == (5, 2)
    assert Graph.parse("a a\na b\nb a").edges.tolist() == [[0, 1]]
    assert Graph.parse('C#,Java\n"C, old",C#\n').names == ("C#", "Java", "C, old")
    assert Graph.parse("New York\nNew York,Boston").names == ("New York", "Boston")
    assert Graph.parse("AK\nAL,FL\nAL,GA").names == ("AK", "AL", "FL", "GA")  # AK is no graph6
    assert Graph.parse("0 1\n1 2").edges.tolist() == [[0, 1], [1, 2]]
    assert Graph.parse("x y\n1 2\n2 3").names == ("1", "2", "3")
    assert Graph.parse("source target\n3 2\n1 2\n2 3").edges.tolist() == [[0, 1], [1, 2]]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("&B?_", "The graph is in a format that is not read, digraph6"),
        ("*Vertices 2\n1\n2\n*Edges\n1 2", "The graph is in a format that is not read, Pajek"),
        ("5 5\n2 5\n1 3\n2 4\n3 5\n4 1", "The graph is in a format that is not read, METIS"),
        ("5 4\n2\n1 3\n2 4\n3 5\n4", "The graph is in a format that is not read, METIS"),
        ("<graphml>\n</graphml>", "The graph is in a format"),
        ("strict graph G {\n a -- b\n}", "The graph is in a format"),
        ("graph [\nnode [\nid 1\n]\n]", "The graph is in a format"),
        ("*vertices 3\n1 2", "The graph is in a format"),
        ("2: 3\n3: 2", "The graph is in a format"),
        ("[1]", "The graph is in a format"),
        ("c by columns\np edge 3 1\ne 1 2", "Line 1 names 3 nodes"),
        ("", "The graph has no edges"),
        ("Bw\nBw", "There are 2 graphs, and one is read: leave one line"),
        (">>graph6<<DqK\nBw\n:Fa@x^", "There are 3 graphs, and one is read"),
        ("DqK\nDqK?", "The graph has no edges"),
        ("a,b\na,b,c", "Line 2 names 3 nodes: write two names a line without weights"),
        ("a,", "A node of the graph has the name ''"),
        ("a,b;c\nd;e\nf,g", "Line 3 names 1 node"),
        ('"a"b,c', "Line 1 cannot be read"),
        ("4 2\n1 3\n2 4", "The first line may be an edge, or say that there are 2 edges"),
        ("{", "The JSON holds no whole graph"),
        ('{"nodes": [{"id": 1}]}', "The JSON holds no whole graph"),
        ('{"nodes": [{"id": 1}], "links": [{"source": 1, "target": 2}]}', "The JSON holds no"),
        ('{"nodes": [{"id": 1}, {"id": 1}], "links": []}', "Two nodes of the graph have the name"),
        ('{"directed": true, "nodes": [], "links": []}', "The graph is directed"),
        (">>graph6<<D", "The graph in graph6 is damaged"),
        (">>sparse6<<", "The graph in sparse6 is damaged"),
        (":~~?~????_", "The graph has 1,056,964,608 nodes: at most 2,000,000"),
    ],
)
def test_what_holds_no_graph_is_refused(text: str, message: str) -> None:
    with pytest.raises(ProblemError, match=f"^{message}"):
        Graph.parse(text)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    for name in ("bytes", "none"):
        with pytest.raises(ProblemError, match="cannot be read"):
            Graph.read(str(tmp_path / name))


@pytest.mark.parametrize(
    "edges",
    [
        [(0, 1, 5)],
        [(0, 1.0)],
        [("a", "b")],
        [(0, 3)],
        np.eye(3, dtype=int),
        np.array([[0, 2**64 - 1]], np.uint64),
    ],
)
def test_edges_are_pairs_of_numbers_of_nodes(edges: Any) -> None:
    with pytest.raises(ProblemError, match=r"^(An edge|The edges) of (the|a) graph"):
        Graph("abc", edges)
    with pytest.raises(ProblemError, match="A node of the graph has the name 1: write text"):
        Graph([1, 2], [])  # type: ignore[list-item]
