"""Packings of regions of any lattice: parameters -> an exact cover engine -> columns."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from enumino.enum.exact_cover import engines
from enumino.enum.exact_cover.engines import Cover, Engine
from enumino.enum.forest import checked_limit, first_of
from enumino.errors import ProblemError
from enumino.families.packings.columns import packing_columns
from enumino.families.packings.symmetries import UP_TO, UpTo, counting_images
from enumino.families.packings.uses import check_area
from enumino.families.tilings.cover_forest import CoverForest
from enumino.families.tilings.exact_covers import cover_of
from enumino.families.tilings.piece_uses import Use, check_use, in_words, with_use
from enumino.families.tilings.symmetries import Symmetries
from enumino.objects import lattice_piece, lattice_sets
from enumino.objects.board import Board
from enumino.objects.lattice import Lattice
from enumino.objects.lattice_piece import LatticePiece
from enumino.objects.lattice_region import LatticeRegion
from enumino.objects.lattices import LATTICES
from enumino.objects.region_text import in_a_line
from enumino.schema import Column
from enumino.words import quoted

if TYPE_CHECKING:
    from enumino.families.tilings.trees import Trees


@dataclass(frozen=True)
class Packings(CoverForest):
    """All packings of a region of a lattice by some pieces.

    Parameters
    ----------
    lattice : str
        One of `LATTICES`: ``"cubic"``, ``"hexagonal"``, ``"triangular"`` and so on.
    region : LatticeRegion or str
        ``"3x4x5"``, ``"hexagon 3"``, a drawing; see `enumino.objects.lattice_shapes`.
    pieces : str or iterable of LatticePiece
        ``"soma"``, ``"hexiamonds"``, ``"bar:2, bee"``; see `enumino.objects.lattice_sets`.
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

    lattice: str
    region: LatticeRegion
    pieces: tuple[LatticePiece, ...]
    rotations: bool
    reflections: bool
    up_to: UpTo | None
    no_crossings: bool
    engine: Engine | None = field(compare=False)
    placements: bool
    limit: int | None
    family: ClassVar[str] = "packings"
    nodes_per_row_bounded: ClassVar[int] = 500
    bytes_per_bit: ClassVar[float] = 0.05

    def __init__(
        self,
        lattice: str,
        region: LatticeRegion | str,
        pieces: str | Iterable[LatticePiece],
        use: Use = "any",
        *,
        rotations: bool = True,
        reflections: bool = True,
        in_plane: bool = False,
        up_to: UpTo | None = None,
        no_crossings: bool = False,
        engine: Engine | None = None,
        placements: bool = True,
        limit: int | None = None,
    ) -> None:
        value = lattice_named(lattice)
        region = LatticeRegion.parse(value, region) if isinstance(region, str) else region
        given = lattice_sets.parse(value, pieces) if isinstance(pieces, str) else pieces
        listed = tuple(given) if isinstance(given, Iterable) else (given,)
        if not isinstance(region, LatticeRegion) or not all(
            isinstance(piece, LatticePiece) for piece in listed
        ):
            raise ProblemError(
                "A packing takes a region, as '3x4x5' or a LatticeRegion, and pieces, as 'soma' or "
                f"LatticePiece objects, not {quoted(region)} and {quoted(pieces)}."
            )
        check_use(use)
        if up_to is not None and up_to not in UP_TO:
            raise ProblemError(
                f"There is no up_to {quoted(up_to)}: choose from {', '.join(UP_TO)}."
            )
        if in_plane:
            listed = tuple(
                replace(piece, turns="in-plane") if piece.turns == "all" else piece
                for piece in listed
            )
        lattice_piece.check_same_lattice(region.lattice, listed)
        lattice_piece.check_turns(value, listed)
        if no_crossings and value.name != "stick":
            raise ProblemError(
                f"Only sticks can cross, not cells of the {value.name} lattice: leave out "
                "--no-crossings."
            )
        used = tuple(with_use(piece, use) for piece in listed)
        for name, content in (
            ("lattice", value.name),
            ("region", region),
            ("pieces", used),
            ("rotations", bool(rotations)),
            ("reflections", bool(reflections)),
            ("up_to", up_to),
            ("no_crossings", bool(no_crossings)),
            ("engine", engine),
            ("placements", bool(placements)),
            ("limit", checked_limit(limit, "packing")),
        ):
            object.__setattr__(self, name, content)
        check_area(region, used)
        if isinstance(pieces, str):
            lattice_piece.check_different(used, rotations, reflections)
        engines.check(self.chosen_engine, self._cover)

    @cached_property
    def chosen_engine(self) -> Engine:
        """The engine that searches: the named one, or the one that suits the problem."""
        return self.engine or engines.choose(self._cover)

    @property
    def columns(self) -> tuple[Column, ...]:
        """The fields of a row."""
        return packing_columns(self.region.lattice, len(self._board), self.placements)

    def to_json(self) -> dict[str, Any]:
        """Return the parameters as JSON values."""
        return {
            "family": self.family,
            "lattice": self.lattice,
            "region": self.region.to_json(),
            "pieces": [piece.to_json() for piece in self.pieces],
            "rotations": self.rotations,
            "reflections": self.reflections,
            "up_to": self.up_to,
            "no_crossings": self.no_crossings,
            "engine": self.chosen_engine,
            "placements": self.placements,
            **({} if self.limit is None else {"limit": self.limit}),
        }

    @classmethod
    def from_json(cls, parameters: dict[str, Any]) -> Packings:
        """Return the problem that `to_json` described."""
        others = dict(parameters)
        del others["family"]
        name = others.pop("lattice")
        lattice = lattice_named(name)
        region = LatticeRegion.from_json(lattice, others.pop("region"))
        pieces = [LatticePiece.from_json(lattice, piece) for piece in others.pop("pieces")]
        return cls(name, region, pieces, **others)

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

    def options(self) -> dict[str, str]:
        """Return how the command line asks for it."""
        turns = {piece.turns for piece in self.pieces}
        flags = {
            "--in-plane": turns == {"in-plane"},
            "--no-rotations": not self.rotations,
            "--no-reflections": not self.reflections,
            "--no-crossings": self.no_crossings,
            "--up-to-symmetry": self.up_to == "symmetry",
            "--up-to-rotations": self.up_to == "rotations",
            "--no-placements": not self.placements,
        }
        return {
            "--lattice": self.lattice,
            "--region": in_a_line(self.region.to_json()),
            "--pieces": ", ".join(map(lattice_sets.text_of, self.pieces)),
            "--engine": self.chosen_engine,
            **{flag: "" for flag, given in flags.items() if given},
            **({} if self.limit is None else {"--limit": str(self.limit)}),
        }

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


def lattice_named(name: str) -> Lattice:
    """Return the lattice of a name.

    Raises
    ------
    ProblemError
        If there is none; lists them.
    """
    if name not in LATTICES:
        raise ProblemError(
            f"There is no lattice {quoted(name)}: choose from {', '.join(LATTICES)}."
        )
    return LATTICES[name]
