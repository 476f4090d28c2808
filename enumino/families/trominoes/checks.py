"""Recomputation of rows of trominoes from the missing cell and the letters of the layout.

Layouts are checked as tilings by L-trominoes, and a piece of one cell on the missing one. The
construction puts a tromino around the centre of each quadrant of a quadrant of ... the board: the
points whose two coordinates have the same power of two as a factor. There are as many centres as
trominoes, so a tiling whose trominoes all lie around centres is that of the construction.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from enumino.datasets.checks import Check, Fault, first_faults
from enumino.families.tilings.checks import Flags, Owners, TilingChecks
from enumino.families.trominoes.construction import SHAPES, numbered_board
from enumino.objects.board import Board
from enumino.objects.lattice import Cell
from enumino.objects.piece import Piece
from enumino.objects.polyform import Polyform
from enumino.objects.region import Region
from enumino.words import plural

# Number of boards that are built again for a check, and cells of them: it takes about a second.
MOST_REBUILT, CELLS_REBUILT = 16, 1 << 24

Integers = npt.NDArray[np.int64]


class LayoutChecks(TilingChecks):
    """Recomputation of layouts of boards that lack a cell."""

    def __init__(self, side: int) -> None:
        tromino, one = Polyform([(0, 0), (0, 1), (1, 0)]), Polyform([(0, 0)])
        pieces = Piece("L-tromino", tromino), Piece("missing cell", one)
        super().__init__(Board(Region.rectangle(side, side), pieces), letters=SHAPES)
        is_missing = self.board.piece == 1
        self._missing = np.flatnonzero(is_missing)
        row, column = np.divmod(self.covered, side)
        row, column = row.min(0) + 1, column.min(0) + 1
        self._allowed = is_missing | ((row & -row) == (column & -column))

    def covered_without(self, layouts: pa.StringArray, cells: Integers) -> tuple[Owners, Flags]:
        """Return the option on each cell, and which layouts do not cover all cells but these."""
        return self.laid(layouts, self._missing[cells])

    def is_constructed(self, owners: Owners) -> Flags:
        """Return whether all trominoes lie around centres of the construction."""
        constructed: Flags = self._allowed.take(owners).all(0)
        return constructed


def faults(
    rows: pa.RecordBatch, side: int, missing: Cell | None, up_to_symmetry: bool
) -> Iterator[Fault]:
    """Return the faults of the rows, the first row of each kind.

    A path or a layout is checked where there is one.
    """
    return first_faults(_wrong(rows, side, missing, up_to_symmetry), range(rows.num_rows))


def _wrong(
    rows: pa.RecordBatch, side: int, missing: Cell | None, up_to_symmetry: bool
) -> Iterator[tuple[str, Flags]]:
    """Yield a sentence about each possible fault, and the rows that have it."""

    def of(name: str) -> npt.NDArray[Any]:
        found: npt.NDArray[Any] = rows.column(name).to_numpy(zero_copy_only=False)
        return found

    row, column = (of(name).astype(np.int64) for name in ("missing_row", "missing_col"))
    yield "is of a board that was not asked for", of("board") != side
    if missing is not None:
        other = (row != missing[0]) | (column != missing[1])
        yield "lacks a cell that was not asked for", other
    outside = (row >= side) | (column >= side)
    yield "lacks a cell outside the board", outside
    if outside.any():
        return
    if "path" in rows.schema.names:
        yield "has a path that leads to another cell", of("path") != paths_to(row, column, side)
    if "layout" in rows.schema.names:
        checks = LayoutChecks(side)
        owners, spoiled = checks.covered_without(rows.column("layout"), row * side + column)
        yield "does not cover the board", spoiled
        yield "is not the tiling of the construction", ~spoiled & ~checks.is_constructed(owners)
    on_diagonal = (row == column) | (row + column == side - 1)
    symmetry = np.where(on_diagonal, "diag", "none")
    yield "has another symmetry class", of("symmetry").astype(str) != symmetry
    orbit = np.where(on_diagonal, 4, 8) if up_to_symmetry else 1
    yield "has another orbit", np.asarray(of("orbit") != orbit)
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


def check_board(board: npt.NDArray[np.int32], row: int, column: int) -> str | None:
    """Return the fault of a numbered board that lacks one cell as a sentence, or None.

    The board has the number of the tromino on each cell, from 1, and 0 on the missing cell. Three
    cells that are two rows high and two columns wide are an L.

    >>> check_board(np.array([[1, 1], [0, 1]], np.int32), 1, 0)
    >>> check_board(np.array([[1, 1], [0, 1]], np.int32), 1, 1)
    'The missing cell 1,1 is covered by tromino 1.'
    """
    if board[row, column] != 0:
        return f"The missing cell {row},{column} is covered by tromino {board[row, column]}."
    by_number = np.argsort(board, axis=None, kind="stable")[1:]
    trominoes = len(by_number) // 3
    if (board.flat[by_number] != np.repeat(np.arange(1, trominoes + 1), 3)).any():
        return f"The numbers are not those from 1 to {trominoes}, each on three cells."
    cells = np.stack(np.divmod(by_number.reshape(-1, 3), board.shape[1]))
    wrong = (np.ptp(cells, axis=2) != 1).any(0)
    if wrong.any():
        return f"The cells of tromino {int(wrong.argmax()) + 1} are no L."
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
    detail = f"{plural(len(built), 'board')} rebuilt: L-trominoes on all cells but one, each once"
    return Check("boards", True, detail)
