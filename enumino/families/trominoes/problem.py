"""Deficient boards, covered by L-trominoes: parameters -> missing cells -> columns.

The missing cells are the leaves of a tree, in which a prefix is a row, or a row and a column.
"""

from collections.abc import Iterator, Sequence
from typing import ClassVar

import numpy as np
import pyarrow as pa

from enumino.arrays import U16, Flags
from enumino.enum import speeds
from enumino.enum.problem import (
    BATCH_ROWS,
    LEAF,
    Batch,
    Expectation,
    Prefix,
    Tally,
    no_such_subtree,
)
from enumino.enum.records import Array, Ragged, wrap
from enumino.families.trominoes.construction import layouts
from enumino.families.trominoes.parameters import TrominoParameters
from enumino.objects.lattice import SQUARE_CLASSES
from enumino.schema import SYMMETRY, Column

LETTERS = 1 << 22  # of a batch
BYTES_PER_ROW = 20.0

ORDER = "One letter per tromino, by first cell in row-scan order, as in orientations.parquet."
COLUMNS = (
    Column("board", "uint16", "Side of the board."),
    Column("missing_row", "uint16", "Row of the missing cell, from 0 at the top."),
    Column("missing_col", "uint16", "Column of the missing cell, from 0 at the left."),
    Column("layout", "string", ORDER),
    SYMMETRY,
)

Cells = U16


class Trominoes(TrominoParameters):
    """Golomb's tilings of boards of side 2^k with a missing cell by L-trominoes.

    Parameters
    ----------
    board : int
        The side, a power of two from 2 to 128.
    missing : (int, int) or "all"
        Row and column of the missing cell, from 0; ``"all"`` makes a row for each cell.

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

    tree_version: ClassVar[int] = 2

    @property
    def columns(self) -> tuple[Column, ...]:
        return COLUMNS

    def describe(self) -> str:
        where = "one cell, each in turn" if self.cell is None else f"the cell {self.missing}"
        return f"tromino coverings of {self.board}x{self.board} without {where}"

    def branching(self, prefix: Prefix) -> int:
        return LEAF if self._cells(prefix).shape[1] == 1 else self.board

    def probe(self, prefix: Prefix, probes: int, seed: int) -> float:
        return float(self._cells(prefix).shape[1])

    def expect(self, nodes: float) -> Expectation:
        rows = self._cells(()).shape[1]
        seconds = rows * self.board**2 / 3 / speeds.TROMINOES
        return Expectation(rows, round(nodes), round(rows * BYTES_PER_ROW), seconds)

    def count(self, prefix: Prefix = (), *, by_key: bool = True) -> Tally:
        cells = self._cells(prefix)
        number, diagonal = cells.shape[1], int(self._on_diagonal(*cells).sum())
        found = {("none",): number - diagonal, ("diag",): diagonal}
        return Tally({key: n for key, n in found.items() if n}, number, ("symmetry",))

    def batches(self, prefixes: Sequence[Prefix], rows: int = BATCH_ROWS) -> Iterator[Batch]:
        each = max(1, min(rows, LETTERS // self.board**2))
        none = np.zeros((2, 0), np.uint16)
        cells = np.hstack([none, *map(self._cells, prefixes)])
        for first in range(0, cells.shape[1], each):
            some = cells[:, first : first + each]
            yield Batch(self._records(*some), some.shape[1])

    def _cells(self, prefix: Prefix) -> Cells:
        """Return the rows and columns of the missing cells of a subtree, in row-major order."""
        given = prefix if self.cell is None else (*self.cell, *prefix)
        if len(given) > 2 or not all(0 <= at < self.board for at in given):
            raise no_such_subtree(prefix)
        lines = [[at] for at in given] + [range(self.board)] * (2 - len(given))
        return np.stack(np.meshgrid(*lines, indexing="ij")).reshape(2, -1).astype(np.uint16)

    def _on_diagonal(self, row: Cells, col: Cells) -> Flags:
        """Return whether each cell is on a diagonal of the board."""
        return np.asarray((row == col) | (row + col == self.board - 1))

    def _records(self, row: Cells, col: Cells) -> pa.RecordBatch:
        """Return the boards with these missing cells."""
        letters = layouts(self.board, row, col)
        offsets = np.arange(len(letters) + 1, dtype=np.int32) * letters.shape[1]
        none, diagonal = (SQUARE_CLASSES.index(name) for name in ("none", "diag"))
        buffers: dict[str, Array | Ragged] = {
            "board": np.full(len(row), self.board, np.uint16),
            "missing_row": np.ascontiguousarray(row),
            "missing_col": np.ascontiguousarray(col),
            "layout": Ragged(letters.ravel(), offsets),
            "symmetry": np.where(self._on_diagonal(row, col), diagonal, none).astype(np.int8),
        }
        return wrap(self.columns, buffers, len(row))
