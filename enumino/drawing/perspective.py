"""Cubes in perspective above their layers."""

from collections.abc import Iterator, Mapping
from math import cos, pi, sin
from operator import add

from enumino.drawing.cells import path
from enumino.drawing.picture import EDGE, Picture, mixed
from enumino.objects.lattice import Cell, Position
from enumino.objects.lattices import CUBIC

# Visible faces of cubes: at the top, and towards larger rows and columns.
_ACROSS, _DOWN = cos(pi / 6), sin(pi / 6)
_FACES: tuple[tuple[tuple[int, int, int], tuple[tuple[int, int, int], ...], float], ...] = (
    ((1, 0, 0), ((1, 0, 0), (1, 0, 1), (1, 1, 1), (1, 1, 0)), 1.0),
    ((0, 1, 0), ((0, 1, 0), (0, 1, 1), (1, 1, 1), (1, 1, 0)), 0.78),
    ((0, 0, 1), ((0, 0, 1), (0, 1, 1), (1, 1, 1), (1, 0, 1)), 0.6),
)
_SPACE = 0.5  # above the layers


def above(colours: Mapping[Cell, str], layers: Picture, scale: float) -> Picture:
    """Return cubes in their colours, seen from above, over the picture of their layers."""
    corners = [corner for cell in colours for corner in CUBIC.corners(cell)]
    xs, ys = zip(*map(_seen, corners), strict=True)
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    cubes = Picture(wide, high, "".join(_cubes(colours, min(xs), min(ys))))
    width, below = max(wide, layers.width * scale), high + _SPACE
    parts = (
        cubes.at((width - wide) / 2, 0),
        layers.at((width - layers.width * scale) / 2, below, scale),
    )
    return Picture(width, below + layers.height * scale, "".join(parts))


def _cubes(colours: Mapping[Cell, str], left: float, top: float) -> Iterator[str]:
    """Yield the visible faces, the farthest first."""
    for cell, colour in sorted(colours.items()):
        for step, ring, light in _FACES:
            if tuple(map(add, cell, step)) in colours:
                continue
            face = (_seen(tuple(map(add, cell, corner))) for corner in ring)
            visible = path((x - left, y - top) for x, y in face)
            lit = mixed("#000000", colour, light)
            yield (
                f'<path d="{visible}z" fill="{lit}" stroke="{EDGE}" '
                'stroke-width=".06" stroke-linejoin="round"/>'
            )


def _seen(corner: tuple[int, ...]) -> Position:
    """Return the place of a corner of a cube in perspective."""
    layer, row, column = corner
    return (column - row) * _ACROSS, (column + row) * _DOWN - layer
