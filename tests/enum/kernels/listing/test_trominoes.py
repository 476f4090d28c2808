"""Boards of trominoes: the construction as a recursion, the rows it makes, however it is called."""

from __future__ import annotations

from functools import cache
from itertools import pairwise, product

import numpy as np
import pytest

from enumino.enum.kernels.listing import trominoes
from enumino.objects.lattice import SymmetryClass
from tests.looping import each

CLASSES = list(SymmetryClass)
MANY = 1 << 40
ROOT = np.zeros(0, np.int64)
Cell = tuple[int, int]
Row = tuple[int, int, int, int, str, str]

# The eight symmetries of a square board, by what they do to a cell; the first does nothing.
SYMMETRIES = (
    lambda r, c, end: (r, c),
    lambda r, c, end: (r, end - c),
    lambda r, c, end: (end - r, c),
    lambda r, c, end: (end - r, end - c),
    lambda r, c, end: (c, r),
    lambda r, c, end: (c, end - r),
    lambda r, c, end: (end - c, r),
    lambda r, c, end: (end - c, end - r),
)
CLASS_OF = {(0,): "none", (0, 4): "diag", (0, 7): "diag", tuple(range(8)): "all"}
# The three cells of a tromino, relative to its first one.
OFFSETS = {
    "a": ((0, 0), (0, 1), (1, 0)),
    "b": ((0, 0), (0, 1), (1, 1)),
    "c": ((0, 0), (1, 0), (1, 1)),
    "d": ((0, 0), (1, -1), (1, 0)),
}


@cache
def naive_board(k: int, missing: Cell) -> np.ndarray:
    """Golomb's construction as one would tell it."""
    board = np.full((1 << k, 1 << k), -1)
    board[missing] = number = 0

    def divide(top: int, left: int, side: int, missing: Cell) -> None:
        nonlocal number
        if side == 1:
            return
        number += 1
        here, half = number, side // 2
        for down, right in product((0, 1), repeat=2):
            rows = range(top + down * half, top + down * half + half)
            columns = range(left + right * half, left + right * half + half)
            if missing not in product(rows, columns):
                board[top + half - 1 + down, left + half - 1 + right] = here
        for down, right in product((0, 1), repeat=2):
            rows = range(top + down * half, top + down * half + half)
            columns = range(left + right * half, left + right * half + half)
            hole = next(
                cell
                for cell in product(rows, columns)
                if cell == missing
                or (missing not in product(rows, columns) and board[cell] == here)
            )
            divide(rows[0], columns[0], half, hole)

    divide(0, 0, 1 << k, missing)
    return board


def decoded(layout: str, k: int, missing: Cell) -> np.ndarray:
    """A layout as a board: trominoes numbered by first cells in row-major order."""
    side = 1 << k
    board = np.full((side, side), -1)
    board[missing] = 0
    for number, letter in enumerate(layout, 1):
        r, c = divmod(int(np.argmax(board.ravel() < 0)), side)
        for dr, dc in OFFSETS[letter]:
            assert c + dc >= 0
            assert board[r + dr, c + dc] == -1
            board[r + dr, c + dc] = number
    assert (board >= 0).all()
    return board


def by_first_cells(board: np.ndarray) -> np.ndarray:
    """The board with its trominoes numbered by first cells in row-major order."""
    order = {0: 0} | {number: 0 for number in board.ravel().tolist() if number}
    order |= {number: i for i, number in enumerate([n for n in order if n], 1)}
    return np.array([order[number] for number in board.ravel().tolist()]).reshape(board.shape)


def image(board: np.ndarray, symmetry: int) -> np.ndarray:
    moved, end = np.empty_like(board), len(board) - 1
    for cell in np.ndindex(board.shape):
        moved[SYMMETRIES[symmetry](*cell, end)] = board[cell]
    return moved


@cache
def naive_rows(k: int, with_layout: bool, up_to_symmetry: bool) -> frozenset[Row]:
    """The rows that the kernel should write, from the definitions."""
    found, seen, end = set(), set(), (1 << k) - 1
    for r, c in product(range(1 << k), repeat=2):
        images = {move(r, c, end) for move in SYMMETRIES}
        if up_to_symmetry and (r, c) in seen:
            continue
        seen |= images
        tiling = by_first_cells(naive_board(k, (r, c)))
        fixing = tuple(
            i for i in range(8) if np.array_equal(by_first_cells(image(tiling, i)), tiling)
        )
        path = "".join(str(2 * (r >> i & 1) + (c >> i & 1)) for i in reversed(range(k)))
        letters = ""
        for number in range(1, int(tiling.max()) + 1):
            cells = np.argwhere(tiling == number)
            offsets = tuple((int(i - cells[0][0]), int(j - cells[0][1])) for i, j in cells)
            letters += next(letter for letter, cells in OFFSETS.items() if cells == offsets)
        symmetry = CLASSES.index(SymmetryClass(CLASS_OF[fixing]))
        orbit = len(images) if up_to_symmetry else 1
        found.add((r, c, symmetry, orbit, path, letters if with_layout else ""))
    return frozenset(found)


def start(k: int, with_layout: bool = True, up_to_symmetry: bool = False) -> trominoes.State:
    return trominoes.new_state(trominoes.new_tables(k, with_layout, up_to_symmetry))


def rows_of(out: trominoes.Columns, filled: int) -> list[Row]:
    def texts(values: np.ndarray, offsets: np.ndarray) -> list[str]:
        text = values.tobytes().decode("latin-1")
        return [text[a:b] for a, b in pairwise(offsets[: filled + 1].tolist())]

    plain = [column[:filled].tolist() for column in out[:4]]
    paths = texts(out.path, out.path_offsets)
    layouts = texts(out.layout, out.layout_offsets)
    return list(zip(*plain, paths, layouts, strict=True))


def listed(
    state: trominoes.State,
    prefix: tuple[int, ...] = (),
    batch: int = 300,
    max_nodes: int = MANY,
) -> tuple[list[Row], int]:
    """All rows of a subtree, and its nodes."""
    trominoes.seek(state, np.array(prefix, np.int64))
    out = trominoes.new_columns(batch, batch * int(state.tables.board[trominoes.LETTERS]))
    found: list[Row] = []
    while not state.cursor[trominoes.DONE]:
        filled = trominoes.advance(state, out, 0, max_nodes)
        found += rows_of(out, filled)
    return found, int(state.cursor[trominoes.NODES])


def built(k: int, row: int, col: int) -> np.ndarray:
    board = np.full((1 << k, 1 << k), -1, np.int32)
    trominoes.build(board, k, row, col)
    return board


@pytest.mark.parametrize("k", range(5))
def test_boards_equal_the_recursion(k: int) -> None:
    for row, col in product(range(1 << k), repeat=2):
        assert np.array_equal(built(k, row, col), naive_board(k, (row, col)))


def test_a_board_of_eight_as_the_original_program_numbers_it() -> None:
    assert built(3, 3, 2).tolist() == [
        [3, 3, 4, 4, 8, 8, 9, 9],
        [3, 2, 2, 4, 8, 7, 7, 9],
        [5, 2, 6, 6, 10, 10, 7, 11],
        [5, 5, 0, 6, 1, 10, 11, 11],
        [13, 13, 14, 1, 1, 18, 19, 19],
        [13, 12, 14, 14, 18, 18, 17, 19],
        [15, 12, 12, 16, 20, 17, 17, 21],
        [15, 15, 16, 16, 20, 20, 21, 21],
    ]


@pytest.mark.slow
@pytest.mark.parametrize("k", [6, 9])
def test_large_boards_are_tiled(k: int) -> None:
    """Every number fills three cells of one box of 2 × 2."""
    random, side = np.random.default_rng(k), 1 << k
    for row, col in random.integers(0, side, (2, 2)).tolist():
        board = built(k, row, col)
        assert board[row, col] == 0
        counts = np.bincount(board.ravel())
        assert counts[0] == 1
        assert (counts[1:] == 3).all()
        assert counts.size == trominoes.trominoes(k) + 1
        spread = np.zeros((2, counts.size), np.int64)
        for line, axis in zip(np.indices(board.shape, np.int32, sparse=True), spread, strict=True):
            lowest = np.full(counts.size, side)
            np.minimum.at(lowest, board, line)
            np.maximum.at(axis, board, line)
            axis -= lowest
        assert (spread[:, 1:] == 1).all()


@pytest.mark.parametrize("k", range(5))
def test_layouts_decode_to_the_board(k: int) -> None:
    for row, col in product(range(1 << k), repeat=2):
        board = built(k, row, col)
        tiling = decoded(trominoes.layout_of(board), k, (row, col))
        assert np.array_equal(tiling, by_first_cells(board))


@pytest.mark.parametrize("symmetry", range(8))
def test_the_construction_commutes_with_the_symmetries_of_the_board(symmetry: int) -> None:
    for row, col in product(range(8), repeat=2):
        moved = SYMMETRIES[symmetry](row, col, 7)
        turned = by_first_cells(image(built(3, row, col), symmetry))
        assert np.array_equal(turned, by_first_cells(built(3, *moved)))


@each("up_to_symmetry", [False, True])
@each("with_layout", [False, True])
@each("k", range(5))
def test_rows_equal_the_definitions(k: int, with_layout: bool, up_to_symmetry: bool) -> None:
    found, nodes = listed(start(k, with_layout, up_to_symmetry))
    assert len(found) == len(set(found))
    assert set(found) == naive_rows(k, with_layout, up_to_symmetry)
    assert [row[4] for row in found] == sorted(row[4] for row in found)
    quadrants = {row[4][:depth] for row in found for depth in range(k + 1)}
    assert nodes == len(quadrants)


@pytest.mark.long
@pytest.mark.slow
def test_rows_of_the_largest_boards_with_layouts() -> None:
    assert set(listed(start(5, True, True))[0]) == naive_rows(5, True, True)
    found, _ = listed(start(5))
    assert {row[:2] for row in found} == set(product(range(32), repeat=2))
    for row in found[::5]:
        assert row[5] == trominoes.layout_of(built(5, *row[:2]))


@pytest.mark.parametrize("k", range(6))
def test_orbits_add_up_to_all_missing_cells(k: int) -> None:
    everything = counted(start(k, False))
    classes = np.zeros(8, np.int64)
    for row in listed(start(k, False, True))[0]:
        classes[row[2]] += row[3]
    assert classes.tolist() == everything.tolist()
    assert everything.sum() == 4**k


def counted(state: trominoes.State, max_nodes: int = MANY) -> np.ndarray:
    """The counts of `tally`: int64[class]."""
    counts = np.zeros(8, np.int64)
    trominoes.seek(state, ROOT)
    while not state.cursor[trominoes.DONE]:
        trominoes.tally(state, counts, max_nodes)
    return counts


@pytest.mark.slow
@pytest.mark.parametrize("k", [8, 11, 12])
def test_counts_of_large_boards(k: int) -> None:
    """Two diagonals; up to symmetry, the cells of a triangle."""
    side, half = 1 << k, 1 << k - 1
    counts = {trominoes.NONE: side**2 - 2 * side, trominoes.DIAG: 2 * side}
    assert counted(start(k, False)).tolist() == [counts.get(i, 0) for i in range(8)]
    counts = {trominoes.NONE: half * (half - 1) // 2, trominoes.DIAG: half}
    assert counted(start(k, False, True)).tolist() == [counts.get(i, 0) for i in range(8)]


def test_a_buffer_is_full_when_the_next_layout_would_not_fit() -> None:
    state = start(2)
    layouts = [row[5] for row in listed(state)[0]]
    trominoes.seek(state, ROOT)
    out = trominoes.new_columns(100, 14)
    assert trominoes.advance(state, out, 0, MANY) == 2
    assert trominoes.is_full(state, out, 2)
    assert not trominoes.is_full(state, out, 1)
    assert trominoes.advance(state, out, 2, MANY) == 2
    assert [row[5] for row in rows_of(out, 2)] == layouts[:2]
    assert trominoes.advance(state, out, 1, MANY) == 2
    assert [row[5] for row in rows_of(out, 2)] == [layouts[0], layouts[2]]


def test_without_layouts_only_rows_fill_a_buffer() -> None:
    state = trominoes.new_state(trominoes.new_tables(12, False))
    out = trominoes.new_columns(2, 0)
    assert not trominoes.is_full(state, out, 1)
    assert trominoes.is_full(state, out, 2)


@pytest.mark.parametrize("k", [0, 1, 5, 12])
def test_the_path_to_a_cell_is_the_prefix_of_its_leaf(k: int) -> None:
    state = start(k, False)
    for row, col in np.random.default_rng(k).integers(0, 1 << k, (20, 2)).tolist():
        prefix = tuple(trominoes.path_to(k, row, col).tolist())
        assert trominoes.seek(state, np.array(prefix, np.int64)) == trominoes.LEAF
        [found] = listed(state, prefix)[0]
        assert found[:2] == (row, col)
        assert found[4] == "".join(map(str, prefix))


@pytest.mark.parametrize(
    ("k", "with_layout", "message"),
    [
        (-1, False, r"There are boards of side 2\^0 to 2\^12, not 2\^-1"),
        (13, False, r"2\^0 to 2\^12, not 2\^13"),
        (6, True, r"Layouts are written for boards of side 2\^0 to 2\^5, not 2\^6"),
    ],
)
def test_sides_out_of_range_are_refused(k: int, with_layout: bool, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        trominoes.new_tables(k, with_layout)


def test_a_board_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match=r"The board is int32\[4, 4\], but .* int32\[8, 8\]"):
        trominoes.build(np.zeros((4, 4), np.int32), 3, 0, 0)
    with pytest.raises(ValueError, match=r"The board is int64\[8, 8\]"):
        trominoes.build(np.zeros((8, 8), np.int64), 3, 0, 0)
    with pytest.raises(ValueError, match=r"8,0 is outside the 8x8 board: rows .* from 0 to 7"):
        trominoes.build(np.zeros((8, 8), np.int32), 3, 8, 0)
