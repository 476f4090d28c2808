"""Whether pieces can fill the area of a region of any lattice at all."""

from __future__ import annotations

from collections.abc import Sequence

from enumino.errors import ProblemError
from enumino.families.tilings.piece_uses import check_names
from enumino.objects.lattice_region import LatticeRegion
from enumino.objects.piece import Piece
from enumino.words import plural


def check_area(region: LatticeRegion, pieces: Sequence[Piece]) -> None:
    """Refuse pieces of one name, and those that cannot have the region's area for their number.

    Raises
    ------
    ProblemError
    """
    check_names(pieces, "pack")
    cells = len(region)
    least = sum(len(piece.shape) * (piece.fewest or 0) for piece in pieces)
    most = sum(len(piece.shape) * (piece.most or 0) for piece in pieces)
    if least > cells:
        number = sum(piece.fewest or 0 for piece in pieces)
        raise ProblemError(
            f"{plural(number, 'piece')} {'needs' if number == 1 else 'need'} "
            f"{plural(least, 'cell')}, and {region.name} has {cells:,}: leave some out, or take a "
            "larger region."
        )
    if all(piece.most is not None for piece in pieces) and most < cells:
        number = sum(piece.most or 0 for piece in pieces)
        raise ProblemError(
            f"{plural(number, 'piece')} {'covers' if number == 1 else 'cover'} at most "
            f"{plural(most, 'cell')}, and {region.name} has {cells:,}: remove "
            f"{plural(cells - most, 'cell')} with --without, or name more pieces."
        )
