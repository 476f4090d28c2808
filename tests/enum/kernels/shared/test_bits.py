"""Bits of words; and every set of images that is a group, with its class."""

from itertools import product

import numba
import numpy as np
import pytest

from enumino.enum.kernels.shared import symmetry
from enumino.enum.kernels.shared.bits import lowest_one, popcount
from enumino.objects.lattice import SQUARE, SQUARE_CLASSES
from tests.naive_square import IMAGES

WORDS = [0, 1, 2, 3, 1 << 63, (1 << 64) - 1, 0b1011000, 0xF0F0_0000_0000_0000]


@numba.njit
def _compiled_popcount(word):  # type: ignore[no-untyped-def]
    return popcount(word)


@numba.njit
def _compiled_lowest_one(word):  # type: ignore[no-untyped-def]
    return lowest_one(word)


@pytest.mark.parametrize("number", WORDS)
def test_bits_of_a_word(number: int) -> None:
    lowest = (number & -number).bit_length() - 1 if number else 64
    word = np.uint64(number)
    with np.errstate(over="ignore"):  # of 0 - 1 in plain Python
        assert (popcount(word), lowest_one(word)) == (number.bit_count(), lowest)
        assert _compiled_popcount(word) == number.bit_count()
        assert _compiled_lowest_one(word) == lowest


SIDE = 3
CELLS = list(product(range(SIDE), repeat=2))
MAPS = [tuple(CELLS.index(move(*cell, SIDE, SIDE)) for cell in CELLS) for move in IMAGES]
IDENTITY = tuple(range(len(CELLS)))


def test_sets_of_images_that_are_groups_have_a_class() -> None:
    for images, code in enumerate(symmetry.CLASSES):
        chosen = [bool(images >> k & 1) for k in range(7)]
        group = {IDENTITY, *(found for found, taken in zip(MAPS, chosen, strict=True) if taken)}
        closed = all(tuple(a[i] for i in b) in group for a, b in product(group, repeat=2))
        assert (code >= 0) == closed, images
        if closed:
            assert SQUARE_CLASSES[code] == SQUARE.class_of(chosen).name
            assert symmetry.GROUP_ORDERS[code] == len(group)
        else:
            assert code == symmetry.REJECTED


def test_inverses_undo_images() -> None:
    for image, inverse in enumerate(symmetry.INVERSES):
        assert tuple(MAPS[image][i] for i in MAPS[inverse]) == IDENTITY
