"""Pictures of polyforms: cells in the plane, and cubes in perspective with their layers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from math import cos, pi, sin
from operator import add

from enumino.drawing import page
from enumino.drawing.cells import Plan, contacts, path
from enumino.objects.lattice import KING, Position
from enumino.objects.lattices import CUBIC, in_class_order
from enumino.objects.point_group import SymmetryClass
from enumino.objects.polyform import Polyform

# Colours of the classes of squares, each of another lightness (CIE L*, from 88 down to 29), so that
# they differ in grey and to colour-blind eyes as well.
COLOURS: dict[str, str] = {
    "none": "#d7dee6",
    "rotate": "#6aa5d9",
    "rotate2": "#31609f",
    "axis": "#a8d08d",
    "axis2": "#37916a",
    "diag": "#f0a860",
    "diag2": "#c2542f",
    "all": "#7a1f5c",
}
CHIRAL = {1: "#8fa3b8", 2: "#4f86c6", 3: "#3f6fb0", 4: "#2f5597", 6: "#274a86", 8: "#203d70"}
ACHIRAL = {2: "#69b578", 4: "#3f9a63", 6: "#e8a33d", 8: "#d98032", 12: "#c9622f", 16: "#b5446e"}
MOST_CHIRAL, MOST_ACHIRAL = "#1a2f5a", "#8e2f6b"
# Classes of hexagons and triangles that differ from another in their axes only.
OTHER_AXIS = {"D1e": "#a9c46c", "D3e": "#d9c24a"}
EDGE = "#2b2b2b"


def polyform_picture(polyform: Polyform, colour: str | None = None) -> page.Picture:
    """Return the picture of a polyform, by default in the colour of its symmetry class."""
    draw = _solid if polyform.lattice == CUBIC else _flat
    return draw(polyform, colour or class_colour(polyform.symmetry))


def class_colours(polyforms: Iterable[Polyform]) -> dict[str, str]:
    """Return the colours of the symmetry classes of polyforms, by name, in their order."""
    found = {polyform.symmetry.name: polyform.symmetry for polyform in polyforms}
    return {name: class_colour(found[name]) for name in in_class_order(found)}


def class_colour(symmetry: SymmetryClass) -> str:
    """Return the colour of a class: blue if it is chiral, and darker for more symmetries."""
    if symmetry.name in COLOURS:
        return COLOURS[symmetry.name]
    if symmetry.name in OTHER_AXIS:
        return OTHER_AXIS[symmetry.name]
    if symmetry.chiral:
        return CHIRAL.get(symmetry.order, MOST_CHIRAL)
    return ACHIRAL.get(symmetry.order, MOST_ACHIRAL)


def _flat(polyform: Polyform, colour: str) -> page.Picture:
    """Return cells of the plane with their outline; contacts of kings are marked by circles."""
    cells, plan = polyform.cells, Plan(polyform.lattice, polyform.cells)
    if plan.lattice.of_edges:
        return plan.picture([plan.bars(cells, colour)])
    parts = [
        f'<path d="{plan.filled(cells)}" fill="{colour}" stroke="#fff" stroke-opacity=".55" '
        'stroke-width=".06"/>',
        f'<path d="{plan.border(cells)}" fill="none" stroke="{EDGE}" stroke-width=".12" '
        'stroke-linejoin="round"/>',
    ]
    if plan.lattice == KING:
        parts += [
            f'<circle cx="{(column + other + 1) / 2:g}" cy="{row:g}" r=".2" fill="{colour}" '
            f'stroke="{EDGE}" stroke-width=".1"/>'
            for (_, column), (row, other) in contacts(cells)
        ]
    return plan.picture(parts)


# Visible faces of cubes: the upper ones, and those towards larger rows and columns.
_ACROSS, _DOWN = cos(pi / 6), sin(pi / 6)
_FACES: tuple[tuple[tuple[int, int, int], tuple[tuple[int, int, int], ...], float], ...] = (
    ((1, 0, 0), ((1, 0, 0), (1, 0, 1), (1, 1, 1), (1, 1, 0)), 1.0),
    ((0, 1, 0), ((0, 1, 0), (0, 1, 1), (1, 1, 1), (1, 1, 0)), 0.78),
    ((0, 0, 1), ((0, 0, 1), (0, 1, 1), (1, 1, 1), (1, 0, 1)), 0.6),
)
_SMALL = 0.42  # of a square in the drawing of a layer
_SPACE = 0.5


def _solid(polyform: Polyform, colour: str) -> page.Picture:
    """Return cubes in perspective, and below them the layers side by side, the lowest first."""
    corners = [corner for cell in polyform.cells for corner in polyform.lattice.corners(cell)]
    xs, ys = zip(*map(_seen, corners), strict=True)
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    box = list(product(*map(range, polyform.box)))
    plan = Plan(polyform.lattice, box)
    layers = [
        f'<path d="{plan.border(box)}" fill="none" stroke="#bbb" stroke-width=".1"/>',
        f'<path d="{plan.filled(polyform.cells)}" fill="{colour}" stroke="{EDGE}" '
        'stroke-width=".1"/>',
    ]
    width, below = max(wide, plan.width * _SMALL), high + _SPACE
    parts = (
        page.scaled((width - wide) / 2, 0, 1, _cubes(polyform, colour, min(xs), min(ys))),
        page.scaled((width - plan.width * _SMALL) / 2, below, _SMALL, layers),
    )
    return page.Picture(width, below + plan.height * _SMALL, "".join(parts))


def _cubes(polyform: Polyform, colour: str, left: float, top: float) -> Iterator[str]:
    """Yield the visible faces from the farthest to the nearest."""
    for cell in polyform.cells:
        for step, ring, light in _FACES:
            if tuple(map(add, cell, step)) in polyform:
                continue
            face = (_seen(tuple(map(add, cell, corner))) for corner in ring)
            visible = path([(x - left, y - top) for x, y in face])
            yield (
                f'<path d="{visible}z" fill="{_lit(colour, light)}" stroke="{EDGE}" '
                'stroke-width=".06" stroke-linejoin="round"/>'
            )


def _seen(corner: tuple[int, ...]) -> Position:
    """Return the place of a corner of a cube in perspective."""
    layer, row, column = corner
    return (column - row) * _ACROSS, (column + row) * _DOWN - layer


def _lit(colour: str, light: float) -> str:
    """Return a colour that is darker where less light falls."""
    parts = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(light * part):02x}" for part in parts)
