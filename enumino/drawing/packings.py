"""SVG pictures of packings of any lattice: polygons in the plane, layers of cubes, sticks.

Each cell is a polygon, by the corners that its lattice gives; a piece has a line around it. Layers
of cubes are drawn side by side, the lowest first. Pieces of kings have a bar where two cells touch
at a corner only; sticks are bars themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from enumino.drawing import page
from enumino.drawing.boards import colour
from enumino.drawing.figures import BETWEEN_LAYERS
from enumino.drawing.lattice_cells import Corner, bars, contacts, filled, outline
from enumino.objects.covering import Packing, Shape
from enumino.objects.lattice import KING, SQUARE, Position
from enumino.objects.lattices import STICK

AnyCell = tuple[int, ...]

MARGIN = 0.25


class _Extent(NamedTuple):
    """The upper left corner and the size of a picture, in edges."""

    left: float
    top: float
    width: float
    height: float


def packing_svg(
    packing: Packing, cell: float = 36, colours: Mapping[Shape, str] | None = None
) -> str:
    """Return a packing as an SVG picture, `cell` pixels per edge.

    Its pieces have the `colours` that `shape_colours` gives them among others.

    >>> from enumino.objects.region import Region
    >>> from enumino.objects.lattices import HEXAGONAL
    >>> region = Region.parse("1x2", HEXAGONAL)
    >>> packing_svg(Packing(region, [("dihex", [(0, 0), (0, 1)])])).startswith("<svg")
    True
    """
    extent = _extent(packing)
    parts = _pieces(packing, colours or shape_colours([packing]), extent)
    width, height = (side + 2 * MARGIN for side in (extent.width, extent.height))
    drawn = page.scaled(MARGIN * cell, MARGIN * cell, cell, parts)
    return page.picture(width * cell, height * cell, [drawn])


def packings_svg(
    packings: Sequence[Packing],
    title: str,
    columns: int | None = None,
    cell: float | None = None,
    most_pixels: int | None = None,
) -> str:
    """Return a page of packings in a grid, with one colour per piece throughout.

    Parameters
    ----------
    packings : sequence of Packing
    title : str
    columns : int, optional
        Packings a row; by default the page is somewhat wider than tall.
    cell : float, optional
        Pixels an edge; by default smaller the more there are.
    most_pixels : int, optional
        Refuse, before anything is drawn, a page that has more.
    """
    extents = [_extent(packing) for packing in packings]

    def drawn(_: float) -> Iterator[list[str]]:
        colours = shape_colours(packings)
        for packing, extent in zip(packings, extents, strict=True):
            yield _pieces(packing, colours, extent)

    sizes = [(extent.width, extent.height) for extent in extents]
    return page.abreast(sizes, drawn, title, 14, columns, cell, most_pixels)


def packing_colours(shapes: Mapping[str, Shape]) -> dict[str, str]:
    """Return the colour of each letter's shape on pages of packings.

    >>> shapes = {"A": ("bar", ((0, 0), (0, 1))), "B": ("bar", ((0, 0), (1, 0)))}
    >>> packing_colours(shapes) == {"A": colour(0), "B": colour(1)}
    True
    """
    colours = _colours_of(set(shapes.values()))
    return {letter: colours[shape] for letter, shape in shapes.items()}


def named_colours(packings: Sequence[Packing]) -> dict[str, str]:
    """Return the colour of each piece by its name on pages of these packings.

    The result is empty if there is one piece only, which has a colour for each orientation.
    """
    by_name = {name: own for (name, _), own in shape_colours(packings).items()}
    return dict(sorted(by_name.items())) if len(by_name) > 1 else {}


def shape_colours(packings: Sequence[Packing]) -> dict[Shape, str]:
    """Return the colour of each oriented piece, by its name and its cells relative to the first."""
    return _colours_of(
        {(piece.name, piece.offsets) for packing in packings for piece in packing.pieces}
    )


def _colours_of(shapes: Set[Shape]) -> dict[Shape, str]:
    """Return one colour per name, or, if there is only one name, one per orientation."""
    names = {name for name, _ in shapes}
    if len(names) > 1:
        by_name = {name: colour(index) for index, name in enumerate(sorted(names))}
        return {shape: by_name[shape[0]] for shape in shapes}
    return {shape: colour(index) for index, shape in enumerate(sorted(shapes))}


def _ring(packing: Packing, cell: AnyCell) -> Sequence[Corner]:
    """Return the corners of a cell in order around it; for a cube, those of its square."""
    if packing.region.lattice.dimensions < 3:
        return packing.region.lattice.corners(cell)
    layer, *square = cell
    return [(layer, *corner) for corner in SQUARE.corners(tuple(square))]


def _place(packing: Packing, corner: Corner) -> Position:
    """Return the place of a corner, in edges: layers of cubes are side by side."""
    lattice = packing.region.lattice
    if lattice.dimensions < 3:
        return lattice.position(corner)
    layer, row, column = corner
    return column + layer * (packing.region.box[2] + BETWEEN_LAYERS), float(row)


def _extent(packing: Packing) -> _Extent:
    rings = (_ring(packing, cell) for cell in packing.region.cells)
    xs, ys = zip(*(_place(packing, corner) for ring in rings for corner in ring), strict=True)
    return _Extent(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _pieces(packing: Packing, colours: Mapping[Shape, str], extent: _Extent) -> list[str]:
    def at(corner: Corner) -> Position:
        x, y = _place(packing, corner)
        return x - extent.left, y - extent.top

    parts, over = [], []  # contacts of kings lie over whatever is between
    for piece in packing.pieces:
        fill = colours[piece.name, piece.offsets]
        rings = [_ring(packing, cell) for cell in piece.cells]
        if packing.region.lattice == STICK:
            parts.append(bars((_shortened(*map(at, ends)) for ends in rings), fill))
            continue
        parts.append(f'<path d="{filled(rings, at)}" fill="{fill}"/>')
        parts.append(
            f'<path d="{outline(rings, at)}" fill="none" stroke="{page.INK}" stroke-width=".08" '
            'stroke-linecap="round"/>'
        )
        if packing.region.lattice == KING and (pairs := contacts(piece.cells)):
            over.append(bars((map(_middle, map(at, pair)) for pair in pairs), fill))
    return parts + over


def _middle(square: Position) -> Position:
    """Return the middle of a square from its upper left corner."""
    x, y = square
    return x + 0.5, y + 0.5


def _shortened(start: Position, end: Position) -> list[Position]:
    """Return a stick with ends shortened at the vertices."""
    (a, b), (c, d) = start, end
    step = 0.06
    return [(a + step * (c - a), b + step * (d - b)), (c - step * (c - a), d - step * (d - b))]
