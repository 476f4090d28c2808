"""The row scan: its layouts against an oracle, published counts, and however it is called."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from enumino.enum.kernels.listing import tatami
from enumino.families.tatami import search_tables
from tests import naive_tatami as naive
from tests import published
from tests.enum.kernels.listing.tatami_rooms import (
    COURTYARD,
    MANY,
    Room,
    count,
    frame,
    layouts,
    rooms,
    rows,
    tables_of,
)
from tests.looping import each

FRAMES = [(h, w) for h in range(1, 25) for w in range(1, 25 // h + 1) if h * w <= 24]
SMALL_FRAMES = [(h, w) for h, w in FRAMES if h * w <= 12]
L_SHAPE = "...## ...## ..... ..... ....."
PIECES = "..#.. ..#.. ##### ..#.. ..#.."


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


@each(("height", "width"), FRAMES)
def test_domino_layouts_of_rectangles_equal_the_oracle(height: int, width: int) -> None:
    assert_equals_the_oracle(frame(height, width), 0, 0)


@each(("height", "width"), SMALL_FRAMES)
def test_layouts_with_any_monomers_equal_the_oracle(height: int, width: int) -> None:
    assert_equals_the_oracle(frame(height, width), 0, height * width)


@each(("height", "width"), [(3, 4), (4, 3), (2, 6), (5, 2), (3, 3)])
@each(("fewest", "most"), [(1, 1), (2, 2), (3, 3), (4, 4), (1, 3), (2, 99)])
def test_exact_numbers_of_monomers_equal_the_oracle(
    height: int, width: int, fewest: int, most: int
) -> None:
    assert_equals_the_oracle(frame(height, width), fewest, most)


@pytest.mark.slow
@pytest.mark.parametrize(("height", "width"), [(4, 4), (2, 8), (6, 3)])
def test_larger_rooms_with_monomers_equal_the_oracle(height: int, width: int) -> None:
    room = frame(height, width)
    assert_equals_the_oracle(room, 0, 4)
    expected = {naive.text(x) for x in naive.layouts(naive.cells(room), 0, 4)}
    for monomers in range(5):
        assert set(layouts(room, monomers, monomers)) == {
            text for text in expected if text.count("M") == monomers
        }


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
    room = naive.room("## ##")
    assert [row[0] for row in rows(tables_of(room))[0]] == [""]
    assert count(room) == (1, 1)
    assert layouts(room, 1, 1) == []


def test_points_at_a_wall_never_offend() -> None:
    """Around a pillar monomers may meet at its corners; in the open they may not."""
    assert layouts(frame(2, 2), 4, 4) == []
    assert layouts(naive.room(".. .#"), 3, 3) == ["MMM"]
    assert layouts(naive.room("... .#. ..."), 8, 8) == ["MMMMMMMM"]
    assert layouts(naive.room("... .#. ...")) == ["HVVH", "VHVH"]


def test_too_large_rooms_are_refused() -> None:
    with pytest.raises(ValueError, match="65536 free cells"):
        search_tables.new_tables(frame(256, 256), np.full((7, 65536), -1), 0, 0, True, False)


@each(("height", "width"), [(2, 5), (3, 4), (4, 6), (5, 6), (1, 4)])
@each("most", [0, 2])
@each("up_to_symmetry", [False, True])
def test_a_wide_room_has_the_layouts_of_the_tall_one_transposed(
    height: int, width: int, most: int, up_to_symmetry: bool
) -> None:
    wide, _ = rows(tables_of(frame(height, width), 0, most, up_to_symmetry=up_to_symmetry))
    tall, _ = rows(tables_of(frame(width, height), 0, most, up_to_symmetry=up_to_symmetry))
    transposed = [
        naive.image(tile_sets(row[0], (width, height)), 3, (width, height)) for row in tall
    ]
    assert [tile_sets(row[0], (height, width)) for row in wide] == transposed
    assert [(row[5], row[6]) for row in wide] == [(row[5], row[6]) for row in tall]


def tile_sets(text: str, shape: tuple[int, int]) -> naive.Layout:
    """The layout that a text describes: each tile starts at the first free cell."""
    free = naive.cells(frame(*shape))
    found = set()
    for letter in text:
        r, c = min(free)
        tile = {(r, c), (r + (letter == "V"), c + (letter == "H"))}
        assert tile <= free
        free -= tile
        found.add(frozenset(tile))
    assert not free
    return frozenset(found)


@each(("height", "width"), [(4, 4), (4, 5), (2, 7), (3, 8), (6, 6)])
@each("most", [0, 4])
def test_orbits_add_up_to_all_layouts(height: int, width: int, most: int) -> None:
    room = frame(height, width)
    first_ones, _ = rows(tables_of(room, 0, most, up_to_symmetry=True))
    assert sum(row[6] for row in first_ones) == count(room, 0, most)[0]
    assert count(room, 0, most, up_to_symmetry=True)[0] == len(first_ones)


def known(name: str, largest: int, *keys: str) -> list[tuple[int, ...]]:
    """Rows of a published table for rooms of at most so many cells, with the count last."""
    listed = published.table("tatami", name)
    sides = (keys[0], keys[1 if name != "tatami_square_n_monomers" else 0])
    chosen = [row for row in listed if int(row[sides[0]]) * int(row[sides[1]]) <= largest]
    assert chosen
    return [(*(int(row[key]) for key in keys), int(row["count"])) for row in chosen]


@pytest.mark.parametrize("largest", [24, pytest.param(400, marks=pytest.mark.slow)])
def test_rectangles_equal_published_counts(largest: int) -> None:
    for height, width, expected in known("tatami_rectangles", largest, "rows", "cols"):
        if expected < 400_000:
            assert count(frame(height, width))[0] == expected


@pytest.mark.parametrize("largest", [24, pytest.param(400, marks=pytest.mark.slow)])
def test_rectangles_up_to_symmetry_equal_published_counts(largest: int) -> None:
    for height, width, expected in known("tatami_incongruent", largest, "rows", "cols"):
        if expected < 400_000:
            assert count(frame(height, width), up_to_symmetry=True)[0] == expected


@pytest.mark.parametrize("largest", [12, pytest.param(48, marks=pytest.mark.slow)])
def test_numbers_of_monomers_equal_published_counts(largest: int) -> None:
    for height, width, monomers, expected in known(
        "tatami_monomers", largest, "rows", "cols", "monomers"
    ):
        if expected < 400_000:
            assert count(frame(height, width), monomers, monomers)[0] == expected


@pytest.mark.parametrize("largest", [12, pytest.param(30, marks=pytest.mark.slow)])
def test_any_numbers_of_monomers_equal_published_counts(largest: int) -> None:
    for height, width, expected in known("tatami_monomer_dimer_totals", largest, "rows", "cols"):
        assert count(frame(height, width), 0, height * width)[0] == expected


@pytest.mark.parametrize("largest", [25, pytest.param(144, marks=pytest.mark.slow)])
def test_squares_with_as_many_monomers_as_rows_equal_published_counts(largest: int) -> None:
    for size, monomers, expected in known("tatami_square_n_monomers", largest, "n", "monomers"):
        assert count(frame(size, size), monomers, monomers)[0] == expected == size * 2 ** (size - 1)


@pytest.mark.slow
def test_a_long_strip_is_listed_whole() -> None:
    """The room of 3 by 60 cells in buffers, without keeping the rows; its count is A068922(30)."""
    tables = tables_of(frame(3, 60))
    state = tatami.new_state(tables)
    tatami.seek(state, np.zeros(0, np.int64))
    out = tatami.new_columns(1 << 14, 90 << 14)
    total = letters = 0
    while not state.cursor[tatami.DONE]:
        filled = tatami.advance(state, out, 0, MANY)
        total += filled
        letters += int(out.offsets[filled])
        assert (out.mats[:filled] == 90).all()
        assert (out.horizontal[:filled] + out.vertical[:filled] == 90).all()
    assert (total, letters) == (2_692_538, 90 * 2_692_538)
