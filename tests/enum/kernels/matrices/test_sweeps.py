"""Laws of all sweeps: listing, the search, any budget and limbs."""

import os
import signal
from functools import cache, partial
from math import comb
from typing import Any

import numba
import numpy as np
import pytest

from enumino.enum.kernels.counting import quotient
from enumino.enum.orbit_graphs import orbit_graph
from enumino.enum.symmetric_shapes import invariant_shapes
from enumino.families.polyforms.counting.sweeps import (
    FIXED,
    HALF_TURNS,
    FixedSweep,
    HalfTurnSweep,
    HexagonSweep,
)
from enumino.objects.lattice import SQUARE
from tests.dataset_tools import interrupted
from tests.published import terms
from tests.splitting import count_all

INTERPRETED = bool(numba.config.DISABLE_JIT)
HALF_TURN = HALF_TURNS[0]
SWEEPS = {FIXED: FixedSweep, HALF_TURN: HalfTurnSweep, "hexagons": HexagonSweep}


def swept(kind: str, width: int, cells: int, **limbs: int) -> Any:
    return SWEEPS[kind](width, cells, **limbs).run()


@cache
def numbers(kind: str, cells: int) -> dict[str, list[int]]:
    sweeps = [swept(kind, width, cells).numbers for width in SWEEPS[kind].widths(cells)]
    return {name: list(sum(sweep[name] for sweep in sweeps)) for name in sweeps[0]}


def test_fixed_polyominoes_are_the_published_numbers() -> None:
    cells = 14 if INTERPRETED else 22
    known = terms("polyforms", "polyominoes")["A001168"]
    for most in (1, 2, 3, cells):
        found = numbers("fixed", most)["fixed"]
        assert found[1:] == [known[n] for n in range(1, most + 1)]
        assert all(type(number) is int for number in found)


def test_fixed_polyhexes_are_the_published_numbers() -> None:
    known = terms("polyforms", "polyhexes")["A001207"]
    for most in (1, 2, 3, 8 if INTERPRETED else 17):
        assert numbers("hexagons", most)["fixed"][1:] == [known[n] for n in range(1, most + 1)]


def test_half_turns_agree_with_the_search() -> None:
    symmetries = {each.name: each.symmetry for each in invariant_shapes(SQUARE)}
    for cells in (1, 2, 5, 9, 12, 13, *(() if INTERPRETED else (20, 21))):
        for name, counted in numbers(HALF_TURN, cells).items():
            state = quotient.new_state(orbit_graph(symmetries[name], cells)[0])
            assert counted == count_all(quotient, state, cells, [()])


@pytest.mark.parametrize("kind", SWEEPS)
def test_pruning_loses_nothing(kind: str) -> None:
    """With four cells to spare the bound hardly prunes what counts for the smaller sizes."""
    for cells in (7, 8) if INTERPRETED else (12, 15) if kind == "hexagons" else (14, 15, 18):
        for width in SWEEPS[kind].widths(cells):
            loose = swept(kind, width, cells + 4).numbers
            for name, tight in swept(kind, width, cells).numbers.items():
                assert np.array_equal(tight, loose[name][: cells + 1]), (cells, width)


@pytest.mark.parametrize("kind", SWEEPS)
@pytest.mark.parametrize(("limbs", "limb_bits"), [(2, 3), (3, 5), (7, 1), (2, 62)])
def test_limbs_recombine(kind: str, limbs: int, limb_bits: int) -> None:
    for width in (4, 5):
        sweep = swept(kind, width, 10, limbs=limbs, limb_bits=limb_bits)
        for name, expected in swept(kind, width, 10).numbers.items():
            assert np.array_equal(sweep.numbers[name], expected), name


@pytest.mark.skipif(INTERPRETED, reason="slow without compilation")
@pytest.mark.parametrize(("kind", "group"), [("fixed", "fixed"), (HALF_TURN, "rotate/2")])
def test_counts_beyond_64_bits_do_not_depend_on_the_limbs(kind: str, group: str) -> None:
    cells = 90 if kind == "fixed" else 220
    found = swept(kind, 4 if kind == "fixed" else 5, cells).numbers[group]
    assert found.max() > 2**64
    again = swept(kind, 4 if kind == "fixed" else 5, cells, limbs=9, limb_bits=17)
    assert np.array_equal(found, again.numbers[group])


REFUSED = {
    "fixed": [(0, 5), (4, 6), (32, 80)],
    HALF_TURN: [(0, 5), (7, 6), (63, 99)],
    "hexagons": [(0, 5), (7, 6), (32, 80)],
}


@pytest.mark.parametrize(
    ("kind", "width", "cells"), [(kind, *each) for kind in SWEEPS for each in REFUSED[kind]]
)
def test_a_width_that_is_not_met_is_refused(kind: str, width: int, cells: int) -> None:
    with pytest.raises(ValueError, match=f"width {width} with {cells} cells"):
        SWEEPS[kind](width, cells)


@pytest.mark.parametrize("width", [2, 4, 12, 16, 31])
def test_fewest_cells_that_span_a_square(width: int) -> None:
    """8 C(b + k - 2, b - 1) + 2 (b + k) - 3 b k - 8 of b + k - 1 cells in a box b x k (Goupil,
    Cloutier, Nouboud, Enumeration of polyominoes inscribed in a rectangle, 2010)."""
    if INTERPRETED and width > 4:
        pytest.skip("slow without compilation")
    found = FixedSweep(width, 2 * width - 1).run().numbers["fixed"]
    fewest = 8 * comb(2 * width - 2, width - 1) + 4 * width - 3 * width * width - 8
    assert found[2 * width - 1] == fewest
    assert not found[: 2 * width - 1].any()


@pytest.mark.parametrize("width", [5, 9, pytest.param(62, marks=pytest.mark.compiled)])
def test_fewest_cells_that_meet_so_many_diagonals(width: int) -> None:
    """Only stairs of alternating steps meet as few as two or three diagonals, a row or a column as
    many as it has cells: two of them have a half-turn, about a cell if they are odd."""
    found = HalfTurnSweep(width, width).run().numbers
    assert sum(int(numbers[width]) for numbers in found.values()) == (2 if width % 2 else 1)
    assert not any(numbers[:width].any() for numbers in found.values())


@pytest.mark.slow
@pytest.mark.parametrize("kind", SWEEPS)
def test_predictions_are_near_the_work_done(kind: str) -> None:
    """Steps to a factor of 1.5; most work where it was expected."""
    cells = 20 if kind == "hexagons" else 26
    steps = {width: swept(kind, width, cells).steps for width in SWEEPS[kind].widths(cells)}
    expected = {width: nodes for width, (nodes, _) in SWEEPS[kind].work(cells).items()}
    assert 2 / 3 < sum(expected.values()) / sum(steps.values()) < 3 / 2
    busiest = max(steps, key=lambda width: steps[width])
    assert 1 / 2 < expected[busiest] / steps[busiest] < 2


@pytest.mark.compiled
@pytest.mark.usefixtures("interrupts_heard")
@pytest.mark.parametrize("seconds", [0.01, 0.02, 0.03, 0.05, 0.08])
def test_a_sweep_can_be_interrupted(seconds: float) -> None:
    """Ctrl-C ends a sweep between two calls of its kernel."""
    FixedSweep(3, 6).run()
    ctrl_c = partial(os.kill, os.getpid(), signal.SIGINT)
    with pytest.raises(KeyboardInterrupt), interrupted(seconds, ctrl_c):
        FixedSweep(12, 40).run()
