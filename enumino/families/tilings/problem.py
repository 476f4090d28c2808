"""Tilings of a region by polyominoes: parameters -> an exact cover engine -> columns."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from enumino.enum.exact_cover.engines import Engine
from enumino.enum.forest import checked_limit, first_of
from enumino.errors import ProblemError
from enumino.families.tilings.choice import check_engine, choose_engine, engine_unless_named
from enumino.families.tilings.columns import tiling_columns
from enumino.families.tilings.cover_forest import CoverForest
from enumino.families.tilings.piece_uses import (
    MAX_CELLS,
    Use,
    check_area,
    check_use,
    in_words,
    with_use,
)
from enumino.families.tilings.profiles import count_by_profiles
from enumino.families.tilings.symmetries import Symmetries
from enumino.objects import piece as sets
from enumino.objects.piece import Piece
from enumino.objects.placements import Placements
from enumino.objects.region import Region
from enumino.objects.region_text import in_a_line
from enumino.objects.tiling import Shape
from enumino.schema import Column
from enumino.words import quoted

if TYPE_CHECKING:
    from enumino.families.tilings.trees import SquareTrees

MAX_PROFILES = 20_000
"""Profiles up to which the tilings are counted before they are listed: some tens of ms."""


@dataclass(frozen=True)
class Tilings(CoverForest):
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

    region: Region
    pieces: tuple[Piece, ...]
    rotations: bool
    reflections: bool
    up_to_symmetry: bool
    no_crossroads: bool
    engine: Engine | None = field(compare=False)
    placements: bool
    limit: int | None
    family: ClassVar[str] = "tilings"
    nodes_per_row_bounded: ClassVar[int] = 2000
    bytes_per_bit: ClassVar[float] = 0.03

    def __init__(
        self,
        region: Region | str,
        pieces: str | Iterable[Piece],
        use: Use = "any",
        *,
        rotations: bool = True,
        reflections: bool = True,
        up_to_symmetry: bool = False,
        no_crossroads: bool = False,
        engine: Engine | None = None,
        placements: bool = True,
        limit: int | None = None,
    ) -> None:
        given = sets.parse(pieces) if isinstance(pieces, str) else pieces
        listed = tuple(given) if isinstance(given, Iterable) else (given,)
        region = Region.parse(region) if isinstance(region, str) else region
        if not isinstance(region, Region) or not all(isinstance(p, Piece) for p in listed):
            raise ProblemError(
                "A tiling takes a region, as '6x10' or a Region, and pieces, as 'L4, domino' or "
                f"Piece objects, not {quoted(region)} and {quoted(pieces)}."
            )
        check_use(use)
        if region.area > MAX_CELLS:
            raise ProblemError(
                f"Tilings are found of regions in a frame of at most {MAX_CELLS:,} cells, and "
                f"{region.height}x{region.width} has {region.area:,}: take a smaller one."
            )
        used = tuple(with_use(piece, use) for piece in listed)
        for name, value in (
            ("region", region),
            ("pieces", used),
            ("rotations", bool(rotations)),
            ("reflections", bool(reflections)),
            ("up_to_symmetry", bool(up_to_symmetry)),
            ("no_crossroads", bool(no_crossroads)),
            ("engine", engine),
            ("placements", bool(placements)),
            ("limit", checked_limit(limit, "tiling")),
        ):
            object.__setattr__(self, name, value)
        check_area(region, used)
        if isinstance(pieces, str):
            sets.check_different(used, rotations, reflections)
        check_engine(engine, self._board, self.no_crossroads, self.up_to_symmetry)

    @cached_property
    def chosen_engine(self) -> Engine:
        """The engine that searches: the named one, or the one that should take the least time."""
        return self.engine or choose_engine(self._symmetries, self.no_crossroads)

    @property
    def columns(self) -> tuple[Column, ...]:
        """The fields of a row."""
        return tiling_columns(len(self._board), self.placements)

    def to_json(self) -> dict[str, Any]:
        """Return the parameters as JSON values."""
        return {
            "family": self.family,
            "region": self.region.to_json(),
            "pieces": [piece.to_json() for piece in self.pieces],
            "rotations": self.rotations,
            "reflections": self.reflections,
            "up_to_symmetry": self.up_to_symmetry,
            "no_crossroads": self.no_crossroads,
            "engine": self.chosen_engine,
            "placements": self.placements,
            **({} if self.limit is None else {"limit": self.limit}),
        }

    @classmethod
    def from_json(cls, parameters: dict[str, Any]) -> Tilings:
        """Return the problem that `to_json` described."""
        others = dict(parameters)
        del others["family"]
        region = Region.from_json(others.pop("region"))
        pieces = [Piece.from_json(piece) for piece in others.pop("pieces")]
        made = cls(region, pieces, **others)
        if "engine" not in others:
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

    def options(self) -> dict[str, str]:
        """Return how the command line asks for it."""
        flags = {
            "--no-rotations": not self.rotations,
            "--no-reflections": not self.reflections,
            "--no-crossroads": self.no_crossroads,
            "--up-to-symmetry": self.up_to_symmetry,
            "--no-placements": not self.placements,
        }
        return {
            "--region": in_a_line(self.region.to_json()),
            "--pieces": ", ".join(piece.text for piece in self.pieces),
            "--engine": self.chosen_engine,
            **{flag: "" for flag, given in flags.items() if given},
            **({} if self.limit is None else {"--limit": str(self.limit)}),
        }

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
    def _board(self) -> Placements:
        """Where the pieces can lie."""
        return Placements(self.region, self.pieces, self.rotations, self.reflections)

    @cached_property
    def _symmetries(self) -> Symmetries[Placements]:
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
