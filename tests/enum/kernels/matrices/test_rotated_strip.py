"""Laws of the sweep along diagonals: published totals, other methods, boundaries by flood fill."""

from __future__ import annotations

from functools import cache

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from second_ways import AlongDiagonal

from enumino.enum.kernels.matrices import _boundary as boundaries
from enumino.enum.kernels.matrices import rotated_halfturn, rotated_strip
from enumino.enum.kernels.matrices._boundary import HIGH, LOW, MOST_SITES, Place
from enumino.enum.kernels.matrices.rotated_strip import Strip
from enumino.families.polyforms.counting import straight
from enumino.families.polyforms.counting.rotated import (
    DiagonalMirrorSweep,
    FixedSweep,
    Part,
    RotatedHalfTurnSweep,
    StripSweep,
    ends_half,
    place_of,
)
from tests.looping import each
from tests.naive_transfer import diagonal_boundary
from tests.published import terms
from tests.true_distances import FAR, State, distances, spans

INTERPRETED = bool(numba.config.DISABLE_JIT)
SWEEPS = (FixedSweep, DiagonalMirrorSweep)


def swept(kind: type[StripSweep], width: int, cells: int, **limbs: int) -> StripSweep:
    sweep = kind(width, cells, **limbs)
    while not sweep.done:
        sweep.advance()
    return sweep


@cache
def numbers(kind: type[StripSweep], cells: int) -> list[int]:
    widths = range(1, kind.widest(cells) + 1)
    return list(sum(swept(kind, width, cells).numbers[kind.subjects[0]] for width in widths))


def test_fixed_polyominoes_are_the_published_numbers() -> None:
    cells = 9 if INTERPRETED else 18
    found = numbers(FixedSweep, cells)
    published = terms("polyforms", "polyominoes")["A001168"]
    assert found[1:] == [published[n] for n in range(1, cells + 1)]
    assert all(type(number) is int for number in found)


@pytest.mark.long
def test_both_lattices_agree() -> None:
    cells = 24
    swept_straight = sum(
        straight.by_size(width, straight.count_width(width, cells))
        for width in straight.busiest_first(cells)
    )
    assert numbers(FixedSweep, cells) == swept_straight.tolist()


@pytest.mark.parametrize(
    "cells",
    [
        pytest.param(9),
        pytest.param(28, marks=pytest.mark.slow),
        pytest.param(36, marks=[pytest.mark.slow, pytest.mark.long]),
    ],
)
def test_halves_that_are_swept_along_the_mirror_whatever_they_meet_are_as_many(cells: int) -> None:
    """The second way: another boundary, and no layers owed, for all that is swept across."""
    assert numbers(AlongDiagonal, cells) == numbers(DiagonalMirrorSweep, cells)


@pytest.mark.parametrize("width", [5, 9, pytest.param(2 * MOST_SITES, marks=pytest.mark.slow)])
def test_fewest_cells_that_meet_so_many_diagonals(width: int) -> None:
    """A row and a column meet as many diagonals as they have cells. Of one cell more, there are
    4 (width + 2) from width 4 on, also where a boundary fills all bits of its words.
    """
    numbers = swept(FixedSweep, width, width + 1).numbers["fixed"]
    assert numbers[width:].tolist() == [2, 4 * (width + 2)]
    assert not numbers[:width].any()


# --- The bound against true distances -------------------------------------------------------


def places(part: Part, layers: int) -> list[Place]:
    slots = (part.strip.width + 1) // 2
    return [place_of(part, layer + 1, slot) for layer in range(layers) for slot in range(slots)]


@each("kind", SWEEPS)
@each("width", range(2, 8))
def test_bound_is_never_above_the_cheapest_way_to_finish(
    kind: type[StripSweep], width: int
) -> None:
    if INTERPRETED and width > 5:
        pytest.skip("slow without compilation")
    tight = made = 0
    for part in kind.parts_of(width, 3 * width + 10):
        strip = part.strip
        scratch = rotated_strip.new_scratch(strip)

        for key, place, cheapest in distances(places(part, strip.layers + 3), spans(strip.layers)):
            bound = rotated_strip.weight_needed(boundaries.packed(*key), place, strip, FAR, scratch)
            assert bound <= cheapest, (key, place)
            made += 1
            tight += bound == cheapest
    assert tight > 0.9 * made


@pytest.mark.parametrize("width", range(1, 9))
def test_bound_of_half_turns_is_never_above_the_cheapest_way_to_finish(width: int) -> None:
    if INTERPRETED and width > 5:
        pytest.skip("slow without compilation")
    scratch = rotated_halfturn.new_scratch(width)
    slots = (width + 1) // 2

    def ends(key: State, place: Place) -> bool:
        if place.layer < slots or not ends_half(width, place):
            return False
        return bool(rotated_halfturn.is_glued(*key, width, place, scratch))

    for part in RotatedHalfTurnSweep.parts_of(width, 2 * width):
        around = [
            RotatedHalfTurnSweep.place_of(part, layer, position)
            for layer in range(1, slots + 4)
            for position in range(slots)
        ]
        for key, place, cheapest in distances(around, ends):
            bound = rotated_halfturn.orbits_needed(*key, width, place, scratch)
            assert bound <= cheapest, (key, place)


# --- Boundaries -----------------------------------------------------------------------------


@settings(max_examples=80)
@given(st.integers(1, 9), st.integers(0, 1), st.lists(st.booleans(), max_size=40))
def test_boundaries_are_those_of_a_flood_fill(width: int, parity: int, cells: list[bool]) -> None:
    strip = Strip(width, width, 99, width, 1, 1, 0)
    part = Part(strip, parity, 1, 2, mirrors=False)
    slots = (width + 1) // 2
    boundary, flags = (0, 0, 0), 0
    placed: set[tuple[int, int]] = set()
    decided: set[int] = set()
    for step, full in enumerate(cells):
        place = place_of(part, step // slots + 1, step % slots)
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
        key = boundaries.packed(*boundary, flags)
        assert boundaries.unpacked(*key) == (*boundary, flags)
        firsts = expected[2] & ~expected[0]
        assert boundaries.is_one_component(boundary[0], boundary[2]) == (firsts.bit_count() == 1)
        image = boundaries.mirrored(*boundary, slots)
        assert image[2] == int(f"{boundary[2]:0{slots}b}"[::-1], 2)
        assert boundaries.mirrored(*image, slots) == boundary
        assert flags == sum(
            flag for flag, rim in ((LOW, 0), (HIGH, width - 1)) if any(d == rim for d, _ in placed)
        )


# --- Numbers and state ----------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("kind", SWEEPS)
def test_counts_beyond_64_bits_do_not_depend_on_the_limbs(kind: type[StripSweep]) -> None:
    found = swept(kind, 5, 130).numbers[kind.subjects[0]]
    assert found.max() > 2**64
    assert np.array_equal(
        found, swept(kind, 5, 130, limbs=9, limb_bits=17).numbers[kind.subjects[0]]
    )


def test_more_slots_than_bits_are_refused() -> None:
    with pytest.raises(ValueError, match="at most 31 slots"):
        FixedSweep(63, 70)
