"""Boards that lack a cell, by L-trominoes: parameters -> kernel -> columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from enumino.enum.drive import MAX_NODES
from enumino.enum.forest import HOPELESS, Forest, LazyItems
from enumino.enum.kernel import Kernel
from enumino.enum.problem import BATCH_ROWS, Batch, Expectation, Prefix, Tally, no_such_subtree
from enumino.errors import ProblemError
from enumino.families.tilings.choice import engine_unless_named
from enumino.families.tilings.problem import Tilings
from enumino.families.trominoes.boards import LARGEST_WITH_LAYOUT, missing_words
from enumino.families.trominoes.columns import deficient_columns, tromino_columns
from enumino.families.trominoes.parameters import DeficientParameters, TrominoParameters
from enumino.objects import piece_lists as sets
from enumino.objects.board import Board
from enumino.objects.lattice import Cell, SymmetryClass
from enumino.objects.region import Region
from enumino.schema import Column

if TYPE_CHECKING:
    import pyarrow as pa

    from enumino.enum.kernels.listing import trominoes


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
        """Return the known number of rows, and bytes and seconds for them."""
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
        from enumino.enum.kernels.listing import trominoes

        return trominoes

    @cached_property
    def _trees(self) -> list[trominoes.Tables]:
        from enumino.enum.kernels.listing import trominoes

        return [trominoes.new_tables(self._levels, self._lettered, self.up_to_symmetry)]

    def _find(self, prefix: Prefix) -> tuple[int, Prefix]:
        """Return the one tree, and the path from the board to each missing cell."""
        from enumino.enum.kernels.listing import trominoes

        if self.missing == "all":
            return 0, prefix
        path = trominoes.path_to(self._levels, *self.missing)
        return 0, (*(int(quadrant) for quadrant in path), *prefix)

    def _new_columns(self, rows: int) -> trominoes.Columns:
        from enumino.enum.kernels.listing import trominoes

        letters = trominoes.trominoes(self._levels) if self._lettered else 1
        rows = max(1, min(rows, LETTER_BYTES // letters))
        return trominoes.new_columns(rows, rows * letters)

    def _records(self, columns: trominoes.Columns, filled: int) -> pa.RecordBatch:
        from enumino.enum.records import Array, Ragged, wrap

        buffers: dict[str, Array | Ragged] = columns._asdict()
        buffers |= {
            "board": np.full(max(1, filled), self.board, np.uint16),
            "path": Ragged(columns.path, columns.path_offsets),
            "layout": Ragged(columns.layout, columns.layout_offsets),
        }
        return wrap(self.columns, buffers, filled)

    def _new_counts(self, tree: int) -> npt.NDArray[np.int64]:
        return np.zeros(len(CLASSES), np.int64)

    def _key(self, tree: int, index: tuple[int, ...]) -> tuple[str]:
        return (str(CLASSES[index[0]]),)


BOARDS_KEPT = 256  # boards that are kept with the tables of their searches


class DeficientBoards(DeficientParameters):
    """All tilings by L-trominoes of a board that lacks one cell.

    Parameters
    ----------
    rows, cols : int
    missing : (int, int) or "all"
        Row and column of the missing cell, from 0; or every cell in turn.

    Raises
    ------
    ProblemError
        If there is no such board or cell.

    Examples
    --------
    >>> DeficientBoards(5, 5).count().total
    128
    """

    tree_version: ClassVar[int] = 1

    @property
    def columns(self) -> tuple[Column, ...]:
        """The fields of a row."""
        return deficient_columns()

    def describe(self) -> str:
        """Return the problem in a few words.

        >>> DeficientBoards(4, 4).describe()
        'tilings by L-trominoes of 4x4 without one cell, each in turn'
        """
        where = missing_words(self.missing)
        return f"tilings by L-trominoes of {self.rows}x{self.cols} without {where}"

    @property
    def cells(self) -> list[Cell]:
        """The missing cells, in row-major order; none if 3 does not divide the area of the rest."""
        if (self.rows * self.cols) % 3 != 1:
            return []
        if self.missing != "all":
            return [self.missing]
        return [divmod(cell, self.cols) for cell in range(self.rows * self.cols)]

    @cached_property
    def _boards(self) -> Sequence[Tilings]:
        """The tiling problem of each missing cell; the last ones in use are kept."""
        whole, cells = Region.rectangle(self.rows, self.cols), self.cells
        pieces = tuple(sets.parse("L-tromino"))

        def board(number: int) -> Tilings:
            region = whole.without([cells[number]])
            engine = engine_unless_named(Board(region, pieces))
            return Tilings(region, pieces, engine=engine, placements=False)

        return LazyItems(len(cells), board, BOARDS_KEPT, size_of=lambda _: 1)

    def __getstate__(self) -> dict[str, Any]:
        """Pickle the parameters only."""
        return {name: v for name, v in self.__dict__.items() if not name.startswith("_")}

    def branching(self, prefix: Prefix) -> int:
        """Return the number of missing cells, or of children in the search for one."""
        return self._board(prefix).branching(prefix[1:]) if prefix else len(self.cells)

    def probe(self, prefix: Prefix, probes: int, seed: int) -> float:
        """Estimate the nodes of a subtree by Knuth's random walks."""
        if prefix:
            return self._board(prefix).probe(prefix[1:], probes, seed)
        each, nodes = -(-probes // max(1, len(self._boards))), 0.0
        for board in self._boards:
            nodes += board.probe((), each, seed)
            if nodes > HOPELESS * len(self._boards):  # `expect` refuses: no need to look further
                break
        return nodes

    def expect(self, nodes: float) -> Expectation:
        """Return rows, bytes and seconds of all boards, each with an equal share of the nodes."""
        share = nodes / max(1, len(self._boards))
        try:
            each = [board.expect(share) for board in self._boards]
        except ProblemError as error:
            raise ProblemError(
                f"Searching for {self.describe()} would take more than a thousand years: take a "
                "smaller board."
            ) from error
        return Expectation(
            sum(board.rows for board in each),
            round(nodes),
            sum(board.bytes for board in each),
            sum(board.seconds for board in each),
        )

    def count(self, prefix: Prefix = (), *, by_key: bool = True) -> Tally:
        """Count the tilings of a subtree by missing cell and symmetry class."""
        total = Tally(keys=tuple(column.name for column in self.columns if column.key))
        for number, rest in self._divided([prefix]):
            tally = self._boards[number].count(rest, by_key=by_key)
            found = {(*self.cells[number], *key): n for key, n in tally.counts.items()}
            total += Tally(found, tally.nodes)
        return total

    def batches(self, prefixes: Sequence[Prefix], rows: int = BATCH_ROWS) -> Iterator[Batch]:
        """Yield the tilings of the subtrees in their order, at most `rows` at a time."""
        held: list[pa.RecordBatch] = []
        filled = nodes = 0
        for number, subtrees in groupby(self._divided(prefixes), key=itemgetter(0)):
            for batch in self._boards[number].batches([rest for _, rest in subtrees], rows):
                if filled + batch.records.num_rows > rows:
                    yield Batch(_joined(held), nodes)
                    held, filled, nodes = [], 0, 0
                held.append(self._placed(batch.records, self.cells[number]))
                filled += batch.records.num_rows
                nodes += batch.nodes
                if nodes >= MAX_NODES:  # a barren stretch is reported, and the rows are kept
                    yield Batch(held[0].slice(0, 0), nodes)
                    nodes = 0
        if held:
            yield Batch(_joined(held), nodes)

    def _board(self, prefix: Prefix) -> Tilings:
        """The tiling problem that a subtree belongs to."""
        if not 0 <= prefix[0] < len(self._boards):
            raise no_such_subtree(prefix)
        return self._boards[prefix[0]]

    def _divided(self, prefixes: Sequence[Prefix]) -> Iterator[tuple[int, Prefix]]:
        """Yield the missing cell of each subtree and the path into it; all cells for the root."""
        for prefix in prefixes:
            if prefix:
                self._board(prefix)  # there has to be one
                yield prefix[0], prefix[1:]
            else:
                yield from ((number, ()) for number in range(len(self.cells)))

    def _placed(self, records: pa.RecordBatch, missing: Cell) -> pa.RecordBatch:
        """Return the rows with the sides of their board and its missing cell."""
        import pyarrow as pa

        from enumino.schema import arrow_schema

        values = {
            "rows": self.rows,
            "cols": self.cols,
            "missing_row": missing[0],
            "missing_col": missing[1],
        }
        constants = {
            name: pa.repeat(pa.scalar(value, pa.uint16()), records.num_rows)
            for name, value in values.items()
        }
        schema = arrow_schema(self.columns, in_flight=True)
        arrays = [
            constants[name] if name in constants else records.column(name) for name in schema.names
        ]
        return pa.RecordBatch.from_arrays(arrays, schema=schema)


def _joined(batches: list[pa.RecordBatch]) -> pa.RecordBatch:
    import pyarrow as pa

    return pa.concat_batches(batches)
