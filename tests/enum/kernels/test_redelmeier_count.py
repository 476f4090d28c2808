import pytest
from hypothesis import given
from hypothesis import strategies as st

from enumino.enum.kernels import redelmeier_count
from tests.naive import shapes
from tests.naive_symmetry import redelmeier_subtree
from tests.splitting import count_all, count_in_steps, count_split

# OEIS A001168, fixed polyominoes; the empty one is not counted here.
FIXED = [0, 1, 2, 6, 19, 63, 216, 760, 2725, 9910, 36446, 135268, 505861, 1903890, 7204874]


@pytest.mark.parametrize("cells", range(1, 10))
def test_equals_listing(cells):
    counts = count_all(redelmeier_count, redelmeier_count.new_search(cells))
    assert counts == [0] + [len(shapes(n)) for n in range(1, cells + 1)]


@pytest.mark.slow
@pytest.mark.parametrize("cells", range(1, 13))
def test_equals_published(cells):
    search = redelmeier_count.new_search(cells)
    assert count_all(redelmeier_count, search) == FIXED[: cells + 1]


@pytest.mark.parametrize("short", [1, 2, 3, 4])
@pytest.mark.parametrize(
    "beginning", [(0,), (0, 0, 2), (0, 0, 0, 2)], ids=["right", "left", "left3"]
)
def test_longest_bars_do_not_meet_themselves(beginning, short):
    """The first one goes right along row 0, the others left along row 1 and 2, to 30 cells."""
    cells = redelmeier_count.MAX_CELLS
    prefix = beginning + (1,) * (cells - short - len(beginning))
    search = redelmeier_count.new_search(cells)
    redelmeier_count.seek(search, prefix)
    assert count_all(redelmeier_count, search) == redelmeier_subtree(prefix, cells)


@given(st.data())
def test_any_deep_subtree_equals_naive_search(data):
    cells = data.draw(st.integers(4, 30), "cells")
    depth = data.draw(st.integers(max(0, cells - (4 if cells < 12 else 3)), cells), "depth")
    search = redelmeier_count.new_search(cells)
    straight = data.draw(st.sampled_from([0, 1, 2]), "straight")  # up; right; left and up
    prefix: tuple[int, ...] = ()
    for _ in range(depth):
        children = redelmeier_count.seek(search, prefix)
        if children == 0:
            break
        turn = data.draw(st.integers(0, 6))
        prefix += (min(straight if turn < 6 else turn - 2, children - 1),)
    assert redelmeier_count.seek(search, prefix) >= redelmeier_count.LEAF
    assert count_all(redelmeier_count, search) == redelmeier_subtree(prefix, cells)


@given(st.integers(1, 8), st.lists(st.integers(0, 1000), max_size=30))
def test_any_cut_gives_the_whole(cells, choices):
    search = redelmeier_count.new_search(cells)
    assert count_split(redelmeier_count, search, choices) == FIXED[: cells + 1]


@pytest.mark.parametrize("max_nodes", [1, 2, 7, 1000])
@pytest.mark.parametrize("cells", [3, 4, 9])
def test_resumes_after_any_number_of_nodes(cells, max_nodes):
    search = redelmeier_count.new_search(cells)
    at_once = redelmeier_count.new_search(cells)
    redelmeier_count.tally(at_once, 1 << 62)
    counts, nodes = count_in_steps(redelmeier_count, search, max_nodes)
    assert counts == FIXED[: cells + 1]
    assert nodes == at_once.nodes


def test_complete_prefix_is_a_leaf():
    search = redelmeier_count.new_search(3)
    assert redelmeier_count.seek(search, (0, 0, 0)) == redelmeier_count.LEAF
    assert count_all(redelmeier_count, search) == [0, 0, 0, 1]


@pytest.mark.parametrize("prefix", [(1,), (0, 2), (0, -1), (0, 0, 0, 0)])
def test_unknown_prefix(prefix):
    search = redelmeier_count.new_search(3)
    with pytest.raises(ValueError, match="names no node"):
        redelmeier_count.seek(search, prefix)


@pytest.mark.parametrize("cells", [0, 31])
def test_size_out_of_range(cells):
    with pytest.raises(ValueError, match="1 to 30 cells"):
        redelmeier_count.new_search(cells)
