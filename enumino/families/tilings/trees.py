"""The trees of a search for tilings, and the tables of the engine for each.

One tree is enough for all tilings. A search up to symmetry has a tree for each of its cases. The
engine *piece-first*, which is for tilings of the square lattice, has one for each placement of a
piece that every tiling has exactly once: the piece is placed before the scan begins, and the scan
begins at the nearer end of the frame. So it soon meets that piece, beside which few others fit. A
scan from the other end would find dead ends around the piece late, and again for each of very many
beginnings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from enumino.enum.exact_cover import engines
from enumino.enum.exact_cover.engines import ON_CELLS, Cover, Engine
from enumino.enum.forest import LazyItems
from enumino.errors import ProblemError
from enumino.families.tilings.exact_covers import (
    cell_tables_of,
    cover_of,
    is_nearer_the_end,
    restricted,
)
from enumino.families.tilings.symmetry_breaking import WHOLE, Case, Symmetries
from enumino.objects.board import Board

# Most cases that have option bitsets of their own; they cost time, but make nodes cheaper.
FEW_CASES = 16


class Trees:
    """The trees of a tiling problem for an engine, on any lattice.

    The exact cover problem is given if it has more items than the board.
    """

    def __init__(
        self, symmetries: Symmetries[Board], engine: Engine, cover: Cover | None = None
    ) -> None:
        self.symmetries = symmetries
        self._board, self._engine = symmetries.board, engine
        self._given_cover = cover

    @cached_property
    def cases(self) -> list[Case]:
        """The cases of a search up to symmetry, or the one search for all tilings.

        There are none if the cells of the pieces cannot add up to those of the region.
        """
        if not self._board.area_fits:
            return []
        return self.symmetries.cases if self.symmetries.broken else self._all_tilings()

    @cached_property
    def tables(self) -> Sequence[Any]:
        """The engine's tables of each tree."""
        return LazyItems(len(self.cases), lambda case: self.prepared(self.cases[case]))

    def prepared(self, case: Case) -> Any:
        """Return the engine's tables of the problem with some of its options."""
        if self._are_alone or case.options is None:
            cover = self.cover if case.options is None else restricted(self.cover, case.options)
            return engines.tables_of(self._engine, cover)
        from enumino.enum.exact_cover.bitset_tables import with_options

        assert case.options is not None
        return with_options(self._of_all_options, case.options)

    def numbers(self, case: Case) -> npt.NDArray[np.int32] | None:
        """The options of the tables as they are numbered on the board, if otherwise."""
        return case.options if self._are_alone else None

    @property
    def _are_alone(self) -> bool:
        """Whether each case has tables of its own."""
        return self._engine != "option-bitsets" or len(self.cases) <= FEW_CASES

    @cached_property
    def _of_all_options(self) -> Any:
        """The engine's tables of the whole problem."""
        return engines.tables_of(self._engine, self.cover)

    @cached_property
    def cover(self) -> Cover:
        """The problem as an exact cover problem."""
        return cover_of(self._board) if self._given_cover is None else self._given_cover

    def _all_tilings(self) -> list[Case]:
        """The searches that find all tilings."""
        return [WHOLE]


class SquareTrees(Trees):
    """The trees of a tiling problem of the square lattice, where engines may scan the cells."""

    _board: Board

    def __init__(self, symmetries: Symmetries[Board], engine: Engine) -> None:
        super().__init__(symmetries, engine)

    def prepared(self, case: Case) -> Any:
        """Return the engine's tables of the problem with some of its options."""
        if self._engine not in ON_CELLS:
            return super().prepared(case)
        from enumino.enum.exact_cover.cell_tables import with_placed

        backwards = self._engine == "piece-first" and is_nearer_the_end(self._board, case.forced[0])
        return with_placed(self._scans[backwards], case.forced, case.options)

    def numbers(self, case: Case) -> npt.NDArray[np.int32] | None:
        """The options of the tables as they are numbered on the board, if otherwise."""
        return None if self._engine in ON_CELLS else super().numbers(case)

    def _all_tilings(self) -> list[Case]:
        if self._engine != "piece-first":
            return super()._all_tilings()
        options = np.flatnonzero(self._board.piece == first_piece(self._board, {}))
        return [Case(None, (int(option),), None) for option in options]

    @cached_property
    def _scans(self) -> LazyItems:
        """The tables of cell masks of the whole problem, from both ends of the frame."""
        return LazyItems(2, lambda end: cell_tables_of(self._board, bool(end)))


def first_piece(board: Board, broken: Mapping[int, npt.NDArray[np.int32]]) -> int:
    """Return the piece that the engine piece-first places first."""
    piece = board.landmark(broken).piece
    if piece is None:
        alone = " and that no symmetry exchanges for another" if broken else ""
        raise ProblemError(
            f"The engine piece-first begins with a piece that is used exactly once{alone}, and "
            "there is none: use the engine cell-masks."
        )
    return piece
