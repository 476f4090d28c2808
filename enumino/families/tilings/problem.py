"""Tilings: parameters -> an exact cover engine -> columns."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cached_property, reduce
from math import log2
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from msgspec import structs

from enumino.arrays import I32
from enumino.datasets.queries.conditions import WithCondition
from enumino.enum import speeds
from enumino.enum.drive import entered, tally
from enumino.enum.exact_cover import Cover, engines
from enumino.enum.forest import HOPELESS, Forest
from enumino.enum.kernel import Engine, Kernel, Search, State
from enumino.enum.problem import Expectation, Prefix, Tally
from enumino.enum.records import Array, Ragged, shared, wrap
from enumino.errors import ProblemError
from enumino.families.tilings.covers import cover_of, engine_for
from enumino.families.tilings.parameters import TilingParameters
from enumino.families.tilings.transfer_matrix import count_by_transfer_matrix
from enumino.objects.board import EMPTY_LETTER
from enumino.objects.lattice import SQUARE
from enumino.parameters import LONGEST_CONDITION
from enumino.schema import ORBIT, SYMMETRY, Column
from enumino.words import first_of, in_a_line, quoted

if TYPE_CHECKING:
    from enumino.enum.kernels.exact_cover import tiling_rows
    from enumino.families.tilings.search import TilingSearch

MOST_STATES = 100_000  # of a count before a listing: some tens of ms
BATCH_BYTES = 1 << 25  # the most bytes of layouts and placements in a batch
LETTER_BYTES = 3  # most bytes of a letter in UTF-8

# Measured on small boards, for estimates only.
NODES_PER_ROW = 3  # for pieces that may be used any number of times
NODES_PER_ROW_BOUNDED = 1000  # for pieces with bounds on their uses
BYTES_PER_BIT = 0.04  # bytes in a file per bit of information in the placements of a row
BYTES_PER_ROW = 2.0  # bytes in a file, without placements


class Tilings(WithCondition, TilingParameters, Forest):
    """All tilings of a region of any lattice by some pieces.

    Parameters
    ----------
    region : Region or str
        ``"6x10"``, ``"3x4x5"``, ``"hexagon 3"``, a drawing, or a `Region`.
    pieces : str or iterable of Piece
        ``"pentominoes"``, ``"L-tromino, I4"``, ``"L:2-4, X"``; see `enumino.objects.piece_lists`.
    each_once, at_most_once : bool
        Whether pieces without bounds of their own are used exactly or at most once.
    lattice : str, path, Definition or Lattice
        ``"square"``, ``"cubic"``, ``"hexagonal"`` or another of `LATTICES`; a file in TOML, or the
        name of a file of the package.
    rotations, reflections : bool
        False to forbid them for all pieces.
    only : str, optional
        A condition on columns, such as ``"pieces <= 12"`` or ``"symmetry = 'all'"``.
    up_to_symmetry : bool
        Keep one tiling of each class under the symmetries of the region.
    up_to_rotations : bool
        Keep one tiling of each class under the rotations of the region.
    engine : str, optional
        ``"cell-masks"``, ``"option-bitsets"`` or ``"dancing-links"``; chosen by the size of the
        problem by default.
    placements : bool
        Whether rows list their placements beside the layout.
    limit : int, optional
        The most tilings: the search stops after them.

    Raises
    ------
    ProblemError
        If parameters contradict each other.

    Examples
    --------
    >>> Tilings("3x20", "pentominoes", each_once=True).count().total
    8
    >>> Tilings("2x2x3", "dicube", lattice="cubic").count().total
    32
    """

    tree_version: ClassVar[int] = 10

    def __post_init__(self) -> None:
        super().__post_init__()
        assert self.chosen_engine, "an engine that takes the problem"
        names, used = [piece.name for piece in self.board.pieces], r"'((?:[^']|'')*)'"
        for text in re.findall(rf"\buses\s*\([^,()]*,\s*{used}", self.only or "", re.IGNORECASE):
            if (name := text.replace("''", "'")) not in names:
                listed = ", ".join(names)
                raise ProblemError(f"There is no piece {quoted(name)}: choose from {listed}.")

    @cached_property
    def chosen_engine(self) -> Engine:
        """The named engine or, by a rule that `tree_version` covers, the engine that suits."""
        return engine_for(self.board, self.engine)

    @property
    def columns(self) -> tuple[Column, ...]:
        lattice, (number_bytes, orbit_bytes) = self.board.region.lattice, self._bytes
        number = f"uint{8 * number_bytes}"
        order = "One letter per piece, by first cell in reading order, as in orientations.parquet."
        layout = Column("layout", "string", order)
        options = "Options of options.parquet, ascending, which is the order of first cells."
        placements = Column("placements", f"list<{number}>", options)
        none = lattice.class_names[0]
        meaning = f"Symmetry class of the {lattice.name} lattice, {none} for none."
        own = Column("symmetry", "string", meaning, key=True, values=lattice.class_names)
        return (
            layout,
            *([placements] if self.placements else []),
            Column("pieces", "uint16", "Number of pieces."),
            SYMMETRY if lattice == SQUARE else own,
            structs.replace(ORBIT, type=f"uint{8 * orbit_bytes}"),
        )

    @property
    def _bytes(self) -> tuple[int, int]:
        """The bytes of the number of an option, and of an orbit."""
        many_images = self.is_up_to_images and len(self.images) > 254
        return 4 if len(self.board) > 1 << 16 else 2, 2 if many_images else 1

    def describe(self) -> str:
        region, pieces = self.board.region, self.board.placed
        names, uses = [piece.name for piece in pieces], {(p.fewest or 0, p.most) for p in pieces}
        usual = {(1, 1): ", each once", (0, 1): ", each at most once", (0, None): ""}
        words = [
            f"{first_of(self.limit, 'tiling')} of {region.name}",
            "" if region.lattice == SQUARE else f" ({region.lattice.name})",
            " by ",
            ", ".join(names) if len(names) <= 3 else f"{len(names)} pieces",
            usual.get(uses.pop() if len(uses) == 1 else (2, 1), ", each as often as given"),
            "" if self.rotations else ", not turned",
            "" if self.reflections else ", not turned over",
            "" if self.only is None else f", where {in_a_line(self.only, LONGEST_CONDITION)}",
            ", up to symmetry" if self.up_to_symmetry else "",
            ", up to rotations" if self.up_to_rotations else "",
        ]
        return "".join(words)

    @property
    def arrays(self) -> Cover:
        """The exact cover problem as arrays."""
        return cover_of(self.board)

    @cached_property
    def _search(self) -> TilingSearch:
        """The search for all tilings, or for one tiling of each class."""
        from enumino.families.tilings.search import TilingSearch

        return TilingSearch(self.board, self.chosen_engine, self.images, self.is_up_to_images)

    @cached_property
    def _most_pieces(self) -> int:
        """An upper bound on the number of pieces of a tiling."""
        smallest = min(len(piece.shape) for piece in self.board.pieces)
        return max(1, len(self.board.region) // smallest)

    @cached_property
    def _known_rows(self) -> int | None:
        """The number of tilings, without the condition, by reusable pieces, if fast to count."""
        if not self.board.reusable:
            return None
        try:
            rows = count_by_transfer_matrix(self.board, MOST_STATES)
        except ProblemError:
            return None
        return rows // (1 + len(self.images)) if self.is_up_to_images else rows

    def expect(self, nodes: float) -> Expectation:
        if not self.board.area_fits():
            return Expectation(0, 0, 0, 0.0)
        known = self._known_rows
        per_row = NODES_PER_ROW if self.board.reusable else NODES_PER_ROW_BOUNDED
        nodes = nodes if self.limit is None else min(nodes, HOPELESS)
        if known is not None and self.limit is None:  # random walks underestimate large trees
            nodes = max(nodes, NODES_PER_ROW * known)
        rows: float = nodes / per_row if known is None else known
        countable = known is not None and not self.is_up_to_images
        way = f", or count them with `enumino count {self.family}`" if countable else ""
        rows, nodes = self._up_to_limit(rows, nodes, per_row, f"take a smaller region{way}; ")
        lists = 1 + self.placements  # the layout and the placements
        seconds = nodes / engines.NODES_PER_SECOND[self.chosen_engine]
        seconds += rows * self._most_pieces * lists / speeds.PIECES
        bits = self._most_pieces * log2(len(self.board) + 1) if self.placements else 0
        size = rows * (BYTES_PER_ROW + BYTES_PER_BIT * bits)
        return Expectation(round(rows), round(nodes), round(size), seconds)

    def count(self, prefix: Prefix = (), *, by_key: bool = True) -> Tally:
        """Count the tilings of a subtree by symmetry class or, faster, in total."""
        if self._filter or self.limit is not None:
            return super().count(prefix, by_key=by_key)
        by_class, names = by_key or self.is_up_to_images, self.board.region.lattice.class_names
        classes, total = by_class and self.images, Tally(keys=self._keys)
        zeros = np.zeros(len(names) if classes else 1, np.int64)
        search: Any
        search, new_state = self._row_search if classes else super()._row_search  # the faster
        for _, state in entered(search, new_state, self._subtrees([prefix])):
            counts, nodes = tally(search, state, zeros)
            total += Tally({(names[at],): n for (at,), n in counts.items()}, nodes)
        if total.counts and not by_class:
            total.counts = {(): total.total}
        return total

    @property
    def counted(self) -> tuple[Column, ...]:
        """The columns that rows may be counted by: class, pieces, and uses of each piece."""
        own = [column for column in self.columns if column.name in ("symmetry", "pieces")]
        names = [piece.name for piece in self.board.pieces]
        uses = [Column(f"uses({name})", "uint16", f"Pieces {name}.", key=True) for name in names]
        return (*own, *uses)

    def _with_columns(self, records: pa.RecordBatch, by: Sequence[str]) -> pa.RecordBatch:
        board = self.board
        for number, piece in enumerate(board.pieces):
            if (name := f"uses({piece.name})") in by:
                own = [each.letter for each in board.orientations if each.piece == number]
                uses = [pc.count_substring(records["layout"], letter) for letter in own]
                records = records.append_column(name, reduce(pc.add, uses))
        return records

    @property
    def _row_search(self) -> tuple[Search, Callable[[int], State]]:
        return self._search, self._search.new_state

    def _new_columns(self, rows: int) -> tiling_rows.Columns:
        from enumino.enum.kernels.exact_cover import tiling_rows

        row_bytes = self._most_pieces * (LETTER_BYTES + 4)  # of the longest layout and placements
        rows = max(1, min(rows, BATCH_BYTES // row_bytes))
        pieces = rows * self._most_pieces
        letters, (number_bytes, orbit_bytes) = pieces * LETTER_BYTES, self._bytes
        return tiling_rows.new_columns(rows, letters, pieces, number_bytes > 2, orbit_bytes)

    def rows_of(self, options: I32, offsets: I32) -> pa.RecordBatch:
        """Return the rows of tilings: tiling i is ``options[offsets[i]:offsets[i + 1]]``."""
        columns = self._new_columns(offsets.size - 1)
        return self._unsorted(columns, self._search.rows_of(options, offsets, columns))

    def _records(self, columns: tiling_rows.Columns, filled: int) -> pa.RecordBatch:
        """Return the rows, sorted by placements."""
        from enumino.enum.kernels.exact_cover import tiling_rows

        records = self._unsorted(columns, filled)
        if tiling_rows.is_sorted(columns, filled):
            return records
        return records.take(shared(pa.int64(), tiling_rows.order(columns, filled), filled))

    def _unsorted(self, columns: tiling_rows.Columns, filled: int) -> pa.RecordBatch:
        """Return the rows in the order in which they were found."""
        buffers: dict[str, Array | Ragged] = columns._asdict()
        buffers |= {
            "layout": Ragged(columns.layout, columns.layout_offsets),
            "placements": Ragged(columns.placements, columns.placement_offsets),
        }
        if self.board.region.optional:  # empty cells are not pieces
            empty = columns.layout[: columns.layout_offsets[filled]] == ord(EMPTY_LETTER)
            left = np.add.reduceat(empty, columns.layout_offsets[:filled], dtype=np.int64)
            buffers["pieces"] = (columns.pieces[:filled] - left).astype(columns.pieces.dtype)
        return wrap(self.columns, buffers, filled)

    @property
    def _walk_cost(self) -> int:
        links, cells = len(self.board.members), len(self.board.region)
        return engines.walk_cost(self.chosen_engine, self._most_pieces, cells, links)

    @property
    def _kernel(self) -> Kernel:
        return engines.kernel_of(self.chosen_engine)

    @property
    def _trees(self) -> Sequence[Any]:
        return self._search.trees
