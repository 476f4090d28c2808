"""The trees of a search for tilings: the engine, and its tables for each case.

A search up to symmetry has a tree for each of its cases; otherwise one tree is enough. The engine
*cell-masks* is better with one for each placement of a piece that every tiling has exactly once:
the piece is placed before the scan begins, and the scan begins at the nearer end of the frame. So
it soon meets that piece, beside which few others fit. A scan from the other end would find dead
ends around the piece late, and again for each of very many beginnings.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from enumino.enum.exact_cover import engines
from enumino.enum.exact_cover.engines import Cover, Engine
from enumino.enum.forest import LazyItems
from enumino.errors import ProblemError
from enumino.families.tilings.exact_covers import (
    cell_tables_of,
    cover_of,
    is_nearer_the_end,
    restricted,
)
from enumino.families.tilings.symmetry_breaking import Case, Images, cases
from enumino.objects.board import Board
from enumino.objects.lattice import SQUARE

# Cells of the largest frame that cell masks take (`kernels.exact_cover.cell_masks`).
MAX_CELLS = 128
# Most cases that have option bitsets of their own; they cost time, but make nodes cheaper.
FEW_CASES = 16


def engine_for(board: Board) -> Engine:
    """Return the engine for a board.

    Cell masks, if they take it; else option bitsets, if their tables are small enough, or dancing
    links. The rule was compared with every engine on the benchmark's problems and on 128 random
    ones: none that takes over a second takes three times as long as with the best of them.
    """
    return "cell-masks" if _fits_masks(board) else engines.choose(cover_of(board))


def check_engine(engine: Engine | None, board: Board) -> None:
    """Refuse an engine that cannot solve a problem, or a problem that no engine can solve."""
    if engine == "cell-masks" and board.region.lattice == SQUARE and not _fits_masks(board):
        raise ProblemError(
            f"The engine {engine} takes a frame of at most {MAX_CELLS} cells, and "
            f"{'x'.join(map(str, board.region.box))} has {board.region.area:,}: leave out --engine."
        )
    chosen = engine or engine_for(board)
    if chosen != "cell-masks" or not _fits_masks(board):
        engines.check(chosen, cover_of(board))


def _fits_masks(board: Board) -> bool:
    """Return whether cell masks take a board."""
    return board.region.lattice == SQUARE and board.region.area <= MAX_CELLS


class Trees:
    """The trees of a tiling problem for an engine, for all tilings or `up_to` its symmetries."""

    def __init__(self, board: Board, engine: Engine, images: Images, up_to: bool) -> None:
        self._board, self._engine = board, engine
        self.images, self.up_to = images, up_to

    @cached_property
    def cases(self) -> list[Case]:
        """The cases of the search; none if the cells of pieces cannot add up to the region's."""
        if not self._board.area_fits:
            return []
        return cases(self._board, self.images, self.up_to, self._engine == "cell-masks")

    @cached_property
    def tables(self) -> Sequence[Any]:
        """The engine's tables of each tree."""
        return LazyItems(len(self.cases), lambda case: self._prepared(self.cases[case]))

    def _prepared(self, case: Case) -> Any:
        """Return the engine's tables of the problem with some of its options."""
        if self._engine == "cell-masks":
            from enumino.enum.exact_cover.cell_tables import with_placed

            backwards = case.by_piece and is_nearer_the_end(self._board, case.forced[0])
            return with_placed(self._scans[backwards], case.forced, case.options)
        if case.options is None:
            return self._of_all_options
        if self._are_alone:
            return engines.tables_of(self._engine, restricted(self._cover, case.options))
        from enumino.enum.exact_cover.bitset_tables import with_options

        return with_options(self._of_all_options, case.options)

    def numbers(self, case: Case) -> npt.NDArray[np.int32] | None:
        """The options of the tables as they are numbered on the board, if otherwise."""
        return case.options if self._engine != "cell-masks" and self._are_alone else None

    @property
    def _are_alone(self) -> bool:
        """Whether each case has tables of its own."""
        return self._engine != "option-bitsets" or len(self.cases) <= FEW_CASES

    @cached_property
    def _scans(self) -> LazyItems:
        """The tables of cell masks of the whole problem, from both ends of the frame."""
        return LazyItems(2, lambda end: cell_tables_of(self._board, bool(end)))

    @cached_property
    def _cover(self) -> Cover:
        return cover_of(self._board)

    @cached_property
    def _of_all_options(self) -> Any:
        """The tables of the whole problem, for an engine without geometry."""
        return engines.tables_of(self._engine, self._cover)
