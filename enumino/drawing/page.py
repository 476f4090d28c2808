"""Parts of every SVG page: the frame, the title, the grid, and conversion to PNG."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import escape
from math import sqrt
from types import MappingProxyType
from typing import NamedTuple

from enumino.errors import ProblemError
from enumino.imports import optional
from enumino.words import in_a_line

INK, PAPER = "#26282c", "#fdfcf9"
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
_SIZE = re.compile(r'<svg [^>]*?width="([0-9.]+)" height="([0-9.]+)"')


def picture(width: float, height: float, parts: Iterable[str]) -> str:
    """Return a picture without background, for a notebook or a place on another page."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}">{"".join(parts)}</svg>'
    )


class Picture(NamedTuple):
    """A picture on a page: its size in pixels, and its parts."""

    width: float
    height: float
    parts: str


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
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
            f'viewBox="0 0 {width:g} {height:g}" font-family="{FONT}">',
            BACKGROUND,
            f'<text x="{MARGIN:g}" y="{MARGIN + 12:g}" font-size="18" fill="#333">'
            f"{escape(in_a_line(title))}</text>",
            *parts,
            "</svg>\n",
        ]
    )


def cell_side(number: int, width: float, height: float) -> float:
    """Return the pixels per cell for pictures with many cells across and down: fewer for many."""
    cells = max(1, number) * height * width
    return min(24.0, max(8.0, float(round(1100 / sqrt(cells)))))


class Sheet(NamedTuple):
    """A page of pictures of one size in a grid: its size, the origins of the pictures, a legend."""

    width: float
    height: float
    places: list[tuple[float, float]]
    legend: list[str]


def sheet(
    number: int,
    width: float,
    height: float,
    gap: float,
    title: str,
    columns: int | None = None,
    most_pixels: int | None = None,
    legend: Mapping[str, str] = NO_LEGEND,
) -> Sheet:
    """Arrange pictures of one size in a grid on a page, `gap` pixels apart.

    The width and the height are those of a picture, in pixels; a legend has colours by name. By
    default there are so many columns that the page is somewhat wider than tall. A page of more than
    `most_pixels` raises a ProblemError.
    """
    columns = columns or _columns(number, (height + gap) / (width + gap))
    rows = -(-number // columns)
    grid_width = columns * (width + gap) - gap
    entry = ENTRY + LETTER * max(map(len, legend), default=0)
    least = min(entry * len(legend), LEGEND_WIDTH)
    inner = max(grid_width, title_width(title), least)
    abreast = max(1, int(inner / entry))
    head = MARGIN + 28 + LINE * -(-len(legend) // abreast)
    page_height = head + rows * (height + gap) - gap + MARGIN
    check_pixels(inner + 2 * MARGIN, page_height, number, most_pixels)
    left = MARGIN + (inner - grid_width) / 2
    places = [
        (left + column * (width + gap), head + row * (height + gap))
        for row, column in (divmod(i, columns) for i in range(number))
    ]
    entries = list(_entries(legend, entry, abreast))
    return Sheet(inner + 2 * MARGIN, page_height, places, entries)


def _entries(legend: Mapping[str, str], entry: float, abreast: int) -> Iterator[str]:
    """Yield the entries of a legend: a coloured square and its name."""
    for index, (name, colour) in enumerate(legend.items()):
        line, place = divmod(index, abreast)
        x, y = MARGIN + entry * place, MARGIN + 34 + LINE * line
        yield (
            f'<rect x="{x:g}" y="{y - 10:g}" width="12" height="12" rx="2" fill="{colour}"/>'
            f'<text x="{x + 18:g}" y="{y:g}" font-size="13" fill="#555">'
            f"{escape(in_a_line(name))}</text>"
        )


def abreast(
    sizes: Sequence[tuple[float, float]],
    draw: Callable[[float], Iterable[list[str]]],
    title: str,
    gap: float,
    columns: int | None = None,
    cell: float | None = None,
    most_pixels: int | None = None,
    legend: Callable[[], Mapping[str, str]] = dict,
) -> str:
    """Return a page of pictures of different sizes in a grid, each in the middle of its place.

    Sizes are in cells; `draw` returns the parts of all pictures, in units of a cell, for a number
    of pixels per cell, by default fewer for many pictures. These are at least a cell and `gap`
    pixels apart. `legend` returns colours by name. All else is as in `sheet`.
    """
    width = max((size[0] for size in sizes), default=1)
    height = max((size[1] for size in sizes), default=1)
    if cell is None:
        cell = cell_side(len(sizes), width, height)
        across = columns or _columns(len(sizes), (height + 1) / (width + 1))
        cell = max(cell, min(LARGEST, WIDE / (across * (width + 1))))
    places = width * cell, height * cell, max(gap, cell)
    sheet(len(sizes), *places, title, columns, most_pixels)  # refused before anything is drawn
    laid = sheet(len(sizes), *places, title, columns, most_pixels, legend())
    parts = [
        scaled(x + (width - own[0]) * cell / 2, y + (height - own[1]) * cell / 2, cell, drawn)
        for own, drawn, (x, y) in zip(sizes, draw(cell), laid.places, strict=True)
    ]
    return page(laid.width, laid.height, title, [*laid.legend, *parts])


def check_pixels(width: float, height: float, number: int, most_pixels: int | None) -> None:
    """Raise a ProblemError for a page with too many pixels; it says how many pictures fit."""
    if most_pixels is None or width * height <= most_pixels:
        return
    fitting = int(0.85 * number * most_pixels / (width * height))
    way = f"--limit {fitting} fits, or --svg FILE" if fitting else "draw an SVG with --svg FILE"
    raise ProblemError(
        f"A page of {number:,} picture{'s' * (number > 1)} has {width:,.0f}x{height:,.0f} pixels, "
        f"more than the {most_pixels:,} that a PNG may have: {way}."
    )


def _columns(pictures: int, height_over_width: float) -> int:
    """Return the columns: the page about 1.4 times as wide as tall, the last row nearly full."""
    ideal = (1.4 * max(1, pictures) * height_over_width) ** 0.5
    near = range(max(1, int(0.75 * ideal)), max(2, int(1.3 * ideal) + 1))
    return min(near, key=lambda columns: (-pictures % columns, abs(columns - ideal)))


def scaled(x: float, y: float, cell: float, parts: Iterable[str]) -> str:
    """Return parts drawn in units of a cell, scaled to `cell` pixels and moved to their place."""
    return f'<g transform="translate({x:g} {y:g})scale({cell:g})">{"".join(parts)}</g>'


def title_width(title: str) -> float:
    """Return the approximate width of a title in pixels, in a sans serif font."""
    return 10.9 * len(title)


def png(svg: str, dots: int = 96) -> bytes:
    """Return an SVG picture as PNG; needs the ``plot`` extra.

    `dots` are pixels per inch, for a picture with a size in millimetres.
    """
    size = _SIZE.match(svg)
    if size:
        check_pixels(float(size[1]), float(size[2]), 1, MOST_PIXELS)
    resvg_py = optional("resvg_py", "PNG pictures need resvg-py", "enumino[plot]")
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, dpi=dots))
