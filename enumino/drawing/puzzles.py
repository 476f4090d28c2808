"""SVG pages of written puzzles: boards of queens, sudokus, and plain text."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from enumino.drawing import page

CELL = 22.0
LIGHT, DARK = "#f3ead3", "#c9a97c"
GIVEN, FOUND = page.INK, "#4f86c6"
QUEEN = "M.2 .8L.14 .36L.34 .54L.5 .2L.66 .54L.86 .36L.8 .8Z"
LETTER, LINE = 7.9, 16.0  # width and height of a letter of the typewriter font, in pixels
TYPEWRITER = "DejaVu Sans Mono, Menlo, Consolas, monospace"


def queens_svg(boards: Sequence[str], title: str, most_pixels: int | None = None) -> str:
    """Return a page of chessboards.

    A board has one line a row, squares apart by blanks, ``Q`` where a queen stands.
    """
    squares = [_cells(board) for board in boards]
    side = max(map(len, squares), default=1)
    size = side * CELL
    sheet = page.sheet(len(boards), size, size, CELL, title, most_pixels=most_pixels)
    parts = []
    for board, (x, y) in zip(squares, sheet.places, strict=True):
        every = [(r, c, square) for r, row in enumerate(board) for c, square in enumerate(row)]
        dark = "".join(f"M{c} {r}h1v1h-1z" for r, c, _ in every if (r + c) % 2)
        queens = "".join(
            f'<path transform="translate({c} {r})" d="{QUEEN}" fill="{page.INK}"/>'
            for r, c, square in every
            if square == "Q"
        )
        drawn = f'{_ground(len(board), LIGHT)}<path d="{dark}" fill="{DARK}"/>{queens}'
        parts.append(page.scaled(x, y, CELL, [drawn, _lines(len(board), len(board), 0.08)]))
    return page.page(sheet.width, sheet.height, title, parts)


def sudokus_svg(
    grids: Sequence[str], given: str, title: str, most_pixels: int | None = None
) -> str:
    """Return a page of sudokus with dark given digits.

    A grid is nine lines of nine digits apart by blanks; `given` has 81 cells row by row, ``.``
    where no digit is given.
    """
    side = 9 * CELL
    sheet = page.sheet(len(grids), side, side, CELL, title, most_pixels=most_pixels)
    parts = []
    for grid, (x, y) in zip(grids, sheet.places, strict=True):
        digits = "".join(
            f'<text x="{c + 0.5:g}" y="{r + 0.76:g}" '
            f'fill="{FOUND if given[9 * r + c] == "." else GIVEN}">{escape(digit)}</text>'
            for r, row in enumerate(_cells(grid))
            for c, digit in enumerate(row)
        )
        lines = _lines(9, 1, 0.03) + _lines(9, 3, 0.09)
        texts = f'<g font-size=".72" text-anchor="middle">{digits}</g>'
        parts.append(page.scaled(x, y, CELL, [_ground(9, "white"), lines, texts]))
    return page.page(sheet.width, sheet.height, title, parts)


def texts_svg(texts: Sequence[str], title: str, most_pixels: int | None = None) -> str:
    """Return a page of texts of several lines each, in a typewriter font.

    `most_pixels` as in `queens_svg`.
    """
    lines = [text.split("\n") for text in texts]
    width = max((len(line) for each in lines for line in each), default=1) * LETTER
    height = max(map(len, lines), default=1) * LINE
    sheet = page.sheet(len(texts), width, height, LINE, title, most_pixels=most_pixels)
    parts = [f'<g font-family="{TYPEWRITER}" font-size="13" fill="{page.INK}">']
    for each, (x, y) in zip(lines, sheet.places, strict=True):
        for i, line in enumerate(each):
            at = f'x="{x:g}" y="{y + LINE * (i + 0.75):g}"'
            parts.append(f'<text {at} xml:space="preserve">{escape(line)}</text>')
    parts.append("</g>")
    return page.page(sheet.width, sheet.height, title, parts)


def _cells(grid: str) -> list[list[str]]:
    return [row.split() for row in grid.split("\n")]


def _ground(side: int, fill: str) -> str:
    return f'<path d="M0 0h{side}v{side}h-{side}z" fill="{fill}"/>'


def _lines(side: int, apart: int, width: float) -> str:
    """Return lines across a board at a distance in cells, its frame included."""
    lines = "".join(f"M{at} 0v{side}M0 {at}h{side}" for at in range(0, side + 1, apart))
    return (
        f'<path d="{lines}" fill="none" stroke="{page.INK}" stroke-width="{width:g}" '
        'stroke-linecap="square"/>'
    )
