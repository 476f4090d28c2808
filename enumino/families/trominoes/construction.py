"""The construction that covers boards of side 2^k that lack a cell with L-trominoes, in NumPy.

S. W. Golomb, *Checker boards and polyominoes*, Amer. Math. Monthly 61 (1954), 675-682. One tromino
around the centre of the board takes a cell of each of the three quadrants that are whole; then all
four are boards of half the side that lack one cell, down to boards of one cell, the missing one.
Quadrants are numbered 0 upper left, 1 upper right, 2 lower left, 3 lower right.

All quadrants of a size, of all boards, are divided at once. The construction commutes with the
eight symmetries of the board: a tiling is left as it is by those that leave the missing cell where
it is. No side of 2 or more has a cell on an axis.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from enumino.arguments import whole
from enumino.errors import ProblemError
from enumino.objects.lattice import Cell
from enumino.objects.tiling import Shape

LARGEST = 4096  # side of the largest board

# Letters of the construction: a 2×2 box less a corner, as offsets from the first cell.
SHAPES: dict[str, Shape] = {
    "a": ("L-tromino", ((0, 0), (0, 1), (1, 0))),
    "b": ("L-tromino", ((0, 0), (0, 1), (1, 1))),
    "c": ("L-tromino", ((0, 0), (1, 0), (1, 1))),
    "d": ("L-tromino", ((0, 0), (1, -1), (1, 0))),
}
LACKING = np.frombuffer(b"dcba", np.uint8)  # the letter of a box that lacks quadrant 0, 1, 2, 3


def checked_side(board: Any, largest: int = LARGEST) -> int:
    """Return the side of a board, if it is a power of two from 2 to the largest."""
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
    """Raise a ProblemError unless a cell is on a board.

    >>> check_inside((8, 3), 8)
    Traceback (most recent call last):
    enumino.errors.ProblemError: 8,3 is outside the 8x8 board: rows and columns go from 0 to 7.
    """
    if not (0 <= cell[0] < side and 0 <= cell[1] < side):
        raise ProblemError(
            f"{cell[0]},{cell[1]} is outside the {side}x{side} board: rows and columns go from 0 "
            f"to {side - 1}."
        )


def divided(
    side: int, row: npt.NDArray[Any], col: npt.NDArray[Any]
) -> Iterator[tuple[int, npt.NDArray[np.uint8]]]:
    """Yield the sides of quadrants, from the boards to boxes, and which part of each lacks a cell.

    The missing cells are those at `row` and `col`, one a board; the parts are uint8[boards, n, n].
    """
    boards, size = np.arange(len(row)), side
    lacking = np.zeros((len(row), 1, 1), np.uint8)
    while size > 1:
        half = size // 2
        lacking[boards, row // size, col // size] = 2 * (row // half % 2) + col // half % 2
        yield size, lacking
        # The tromino around the centre leaves out the part that lacks a cell, which lies in the
        # corner that it has lain in; of the other three it takes the cell next to the centre.
        lacking = _joined(
            [np.where(lacking == part, np.uint8(part), np.uint8(3 - part)) for part in range(4)]
        )
        size = half


def _joined(parts: Sequence[npt.NDArray[Any]]) -> npt.NDArray[Any]:
    """Return the values of the four parts of quadrants, [..., n, n] each, as [..., 2 n, 2 n]."""
    *boards, n, _ = parts[0].shape
    quarters = np.stack(parts).reshape(2, 2, *boards, n, n)
    return np.moveaxis(quarters, (0, 1), (-3, -1)).reshape(*boards, 2 * n, 2 * n)


def layouts(side: int, row: npt.ArrayLike, col: npt.ArrayLike) -> npt.NDArray[np.uint8]:
    """Return the letters of boards, uint8[boards, trominoes], by first cells in row-major order.

    >>> layouts(4, [0], [0]).tobytes()
    b'dbdcd'
    """
    row, col = np.asarray(row, np.int64), np.asarray(col, np.int64)
    first = np.zeros((len(row), side, side), np.uint8)
    for size, lacking in divided(side, row, col):
        above = first[:, size // 2 - 1 :: size]
        for at, here in ((size // 2, lacking == 0), (size // 2 - 1, lacking > 0)):
            np.copyto(above[:, :, at::size], LACKING[lacking], where=here)
    return first[first > 0].reshape(len(row), -1)


def numbered_board(side: int, missing: Cell) -> npt.NDArray[np.int32]:
    """Return the board with the number of the tromino on each cell, 0 on the missing one.

    Numbers are in the order of the construction: the tromino in the centre, then each quadrant.

    Parameters
    ----------
    side : int
        A power of two from 2 to 4096.
    missing : (int, int)
        Row and column, from 0.

    Returns
    -------
    int32[side, side]

    Examples
    --------
    >>> numbered_board(4, (0, 0)).tolist()
    [[0, 2, 3, 3], [2, 2, 1, 3], [4, 1, 1, 5], [4, 4, 5, 5]]
    """
    side = checked_side(side)
    check_inside(missing, side)
    board = np.zeros((side, side), np.int32)
    number = np.ones((1, 1), np.int32)
    for size, lacking in divided(side, *(np.array([at]) for at in missing)):
        centre, trominoes = size // 2 - 1, (size // 2) ** 2 // 3
        for part in range(4):
            cells = board[centre + part // 2 :: size, centre + part % 2 :: size]
            np.copyto(cells, number, where=lacking[0] != part)
        # Before the numbers of a part come the one in the centre, and the parts before it.
        number = _joined([number + 1 + part * trominoes for part in range(4)])
    return board
