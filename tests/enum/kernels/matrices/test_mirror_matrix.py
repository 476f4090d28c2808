"""Laws of the transfer matrix on half-strips: polyominoes with a mirror through cells."""

from __future__ import annotations

import pickle
from functools import cache

import numba
import numpy as np
import pytest

from enumino.enum.kernels.counting import quotient
from enumino.enum.kernels.matrices import transfer_matrix as tm
from enumino.enum.kernels.matrices._boundary import packed
from enumino.families.polyforms.counting.straight import MirrorSweep, Sweep, row_of_column
from enumino.families.polyforms.counting.subjects import orbit_graph
from tests.naive_symmetry import LISTED, invariant_counts
from tests.splitting import count_all
from tests.true_distances import distances, spans

INTERPRETED = bool(numba.config.DISABLE_JIT)


def swept(width: int, cells: int) -> MirrorSweep:
    sweep = MirrorSweep(width, cells)
    while not sweep.done:
        sweep.advance()
    return sweep


@cache
def numbers(cells: int) -> list[int]:
    widths = range(1, (cells + 2) // 3 + 1)
    return list(sum(swept(width, cells).numbers["Mcell"] for width in widths))


def test_numbers_agree_with_listing() -> None:
    assert numbers(LISTED) == invariant_counts()["Mcell"]


@pytest.mark.parametrize("cells", [13, pytest.param(27, marks=pytest.mark.slow)])
def test_numbers_agree_with_the_search(cells: int) -> None:
    searched = count_all(quotient, quotient.new_search(orbit_graph("Mcell", cells)))
    assert numbers(cells) == searched


@pytest.mark.parametrize("cells", range(1, 9))
def test_any_largest_size(cells: int) -> None:
    assert numbers(cells) == numbers(LISTED)[: cells + 1]


@pytest.mark.slow
@pytest.mark.parametrize("cells", [14, 15, 16, 30])
def test_pruning_loses_nothing(cells: int) -> None:
    assert numbers(cells) == numbers(cells + 4)[: cells + 1]


@pytest.mark.long
def test_pruning_loses_nothing_where_it_is_large() -> None:
    assert numbers(39) == numbers(43)[:40]


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


def test_a_sweep_is_taken_up_from_a_pickle() -> None:
    sweep = MirrorSweep(3, 12)
    while not sweep.done:
        sweep.advance()
        sweep = pickle.loads(pickle.dumps(sweep))
    whole = swept(3, 12)
    assert np.array_equal(sweep.numbers["Mcell"], whole.numbers["Mcell"])
    assert (sweep.steps, sweep.peak_bytes) == (whole.steps, whole.peak_bytes)


@pytest.mark.parametrize(("width", "cells"), [(0, 5), (3, 6), (32, 100)])
def test_a_width_without_half_strips_is_refused(width: int, cells: int) -> None:
    with pytest.raises(ValueError, match=f"width {width} with {cells} cells"):
        MirrorSweep(width, cells)


def test_an_axis_on_the_longer_side_needs_room() -> None:
    with pytest.raises(ValueError, match="takes 9 cells"):
        Sweep(3, 8, axis=tm.AXIS_COLUMN)
