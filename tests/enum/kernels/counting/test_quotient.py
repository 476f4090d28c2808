"""Searches on quotients of lattices: any division and any budget; refusals.

Their numbers are held against a naive listing in `tests.enum.test_symmetric_shapes`.
"""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from enumino.enum import drive
from enumino.enum.kernels.counting import quotient
from enumino.enum.orbit_graphs import orbit_graph
from enumino.enum.problem import LEAF
from enumino.enum.symmetric_shapes import invariant_shapes
from enumino.errors import ProblemError
from enumino.objects.lattice import SQUARE
from enumino.objects.lattices import LATTICES
from tests.splitting import count_all, count_in_steps, divided

SYMMETRIES = {each.name: each.symmetry for each in invariant_shapes(SQUARE)}
OTHERS = {
    f"{lattice} {group.name}": group.symmetry
    for lattice in ("hexagonal", "triangular", "stick")
    for group in invariant_shapes(LATTICES[lattice])[:6]
}


def new_state(name: str, cells: int) -> quotient.State:
    return quotient.new_state(orbit_graph((SYMMETRIES | OTHERS)[name], cells)[0])


def count(name: str, cells: int) -> list[int]:
    return count_all(quotient, new_state(name, cells), cells, [()])


@settings(max_examples=100)
@given(
    name=st.sampled_from([*SYMMETRIES, *OTHERS]),
    choices=st.lists(st.integers(0, 1000), max_size=25),
)
def test_any_cut_gives_the_whole(name: str, choices: list[int]) -> None:
    """Ancestors of a first child belong to it, so that nothing is lost or counted twice."""
    state = new_state(name, 8)
    whole = count_all(quotient, state, 8, [()])
    assert count_all(quotient, state, 8, divided(quotient, state, choices)) == whole


@pytest.mark.parametrize("max_nodes", [1, 2, 7])
@pytest.mark.parametrize("name", ["axis/0", "rotate/0", "axis2/2", *[*OTHERS][::3]])
def test_resumes_after_any_number_of_nodes(name: str, max_nodes: int) -> None:
    assert count_in_steps(quotient, new_state(name, 8), 8, max_nodes) == count(name, 8)


@pytest.mark.parametrize("name", ["axis/0", "rotate/0", "all/0"])
def test_walks_estimate_the_nodes_that_are_visited(name: str) -> None:
    state = new_state(name, 9)
    _, estimate = drive.enter(quotient, state, (), 2000, seed=1)
    _, nodes = drive.tally(quotient, state, np.zeros(10, np.int64))
    assert estimate / 2000 == pytest.approx(nodes, rel=0.15)


def test_prefixes() -> None:
    state = new_state("rotate2/0", 9)
    assert drive.enter(quotient, state, ())[0] == 3
    with pytest.raises(ProblemError, match="not in the tree"):
        drive.enter(quotient, state, (3,))
    # A cell leaves no room for four more, and hangs together; of four about a vertex, none fit.
    assert drive.enter(quotient, new_state("rotate2/0", 3), (0,))[0] == LEAF
    assert drive.enter(quotient, new_state("rotate2/1", 3), ())[0] == 0


@pytest.mark.parametrize("cells", [0, 61])
def test_size_out_of_range(cells: int) -> None:
    graph = orbit_graph(SYMMETRIES["diag/0"], 5)[0]._replace(cells=cells)
    with pytest.raises(ValueError, match="1 to 60 cells"):
        quotient.new_state(graph)
