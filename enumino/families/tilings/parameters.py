"""The parameters of tilings and packings: see `enumino.parameters`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import KW_ONLY, InitVar, dataclass, field
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec.structs import asdict

from enumino.enum.exact_cover.engines import Engine
from enumino.errors import ProblemError
from enumino.families.tilings.piece_uses import (
    Use,
    check_area,
    check_use,
    with_use,
)
from enumino.objects import piece_lists as sets
from enumino.objects.lattice import SQUARE
from enumino.objects.piece import Piece, check_different, check_same_lattice, check_turns
from enumino.objects.piece_sets import MAX_CELLS
from enumino.objects.region import Region
from enumino.objects.region_text import in_a_line
from enumino.parameters import (
    UP_TO_SYMMETRY,
    WITHOUT,
    Chosen,
    Given,
    Json,
    Limit,
    Option,
    Parameters,
    RegionJson,
    RowLimit,
    checked_limit,
)
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
    Option("--each-once", "Every piece exactly once.", "each-once"),
    Option("--at-most-once", "Every piece at most once.", "at-most-once"),
]
Rotations = Annotated[bool, Option("--no-rotations", "Pieces may not be turned, only mirrored.")]
Reflections = Annotated[bool, Option("--no-reflections", "Pieces may not be turned over.")]
Placements = Annotated[
    bool,
    Json(optional=True),
    Option("--no-placements", "Rows without the list of placements.", listing=True),
]
SEARCH = "How to search  [default: what suits the problem]"


@dataclass(frozen=True)
class TilingParameters(Parameters):
    """The parameters of tilings."""

    family: ClassVar[str] = "tilings"
    named_first: ClassVar[tuple[str, ...]] = ("region", "pieces", "engine")
    shown_last: ClassVar[tuple[str, ...]] = ("up_to_symmetry", "engine", "placements", "limit")

    region: Annotated[
        Given[Region, Region | str],
        Json(RegionJson, Region.to_json, lambda value, _: Region.from_json(value)),
        Option(
            "--region",
            'Rows x columns, a drawing (. free, # none), a polyomino: "[(0,0), …]", L; or a '
            "puzzle, FILE.xmpuzzle, with its pieces.",
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
            'One more piece, and how often: "L:2-4"; may be repeated.',
            metavar="NAME[:A-B]",
            multiple=True,
        ),
    ] = Given()
    use: InitVar[Uses] = "any"
    _: KW_ONLY
    rotations: Rotations = True
    reflections: Reflections = True
    up_to_symmetry: Annotated[bool, UP_TO_SYMMETRY] = False
    no_crossroads: Annotated[
        bool, Option("--no-crossroads", "No four pieces may meet at a point.")
    ] = False
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
        self._set(region=region, pieces=used, limit=checked_limit(self.limit, "tiling"))
        check_area(region, used)
        if isinstance(given, str):
            check_different(used, self.rotations, self.reflections)
