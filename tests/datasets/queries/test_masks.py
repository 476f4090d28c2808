"""Masks as arrays: each cell where it is, in boxes of two and three sides, in one word or two."""

from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import enumino
from enumino.datasets.queries.masks import coordinates
from enumino.errors import ProblemError
from enumino.objects.polyform import Polyform
from tests.dataset_tools import small_dataset

Box = tuple[tuple[int, ...], int]


@st.composite
def boxes(draw: st.DrawFn) -> list[Box]:
    """Boxes of one number of sides, and masks within them of up to 128 bits."""
    dimensions = draw(st.integers(2, 3))
    side = st.integers(1, 11 if dimensions == 2 else 5)
    listed = []
    for _ in range(draw(st.integers(0, 4))):
        sides = tuple(draw(side) for _ in range(dimensions))
        listed.append((sides, draw(st.integers(0, 2 ** int(np.prod(sides)) - 1))))
    return listed


def naive(listed: list[Box]) -> list[tuple[int, ...]]:
    """Bit by bit."""
    found = []
    for number, (sides, mask) in enumerate(listed):
        for bit, cell in enumerate(np.ndindex(*sides)):
            if mask >> bit & 1:
                found.append((number, *cell))
    return found


@given(boxes())
def test_each_bit_is_a_cell(listed: list[Box]) -> None:
    if not listed:
        return
    sides = list(zip(*(sides for sides, _ in listed), strict=True))
    words = [[mask >> 64 * k & 2**64 - 1 for _, mask in listed] for k in range(2)]
    words = [np.array(word, np.uint64) for word in words]
    found = coordinates(sides, words)
    assert list(zip(*(array.tolist() for array in found), strict=True)) == naive(listed)


def test_none_and_many() -> None:
    assert [len(array) for array in coordinates([[], []], [[]])] == [0, 0, 0]
    n = 20_000  # more than are computed at a time
    number, row, col = coordinates([np.full(n, 2), np.full(n, 3)], [np.full(n, 0b010111)])
    assert (number == np.repeat(np.arange(n), 4)).all()
    assert (row == np.tile([0, 0, 0, 1], n)).all()
    assert (col == np.tile([0, 1, 2, 1], n)).all()


def test_what_is_no_mask_is_refused() -> None:
    with pytest.raises(ProblemError, match="outside of its box"):
        coordinates([[1], [2]], [[0b100]])
    with pytest.raises(ProblemError, match="outside of its box"):
        coordinates([[8], [9]], [[0], [1 << 8]])


def test_images_and_addresses_are_of_the_shapes_of_the_rows() -> None:
    dataset = enumino.open_dataset(small_dataset("polyominoes"))
    shapes = list(dataset)
    for shape, image in zip(shapes, dataset.images(8), strict=True):
        assert [tuple(cell) for cell in np.argwhere(image)] == sorted(shape.cells)
    drawn = dataset.rows("address = address_of('###/..#/..#')", ["address"])
    assert [row["address"] for row in drawn] == [Polyform("#../#../###").address]
    assert dataset.head(3).to_pylist() == list(islice(dataset.rows(), 3))
    with pytest.raises(ProblemError, match="cells: give this size or more"):
        dataset.images(2)
    with pytest.raises(ProblemError, match="shapes in the plane"):
        enumino.open_dataset(small_dataset("tatami")).images(8)
