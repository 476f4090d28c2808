"""All tilings by L-trominoes of boards that lack one cell: one tiling problem a missing cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar

from enumino.enum.drive import MAX_NODES
from enumino.enum.forest import HOPELESS
from enumino.enum.lazy_items import LazyItems
from enumino.enum.problem import BATCH_ROWS, Batch, Expectation, Prefix, Tally, no_such_subtree
from enumino.errors import ProblemError
from enumino.families.coverings.choice import engine_unless_named
from enumino.families.coverings.problem import Tilings
from enumino.families.deficient_boards.columns import deficient_columns
from enumino.families.trominoes.boards import missing_words
from enumino.families.trominoes.parameters import DeficientParameters
from enumino.objects import piece_lists as sets
from enumino.objects.board import Board
from enumino.objects.lattice import Cell
from enumino.objects.region import Region
from enumino.schema import Column

if TYPE_CHECKING:
    import pyarrow as pa

BOARDS_KEPT = 256  # with the tables of their searches


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
        """The missing cells, in row-major order; none if three do not divide the others."""
        if (self.rows * self.cols) % 3 != 1:
            return []
        if self.missing != "all":
            return [self.missing]
        return [divmod(cell, self.cols) for cell in range(self.rows * self.cols)]

    @cached_property
    def _boards(self) -> Sequence[Tilings]:
        """The tiling problem of each missing cell; those asked for last are kept."""
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
        """Return what the boards come to together, with an equal share of the nodes each.

        Raises
        ------
        ProblemError
            If nobody could wait for them.
        """
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
        total = Tally()
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
        """Yield for each subtree its missing cell and the way into it, and all for the root."""
        for prefix in prefixes:
            if prefix:
                self._board(prefix)  # there has to be one
                yield prefix[0], prefix[1:]
            else:
                yield from ((number, ()) for number in range(len(self.cells)))

    def _placed(self, records: pa.RecordBatch, missing: Cell) -> pa.RecordBatch:
        """Say which board the rows are of."""
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
