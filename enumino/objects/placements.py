"""Where polyominoes can lie in a region of the square lattice."""

from __future__ import annotations

from dataclasses import dataclass

from enumino.objects.board import Board
from enumino.objects.piece import Piece
from enumino.objects.region import Region
from enumino.objects.tiling import Shape


@dataclass(frozen=True)
class Placements(Board):
    """All placements of some polyominoes in a region.

    Parameters
    ----------
    region : Region
    pieces : tuple of Piece
    rotations, reflections : bool
        False to forbid them, whatever a piece allows.

    Examples
    --------
    >>> from enumino.objects import piece as pieces
    >>> dominoes = Placements(Region.rectangle(2, 2), pieces.parse("domino"))
    >>> [(o.letter, o.offsets) for o in dominoes.orientations]
    [('A', ((0, 0), (0, 1))), ('B', ((0, 0), (1, 0)))]
    >>> len(dominoes), dominoes.cells_of(1)
    (4, [0, 2])
    """

    region: Region
    pieces: tuple[Piece, ...]

    @property
    def shapes(self) -> dict[str, Shape]:
        """The name and the offsets of each letter, as `Tiling.from_layout` takes them."""
        return {
            letter: (name, tuple((r, c) for r, c in offsets))
            for letter, (name, offsets) in super().shapes.items()
        }
