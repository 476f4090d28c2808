"""Fixed shapes as connected sets of a lattice's graph: naive listing and published numbers."""

from __future__ import annotations

import numpy as np
import pytest

from enumino.enum import drive
from enumino.enum.kernels.listing import connected_subgraphs
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
