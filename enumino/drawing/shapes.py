"""SVG pictures of polyominoes: single ones, or a sheet with a legend of the symmetry classes."""

from __future__ import annotations

from collections.abc import Sequence

from enumino.drawing import page
from enumino.objects.lattice import SymmetryClass
from enumino.objects.polyomino import Polyomino

# One colour a symmetry class, each of another lightness (CIE L*, from 88 down to 29), so that they
# differ in grey and to colour-blind eyes as well.
COLOURS: dict[str, str] = {
    SymmetryClass.NONE: "#d7dee6",
    SymmetryClass.ROTATE: "#6aa5d9",
    SymmetryClass.ROTATE2: "#31609f",
    SymmetryClass.AXIS: "#a8d08d",
    SymmetryClass.AXIS2: "#37916a",
    SymmetryClass.DIAG: "#f0a860",
    SymmetryClass.DIAG2: "#c2542f",
    SymmetryClass.ALL: "#7a1f5c",
}


def polyomino_svg(polyomino: Polyomino, cell: float = 20) -> str:
    """Return one polyomino as an SVG picture, `cell` pixels per cell.

    >>> polyomino_svg(Polyomino([(0, 0)])).startswith("<svg")
    True
    """
    width, height = (polyomino.width + 0.4) * cell, (polyomino.height + 0.4) * cell
    return page.picture(width, height, [_shape(polyomino, 0.2 * cell, 0.2 * cell, cell)])


def sheet_svg(
    polyominoes: Sequence[Polyomino],
    title: str,
    columns: int | None = None,
    cell: float = 12,
    most_pixels: int | None = None,
) -> str:
    """Return a page of polyominoes in a grid, coloured by symmetry class, with a legend.

    Parameters
    ----------
    polyominoes : sequence of Polyomino
    title : str
    columns : int, optional
        Polyominoes a row; by default the page is about as wide as it is tall.
    cell : float
        Pixels a cell.
    most_pixels : int, optional
        Refuse, before anything is drawn, a page that has more.
    """
    slot_width = (max((p.width for p in polyominoes), default=1) + 1) * cell
    slot_height = (max((p.height for p in polyominoes), default=1) + 1) * cell
    if columns is None:
        columns = max(1, round((1.3 * len(polyominoes) * slot_height / slot_width) ** 0.5))
    margin, head = page.MARGIN, 64.0
    rows = -(-len(polyominoes) // columns)
    inner, height = (
        max(columns * slot_width, page.title_width(title)),
        head + rows * slot_height + 2 * margin,
    )
    page.check_pixels(inner + 2 * margin, height, len(polyominoes), most_pixels)
    found = {p.symmetry for p in polyominoes}
    classes = [c for c in SymmetryClass if c in found]
    width = max(inner, 90.0 * len(classes)) + 2 * margin
    left = (width - columns * slot_width) / 2
    parts = []
    for i, symmetry in enumerate(classes):
        x, y = margin + 90 * i, margin + 34
        parts.append(
            f'<rect x="{x:g}" y="{y - 10:g}" width="12" height="12" rx="2" '
            f'fill="{COLOURS[symmetry]}"/>'
            f'<text x="{x + 18:g}" y="{y:g}" font-size="13" fill="#555">{symmetry}</text>'
        )
    for i, polyomino in enumerate(polyominoes):
        row, column = divmod(i, columns)
        x = left + column * slot_width + (slot_width - polyomino.width * cell) / 2
        y = head + margin + row * slot_height + (slot_height - polyomino.height * cell) / 2
        parts.append(_shape(polyomino, x, y, cell))
    return page.page(width, height, title, parts)


def _shape(polyomino: Polyomino, x: float, y: float, cell: float) -> str:
    """Return the cells as one group: filled squares, thin lines between them, a dark outline."""
    cells = set(polyomino.cells)
    squares, edges = [], []
    for r, c in polyomino.cells:
        left, top = x + c * cell, y + r * cell
        squares.append(f"M{left:g} {top:g}h{cell:g}v{cell:g}h{-cell:g}z")
        if (r - 1, c) not in cells:
            edges.append(f"M{left:g} {top:g}h{cell:g}")
        if (r + 1, c) not in cells:
            edges.append(f"M{left:g} {top + cell:g}h{cell:g}")
        if (r, c - 1) not in cells:
            edges.append(f"M{left:g} {top:g}v{cell:g}")
        if (r, c + 1) not in cells:
            edges.append(f"M{left + cell:g} {top:g}v{cell:g}")
    return (
        f'<path d="{"".join(squares)}" fill="{COLOURS[polyomino.symmetry]}" stroke="#fff" '
        f'stroke-opacity=".55" stroke-width="{cell / 16:g}"/>'
        f'<path d="{"".join(edges)}" fill="none" stroke="#2b2b2b" stroke-width="{cell / 8:g}" '
        'stroke-linecap="round"/>'
    )
