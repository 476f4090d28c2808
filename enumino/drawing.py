"""Pictures of polyominoes: text for terminals, SVG for pages. Strings only.

PNG through the ``plot`` extra.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from enumino.shapes import Polyomino, SymmetryClass

# One quiet colour a symmetry class, told apart by hue and by lightness.
COLOURS: dict[str, str] = {
    SymmetryClass.NONE: "#8fa3b8",
    SymmetryClass.ROTATE: "#4f86c6",
    SymmetryClass.ROTATE2: "#2f5597",
    SymmetryClass.AXIS: "#69b578",
    SymmetryClass.AXIS2: "#2e7d4f",
    SymmetryClass.DIAG: "#e8a33d",
    SymmetryClass.DIAG2: "#c9622f",
    SymmetryClass.ALL: "#b5446e",
}


def blocks(polyomino: Polyomino, *, ascii_only: bool = False) -> str:
    """Return the polyomino in half blocks, two rows of cells a line, cells about square.

    >>> print(blocks(Polyomino([(0, 0), (0, 1), (1, 1), (2, 1)])))
    ▀█
     ▀
    >>> print(blocks(Polyomino([(0, 0), (0, 1), (1, 1)]), ascii_only=True))
    ####
      ##
    """
    height, width = polyomino.height, polyomino.width
    cells = set(polyomino.cells)
    if ascii_only:
        lines = [
            "".join("##" if (r, c) in cells else "  " for c in range(width)) for r in range(height)
        ]
    else:
        lines = [
            "".join(" ▀▄█"[((r, c) in cells) + 2 * ((r + 1, c) in cells)] for c in range(width))
            for r in range(0, height, 2)
        ]
    return "\n".join(line.rstrip() for line in lines)


def side_by_side(pictures: Iterable[str], columns: int, gap: int = 3) -> str:
    r"""Return text pictures in rows of at most `columns` characters, an empty line between rows.

    >>> print(side_by_side(["ab\nc", "d", "efg"], columns=8, gap=2))
    ab  d
    c
    <BLANKLINE>
    efg
    """
    rows: list[list[list[str]]] = [[]]
    used = 0
    for picture in pictures:
        lines = picture.split("\n")
        width = max(map(len, lines))
        if rows[-1] and used + gap + width > columns:
            rows.append([])
        used = width if not rows[-1] else used + gap + width
        rows[-1].append(lines)
    return "\n\n".join(_abreast(row, gap) for row in rows if row)


def _abreast(pictures: Sequence[list[str]], gap: int) -> str:
    height = max(map(len, pictures))
    widths = [max(map(len, lines)) for lines in pictures]
    out = []
    for i in range(height):
        cells = [
            (lines[i] if i < len(lines) else "").ljust(width)
            for lines, width in zip(pictures, widths, strict=True)
        ]
        out.append((" " * gap).join(cells).rstrip())
    return "\n".join(out)


def polyomino_svg(polyomino: Polyomino, cell: float = 20) -> str:
    """Return one polyomino as an SVG picture, `cell` pixels a cell.

    >>> polyomino_svg(Polyomino([(0, 0)])).startswith("<svg")
    True
    """
    width, height = (polyomino.width + 0.4) * cell, (polyomino.height + 0.4) * cell
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}">'
        f"{_shape(polyomino, 0.2 * cell, 0.2 * cell, cell)}</svg>"
    )


def sheet_svg(
    polyominoes: Sequence[Polyomino], title: str, columns: int | None = None, cell: float = 12
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
    """
    slot_w = (max((p.width for p in polyominoes), default=1) + 1) * cell
    slot_h = (max((p.height for p in polyominoes), default=1) + 1) * cell
    if columns is None:
        columns = max(1, round((1.3 * len(polyominoes) * slot_h / slot_w) ** 0.5))
    classes = [c for c in SymmetryClass if any(p.symmetry == c for p in polyominoes)]
    margin, head = 24.0, 64.0
    rows = -(-len(polyominoes) // columns)
    width = max(columns * slot_w, 90.0 * len(classes), 9.0 * len(title)) + 2 * margin
    height = head + rows * slot_h + 2 * margin
    left = (width - columns * slot_w) / 2
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}" '
        'font-family="Helvetica, Arial, DejaVu Sans, sans-serif">',
        '<rect width="100%" height="100%" fill="#fdfcf9"/>',
        f'<text x="{margin:g}" y="{margin + 12:g}" font-size="18" fill="#333">'
        f"{escape(title)}</text>",
    ]
    for i, symmetry in enumerate(classes):
        x, y = margin + 90 * i, margin + 34
        parts.append(
            f'<rect x="{x:g}" y="{y - 10:g}" width="12" height="12" rx="2" '
            f'fill="{COLOURS[symmetry]}"/>'
            f'<text x="{x + 18:g}" y="{y:g}" font-size="13" fill="#555">{symmetry}</text>'
        )
    for i, polyomino in enumerate(polyominoes):
        row, column = divmod(i, columns)
        x = left + column * slot_w + (slot_w - polyomino.width * cell) / 2
        y = head + margin + row * slot_h + (slot_h - polyomino.height * cell) / 2
        parts.append(_shape(polyomino, x, y, cell))
    return "\n".join([*parts, "</svg>"]) + "\n"


def png(svg: str) -> bytes:
    """Return an SVG picture as PNG; needs the ``plot`` extra.

    Raises
    ------
    MissingExtraError
        If it is not installed.
    """
    from enumino.errors import MissingExtraError

    try:
        import resvg_py
    except ImportError as error:
        raise MissingExtraError(
            "PNG pictures need resvg-py, which is not installed: pip install 'enumino[plot]'."
        ) from error
    return bytes(resvg_py.svg_to_bytes(svg_string=svg))


def _shape(polyomino: Polyomino, x: float, y: float, cell: float) -> str:
    """The cells as one group: filled squares, thin lines between them, a dark outline."""
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
