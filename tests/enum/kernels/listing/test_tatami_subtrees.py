"""Subtrees of the tatami search: they divide the whole, down to its leaves."""

from __future__ import annotations

import numpy as np
import pytest

from enumino.enum.kernels.listing import tatami
from tests import naive_tatami as naive
from tests.enum.kernels.listing.tatami_rooms import COURTYARD, frame, rows, tables_of

# Trees of all three kinds of pruning, with and without a choice of representatives.
TREES = {
    "rectangle": tables_of(frame(4, 7)),
    "plain": tables_of(frame(4, 5), pruning=False),
    "monomers": tables_of(frame(4, 4), 0, 16),
    "classes": tables_of(frame(4, 4), 0, 16, up_to_symmetry=True),
    "exact": tables_of(frame(3, 4), 2, 2),
    "walls": tables_of(naive.room(COURTYARD), 0, 1),
    "hopeless": tables_of(frame(3, 3)),
    "empty": tables_of(naive.room("#")),
}


@pytest.mark.parametrize("tree", TREES)
def test_the_whole_tree_divides_into_nodes(tree: str) -> None:
    """Every leaf of the tree by itself: nodes add up, leaves are layouts or dead ends."""
    tables = TREES[tree]
    state = tatami.new_state(tables)
    pending, leaves = [()], []
    while pending:
        prefix = pending.pop()
        children = tatami.seek(state, np.array(prefix, np.int64))
        assert children > 0 or children == tatami.LEAF
        if children == tatami.LEAF:
            leaves.append(prefix)
        pending += [(*prefix, j) for j in reversed(range(children))]
        beyond = np.array((*prefix, max(children, 0)), np.int64)
        assert tatami.seek(state, beyond) == tatami.NO_SUCH_NODE
    parts = [rows(tables, prefix, state=state) for prefix in leaves]
    whole, nodes = rows(tables)
    assert all(len(found) <= 1 for found, _ in parts)
    assert [row for found, _ in parts for row in found] == whole
    assert sum(part for _, part in parts) == nodes


@pytest.mark.parametrize("size", [16, 17, 40])
def test_a_buffer_of_few_letters_is_full_before_it_overflows(size: int) -> None:
    tables = TREES["monomers"]
    assert rows(tables, size=size) == rows(tables)


def test_a_barren_stretch_returns_to_report() -> None:
    tables = tables_of(frame(6, 6), pruning=False)
    state = tatami.new_state(tables)
    tatami.seek(state, np.zeros(0, np.int64))
    out = tatami.new_columns(10, 400)
    assert tatami.advance(state, out, 0, 5) == 0
    assert not state.cursor[tatami.DONE]
    assert state.cursor[tatami.NODES] == 5
