"""Boards that lack a cell, by L-trominoes: parameters -> missing cells -> columns.

A node of the tree is a quadrant of a quadrant of ... the board, its children are its quadrants, and
the leaves are the missing cells: a prefix is a path of quadrants. Up to symmetry one cell of each
class is listed, the first in row-major order: those of the upper left quadrant on and above the
main diagonal. So the board has one child, and a quadrant on the diagonal has three.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

import numpy as np
import numpy.typing as npt

from enumino.enum.problem import (
    BATCH_ROWS,
    LEAF,
    Batch,
    Expectation,
    Prefix,
    Tally,
    no_such_subtree,
)
from enumino.families.trominoes.construction import LARGEST_WITH_LAYOUT, layouts
from enumino.families.trominoes.parameters import TrominoParameters
from enumino.objects.lattice import SQUARE_CLASSES
from enumino.schema import ORBIT, SYMMETRY, Column

if TYPE_CHECKING:
    import pyarrow as pa

LETTERS = 1 << 22  # of a batch
# Measured on one core of a current server; they only serve estimates.
TROMINOES_PER_SECOND, ROWS_PER_SECOND = 2e7, 4e6
BYTES_PER_ROW = 20.0

COLUMNS = (
    Column("board", "uint16", "Side of the board."),
    Column("missing_row", "uint16", "Row of the missing cell, from 0 at the top."),
    Column("missing_col", "uint16", "Column of the missing cell, from 0 at the left."),
    Column(
        "path",
        "string",
        "Quadrants from the board to the missing cell: 0 upper left, 1 upper right, 2 and 3 below.",
        distinct=True,
    ),
    Column(
        "layout",
        "string",
        "One letter a tromino, by first cell in row-scan order, as in orientations.parquet.",
        distinct=True,
    ),
    SYMMETRY,
    ORBIT,
)


class Trominoes(TrominoParameters):
    """The construction that covers a board of side 2^k without one cell by L-trominoes.

    Parameters
    ----------
    board : int
        The side, a power of two from 2 to 4096.
    missing : (int, int) or "all"
        Row and column of the missing cell, from 0; or a row for every cell.
    up_to_symmetry : bool
        Whether to keep one missing cell of each class under the symmetries of the board.

    Raises
    ------
    ProblemError
        If there is no such board or cell.

    Examples
    --------
    >>> Trominoes(8).count().total
    64

    References
    ----------
    S. W. Golomb, Checker boards and polyominoes, Amer. Math. Monthly 61 (1954).
    """

    tree_version: ClassVar[int] = 1

    @property
    def columns(self) -> tuple[Column, ...]:
        """The fields of a row; large boards have no layouts."""
        return tuple(each for each in COLUMNS if each.name != "layout" or self._lettered)

    def describe(self) -> str:
        """Return the problem in a few words.

        >>> Trominoes(8, (3, 2)).describe()
        'tromino coverings of 8x8 without the cell 3,2'
        """
        where = "one cell, each in turn" if self.cell is None else f"the cell {self.missing}"
        classes = ", up to symmetry" if self.up_to_symmetry else ""
        return f"tromino coverings of {self.board}x{self.board} without {where}{classes}"

    def branching(self, prefix: Prefix) -> int:
        """Return the number of quadrants that have missing cells; LEAF for one cell."""
        quadrant = self._quadrant(prefix)
        return len(self._quarters(*quadrant)) if quadrant[-1] > 1 else LEAF

    def probe(self, prefix: Prefix, probes: int, seed: int) -> float:
        """Return the number of missing cells in a quadrant."""
        return float(sum(self._numbers(*self._quadrant(prefix))))

    def expect(self, nodes: float) -> Expectation:
        """Return the known number of rows, and bytes and seconds for them."""
        rows = sum(self._numbers(*self._quadrant(())))
        seconds = rows / ROWS_PER_SECOND + rows * self._letters / TROMINOES_PER_SECOND
        return Expectation(rows, round(nodes), round(rows * BYTES_PER_ROW), seconds)

    def count(self, prefix: Prefix = (), *, by_key: bool = True) -> Tally:
        """Count the missing cells in a quadrant by symmetry class."""
        others, diagonal = self._numbers(*self._quadrant(prefix))
        found = {"none": others, "diag": diagonal}
        counts = {(name,): number for name, number in found.items() if number}
        return Tally(counts, others + diagonal, ("symmetry",))

    def batches(self, prefixes: Sequence[Prefix], rows: int = BATCH_ROWS) -> Iterator[Batch]:
        """Yield the boards of the subtrees in their order, at most `rows` at a time."""
        each = max(1, min(rows, LETTERS // max(1, self._letters)))
        none = np.zeros((2, 0), np.uint16)
        cells = np.hstack([none, *(self._cells(prefix) for prefix in prefixes)])
        for first in range(0, cells.shape[1], each):
            some = cells[:, first : first + each]
            yield Batch(self._records(*some), some.shape[1])

    @property
    def _lettered(self) -> bool:
        return self.board <= LARGEST_WITH_LAYOUT

    @property
    def _letters(self) -> int:
        """Letters of a row."""
        return self.board**2 // 3 if self._lettered else 0

    def _quadrant(self, prefix: Prefix) -> tuple[int, int, int]:
        """Return the first row, the first column and the side of the quadrant of a prefix."""
        if self.cell is not None:
            if prefix:
                raise no_such_subtree(prefix)
            return *self.cell, 1
        found = 0, 0, self.board
        for child in prefix:
            quarters = self._quarters(*found)
            if not 0 <= child < len(quarters):
                raise no_such_subtree(prefix)
            found = quarters[child]
        return found

    def _quarters(self, row: int, col: int, size: int) -> list[tuple[int, int, int]]:
        """Return the quadrants of a quadrant that have missing cells."""
        half = size // 2
        parts = [(row + i, col + j, half) for i in (0, half) for j in (0, half) if half]
        return [part for part in parts if any(self._numbers(*part))]

    def _numbers(self, row: int, col: int, size: int) -> tuple[int, int]:
        """Return the numbers of missing cells in a quadrant off the diagonals and on them."""
        half = self.board // 2
        if not self.up_to_symmetry:
            diagonal = size * ((row == col) + (row + col + size == self.board))
            return size * size - diagonal, diagonal
        if row > col or col >= half:
            return 0, 0
        size = min(size, half)
        return (size * size, 0) if row < col else (size * (size - 1) // 2, size)

    def _cells(self, prefix: Prefix) -> npt.NDArray[np.uint16]:
        """Return the rows and the columns of the missing cells in a quadrant, by their paths."""
        row, col, size = self._quadrant(prefix)
        paths, cells = np.arange(size * size), np.zeros((2, size * size), np.uint16)
        for level in range(size.bit_length() - 1):  # two bits of a path are a quadrant
            for k in (0, 1):
                cells[k] |= ((paths >> 2 * level + 1 - k & 1) << level).astype(np.uint16)
        cells += np.array([[row], [col]], np.uint16)
        if not self.up_to_symmetry:
            return cells
        return cells[:, (cells[0] <= cells[1]) & (cells[1] < self.board // 2)]

    def _records(self, row: npt.NDArray[np.uint16], col: npt.NDArray[np.uint16]) -> pa.RecordBatch:
        """Return the rows of missing cells."""
        from enumino.enum.records import Array, Ragged, wrap

        levels = np.arange(self.board.bit_length() - 1, dtype=np.uint16)[::-1]
        quadrants = 2 * (row[:, None] >> levels & 1) + (col[:, None] >> levels & 1)
        texts = {"path": (quadrants + ord("0")).astype(np.uint8)}
        if self._lettered:
            texts["layout"] = layouts(self.board, row, col)
        on_diagonal = (row == col) | (row + col == self.board - 1)
        codes = [SQUARE_CLASSES.index(name) for name in ("none", "diag")]
        buffers: dict[str, Array | Ragged] = {
            "board": np.full(len(row), self.board, np.uint16),
            "missing_row": np.ascontiguousarray(row),
            "missing_col": np.ascontiguousarray(col),
            "symmetry": np.where(on_diagonal, codes[1], codes[0]).astype(np.int8),
            "orbit": (np.where(on_diagonal, 4, 8) ** self.up_to_symmetry).astype(np.uint8),
            **{
                name: Ragged(text.ravel(), np.arange(len(text) + 1, dtype=np.int32) * text.shape[1])
                for name, text in texts.items()
            },
        }
        return wrap(self.columns, buffers, len(row))
