"""Packings as values: which piece covers which cells of a region of any lattice.

Built from cells, or from a *layout*, one character a piece: each next piece covers the first cell
that is still free, in reading order, so that the characters alone determine the packing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import NamedTuple

from enumino.errors import ProblemError
from enumino.objects import lattice_text, pictures
from enumino.objects.board import ASCII_LETTERS
from enumino.objects.layouts import pieces_of
from enumino.objects.region import Region
from enumino.words import plural, quoted

AnyCell = tuple[int, ...]
Shape = tuple[str, tuple[AnyCell, ...]]
"""A name, and offsets from the first cell in reading order."""


class PlacedPiece(NamedTuple):
    """A piece where it lies: its name, and its cells in reading order."""

    name: str
    cells: tuple[AnyCell, ...]


class Packing:
    """An immutable covering of a region by pieces that do not overlap.

    Parameters
    ----------
    region : Region
    pieces : iterable of (name, cells)
        In any order; they are kept in the order of their first cells.

    Raises
    ------
    ProblemError
        If a piece has no cells or leaves the region, two pieces overlap, or a cell stays uncovered.

    Examples
    --------
    >>> from enumino.objects.lattices import TRIANGULAR
    >>> region = Region.parse("triangle 2", TRIANGULAR)
    >>> print(Packing(region, [("a", [(0, 0)]), ("b", [(0, 1), (0, 2), (1, 0)])]))
    ABB
     B
    """

    def __init__(self, region: Region, pieces: Iterable[tuple[str, Iterable[AnyCell]]]) -> None:
        listed = [PlacedPiece(name, tuple(sorted(cells))) for name, cells in pieces]
        self.region = region
        self.pieces = tuple(sorted(listed, key=lambda piece: piece.cells))
        self._owners: dict[AnyCell, int] = {}
        for number, (name, cells) in enumerate(self.pieces, 1):
            if not cells:
                raise ProblemError(f"The piece {quoted(name)} covers no cell.")
            for cell in cells:
                if cell not in region:
                    raise ProblemError(
                        f"Piece {number} ({name}) covers {cell}, which is no cell of {region.name}."
                    )
                if cell in self._owners:
                    raise ProblemError(
                        f"Piece {number} ({name}) covers {cell}, which piece "
                        f"{self._owners[cell] + 1} covers already."
                    )
                self._owners[cell] = number - 1
        if len(self._owners) < len(region):
            free = next(cell for cell in region.cells if cell not in self._owners)
            raise ProblemError(
                f"The pieces cover {len(self._owners)} of the {plural(len(region), 'cell')} of "
                f"{region.name}: {free} is left uncovered."
            )

    @classmethod
    def from_layout(cls, region: Region, layout: str, shapes: Mapping[str, Shape]) -> Packing:
        """Return the packing that a layout describes.

        Parameters
        ----------
        region : Region
        layout : str
            One character a piece: each next piece covers the first free cell in reading order.
        shapes : mapping of character to (name, offsets)
            The cells of a piece, relative to its first cell.

        Raises
        ------
        ProblemError
            If a character is not in `shapes`, or the pieces do not make a packing.
        """
        return cls(region, pieces_of(layout, region.cells, shapes, region.name))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Packing)
            and self.pieces == other.pieces
            and self.region == other.region
        )

    def __hash__(self) -> int:
        return hash((self.region, self.pieces))

    def __len__(self) -> int:
        return len(self.pieces)

    def __reduce__(self) -> tuple[object, ...]:
        return Packing, (self.region, self.pieces)

    def __repr__(self) -> str:
        return f"Packing({self.region!r}, {[tuple(piece) for piece in self.pieces]})"

    def __str__(self) -> str:
        return self.text

    def _repr_svg_(self) -> str:
        return pictures.svg_of(self)

    def index_at(self, cell: AnyCell) -> int | None:
        """Return the index in `pieces` of the one that covers a cell; none outside."""
        return self._owners.get(cell)

    @cached_property
    def text(self) -> str:
        """A drawing of the region with a letter for each piece, by first cell.

        Layers of cubes are side by side, the lowest first.
        """
        marks = {cell: ASCII_LETTERS[k % len(ASCII_LETTERS)] for cell, k in self._owners.items()}
        return lattice_text.draw(self.region.lattice, marks, ".", self.region.box)
