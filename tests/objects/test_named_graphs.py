"""Graphs by name are those of NetworkX; files may have a graph on each line."""

import sys
from pathlib import Path

import networkx as nx
import pytest

from enumino import Graph, ProblemError, Subgraphs
from enumino.objects.named_graphs import graph_of, graphs_of

SAME = {
    "grid 3x4": nx.grid_2d_graph(3, 4),
    "king 2x3": nx.strong_product(nx.path_graph(2), nx.path_graph(3)),
    "path 6": nx.path_graph(6),
    "cycle 7": nx.cycle_graph(7),
    "complete 5": nx.complete_graph(5),
    "hypercube 4": nx.hypercube_graph(4),
    "petersen": nx.petersen_graph(),
    "cubic 2x2x2": nx.hypercube_graph(3),
    "complete-multipartite 2 3 4": nx.complete_multipartite_graph(2, 3, 4),
    "sudoku": nx.sudoku_graph(),
    "complete-bipartite 3 3": nx.complete_bipartite_graph(3, 3),
    "dodecahedral": nx.dodecahedral_graph(),
}


@pytest.mark.parametrize("name", SAME)
def test_names_mean_the_same_graphs_as_in_networkx(name: str) -> None:
    graph = graph_of(name)
    assert len(graph.edges) == SAME[name].number_of_edges()
    ours = nx.Graph(graph.edges.tolist())
    assert nx.is_isomorphic(ours, SAME[name])


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "There is no graph ''"),
        ("bar", "There is no graph 'bar': write grid RxC, .*, petersen, the name"),
        ("dodecahedron", "There is no graph .* a generator of NetworkX like dodecahedral, or a"),
        ("cycle x", "There is no graph 'cycle x'"),
        ("path 0", "The graph 'path 0' has no node"),
        ("hypercube 999999999", "The graph 'hypercube 999999999' has no node, or more than"),
        ("petersen 3", "NetworkX makes no graph 'petersen 3': it takes 0 numbers"),
        ("barbell 99999999 3", "NetworkX makes .*: its numbers go up to 100, so write a larger"),
        ("sudoku 99999999", "NetworkX makes .*: its numbers go up to 10, so write a larger"),
        (
            "grid 9999x9999",
            "9999x9999 has 99,980,001 cells: a graph of cells has at most 1,000,000",
        ),
        ("gnm-random 3 4", "NetworkX makes no graph 'gnm-random 3 4': it is random"),
        ("grid 3x", "The region '3x' is neither a name such as"),
    ],
)
def test_other_names_are_refused(name: str, message: str) -> None:
    with pytest.raises(ProblemError, match=f"^{message}"):
        graph_of(name)


def test_without_networkx_other_names_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "networkx", None)
    assert len(graph_of("petersen")) == 10
    with pytest.raises(ImportError, match=r"'dodecahedral' is not one of grid RxC, .* need netw"):
        graph_of("dodecahedral")


def test_files_have_a_graph_on_each_line(tmp_path: Path) -> None:
    file = tmp_path / "two.g6"
    file.write_text(">>graph6<<Bw\n\nDqK\n")
    assert graphs_of(file) == [Graph.parse("Bw", ".g6"), Graph.parse("DqK", ".g6")]
    with pytest.raises(ProblemError, match=r"two.g6: The file has 2 graphs"):
        graph_of(file)  # such as a graph to be divided
    assert Subgraphs(file, 3).describe().endswith("of two.g6, 2 graphs of 8 nodes and 8 edges")
    file.write_text("Bw\nD\n")
    with pytest.raises(ProblemError, match=r"two.g6: Line 2: The graph in graph6 is damaged"):
        graphs_of(file)
    file.write_text("\n")
    with pytest.raises(ProblemError, match=r"two.g6: The file has 0 graphs"):
        graphs_of(file)
