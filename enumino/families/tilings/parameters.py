"""The parameters of tilings: see `enumino.parameters`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import KW_ONLY, InitVar, dataclass, field
from functools import partial
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec.structs import asdict

from enumino.arguments import cell_of
from enumino.conditions import (
    CONDITION,
    LONGEST_CONDITION,
    UP_TO_SYMMETRY,
    RowLimit,
    checked_condition,
    checked_limit,
    condition_option,
)
from enumino.enum.exact_cover.engines import Engine
from enumino.errors import ProblemError
from enumino.families.tilings.uses import Use, with_use
from enumino.objects import piece_lists
from enumino.objects.lattice import Lattice
from enumino.objects.lattice_files import Definition, file_of, written
from enumino.objects.lattices import LATTICES, lattice_named
from enumino.objects.piece import Piece, check_different, check_names, check_same_lattice
from enumino.objects.region import Region
from enumino.objects.text_drawings import MAX_CELLS
from enumino.parameters import SEARCH, Chosen, Given, Json, Limit, Option, Parameters, RegionJson
from enumino.words import in_a_line, quoted


class _PieceJson(msgspec.Struct):
    name: str
    cells: list[str]
    fewest: Limit | None
    most: Limit | None
    rotations: bool
    reflections: bool


def _written(lattice: str | Definition) -> str | dict[str, Any]:
    return lattice if isinstance(lattice, str) else written(lattice)


@dataclass(frozen=True, kw_only=True)
class OnALattice(Parameters):
    """The lattice, which the region and the pieces are read with."""

    lattice: Annotated[
        Given[str | Definition, str | Path | Definition | Lattice],
        Json(Literal[tuple(LATTICES)] | Definition, _written, omitted=True),
        Option(
            "--lattice",
            f"Lattice of the region and the pieces: {', '.join(LATTICES)}, a file in TOML, or one "
            "that comes with enumino, such as kite.  [default: square]",
            metavar="NAME|FILE",
            reads=lattice_named,
            prints=lambda lattice: lattice if isinstance(lattice, str) else file_of(lattice),
        ),
    ] = Given("square")


@dataclass(frozen=True)
class TilingParameters(OnALattice):
    """The parameters of tilings."""

    family: ClassVar[str] = "tilings"
    named_first: ClassVar[tuple[str, ...]] = ("lattice", "region", "pieces", "engine")
    shown_last: ClassVar[tuple[str, ...]] = (
        *("only", "up_to_symmetry", "up_to_rotations", "engine", "placements", "limit"),
    )

    region: Annotated[
        Given[Region, Region | str],
        Json(
            RegionJson,
            Region.to_json,
            lambda value, others: Region.from_json(value, lattice_named(others["lattice"])),
        ),
        Option(
            "--region",
            'Such as 6x10, 3x4x5, "hexagon 3", a drawing (# is a cell, . is none), a piece such as '
            "L, or a puzzle, FILE.xmpuzzle, with its pieces.",
            metavar="RxC|NAME|FILE",
            required=True,
            prints=Region.in_a_line,
        ),
        Option(
            "--without",
            "Leave out this cell, counted from 0; repeatable.",
            metavar="[L,]R,C",
            reads=partial(cell_of, in_layers=True),
            multiple=True,
        ),
    ] = Given()
    pieces: Annotated[
        Given[tuple[Piece, ...], str | Iterable[Piece]],
        Json(
            Annotated[list[_PieceJson], msgspec.Meta(min_length=1)],
            lambda pieces: [piece.to_json() for piece in pieces],
            lambda value, others: tuple(
                Piece.from_json(asdict(piece), lattice_named(others["lattice"])) for piece in value
            ),
        ),
        Option(
            "--pieces",
            'Such as pentominoes, "L-tromino, I4", soma, or a file of drawings.',
            metavar="NAMES|FILE",
            prints=lambda pieces: ", ".join(map(piece_lists.text_of, pieces)),
        ),
        Option(
            "--piece",
            'One more piece with its number of copies, such as "L:2-4", or another number for a '
            "listed piece; repeatable.",
            metavar="NAME[:A-B]",
            multiple=True,
        ),
    ] = Given()
    use: InitVar[
        Annotated[
            Use,
            Option("--each-once", "Use every piece exactly once.", "each-once"),
            Option("--at-most-once", "Use every piece at most once.", "at-most-once"),
        ]
    ] = "any"
    _: KW_ONLY
    rotations: Annotated[
        bool, Option("--no-rotations", "Pieces may not be rotated; they may still be reflected.")
    ] = True
    reflections: Annotated[bool, Option("--no-reflections", "Pieces may not be reflected.")] = True
    in_plane: Annotated[
        bool, Option("--in-plane", "Cubes: rotate pieces only about the vertical axis.")
    ] = False
    only: Annotated[
        str | None,
        CONDITION,
        condition_option("Keep only those that meet a condition, such as \"symmetry <> 'none'\"."),
    ] = None
    up_to_symmetry: Annotated[bool, UP_TO_SYMMETRY] = False
    up_to_rotations: Annotated[
        bool, Option("--up-to-rotations", "The same, but keep mirror images apart.")
    ] = False
    engine: Annotated[
        Engine | None, Json(optional=True), Chosen("chosen_engine"), Option("--engine", SEARCH)
    ] = field(default=None, compare=False)
    placements: Annotated[
        bool,
        Json(optional=True),
        Option("--no-placements", "Leave out the column of placements.", listing=True),
    ] = True
    limit: RowLimit = None

    def __post_init__(self, use: Use) -> None:
        named: Any = self.region  # a text, or what the constructor takes besides
        given: Any = self.pieces
        lattice = named.lattice if isinstance(named, Region) else lattice_named(self.lattice)
        region = Region.parse(named, lattice) if isinstance(named, str) else named
        pieces = piece_lists.parse(given, lattice) if isinstance(given, str) else given
        listed = tuple(pieces) if isinstance(pieces, Iterable) else (pieces,)
        if not isinstance(region, Region) or not all(isinstance(piece, Piece) for piece in listed):
            raise ProblemError(
                "A tiling takes a region, as '6x10' or a Region, and pieces, as 'L4, domino' or "
                f"Piece objects, not {quoted(region)} and {quoted(given)}."
            )
        if self.up_to_symmetry and self.up_to_rotations:
            raise ProblemError(
                "--up-to-symmetry and --up-to-rotations exclude each other: choose one."
            )
        if self.in_plane and lattice.dimensions < 3:
            raise ProblemError(
                f"Pieces of the {lattice.name} lattice are flat, and all their turns are in the "
                "plane: leave out --in-plane."
            )
        check_same_lattice(lattice, listed)
        if len(region) > MAX_CELLS:
            raise ProblemError(
                f"Tilings are found of regions of at most {MAX_CELLS:,} cells, and {region.name} "
                f"has {len(region):,}: take a smaller one."
            )
        used = tuple(with_use(piece, use) for piece in listed)
        if all(piece.most == 0 for piece in used):
            raise ProblemError("There is no piece to tile with: name at least one.")
        self._set(
            lattice=lattice.definition or lattice.name,
            region=region,
            pieces=used,
            only=checked_condition(self.only),
            limit=checked_limit(self.limit, "tiling"),
        )
        check_names(used)
        if isinstance(given, str):
            check_different(used, self.rotations, self.reflections)

    @property
    def is_up_to_images(self) -> bool:
        """Whether one tiling of each class is kept."""
        return self.up_to_symmetry or self.up_to_rotations

    @property
    def expects_at_most(self) -> bool:
        """Whether the number of rows that is expected is an upper bound."""
        return self.only is not None

    def rules_in_words(self) -> str:
        """Return the condition and the equivalence in words, for a title."""
        found = "" if self.only is None else f", where {in_a_line(self.only, LONGEST_CONDITION)}"
        found += ", up to symmetry" if self.up_to_symmetry else ""
        return found + (", up to rotations" if self.up_to_rotations else "")

    def explained(self) -> list[str]:
        """Return a sentence on the condition, about its effect on the search."""
        if self.only is None:
            return []
        return [f"--only {quoted(self.only)} filters: it is checked for each tiling found."]
