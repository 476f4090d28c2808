"""The picture of an object that is drawn by itself, by its type."""

from __future__ import annotations

from enumino.drawing.boards import region_svg, tiling_svg
from enumino.drawing.polyforms import polyform_svg
from enumino.drawing.shapes import polyomino_svg
from enumino.objects.polyform import Polyform
from enumino.objects.polyomino import Polyomino
from enumino.objects.region import Region
from enumino.objects.tiling import Tiling


def svg_of(value: Polyform | Polyomino | Region | Tiling) -> str:
    """Return an object as an SVG picture; its size is that of its cells.

    Raises
    ------
    TypeError
        If it is no polyform, polyomino, region or tiling.

    Examples
    --------
    >>> svg_of(Region.rectangle(2, 3)) == region_svg(Region.rectangle(2, 3))
    True
    """
    match value:
        case Polyform():
            return polyform_svg(value)
        case Polyomino():
            return polyomino_svg(value)
        case Region():
            return region_svg(value)
        case Tiling():
            return tiling_svg(value)
    raise TypeError(f"there is no picture of a {type(value).__name__}.")
