"""Boards that lack a cell, by L-trominoes: parameters -> missing cells -> columns.

A node of the tree is a quadrant of a quadrant of ... the board, its children are its quadrants, and
the leaves are the missing cells: a prefix is a path of quadrants. Up to symmetry one cell of each
class is listed, the first in row-major order: those of the upper left quadrant on and above the
main diagonal. So the board has one child, and a quadrant on the diagonal has 0, 1 and 3.
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
        path = self._path(prefix)
        return len(self._children(path)) if len(path) < self._levels else LEAF

    def probe(self, prefix: Prefix, probes: int, seed: int) -> float:
        """Return the number of missing cells in a quadrant."""
        return float(sum(self._numbers(self._path(prefix))))

    def expect(self, nodes: float) -> Expectation:
        """Return the known number of rows, and bytes and seconds for them."""
        rows = sum(self._numbers(self._path(())))
        seconds = rows / ROWS_PER_SECOND + rows * self._letters / TROMINOES_PER_SECOND
        return Expectation(rows, round(nodes), round(rows * BYTES_PER_ROW), seconds)

    def count(self, prefix: Prefix = (), *, by_key: bool = True) -> Tally:
        """Count the missing cells in a quadrant by symmetry class."""
        others, diagonal = self._numbers(self._path(prefix))
        found = {"none": others, "diag": diagonal}
        counts = {(str(name),): number for name, number in found.items() if number}
        return Tally(counts, others + diagonal, ("symmetry",))

    def batches(self, prefixes: Sequence[Prefix], rows: int = BATCH_ROWS) -> Iterator[Batch]:
        """Yield the boards of the subtrees in their order, at most `rows` at a time."""
        each = max(1, min(rows, LETTERS // max(1, self._letters)))
        cells = [self._cells(self._path(prefix)) for prefix in prefixes]
        joined = np.concatenate([np.zeros(0, np.int64), *cells])
        for first in range(0, len(joined), each):
            some = joined[first : first + each]
            yield Batch(self._records(some), len(some))

    @property
    def _levels(self) -> int:
        return self.board.bit_length() - 1

    @property
    def _lettered(self) -> bool:
        return self.board <= LARGEST_WITH_LAYOUT

    @property
    def _letters(self) -> int:
        """Letters of a row."""
        return self.board**2 // 3 if self._lettered else 0

    def _path(self, prefix: Prefix) -> tuple[int, ...]:
        """Return the quadrants that a prefix leads through."""
        if self.cell is not None:
            if prefix:
                raise no_such_subtree(prefix)
            row, col = self.cell
            levels = range(self._levels - 1, -1, -1)
            return tuple(2 * (row >> level & 1) + (col >> level & 1) for level in levels)
        path: tuple[int, ...] = ()
        for child in prefix:
            children = self._children(path) if len(path) < self._levels else ()
            if not 0 <= child < len(children):
                raise no_such_subtree(prefix)
            path = (*path, children[child])
        return path

    def _children(self, path: tuple[int, ...]) -> Sequence[int]:
        """Return the quadrants that have missing cells."""
        if not self.up_to_symmetry or 1 in path:
            return range(4)
        return (0, 1, 3) if path else (0,)

    def _numbers(self, path: tuple[int, ...]) -> tuple[int, int]:
        """Return the numbers of missing cells off the diagonals and on them."""
        side = self.board >> len(path)
        if self.up_to_symmetry and 1 not in path:
            side = min(side, self.board // 2)
            return side * (side - 1) // 2, side
        if self.up_to_symmetry:
            return side * side, 0
        along = {*path} <= {0, 3}, {*path} <= {1, 2}
        diagonal = 1 if side == 1 and any(along) else side * sum(along)
        return side * side - diagonal, diagonal

    def _cells(self, path: tuple[int, ...]) -> npt.NDArray[np.int64]:
        """Return the missing cells in a quadrant: their paths as numbers of two bits a level."""
        start = sum(quadrant << 2 * level for level, quadrant in enumerate(reversed(path)))
        number = 4 ** (self._levels - len(path))
        cells = np.arange(start * number, (start + 1) * number)
        if not self.up_to_symmetry:
            return cells
        row, col = self._places(cells)
        return cells[(row <= col) & (col < self.board // 2)]

    def _places(self, cells: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.uint16], ...]:
        """Return the rows and the columns of paths."""
        row, col = np.zeros((2, len(cells)), np.uint16)
        for level in range(self._levels):
            row |= ((cells >> 2 * level + 1 & 1) << level).astype(np.uint16)
            col |= ((cells >> 2 * level & 1) << level).astype(np.uint16)
        return row, col

    def _records(self, cells: npt.NDArray[np.int64]) -> pa.RecordBatch:
        """Return the rows of missing cells."""
        from enumino.enum.records import Array, Ragged, wrap

        row, col = self._places(cells)
        levels = 2 * np.arange(self._levels)[::-1]
        texts = {"path": (cells[:, None] >> levels & 3).astype(np.uint8) + np.uint8(ord("0"))}
        if self._lettered:
            texts["layout"] = layouts(self.board, row, col)
        on_diagonal = (row == col) | (row + col == self.board - 1)
        classes = SQUARE_CLASSES
        codes = classes.index("none"), classes.index("diag")
        buffers: dict[str, Array | Ragged] = {
            "board": np.full(len(cells), self.board, np.uint16),
            "missing_row": row,
            "missing_col": col,
            "symmetry": np.where(on_diagonal, codes[1], codes[0]).astype(np.int8),
            "orbit": (np.where(on_diagonal, 4, 8) ** self.up_to_symmetry).astype(np.uint8),
            **{
                name: Ragged(text.ravel(), np.arange(len(text) + 1, dtype=np.int32) * text.shape[1])
                for name, text in texts.items()
            },
        }
        return wrap(self.columns, buffers, len(cells))
