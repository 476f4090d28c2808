"""Tilings of a region by polyominoes: parameters -> an exact cover engine -> columns."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from enumino.enum.exact_cover.engines import Engine
from enumino.enum.forest import first_of
from enumino.errors import ProblemError
from enumino.families.tilings.choice import check_engine, choose_engine, engine_unless_named
from enumino.families.tilings.columns import tiling_columns
from enumino.families.tilings.cover_forest import CoverForest
from enumino.families.tilings.parameters import TilingParameters
from enumino.families.tilings.piece_uses import (
    Use,
    in_words,
)
from enumino.families.tilings.profiles import count_by_profiles
from enumino.families.tilings.symmetries import Symmetries
from enumino.objects.board import Board
from enumino.objects.tiling import Shape
from enumino.schema import Column

if TYPE_CHECKING:
    from enumino.families.tilings.trees import SquareTrees

MAX_PROFILES = 20_000
"""Profiles up to which the tilings are counted before they are listed: some tens of ms."""


class Tilings(TilingParameters, CoverForest):
    """All tilings of a region by some pieces.

    Parameters
    ----------
    region : Region or str
        ``"6x10"``, a drawing, or a `Region`.
    pieces : str or iterable of Piece
        ``"pentominoes"``, ``"L-tromino, I4"``, ``"L:2-4, X"``; see `enumino.objects.piece`.
    use : {"any", "at-most-once", "each-once"}
        How often a piece is used that says nothing of it itself.
    rotations, reflections : bool
        False to forbid them for all pieces.
    up_to_symmetry : bool
        Keep one tiling of each class under the symmetries of the region.
    no_crossroads : bool
        Whether no four pieces may meet at a point, the tatami rule.
    engine : {"cell-masks", "piece-first", "option-bitsets", "dancing-links"}, optional
        By default the one that should take the least time, which is chosen when the search is
        planned; see `chosen_engine`. Problems that differ in it only are equal.
    placements : bool
        Whether rows list their placements beside the layout.
    limit : int, optional
        Only so many tilings, the first that the search finds.

    Raises
    ------
    ProblemError
        For parameters that do not fit each other.

    Examples
    --------
    >>> Tilings("3x20", "pentominoes", use="each-once").count().total
    8
    """

    nodes_per_row_bounded: ClassVar[int] = 2000
    bytes_per_bit: ClassVar[float] = 0.03

    def __post_init__(self, use: Use) -> None:
        super().__post_init__(use)
        check_engine(self.engine, self._board, self.no_crossroads, self.up_to_symmetry)

    @cached_property
    def chosen_engine(self) -> Engine:
        """The engine that searches: the named one, or the one that should take the least time."""
        return self.engine or choose_engine(self._symmetries, self.no_crossroads)

    @property
    def columns(self) -> tuple[Column, ...]:
        """The fields of a row."""
        return tiling_columns(len(self._board), self.placements)

    @classmethod
    def from_json(cls, parameters: Mapping[str, Any]) -> Tilings:
        """Return the problem that `to_json` described."""
        made = super().from_json(parameters)
        if "engine" not in parameters:
            object.__setattr__(made, "engine", engine_unless_named(made._board))
        return made

    def describe(self) -> str:
        """Return the problem in a few words.

        >>> Tilings("6x10", "pentominoes", use="each-once").describe()
        'tilings of 6x10 by 12 pieces, each once'
        """
        rules = ", without crossroads" if self.no_crossroads else ""
        rules += ", up to symmetry" if self.up_to_symmetry else ""
        pieces = in_words(self.pieces, self.rotations, self.reflections)
        return f"{first_of(self.limit, 'tiling')} of {self.region.name} by {pieces}{rules}"

    @cached_property
    def _known_rows(self) -> int | None:
        """About how many tilings by reusable pieces there are, if few profiles tell."""
        if not self._board.reusable or self.no_crossroads:
            return None
        try:
            rows = count_by_profiles(self._board, MAX_PROFILES)
        except ProblemError:
            return None
        return rows // (1 + len(self._symmetries.images)) if self.up_to_symmetry else rows

    @property
    def shapes(self) -> dict[str, Shape]:
        """What the letters of layouts mean, as `Tiling.from_layout` takes it."""
        return self._board.shapes

    @cached_property
    def _board(self) -> Board:
        """Where the pieces can lie."""
        return Board(self.region, self.pieces, self.rotations, self.reflections)

    @cached_property
    def _symmetries(self) -> Symmetries[Board]:
        """What maps the problem to itself."""
        return Symmetries(self._board, self.up_to_symmetry)

    def _up_to_symmetry(self) -> Tilings:
        """Return the problem of one tiling of each class."""
        return Tilings.from_json({**self.to_json(), "up_to_symmetry": True})

    @cached_property
    def _search(self) -> SquareTrees:
        """The trees of the search."""
        from enumino.families.tilings.trees import SquareTrees

        return SquareTrees(self._symmetries, self.no_crossroads, self.chosen_engine)
