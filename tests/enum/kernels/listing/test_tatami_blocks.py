"""Layouts from blocks: the rows of a naive listing, counts by Hickerson, however it is called."""

from __future__ import annotations

from functools import cache
from itertools import pairwise, product

import numpy as np
import pytest

from enumino.enum.kernels.listing import tatami
from enumino.enum.kernels.listing import tatami_blocks as blocks
from enumino.families.tatami import block_tables, search_tables
from enumino.objects.lattice import SymmetryClass
from tests import naive_tatami as naive
from tests.looping import each
from tests.naive_tatami import hickerson

MANY = 1 << 40
Row = tuple[int, int, int, int, int, int, bytes]

SMALL = range(1, 31)  # cells


def images_of(rows: int, cols: int) -> np.ndarray:
    return naive.images(np.ones((rows, cols), np.bool_))


@cache
def naive_rows(rows: int, cols: int, up_to_symmetry: bool) -> list[Row]:
    """The rows that the kernel should write, from the definitions."""
    room = np.ones((rows, cols), np.bool_)
    listed = naive.layouts(naive.cells(room), 0, 0)
    sizes = naive.classes(listed, room) if up_to_symmetry else dict.fromkeys(listed, 1)
    found = []
    for layout in sorted(sizes, key=lambda each: naive.listed_before(each, room.shape)):
        letters, *numbers, symmetry = naive.row(layout, room)
        code = list(SymmetryClass).index(symmetry)
        found.append((*numbers, code, sizes[layout], letters.encode()))
    return found


def start(rows: int, cols: int, up_to_symmetry: bool = False) -> blocks.State:
    images = images_of(rows, cols)
    return blocks.new_state(block_tables.new_tables(rows, cols, images, up_to_symmetry))


def rows_of(out: blocks.Columns | tatami.Columns, filled: int) -> list[Row]:
    letters, offsets = out.layout.tobytes(), out.offsets.tolist()
    layouts = [letters[a:b] for a, b in pairwise(offsets[: filled + 1])]
    return list(zip(*(column[:filled].tolist() for column in out[:6]), layouts, strict=True))


def listed(
    state: blocks.State,
    prefix: tuple[int, ...] = (),
    batch: int = 100,
    max_nodes: int = MANY,
) -> tuple[list[Row], int]:
    """All rows of a subtree, and its nodes."""
    blocks.seek(state, np.array(prefix, np.int64))
    out = blocks.new_columns(batch, (batch + 1) * int(state.tables.room[blocks.CELLS]) // 2)
    found: list[Row] = []
    while not state.cursor[blocks.DONE]:
        filled = blocks.advance(state, out, 0, max_nodes)
        found += rows_of(out, filled)
    return found, int(state.cursor[blocks.NODES])


@each("up_to_symmetry", [False, True])
@pytest.mark.parametrize(
    "areas",
    [SMALL, pytest.param(range(31, 41), marks=[pytest.mark.slow, pytest.mark.long])],
    ids=lambda areas: f"{areas[-1]} cells",
)
def test_rows_equal_a_naive_listing_in_its_order(areas: range, up_to_symmetry: bool) -> None:
    for rows, cols in product(range(1, areas[-1] + 1), repeat=2):
        if rows * cols in areas:
            found, _ = listed(start(rows, cols, up_to_symmetry))
            assert found == naive_rows(rows, cols, up_to_symmetry), (rows, cols)


@pytest.mark.parametrize(
    ("rows", "cols"), [(6, 6), (8, 8), (6, 11), (11, 6), (5, 12), (12, 5), (7, 8)]
)
def test_rows_of_broader_rooms_equal_a_naive_listing(rows: int, cols: int) -> None:
    for up_to_symmetry in (False, True):
        found, _ = listed(start(rows, cols, up_to_symmetry))
        assert found == naive_rows(rows, cols, up_to_symmetry)


def counted(
    rows: int, cols: int, up_to_symmetry: bool = False, max_nodes: int = MANY
) -> np.ndarray:
    """The counts of `tally`: int64[class]."""
    state, counts = start(rows, cols, up_to_symmetry), np.zeros((1, 8), np.int64)
    blocks.seek(state, np.zeros(0, np.int64))
    while not state.cursor[blocks.DONE]:
        blocks.tally(state, counts, max_nodes)
    return counts[0]


@pytest.mark.parametrize("r", range(1, 13))
def test_counts_equal_the_recurrence(r: int) -> None:
    for s in range(r, 41 if r > 3 else 21):
        assert counted(r, s).sum() == counted(s, r).sum() == hickerson(r, s), s


@pytest.mark.slow
@pytest.mark.parametrize(("r", "s"), [(3, 48), (4, 90), (9, 140), (16, 200), (30, 500), (31, 500)])
def test_counts_of_long_rooms_equal_the_recurrence(r: int, s: int) -> None:
    assert counted(r, s).sum() == hickerson(r, s)


@pytest.mark.parametrize(("r", "s"), [(3, 20), (4, 23), (5, 34), (6, 29), (2, 12), (6, 6), (1, 8)])
def test_one_layout_a_class_stands_for_all(r: int, s: int) -> None:
    """Orbits add up to the layouts of each class."""
    for rows, cols in ((r, s), (s, r)):
        found, _ = listed(start(rows, cols, True))
        layouts = np.zeros(8, np.int64)
        for row in found:
            layouts[row[4]] += row[5]
        assert layouts.tolist() == counted(rows, cols).tolist()
        classes = np.bincount([row[4] for row in found], minlength=8)
        assert classes.tolist() == counted(rows, cols, True, max_nodes=3).tolist()


def tiles_the_room(rows: int, cols: int, letters: bytes) -> bool:
    """Whether mats laid down by their letters fill the room, with no four at a point."""
    mat = np.zeros((rows, cols), np.int64)
    free = iter(range(rows * cols))
    for number, letter in enumerate(letters, 1):
        at = next(cell for cell in free if mat.flat[cell] == 0)
        other = at + (1 if letter == ord("H") else cols)
        if mat.flat[other] or (letter == ord("H") and other % cols == 0):
            return False
        mat.flat[at] = mat.flat[other] = number
    a, b, c, d = mat[:-1, :-1], mat[:-1, 1:], mat[1:, :-1], mat[1:, 1:]
    meeting = (a != b) & (c != d) & (a != c) & (b != d)
    return bool(mat.all()) and not meeting.any()


@pytest.mark.parametrize(
    ("rows", "cols"),
    [
        (30, 31),
        (61, 60),
        (40, 202),
        (203, 40),
        pytest.param(200, 201, marks=pytest.mark.long),
        pytest.param(250, 250, marks=pytest.mark.long),
    ],
)
def test_large_rooms_are_tiled(rows: int, cols: int) -> None:
    found, nodes = listed(start(rows, cols))
    assert len(found) == len(set(found)) == hickerson(min(rows, cols), max(rows, cols))
    assert nodes <= 1 + len(found) * (2 * max(rows, cols) // (min(rows, cols) - 1) + 1)
    for row in found:
        assert tiles_the_room(rows, cols, row[6])


def test_rooms_without_layouts() -> None:
    for rows, cols in ((1, 1), (1, 7), (7, 7), (12, 16), (10, 14), (100, 150)):
        state = start(rows, cols)
        assert blocks.seek(state, np.zeros(0, np.int64)) == blocks.LEAF
        assert listed(state) == ([], 1)


def test_a_buffer_is_full_when_the_next_layout_might_not_fit() -> None:
    state = start(3, 16)
    layouts = [row[6] for row in listed(state)[0]]
    blocks.seek(state, np.zeros(0, np.int64))
    out = blocks.new_columns(100, 24 + 48)
    assert blocks.advance(state, out, 0, MANY) == 2
    assert blocks.is_full(state, out, 2)
    assert not blocks.is_full(state, out, 1)
    assert blocks.advance(state, out, 2, MANY) == 2
    assert out.layout.tobytes()[:48] == layouts[0] + layouts[1]
    assert blocks.advance(state, out, 1, MANY) == 2
    assert out.layout.tobytes()[:48] == layouts[0] + layouts[2]


def test_symmetries_that_do_not_count_are_left_out() -> None:
    images = images_of(4, 8)
    images[1:] = -1
    state = blocks.new_state(block_tables.new_tables(4, 8, images, True))
    assert [row[4:6] for row in listed(state)[0]] == [(0, 2), (0, 2), (3, 1)]


@pytest.mark.parametrize("up_to_symmetry", [False, True])
@pytest.mark.parametrize(
    ("rows", "cols"),
    [(3, 22), (20, 3), (2, 15), (14, 2), (4, 30), (29, 4), (9, 8), (10, 10), (5, 40)],
)
def test_rows_equal_those_of_the_row_scan(rows: int, cols: int, up_to_symmetry: bool) -> None:
    found, _ = listed(start(rows, cols, up_to_symmetry))
    room, images = np.ones((rows, cols), np.bool_), images_of(rows, cols)
    state = tatami.new_state(search_tables.new_tables(room, images, 0, 0, True, up_to_symmetry))
    tatami.seek(state, np.zeros(0, np.int64))
    out = tatami.new_columns(len(found) + 1, (len(found) + 1) * rows * cols)
    while not state.cursor[tatami.DONE]:
        assert tatami.advance(state, out, 0, MANY) == len(found)
        assert rows_of(out, len(found)) == found


@pytest.mark.parametrize(("rows", "cols"), [(0, 4), (363, 362)])
def test_rooms_out_of_range_are_refused(rows: int, cols: int) -> None:
    with pytest.raises(ValueError, match=f"A room is {rows} × {cols}"):
        block_tables.new_tables(rows, cols, np.zeros((7, 1), np.int64), False)
