"""Regions and cells as options: what several families share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from enumino.errors import ProblemError

if TYPE_CHECKING:
    from enumino.objects.lattice import Lattice
    from enumino.objects.region import Region


def _piece(text: str) -> Region | None:
    """The region of a polyomino that has a name, and no file has that name."""
    from enumino.objects import piece_lists as pieces
    from enumino.objects.region import Region
    from enumino.objects.region_names import is_file

    if len(text) > 40 or is_file(text):
        return None
    try:
        named = pieces.parse(text)
    except ProblemError:
        return None
    return Region.of(named[0].shape) if len(named) == 1 else None


def region_of(
    text: str, without: tuple[tuple[int, ...], ...], lattice: Lattice | None = None
) -> Region:
    """Return the region that a user names or draws, by default of squares, less some cells."""
    from enumino.objects.lattice import SQUARE
    from enumino.objects.region import Region

    lattice = lattice or SQUARE
    region = (_piece(text) if lattice == SQUARE else None) or Region.read(text, lattice)
    return region.without(without) if without else region
