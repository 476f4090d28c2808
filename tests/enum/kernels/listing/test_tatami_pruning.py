"""Pruning of the tatami search: fewer nodes, and the same rows in the same order."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.enum.kernels.listing.tatami_rooms import (
    Room,
    count,
    frame,
    layouts,
    rooms,
    rows,
    tables_of,
)
from tests.looping import each


@each("height", range(1, 7))
@each("width", range(1, 10))
def test_pruning_changes_neither_rows_nor_their_order(height: int, width: int) -> None:
    room = frame(height, width)
    assert layouts(room) == layouts(room, pruning=False)


@pytest.mark.slow
@pytest.mark.parametrize("height", range(1, 9))
def test_pruning_changes_no_room_up_to_8_by_29(height: int) -> None:
    for width in range(1, 30):
        room = frame(height, width)
        assert rows(tables_of(room))[0] == rows(tables_of(room, pruning=False))[0]


@pytest.mark.slow
@settings(max_examples=120)
@given(rooms(cells=99, height=9, width=12), st.integers(0, 3), st.integers(0, 3))
def test_pruning_changes_no_region(room: Room, fewest: int, more: int) -> None:
    for numbers in ((0, 0), (fewest, fewest + more)):
        plain = rows(tables_of(room, *numbers, pruning=False))[0]
        assert rows(tables_of(room, *numbers))[0] == plain


@pytest.mark.slow
@pytest.mark.parametrize("size", range(2, 8))
def test_pruning_changes_no_square_with_monomers(size: int) -> None:
    room = frame(size, size)
    for fewest, most in ((0, size * size), (0, 3), (size, size), (size - 1, size + 1)):
        assert layouts(room, fewest, most) == layouts(room, fewest, most, pruning=False)


def test_pruning_visits_few_nodes() -> None:
    """The plain search of a room of 6 by 6 makes 282 choices below its root."""
    assert count(frame(6, 6), pruning=False) == (2, 283)
    assert count(frame(6, 6)) == (2, 65)


@pytest.mark.slow
def test_nodes_of_large_rooms() -> None:
    assert count(frame(16, 17), pruning=False) == (2, 107_112)
    assert count(frame(20, 21), pruning=False) == (2, 1_049_279)
    assert count(frame(30, 31)) == (2, 2_043)
    assert count(frame(60, 61)) == (2, 8_133)
