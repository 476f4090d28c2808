"""Boards that lack a cell: the construction as a problem of the engine."""

import random
from itertools import product

import numpy as np
import pytest

from enumino.errors import ProblemError
from enumino.families.trominoes.construction import SHAPES, numbered_board
from enumino.families.trominoes.problem import Trominoes
from enumino.objects.lattice import Cell
from enumino.objects.region import Region
from enumino.objects.tiling import Tiling
from tests.families.tilings.drawn import table

Laid = frozenset[frozenset[Cell]]


def pieces_of(tiling: Tiling) -> Laid:
    return frozenset(frozenset(piece.cells) for piece in tiling.pieces)


def pieces_on(board: np.ndarray) -> Laid:
    cells: dict[int, set[Cell]] = {}
    for cell in np.ndindex(board.shape):
        cells.setdefault(int(board[cell]), set()).add(cell)
    del cells[0]
    assert set(cells) == set(range(1, len(cells) + 1))
    return frozenset(map(frozenset, cells.values()))


def constructed(side: int, missing: Cell) -> Laid:
    """The tiling of the construction, by recursion: four quadrants around a tromino."""
    pieces, todo = [], [(0, 0, side, missing)]
    while todo:
        top, left, size, gap = todo.pop()
        half, tromino = size // 2, []
        for down, right in product((0, 1), repeat=2):
            at = top + down * half, left + right * half
            inside = at[0] <= gap[0] < at[0] + half and at[1] <= gap[1] < at[1] + half
            lacks = gap if inside else (top + half - 1 + down, left + half - 1 + right)
            if not inside:
                tromino.append(lacks)
            if half > 1:
                todo.append((*at, half, lacks))
        pieces.append(frozenset(tromino))
    return frozenset(pieces)


def test_numbers_are_in_the_order_of_a_walk_depth_first() -> None:
    """The tromino in the centre, then all of each quadrant."""
    board, quarter = numbered_board(16, (9, 2)), (8 * 8 - 1) // 3
    for quadrant, (top, left) in enumerate(product((0, 8), repeat=2)):
        numbers = board[top : top + 8, left : left + 8]
        inside = numbers[numbers > 1]
        assert {*inside} == {*range(2 + quadrant * quarter, 2 + (quadrant + 1) * quarter)}
        if quadrant == 2:
            whole = np.where(numbers > 0, numbers - 1 - quadrant * quarter, 0)
            assert np.array_equal(whole, numbered_board(8, (1, 2)))


@pytest.mark.parametrize("side", [2, 4, 8, 16])
def test_every_board_is_that_of_the_recursion(side: int) -> None:
    """All 64 of side 8 among them: numbers, letters, classes; a row each, in row-major order."""
    problem = Trominoes(side)
    rows = table(problem, [()]).to_pylist()
    cells = [(row["missing_row"], row["missing_col"]) for row in rows]
    assert cells == list(product(range(side), repeat=2))
    for row, cell in zip(rows, cells, strict=True):
        expected = constructed(side, cell)
        region = Region.rectangle(side, side).without([cell])
        assert pieces_of(Tiling.from_layout(region, row["layout"], SHAPES)) == expected
        board = numbered_board(side, cell)
        assert board[cell] == 0
        assert pieces_on(board) == expected
        on_diagonal = cell[0] == cell[1] or sum(cell) == side - 1
        assert (row["board"], row["symmetry"]) == (side, "diag" if on_diagonal else "none")


@pytest.mark.parametrize("side", [8, 64])
def test_one_cell_is_that_row_of_all(side: int) -> None:
    chosen = random.Random(side)
    cells = [(0, 0), (side - 1, 0), (chosen.randrange(side), chosen.randrange(side))]
    whole = {
        (row["missing_row"], row["missing_col"]): row
        for row in table(Trominoes(side), [()]).to_pylist()
        if (row["missing_row"], row["missing_col"]) in cells
    }
    for cell in cells:
        problem = Trominoes(side, cell)
        assert table(problem, [()]).to_pylist() == [whole[cell]]
        assert problem.count().total == 1
        assert problem.describe().endswith(f"without the cell {cell[0]},{cell[1]}")


@pytest.mark.slow
def test_the_largest_boards_are_covered() -> None:
    chosen = random.Random(4096)
    for side in (1024, 4096):
        cell = chosen.randrange(side), chosen.randrange(side)
        board = numbered_board(side, cell)
        assert board[cell] == 0
        numbers = np.argsort(board, axis=None, kind="stable")[1:].reshape(-1, 3)
        assert (board.flat[numbers] == np.arange(1, len(numbers) + 1)[:, None]).all()
        assert (np.ptp(np.divmod(numbers, side), axis=2) == 1).all()  # three cells of a 2×2 box


REFUSED = [
    (lambda: Trominoes(256), "a power of two from 2 to 128, not 256"),
    (lambda: Trominoes(1), "A board of side 1 has no room for a tromino"),
    (
        lambda: Trominoes(8, (8, 0)),
        "8,0 is outside the 8x8 board: rows and columns go from 0 to 7.",
    ),
    (lambda: Trominoes(8, "random"), "'random' is not a cell: write row,column from 0, as in 3,2."),
    (lambda: numbered_board(12, (0, 0)), "a power of two from 2 to 4096, not 12"),
    (lambda: numbered_board(8, (9, 9)), "9,9 is outside the 8x8 board"),
]


@pytest.mark.parametrize(("make", "sentence"), REFUSED)
def test_what_makes_no_sense_is_refused(make, sentence: str) -> None:
    with pytest.raises(ProblemError) as refusal:
        make()
    assert sentence in str(refusal.value)
