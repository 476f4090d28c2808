"""The search for rows of tilings: its cases, which break symmetry, and the rows of its solutions.

A search for one tiling of each class is divided into cases. A case forces an option and removes
others, so that the images of a tiling occur in one case only:

- *By a piece* that every tiling has exactly once, and that no symmetry exchanges for another. For
  each orbit of its options, a case forces an option and removes the others.
- *By a cell*, if there is no such piece. The options that cover the cell or its images fall into
  orbits. Of the orbits with options in a tiling, the first has an option at the cell in some image
  of the tiling. A case forces the first such option and removes the earlier orbits.

The images that remain are dropped when rows are made. A search for all tilings by cell masks has a
case for each option of such a piece, too. The scan begins at the nearer end of the frame and soon
meets the piece, beside which few others fit. From the other end, it would find the dead ends around
the piece late, once for each of many beginnings.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, partial
from typing import Any, NamedTuple

import numpy as np

from enumino.arrays import I32, I64, Flags
from enumino.enum.exact_cover import Cover, engines
from enumino.enum.forest import LazyItems
from enumino.enum.kernel import Engine, State
from enumino.enum.kernels.exact_cover import tiling_rows
from enumino.enum.kernels.exact_cover.solutions import Columns as Solutions
from enumino.families.tilings.covers import cell_tables_of, cover_of, is_nearer_the_end
from enumino.objects.board import Board

SOLUTIONS = 4096  # whose rows are made together, so that they stay in the cache

# For each symmetry, by number, the option that each option becomes, int32[options].
Images = Mapping[int, I32]


class Case(NamedTuple):
    """A case of the search."""

    options: I32 | None = None  # that may be used; None for all
    forced: int | None = None  # the option of all tilings
    backwards: bool = False  # whether the scan of cell masks begins at the end


@dataclass
class RowState:
    """The state of a search for rows."""

    search: State  # of the engine
    forced: I64  # options of all solutions of the tree
    solutions: Solutions  # the engine's buffer
    scratch: tiling_rows.Scratch

    @property
    def cursor(self) -> Any:
        """The cursor of the engine."""
        return self.search.cursor


class TilingSearch:
    """A search for rows of all tilings of a board, or of one per class: a tree per case."""

    def __init__(self, board: Board, engine: Engine, images: Images, up_to: bool) -> None:
        self._board, self._engine, self._images = board, engine, images
        self._up_to = up_to and bool(images)
        self._kernel = engines.kernel_of(engine)
        # The tables of cell masks of all options, from either end of the frame.
        self._scan = cache(partial(cell_tables_of, board))
        self._write, self._tally = (
            (tiling_rows.write_classes, tiling_rows.tally_classes)
            if self._up_to
            else (tiling_rows.write_all, tiling_rows.tally_all)
        )

    @cached_property
    def cases(self) -> list[Case]:
        """The cases, none if the cells of pieces cannot add up to the cells of the region."""
        if not self._board.area_fits():
            return []
        piece = self._board.decisive_piece(self._images)
        if piece is not None and (self._up_to or self._engine == "cell-masks"):
            return list(self._by_piece(piece))
        return list(self._by_cell(self._first_cell)) if self._up_to else [Case()]

    def _by_piece(self, piece: int) -> Iterator[Case]:
        """Yield a case for each orbit of the options of a piece, or for each option."""
        board = self._board
        others, own = board.piece != piece, np.flatnonzero(board.piece == piece)
        if self._up_to:
            own = own[self._orbits[own] == own]
        for forced in own.tolist():
            options = self._with(forced, others) if self._up_to else None
            backwards = self._engine == "cell-masks" and is_nearer_the_end(board, forced)
            yield Case(options, forced, backwards)

    def _by_cell(self, cell: int) -> Iterator[Case]:
        """Yield a case for each orbit of the options at a cell."""
        board, left = self._board, np.ones(len(self._board), np.bool_)
        possible = board.uses[1][board.piece] > 0
        for option in _owners(board)[board.members == cell].tolist():
            if left[option] and possible[option]:
                yield Case(self._with(option, left), option)
            left &= self._orbits != self._orbits[option]

    @cached_property
    def _orbits(self) -> I32:
        """int32[options]: the first option in the orbit of each option."""
        still = np.arange(len(self._board), dtype=np.int32)
        return np.minimum.reduce([still, *self._images.values()])

    def _with(self, forced: int, left: Flags) -> I32:
        """Return a forced option, and the options left that share no cell with it."""
        board, kept = self._board, left.copy()
        kept[_owners(board)[np.isin(board.members, board.cells_of(forced))]] = False
        kept[forced] = True
        return np.flatnonzero(kept).astype(np.int32)

    @property
    def _first_cell(self) -> int:
        """The cell with the fewest images and, in case of ties, the fewest options."""
        board, number = self._board, len(self._board.region)
        options = np.bincount(board.members, minlength=number)
        cells = np.array([np.arange(number), *map(board.cells_under, self._images)])
        firsts = np.flatnonzero(cells.min(axis=0) == cells[0]).tolist()
        return min(firsts, key=lambda at: (len(np.unique(cells[:, at])), options[at], at))

    @cached_property
    def trees(self) -> LazyItems:
        """The engine's tables of each case."""
        return LazyItems(len(self.cases), self._tables)

    def _tables(self, number: int) -> Any:
        case = self.cases[number]
        if self._engine == "cell-masks":
            from enumino.enum.exact_cover.cell_tables import with_placed

            return with_placed(self._scan(case.backwards), case.forced, case.options)
        cover = self._cover if case.options is None else self._cover.only(case.options)
        return engines.tables_of(self._engine, cover)

    @cached_property
    def _cover(self) -> Cover:
        """The exact cover problem of all options."""
        return cover_of(self._board)

    @cached_property
    def _row_tables(self) -> tiling_rows.Tables:
        """The tables for making rows of solutions."""
        board, lattice = self._board, self._board.region.lattice
        letters = [orientation.letter.encode() for orientation in board.orientations]
        bytes_of = np.array([len(letter) for letter in letters], np.uint8)
        longest = int(bytes_of.max(initial=1))
        glyphs = np.array([list(letter.ljust(longest, b"\0")) for letter in letters], np.uint8)
        numbers, of_lattice = list(self._images), len(lattice.images)
        marks = [tiling_rows.FIXED + (1 << k if k < of_lattice else 0) for k in numbers]
        images = np.array(list(self._images.values()), np.uint32).reshape(len(marks), len(board))
        cells = np.array([board.cells_under(k) for k in numbers], np.int64)
        sizes = np.diff(board.starts)
        within = np.minimum(np.arange(sizes.max(initial=0)), sizes[:, None] - 1)
        return tiling_rows.Tables(
            cells=board.members[board.starts[:-1, None] + within].astype(np.uint32),
            first=board.first.astype(np.uint32),
            glyphs=glyphs[board.orientation],
            glyph_sizes=bytes_of[board.orientation],
            marks=np.array(marks, np.int64),
            sources=np.argsort(cells.reshape(len(marks), len(board.region)), axis=1).astype(
                np.uint32
            ),
            option_images=images,
            subgroups=np.array(list(lattice.code_of), np.int64),
            classes=np.array(list(lattice.code_of.values()), np.int8),
        )

    def new_state(self, tree: int) -> RowState:
        """Return a state for a tree."""
        case, tables = self.cases[tree], self.trees[tree]
        return RowState(
            self._kernel.new_state(tables),
            np.array([] if case.forced is None else [case.forced], np.int64),
            self._kernel.new_columns(SOLUTIONS, SOLUTIONS * engines.longest_solution(tables)),
            tiling_rows.new_scratch(self._row_tables),
        )

    def seek_and_probe(
        self, state: RowState, prefix: I64, walks: int, random: np.uint64
    ) -> tuple[int, float]:
        """Let the engine enter a subtree."""
        return self._kernel.seek_and_probe(state.search, prefix, walks, random)

    def is_full(self, state: RowState, out: tiling_rows.Columns, filled: int) -> bool:
        """Return whether there is no room for another row."""
        return filled >= out.pieces.size

    def advance(
        self, state: RowState, out: tiling_rows.Columns, filled: int, max_nodes: int
    ) -> int:
        """Let the engine find as many solutions as there is room for, and make rows of them."""
        found = self._found(state, min(SOLUTIONS, out.pieces.size - filled), max_nodes)
        return int(self._write(self._row_tables, state.scratch, *found, out, filled))

    def rows_of(self, options: I32, offsets: I32, out: tiling_rows.Columns) -> int:
        """Write rows of solutions from elsewhere; return their number."""
        scratch, found = tiling_rows.new_scratch(self._row_tables), Solutions(options, offsets)
        number, none = offsets.size - 1, np.zeros(0, np.int64)
        return int(self._write(self._row_tables, scratch, found, number, none, out, 0))

    def tally(self, state: RowState, counts: I64, max_nodes: int) -> None:
        """Let the engine find solutions, and count their rows by symmetry class."""
        found = self._found(state, SOLUTIONS, max_nodes)
        self._tally(self._row_tables, state.scratch, *found, counts)

    def _found(self, state: RowState, most: int, max_nodes: int) -> tuple[Solutions, int, I64]:
        """Return the buffer with the next solutions, their number, and the options forced."""
        options, offsets = state.solutions
        solutions = Solutions(options, offsets[: most + 1])
        number = self._kernel.advance(state.search, solutions, 0, max_nodes)
        return solutions, number, state.forced


def _owners(board: Board) -> I64:
    """Return the option of each entry of ``board.members``."""
    return np.repeat(np.arange(len(board)), np.diff(board.starts))
