"""Layouts from blocks: the rows of a naive listing, counts by Hickerson, however it is called."""

from __future__ import annotations

from functools import cache
from itertools import pairwise, product

import numba
import numpy as np
import pytest

from enumino.enum.kernels.listing import tatami
from enumino.enum.kernels.listing import tatami_blocks as blocks
from enumino.families.tatami import block_tables, search_tables
from enumino.objects.lattice import SymmetryClass
from tests.looping import each
from tests.naive_square import CLASSES, IMAGES

MANY = 1 << 40
Row = tuple[int, int, int, int, int, int, bytes]
Cell = tuple[int, int]

MOST = 30 if numba.config.DISABLE_JIT else 40  # cells
SMALL = [(r, s) for r, s in product(range(1, MOST + 1), repeat=2) if r * s <= MOST]


def images_of(rows: int, cols: int) -> np.ndarray:
    images = np.full((7, rows * cols), -1, np.int64)
    for k, image in enumerate(IMAGES):
        if k < 3 or rows == cols:
            moved = [image(r, c, rows, cols) for r in range(rows) for c in range(cols)]
            images[k] = [r * cols + c for r, c in moved]
    return images


@cache
def naive_layouts(rows: int, cols: int) -> list[dict[Cell, Cell]]:
    """Every layout, by backtracking along the short side; cells point to their mat's other cell."""
    cells = list(product(range(rows), range(cols)))
    steps: list[Cell] = [(0, 1), (1, 0)]
    if cols > rows:
        cells.sort(key=lambda cell: cell[::-1])
        steps.reverse()
    layouts = []

    def four_meet(partner: dict[Cell, Cell], r: int, c: int) -> bool:
        ring = [(r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c), (r, c)]
        return all(cell in partner for cell in ring) and all(
            partner[a] != b for a, b in pairwise(ring)
        )

    def cover(partner: dict[Cell, Cell]) -> None:
        empty = next((cell for cell in cells if cell not in partner), None)
        if empty is None:
            layouts.append(partner)
            return
        for dr, dc in steps:
            other = (empty[0] + dr, empty[1] + dc)
            if other in cells_set and other not in partner:
                more = partner | {empty: other, other: empty}
                corners = product(
                    *({x[i] + d for x in (empty, other) for d in (-1, 0)} for i in (0, 1))
                )
                if not any(four_meet(more, r, c) for r, c in corners):
                    cover(more)

    cells_set = set(cells)
    cover({})
    return layouts


@cache
def naive_rows(rows: int, cols: int, up_to_symmetry: bool) -> list[Row]:
    """The rows that the kernel should write, from the definitions."""
    found, seen = [], set()
    indices = range(7 if rows == cols else 3)
    for layout in naive_layouts(rows, cols):
        moved = [
            frozenset(
                (IMAGES[k](*a, rows, cols), IMAGES[k](*b, rows, cols)) for a, b in layout.items()
            )
            for k in indices
        ]
        same = frozenset(layout.items())
        if up_to_symmetry and same in seen:
            continue
        seen |= {same, *moved}
        fixing = tuple(k for k in indices if moved[k] == same)
        letters = bytes(
            b"HV"[other[0] > cell[0]] for cell, other in sorted(layout.items()) if other > cell
        )
        across, mats = letters.count(b"H"), len(letters)
        orbit = len({same, *moved}) if up_to_symmetry else 1
        symmetry = list(SymmetryClass).index(CLASSES[fixing])
        found.append((mats, 0, across, mats - across, symmetry, orbit, letters))
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


def hickerson(r: int, s: int) -> int:
    """Domino tatami layouts of an r × s rectangle, r <= s (D. Hickerson, OEIS A068920)."""

    @cache
    def odd(s: int) -> int:
        return 0 if s < 0 else odd(s - r + 1) + odd(s - r - 1) + (s == 0)

    @cache
    def after_block(s: int) -> int:
        if s <= 0:
            return 0
        return even(s - 1) if r == 2 else after_line(s - 1) + (s == 1)

    @cache
    def after_line(s: int) -> int:
        if s <= 0:
            return 0
        if r == 2:
            return after_block(s - 2) + (s == 2)
        return after_block(s - r + 2) + after_block(s - r) + (s == r - 2) + (s == r)

    def even(s: int) -> int:
        return after_block(s) + after_line(s) + (s == 0)

    if r == 1:
        return int(s % 2 == 0)
    return 2 * odd(s) if r % 2 else even(s)


@each("up_to_symmetry", [False, True])
@each(("rows", "cols"), SMALL)
def test_rows_equal_a_naive_listing_in_its_order(
    rows: int, cols: int, up_to_symmetry: bool
) -> None:
    found, _ = listed(start(rows, cols, up_to_symmetry))
    assert found == naive_rows(rows, cols, up_to_symmetry)


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
    """What `tally` counts, as int64[class]."""
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
    ("rows", "cols"), [(30, 31), (61, 60), (40, 202), (203, 40), (200, 201), (250, 250)]
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
