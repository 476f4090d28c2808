"""Packings of regions of any lattice: parameters -> an exact cover engine -> columns."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from enumino.enum.exact_cover import engines
from enumino.enum.exact_cover.engines import Cover, Engine
from enumino.enum.forest import first_of
from enumino.families.packings.columns import packing_columns
from enumino.families.packings.parameters import PackingParameters
from enumino.families.packings.symmetries import counting_images
from enumino.families.tilings.cover_forest import CoverForest
from enumino.families.tilings.exact_covers import cover_of
from enumino.families.tilings.piece_uses import Use, in_words
from enumino.families.tilings.symmetries import Symmetries
from enumino.objects.board import Board
from enumino.schema import Column

if TYPE_CHECKING:
    from enumino.families.tilings.trees import Trees


class Packings(PackingParameters, CoverForest):
    """All packings of a region of a lattice by some pieces.

    Parameters
    ----------
    lattice : str
        One of `LATTICES`: ``"cubic"``, ``"hexagonal"``, ``"triangular"`` and so on.
    region : LatticeRegion or str
        ``"3x4x5"``, ``"hexagon 3"``, a drawing; see `enumino.objects.lattice_shapes`.
    pieces : str or iterable of Piece
        ``"soma"``, ``"hexiamonds"``, ``"bar:2, bee"``; see `enumino.objects.piece_lists`.
    use : {"any", "at-most-once", "each-once"}
        How often a piece is used that says nothing of it itself.
    rotations, reflections : bool
        False to forbid them for all pieces.
    in_plane : bool
        Whether pieces of cubes may only be turned within their layer.
    up_to : {"symmetry", "rotations"}, optional
        Keep one packing of each class under the symmetries of the region, or only under its
        rotations, so that mirror images are kept apart.
    no_crossings : bool
        Whether no two pieces of sticks may cross at a vertex.
    engine : {"option-bitsets", "dancing-links"}, optional
        By default the one that suits the problem; see `chosen_engine`. Problems that differ in it
        only are equal.
    placements : bool
        Whether rows list their placements beside the layout.
    limit : int, optional
        Only so many packings, the first that the search finds.

    Raises
    ------
    ProblemError
        For parameters that do not fit each other.

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

    @cached_property
    def chosen_engine(self) -> Engine:
        """The engine that searches: the named one, or the one that suits the problem."""
        return self.engine or engines.choose(self._cover)

    @property
    def columns(self) -> tuple[Column, ...]:
        """The fields of a row."""
        return packing_columns(self.region.lattice, len(self._board), self.placements)

    def describe(self) -> str:
        """Return the problem in a few words.

        >>> Packings("cubic", "3x3x3", "soma", "each-once", up_to="symmetry").describe()
        'packings of 3x3x3 (cubic) by 7 pieces, each once, up to symmetry'
        """
        rules = ", without crossings" if self.no_crossings else ""
        rules += f", up to {self.up_to}" if self.up_to else ""
        region = f"{self.region.name} ({self.lattice})"
        pieces = in_words(self.pieces, self.rotations, self.reflections)
        return f"{first_of(self.limit, 'packing')} of {region} by {pieces}{rules}"

    @cached_property
    def _board(self) -> Board:
        """Where the pieces can lie."""
        return Board(self.region, self.pieces, self.rotations, self.reflections)

    @cached_property
    def _symmetries(self) -> Symmetries[Board]:
        """What maps the problem to itself."""
        counting = counting_images(self.region.lattice, self.up_to)
        return Symmetries(self._board, self.up_to is not None, counting)

    def _up_to_symmetry(self) -> Packings:
        """Return the problem of one packing of each class."""
        return Packings.from_json({**self.to_json(), "up_to": "symmetry"})

    @cached_property
    def _search(self) -> Trees:
        """The trees of the search."""
        from enumino.families.tilings.trees import Trees

        return Trees(self._symmetries, self.chosen_engine, self._cover)

    @cached_property
    def _cover(self) -> Cover:
        from enumino.families.packings.crossings import without_crossings

        cover = cover_of(self._board)
        return without_crossings(cover, self._board) if self.no_crossings else cover
