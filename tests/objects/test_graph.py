"""Graphs from files: all formats hold the same graph, and other files are refused."""

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from enumino import Graph, ProblemError
from enumino.errors import DamagedError
from enumino.families.subgraphs.parameters import SubgraphParameters
from enumino.objects.graph import PlainGraph

Pair = tuple[int, int]


def networkx_of(nodes: int, edges: set[Pair]) -> Any:
    """A graph of NetworkX, which writes the formats."""
    graph = nx.empty_graph(nodes)
    graph.add_edges_from(edges)
    return graph


def sets_of_edges(nodes: int) -> st.SearchStrategy[tuple[int, set[Pair]]]:
    pairs = list(combinations(range(nodes), 2))
    edges = st.sets(st.sampled_from(pairs), max_size=60) if pairs else st.just(set())
    return st.tuples(st.just(nodes), edges)


# The letter of 60 nodes is {, as at the start of JSON; a graph of one node is @ alone.
@given((st.sampled_from([0, 1, 60]) | st.integers(2, 70)).flatmap(sets_of_edges))
def test_formats_hold_the_same_graph(given: tuple[int, set[Pair]]) -> None:
    nodes, edges = given
    names = [str(node) for node in range(nodes)]
    graph = Graph(names, edges)
    assert [tuple(edge) for edge in graph.edges.tolist()] == sorted(edges)
    written = msgspec.json.encode(graph.plain())
    assert msgspec.json.decode(written, type=PlainGraph).graph() == graph
    other = networkx_of(nodes, edges)
    for suffix, encoded in ((".g6", nx.to_graph6_bytes), (".s6", nx.to_sparse6_bytes)):
        for header in (False, True):
            assert Graph.parse(encoded(other, header=header).decode(), suffix) == graph
    if not edges:
        return
    alone = "\n".join(names)
    for suffix, separator in ((".csv", ","), (".csv", ", "), (".tsv", "\t"), (".txt", "  ")):
        lines = "\n".join(f"{b}{separator}{a}" for a, b in edges)
        assert Graph.parse(f"{alone}\n{lines}\n", suffix) == graph
        if suffix == ".csv":
            assert Graph.parse(f"source,target\n{alone}\n{lines}\n", suffix) == graph
    lines = "\n".join(f"{a} {b} {{'weight': {a}}}" for a, b in edges)
    assert Graph.parse(f"{alone}\n{lines}\n", ".txt") == graph
    for key in ("links", "edges"):
        assert Graph.parse(json.dumps(nx.node_link_data(other, edges=key)), ".json") == graph
    assert Graph.parse(json.dumps(nx.adjacency_data(other)), ".json") == graph
    starts, neighbours = graph.adjacency
    assert {
        (a, int(b)) for a in range(nodes) for b in neighbours[starts[a] : starts[a + 1]]
    } == edges | {(b, a) for a, b in edges}


def read(text: str, suffix: str = ".csv") -> tuple[list[str], list[list[int]]]:
    graph = Graph.parse(text, suffix)
    return [*graph.names], graph.edges.tolist()


def test_names_heads_and_comments() -> None:
    heading = 'source,target\n"North",South\nSouth,East # again\nWest\n'
    assert read(heading) == (["North", "South", "East # again", "West"], [[0, 1], [1, 2]])
    assert read("# streets\nN S\n", ".txt") == (["N", "S"], [[0, 1]])
    assert read("10 9\n9 2", ".txt")[0] == ["2", "9", "10"]
    assert read("1 4 {}\n5 4 {}\n0 2 {}\n0 4 {}\n0 3 {}", ".txt")[0] == list("012345")
    assert read("a,a\na,b\nb,a")[1] == [[0, 1]]
    assert read('C#,Java\n"C, old",C#\n')[0] == ["C#", "Java", "C, old"]
    assert read("New York\nNew York,Boston")[0] == ["New York", "Boston"]
    assert read("AK\nAL,FL\nAL,GA")[0] == ["AK", "AL", "FL", "GA"]


@pytest.mark.parametrize("names", ["uvw", "abc", "012", ("from", "to", "via"), ("a", "1", "0")])
def test_the_first_edge_of_a_triangle_is_one(names: str | tuple[str, ...]) -> None:
    a, b, c = names
    for suffix, mark in ((".csv", ","), (".tsv", "\t"), (".txt", " ")):
        text = f"{a}{mark}{b}\n{b}{mark}{c}\n{c}{mark}{a}\n"
        assert len(read(text, suffix)[1]) == 3
    assert read(f"{a},{b}\n{c},{b}")[1] in ([[0, 1], [1, 2]], [[0, 2], [1, 2]])


@pytest.mark.parametrize(
    "text", ["x,y\n1,2\n2,3", "x\n1,2", "4,2\n1,3\n2,4", "4\n1,3\n2,4", "source,target\ntarget,a"]
)
def test_a_first_line_with_two_meanings_is_refused(text: str) -> None:
    first, second, *others = text.split("\n")
    for suffix, mark in ((".csv", ","), (".txt", " ")):
        with pytest.raises(ProblemError, match="may be a header or part of the graph: leave it"):
            Graph.parse(text.replace(",", mark), suffix)
        moved = "\n".join([second, first, *others]).replace(",", mark)
        assert read(moved, suffix)
        assert read("\n".join([second, *others]).replace(",", mark), suffix)


@pytest.mark.parametrize(
    ("suffix", "text", "message"),
    [
        (".csv", "", "The graph has no edges"),
        (".csv", "a;b\nb;c", "The graph has no edges: .* with a comma between them"),
        (".csv", "a,b\na,b,c", "Line 2 names 3 nodes: write the two names of an edge on each"),
        (".csv", ",\na,b", "A node of the graph has the name ''"),
        (".csv", 'a,b\n"a', "Line 2 cannot be read"),
        (".csv", "# streets\na,b", "Line 1 begins with #"),
        (".txt", "a, b\nb, c", "Line 1 has commas or semicolons"),
        (".txt", "c by columns\np edge 3 1\ne 1 2", "Line 1 names 3 nodes"),
        (".txt", "1 2 {}\n1 2 0.5", "Line 2 names 3 nodes"),
        (".json", "{", "The JSON is not a whole graph from line 1, column 2"),
        (".json", '{"nodes": [{"id": "\\ud800"}], "links": []}', "The JSON is not a whole graph"),
        (".json", "[" * 200_000, "The JSON is not a whole graph"),
        (".json", '{"nodes": [{"id": 1}], "links": [{"source": 1, "target": 2}]}', "The JSON"),
        (".json", '{"nodes": [{"id": 1}, {"id": 1}], "links": []}', "Two nodes of the graph have"),
        (".json", '{"directed": true, "nodes": [], "links": []}', "The graph is directed"),
        (".g6", "", "The file has 0 graphs: write one on a line of its own"),
        (".g6", "~", "The text is not a graph in graph6"),
        (".g6", "C~ # a comment", "'C~ # a comment' has a blank: graph6 has neither blanks"),
        (".g6", ":Fa@x^", "The text is not a graph in graph6"),
        (".g6", "Bw\nBw", "The file has 2 graphs: write one on a line"),
        (".g6", "DqK?", "The graph in graph6 is damaged: its length"),
        (".g6", "~~?~?????", "The graph has .* nodes: at most 2,000,000"),
        (".s6", "DqK", "The text is not a graph in sparse6"),
        (".s6", ">>sparse6<<", "The text is not a graph in sparse6"),
        (".s6", ":~~?~????_", "The graph has 1,056,964,608 nodes: at most 2,000,000"),
    ],
)
def test_what_holds_no_graph_is_refused(suffix: str, text: str, message: str) -> None:
    with pytest.raises(ProblemError, match=f"^{message}"):
        Graph.parse(text, suffix)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "bytes.g6").write_bytes(b"\xff\xfe\x00")
    for name in ("bytes.g6", "none.csv"):
        with pytest.raises(ProblemError, match="cannot be read"):
            Graph.read(tmp_path / name)
    for name in ("pajek.net", "metis.graph", "directed.d6", "graph"):
        with pytest.raises(ProblemError, match=r"has none of the suffixes \.csv, \.tsv"):
            Graph.read(tmp_path / name)


@pytest.mark.parametrize(
    "edges",
    [
        [(0, 1, 5)],
        [(0, 1), (1, 2, 0)],
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


@pytest.mark.parametrize("edges", ["x;1;", "1.5;;", "-1;;", "1;\n", "3;;", "9" * 30 + ";;"])
def test_damaged_graphs_of_datasets_are_refused(edges: str) -> None:
    with pytest.raises((DamagedError, ProblemError)):
        _ = SubgraphParameters.from_json(
            {"graph": {"nodes": 3, "edges": edges}, "nodes": "1"}
        ).network
