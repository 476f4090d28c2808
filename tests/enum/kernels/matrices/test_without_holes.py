"""Laws of the sweep of fixed polyominoes without holes by their cells."""

from __future__ import annotations

from collections import Counter
from functools import cache

import numba
import numpy as np
import pytest

from enumino.enum.kernels.matrices._boundary import MOST_SITES
from enumino.enum.kernels.matrices._without_holes import BEHIND, makes_a_hole
from enumino.families.polyforms.counting.polygons import PolygonSweep
from enumino.families.polyforms.counting.straight import Sweep
from enumino.families.polyforms.counts import count_polyominoes
from tests.looping import each
from tests.naive import has_hole, shapes

INTERPRETED = bool(numba.config.DISABLE_JIT)

A006724 = [
    0, 1, 2, 6, 19, 63, 216, 756, 2684, 9638, 34930, 127560, 468837, 1732702, 6434322, 23993874,
    89805691, 337237337, 1270123530, 4796310672, 18155586993, 68874803609, 261803388854,
]  # fmt: skip


@cache
def swept(width: int, cells: int, **limbs: int) -> Sweep:
    sweep = Sweep(width, cells, holes=False, **limbs)
    while not sweep.done:
        sweep.advance()
    return sweep


def in_boxes(cells: int) -> dict[tuple[int, int, int], int]:
    """Those of up to so many cells by width <= length of their box and by size."""
    return {
        (width, int(length), int(n)): swept(width, cells).boxes[length, n]
        for width in range(1, (cells + 1) // 2 + 1)
        for length, n in zip(*np.nonzero(swept(width, cells).boxes), strict=True)
    }


def test_boxes_agree_with_growth() -> None:
    cells = 8
    grown: Counter[tuple[int, int, int]] = Counter()
    for n in range(1, cells + 1):
        for shape in shapes(n):
            height, length = (max(each) + 1 for each in zip(*shape, strict=True))
            if height <= length and not has_hole(shape):
                grown[height, length, n] += 1
    assert in_boxes(cells) == grown


@pytest.mark.skipif(INTERPRETED, reason="slow without compilation")
def test_boxes_agree_with_a_walk() -> None:
    """Every polyomino is visited, and its holes are counted."""
    cells = 13
    walked = {}
    for line in count_polyominoes(
        range(1, cells + 1), "fixed", by=("height", "width", "holes"), in_process=True
    ):
        if line.labels.get("holes") == 0 and line.labels["height"] <= line.labels["width"]:
            walked[line.labels["height"], line.labels["width"], line.labels["cells"]] = line.count
    assert in_boxes(cells) == walked


@pytest.mark.parametrize("cells", [10 if INTERPRETED else 22])
def test_every_width_agrees_with_polygons_and_all_with_what_is_published(cells: int) -> None:
    total = np.zeros(cells + 1, dtype=object)
    for width in range(1, (cells + 1) // 2 + 1):
        polygons = PolygonSweep("fixed", width, cells)
        while not polygons.done:
            polygons.advance()
        found = swept(width, cells).numbers["fixed"]
        assert np.array_equal(found, polygons.numbers["fixed"])
        total += found
    assert total.tolist() == A006724[: cells + 1]


@pytest.mark.long
@pytest.mark.skipif(INTERPRETED, reason="slow without compilation")
def test_wide_boxes_agree_with_polygons() -> None:
    for width in (9, 15):
        polygons = PolygonSweep("fixed", width, 29)
        while not polygons.done:
            polygons.advance()
        assert np.array_equal(swept(width, 29).numbers["fixed"], polygons.numbers["fixed"])


@pytest.mark.parametrize("width", [4, 16 if not INTERPRETED else 3, MOST_SITES])
def test_the_smallest_of_a_box_have_no_holes(width: int) -> None:
    """No cell of theirs can be left out, so none is on a cycle."""
    cells = 2 * width - 1
    if INTERPRETED and width > 4:
        pytest.skip("slow without compilation")
    everything = Sweep(width, cells)
    while not everything.done:
        everything.advance()
    assert np.array_equal(swept(width, cells).boxes, everything.boxes)


@each(
    ("full", "behind", "before", "after", "cell", "hole"),
    [
        (0b11, 0, 0b00, 0b00, True, False),  # two components become one
        (0b11, 0, 0b00, 0b00, False, True),  # and touch at a corner only
        (0b11, 0, 0b10, 0b01, True, True),  # a cycle around an empty cell
        (0b11, 0, 0b10, 0b01, False, True),
        (0b11, 1, 0b10, 0b01, True, False),  # four full cells
        (0b11, 1, 0b10, 0b01, False, False),
        (0b00, 1, 0b00, 0b00, True, True),  # a corner
        (0b00, 1, 0b00, 0b00, False, False),
        (0b00, 0, 0b00, 0b00, True, False),
        (0b10, 0, 0b00, 0b00, True, False),
        (0b01, 0, 0b00, 0b00, True, False),
    ],
)
def test_three_cases_make_a_hole(
    full: int, behind: int, before: int, after: int, cell: bool, hole: bool
) -> None:
    """The first row is above the next cell, the second one left of it."""
    assert makes_a_hole(before, after, full, BEHIND * behind, 1, cell) == hole
