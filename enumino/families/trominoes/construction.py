"""Golomb's tiling of a deficient board of side 2^k by L-trominoes, vectorized in NumPy.

S. W. Golomb, *Checker boards and polyominoes*, Amer. Math. Monthly 61 (1954), 675-682. A tromino
around the centre of the board covers a cell of each of the three whole quadrants. All four
quadrants are then boards of half the side with one cell missing, down to boards of one cell.
Quadrants are numbered 0 upper left, 1 upper right, 2 lower left, 3 lower right.

All quadrants of a size, on all boards, are divided at once. The construction commutes with the
eight symmetries of the board, so a tiling is invariant under the symmetries that fix the missing
cell. These are reflections in a diagonal, because the sides are even.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from enumino.arguments import whole
from enumino.arrays import I32, U8
from enumino.errors import ProblemError
from enumino.objects.lattice import Cell
from enumino.objects.tiling import Choice

LARGEST = 4096  # side of the largest board

# Letters of the trominoes: a 2×2 box less a corner, as offsets from the first cell.
SHAPES: dict[str, Choice] = {
    "a": ("L-tromino", ((0, 0), (0, 1), (1, 0))),
    "b": ("L-tromino", ((0, 0), (0, 1), (1, 1))),
    "c": ("L-tromino", ((0, 0), (1, 0), (1, 1))),
    "d": ("L-tromino", ((0, 0), (1, -1), (1, 0))),
}
WITHOUT = np.frombuffer(b"dcba", np.uint8)  # the letter of a box without quadrant 0, 1, 2, 3


def checked_side(board: Any, largest: int = LARGEST) -> int:
    """Return the side of a board; refuse other numbers than powers of two from 2 to `largest`."""
    side = whole(board, "The side of the board")
    if side < 2:
        raise ProblemError(f"A board of side {side} has no room for a tromino: take 2 or more.")
    if side > largest or side & (side - 1):
        raise ProblemError(
            f"The construction covers boards whose side is a power of two from 2 to {largest}, "
            f"not {side}: `enumino enumerate tilings --without R,C` lists all tilings of any board."
        )
    return side


def check_inside(cell: Cell, side: int) -> None:
    """Raise a ProblemError unless a cell is on a board."""
    if not (0 <= cell[0] < side and 0 <= cell[1] < side):
        raise ProblemError(
            f"{cell[0]},{cell[1]} is outside the {side}x{side} board: rows and columns go from 0 "
            f"to {side - 1}."
        )


def divided(side: int, row: npt.NDArray[Any], col: npt.NDArray[Any]) -> Iterator[tuple[int, U8]]:
    """Yield each quadrant's side and its missing quarter, from the board down to 2x2 boxes."""
    boards, size = np.arange(len(row)), side
    missing = np.zeros((len(row), 1, 1), np.uint8)
    while size > 1:
        half = size // 2
        missing[boards, row // size, col // size] = 2 * (row // half % 2) + col // half % 2
        yield size, missing
        # The tromino covers the cell next to the centre of each whole quarter. The missing cell of
        # the other quarter is in the same corner as before, unless it is the board's, set above.
        missing = _joined(
            [np.where(missing == part, np.uint8(part), np.uint8(3 - part)) for part in range(4)]
        )
        size = half


def _joined(parts: Sequence[npt.NDArray[Any]]) -> npt.NDArray[Any]:
    """Return values of the four quarters of quadrants, [..., n, n] each, as [..., 2 n, 2 n]."""
    *boards, n, _ = parts[0].shape
    quarters = np.stack(parts).reshape(2, 2, *boards, n, n)
    return np.moveaxis(quarters, (0, 1), (-3, -1)).reshape(*boards, 2 * n, 2 * n)


def layouts(side: int, row: npt.ArrayLike, col: npt.ArrayLike) -> U8:
    """Return the letters of boards, uint8[boards, trominoes], by first cells in row-major order.

    >>> layouts(4, [0], [0]).tobytes()
    b'dbdcd'
    """
    row, col = np.asarray(row, np.int64), np.asarray(col, np.int64)
    first = np.zeros((len(row), side, side), np.uint8)
    for size, missing in divided(side, row, col):
        above = first[:, size // 2 - 1 :: size]
        for at, here in ((size // 2, missing == 0), (size // 2 - 1, missing > 0)):
            np.copyto(above[:, :, at::size], WITHOUT[missing], where=here)
    return first[first > 0].reshape(len(row), -1)


def numbered_board(side: int, missing: Cell) -> I32:
    """Return the board, int32[side, side], with the number of the tromino on each cell.

    The side is a power of two from 2 to 4096. The missing cell, a row and a column from 0, has the
    number 0. The numbers follow the construction: the tromino in the centre, then each quadrant.

    >>> numbered_board(4, (0, 0)).tolist()
    [[0, 2, 3, 3], [2, 2, 1, 3], [4, 1, 1, 5], [4, 4, 5, 5]]
    """
    side = checked_side(side)
    check_inside(missing, side)
    board = np.zeros((side, side), np.int32)
    number = np.ones((1, 1), np.int32)
    for size, without in divided(side, *(np.array([at]) for at in missing)):
        centre, trominoes = size // 2 - 1, (size // 2) ** 2 // 3
        for part in range(4):
            cells = board[centre + part // 2 :: size, centre + part % 2 :: size]
            np.copyto(cells, number, where=without[0] != part)
        # The tromino in the centre and the earlier quarters have lower numbers than a quarter.
        number = _joined([number + 1 + part * trominoes for part in range(4)])
    return board
