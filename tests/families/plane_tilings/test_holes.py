"""Holes of patches, by Euler's formula and by components."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from enumino.families.plane_tilings.checks import have_holes
from enumino.families.plane_tilings.periods import touching, with_numbers
from enumino.objects.lattices import lattice_named


@pytest.mark.parametrize("name", ["square", "hexagonal", "triangular", "kite"])
def test_holes_are_bounded_components(name: str) -> None:
    lattice, random, sets, expected = lattice_named(name), Random(1), [], []
    for _ in range(20):
        cells = {(0, 0)}
        for _ in range(random.choice((4, 10, 40))):
            cells.add(random.choice(sorted(touching(lattice, cells) - cells)))
        around = touching(lattice, cells) - cells
        beyond = around | touching(lattice, around) - cells
        parts = lattice.components(beyond, lattice.beyond_sides)
        sets.append(cells)
        expected.append(sum(not part.isdisjoint(around) for part in parts) > 1)
    row = np.repeat(np.arange(len(sets)), [len(cells) for cells in sets])
    every = with_numbers(lattice, *np.array([cell for cells in sets for cell in cells]).T)
    assert have_holes(lattice, every, row, len(sets)).tolist() == expected
    assert len({*expected}) == 2
