"""Laws of the transfer matrix on half-strips: polyominoes with a mirror through cells."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from enumino.enum.kernels.matrices import transfer_matrix as tm
from enumino.enum.kernels.matrices._boundary import packed
from enumino.families.polyforms.counting.straight import MirrorSweep, Sweep, row_of_column
from tests.true_distances import distances, spans


def swept(width: int, cells: int) -> MirrorSweep:
    sweep = MirrorSweep(width, cells)
    while not sweep.done:
        sweep.advance()
    return sweep


@cache
def numbers(cells: int) -> list[int]:
    widths = range(1, (cells + 2) // 3 + 1)
    return list(sum(swept(width, cells).numbers["Mcell"] for width in widths))


def boxes(width: int, cells: int, axis: int) -> np.ndarray:
    """Halves by the length of their box and by size."""
    sweep = Sweep(width, cells, axis=axis)
    while not sweep.done:
        sweep.advance()
    return sweep.boxes


@pytest.mark.parametrize(
    "cells",
    [
        pytest.param(9),
        pytest.param(30, marks=pytest.mark.slow),
        pytest.param(34, marks=[pytest.mark.slow, pytest.mark.long]),
    ],
)
def test_halves_that_are_swept_along_the_axis_whatever_their_box_are_as_many(cells: int) -> None:
    """The second way: another boundary, and no columns owed, for all that is swept across."""
    along = {
        width: boxes(width, cells, tm.AXIS_ROW_ANY_LENGTH)
        for width in range(1, (cells + 1) // 2 + 1)
    }
    assert list(sum(each.sum(axis=0) for each in along.values())) == numbers(cells)
    for width in range(1, cells // 3 + 1):
        across = boxes(width, cells, tm.AXIS_COLUMN)
        for height in range(width + 1, min(len(across), len(along) + 1)):
            assert across[height].tolist() == along[height][width].tolist()


@pytest.mark.parametrize("axis", [tm.AXIS_ROW, tm.AXIS_COLUMN, tm.AXIS_ROW_ANY_LENGTH])
@pytest.mark.parametrize("width", [1, 2, 3, 4, pytest.param(5, marks=pytest.mark.slow)])
def test_bound_is_never_above_the_cheapest_way_to_finish(axis: int, width: int) -> None:
    """All boundaries of the first width + 3 columns, and the cheapest way on from each."""
    shortest = 1 if axis == tm.AXIS_ROW_ANY_LENGTH else width + (axis == tm.AXIS_COLUMN)
    places = [
        row_of_column(row, width, x, axis) for x in range(1, width + 4) for row in range(width)
    ]
    made = tight = 0
    for key, place, cheapest in distances(places, spans(shortest)):
        bound = tm.needed(packed(*key), place.site + 1, width, place.layer, axis)
        assert bound <= cheapest, (key, place)
        made += 1
        tight += bound == cheapest
    assert tight > 0.6 * made


def test_an_axis_on_the_longer_side_needs_room() -> None:
    with pytest.raises(ValueError, match="takes 9 cells"):
        Sweep(3, 8, axis=tm.AXIS_COLUMN)
