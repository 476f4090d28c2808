"""Holes of patches, by Euler's formula and by components."""

from __future__ import annotations

from random import Random

import pytest

from enumino.families.plane_tilings.checks import _has_hole
from enumino.families.plane_tilings.periods import touching
from enumino.objects.lattices import lattice_named


@pytest.mark.parametrize("name", ["square", "hexagonal", "triangular", "kite"])
def test_holes_are_bounded_components(name: str) -> None:
    lattice, random, with_holes = lattice_named(name), Random(1), 0
    for _ in range(20):
        cells = {(0, 0)}
        for _ in range(random.choice((4, 10, 40))):
            cells.add(random.choice(sorted(touching(lattice, cells) - cells)))
        around = touching(lattice, cells) - cells
        beyond = around | touching(lattice, around) - cells
        parts = lattice.components(beyond, lattice.beyond_sides)
        has_hole = sum(not part.isdisjoint(around) for part in parts) > 1
        assert _has_hole(lattice, cells) == has_hole
        with_holes += has_hole
    assert 0 < with_holes < 20
