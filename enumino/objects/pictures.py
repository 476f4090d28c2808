"""Pictures of objects.

The drawing modules import the objects, so objects cannot import them: the package registers the
drawing module here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_loaders: list[Callable[[], Any]] = []


def draw_by(load: Callable[[], Any]) -> None:
    """Register the function that loads the drawing module when an object is first shown."""
    _loaders[:] = [load]


def svg_of(value: object) -> str:
    """Return an object as an SVG picture, for a notebook."""
    return str(_loaders[0]().svg_of(value))


def outlines_of(tiling: object) -> str:
    """Return the outlines of the pieces of a tiling, as text."""
    return str(_loaders[0]().outlines(tiling))
