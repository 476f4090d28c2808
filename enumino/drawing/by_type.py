"""The picture of a single object, by its type."""

from __future__ import annotations

from enumino.drawing.boards import region_svg, tiling_svg
from enumino.drawing.packings import packing_svg
from enumino.drawing.polyforms import polyform_svg
from enumino.drawing.shapes import polyomino_svg
from enumino.objects.covering import Packing, Tiling
from enumino.objects.polyform import Polyform
from enumino.objects.polyomino import Polyomino
from enumino.objects.region import Region


def svg_of(value: Packing | Polyform | Region, cell: float | None = None) -> str:
    """Return an object as an SVG picture, `cell` pixels per cell, or its type's default.

    Raises
    ------
    TypeError
        If it is not a packing, polyform, polyomino, region or tiling.

    Examples
    --------
    >>> svg_of(Region.rectangle(2, 3)) == region_svg(Region.rectangle(2, 3))
    True
    """
    size = () if cell is None else (cell,)
    match value:
        case Polyomino():
            return polyomino_svg(value, *size)
        case Polyform():
            return polyform_svg(value, *size)
        case Region():
            return region_svg(value, *size)
        case Tiling():
            return tiling_svg(value, *size)
        case Packing():
            return packing_svg(value, *size)
    raise TypeError(f"there is no picture of a {type(value).__name__}.")
