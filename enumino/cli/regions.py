"""Regions and cells as options: what several families share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from enumino.errors import ProblemError

if TYPE_CHECKING:
    from enumino.objects.region import Region


def _piece(text: str) -> Region | None:
    """The region of a polyomino that has a name, and no file has that name."""
    from pathlib import Path

    from enumino.objects import piece_lists as pieces
    from enumino.objects.region import Region

    if len(text) > 40 or Path(text).exists():
        return None
    try:
        named = pieces.parse(text)
    except ProblemError:
        return None
    return Region.of(named[0].shape) if len(named) == 1 else None


def region_of(text: str, without: tuple[tuple[int, int], ...]) -> Region:
    """Return the region that a user names, less some cells."""
    from enumino.objects.region import Region

    is_drawing = set(text) <= set(".#X \n") and text.strip() != "X"
    region = Region.parse(text) if is_drawing else _piece(text) or Region.read(text)
    return region.without(without) if without else region
