"""Cavities of polycubes, against flood fills of sets of cells."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from enumino.enum.kernels.listing import polycube_cavities
from enumino.objects.box import mask_of
from enumino.objects.lattices import CUBIC

Cell = tuple[int, ...]


def counted(cells: set[Cell], box: Cell) -> int:
    """What the kernel finds."""
    mask = mask_of(cells, box)
    words = [[mask >> 64 * k & (1 << 64) - 1] for k in range(4)]
    numbers = np.zeros((9, 1), np.uint8)
    numbers[0], numbers[1:4, 0] = max(len(cells), polycube_cavities.LEAST), box
    lines = np.zeros((3, 256), np.uint64)
    polycube_cavities.measure(np.array(words, np.uint64), numbers, lines, 0, 1)
    return int(numbers[polycube_cavities.HOLES, 0])


def flooded(cells: set[Cell], box: Cell) -> int:
    """Components of the complement in a larger box, but for the one outside."""
    rest = set(product(*(range(-1, size + 1) for size in box))) - cells
    return len(CUBIC.components(rest)) - 1


@given(
    box=st.tuples(*[st.integers(3, 5)] * 3),
    holes=st.sets(st.tuples(*[st.integers(0, 4)] * 3), max_size=40),
)
def test_cavities_are_those_of_a_flood_fill(box: Cell, holes: set[Cell]) -> None:
    cells = set(product(*map(range, box))) - holes
    assert counted(cells, box) == flooded(cells, box)


@pytest.mark.parametrize(
    ("gaps", "cavities"),
    [
        ([(1, 1, 1)], 1),
        ([(1, 1, 1), (3, 3, 3)], 2),
        ([(1, 1, 1), (1, 1, 2), (2, 1, 2)], 1),
        ([(1, 1, 1), (0, 1, 1)], 0),
        ([(1, 1, 1), (1, 2, 2)], 2),  # they touch along an edge only
    ],
)
def test_gaps_of_a_block(gaps: list[Cell], cavities: int) -> None:
    box = (5, 5, 5)
    assert counted(set(product(range(5), repeat=3)) - set(gaps), box) == cavities
