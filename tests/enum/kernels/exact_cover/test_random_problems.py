"""The three kernels for exact covers on random problems: subtrees, stops, pickling, tallies."""

from __future__ import annotations

import pickle
from types import ModuleType
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from enumino.enum.kernels.exact_cover import cell_masks, dlx, option_bitsets
from tests.enum.kernels.exact_cover import test_cell_masks, test_dlx, test_option_bitsets
from tests.enum.kernels.exact_cover.solutions import MANY, ROOT, children, rows, tallied

MASKS = test_cell_masks.problems().map(test_cell_masks.tables_of)
BITSETS = test_option_bitsets.problems().map(test_option_bitsets.tables_of)
COVERS = test_dlx.cover_problems().map(test_dlx.new_tables)
KERNELS: dict[str, tuple[ModuleType, st.SearchStrategy[Any]]] = {
    "cell_masks": (cell_masks, MASKS),
    "option_bitsets": (option_bitsets, BITSETS),
    "dlx": (dlx, COVERS),
}
every_kernel = pytest.mark.parametrize("name", KERNELS)


def searched(name: str, data: st.DataObject) -> tuple[ModuleType, Any]:
    """A kernel, and tables of a random problem."""
    kernel, tables = KERNELS[name]
    return kernel, data.draw(tables)


@every_kernel
@given(st.data())
def test_antichains_of_prefixes_make_the_whole(name: str, data: st.DataObject) -> None:
    """One state serves all of them, in their order; tallies count the same."""
    kernel, tables = searched(name, data)
    frontier = [ROOT]
    for choice in data.draw(st.lists(st.integers(0, 99), max_size=10)):
        at = choice % len(frontier)
        chosen, branches = frontier[at], children(kernel, tables, frontier[at])
        if branches > 0:
            frontier[at : at + 1] = [(*chosen, j) for j in range(branches)]
        else:
            assert branches == kernel.LEAF
        beyond = children(kernel, tables, (*chosen, max(branches, 0)))
        assert beyond == kernel.NO_SUCH_NODE
    state = kernel.new_state(tables)
    parts = [rows(kernel, tables, prefix, state=state) for prefix in frontier]
    whole, nodes = rows(kernel, tables)
    assert [row for part, _ in parts for row in part] == whole
    assert sum(part_nodes for _, part_nodes in parts) == nodes
    tallies = [tallied(kernel, tables, prefix) for prefix in frontier]
    assert tallies == [(len(part), part_nodes) for part, part_nodes in parts]


@every_kernel
@given(st.data(), st.sampled_from([1, 2, 7]), st.sampled_from([1, 2, 13, MANY]))
def test_stops_and_pickling_change_nothing(
    name: str, data: st.DataObject, batch: int, max_nodes: int
) -> None:
    kernel, tables = searched(name, data)
    whole, nodes = rows(kernel, tables)
    assume(nodes < 1000)
    again = rows(kernel, tables, ROOT, batch, max_nodes, lambda s: pickle.loads(pickle.dumps(s)))
    assert again == (whole, nodes)
    assert tallied(kernel, tables, max_nodes=max_nodes) == (len(whole), nodes)
