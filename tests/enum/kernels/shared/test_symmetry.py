"""The symmetries that kernels number: every set of images that is a group, and its class."""

from __future__ import annotations

from itertools import product

import numpy as np

from enumino.enum.kernels.shared import symmetry
from enumino.objects.lattice import SQUARE, SymmetryClass
from tests.looping import each
from tests.naive_square import IMAGES

SIDE = 3
CELLS = list(product(range(SIDE), repeat=2))
MAPS = [tuple(CELLS.index(move(*cell, SIDE, SIDE)) for cell in CELLS) for move in IMAGES]
IDENTITY = tuple(range(len(CELLS)))


@each("images", range(128))
def test_sets_of_images_that_are_groups_have_a_class(images: int) -> None:
    chosen = [bool(images >> k & 1) for k in range(7)]
    group = {IDENTITY, *(found for found, taken in zip(MAPS, chosen, strict=True) if taken)}
    closed = all(tuple(a[i] for i in b) in group for a, b in product(group, repeat=2))
    code = symmetry.CLASSES[images]
    assert (code >= 0) == closed
    if closed:
        assert list(SymmetryClass)[code] == SymmetryClass.fixed_by(*chosen)
        assert symmetry.GROUP_ORDERS[code] == len(group)
    else:
        assert code == symmetry.REJECTED


def test_inverses_undo_images() -> None:
    for image, inverse in enumerate(symmetry.INVERSES):
        assert tuple(MAPS[image][i] for i in MAPS[inverse]) == IDENTITY


def test_classes_stand_in_the_order_of_their_names() -> None:
    codes = [getattr(symmetry, name.upper()) for name in SymmetryClass]
    assert codes == list(range(8))
    assert np.unique(symmetry.CLASSES).tolist() == [symmetry.REJECTED, *codes]


def test_kernels_and_lattice_have_the_same_classes() -> None:
    assert np.array_equal(symmetry.CLASSES, SQUARE.class_codes)
