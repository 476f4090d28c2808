import numba
import pytest
from hypothesis import given
from hypothesis import strategies as st

from enumino.enum.kernels.counting import halfturn, quotient
from enumino.families.polyforms.counting.orbit_graph import orbit_graph
from tests.looping import each
from tests.naive_symmetry import LISTED, invariant_counts
from tests.splitting import count_all, count_in_steps, count_split

COMPARED = 12 if numba.config.DISABLE_JIT else 20


@pytest.mark.parametrize("centre", halfturn.CENTRES)
def test_equals_listing(centre):
    expected = invariant_counts()[f"R180{centre}"]
    for cells in range(1, LISTED + 1):
        assert count_all(halfturn, halfturn.new_search(centre, cells)) == expected[: cells + 1]


@each("centre", halfturn.CENTRES)
@each("cells", range(LISTED + 1, COMPARED + 1))
def test_equals_generic(centre, cells):
    """Up to 20 cells there are starts with four different rings to prune by."""
    generic = quotient.new_search(orbit_graph(f"R180{centre}", cells))
    expected = count_all(quotient, generic)
    assert count_all(halfturn, halfturn.new_search(centre, cells)) == expected


@given(
    st.sampled_from(sorted(halfturn.CENTRES)),
    st.integers(6, LISTED),
    st.lists(st.integers(0, 1000), max_size=25),
)
def test_any_cut_gives_the_whole(centre, cells, choices):
    search = halfturn.new_search(centre, cells)
    expected = invariant_counts()[f"R180{centre}"][: cells + 1]
    assert count_split(halfturn, search, choices) == expected


@pytest.mark.parametrize("max_nodes", [1, 2, 7])
@pytest.mark.parametrize("centre", halfturn.CENTRES)
def test_resumes_after_any_number_of_nodes(centre, max_nodes):
    at_once = halfturn.new_search(centre, 14)
    counts = count_all(halfturn, at_once)
    search = halfturn.new_search(centre, 14)
    assert count_in_steps(halfturn, search, max_nodes) == (counts, at_once.nodes)


def test_complete_prefix_is_a_leaf():
    search = halfturn.new_search("E", 4)
    assert halfturn.seek(search, (0, 0)) == halfturn.LEAF
    assert count_all(halfturn, search) == [0, 0, 0, 0, 1]


@pytest.mark.parametrize("prefix", [(1,), (0, 3), (0, -1), (0, 0, 0)])
def test_unknown_prefix(prefix):
    search = halfturn.new_search("E", 4)
    with pytest.raises(ValueError, match="names no node"):
        halfturn.seek(search, prefix)


@pytest.mark.parametrize(("centre", "cells"), [("C", 0), ("V", 47), ("X", 8)])
def test_arguments_out_of_range(centre, cells):
    with pytest.raises(ValueError, match=r"1 to 46 cells|no centre is called"):
        halfturn.new_search(centre, cells)
