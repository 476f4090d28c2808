"""SVG pictures of packings of any lattice: polygons in the plane, layers of cubes, sticks.

Each cell is a polygon, by the corners that its lattice gives; a piece has a line around it. Layers
of cubes are drawn side by side, the lowest first. Pieces of kings have a bar where two cells touch
at a corner only; sticks are bars themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from enumino.drawing import page
from enumino.drawing.boards import colour
from enumino.objects.packing import Packing, PlacedPiece

AnyCell = tuple[int, ...]
Position = tuple[float, float]

GAP = 0.6
"""Between layers, in edges."""
MARGIN = 0.25


class _Extent(NamedTuple):
    """Where a picture begins, and how large it is, in edges."""

    left: float
    top: float
    width: float
    height: float


def packing_svg(packing: Packing, cell: float = 36) -> str:
    """Return a packing as an SVG picture, `cell` pixels an edge.

    >>> from enumino.objects.lattice_region import LatticeRegion
    >>> from enumino.objects.lattices import HEXAGONAL
    >>> region = LatticeRegion.parse(HEXAGONAL, "1x2")
    >>> packing_svg(Packing(region, [("dihex", [(0, 0), (0, 1)])])).startswith("<svg")
    True
    """
    extent = _extent(packing)
    parts = _pieces(packing, _colours([packing]), extent)
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
    """Return a page of packings in a grid, each piece in the same colour throughout.

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
    width = max((extent.width for extent in extents), default=1.0)
    height = max((extent.height for extent in extents), default=1.0)
    if cell is None:
        cell = min(24.0, max(8.0, round(1100 / (max(1, len(packings)) * height * width) ** 0.5)))
    size = width * cell, height * cell, max(1.0, 14 / cell) * cell
    sheet = page.sheet(len(packings), *size, title, columns, most_pixels)
    colours = _colours(packings)
    parts = [
        page.scaled(x, y, cell, _pieces(packing, colours, extent))
        for packing, extent, (x, y) in zip(packings, extents, sheet.places, strict=True)
    ]
    return page.page(sheet.width, sheet.height, title, parts)


def _colours(packings: Sequence[Packing]) -> dict[object, str]:
    """The colour of each piece: one a name, or, if there is only one name, one an orientation."""
    names = {piece.name for packing in packings for piece in packing.pieces}
    if len(names) > 1:
        return {name: colour(index) for index, name in enumerate(sorted(names))}
    ways = {_offsets(piece) for packing in packings for piece in packing.pieces}
    return {way: colour(index) for index, way in enumerate(sorted(ways))}


def _offsets(piece: PlacedPiece) -> tuple[AnyCell, ...]:
    first = piece.cells[0]
    return tuple(
        tuple([k - begin for k, begin in zip(cell, first, strict=True)]) for cell in piece.cells
    )


def _polygon(packing: Packing, cell: AnyCell) -> list[Position]:
    """The corners of a cell, in order, in edges."""
    lattice = packing.region.lattice
    if lattice.dimensions < 3:
        return [lattice.position(corner) for corner in lattice.corners(cell)]
    layer, row, column = cell
    x, y = column + layer * (packing.region.box[2] + GAP), float(row)
    return [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]


def _extent(packing: Packing) -> _Extent:
    corners = [at for cell in packing.region.cells for at in _polygon(packing, cell)]
    xs, ys = zip(*corners, strict=True)
    return _Extent(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _pieces(packing: Packing, colours: dict[object, str], extent: _Extent) -> list[str]:
    is_stick = packing.region.lattice.name == "stick"
    parts, contacts = [], []  # contacts lie over whatever is between
    for piece in packing.pieces:
        fill = colours.get(piece.name) or colours[_offsets(piece)]
        polygons = [
            [(x - extent.left, y - extent.top) for x, y in _polygon(packing, cell)]
            for cell in piece.cells
        ]
        if is_stick:
            parts.append(_bars((_shortened(*ends) for ends in polygons), fill))
            continue
        parts.append(f'<path d="{"".join(map(_closed, polygons))}" fill="{fill}"/>')
        parts.append(_border(polygons))
        if packing.region.lattice.name == "king" and (ends := list(_contacts(piece, extent))):
            contacts.append(_bars(ends, fill))
    return parts + contacts


def _border(polygons: Iterable[Sequence[Position]]) -> str:
    """The edges that belong to one cell only."""
    edges = [(polygon[k - 1], polygon[k]) for polygon in polygons for k in range(len(polygon))]
    sides = Counter(_side(edge) for edge in edges)
    lines = "".join(
        f"M{_point(start)}L{_point(end)}" for start, end in edges if sides[_side((start, end))] == 1
    )
    return (
        f'<path d="{lines}" fill="none" stroke="{page.INK}" stroke-width=".08" '
        'stroke-linecap="round"/>'
    )


def _side(edge: tuple[Position, Position]) -> frozenset[Position]:
    """An edge from whichever cell it is seen."""
    return frozenset((round(x, 6), round(y, 6)) for x, y in edge)


def _contacts(piece: PlacedPiece, extent: _Extent) -> Iterable[tuple[Position, Position]]:
    """Bars between cells that touch at a corner, where nothing else of the piece joins them."""
    cells = set(piece.cells)
    for row, column in piece.cells:
        for side in (-1, 1):
            joined = {(row + 1, column), (row, column + side)} & cells
            if (row + 1, column + side) in cells and not joined:
                x, y = column + 0.5 - extent.left, row + 0.5 - extent.top
                yield (x, y), (x + side, y + 1)


def _bars(ends: Iterable[tuple[Position, Position]], stroke: str) -> str:
    lines = "".join(f"M{_point(start)}L{_point(end)}" for start, end in ends)
    return (
        f'<path d="{lines}" fill="none" stroke="{stroke}" stroke-width=".22" '
        'stroke-linecap="round"/>'
    )


def _shortened(start: Position, end: Position) -> tuple[Position, Position]:
    """A stick whose ends leave a little room at the vertices."""
    (a, b), (c, d) = start, end
    step = 0.06
    return (a + step * (c - a), b + step * (d - b)), (c - step * (c - a), d - step * (d - b))


def _closed(polygon: Sequence[Position]) -> str:
    return f"M{'L'.join(map(_point, polygon))}z"


def _point(at: Position) -> str:
    return f"{round(at[0], 3):g} {round(at[1], 3):g}"
