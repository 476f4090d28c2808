"""The parameters of tilings: see `enumino.parameters`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import KW_ONLY, dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal, get_args

from enumino.enum.kernel import Engine
from enumino.errors import ProblemError
from enumino.objects import piece_lists
from enumino.objects.board import Board
from enumino.objects.lattice import Lattice
from enumino.objects.lattice_files.definition import Definition
from enumino.objects.lattices import LATTICES, LatticeName, lattice_named
from enumino.objects.piece import Piece, PlainPiece, check_names
from enumino.objects.region import Region
from enumino.objects.text_drawings import MAX_CELLS
from enumino.parameters import (
    SEARCH,
    UP_TO_SYMMETRY,
    Parameters,
    checked_condition,
    checked_limit,
    option,
    row_limit,
)
from enumino.words import quoted

Method = Literal["determinant", "transfer-matrix", "memo", "search"]  # of counting
METHODS: tuple[Method, ...] = get_args(Method)

if TYPE_CHECKING:
    from enumino.arrays import I32

    AnyRegion = str | Region
    Pieces = str | Iterable[Piece | PlainPiece]
    AnyLattice = str | Path | Definition | Lattice
else:
    AnyRegion = str
    Pieces = tuple[PlainPiece, ...]
    AnyLattice = LatticeName | Definition


@dataclass(frozen=True)
class TilingParameters(Parameters):
    """The parameters of tilings."""

    family: ClassVar[str] = "tilings"

    region: AnyRegion = option(
        "--region RxC|NAME|FILE",
        'Such as 6x10, 3x4x5, "hexagon 3", a file, or a drawing such as +##/###, where + may stay '
        "empty; FILE.xmpuzzle has its own pieces.",
    )
    pieces: Pieces = option(
        "--pieces NAMES|FILE",
        'Such as pentominoes, "L-tromino, 1x2", "L:2-4, I:1", soma, or a file of drawings.',
        (),
    )
    _: KW_ONLY
    each_once: bool = option("--each-once", "Use every piece exactly once.", False)
    at_most_once: bool = option("--at-most-once", "Use every piece at most once.", False)
    lattice: AnyLattice = option(
        "--lattice NAME|FILE",
        f"Lattice of the region and the pieces: {', '.join(LATTICES)}, a lattice "
        "that comes with enumino, such as kite, or a file in TOML.",
        "square",
    )
    rotations: bool = option(
        "--no-rotations", "Pieces may not be rotated; they may still be reflected.", True
    )
    reflections: bool = option("--no-reflections", "Pieces may not be reflected.", True)
    only: str | None = option(
        "--only CONDITION",
        "Keep only tilings that meet a condition, such as \"symmetry <> 'none'\".",
        None,
    )
    up_to_symmetry: bool = option("--up-to-symmetry", UP_TO_SYMMETRY, False)
    up_to_rotations: bool = option(
        "--up-to-rotations", "Keep one of each set of rotated images; mirror images differ.", False
    )
    engine: Engine | None = option("--engine", SEARCH, None)
    placements: bool = option("--no-placements", "Leave out the column of placements.", True)
    limit: int | None = row_limit()

    def __post_init__(self) -> None:
        if self.each_once and self.at_most_once:
            raise ProblemError("--each-once and --at-most-once exclude each other: choose one.")
        if self.up_to_symmetry and self.up_to_rotations:
            raise ProblemError(
                "--up-to-symmetry and --up-to-rotations exclude each other: choose one."
            )
        region, listed = self._read()
        vars(self)["board"] = self._board(region, listed)
        pieces = self.board.pieces
        if len(region) > MAX_CELLS:
            raise ProblemError(
                f"{region.name} has {len(region):,} cells, but a region to tile has at most "
                f"{MAX_CELLS:,} cells: take a smaller region."
            )
        if all(piece.most == 0 for piece in self.board.placed):
            raise ProblemError("There is no piece to tile with: name at least one.")
        check_names(pieces)
        self._set(
            lattice=region.lattice.definition or region.lattice.name,
            region=region.in_a_line(),
            pieces=tuple(piece.plain() for piece in listed),
            only=checked_condition(self.only),
            limit=checked_limit(self.limit, "tiling"),
        )

    def _read(self) -> tuple[Region, tuple[Piece, ...]]:
        """Return the region and the pieces that the fields describe."""
        region, pieces = self.region, self.pieces
        lattice = region.lattice if isinstance(region, Region) else lattice_named(self.lattice)
        if isinstance(region, str):
            region = Region.parse(region, lattice)
        if isinstance(pieces, str):
            pieces = piece_lists.read(pieces, lattice, self.rotations, self.reflections)
        listed: Any = tuple(pieces) if isinstance(pieces, Iterable) else (pieces,)
        if listed and all(isinstance(piece, PlainPiece) for piece in listed):
            listed = [piece.on(lattice) for piece in listed]
        if not isinstance(region, Region) or not all(isinstance(piece, Piece) for piece in listed):
            raise ProblemError(
                "A tiling takes a region, as '6x10' or a Region, and pieces, as 'L4, domino' or "
                f"Piece objects, not {quoted(region)} and {quoted(self.pieces)}."
            )
        for piece in listed:
            if piece.shape.lattice != lattice:
                raise ProblemError(
                    f"{piece.name} is a piece of the {piece.shape.lattice.name} lattice, but the "
                    f"region is of the {lattice.name} lattice: take a piece of that lattice."
                )
        return region, tuple(listed)

    def _board(self, region: Region, pieces: Iterable[Piece]) -> Board:
        """Return the board of a region and pieces, with the bounds and moves of the options."""
        usual = (1, 1) if self.each_once else (0, 1) if self.at_most_once else (0, None)
        used = []
        for piece in pieces:
            is_usual = piece.fewest is None and piece.most is None
            fewest, most = usual if is_usual else (piece.fewest or 0, piece.most)
            moves = piece.rotations and self.rotations, piece.reflections and self.reflections
            used.append(Piece(piece.name, piece.shape, fewest, most, *moves, piece.colours))
        return Board(region, tuple(used))

    @cached_property
    def board(self) -> Board:
        """The region, the pieces and all their placements."""
        return self._board(*self._read())

    @property
    def is_up_to_images(self) -> bool:
        """Whether one tiling of each class is kept."""
        return self.up_to_symmetry or self.up_to_rotations

    @cached_property
    def images(self) -> dict[int, I32]:
        """The option that each option becomes under each symmetry, or rotation, of the problem."""
        return self.board.option_images(self.up_to_rotations, of_parts=self.is_up_to_images)

    @property
    def moves_parts(self) -> bool:
        """Whether some images move the parts of the region separately."""
        return max(self.images, default=0) >= len(self.board.region.lattice.images)

    def orbit_of(self, symmetry: str) -> int:
        """Return the number of images of a tiling of a class, unless images move parts."""
        order: int = self.board.region.lattice.class_named(symmetry).order
        return (1 + len(self.images)) // order

    @property
    def counts_all(self) -> bool:
        """Whether rows are all tilings or all classes, without a condition or a limit."""
        return not self.is_conditional and self.limit is None
