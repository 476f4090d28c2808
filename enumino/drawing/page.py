"""Parts of every SVG page: the frame, the title, the grid, and conversion to PNG."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from math import sqrt
from types import MappingProxyType
from typing import NamedTuple

from enumino.errors import ProblemError, optional
from enumino.words import in_a_line

INK, PAPER, WALL = "#26282c", "#fdfcf9", "#5a554e"
BACKGROUND = f'<rect width="100%" height="100%" fill="{PAPER}"/>'
MARGIN = 24.0
FONT = "Helvetica, Arial, DejaVu Sans, sans-serif"
# Pixels of an entry of a legend, besides its letters; of a letter, a line, and the width that
# entries take without need.
ENTRY, LETTER, LINE, LEGEND_WIDTH = 34.0, 7.5, 24.0, 600.0
NO_LEGEND: Mapping[str, str] = MappingProxyType({})
# Pixels across a few small pictures, for which cells are up to so many pixels wide.
WIDE, LARGEST = 480.0, 48.0
# The most pixels of a PNG, which takes 9 bytes of memory for each.
MOST_PIXELS = 64_000_000
# Pixels of a character in a typewriter font, across and down.
CHARACTER = 7.9, 16.0
TYPEWRITER = "DejaVu Sans Mono, Menlo, Consolas, monospace"
# Fills of plain pages that are not white.
PLAIN = {WALL: "#000", PAPER: "#ddd"}
_ELEMENT = re.compile("<(?!/)[^>]*>")
_FILL, _STROKE = re.compile('fill="(#[^"]*)"'), re.compile('stroke="#[^"]*"')
_OPACITY = re.compile(' (?:fill|stroke)-opacity="[^"]*"')
_SIZE = re.compile(r'<svg [^>]*?width="([0-9.]+)" height="([0-9.]+)"')


def picture(width: float, height: float, parts: Iterable[str]) -> str:
    """Return a picture without background, for a notebook or a place on another page."""
    return f"{opening(width, height)}{''.join(parts)}</svg>"


def opening(width: float, height: float, unit: str = "", font: str = "") -> str:
    """Return the tag that begins a picture, whose coordinates are in its unit."""
    style = f' font-family="{font}"' if font else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}{unit}" '
        f'height="{height:g}{unit}" viewBox="0 0 {width:g} {height:g}"{style}>'
    )


class Picture(NamedTuple):
    """A picture on a page: its size, and its parts."""

    width: float
    height: float
    parts: str


def framed(drawn: Picture, side: float, margin: float) -> str:
    """Return a picture in units of a cell with so many pixels a cell, and a margin in pixels."""
    width, height = drawn.width * side + 2 * margin, drawn.height * side + 2 * margin
    return picture(width, height, [scaled(margin, margin, side, [drawn.parts])])


def read_picture(svg: str) -> Picture:
    """Return the size and the parts of the output of `picture`.

    >>> read_picture(picture(20, 30.5, ["<g/>"]))
    Picture(width=20.0, height=30.5, parts='<g/>')
    """
    size = _SIZE.match(svg)
    if size is None:
        raise ValueError("no picture")
    parts = svg.partition(">")[2].removesuffix("</svg>")
    return Picture(float(size[1]), float(size[2]), parts)


def page(width: float, height: float, title: str, parts: Iterable[str]) -> str:
    """Return a page with a title in the uppermost `MARGIN` + 40 pixels."""
    return "\n".join(
        [
            opening(width, height, font=FONT),
            BACKGROUND,
            f'<text x="{MARGIN:g}" y="{MARGIN + 12:g}" font-size="18" fill="#333">'
            f"{shown(title)}</text>",
            *parts,
            "</svg>\n",
        ]
    )


def cell_side(sizes: Sequence[tuple[float, float]], columns: int | None = None) -> float:
    """Return the pixels per cell for pictures of some sizes in cells: fewer for many of them."""
    width, height = _largest(sizes)
    cells = max(1, len(sizes)) * height * width
    cell = min(24.0, max(8.0, float(round(1100 / sqrt(cells)))))
    across = columns or _columns(len(sizes), (height + 1) / (width + 1))
    return max(cell, min(LARGEST, WIDE / (across * (width + 1))))


def sheet(
    pictures: Sequence[Picture],
    title: str,
    gap: float,
    cell: float = 1,
    columns: int | None = None,
    legend: Mapping[str, str] = NO_LEGEND,
) -> str:
    """Return a page of pictures in a grid, each in the middle of its place.

    Pictures are in units of a cell, which has `cell` pixels, and at least a cell and `gap` pixels
    apart. By default there are so many columns that the page is somewhat wider than tall. A legend
    has colours by name.
    """
    wide, tall = _largest([(picture.width, picture.height) for picture in pictures])
    width, height, gap = wide * cell, tall * cell, max(gap, cell)
    columns = columns or _columns(len(pictures), (height + gap) / (width + gap))
    grid_width = columns * (width + gap) - gap
    entry = ENTRY + LETTER * max(map(len, legend), default=0)
    title_width = 10.9 * len(title)  # about that of a sans serif font
    inner = max(grid_width, title_width, min(entry * len(legend), LEGEND_WIDTH))
    abreast = max(1, int(inner / entry))
    head = MARGIN + 28 + LINE * -(-len(legend) // abreast)
    left = MARGIN + (inner - grid_width) / 2
    parts = list(_entries(legend, entry, abreast))
    for number, picture in enumerate(pictures):
        row, column = divmod(number, columns)
        x = left + column * (width + gap) + (width - picture.width * cell) / 2
        y = head + row * (height + gap) + (height - picture.height * cell) / 2
        parts.append(scaled(x, y, cell, [picture.parts]))
    rows = -(-len(pictures) // columns)
    page_height = head + rows * (height + gap) - gap + MARGIN
    return page(inner + 2 * MARGIN, page_height, title, parts)


def _largest(sizes: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return the width and the height of a place that takes any of the pictures."""
    return max((w for w, _ in sizes), default=1), max((h for _, h in sizes), default=1)


def _entries(legend: Mapping[str, str], entry: float, abreast: int) -> Iterator[str]:
    """Yield the entries of a legend: a coloured square and its name."""
    for index, (name, colour) in enumerate(legend.items()):
        line, place = divmod(index, abreast)
        x, y = MARGIN + entry * place, MARGIN + 34 + LINE * line
        yield (
            f'<rect x="{x:g}" y="{y - 10:g}" width="12" height="12" rx="2" fill="{colour}"/>'
            f'<text x="{x + 18:g}" y="{y:g}" font-size="13" fill="#555">'
            f"{shown(name)}</text>"
        )


def _columns(pictures: int, height_over_width: float) -> int:
    """Return the columns: the page about 1.4 times as wide as tall, the last row nearly full."""
    ideal = (1.4 * max(1, pictures) * height_over_width) ** 0.5
    near = range(max(1, int(0.75 * ideal)), max(2, int(1.3 * ideal) + 1))
    return min(near, key=lambda columns: (-pictures % columns, abs(columns - ideal)))


def scaled(x: float, y: float, cell: float, parts: Iterable[str]) -> str:
    """Return parts drawn in units of a cell, scaled to `cell` pixels and moved to their place."""
    return f'<g transform="translate({x:g} {y:g})scale({cell:g})">{"".join(parts)}</g>'


def texts_svg(texts: Sequence[str], title: str) -> str:
    """Return a page of texts of several lines each, in a typewriter font."""
    pictures = []
    for text in texts:
        lines = text.split("\n")
        drawn = "".join(
            f'<text y="{CHARACTER[1] * (row + 0.75):g}" xml:space="preserve">{shown(line)}</text>'
            for row, line in enumerate(lines)
        )
        width, height = CHARACTER[0] * max(map(len, lines)), CHARACTER[1] * len(lines)
        style = f'font-family="{TYPEWRITER}" font-size="13" fill="{INK}"'
        pictures.append(Picture(width, height, f"<g {style}>{drawn}</g>"))
    return sheet(pictures, title, CHARACTER[1])


def shown(text: str) -> str:
    """Return a text as a page shows it: in one line, without markup and control characters."""
    return escape(in_a_line(text))


def plain(svg: str) -> str:
    """Return a page in black lines on white: walls are black, cells that may stay empty grey.

    Sticks and links, which are lines of a colour, become outlines.

    >>> plain('<path d="M0 0H1" fill="#77aadd" fill-opacity=".7" stroke="#26282c"/>')
    '<path d="M0 0H1" fill="#fff" stroke="#000"/>'
    """

    def drawn(found: re.Match[str]) -> str:
        element = _FILL.sub(lambda fill: f'fill="{PLAIN.get(fill[1], "#fff")}"', found[0])
        if "font-" in element:
            element = _FILL.sub('fill="#000"', element)
        element = _STROKE.sub('stroke="#000"', _OPACITY.sub("", element))
        if 'stroke-linecap="round"' in element:
            inside = element.replace('"#000"', '"#fff"').replace('width=".22"', 'width=".16"')
            return element + inside
        return element

    return _ELEMENT.sub(drawn, svg)


def png(svg: str, dots: int | None = None) -> bytes:
    """Return an SVG picture as PNG; needs the ``plot`` extra.

    `dots` are pixels per inch, by default 96, for a picture with a size in millimetres.
    """
    size = _SIZE.match(svg)
    width, height = map(float, size.groups()) if size else (0, 0)
    if width * height > MOST_PIXELS:
        raise ProblemError(
            f"The picture has {width:,.0f}x{height:,.0f} pixels, more than the {MOST_PIXELS:,} "
            "that a PNG may have: draw fewer things, or an SVG."
        )
    resvg_py = optional("resvg_py", "PNG pictures need resvg-py", "enumino[plot]")
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, dpi=dots or 96))
