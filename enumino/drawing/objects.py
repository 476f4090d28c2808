"""Pictures of single objects, whatever their type, and their names."""

from __future__ import annotations

from typing import Any

from enumino.drawing.polyforms import polyform_svg
from enumino.drawing.tilings import region_svg, tiling_svg
from enumino.objects.piece_names import names_of
from enumino.objects.polyform import Polyform
from enumino.objects.region import Region
from enumino.objects.tiling import Tiling


def svg_of(value: Tiling | Polyform | Region, cell: float | None = None) -> str:
    """Return an object as an SVG picture, `cell` pixels per side of a cell, or its type's default.

    >>> svg_of(Region.rectangle(2, 3)) == region_svg(Region.rectangle(2, 3))
    True
    """
    size = () if cell is None else (cell,)
    match value:
        case Polyform():
            return polyform_svg(value, *size)
        case Region():
            return region_svg(value, *size)
        case Tiling():
            return tiling_svg(value, *size)
    raise TypeError(f"there is no picture of a {type(value).__name__}.")


def has_picture(thing: Any) -> bool:
    """Return whether an object has a picture of its own, which can be placed beside others."""
    return isinstance(thing, (Tiling, Polyform, Region))


def name_of(thing: Any) -> str | None:
    """Return the name of a shape in a named set; None for other shapes.

    >>> from enumino import Polyform
    >>> name_of(Polyform((0, column) for column in range(6)))
    'hexomino 1'
    """
    if not isinstance(thing, Polyform):
        return None
    return names_of(thing.lattice, len(thing)).get(thing.address)
