"""Symmetry classes of many objects at once, of all lattices."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest

from enumino.datasets.checks.arrays import claimed_codes, class_codes
from enumino.objects.lattice import Lattice
from enumino.objects.lattices import LATTICES


@pytest.mark.parametrize("lattice", LATTICES.values(), ids=str)
def test_classes_are_those_of_the_subgroups(lattice: Lattice) -> None:
    images = list(range(len(lattice.images)))
    no_group = next(1 << k for k in images if 1 << k not in lattice.code_of)
    sets = [*lattice.code_of, no_group]
    same = np.array([[bool(bits >> k & 1) for bits in sets] for k in images])
    codes = [*lattice.code_of.values(), -1]
    assert class_codes(same, images, lattice).tolist() == codes
    names = [*(str(lattice.class_names[code]) for code in codes[:-1]), "no class"]
    assert claimed_codes(pa.array(names), lattice).tolist() == [*codes[:-1], -2]
