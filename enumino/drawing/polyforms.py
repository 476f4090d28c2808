"""Pictures of polyforms: cells in the plane; cubes in perspective with their layers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import cos, pi, sin
from typing import NamedTuple

from enumino.drawing import page
from enumino.drawing.lattice_cells import bars, contacts, filled, outline, path
from enumino.drawing.shapes import COLOURS
from enumino.drawing.text import half_blocks
from enumino.objects.lattice import KING, Lattice, Position
from enumino.objects.lattices import HEXAGONAL, STICK, TRIANGULAR
from enumino.objects.point_group import SubgroupClass
from enumino.objects.polyform import Polyform

SIDE, SIDE_OF_TRIANGLES = 15.0, 24.0  # pixels
GAP = 16.0
LEGEND, HEAD = 74.0, 24.0  # pixels for each class, and above the pictures
CHIRAL = {1: "#8fa3b8", 2: "#4f86c6", 3: "#3f6fb0", 4: "#2f5597", 6: "#274a86", 8: "#203d70"}
ACHIRAL = {2: "#69b578", 4: "#3f9a63", 6: "#e8a33d", 8: "#d98032", 12: "#c9622f", 16: "#b5446e"}
MOST_CHIRAL, MOST_ACHIRAL = "#1a2f5a", "#8e2f6b"
# Sticks that leave a vertex, by bits: 0 up, 1 right, 2 down, 3 left.
ENDS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
# Classes of hexagons and triangles that differ from another in their axes only.
OTHER_AXIS = {"D1e": "#a9c46c", "D3e": "#d9c24a"}


class Drawing(NamedTuple):
    """A picture in units of a side: its width and height, and its parts."""

    width: float
    height: float
    parts: list[str]


def polyform_svg(polyform: Polyform, side: float = 20) -> str:
    """Return one polyform as an SVG picture, `side` pixels per side of a cell.

    >>> polyform_svg(Polyform(HEXAGONAL, [(0, 0)])).startswith("<svg")
    True
    """
    drawing = _drawing(polyform)
    margin = 0.3 * side
    part = page.scaled(margin, margin, side, drawing.parts)
    width, height = drawing.width * side + 2 * margin, drawing.height * side + 2 * margin
    return page.picture(width, height, [part])


def polyforms_svg(
    polyforms: Sequence[Polyform],
    title: str,
    columns: int | None = None,
    most_pixels: int | None = None,
) -> str:
    """Return a page of polyforms in a grid, coloured by symmetry class, with a legend.

    Parameters
    ----------
    polyforms : sequence of Polyform
    title : str
    columns : int, optional
        Polyforms a row; by default the page is somewhat wider than tall.
    most_pixels : int, optional
        Refuse, before anything is drawn, a page that has more.
    """
    found = {polyform.symmetry.name: polyform.symmetry for polyform in polyforms}
    names = [str(name) for lattice in _lattices(polyforms) for name in lattice.class_names]
    classes = [name for name in names if name in found]
    drawings = [_drawing(polyform) for polyform in polyforms]
    side = SIDE_OF_TRIANGLES if TRIANGULAR in _lattices(polyforms) else SIDE
    width = max((each.width for each in drawings), default=1) * side
    height = max((each.height for each in drawings), default=1) * side
    sheet = page.sheet(len(drawings), width, height, GAP, title, columns, most_pixels)
    wide = max(sheet.width, LEGEND * len(classes) + 2 * page.MARGIN)
    shift, parts = (wide - sheet.width) / 2, []
    for i, name in enumerate(classes):
        x, y = page.MARGIN + LEGEND * i, page.MARGIN + 34
        colour = class_colour(found[name])
        parts.append(
            f'<rect x="{x:g}" y="{y - 10:g}" width="12" height="12" rx="2" fill="{colour}"/>'
            f'<text x="{x + 18:g}" y="{y:g}" font-size="13" fill="#555">{name}</text>'
        )
    for each, (left, top) in zip(drawings, sheet.places, strict=True):
        x = left + shift + (width - each.width * side) / 2
        y = top + HEAD + (height - each.height * side) / 2
        parts.append(page.scaled(x, y, side, each.parts))
    return page.page(wide, sheet.height + HEAD, title, parts)


def _lattices(polyforms: Iterable[Polyform]) -> list[Lattice]:
    """Return the lattices of polyforms, each once."""
    return list({each.lattice.name: each.lattice for each in polyforms}.values())


def class_colour(symmetry: SubgroupClass) -> str:
    """Return the colour of a class: blue if it is chiral, and darker for more symmetries."""
    if symmetry.name in COLOURS:
        return COLOURS[symmetry.name]
    if symmetry.name in OTHER_AXIS:
        return OTHER_AXIS[symmetry.name]
    if symmetry.chiral:
        return CHIRAL.get(symmetry.order, MOST_CHIRAL)
    return ACHIRAL.get(symmetry.order, MOST_ACHIRAL)


def _drawing(polyform: Polyform) -> Drawing:
    """Draw a polyform with its upper left corner at the origin."""
    if polyform.lattice.dimensions == 3:
        return _solid(polyform)
    lattice, colour = polyform.lattice, class_colour(polyform.symmetry)
    rings = [lattice.corners(cell) for cell in polyform.cells]
    places = [lattice.position(corner) for ring in rings for corner in ring]
    left, top = min(x for x, _ in places), min(y for _, y in places)
    width = max(x for x, _ in places) - left
    height = max(y for _, y in places) - top

    def at(corner: tuple[int, ...]) -> Position:
        x, y = lattice.position(corner)
        return x - left, y - top

    if lattice == STICK:
        return Drawing(width, height, [bars((map(at, ends) for ends in rings), colour)])
    parts = [
        f'<path d="{filled(rings, at)}" fill="{colour}" stroke="#fff" stroke-opacity=".55" '
        'stroke-width=".06"/>',
        f'<path d="{outline(rings, at)}" fill="none" stroke="#2b2b2b" stroke-width=".12" '
        'stroke-linecap="round"/>',
    ]
    if lattice == KING:
        parts += [
            f'<circle cx="{x:g}" cy="{y:g}" r=".2" fill="{colour}" stroke="#2b2b2b" '
            'stroke-width=".1"/>'
            for x, y in map(at, _touching_corners(polyform))
        ]
    return Drawing(width, height, parts)


def _touching_corners(polyform: Polyform) -> list[tuple[int, int]]:
    """Return the corners where two squares meet that share no edge with a third one there."""
    pairs = contacts(polyform.cells)
    return sorted((row, max(column, other)) for (_, column), (row, other) in pairs)


# Cubes. Whoever looks at them sees the upper faces, and those towards larger rows and columns.
_ACROSS, _DOWN = cos(pi / 6), sin(pi / 6)
_FACES: tuple[tuple[tuple[int, int, int], tuple[tuple[int, int, int], ...], float], ...] = (
    ((1, 0, 0), ((1, 0, 0), (1, 0, 1), (1, 1, 1), (1, 1, 0)), 1.0),
    ((0, 1, 0), ((0, 1, 0), (0, 1, 1), (1, 1, 1), (1, 1, 0)), 0.78),
    ((0, 0, 1), ((0, 0, 1), (0, 1, 1), (1, 1, 1), (1, 0, 1)), 0.6),
)
_SMALL = 0.42  # of a square in the drawing of a layer
_SPACE = 0.5


def _solid(polyform: Polyform) -> Drawing:
    """Draw cubes from the farthest to the nearest, visible faces only; then the layers."""
    cells, colour = set(polyform.cells), class_colour(polyform.symmetry)

    def seen(corner: tuple[int, ...]) -> Position:
        layer, row, column = corner
        return (column - row) * _ACROSS, (column + row) * _DOWN - layer

    corners = [corner for cell in cells for corner in polyform.lattice.corners(cell)]
    places = [seen(corner) for corner in corners]
    left, top = min(x for x, _ in places), min(y for _, y in places)
    width = max(x for x, _ in places) - left
    height = max(y for _, y in places) - top
    parts = []
    for cell in polyform.cells:
        for step, ring, light in _FACES:
            if tuple(a + b for a, b in zip(cell, step, strict=True)) in cells:
                continue
            face = [seen(tuple(a + b for a, b in zip(cell, at, strict=True))) for at in ring]
            visible = path((x - left, y - top) for x, y in face)
            parts.append(
                f'<path d="{visible}z" fill="{_lit(colour, light)}" stroke="#2b2b2b" '
                'stroke-width=".06" stroke-linejoin="round"/>'
            )
    layers = _layers(polyform, colour)
    wide = max(width, layers.width)
    return Drawing(
        wide,
        height + _SPACE + layers.height,
        [
            f'<g transform="translate({(wide - width) / 2:g} 0)">{"".join(parts)}</g>',
            f'<g transform="translate({(wide - layers.width) / 2:g} {height + _SPACE:g})">'
            f"{''.join(layers.parts)}</g>",
        ],
    )


def _layers(polyform: Polyform, colour: str) -> Drawing:
    """Draw the layers from the lowest to the uppermost, side by side."""
    depth, height, width = polyform.box
    parts = []
    for layer in range(depth):
        left = layer * (width * _SMALL + _SPACE)
        frame = f"M{left:g} 0h{width * _SMALL:g}v{height * _SMALL:g}h{-width * _SMALL:g}z"
        squares = "".join(
            f"M{left + c * _SMALL:g} {r * _SMALL:g}h{_SMALL}v{_SMALL}h-{_SMALL}z"
            for z, r, c in polyform.cells
            if z == layer
        )
        parts.append(
            f'<path d="{frame}" fill="none" stroke="#bbb" stroke-width=".04"/>'
            f'<path d="{squares}" fill="{colour}" stroke="#2b2b2b" stroke-width=".04"/>'
        )
    return Drawing(depth * (width * _SMALL + _SPACE) - _SPACE, height * _SMALL, parts)


def _lit(colour: str, light: float) -> str:
    """Return a colour that is darker where less light falls."""
    parts = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(light * part):02x}" for part in parts)


# Text.


def polyform_text(polyform: Polyform, *, ascii_only: bool = False) -> str:
    """Return a polyform in characters.

    Rows of hexagons and triangles begin half a cell further to the right; layers of cubes stand
    side by side, the lowest first; sticks are lines.

    >>> print(polyform_text(Polyform(HEXAGONAL, [(0, 1), (1, 0), (1, 1), (2, 0)])))
      ⬢
     ⬢ ⬢
      ⬢
    >>> print(polyform_text(Polyform(TRIANGULAR, [(0, 0), (0, 1), (0, 2), (1, 0)])))
    ▼▲▼
     ▼
    >>> print(polyform_text(Polyform(STICK, [(0, 0), (0, 1), (0, 2), (1, 0)])))
    ┌───╴
    └─╴
    """
    lattice, cells = polyform.lattice, set(polyform.cells)
    if lattice.dimensions == 3:
        return _layer_text(polyform, ascii_only=ascii_only)
    height, width = polyform.box
    if lattice == HEXAGONAL:
        return _rows(polyform, lambda _: "# " if ascii_only else "⬢ ", "  ")
    if lattice == TRIANGULAR:
        signs = "V^" if ascii_only else "▼▲"
        return _rows(polyform, lambda column: signs[column % 2], " ")
    if lattice == STICK:
        return str(polyform) if ascii_only else _lines(polyform)
    return half_blocks(cells, height, width, ascii_only=ascii_only)


def _lines(polyform: Polyform) -> str:
    """Return sticks as lines between vertices, two characters apart in a row."""
    cells = set(polyform.cells)
    height, width = polyform.box
    rows = [
        "".join(
            ENDS[
                ((r - 1, c + 1) in cells)
                + 2 * ((r, c) in cells)
                + 4 * ((r, c + 1) in cells)
                + 8 * ((r, c - 2) in cells)
            ]
            + ("─" if (r, c) in cells else " ")
            for c in range(0, width + 2, 2)
        ).rstrip()
        for r in range(height + 1)
    ]
    indent = min(len(row) - len(row.lstrip()) for row in rows if row)
    return "\n".join(row[indent:] for row in rows if row)


def _rows(polyform: Polyform, sign: Callable[[int], str], blank: str) -> str:
    """Return lines with each row one character further to the right than the row above."""
    cells = set(polyform.cells)
    height, width = polyform.box
    lines = [
        " " * r + "".join(sign(c) if (r, c) in cells else blank for c in range(width))
        for r in range(height)
    ]
    indent = min(len(line) - len(line.lstrip()) for line in lines)
    return "\n".join(line[indent:].rstrip() for line in lines)


def _layer_text(polyform: Polyform, *, ascii_only: bool) -> str:
    full, empty = ("#", ".") if ascii_only else ("█", "·")
    cells = set(polyform.cells)
    depth, height, width = polyform.box
    return "\n".join(
        "  ".join(
            "".join(full if (z, r, c) in cells else empty for c in range(width))
            for z in range(depth)
        )
        for r in range(height)
    )
