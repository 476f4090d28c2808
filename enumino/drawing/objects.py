"""Pictures of objects of any type."""

from collections.abc import Mapping, Sequence
from typing import Any

from enumino.drawing.picture import Picture, text_picture
from enumino.drawing.polyforms import class_colours, polyform_picture
from enumino.drawing.tilings import (
    grid_picture,
    piece_colours,
    region_picture,
    tiling_colours,
    tiling_picture,
)
from enumino.objects.grid import Grid
from enumino.objects.polyform import Polyform
from enumino.objects.region import Region
from enumino.objects.tiling import Tiling

Drawn = Tiling | Polyform | Region | Grid
# Pixels per side of a cell of a single object, and the margin around it in sides of a cell.
SIDE, MARGIN = 24.0, 0.3


def pictures_of(things: Sequence[Drawn | str]) -> list[Picture]:
    """Return pictures of objects, in sides of a cell; a piece has one colour in all of them."""
    tilings = (thing for thing in things if isinstance(thing, Tiling))
    colours = tiling_colours(shape for tiling in tilings for shape in tiling.choices)
    return [_picture(thing, colours) for thing in things]


def _picture(thing: Any, colours: Mapping[Any, str]) -> Picture:
    match thing:
        case str():
            return text_picture(thing)
        case Polyform():
            return polyform_picture(thing)
        case Region():
            return region_picture(thing)
        case Tiling():
            return tiling_picture(thing, colours)
        case Grid():
            return grid_picture(thing)
    raise TypeError(f"there is no picture of a {type(thing).__name__}.")


def legend_of(things: Sequence[Any]) -> dict[str, str]:
    """Return the colours of symmetry classes of shapes, or of pieces of tilings, by name."""
    if tilings := [thing for thing in things if isinstance(thing, Tiling)]:
        return piece_colours(tilings)
    return class_colours(thing for thing in things if isinstance(thing, Polyform))


def svg_of(thing: Drawn | str, cell: float = SIDE) -> str:
    """Return an object as SVG, with `cell` pixels per side of a cell."""
    (picture,) = pictures_of([thing])
    return picture.framed(cell, MARGIN).svg
