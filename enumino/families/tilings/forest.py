"""The search for tilings: an engine on a board, and the rows it makes."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from math import log2
from sys import maxsize
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import numpy.typing as npt

from enumino.enum.drive import Filled, enter, entered, fill, tally
from enumino.enum.exact_cover import engines
from enumino.enum.exact_cover.engines import Cover, Engine
from enumino.enum.forest import HOPELESS, Forest
from enumino.enum.kernel import Kernel
from enumino.enum.problem import BATCH_ROWS, Batch, Expectation, Prefix, Tally
from enumino.enum.records import filtered, first_rows
from enumino.errors import ProblemError
from enumino.families.tilings import symmetry_breaking
from enumino.families.tilings.exact_covers import cover_of
from enumino.families.tilings.parameters import TilingParameters
from enumino.objects.board import Board
from enumino.objects.lattice import Lattice

if TYPE_CHECKING:
    import pyarrow as pa

    from enumino.datasets.queries.conditions import Condition
    from enumino.enum.kernels.exact_cover import tiling_rows
    from enumino.enum.kernels.exact_cover._layouts import Tables
    from enumino.families.tilings.row_search import RowSearch, RowState
    from enumino.families.tilings.rows import TilingRows
    from enumino.families.tilings.symmetry_breaking import Symmetries
    from enumino.families.tilings.trees import Trees

# Version of the engines' trees: raised when an engine numbers children in another order.
ENGINES_VERSION = 1
# Solutions that an engine finds before their rows are made: both stay in the cache.
SOLUTIONS = 4096
# Most bytes of layouts and placements in a batch, even if it has room for more rows.
BATCH_BYTES = 1 << 25
LETTER_BYTES = 3  # most bytes of a letter in UTF-8
# Random walks, and the nodes that they must find for a division by symmetry to pay.
PROBES, FEW_NODES = 200, 1_000_000

# Measured on small boards; they only serve estimates.
NODES_PER_ROW = 3  # for pieces that may be used any number of times
NODES_PER_ROW_BOUNDED = 1000  # for pieces with bounds on their uses
BYTES_PER_BIT = 0.04  # bytes in a file per bit of information in the placements of a row
BYTES_PER_ROW = 2.0  # bytes in a file, without placements
PIECES_PER_SECOND = 8e7


class TilingForest(TilingParameters, Forest):
    """Tilings of a board, all of them or up to its symmetries."""

    @cached_property
    @abstractmethod
    def chosen_engine(self) -> Engine:
        """The engine that searches."""

    @cached_property
    def _board(self) -> Board:
        """The region, the pieces and all their placements."""
        return Board(self.region, self.pieces, self.rotations, self.reflections, self.in_plane)

    @cached_property
    @abstractmethod
    def _symmetries(self) -> Symmetries[Board]:
        """The symmetries that map the problem to itself."""

    @cached_property
    @abstractmethod
    def _search(self) -> Trees:
        """The trees of the search for all tilings, or for one of each class."""

    @cached_property
    def _cover(self) -> Cover:
        """The problem as an exact cover problem, for engines that know no cells."""
        return cover_of(self._board)

    @cached_property
    def _most_pieces(self) -> int:
        """Upper bound on the pieces of a tiling."""
        smallest = min(len(each.offsets) for each in self._board.orientations)
        return max(1, len(self._board.region) // smallest)

    @property
    def _known_rows(self) -> int | None:
        """Approximate number of rows, if it is known before a search."""
        return None

    @property
    def tree_version(self) -> int:
        """Version of the engines, plus that of the division by symmetry if there is one."""
        return ENGINES_VERSION + (symmetry_breaking.VERSION if self._symmetries.up_to else 0)

    def expect(self, nodes: float) -> Expectation:
        """Return rows (known, or a guess from the nodes), and bytes and seconds for them."""
        if not self._board.area_fits:
            return Expectation(0, 0, 0, 0.0)
        known = self._known_rows
        per_row = NODES_PER_ROW if self._board.reusable else NODES_PER_ROW_BOUNDED
        nodes = nodes if self.limit is None else min(nodes, HOPELESS)
        if known is not None and self.limit is None:  # walks see too little of large trees
            nodes = max(nodes, NODES_PER_ROW * known)
        rows: float = nodes / per_row if known is None else known
        if self.limit is not None and rows > self.limit:
            rows, nodes = self.limit, min(nodes, self.limit * per_row)
        if self.limit is None and max(nodes, rows) > HOPELESS:
            countable = known is not None and not self._symmetries.up_to
            way = f", and `enumino count {self.family}` counts them without a search"
            raise ProblemError(
                f"Searching for {self.describe()} would take more than a thousand years: take a "
                f"smaller region; `enumino enumerate {self.family} --limit K` lists the first K"
                f"{way if countable else ''}."
            )
        lists = 1 + self.placements  # of pieces, in a row: its layout, and its placements
        seconds = nodes / engines.NODES_PER_SECOND[self.chosen_engine]
        seconds += rows * self._most_pieces * lists / PIECES_PER_SECOND
        bits = self._most_pieces * log2(len(self._board) + 1) if self.placements else 0
        size = rows * (BYTES_PER_ROW + BYTES_PER_BIT * bits)
        return Expectation(round(rows), round(nodes), round(size), seconds)

    @abstractmethod
    def describe(self) -> str:
        """Return the problem in a few words."""

    @abstractmethod
    def as_rows(self) -> TilingRows:
        """Return the description of the rows, on the same board."""

    def one_of_each_class(self, by_symmetry: bool) -> Self | None:
        """Return the problem of one tiling of each class, if it counts all tilings faster.

        Without a piece to force, it does so only where tilings are counted `by_symmetry`.
        """
        if self.limit is not None or self._symmetries.up_to or not self._symmetries.images:
            return None
        is_forced = self._board.landmark(self._symmetries.images).piece is not None
        if self.only is not None or not (by_symmetry or is_forced):
            return None
        if not FEW_NODES <= self.probe((), PROBES, seed=0) <= HOPELESS:
            return None
        try:
            classes = self.from_json({**self.to_json(), "up_to_symmetry": True})
        except ProblemError:
            return None
        self.forget()
        return classes

    @property
    def is_symmetric(self) -> bool:
        """Whether symmetries map the problem to itself."""
        return bool(self._symmetries.images)

    def images_of(self, symmetry: str) -> int:
        """Return the orbit of a tiling of a symmetry class: its images, itself included."""
        lattice: Lattice = self._board.region.lattice
        order = lattice.class_named(symmetry).order
        return (1 + len(self._symmetries.images)) // order

    def count(self, prefix: Prefix = (), *, by_key: bool = True) -> Tally:
        """Count the tilings of a subtree by symmetry class, or, which is faster, in total."""
        if self.only is not None:
            return self._grouped(prefix, self._keys)
        if self.limit is not None:
            return super().count(prefix, by_key=by_key)
        by_class = by_key or self._symmetries.up_to
        images = self._symmetries.images if by_class else {}  # they take a millisecond
        names = list(self._board.region.lattice.class_names)
        counts, nodes = np.zeros(len(names), np.int64), 0
        rest = names.index(self.no_symmetry)
        for tree, below in self._subtrees([prefix]):
            if images and self._search.cases[tree].symmetric:
                search: Any = self._row_search(SOLUTIONS)
                state: Any = self._row_state(search, tree)
                into = counts
            else:
                search, state, into = self._kernel, self._new_state(tree), counts[rest : rest + 1]
            enter(search, state, below)
            nodes += tally(search, state, into, maxsize)
        found = [int(c) for c in np.flatnonzero(counts)]
        if by_class:
            return Tally({(names[c],): int(counts[c]) for c in found}, nodes, keys=self._keys)
        return Tally({(): int(counts[rest])} if found else {}, nodes, keys=self._keys)

    @property
    def no_symmetry(self) -> str:
        """The symmetry class of tilings that no image fixes."""
        lattice = self._board.region.lattice
        return lattice.class_names[lattice.code_of[0]]

    def batches(self, prefixes: Sequence[Prefix], rows: int = BATCH_ROWS) -> Iterator[Batch]:
        """Yield the rows of the subtrees in search order, at most `rows` at a time."""
        found = super().batches(prefixes, rows)
        if self.only is None:
            return found
        chosen = self._condition(self.only).chosen
        return first_rows(filtered(found, chosen, rows), self.limit)

    def _condition(self, only: str) -> Condition:
        """Return the condition on columns; a new one a thread."""
        from enumino.datasets.queries.conditions import Condition
        from enumino.registry import rows_of
        from enumino.schema import arrow_schema

        return Condition.on(rows_of(self.to_json()), arrow_schema(self.columns), only)

    def _filled(self, prefixes: Iterable[Prefix], rows: int) -> Iterator[Filled]:
        """Yield the columns of each batch as they are filled with rows of solutions."""
        limit = self.limit if self.only is None else None
        rows = max(1, min(rows, limit or rows, BATCH_BYTES // self._row_bytes))
        search = self._row_search(min(SOLUTIONS, rows))
        states = entered(
            search, lambda tree: self._row_state(search, tree), self._subtrees(prefixes)
        )
        return fill(search, states, lambda _: self._new_columns(rows), limit, self.report_after)

    def _row_search(self, solutions: int) -> RowSearch:
        from enumino.families.tilings.row_search import RowSearch

        up_to_symmetry = self._symmetries.up_to
        return RowSearch(self._kernel, self._row_tables, up_to_symmetry, solutions)

    def _row_state(self, search: RowSearch, tree: int) -> RowState:
        case = self._search.cases[tree]
        forced, symmetries = np.array(case.forced, np.int64), self._symmetries.images
        among = [number for number, k in enumerate(symmetries) if case.may_be_moved_by(k)]
        numbers = self._search.numbers(case)
        moving = np.array(among, np.int64)
        return search.new_state(self._trees[tree], forced, moving, numbers)

    def _new_columns(self, rows: int) -> tiling_rows.Columns:
        from enumino.enum.kernels.exact_cover import tiling_rows

        pieces = rows * self._most_pieces
        wide = len(self._board) > 1 << 16
        return tiling_rows.new_columns(rows, pieces * LETTER_BYTES, pieces, wide)

    def _records(self, columns: tiling_rows.Columns, filled: int) -> pa.RecordBatch:
        """Return the rows, sorted by placements."""
        from enumino.enum.kernels.exact_cover import tiling_rows
        from enumino.enum.records import Array, Ragged, wrap

        buffers: dict[str, Array | Ragged] = columns._asdict()
        buffers |= {
            "layout": Ragged(columns.layout, columns.layout_offsets),
            "placements": Ragged(columns.placements, columns.placement_offsets),
        }
        records = wrap(self.columns, buffers, filled)
        if tiling_rows.is_sorted(columns, filled):
            return records
        return records.take(tiling_rows.order(columns, filled))

    def _new_counts(self, tree: int) -> npt.NDArray[np.int64]:
        return np.zeros(1, np.int64)

    def _key(self, tree: int, index: tuple[int, ...]) -> tuple[()]:
        """The key of a count without rows, which has all tilings together."""
        return ()

    @property
    def _walk_cost(self) -> int:
        links, cells = len(self._board.members), len(self._board.region)
        return engines.walk_cost(self.chosen_engine, self._most_pieces, cells, links)

    @property
    def _kernel(self) -> Kernel:
        return engines.kernel_of(self.chosen_engine)

    @property
    def _row_bytes(self) -> int:
        """Bytes of the longest layout and its placements."""
        return self._most_pieces * (LETTER_BYTES + 4)

    @property
    def _trees(self) -> Sequence[Any]:
        return self._search.tables

    def __getstate__(self) -> dict[str, Any]:
        """Pickle the parameters and the engine, so that it is chosen once for all workers."""
        return super().__getstate__() | {"chosen_engine": self.chosen_engine}

    @cached_property
    def _row_tables(self) -> Tables:
        """The tables that rows are made with."""
        from enumino.families.tilings.row_search import tables_of

        return tables_of(self._board, self._symmetries.images)
