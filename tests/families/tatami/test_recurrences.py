"""Recurrences for tatami rectangles: published counts, and naive ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import isqrt

import numpy as np
import pytest

from enumino.errors import ProblemError
from enumino.families.tatami import recurrences as tatami
from tests import naive_tatami, published
from tests.looping import each
from tests.naive_tatami import hickerson


def antidiagonals() -> Iterator[tuple[int, int]]:
    """Rooms in the order of the two tables of OEIS."""
    for total in range(2, 1000):
        yield from ((rows, total - rows) for rows in range(1, total))


@each(("oeis", "count"), [("A068920", tatami.layouts), ("A068926", tatami.layouts_up_to_symmetry)])
def test_published_tables_by_antidiagonals(oeis, count) -> None:
    for (_, value), room in zip(
        sorted(published.terms("tatami")[oeis].items()), antidiagonals(), strict=False
    ):
        assert count(*room) == value


@each("rows", [2, 3, 4, 5, 6])
@each(("first", "count"), [(68921, tatami.layouts), (68927, tatami.layouts_up_to_symmetry)])
def test_published_rows(rows: int, first: int, count) -> None:
    terms = published.terms("tatami")[f"A0{first + rows - 2}"]
    assert len(terms) > 20
    for n, value in terms.items():
        if n > 0:  # a room has at least one column
            assert count(rows, 2 * n if rows % 2 else n) == value


def rooms_of(area: int) -> list[tuple[int, int]]:
    """All rooms r x s of an area with r <= s."""
    return [(r, area // r) for r in range(1, isqrt(area) + 1) if area % r == 0]


def test_published_sums_over_rooms() -> None:
    for mats, value in published.terms("tatami")["A067925"].items():
        rooms = rooms_of(2 * mats)
        assert sum((1 + (r < c)) * tatami.layouts(r, c) for r, c in rooms) == value
    for mats, value in published.terms("tatami")["A052270"].items():
        assert sum(tatami.layouts_up_to_symmetry(r, c) for r, c in rooms_of(2 * mats)) == value


def test_compositions_are_hickersons_recurrences() -> None:
    for short, long in product(range(1, 13), range(1, 90)):
        if short <= long:
            assert tatami.layouts(short, long) == hickerson(short, long)
            assert tatami.layouts(long, short) == hickerson(short, long)


@pytest.mark.slow
@each("room", [(r, s) for r in range(1, 9) for s in range(r, 17) if r * s <= 48])
def test_symmetries_are_those_of_the_listed_layouts(room: tuple[int, int]) -> None:
    free = np.ones(room, bool)
    listed = naive_tatami.layouts(naive_tatami.cells(free), 0, 0)
    classes = naive_tatami.classes(listed, free)
    for found, layouts in (
        (tatami.by_symmetry(*room, up_to_symmetry=False), listed),
        (tatami.by_symmetry(*room), classes),
    ):
        assert found == Counter(naive_tatami.row(layout, free)[-1] for layout in layouts)
    assert tatami.layouts_up_to_symmetry(*room) == len(classes)
    assert tatami.by_symmetry(*reversed(room)) == tatami.by_symmetry(*room)


def test_large_rooms_are_counted_exactly() -> None:
    a, b = 1, 1  # compositions of n into 1 and 2: of 2n into 2 and 4
    for _ in range(50_000):
        a, b = b, a + b
    assert tatami.layouts(3, 100_000) == 2 * a
    assert tatami.layouts(1000, 1001) == 2
    assert tatami.layouts(1001, 10) == tatami.layouts(10, 1001) == hickerson(10, 1001)
    assert tatami.layouts(999, 999) == tatami.layouts_up_to_symmetry(999, 999) == 0


def test_bad_rooms_are_refused() -> None:
    with pytest.raises(ProblemError, match="not 0 x 5"):
        tatami.layouts(0, 5)
    with pytest.raises(ProblemError, match="not 3 x -1"):
        tatami.layouts_up_to_symmetry(3, -1)
