"""The divide-and-conquer covering of a board that lacks a cell: parameters -> kernel -> columns."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from enumino.enum.forest import Forest
from enumino.enum.kernel import Kernel
from enumino.enum.problem import Expectation, Prefix
from enumino.families.trominoes.boards import LARGEST_WITH_LAYOUT, missing_words
from enumino.families.trominoes.columns import tromino_columns
from enumino.families.trominoes.parameters import TrominoParameters
from enumino.objects.lattice import SymmetryClass
from enumino.schema import Column

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

    from enumino.enum.kernels import trominoes

CLASSES = tuple(SymmetryClass)
LETTER_BYTES = 1 << 25

# Measured on one core of a current server; they only serve estimates.
TROMINOES_PER_SECOND = 1e8
BYTES_PER_ROW = 20.0


class Trominoes(TrominoParameters, Forest):
    """The construction that covers a board of side 2^k without one cell by L-trominoes.

    Parameters
    ----------
    board : int
        The side, a power of two from 2 to 4096.
    missing : (int, int) or "all"
        Row and column of the missing cell, from 0; or a row for every cell.
    up_to_symmetry : bool
        Of all cells, one of each class under the symmetries of the board.

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
        """The fields of a row."""
        return tromino_columns(self.board <= LARGEST_WITH_LAYOUT)

    def describe(self) -> str:
        """Return the problem in a few words.

        >>> Trominoes(8, (3, 2)).describe()
        'tromino coverings of 8x8 without the cell 3,2'
        """
        classes = ", up to symmetry" if self.up_to_symmetry else ""
        where = missing_words(self.missing)
        return f"tromino coverings of {self.board}x{self.board} without {where}{classes}"

    def expect(self, nodes: float) -> Expectation:
        """Return rows, which are known, and bytes and seconds for them."""
        half = self.board // 2
        all_cells = half * (half + 1) // 2 if self.up_to_symmetry else self.board**2
        rows = all_cells if self.missing == "all" else 1
        pieces = self.board**2 // 3 if self._lettered else 1
        seconds = rows * pieces / TROMINOES_PER_SECOND
        return Expectation(rows, round(nodes), round(rows * BYTES_PER_ROW), seconds)

    @property
    def _levels(self) -> int:
        return self.board.bit_length() - 1

    @property
    def _lettered(self) -> bool:
        return self.board <= LARGEST_WITH_LAYOUT

    @property
    def _walk_cost(self) -> int:
        return self._levels

    @property
    def _kernel(self) -> Kernel:
        from enumino.enum.kernels import trominoes

        return trominoes

    @cached_property
    def _trees(self) -> list[trominoes.Tables]:
        from enumino.enum.kernels import trominoes

        return [trominoes.new_tables(self._levels, self._lettered, self.up_to_symmetry)]

    def _find(self, prefix: Prefix) -> tuple[int, Prefix]:
        """Return the one tree, and the way from the board; there is one to each missing cell."""
        from enumino.enum.kernels import trominoes

        if self.missing == "all":
            return 0, prefix
        path = trominoes.path_to(self._levels, *self.missing)
        return 0, (*(int(quadrant) for quadrant in path), *prefix)

    def _new_columns(self, rows: int) -> trominoes.Columns:
        from enumino.enum.kernels import trominoes

        letters = trominoes.trominoes(self._levels) if self._lettered else 1
        rows = max(1, min(rows, LETTER_BYTES // letters))
        return trominoes.new_columns(rows, rows * letters)

    def _records(self, columns: trominoes.Columns, filled: int) -> pa.RecordBatch:
        import numpy as np

        from enumino.enum.records import Array, Ragged, wrap

        buffers: dict[str, Array | Ragged] = columns._asdict()
        buffers |= {
            "board": np.full(max(1, filled), self.board, np.uint16),
            "path": Ragged(columns.path, columns.path_offsets),
            "layout": Ragged(columns.layout, columns.layout_offsets),
        }
        return wrap(self.columns, buffers, filled)

    def _new_counts(self, tree: int) -> npt.NDArray[np.int64]:
        import numpy as np

        return np.zeros(len(CLASSES), np.int64)

    def _key(self, tree: int, index: tuple[int, ...]) -> tuple[str]:
        return (str(CLASSES[index[0]]),)
