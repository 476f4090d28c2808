"""Recomputation of rows of trominoes from the missing cell and the letters of the layout.

Each cell of a layout gets its place in the 2 × 2 box of its tromino, letter by letter for all rows
at once. The boxes show whether a tiling is that of the construction: it puts a box around the
centre of each quadrant of a quadrant of ... the board, which are the points whose two coordinates
have the same power of two as a factor.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from enumino.datasets.checks import Check, Fault, first_faults
from enumino.families.trominoes.construction import numbered_board
from enumino.objects.lattice import Cell
from enumino.words import plural

# Number of boards that are built again for a check: it takes about a second.
MOST_REBUILT, CELLS_REBUILT = 16, 1 << 26

MISSING, FREE, OUTSIDE = 4, 5, 6  # besides the places 0 to 3 of a box, in row-major order

Places = npt.NDArray[np.uint8]  # cells in row-major order, layouts
Integers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


def faults(
    rows: pa.RecordBatch, side: int, missing: Cell | None, up_to_symmetry: bool
) -> Iterator[Fault]:
    """Return the faults of the rows, the first row of each kind.

    A path or a layout is checked where there is one.
    """
    columns = {name: rows.column(name).to_numpy(zero_copy_only=False) for name in rows.schema.names}
    flagged = _wrong(columns, side, missing, up_to_symmetry)
    return first_faults(flagged, range(rows.num_rows))


def _wrong(
    rows: dict[str, npt.NDArray[Any]], side: int, missing: Cell | None, up_to_symmetry: bool
) -> Iterator[tuple[str, Flags]]:
    """Yield a sentence about each possible fault, and the rows that have it."""
    row, column = (rows[name].astype(np.int64) for name in ("missing_row", "missing_col"))
    yield "is of a board that was not asked for", rows["board"] != side
    if missing is not None:
        other = (row != missing[0]) | (column != missing[1])
        yield "lacks a cell that was not asked for", other
    outside = (row >= side) | (column >= side)
    yield "lacks a cell outside the board", outside
    if outside.any():
        return
    if "path" in rows:
        yield "has a path that leads to another cell", rows["path"] != paths_to(row, column, side)
    if "layout" in rows:
        places, spoiled = places_of(rows["layout"], row, column, side)
        yield "does not cover the board", spoiled
        yield "is not the tiling of the construction", ~spoiled & ~is_constructed(places, side)
    on_diagonal = (row == column) | (row + column == side - 1)
    symmetry = np.where(on_diagonal, "diag", "none")
    yield "has another symmetry class", rows["symmetry"].astype(str) != symmetry
    orbit = np.where(on_diagonal, 4, 8) if up_to_symmetry else 1
    yield "has another orbit", np.asarray(rows["orbit"] != orbit)
    if up_to_symmetry:
        is_first = (row <= column) & (column < side // 2)
        yield "is not the first of its images", ~is_first


def paths_to(row: Integers, column: Integers, side: int) -> npt.NDArray[np.object_]:
    """Return the quadrants that lead from a board to cells, as text with a digit for each level.

    >>> paths_to(np.array([3, 7]), np.array([2, 0]), 8).tolist()
    ['032', '222']
    """
    bits = [side >> level for level in range(1, side.bit_length())]
    digits = [2 * (row & bit > 0) + (column & bit > 0) for bit in bits]
    each = zip(*(line.tolist() for line in digits), strict=True)
    return np.array(["".join(map(str, path)) for path in each], np.object_)


def places_of(
    layouts: npt.NDArray[Any], row: Integers, column: Integers, side: int
) -> tuple[Places, Flags]:
    """Return the place of each cell in the box of its tromino, and the layouts that fail to cover.

    Each next letter covers the first free cell in row-major order. A layout covers the board if it
    covers all cells but the missing one, each once.
    """
    lengths = np.array([len(layout) for layout in layouts])
    text = np.zeros((int(lengths.max()) + 1, len(layouts)), np.uint8)
    for i, layout in enumerate(layouts):
        text[: lengths[i], i] = np.frombuffer(layout.encode(), np.uint8)[: lengths[i]]
    # A fence at the right, which stands at the left of the next row too, and one below.
    stride = side + 1
    cells = (np.arange(side)[:, None] * stride + np.arange(side)).reshape(-1)
    fenced = np.full((stride * stride, len(layouts)), OUTSIDE, np.uint8)
    fenced[cells] = FREE
    fenced[row * stride + column, np.arange(len(layouts))] = MISSING
    spoiled = np.zeros(len(layouts), np.bool_)
    at = np.zeros(len(layouts), np.int64)
    for cell in cells:
        waiting = np.nonzero(fenced[cell] == FREE)[0]
        letters = text[np.minimum(at[waiting], lengths[waiting]), waiting]
        at[waiting] += 1
        spoiled[waiting[~np.isin(letters, np.frombuffer(b"abcd", np.uint8))]] = True
        for lacking, letter in enumerate(b"dcba"):
            chosen = waiting[letters == letter]
            first, *_ = box = [place for place in range(4) if place != lacking]
            for place in box:
                here = cell + (place // 2 - first // 2) * stride + place % 2 - first % 2
                spoiled[chosen] |= fenced[here, chosen] != FREE
                fenced[here, chosen] = place
    return fenced[cells], spoiled | (at != lengths)


def is_constructed(places: Places, side: int) -> Flags:
    """Return whether all boxes lie around centres of the quadrants of the construction.

    There are as many centres as trominoes. So each has one, and the tiling is determined.
    """
    cells = np.arange(side * side)
    allowed = np.ones((side * side, 6), np.bool_)
    for place in range(4):
        row, column = cells // side - place // 2 + 1, cells % side - place % 2 + 1
        allowed[:, place] = (row & -row) == (column & -column)
    return np.asarray(allowed[cells[:, None], places].all(0))


def check_board(board: npt.NDArray[np.int32], row: int, column: int) -> str | None:
    """Return the fault of a numbered board that lacks one cell as a sentence, or None.

    A tromino is an L if its three cells are all but one of a 2 × 2 box. There is only one such box.

    The board has the number of the tromino on each cell, from 1, and 0 on the missing cell.

    >>> check_board(np.array([[1, 1], [0, 1]], np.int32), 1, 0)
    >>> check_board(np.array([[1, 1], [0, 1]], np.int32), 1, 1)
    'The missing cell 1,1 is covered by tromino 1.'
    """
    if board[row, column] != 0:
        return f"The missing cell {row},{column} is covered by tromino {board[row, column]}."
    if np.count_nonzero(board) != board.size - 1:
        holes = np.argwhere(board == 0).tolist()
        free = next(hole for hole in holes if hole != [row, column])
        return f"Cell {free[0]},{free[1]} is covered by no tromino."
    trominoes = (board.size - 1) // 3
    if board.min() < 0 or board.max() > trominoes:
        return f"The numbers go from {board.min()} to {board.max()}, not from 0 to {trominoes}."
    counts = np.bincount(board.reshape(-1), minlength=trominoes + 1)[1:]
    if (counts != 3).any():
        number = int(np.argmax(counts != 3))
        return f"Tromino {number + 1} covers {plural(int(counts[number]), 'cell')}."
    a, b, c, d = board[:-1, :-1], board[:-1, 1:], board[1:, :-1], board[1:, 1:]
    above = a == b
    filled = (above | (c == d)) & ((a == c) | (b == d))  # by three cells of a tromino
    boxes = np.bincount(np.where(above, a, d)[filled], minlength=trominoes + 1)[1:]
    if (boxes != 1).any():
        return f"The cells of tromino {int(np.argmax(boxes != 1)) + 1} are no L."
    return None


def rebuilt(side: int, missing: Cell | None) -> Check:
    """Build some boards, or the one that lacks the cell, and check all their cells."""
    random = Random(side)
    random_cells = [
        (random.randrange(side), random.randrange(side))
        for _ in range(max(1, min(MOST_REBUILT, CELLS_REBUILT // side**2)))
    ]
    built = random_cells if missing is None else [missing]
    for cell in built:
        if fault := check_board(numbered_board(side, cell), *cell):
            return Check("boards", False, f"without {cell[0]},{cell[1]}: {fault}")
    return Check(
        "boards",
        True,
        f"{plural(len(built), 'board')} rebuilt: L-trominoes on all cells but one, each once",
    )
