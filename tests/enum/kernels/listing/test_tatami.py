"""Laws of the tatami search: naive layouts, and pruning that loses nothing."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from enumino.enum import drive
from enumino.enum.kernels.listing import tatami
from enumino.enum.kernels.shared.cursor import DONE, NODES
from enumino.families.tatami.problem import new_tables
from enumino.objects.lattice import SQUARE_CLASSES
from tests import naive_tatami as naive

MANY = 1 << 40
Room = npt.NDArray[np.bool_]
Found = tuple[str, int, int, int, int, str, int]
COURTYARD = "##### #.#.# ##### #.#.# #####"
FRAMES = [(h, w) for h in range(1, 25) for w in range(1, 25 // h + 1) if h * w <= 24]
L_SHAPE = "###.. ###.. ##### ##### #####"
PIECES = "##.## ##.## ..... ##.## ##.##"


def frame(height: int, width: int) -> Room:
    return np.ones((height, width), np.bool_)


def tables_of(
    room: Room,
    fewest: int = 0,
    most: int = 0,
    *,
    pruning: bool = True,
    up_to_symmetry: bool = False,
) -> tatami.Tables:
    images = naive.images(room)
    return new_tables(room, images, fewest, most, up_to_symmetry, pruning)


def rows(
    tables: tatami.Tables,
    prefix: Sequence[int] = (),
    batch: int = 1000,
    size: int | None = None,
    max_nodes: int = MANY,
    state: tatami.State | None = None,
) -> tuple[list[Found], int]:
    """All rows of a subtree with their orbits, in the order of the listing, and its nodes."""
    state = tatami.new_state(tables) if state is None else state
    drive.enter(tatami, state, prefix)
    size = batch * max(tables.scan.size, 1) if size is None else size
    out = tatami.new_columns(batch, size)
    found: list[Found] = []
    filled = 0
    while not state.cursor[DONE]:
        filled = tatami.advance(state, out, filled, max_nodes)
        if tatami.is_full(state, out, filled):
            found += read(out, filled)
            filled = 0
    return found + read(out, filled), int(state.cursor[NODES])


def read(out: tatami.Columns, filled: int) -> list[Found]:
    """The rows of a buffer."""
    letters, offsets = out.layout.tobytes().decode(errors="replace"), out.offsets.tolist()
    assert offsets[0] == 0
    layouts = [letters[offsets[i] : offsets[i + 1]] for i in range(filled)]
    symmetry = [SQUARE_CLASSES[code] for code in out.symmetry[:filled]]
    numbers = [column[:filled].tolist() for column in out[:4]]
    return list(zip(layouts, *numbers, symmetry, out.orbit[:filled].tolist(), strict=True))


def count(room: Room, fewest: int = 0, most: int = 0, **options: bool) -> tuple[int, int]:
    """Layouts of a room, and nodes of the search."""
    state = tatami.new_state(tables_of(room, fewest, most, **options))
    drive.enter(tatami, state, ())
    counts = np.zeros((most + 1, len(SQUARE_CLASSES)), np.int64)
    while not state.cursor[DONE]:
        tatami.tally(state, counts, MANY)
    assert counts[:fewest].sum() == 0
    return int(counts.sum()), int(state.cursor[NODES])


@st.composite
def rooms(draw: st.DrawFn, cells: int = 30, height: int = 5, width: int = 6) -> Room:
    """Frames with walls anywhere, either way round, and no more free cells than asked for."""
    shape = draw(st.integers(1, height)), draw(st.integers(1, width))
    shape = shape if draw(st.booleans()) else shape[::-1]
    area = shape[0] * shape[1]
    walls = draw(st.sets(st.integers(0, area - 1), max_size=draw(st.integers(0, 6))))
    if area - len(walls) > cells:
        others = [i for i in range(area) if i not in walls]
        walls |= set(draw(st.permutations(others))[: area - len(walls) - cells])
    room = np.ones(area, np.bool_)
    room[list(walls)] = False
    return room.reshape(shape)


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
    assert rows(tables_of(room, 1, 1))[0] == []


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
