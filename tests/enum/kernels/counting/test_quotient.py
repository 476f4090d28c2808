import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from enumino.enum.kernels.counting import quotient
from enumino.families.polyforms.counting.subjects import SYMMETRIES, orbit_graph
from tests.looping import each
from tests.naive_symmetry import LISTED, invariant_counts
from tests.splitting import count_all, count_in_steps, count_split


def count(name: str, cells: int) -> list[int]:
    return count_all(quotient, quotient.new_search(orbit_graph(name, cells)))


@each("name", SYMMETRIES)
def test_equals_listing(name):
    expected = invariant_counts()[name]
    for cells in range(1, LISTED + 1):
        assert count(name, cells) == expected[: cells + 1]


@pytest.mark.parametrize("name", SYMMETRIES)
@settings(max_examples=25)
@given(choices=st.lists(st.integers(0, 1000), max_size=25))
def test_any_cut_gives_the_whole(name, choices):
    search = quotient.new_search(orbit_graph(name, LISTED))
    assert count_split(quotient, search, choices) == invariant_counts()[name]


@pytest.mark.parametrize("max_nodes", [1, 2, 7])
@pytest.mark.parametrize("name", ["Mcell", "R180C", "D2V"])
def test_resumes_after_any_number_of_nodes(name, max_nodes):
    at_once = quotient.new_search(orbit_graph(name, 8))
    counts = count_all(quotient, at_once)
    search = quotient.new_search(orbit_graph(name, 8))
    assert count_in_steps(quotient, search, max_nodes) == (counts, at_once.nodes)


def test_unknown_prefix():
    search = quotient.new_search(orbit_graph("R90C", 9))
    assert quotient.seek(search, ()) == 3
    with pytest.raises(ValueError, match="names no node"):
        quotient.seek(search, (3,))


def test_prefix_too_heavy_is_a_dead_end():
    search = quotient.new_search(orbit_graph("R90C", 3))
    assert quotient.seek(search, (0,)) == quotient.LEAF
    assert quotient.seek(quotient.new_search(orbit_graph("R90V", 3)), ()) == 0
    # A cell beside the mirror and its image leave no room for two cells, and hang together.
    assert quotient.seek(quotient.new_search(orbit_graph("Medge", 3)), (0,)) == quotient.LEAF


@each("name", SYMMETRIES)
def test_orbit_graph_is_symmetric(name):
    graph = orbit_graph(name, 8)
    others = len(graph.weights) - 1
    links = {(p, int(q)) for p in range(others) for q in graph.neighbours[p] if q != others}
    assert links == {(q, p) for p, q in links}
    for p, q in links:
        edges = np.count_nonzero(graph.neighbours[p] == q)
        assert graph.weights[p] * edges == graph.weights[q] * np.count_nonzero(
            graph.neighbours[q] == p
        )


def test_closed_walks_generate_subgroups():
    """The tables of the group of the square: products, what is generated, what is conjugate."""
    graph = orbit_graph("D4C", 1)
    order, subgroups = graph.conjugates.shape
    assert (order, subgroups, graph.whole) == (8, 10, 9)
    identity = np.arange(order)
    assert (graph.products[0] == identity).all()
    assert (graph.quotients[identity, identity] == 0).all()
    assert (graph.joins == graph.joins.T).all()
    assert (graph.joins[0] == np.arange(subgroups)).all()
    assert sorted(graph.adjoined[0].tolist()) == [0, 1, 2, 3, 4, 5, *[graph.adjoined[0].max()] * 2]
    assert (np.sort(graph.conjugates, axis=1) == np.arange(subgroups)).all()


def test_unknown_symmetry():
    with pytest.raises(ValueError, match="no symmetry is called 'R60'"):
        orbit_graph("R60", 4)


@pytest.mark.parametrize("cells", [0, 61])
def test_size_out_of_range(cells):
    with pytest.raises(ValueError, match="1 to 60 cells"):
        quotient.new_search(orbit_graph("M45", cells))
