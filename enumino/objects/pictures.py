"""The pictures that objects show of themselves, as `enumino.drawing` draws them.

Drawing builds on the objects, so no object may import it: it is looked up by its name when
somebody looks at one.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from enumino.objects.covering import Tiling


def svg_of(value: object) -> str:
    """Return an object as an SVG picture, for a notebook."""
    picture: str = import_module("enumino.drawing").svg_of(value)
    return picture


def outlines_of(tiling: Tiling) -> str:
    """Return the outlines of the pieces of a tiling, as text."""
    picture: str = import_module("enumino.drawing").outlines(tiling)
    return picture
