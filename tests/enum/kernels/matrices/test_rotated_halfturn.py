"""Laws of half-turns along diagonals: listing, the search, true distances, larger budgets."""

from __future__ import annotations

import pickle
from functools import cache

import numba
import numpy as np
import pytest

from enumino.enum.kernels.counting import quotient
from enumino.enum.kernels.matrices import rotated_halfturn
from enumino.enum.kernels.matrices._boundary import Place
from enumino.families.polyforms.counting.rotated import (
    RotatedHalfTurnSweep,
    ends_half,
)
from enumino.families.polyforms.counting.subjects import orbit_graph
from tests.naive_symmetry import LISTED, invariant_counts
from tests.splitting import count_all
from tests.true_distances import State, distances

INTERPRETED = bool(numba.config.DISABLE_JIT)
CENTRES = RotatedHalfTurnSweep.subjects


def swept(width: int, cells: int, **limbs: int) -> RotatedHalfTurnSweep:
    sweep = RotatedHalfTurnSweep(width, cells, **limbs)
    while not sweep.done:
        sweep.advance()
    return sweep


@cache
def numbers(cells: int) -> dict[str, list[int]]:
    sweeps = [swept(width, cells) for width in range(1, cells + 1)]
    return {name: list(sum(sweep.numbers[name] for sweep in sweeps)) for name in CENTRES}


def searched(cells: int) -> dict[str, list[int]]:
    return {
        name: count_all(quotient, quotient.new_search(orbit_graph(name, cells))) for name in CENTRES
    }


def test_agrees_with_listing() -> None:
    listed = invariant_counts()
    assert numbers(LISTED) == {name: listed[name] for name in CENTRES}


@pytest.mark.parametrize("cells", [*range(1, 9), 13, pytest.param(22, marks=pytest.mark.slow)])
def test_agrees_with_the_search(cells: int) -> None:
    assert numbers(cells) == searched(cells)


@pytest.mark.slow
@pytest.mark.parametrize("cells", [14, 15])
def test_pruning_loses_nothing(cells: int) -> None:
    for width in range(1, cells + 1):
        tight, loose = swept(width, cells).numbers, swept(width, cells + 4).numbers
        for name in CENTRES:
            assert np.array_equal(tight[name], loose[name][: cells + 1])


@pytest.mark.long
def test_pruning_loses_nothing_where_it_is_large() -> None:
    tight, loose = numbers(23), numbers(27)
    assert tight == {name: loose[name][:24] for name in CENTRES}


@pytest.mark.parametrize("width", range(1, 9))
def test_bound_is_never_above_the_cheapest_way_to_finish(width: int) -> None:
    if INTERPRETED and width > 5:
        pytest.skip("slow without compilation")
    scratch = rotated_halfturn.new_scratch(width)
    slots = (width + 1) // 2

    def ends(key: State, place: Place) -> bool:
        if place.layer < slots or not ends_half(width, place):
            return False
        return bool(rotated_halfturn.is_glued(*key, width, place, scratch))

    for part in RotatedHalfTurnSweep.parts_of(width, 2 * width):
        places = [
            RotatedHalfTurnSweep.place_of(part, layer, position)
            for layer in range(1, slots + 4)
            for position in range(slots)
        ]
        for key, place, cheapest in distances(places, ends):
            bound = rotated_halfturn.orbits_needed(*key, width, place, scratch)
            assert bound <= cheapest, (key, place)


@pytest.mark.parametrize(("limbs", "limb_bits"), [(2, 4), (7, 1), (2, 62)])
def test_limbs_recombine(limbs: int, limb_bits: int) -> None:
    for width in (3, 4):
        sweep = swept(width, 11, limbs=limbs, limb_bits=limb_bits)
        for name, expected in swept(width, 11).numbers.items():
            assert np.array_equal(sweep.numbers[name], expected)


def test_a_sweep_is_taken_up_from_a_pickle() -> None:
    sweep = RotatedHalfTurnSweep(5, 12)
    while not sweep.done:
        sweep.advance()
        sweep = pickle.loads(pickle.dumps(sweep))
    whole = swept(5, 12)
    assert all(np.array_equal(sweep.numbers[name], whole.numbers[name]) for name in CENTRES)
    assert (sweep.steps, sweep.peak_bytes) == (whole.steps, whole.peak_bytes)


def test_a_width_that_is_not_met_is_refused() -> None:
    with pytest.raises(ValueError, match="width 7 with 6 cells"):
        RotatedHalfTurnSweep(7, 6)
