"""Boards that lack a cell, and the construction, for the problem, its rows and its checks."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any, Literal

from enumino.arguments import check_inside, whole
from enumino.errors import ProblemError
from enumino.objects.covering import Shape, Tiling
from enumino.objects.lattice import Cell
from enumino.objects.region import Region
from enumino.words import quoted

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

# Side of the largest board that the construction covers.
LARGEST = 4096
# Sides up to which a row holds its layout, and up to which boards are drawn.
LARGEST_WITH_LAYOUT, LARGEST_DRAWN = 32, 128

Missing = Cell | Literal["all"]

# Letters of the construction: a 2×2 box less a corner, as offsets from the first cell.
SHAPES: dict[str, Shape] = {
    "a": ("L-tromino", ((0, 0), (0, 1), (1, 0))),
    "b": ("L-tromino", ((0, 0), (0, 1), (1, 1))),
    "c": ("L-tromino", ((0, 0), (1, 0), (1, 1))),
    "d": ("L-tromino", ((0, 0), (1, -1), (1, 0))),
}


def checked_side(board: Any) -> int:
    """Return the side of a board, if it is a power of two from 2 to 4096."""
    side = whole(board, "The side of the board")
    if side < 2:
        raise ProblemError(f"A board of side {side} has no room for a tromino: take 2 or more.")
    if side > LARGEST or side & (side - 1):
        raise ProblemError(
            f"The construction covers boards whose side is a power of two from 2 to {LARGEST}, "
            f"not {side}: --all-tilings lists all tilings of boards of any side, to 1,024 "
            "cells."
        )
    return side


def missing_on(missing: Any, rows: int, cols: int) -> Missing:
    """Return the missing cell of a board, if it is on the board, or ``"all"``."""
    if isinstance(missing, str) and missing == "all":
        return "all"
    try:
        r, c = map(index, missing)
    except (TypeError, ValueError) as error:
        raise ProblemError(
            f'{quoted(missing)} is not a cell: give (row, column) from 0, or "all".'
        ) from error
    check_inside((r, c), rows, cols)
    return r, c


def missing_text(missing: Missing) -> str:
    """Return the missing cell as ``--missing`` takes it."""
    return "all" if missing == "all" else f"{missing[0]},{missing[1]}"


def missing_words(missing: Missing) -> str:
    """Return the missing cell of a board in words."""
    return "one cell, each in turn" if missing == "all" else f"the cell {missing_text(missing)}"


def numbered_board(side: int, missing: Cell) -> npt.NDArray[np.int32]:
    """Return the board with the number of the tromino on each cell, 0 on the missing one.

    Numbers are in the order in which the construction places the trominoes.

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
    import numpy as np

    from enumino.enum.kernels.listing import trominoes

    side = checked_side(side)
    check_inside(missing, side, side)
    board = np.zeros((side, side), np.int32)
    trominoes.build(board, side.bit_length() - 1, *missing)
    return board


def constructed(side: int, missing: Cell) -> Tiling:
    """Return the tiling of the construction, in plain Python: four quadrants around a tromino.

    >>> print(constructed(4, (0, 0)).numbered())
    . 1 2 2
    1 1 3 2
    4 3 3 5
    4 4 5 5
    """
    pieces: list[tuple[str, list[Cell]]] = []
    todo = [(0, 0, side, missing)]
    while todo:
        top, left, size, gap = todo.pop()
        half = size // 2
        tromino = []
        for down in (0, 1):
            for right in (0, 1):
                at = top + down * half, left + right * half
                inside = at[0] <= gap[0] < at[0] + half and at[1] <= gap[1] < at[1] + half
                lacks = gap if inside else (top + half - 1 + down, left + half - 1 + right)
                if not inside:
                    tromino.append(lacks)
                if half > 1:
                    todo.append((*at, half, lacks))
        pieces.append(("L-tromino", tromino))
    return Tiling(Region.rectangle(side, side).without([missing]), pieces)
