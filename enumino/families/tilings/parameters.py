"""The parameters of tilings and packings: see `enumino.parameters`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import KW_ONLY, InitVar, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, get_args

import msgspec
from msgspec.structs import asdict

from enumino.arguments import cell_of
from enumino.conditions import UP_TO_SYMMETRY, RowLimit, checked_limit
from enumino.enum.exact_cover.engines import Engine
from enumino.errors import ProblemError
from enumino.families.tilings.conditions import (
    SHOWN_LAST,
    ConditionalParameters,
)
from enumino.families.tilings.uses import Use, check_area, check_use, with_use
from enumino.objects import piece_lists
from enumino.objects import piece_lists as sets
from enumino.objects.lattice import SQUARE, Lattice
from enumino.objects.lattice_files import Definition, file_of, written
from enumino.objects.lattices import LATTICES, lattice_named
from enumino.objects.piece import Piece, Turns, check_different, check_same_lattice, check_turns
from enumino.objects.piece_sets import MAX_CELLS
from enumino.objects.region import Region
from enumino.objects.region_names import check_box, in_a_line
from enumino.parameters import SEARCH, WITHOUT, Chosen, Given, Json, Limit, Option, RegionJson
from enumino.words import quoted


class _PieceJson(msgspec.Struct):
    name: str
    cells: list[str]
    fewest: Limit | None
    most: Limit | None
    rotations: bool
    reflections: bool


Uses = Annotated[
    Use,
    Option("--each-once", "Use every piece exactly once.", "each-once"),
    Option("--at-most-once", "Use every piece at most once.", "at-most-once"),
]
Rotations = Annotated[
    bool, Option("--no-rotations", "Pieces may not be rotated; they may still be reflected.")
]
Reflections = Annotated[bool, Option("--no-reflections", "Pieces may not be reflected.")]
Placements = Annotated[
    bool,
    Json(optional=True),
    Option("--no-placements", "Leave out the column of placements.", listing=True),
]


def _written(lattice: str | Definition) -> str | dict[str, Any]:
    return lattice if isinstance(lattice, str) else written(lattice)


UpTo = Literal["symmetry", "rotations"]


@dataclass(frozen=True)
class TilingParameters(ConditionalParameters):
    """The parameters of tilings."""

    family: ClassVar[str] = "tilings"
    noun: ClassVar[str] = "tiling"
    named_first: ClassVar[tuple[str, ...]] = ("region", "pieces", "engine")
    shown_last: ClassVar[tuple[str, ...]] = ("only", "up_to_symmetry", "engine", *SHOWN_LAST)

    region: Annotated[
        Given[Region, Region | str],
        Json(RegionJson, Region.to_json, lambda value, _: Region.from_json(value)),
        Option(
            "--region",
            'Rows x columns, a drawing (. free, # none), a polyomino such as L or "[(0,0), …]", or '
            "a puzzle, FILE.xmpuzzle, with its pieces.",
            metavar="RxC|FILE|PIECE",
            required=True,
            prints=lambda region: in_a_line(region.to_json()),
        ),
        WITHOUT,
    ] = Given()
    pieces: Annotated[
        Given[tuple[Piece, ...], str | Iterable[Piece]],
        Json(
            Annotated[list[_PieceJson], msgspec.Meta(min_length=1)],
            lambda pieces: [piece.to_json() for piece in pieces],
            lambda value, _: tuple(Piece.from_json(asdict(piece)) for piece in value),
        ),
        Option(
            "--pieces",
            'Such as pentominoes, "L-tromino, I4", or a file of drawings.',
            metavar="NAMES|FILE",
            prints=lambda pieces: ", ".join(map(sets.text_of, pieces)),
        ),
        Option(
            "--piece",
            'One more piece with its number of copies, such as "L:2-4", or another number for a '
            "listed piece; repeatable.",
            metavar="NAME[:A-B]",
            multiple=True,
        ),
    ] = Given()
    use: InitVar[Uses] = "any"
    _: KW_ONLY
    rotations: Rotations = True
    reflections: Reflections = True
    up_to_symmetry: Annotated[bool, UP_TO_SYMMETRY] = False
    engine: Annotated[
        Engine | None, Json(optional=True), Chosen("chosen_engine"), Option("--engine", SEARCH)
    ] = field(default=None, compare=False)
    placements: Placements = True
    limit: RowLimit = None

    def __post_init__(self, use: Use) -> None:
        given: Any = self.pieces  # a text, or an iterable
        named: Any = self.region
        pieces = sets.parse(given) if isinstance(given, str) else given
        listed = tuple(pieces) if isinstance(pieces, Iterable) else (pieces,)
        region = Region.parse(named) if isinstance(named, str) else named
        if not isinstance(region, Region) or not all(isinstance(p, Piece) for p in listed):
            raise ProblemError(
                "A tiling takes a region, as '6x10' or a Region, and pieces, as 'L4, domino' or "
                f"Piece objects, not {quoted(region)} and {quoted(given)}."
            )
        check_use(use)
        check_same_lattice(SQUARE, listed)
        check_turns(SQUARE, listed)
        if region.area > MAX_CELLS:
            raise ProblemError(
                f"Tilings are found of regions in a frame of at most {MAX_CELLS:,} cells, and "
                f"{region.height}x{region.width} has {region.area:,}: take a smaller one."
            )
        used = tuple(with_use(piece, use) for piece in listed)
        self._set(region=region, pieces=used)
        self._check_conditions()
        self._set(limit=checked_limit(self.limit, "tiling"))
        check_area(region, used, "tile with")
        if isinstance(given, str):
            check_different(used, self.rotations, self.reflections)


PackingEngine = Literal["option-bitsets", "dancing-links"]


class _LatticePieceJson(msgspec.Struct):
    name: str
    cells: list[str]
    fewest: Limit | None
    most: Limit | None
    turns: Turns
    reflections: bool


@dataclass(frozen=True)
class PackingParameters(ConditionalParameters):
    """The parameters of packings."""

    family: ClassVar[str] = "packings"
    noun: ClassVar[str] = "packing"
    named_first: ClassVar[tuple[str, ...]] = ("lattice", "region", "pieces", "engine", "in_plane")
    shown_last: ClassVar[tuple[str, ...]] = ("only", "up_to", "engine", *SHOWN_LAST)

    lattice: Annotated[
        Given[str | Definition, str | Path | Definition | Lattice],
        Json(Literal[tuple(LATTICES)] | Definition, _written),
        Option(
            "--lattice",
            f"Lattice of the region and the pieces: {', '.join(LATTICES)}, a file in TOML, or one "
            "that comes with enumino, such as kite.",
            metavar="NAME|FILE",
            required=True,
            reads=lattice_named,
            prints=lambda lattice: lattice if isinstance(lattice, str) else file_of(lattice),
        ),
    ] = Given()
    region: Annotated[
        Given[Region, Region | str],
        Json(
            RegionJson,
            Region.to_json,
            lambda value, others: Region.from_json(value, lattice_named(others["lattice"])),
        ),
        Option(
            "--region",
            'Such as 3x4x5, "hexagon 3", "triangle 6", "trapezoid 4x11", or a drawing.',
            metavar="NAME|FILE",
            required=True,
            prints=lambda region: in_a_line(region.to_json()),
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
            Annotated[list[_LatticePieceJson], msgspec.Meta(min_length=1)],
            lambda pieces: [piece.to_packing_json() for piece in pieces],
            lambda value, others: tuple(
                Piece.from_packing_json(lattice_named(others["lattice"]), asdict(piece))
                for piece in value
            ),
        ),
        Option(
            "--pieces",
            'Such as soma, "flat pentacubes", "bar, bee:2", or a file of drawings.',
            metavar="NAMES|FILE",
            prints=lambda pieces: ", ".join(
                piece_lists.text_of(piece, piece.shape.lattice) for piece in pieces
            ),
        ),
        Option(
            "--piece",
            'One more piece with its number of copies, such as "bee:2-4", or another number for a '
            "listed piece; repeatable.",
            metavar="NAME[:A-B]",
            multiple=True,
        ),
    ] = Given()
    use: InitVar[Uses] = "any"
    _: KW_ONLY
    rotations: Rotations = True
    reflections: Reflections = True
    in_plane: InitVar[
        Annotated[
            bool,
            Chosen("stays_in_plane"),
            Option("--in-plane", "Cubes: rotate pieces only about the vertical axis."),
        ]
    ] = False
    up_to: Annotated[
        UpTo | None,
        Option("--up-to-symmetry", "Keep one of each set of symmetric images.", "symmetry"),
        Option("--up-to-rotations", "The same, but keep mirror images apart.", "rotations"),
    ] = None
    engine: Annotated[
        PackingEngine | None,
        Json(optional=True),
        Chosen("chosen_engine"),
        Option("--engine", SEARCH),
    ] = field(default=None, compare=False)
    placements: Placements = True
    limit: RowLimit = None

    def __post_init__(self, use: Use, in_plane: bool) -> None:
        value = lattice_named(self.lattice)
        named: Any = self.region  # a text, or what the constructor takes besides
        given: Any = self.pieces
        region = Region.parse(named, value) if isinstance(named, str) else named
        pieces = piece_lists.parse(given, value) if isinstance(given, str) else given
        listed = tuple(pieces) if isinstance(pieces, Iterable) else (pieces,)
        if not isinstance(region, Region) or not all(isinstance(piece, Piece) for piece in listed):
            raise ProblemError(
                "A packing takes a region, as '3x4x5' or a Region, and pieces, as 'soma' or "
                f"Piece objects, not {quoted(region)} and {quoted(given)}."
            )
        check_use(use)
        if self.up_to is not None and self.up_to not in get_args(UpTo):
            raise ProblemError(
                f"There is no up_to {quoted(self.up_to)}: choose from {', '.join(get_args(UpTo))}."
            )
        if in_plane:
            listed = tuple(
                replace(piece, in_plane=True) if piece.rotations else piece for piece in listed
            )
        check_same_lattice(region.lattice, listed)
        check_turns(value, listed)
        region = region.trimmed()
        check_box(region.box)
        used = tuple(with_use(piece, use) for piece in listed)
        self._set(
            lattice=value.definition or value.name,
            region=region,
            pieces=used,
            limit=checked_limit(self.limit, "packing"),
        )
        self._check_conditions()
        check_area(region, used, "pack")
        if isinstance(given, str):
            check_different(used, self.rotations, self.reflections)

    @property
    def stays_in_plane(self) -> bool:
        """Whether all pieces keep to their layer when turned."""
        return all(piece.in_plane for piece in self.pieces)
