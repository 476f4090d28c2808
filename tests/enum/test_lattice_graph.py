"""Fixed shapes as connected sets of a lattice's graph: naive listing and published numbers."""

from __future__ import annotations

import numpy as np
import pytest

from enumino.enum import drive
from enumino.enum.kernels.listing import connected_subgraphs
from enumino.enum.lattice_tables import lattice_graph
from enumino.objects.lattice import Lattice
from enumino.objects.lattices import lattice_named
from tests.naive_polyforms import NAIVE

# OEIS A001168, A006770, A001207, A001420, A001931, A096267; of tilings `tests.naive_lattices`.
FIXED = {
    "square": [0, 1, 2, 6, 19, 63, 216, 760, 2725, 9910, 36446, 135268, 505861, 1903890],
    "king": [0, 1, 4, 20, 110, 638, 3832, 23592, 147941],
    "hexagonal": [0, 1, 3, 11, 44, 186, 814, 3652, 16689, 77359],
    "triangular": [0, 2, 3, 6, 14, 36, 94, 250, 675, 1838, 5053, 14016, 39169],
    "cubic": [0, 1, 3, 15, 86, 534, 3481, 23502],
    "stick": [0, 2, 6, 22, 88, 372, 1628, 7312],
    "kite": [0, 6, 12, 32, 93, 288, 926],
    "trihexagonal": [0, 3, 6, 21, 73, 273, 1049],
}


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
    for cells in (1, 2, 3, 4, 6, len(known) - 1):
        assert counted(lattice, cells) == known[: cells + 1]
    if name in NAIVE:
        assert counted(lattice, 5)[1:] == [len(NAIVE[name].shapes(n)) for n in range(1, 6)]
