"""Laws of the transfer matrix: published totals, boxes by growth, true distances."""

from __future__ import annotations

from functools import cache
from math import comb

import numba
import numpy as np
import pytest

from enumino.enum.kernels.matrices import _states
from enumino.enum.kernels.matrices import transfer_matrix as tm
from enumino.enum.kernels.matrices._boundary import MOST_SITES, packed
from enumino.enum.matrix_sweep import as_ints
from enumino.families.polyforms.counting import straight as sweeps
from enumino.families.polyforms.counting.straight import row_of_column
from tests import naive
from tests.true_distances import distances, spans

INTERPRETED = bool(numba.config.DISABLE_JIT)

A001168 = [
    1, 1, 2, 6, 19, 63, 216, 760, 2725, 9910, 36446, 135268, 505861, 1903890, 7204874, 27394666,
    104592937, 400795844, 1540820542, 5940738676, 22964779660,
]  # fmt: skip

# (length, cells): fixed polyominoes in a box of height 2 (A059678) and 3 (A059679).
A059678 = {
    (2, 3): 4, (2, 4): 1, (3, 4): 8, (3, 5): 6, (4, 5): 12, (3, 6): 1, (4, 6): 18, (5, 6): 16,
    (4, 7): 8, (5, 7): 38, (6, 7): 20, (4, 8): 1, (5, 8): 32, (6, 8): 66, (7, 8): 24, (5, 9): 10,
    (6, 9): 88, (7, 9): 102, (8, 9): 28, (5, 10): 1, (6, 10): 50, (7, 10): 192, (8, 10): 146,
    (9, 10): 32,
}  # fmt: skip
A059679 = {
    (3, 5): 25, (3, 6): 44, (4, 6): 50, (3, 7): 32, (4, 7): 154, (5, 7): 83, (3, 8): 9,
    (4, 8): 212, (5, 8): 376, (6, 8): 124, (3, 9): 1, (4, 9): 158, (5, 9): 784, (6, 9): 750,
    (7, 9): 173, (4, 10): 62, (5, 10): 987, (6, 10): 2133, (7, 10): 1316, (8, 10): 230,
}  # fmt: skip


def swept(width: int, cells: int, **limbs: int) -> sweeps.Sweep:
    sweep = sweeps.Sweep(width, cells, **limbs)
    while not sweep.done:
        sweep.advance()
    return sweep


def nonzero(boxes: np.ndarray) -> dict[tuple[int, int], int]:
    return {(int(i), int(n)): boxes[i, n] for i, n in zip(*np.nonzero(boxes), strict=True)}


def test_totals_of_all_widths_are_the_published_numbers() -> None:
    cells = 14 if INTERPRETED else 20
    total = sum(
        sweeps.by_size(width, sweeps.count_width(width, cells))
        for width in sweeps.busiest_first(cells)
    )
    assert total.tolist()[1:] == A001168[1 : cells + 1]
    assert all(type(number) is int for number in total)


@pytest.mark.parametrize(("height", "published"), [(2, A059678), (3, A059679)])
def test_boxes_of_height_two_and_three(height: int, published: dict) -> None:
    assert nonzero(sweeps.count_width(height, 10)) == published


def test_boxes_agree_with_growth() -> None:
    cells = 8
    for width in sweeps.busiest_first(cells):
        grown = {
            (length, n): number
            for n in range(1, cells + 1)
            for (height, length), number in naive.boxes(n).items()
            if height == width <= length
        }
        assert nonzero(sweeps.count_width(width, cells)) == grown


@pytest.mark.parametrize(
    ("width", "cells"), [(2, 9), (4, 11), (12, 26), (16, 33), (MOST_SITES, 2 * MOST_SITES - 1)]
)
def test_fewest_cells_that_span_a_box(width: int, cells: int) -> None:
    """8 C(b + k - 2, b - 1) + 2 (b + k) - 3 b k - 8 of b + k - 1 cells in a box b x k (Goupil,
    Cloutier, Nouboud, Enumeration of polyominoes inscribed in a rectangle, 2010)."""
    if INTERPRETED and cells > 11:
        pytest.skip("slow without compilation")
    boxes = sweeps.count_width(width, cells)
    for length in range(width, cells - width + 2):
        paths = 8 * comb(width + length - 2, width - 1)
        fewest = paths + 2 * (width + length) - 3 * width * length - 8
        assert boxes[length, width + length - 1] == fewest
        assert not boxes[length, : width + length - 1].any()


@pytest.mark.parametrize("width", [1, 2, 3, 4])
def test_bound_is_never_above_the_cheapest_way_to_finish(width: int) -> None:
    """All boundaries of the first width + 2 columns, and the cheapest way on from each."""
    places = [row_of_column(row, width, x) for x in range(1, width + 3) for row in range(width)]
    tight = made = 0
    for key, place, cheapest in distances(places, spans(width)):
        bound = tm.needed(packed(*key), place.site + 1, width, place.layer, tm.NO_AXIS)
        assert bound <= cheapest, (key, place)
        made += 1
        tight += bound == cheapest
    assert tight > 0.6 * made


@cache
def default_boxes(width: int, cells: int) -> np.ndarray:
    return swept(width, cells).boxes


@pytest.mark.skipif(INTERPRETED, reason="slow without compilation")
def test_counts_beyond_64_bits_do_not_depend_on_the_limbs() -> None:
    boxes = default_boxes(4, 90)
    assert boxes.max() > 2**64
    assert np.array_equal(boxes, swept(4, 90, limbs=9, limb_bits=17).boxes)


def test_widths_are_all_widths_with_the_most_work_first() -> None:
    assert sorted(sweeps.busiest_first(15)) == list(range(1, 9))
    assert sweeps.busiest_first(30)[:3] == [13, 12, 14]


def found_anew(width: int, cells: int) -> sweeps.Sweep:
    """The sweep that looks every boundary up in every column."""
    sweep = sweeps.Sweep(width, cells)
    sweep.levels = None
    while not sweep.done:
        sweep.advance()
    return sweep


@pytest.mark.parametrize(("width", "cells"), [(1, 6), (2, 9), (5, 12), (8, 21), (11, 23)])
def test_boundaries_that_are_found_once_are_those_found_anew(width: int, cells: int) -> None:
    """From 5 rows on some columns are steady; from 8 on some boundaries begin in later columns."""
    if INTERPRETED and cells > 12:
        pytest.skip("slow without compilation")
    once, anew = swept(width, cells), found_anew(width, cells)
    assert np.array_equal(once.boxes, anew.boxes)
    assert (once.steps, once.peak_states) == (anew.steps, anew.peak_states)


@pytest.mark.long
def test_many_boundaries_that_are_found_once() -> None:
    once, anew = swept(12, 28), found_anew(12, 28)
    assert np.array_equal(once.boxes, anew.boxes)
    assert once.steps == anew.steps


@pytest.mark.parametrize("limbs", [1, 2])
def test_one_limb_more_holds_the_same_numbers(limbs: int) -> None:
    sweep = sweeps.Sweep(4, 10, limbs=limbs, limb_bits=5)
    while sweep.column < 4:
        sweep.advance()
    layer = sweep.layer
    chosen = np.ones(layer.low.size, dtype=np.bool_)
    wider = _states.with_one_limb_more(layer, limbs, 5)
    before = _states.collected(layer, chosen, 10, limbs, 5)
    after = _states.collected(wider, chosen, 10, limbs + 1, 5)
    assert np.array_equal(as_ints(before, 5), as_ints(after, 5))
    assert as_ints(before, 5).sum() > 2**5
    assert not _states.is_crowded(layer, limbs)
    layer.counts[-1] = _states.CROWDED
    assert _states.is_crowded(layer, limbs)
