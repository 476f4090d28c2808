"""Boundaries of both transfer matrices by flood fill, and their bounds by true distances."""

from __future__ import annotations

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from enumino.enum.kernels.matrices import _boundary as boundaries
from enumino.enum.kernels.matrices import rotated_halfturn, transfer_matrix
from enumino.enum.kernels.matrices._boundary import HIGH, LOW, NextCell
from enumino.families.polyforms.counting.sweeps import (
    ends_half,
    place_in_strip,
    row_of_column,
)
from tests.naive_transfer import column_boundary, diagonal_boundary, loses_a_component
from tests.true_distances import State, distances, spans

INTERPRETED = bool(numba.config.DISABLE_JIT)


@settings(max_examples=80)
@given(st.one_of(st.integers(1, 7), st.integers(29, 31)), st.lists(st.booleans(), max_size=90))
def test_boundaries_of_columns_are_those_of_a_flood_fill(width: int, cells: list[bool]) -> None:
    boundary, flags = (0, 0, 0), 0
    grid: list[list[bool]] = [[False] * width, []]  # an empty column left of the first
    for full in cells:
        place = row_of_column(len(grid[-1]), width, len(grid) - 1)
        grid[-1].append(full)
        after = boundaries.leave_empty(*boundary, place.site)
        if not full:
            assert (after[2] < 0) == loses_a_component(grid)
        if full or after[2] < 0:
            grid[-1][-1] = True  # go on with a cell here
            after = boundaries.occupy(*boundary, place.site, place.other)
            flags |= place.rim
        boundary = after
        if len(grid[-1]) == width:
            grid.append([])
    grid = grid if grid[-1] else grid[:-1]
    assert tuple(boundary) == column_boundary(grid)
    assert boundaries.unpacked(*boundaries.packed(*boundary, flags)) == (*boundary, flags)
    image = boundaries.mirrored(*boundary, width)
    assert image == column_boundary([column[::-1] for column in grid]) or len(grid[-1]) < width
    assert boundaries.mirrored(*image, width) == tuple(boundary)


@settings(max_examples=80)
@given(st.integers(1, 9), st.integers(0, 1), st.lists(st.booleans(), max_size=40))
def test_boundaries_of_diagonals_are_those_of_a_flood_fill(
    width: int, parity: int, cells: list[bool]
) -> None:
    slots = (width + 1) // 2
    boundary, flags = (0, 0, 0), 0
    placed: set[tuple[int, int]] = set()
    decided: set[int] = set()
    for step, full in enumerate(cells):
        place = place_in_strip(width, parity, step // slots + 1, step % slots)
        diagonal = 2 * place.site + place.odd
        decided = {diagonal} if step % slots == 0 else decided | {diagonal}
        if full and place.price > 0:
            boundary = boundaries.occupy(*boundary, place.site, place.other)
            flags |= place.rim
            placed.add((diagonal, place.layer))
        else:
            boundary = boundaries.leave_empty(*boundary, place.site)
        expected = diagonal_boundary(placed, width, place.layer, decided)
        assert (boundary[2] < 0) == (expected is None)
        if expected is None:
            return
        assert boundary == expected
        firsts = expected[2] & ~expected[0]
        keys = np.array([boundaries.packed(*boundary, LOW | HIGH)])
        assert transfer_matrix.has_ended(keys)[0] == (firsts.bit_count() == 1)
        touched = any(d in (0, width - 1) for d, _ in placed)
        assert flags == (LOW | HIGH if touched else 0)


@pytest.mark.parametrize("width", [1, 2, 3, 4])
def test_bound_of_columns_is_never_above_the_cheapest_way_to_finish(width: int) -> None:
    """All boundaries of the first width + 2 columns, and the cheapest way on from each."""
    places = [row_of_column(row, width, x) for x in range(1, width + 3) for row in range(width)]
    tight = made = 0
    for key, place, cheapest in distances(places, spans(width)):
        bound = transfer_matrix.needed(boundaries.packed(*key), place.site + 1, width, place.layer)
        assert bound <= cheapest, (key, place)
        made += 1
        tight += bound == cheapest
    assert tight > 0.6 * made


@pytest.mark.parametrize("width", range(1, 9))
def test_bound_of_half_turns_is_never_above_the_cheapest_way_to_finish(width: int) -> None:
    if INTERPRETED and width > 5:
        pytest.skip("slow without compilation")
    scratch = rotated_halfturn.new_scratch(width)
    slots = (width + 1) // 2

    def ends(key: State, place: NextCell) -> bool:
        if place.layer < slots or not ends_half(width, place):
            return False
        return bool(rotated_halfturn.is_glued(*key, width, place, scratch))

    for parity in (0, 1) if width % 2 else (0,):
        around = [
            place_in_strip(width, parity, layer, position)
            for layer in range(1, slots + 4)
            for position in range(slots)
        ]
        for key, place, cheapest in distances(around, ends):
            bound = rotated_halfturn.orbits_needed(*key, width, place, scratch)
            assert bound <= cheapest, (key, place)
