"""Tilings as values: which piece covers which cells of a region.

Built from cells, or from a *layout*, one character a piece: each next piece covers the first cell
that is still free, in row-major order, so that the characters alone determine the tiling.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import NamedTuple

from enumino.errors import ProblemError
from enumino.objects import pictures
from enumino.objects.lattice import Cell
from enumino.objects.layouts import pieces_of
from enumino.objects.polyform import Polyomino
from enumino.objects.region import Region
from enumino.words import plural, quoted

Shape = tuple[str, tuple[Cell, ...]]
"""A name, and offsets from the first cell in row-major order."""

MAT, HALF_MAT = "mat", "half mat"
MATS: dict[str, Shape] = {
    "H": (MAT, ((0, 0), (0, 1))),
    "V": (MAT, ((0, 0), (1, 0))),
    "M": (HALF_MAT, ((0, 0),)),
}


class Placed(NamedTuple):
    """A piece where it lies: its name, and its cells in row-major order."""

    name: str
    cells: tuple[Cell, ...]

    @property
    def shape(self) -> Polyomino:
        """The shape, as it is turned."""
        return Polyomino(self.cells)


class Tiling:
    """An immutable covering of a region by pieces that do not overlap.

    Parameters
    ----------
    region : Region
    pieces : iterable of (name, cells)
        In any order; they are kept, and numbered from 1, in the order of their first cells.

    Raises
    ------
    ProblemError
        If a piece has no cells or leaves the region, two pieces overlap, or a cell stays uncovered.

    Examples
    --------
    >>> room = Tiling.tatami(Region.rectangle(3, 4), "HHVHVH")
    >>> print(room)
    ┌───────┬───────┐
    │       │       │
    ├───┬───┴───┬───┤
    │   │       │   │
    │   ├───────┤   │
    │   │       │   │
    └───┴───────┴───┘
    >>> len(room.pieces), room.piece_at((2, 0)), room.crossroads
    (6, Placed(name='mat', cells=((1, 0), (2, 0))), ())
    """

    __slots__ = ("__dict__", "_owners", "_pieces", "_region")
    _region: Region
    _pieces: tuple[Placed, ...]
    _owners: dict[Cell, int]  # the index of the piece on each cell

    def __init__(self, region: Region, pieces: Iterable[tuple[str, Iterable[Cell]]]) -> None:
        listed = [Placed(name, tuple(sorted(cells))) for name, cells in pieces]
        for name, cells in listed:
            if not cells:
                raise ProblemError(f"The piece {quoted(name)} covers no cell.")
        owners: dict[Cell, int] = {}
        placed = tuple(sorted(listed, key=lambda piece: piece.cells))
        for number, piece in enumerate(placed, 1):
            for cell in piece.cells:
                if cell not in region:
                    raise ProblemError(
                        f"Piece {number} ({piece.name}) covers {_at(cell)}, "
                        f"which is no free cell of {region.name}."
                    )
                if cell in owners:
                    raise ProblemError(
                        f"Piece {number} ({piece.name}) covers {_at(cell)}, "
                        f"which piece {owners[cell] + 1} covers already."
                    )
                owners[cell] = number - 1
        if len(owners) < len(region):
            free = next(cell for cell in region.cells if cell not in owners)
            raise ProblemError(
                f"The pieces cover {len(owners)} of the {plural(len(region), 'cell')} of "
                f"{region.name}: {_at(free)} is left uncovered."
            )
        for attribute, value in (("_region", region), ("_pieces", placed), ("_owners", owners)):
            object.__setattr__(self, attribute, value)

    @classmethod
    def from_layout(cls, region: Region, layout: str, shapes: Mapping[str, Shape]) -> Tiling:
        """Return the tiling that a layout describes.

        Parameters
        ----------
        region : Region
        layout : str
            One character a piece: each next piece covers the first free cell, row by row.
        shapes : mapping of character to (name, offsets)
            The cells of a piece, as (row, column) relative to its first cell.

        Raises
        ------
        ProblemError
            If a character is not in `shapes`, or the pieces do not make a tiling.
        """
        return cls(region, pieces_of(layout, region.cells, shapes, region.name))

    @classmethod
    def tatami(cls, room: Region, layout: str) -> Tiling:
        """Return a layout of mats: H lies along a row, V along a column, M is a half mat.

        >>> Tiling.tatami(Region.rectangle(1, 3), "HM").pieces[1].name
        'half mat'
        """
        return cls.from_layout(room, layout, MATS)

    def layout(self, shapes: Mapping[str, Shape] = MATS) -> str:
        """Return the layout: the inverse of `from_layout` with the same shapes.

        Raises
        ------
        ProblemError
            If a piece is not among the shapes.
        """
        letters = {shape: letter for letter, shape in shapes.items()}
        written = []
        for number, (name, cells) in enumerate(self._pieces, 1):
            top, left = cells[0]
            shape = name, tuple((r - top, c - left) for r, c in cells)
            if shape not in letters:
                raise ProblemError(
                    f"Piece {number} ({name}) is none of the shapes {' '.join(shapes)}."
                )
            written.append(letters[shape])
        return "".join(written)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Tiling cannot be changed: {name}")

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Tiling)
            and self._pieces == other._pieces
            and self._region == other._region
        )

    def __hash__(self) -> int:
        return hash((self._region, self._pieces))

    def __len__(self) -> int:
        return len(self._pieces)

    def __reduce__(self) -> tuple[type[Tiling], tuple[Region, tuple[Placed, ...]]]:
        return Tiling, (self._region, self._pieces)

    def __repr__(self) -> str:
        return f"Tiling({self._region!r}, {[tuple(piece) for piece in self._pieces]})"

    def __str__(self) -> str:
        return self.text

    def _repr_svg_(self) -> str:
        return pictures.svg_of(self)

    @property
    def region(self) -> Region:
        """What is covered."""
        return self._region

    @property
    def pieces(self) -> tuple[Placed, ...]:
        """The pieces, in the order of their first cells."""
        return self._pieces

    def index_at(self, cell: Cell) -> int | None:
        """Return the index in `pieces` of the one that covers a cell; none on walls and outside."""
        return self._owners.get(cell)

    def piece_at(self, cell: Cell) -> Placed | None:
        """Return the piece that covers a cell; none on walls and outside."""
        index = self._owners.get(cell)
        return None if index is None else self._pieces[index]

    @cached_property
    def crossroads(self) -> tuple[Cell, ...]:
        """The points where four pieces meet: (r, c) is the top left corner of cell (r, c).

        >>> Tiling.tatami(Region.rectangle(2, 4), "HHHH").crossroads
        ((1, 2),)
        """
        around = ((-1, -1), (-1, 0), (0, -1), (0, 0))
        return tuple(
            (r, c)
            for r, c in self._region.cells
            if len({self._owners.get((r + dr, c + dc), -1) for dr, dc in around} - {-1}) == 4
        )

    @property
    def text(self) -> str:
        """The outlines of the pieces in box-drawing characters."""
        return pictures.outlines_of(self)

    def numbered(self) -> str:
        """Return the board with the number of the piece on each cell, a dot where there is none.

        >>> corner = [("L", [(0, 0), (0, 1), (1, 0)])]
        >>> print(Tiling(Region.rectangle(2, 2).without([(1, 1)]), corner).numbered())
        1 1
        1 .
        """
        digits = len(str(len(self._pieces)))
        numbers = {cell: str(index + 1) for cell, index in self._owners.items()}
        return "\n".join(
            " ".join(numbers.get((r, c), ".").rjust(digits) for c in range(self._region.width))
            for r in range(self._region.height)
        )


def _at(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"
