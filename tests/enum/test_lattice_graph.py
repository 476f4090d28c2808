"""Fixed shapes as connected sets of a lattice's graph: naive listing and published numbers."""

import numpy as np
import pytest

from enumino.enum import drive
from enumino.enum.kernels.listing import connected_subgraphs
from enumino.enum.kernels.shared.cursor import LEAF
from enumino.enum.lattice_tables import lattice_graph
from enumino.families.polyforms.families import OF_LATTICES
from enumino.objects.lattice import Lattice
from enumino.objects.lattices import lattice_named
from tests.naive_polyforms import NAIVE

SIZES = {"square": 13, "king": 8, "hexagonal": 9, "triangular": 12, "cubic": 7, "stick": 7}
FIXED = {
    "kite": [6, 12, 32, 93, 288, 926],  # of `tests.naive_lattices`
    "trihexagonal": [3, 6, 21, 73, 273, 1049],
}
for family in OF_LATTICES:
    sizes = range(1, SIZES[family.lattice.name] + 1)
    FIXED[family.lattice.name] = [family.published(n, "fixed").value for n in sizes]


def counted(lattice: Lattice, cells: int) -> list[int]:
    limits = np.array([1, cells, 1], np.int64)
    state = connected_subgraphs.new_state(
        connected_subgraphs.Tables(limits, *lattice_graph(lattice, cells))
    )
    roots = [(root,) for root in range(lattice.sublattices)]
    counts = np.zeros(cells + 1, np.int64)
    for root in roots:
        drive.enter(connected_subgraphs, state, root)
        connected_subgraphs.tally(state, counts, 1 << 62)
    return counts.tolist()


@pytest.mark.parametrize("name", FIXED)
def test_connected_sets_are_the_fixed_shapes(name: str) -> None:
    lattice, known = lattice_named(name), FIXED[name]
    for cells in (1, 2, 3, 4, 6, len(known)):
        assert counted(lattice, cells)[1:] == known[:cells]
    if name in NAIVE:
        assert counted(lattice, 5)[1:] == [len(NAIVE[name].shapes(n)) for n in range(1, 6)]


@pytest.mark.parametrize("seed", range(8))
def test_counts_do_not_depend_on_what_the_state_did_before(seed: int) -> None:
    """A state that left other subtrees half counted or listed counts as a new state does."""
    random = np.random.default_rng(seed)
    near = np.triu(random.random((12, 12)) < 0.25, 1)
    elements, neighbours = np.nonzero(near | near.T)
    starts = np.searchsorted(elements, np.arange(13))
    tables = connected_subgraphs.Tables(
        np.array([1, 5, 1], np.int64), starts, neighbours.astype(np.int32)
    )
    used, out = connected_subgraphs.new_state(tables), connected_subgraphs.new_columns(9, 99)
    for _ in range(40):
        new, counts = connected_subgraphs.new_state(tables), np.zeros((2, 6), np.int64)
        prefix: tuple[int, ...] = ()
        for _ in range(random.integers(4)):
            children, _ = drive.enter(connected_subgraphs, new, prefix)
            prefix = prefix if children == LEAF else (*prefix, int(random.integers(children)))
        for state, own in zip((used, new), counts, strict=True):
            drive.enter(connected_subgraphs, state, prefix)
            connected_subgraphs.tally(state, own, 1 << 62)
        assert counts[0].tolist() == counts[1].tolist()
        drive.enter(connected_subgraphs, used, (int(random.integers(12)),))
        if random.integers(2):
            connected_subgraphs.tally(used, counts[0], 1)
        else:
            connected_subgraphs.advance(used, out, 0, 3)
