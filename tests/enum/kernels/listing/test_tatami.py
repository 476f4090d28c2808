"""Laws of the tatami search: naive layouts, and pruning that loses nothing."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import naive_tatami as naive
from tests.enum.kernels.listing.tatami_rooms import (
    COURTYARD,
    Room,
    count,
    frame,
    layouts,
    rooms,
    rows,
    tables_of,
)

FRAMES = [(h, w) for h in range(1, 25) for w in range(1, 25 // h + 1) if h * w <= 24]
L_SHAPE = "###.. ###.. ##### ##### #####"
PIECES = "##.## ##.## ..... ##.## ##.##"


def assert_equals_the_oracle(room: Room, fewest: int, most: int) -> None:
    """Every row with every attribute, in the order that is promised; and one layout a class."""
    expected = naive.layouts(naive.cells(room), fewest, most)
    in_order = sorted(expected, key=lambda layout: naive.listed_before(layout, room.shape))
    for pruning in (True, False):
        found, _ = rows(tables_of(room, fewest, most, pruning=pruning))
        assert found == [(*naive.row(layout, room), 1) for layout in in_order]
    sizes = naive.classes(expected, room)
    found, _ = rows(tables_of(room, fewest, most, up_to_symmetry=True))
    assert found == [(*naive.row(x, room), sizes[x]) for x in in_order if x in sizes]


def test_domino_layouts_of_rectangles_equal_the_oracle() -> None:
    for size in FRAMES:
        assert_equals_the_oracle(frame(*size), 0, 0)


@pytest.mark.parametrize("drawing", [COURTYARD, L_SHAPE, PIECES])
def test_rooms_with_walls_equal_the_oracle(drawing: str) -> None:
    room = naive.room(drawing)
    assert_equals_the_oracle(room, 0, 0)
    assert_equals_the_oracle(room, 0, 3)


@given(rooms())
def test_domino_layouts_of_any_region_equal_the_oracle(room: Room) -> None:
    assert_equals_the_oracle(room, 0, 0)


@given(rooms(cells=13), st.integers(0, 5), st.integers(0, 30))
def test_layouts_of_any_region_with_monomers_equal_the_oracle(
    room: Room, fewest: int, more: int
) -> None:
    assert_equals_the_oracle(room, fewest, fewest + more)


def test_a_room_without_cells_has_the_empty_layout() -> None:
    room = naive.room(".. ..")
    assert [row[0] for row in rows(tables_of(room))[0]] == [""]
    assert count(room) == (1, 1)
    assert layouts(room, 1, 1) == []


@pytest.mark.compiled
@settings(max_examples=120)
@given(rooms(cells=99, height=9, width=12), st.integers(0, 3), st.integers(0, 3))
def test_pruning_changes_no_region(room: Room, fewest: int, more: int) -> None:
    for numbers in ((0, 0), (fewest, fewest + more)):
        plain = rows(tables_of(room, *numbers, pruning=False))[0]
        assert rows(tables_of(room, *numbers))[0] == plain


def test_pruning_visits_few_nodes() -> None:
    """The plain search of a room of 6 by 6 makes 282 choices below its root."""
    assert count(frame(6, 6), pruning=False) == (2, 283)
    assert count(frame(6, 6)) == (2, 65)


@pytest.mark.compiled
def test_nodes_of_large_rooms() -> None:
    assert count(frame(16, 17), pruning=False) == (2, 107_112)
    assert count(frame(20, 21), pruning=False) == (2, 1_049_279)
    assert count(frame(30, 31)) == (2, 2_043)
    assert count(frame(60, 61)) == (2, 8_133)


@pytest.mark.parametrize("size", [16, 17, 40])
def test_a_buffer_of_few_letters_is_full_before_it_overflows(size: int) -> None:
    tables = tables_of(frame(4, 4), 0, 16)
    assert rows(tables, size=size) == rows(tables)
