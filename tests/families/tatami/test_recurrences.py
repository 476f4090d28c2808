"""Recurrences for tatami rectangles: published counts, and naive ones."""

from math import isqrt

import pytest

from enumino.errors import ProblemError
from enumino.families.tatami import published as tatami_published
from enumino.families.tatami import recurrences as tatami
from tests import published


def test_published_rooms() -> None:
    known = tatami_published._known()
    assert len(known) > 500
    for (low, high, monomers, up_to_symmetry), found in known.items():
        if monomers == 0 and not up_to_symmetry and high > 0:
            assert tatami.layouts(low, high) == tatami.layouts(high, low) == found.value


def rooms_of(area: int) -> list[tuple[int, int]]:
    """All rooms r x s of an area with r <= s."""
    return [(r, area // r) for r in range(1, isqrt(area) + 1) if area % r == 0]


def test_published_sums_over_rooms() -> None:
    for mats, value in published.terms("tatami")["A067925"].items():
        rooms = rooms_of(2 * mats)
        assert sum((1 + (r < c)) * tatami.layouts(r, c) for r, c in rooms) == value


def test_large_rooms_are_counted_exactly() -> None:
    a, b = 1, 1  # compositions of n into 1 and 2: of 2n into 2 and 4
    for _ in range(50_000):
        a, b = b, a + b
    assert tatami.layouts(3, 100_000) == 2 * a
    assert tatami.layouts(1000, 1001) == 2
    assert tatami.layouts(1001, 10) == tatami.layouts(10, 1001) > 0
    assert tatami.layouts(999, 999) == 0


def test_bad_rooms_are_refused() -> None:
    with pytest.raises(ProblemError, match="not 0 x 5"):
        tatami.layouts(0, 5)
    with pytest.raises(ProblemError, match="not 3 x -1"):
        tatami.layouts(3, -1)
