"""Pictures of single objects, whatever their type, and their captions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from enumino.drawing.polyforms import polyform_svg
from enumino.drawing.tilings import region_svg, tiling_svg
from enumino.errors import ProblemError
from enumino.objects.piece_names import names_of
from enumino.objects.polyform import Polyform
from enumino.objects.region import Region
from enumino.objects.tiling import Tiling

CAPTIONS = ("none", "numbers", "names", "addresses")


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


def captions(things: Iterable[Any], what: str) -> list[str]:
    r"""Return the captions of objects, in their order.

    ``"numbers"`` count from 1; ``"names"`` are those that ``--pieces`` takes, numbers where there
    is no name; ``"addresses"`` follow from the shapes of polyforms; ``"none"`` leaves captions out.

    >>> from enumino import Polyform
    >>> captions([Polyform("###\n.#.\n.#."), "a cover"], "names")
    ['T', '2']
    """
    if what not in CAPTIONS:
        raise ProblemError(f"Captions are {', '.join(CAPTIONS)}: choose one of them.")
    if what == "none":
        return ["" for _ in things]
    numbered = ((thing, str(number)) for number, thing in enumerate(things, 1))
    if what == "numbers":
        return [number for _, number in numbered]
    if what == "addresses":
        return [thing.address if isinstance(thing, Polyform) else n for thing, n in numbered]
    return [name_of(thing) or number for thing, number in numbered]


def name_of(thing: Any) -> str | None:
    """Return the name of a shape in a named set; None for other shapes.

    >>> from enumino import Polyform
    >>> name_of(Polyform((0, column) for column in range(6)))
    'hexomino 1'
    """
    if not isinstance(thing, Polyform):
        return None
    return names_of(thing.lattice, len(thing)).get(thing.address)
