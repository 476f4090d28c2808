"""Laws of all sweeps: listing, the search, any budget and limbs, and a pickle at every step."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest

from enumino.enum.kernels.counting import quotient
from enumino.families.polyforms.counting.polygons import PolygonSweep
from enumino.families.polyforms.counting.rotated import (
    DiagonalMirrorSweep,
    FixedSweep,
    RotatedHalfTurnSweep,
)
from enumino.families.polyforms.counting.straight import HalfTurnSweep, MirrorSweep, Sweep
from enumino.families.polyforms.counting.subjects import OUTLINES, orbit_graph
from enumino.families.polyforms.counting.subjects import widths as widths_of
from tests.looping import each
from tests.naive_symmetry import LISTED, invariant_counts
from tests.splitting import count_all

INTERPRETED = bool(numba.config.DISABLE_JIT)


class Kind(NamedTuple):
    """The sweeps of some widths that count something, and sizes to which laws are tried."""

    made: Callable[..., Any]  # of a width and of the most cells
    widths: Callable[[int], Sequence[int]]  # of the most cells
    pruned: tuple[int, ...]
    refused: tuple[tuple[int, int], ...]  # widths with cells that they do not take
    searched: int = 0  # cells to which the quotient is searched for the same
    large: int = 0  # cells of a long test
    has_limbs: bool = True


def half(cells: int) -> range:
    return range(1, (cells + 1) // 2 + 1)


KINDS = {
    "fixed": Kind(Sweep, half, (21,), ((0, 5), (4, 6), (32, 80))),
    "without holes": Kind(partial(Sweep, holes=False), half, (21,), ((0, 5), (4, 6), (32, 80))),
    "mirrors": Kind(
        MirrorSweep,
        lambda cells: range(1, (cells + 2) // 3 + 1),
        (14, 15, 16, 30),
        ((0, 5), (3, 6), (32, 100)),
        searched=27,
        large=39,
        has_limbs=False,
    ),
    "half-turns": Kind(
        HalfTurnSweep,
        half,
        (13, 14, 15, 24),
        ((0, 5), (4, 6), (32, 100)),
        searched=22,
        large=30,
    ),
    "fixed, along diagonals": Kind(
        FixedSweep,
        lambda cells: range(1, FixedSweep.widest(cells) + 1),
        (12, 13, 14),
        ((0, 6), (7, 6)),
    ),
    "diagonal mirrors": Kind(
        DiagonalMirrorSweep,
        lambda cells: range(1, DiagonalMirrorSweep.widest(cells) + 1),
        (12, 13, 14),
        ((4, 6),),
        searched=29,
        large=36,
    ),
    "half-turns, along diagonals": Kind(
        RotatedHalfTurnSweep,
        lambda cells: range(1, cells + 1),
        (14, 15),
        ((7, 6),),
        searched=22,
        large=23,
    ),
    **{
        f"outlines, {name}": Kind(
            partial(PolygonSweep, name),
            partial(widths_of, OUTLINES[name]),
            (15, 16),
            refused,
            large=large,
        )
        for name, refused, large in (
            ("fixed", ((0, 5),), 21),
            ("R180", ((29, 57),), 28),
            ("M", ((3, 6),), 30),
            ("M45", (), 24),
        )
    },
}
WITH_LIMBS = [name for name, kind in KINDS.items() if kind.has_limbs]
WITHOUT_HOLES = {name for name in KINDS if name.startswith(("outlines", "without"))}


def swept(kind: str, width: int, cells: int, **limbs: int) -> Any:
    sweep = KINDS[kind].made(width, cells, **limbs)
    while not sweep.done:
        sweep.advance()
    return sweep


@cache
def found(kind: str, width: int, cells: int) -> dict[str, np.ndarray]:
    """The numbers of a width by subject, and those by boxes where there are any."""
    sweep = swept(kind, width, cells)
    boxes = {} if not hasattr(sweep, "boxes") else {"boxes": sweep.boxes}
    return {**sweep.numbers, **boxes}


@cache
def numbers(kind: str, cells: int) -> dict[str, list[int]]:
    sweeps = [swept(kind, width, cells).numbers for width in KINDS[kind].widths(cells)]
    return {name: list(sum(sweep[name] for sweep in sweeps)) for name in sweeps[0]}


@each("kind", KINDS)
def test_numbers_agree_with_listing(kind: str) -> None:
    listed = invariant_counts(LISTED, without_holes=kind in WITHOUT_HOLES)
    for cells in range(1, LISTED + 1):
        for name, counted in numbers(kind, cells).items():
            assert name == "fixed" or counted == listed[name][: cells + 1]
            assert counted == numbers(kind, LISTED)[name][: cells + 1]
            assert all(type(number) is int for number in counted)


def agree_with_the_search(kind: str, cells: int) -> None:
    for name, counted in numbers(kind, cells).items():
        assert counted == count_all(quotient, quotient.new_search(orbit_graph(name, cells)))


@each("kind", [name for name, kind in KINDS.items() if kind.searched])
def test_numbers_agree_with_the_search(kind: str) -> None:
    agree_with_the_search(kind, 12)
    agree_with_the_search(kind, 13)


@pytest.mark.slow
@pytest.mark.long
@each("kind", [name for name, kind in KINDS.items() if kind.searched])
def test_numbers_agree_with_a_long_search(kind: str) -> None:
    agree_with_the_search(kind, KINDS[kind].searched)


def prunes_nothing(kind: str, cells: int) -> None:
    """With four cells to spare the bound hardly prunes what counts for the smaller sizes."""
    widths = KINDS[kind].widths(cells)
    if not {*widths} <= {*KINDS[kind].widths(cells + 4)}:  # a single one, which grows
        loose = numbers(kind, cells + 4)
        assert numbers(kind, cells) == {name: loose[name][: cells + 1] for name in loose}
        return
    for width in widths:
        loose = found(kind, width, cells + 4)
        for name, tight in found(kind, width, cells).items():
            assert np.array_equal(tight, loose[name][tuple(map(slice, tight.shape))]), (
                cells,
                width,
            )


@each("kind", KINDS)
def test_pruning_loses_nothing(kind: str) -> None:
    for cells in (7, 8) if INTERPRETED else KINDS[kind].pruned:
        prunes_nothing(kind, cells)


@pytest.mark.long
@pytest.mark.skipif(INTERPRETED, reason="slow without compilation")
@pytest.mark.parametrize("kind", [name for name, kind in KINDS.items() if kind.large])
def test_pruning_loses_nothing_where_it_is_large(kind: str) -> None:
    prunes_nothing(kind, KINDS[kind].large)


@each("kind", WITH_LIMBS)
@each(("limbs", "limb_bits"), [(2, 3), (3, 5), (7, 1), (2, 62)])
def test_limbs_recombine(kind: str, limbs: int, limb_bits: int) -> None:
    widths = KINDS[kind].widths(10)
    for width in widths[len(widths) // 2 :][:2]:
        sweep = swept(kind, width, 10, limbs=limbs, limb_bits=limb_bits)
        for name, expected in found(kind, width, 10).items():
            of_limbs = sweep.boxes if name == "boxes" else sweep.numbers[name]
            assert np.array_equal(of_limbs, expected), name


@each("kind", KINDS)
def test_a_sweep_is_taken_up_from_a_pickle(kind: str) -> None:
    widths = KINDS[kind].widths(9)
    width = widths[len(widths) // 2]
    sweep = KINDS[kind].made(width, 9)
    while not sweep.done:
        sweep.advance()
        sweep = pickle.loads(pickle.dumps(sweep))
    whole = swept(kind, width, 9)
    assert all(np.array_equal(sweep.numbers[name], each) for name, each in whole.numbers.items())
    assert (sweep.steps, sweep.peak_bytes) == (whole.steps, whole.peak_bytes)
    assert 0 < sweep.peak_states < sweep.steps
    assert sweep.peak_bytes > 8 * sweep.peak_states


@each("kind", KINDS)
def test_a_width_that_is_not_met_is_refused(kind: str) -> None:
    for width, cells in KINDS[kind].refused:
        with pytest.raises(ValueError, match=f"width {width} with {cells} cells"):
            KINDS[kind].made(width, cells)


@each("kind", WITH_LIMBS)
def test_limb_bits_are_refused_out_of_range(kind: str) -> None:
    with pytest.raises(ValueError, match="from 1 to 62"):
        KINDS[kind].made(KINDS[kind].widths(4)[-1], 4, limb_bits=63)
