"""Tilings: parameters -> an exact cover engine -> columns."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from enumino.enum.exact_cover import engines
from enumino.enum.exact_cover.engines import Engine
from enumino.enum.forest import first_of
from enumino.errors import ProblemError
from enumino.families.tilings.columns import tiling_columns
from enumino.families.tilings.counting.profiles import count_by_profiles
from enumino.families.tilings.engine import check_engine, engine_for
from enumino.families.tilings.forest import TilingForest
from enumino.families.tilings.symmetry_breaking import Symmetries, counting_images
from enumino.families.tilings.uses import Use, in_words
from enumino.objects.board import Board
from enumino.objects.lattice import SQUARE
from enumino.objects.tiling import Shape
from enumino.schema import Column

if TYPE_CHECKING:
    from enumino.families.tilings.rows import TilingRows
    from enumino.families.tilings.trees import Trees


# Most states of a count before a listing: some tens of ms.
MOST_STATES = 100_000


class Tilings(TilingForest):
    """All tilings of a region of any lattice by some pieces.

    Parameters
    ----------
    region : Region or str
        ``"6x10"``, ``"3x4x5"``, ``"hexagon 3"``, a drawing, or a `Region`.
    pieces : str or iterable of Piece
        ``"pentominoes"``, ``"L-tromino, I4"``, ``"L:2-4, X"``; see `enumino.objects.piece_lists`.
    use : {"any", "at-most-once", "each-once"}
        Uses of a piece that has no number of its own.
    lattice : str, path, Definition or Lattice
        One of `LATTICES`: ``"square"``, ``"cubic"``, ``"hexagonal"`` and so on; a file in TOML, or
        the name of a lattice that comes with the package.
    rotations, reflections : bool
        False to forbid them for all pieces.
    in_plane : bool
        Whether pieces of cubes may only be rotated about the vertical axis.
    only : str, optional
        A condition on columns, such as ``"pieces <= 12"`` or ``"symmetry = 'all'"``.
    up_to_symmetry : bool
        Keep one tiling of each class under the symmetries of the region.
    up_to_rotations : bool
        Keep one of each class under its rotations, so that mirror images are kept apart.
    engine : {"cell-masks", "piece-first", "option-bitsets", "dancing-links"}, optional
        By default chosen by the problem; see `chosen_engine`. Problems that differ only
        in the engine are equal.
    placements : bool
        Whether rows list their placements beside the layout.
    limit : int, optional
        Largest number of tilings: the first that the search finds.

    Raises
    ------
    ProblemError
        If parameters contradict each other.

    Examples
    --------
    >>> Tilings("3x20", "pentominoes", use="each-once").count().total
    8
    >>> Tilings("2x2x3", "dicube", lattice="cubic").count().total
    32
    """

    def __post_init__(self, use: Use) -> None:
        super().__post_init__(use)
        if self._is_of_squares:
            check_engine(self.engine, self._board, self.is_up_to_images)
        else:
            engines.check(self.chosen_engine, self._cover)
        if self.only is not None:
            self._condition(self.only)

    @property
    def _is_of_squares(self) -> bool:
        return self.region.lattice == SQUARE

    @cached_property
    def chosen_engine(self) -> Engine:
        """The engine that searches: the named one, or the one that suits the problem."""
        if self.engine is not None:
            return self.engine
        if not self._is_of_squares:
            return engines.choose(self._cover)
        return engine_for(self._symmetries)

    @property
    def columns(self) -> tuple[Column, ...]:
        """The fields of a row."""
        return tiling_columns(len(self._board), self.placements, self.region.lattice)

    def describe(self) -> str:
        """Return the problem in a few words.

        >>> Tilings("6x10", "pentominoes", use="each-once").describe()
        'tilings of 6x10 by 12 pieces, each once'
        >>> Tilings("3x3x3", "soma", lattice="cubic", up_to_symmetry=True).describe()
        'tilings of 3x3x3 (cubic) by 7 pieces, up to symmetry'
        """
        lattice = "" if self._is_of_squares else f" ({self.region.lattice.name})"
        pieces = in_words(self.pieces, self.rotations, self.reflections)
        whole = f"{first_of(self.limit, 'tiling')} of {self.region.name}{lattice} by {pieces}"
        return whole + self.rules_in_words()

    def as_rows(self) -> TilingRows:
        """Return the description of the rows."""
        from enumino.families.tilings.rows import TilingRows

        return TilingRows(self, self._board)

    @cached_property
    def _known_rows(self) -> int | None:
        """Number of tilings by reusable pieces, on a condition or not, if few states count them."""
        if not self._board.reusable:
            return None
        try:
            rows = count_by_profiles(self._board, MOST_STATES)
        except ProblemError:
            return None
        return rows // (1 + len(self._symmetries.images)) if self.is_up_to_images else rows

    @property
    def shapes(self) -> dict[str, Shape]:
        """The shapes of the letters of layouts, an argument of `Tiling.from_layout`."""
        return self._board.shapes

    @cached_property
    def _symmetries(self) -> Symmetries[Board]:
        """The symmetries that map the problem to itself."""
        counting = counting_images(self.region.lattice, self.up_to_rotations)
        return Symmetries(self._board, self.is_up_to_images, counting)

    @cached_property
    def _search(self) -> Trees:
        """The trees of the search for all tilings, or for one of each class."""
        from enumino.families.tilings.trees import SquareTrees, Trees

        if self._is_of_squares:
            return SquareTrees(self._symmetries, self.chosen_engine)
        return Trees(self._symmetries, self.chosen_engine, self._cover)
