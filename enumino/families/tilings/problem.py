"""Tilings and packings: parameters -> an exact cover engine -> columns."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from enumino.enum.exact_cover import engines
from enumino.enum.exact_cover.engines import Engine
from enumino.enum.forest import first_of
from enumino.errors import ProblemError
from enumino.families.tilings.choice import check_engine, choose_engine, engine_unless_named
from enumino.families.tilings.columns import packing_columns, tiling_columns
from enumino.families.tilings.counting.profiles import count_by_profiles
from enumino.families.tilings.forest import CoverForest
from enumino.families.tilings.parameters import PackingParameters, TilingParameters
from enumino.families.tilings.symmetry_breaking import Symmetries, counting_images
from enumino.families.tilings.uses import (
    Use,
    in_words,
)
from enumino.objects.board import Board
from enumino.objects.covering import Shape
from enumino.schema import Column

if TYPE_CHECKING:
    from enumino.families.tilings.rows import PackingRows, TilingRows
    from enumino.families.tilings.trees import Trees


# Most states of a count before a listing: some tens of ms.
MOST_STATES = 100_000


class Tilings(TilingParameters, CoverForest):
    """All tilings of a region by some pieces.

    Parameters
    ----------
    region : Region or str
        ``"6x10"``, a drawing, or a `Region`.
    pieces : str or iterable of Piece
        ``"pentominoes"``, ``"L-tromino, I4"``, ``"L:2-4, X"``; see `enumino.objects.piece`.
    use : {"any", "at-most-once", "each-once"}
        Uses of a piece that has no number of its own.
    rotations, reflections : bool
        False to forbid them for all pieces.
    only : str, optional
        A condition on columns, such as ``"pieces <= 12"`` or ``"symmetry = 'all'"``.
    up_to_symmetry : bool
        Keep one tiling of each class under the symmetries of the region.
    engine : {"cell-masks", "piece-first", "option-bitsets", "dancing-links"}, optional
        By default the one with the least expected time, chosen when the search is planned; see
        `chosen_engine`. Problems that differ only in the engine are equal.
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
    """

    nodes_per_row_bounded: ClassVar[int] = 2000
    bytes_per_bit: ClassVar[float] = 0.03

    def __post_init__(self, use: Use) -> None:
        super().__post_init__(use)
        check_engine(self.engine, self._board, self.up_to_symmetry)
        if self.only is not None:
            self._condition(self.only)

    @cached_property
    def chosen_engine(self) -> Engine:
        """The engine that searches: the named one, or the one with the least expected time."""
        return self.engine or choose_engine(self._symmetries)

    @property
    def _engine_at_once(self) -> Engine | None:
        return None if self.engine else engine_unless_named(self._board)

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
        rules = self.conditions_in_words()
        rules += ", up to symmetry" if self.up_to_symmetry else ""
        pieces = in_words(self.pieces, self.rotations, self.reflections)
        return f"{first_of(self.limit, 'tiling')} of {self.region.name} by {pieces}{rules}"

    def as_rows(self) -> TilingRows:
        """Return the description of the rows."""
        from enumino.families.tilings.rows import TilingRows

        return TilingRows(self, self._board)

    @cached_property
    def _known_rows(self) -> int | None:
        """Number of tilings by reusable pieces, if it takes few states to count them."""
        if not self._board.reusable or self.only is not None:
            return None
        try:
            rows = count_by_profiles(self._board, MOST_STATES)
        except ProblemError:
            return None
        return rows // (1 + len(self._symmetries.images)) if self.up_to_symmetry else rows

    @property
    def shapes(self) -> dict[str, Shape]:
        """The shapes of the letters of layouts, an argument of `Tiling.from_layout`."""
        return self._board.shapes

    @cached_property
    def _symmetries(self) -> Symmetries[Board]:
        """The symmetries that map the problem to itself."""
        return Symmetries(self._board, self.up_to_symmetry)

    def _up_to_symmetry(self) -> Tilings:
        """Return the problem of one tiling of each class."""
        return Tilings.from_json({**self.to_json(), "up_to_symmetry": True})

    @cached_property
    def _search(self) -> Trees:
        from enumino.families.tilings.trees import SquareTrees

        return SquareTrees(self._symmetries, self.chosen_engine)


class Packings(PackingParameters, CoverForest):
    """All packings of a region of a lattice by some pieces.

    Parameters
    ----------
    lattice : str, path, Definition or Lattice
        One of `LATTICES`: ``"cubic"``, ``"hexagonal"``, ``"triangular"`` and so on; a file in TOML,
        or the name of a lattice that comes with the package.
    region : Region or str
        ``"3x4x5"``, ``"hexagon 3"``, a drawing; see `enumino.objects.region_names`.
    pieces : str or iterable of Piece
        ``"soma"``, ``"hexiamonds"``, ``"bar:2, bee"``; see `enumino.objects.piece_lists`.
    use : {"any", "at-most-once", "each-once"}
        Uses of a piece that has no number of its own.
    rotations, reflections : bool
        False to forbid them for all pieces.
    in_plane : bool
        Whether pieces of cubes may only be rotated about the vertical axis.
    only : str, optional
        A condition on columns, as of tilings.
    up_to : {"symmetry", "rotations"}, optional
        Keep one packing of each class under the symmetries of the region, or only under its
        rotations, so that mirror images are kept apart.
    engine : {"option-bitsets", "dancing-links"}, optional
        By default chosen by the problem; see `chosen_engine`. Problems that differ only
        in the engine are equal.
    placements : bool
        Whether rows list their placements beside the layout.
    limit : int, optional
        Largest number of packings: the first that the search finds.

    Raises
    ------
    ProblemError
        If parameters contradict each other.

    Examples
    --------
    >>> Packings("cubic", "2x2x3", "dicube").count().total
    32
    """

    nodes_per_row_bounded: ClassVar[int] = 500
    bytes_per_bit: ClassVar[float] = 0.05

    def __post_init__(self, use: Use, in_plane: bool) -> None:
        super().__post_init__(use, in_plane)
        engines.check(self.chosen_engine, self._cover)
        if self.only is not None:
            self._condition(self.only)

    @cached_property
    def chosen_engine(self) -> Engine:
        """The engine that searches: the named one, or the one that suits the problem."""
        return self.engine or engines.choose(self._cover)

    @property
    def _engine_at_once(self) -> Engine | None:
        return None if self.engine else self.chosen_engine

    @property
    def columns(self) -> tuple[Column, ...]:
        """The fields of a row."""
        return packing_columns(self.region.lattice, len(self._board), self.placements)

    def describe(self) -> str:
        """Return the problem in a few words.

        >>> Packings("cubic", "3x3x3", "soma", "each-once", up_to="symmetry").describe()
        'packings of 3x3x3 (cubic) by 7 pieces, each once, up to symmetry'
        """
        rules = self.conditions_in_words()
        rules += f", up to {self.up_to}" if self.up_to else ""
        region = f"{self.region.name} ({self.region.lattice.name})"
        pieces = in_words(self.pieces, self.rotations, self.reflections)
        return f"{first_of(self.limit, 'packing')} of {region} by {pieces}{rules}"

    def as_rows(self) -> PackingRows:
        """Return the description of the rows."""
        from enumino.families.tilings.rows import PackingRows

        return PackingRows(self, self._board)

    @cached_property
    def _symmetries(self) -> Symmetries[Board]:
        """The symmetries that map the problem to itself."""
        counting = counting_images(self.region.lattice, self.up_to)
        return Symmetries(self._board, self.up_to is not None, counting)

    def _up_to_symmetry(self) -> Packings:
        """Return the problem of one packing of each class."""
        return Packings.from_json({**self.to_json(), "up_to": "symmetry"})

    @cached_property
    def _search(self) -> Trees:
        from enumino.families.tilings.trees import Trees

        return Trees(self._symmetries, self.chosen_engine, self._cover)
