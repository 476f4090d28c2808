"""Pictures as values, sheets of pictures with a title and a legend, and PNG."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from math import sqrt
from textwrap import wrap
from types import MappingProxyType
from typing import NamedTuple

from enumino.errors import ProblemError, optional
from enumino.words import in_a_line, size

INK, PAPER, WALL = "#26282c", "#fdfcf9", "#5a554e"
EDGE = "#2b2b2b"  # around cells of shapes
BACKGROUND = f'<rect width="100%" height="100%" fill="{PAPER}"/>'
MARGIN, GAP = 24.0, 14.0
FONT = "Helvetica, Arial, DejaVu Sans, sans-serif"
# Heights of a line of the title and of the legend, each with the mean width of a letter.
TITLE_LINE, TITLE_LETTER, LINE, LETTER = 24.0, 10.9, 24.0, 7.5
# Pixels of an entry of a legend besides its letters; a sheet grows up to a width for the legend.
ENTRY, LEGEND_WIDTH = 34.0, 600.0
# Largest width in pixels that a sheet takes for its title; a longer title has several lines.
TITLE_WIDTH = 480.0
# Longer legends would use some colours twice.
MOST_NAMES = 36
NO_LEGEND: Mapping[str, str] = MappingProxyType({})
# Width of a sheet of few small pictures, and the largest side of a cell there, in pixels.
WIDE, LARGEST = 480.0, 48.0
# The most pixels of a PNG; each takes 9 bytes of memory.
MOST_PIXELS = 64_000_000
# Width of a character of a typewriter font, and the size of the font, in heights of a line.
CHARACTER, LETTERS = 0.49, 0.81
TYPEWRITER = "DejaVu Sans Mono, Menlo, Consolas, monospace"
DARK = "#d5cdb9"  # squares of a chessboard
MARK = "#6d7077"  # a grey on which labels can be read
# Plain fills of colours that do not become white.
PLAIN = {WALL: "#000", PAPER: "#ddd", DARK: "#ddd", MARK: "#999"}
DOTS, MM_PER_INCH = 96, 25.4
_ELEMENT = re.compile("<(?!/)[^>]*>")
_FILL, _STROKE = re.compile('fill="(#[^"]*)"'), re.compile('stroke="#[^"]*"')
_OPACITY = re.compile(' (?:fill|stroke)-opacity="[^"]*"')


class Picture(NamedTuple):
    """A picture: its width, its height, and its SVG elements, all in one unit.

    The unit is a side of a cell for objects, a pixel for sheets, and a millimetre for pages of
    paper. Notebooks show the picture.
    """

    width: float
    height: float
    parts: str
    unit: str = ""  # of the size in a file: pixels, or ``mm``

    def __repr__(self) -> str:
        return f"<Picture: {self.width:g}x{self.height:g}, {size(len(self.parts))} of SVG>"

    @property
    def svg(self) -> str:
        """The picture as SVG."""
        font = f' font-family="{FONT}"' if "<text" in self.parts else ""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width:g}{self.unit}" '
            f'height="{self.height:g}{self.unit}" viewBox="0 0 {self.width:g} {self.height:g}"'
            f"{font}>{self.parts}</svg>"
        )

    def _repr_svg_(self) -> str:
        return self.svg

    def at(self, x: float, y: float, scale: float = 1) -> str:
        """Return the elements enlarged and moved to a place."""
        return f'<g transform="translate({x:g} {y:g})scale({scale:g})">{self.parts}</g>'

    def framed(self, side: float, margin: float) -> Picture:
        """Return the picture with `side` pixels per unit and a margin in units."""
        width, height = ((length + 2 * margin) * side for length in self[:2])
        return Picture(width, height, self.at(margin * side, margin * side, side))

    def plain(self) -> Picture:
        """Return the picture in black lines on white, with black walls.

        Cells that may stay empty are grey. Sticks and links, which are coloured lines, become
        outlines.

        >>> page = Picture(1, 1, '<path d="M0 0H1" fill="#77aadd" fill-opacity=".7"/>')
        >>> page.plain().parts
        '<path d="M0 0H1" fill="#fff"/>'
        """
        return self._replace(parts=_ELEMENT.sub(_plain, self.parts))

    def png(self, dots: int = DOTS) -> bytes:
        """Return the picture as PNG, with `dots` pixels per inch; needs the ``plot`` extra."""
        per_unit = dots / MM_PER_INCH if self.unit == "mm" else 1
        width, height = self.width * per_unit, self.height * per_unit
        if width * height > MOST_PIXELS:
            raise ProblemError(
                f"The picture has {width:,.0f}x{height:,.0f} pixels, more than the "
                f"{MOST_PIXELS:,} of the largest PNG: draw fewer things, or write an SVG."
            )
        resvg_py = optional("resvg_py", "PNG pictures need resvg-py", "enumino[plot]")
        return bytes(resvg_py.svg_to_bytes(svg_string=self.svg, dpi=dots))


def _plain(found: re.Match[str]) -> str:
    """Return an element without colours."""
    element = _FILL.sub(lambda fill: f'fill="{PLAIN.get(fill[1], "#fff")}"', found[0])
    if "font-" in element:
        element = _FILL.sub('fill="#000"', element)
    element = _STROKE.sub('stroke="#000"', _OPACITY.sub("", element))
    if 'stroke-linecap="round"' in element:
        inside = element.replace('"#000"', '"#fff"').replace('width=".22"', 'width=".16"')
        return element + inside
    return element


def sheet(
    pictures: Sequence[Picture],
    title: str,
    legend: Mapping[str, str] = NO_LEGEND,
) -> Picture:
    """Return a sheet of pictures in a grid, in pixels; its legend maps names to colours.

    Each picture is in the middle of its place. Cells are smaller if there are more pictures.
    """
    wide = max((picture.width for picture in pictures), default=1)
    tall = max((picture.height for picture in pictures), default=1)
    columns = _columns(len(pictures), (tall + 1) / (wide + 1))
    cell = min(24.0, max(8.0, float(round(1100 / sqrt(max(1, len(pictures) * wide * tall))))))
    cell = max(cell, min(LARGEST, WIDE / (columns * (wide + 1))))
    width, height, gap = wide * cell, tall * cell, max(GAP, cell)
    grid_width = columns * (width + gap) - gap
    names = min(_entry(legend) * len(legend), LEGEND_WIDTH)
    inner = max(grid_width, names, min(TITLE_LETTER * len(title), TITLE_WIDTH))
    above = head(title, legend, inner)
    left, top = MARGIN + (inner - grid_width) / 2, MARGIN + above.height
    parts = [BACKGROUND, above.at(MARGIN, MARGIN)]
    for number, picture in enumerate(pictures):
        row, column = divmod(number, columns)
        x = left + column * (width + gap) + (width - picture.width * cell) / 2
        y = top + row * (height + gap) + (height - picture.height * cell) / 2
        parts.append(picture.at(x, y, cell))
    rows = -(-len(pictures) // columns)
    page_height = top + rows * (height + gap) - gap + MARGIN
    return Picture(inner + 2 * MARGIN, page_height, "\n".join(parts))


def head(title: str, legend: Mapping[str, str], width: float) -> Picture:
    """Return the title, wrapped to a width in pixels, above a legend of not too many names."""
    lines = wrap(in_a_line(title), max(1, int(width / TITLE_LETTER))) or [""]
    parts = [
        text(0, 12 + TITLE_LINE * number, line, 18, "#333") for number, line in enumerate(lines)
    ]
    height = TITLE_LINE * len(lines) + 4
    if len(legend) <= MOST_NAMES:
        entry = _entry(legend)
        abreast = max(1, int(width / entry))
        for index, (name, colour) in enumerate(legend.items()):
            line, place = divmod(index, abreast)
            x, y = entry * place, height + 6 + LINE * line
            letters = min(13.0, 13 * (width - ENTRY) / (LETTER * max(1, len(name))))
            parts.append(
                f'<rect x="{x:g}" y="{y - 10:g}" width="12" height="12" rx="2" fill="{colour}"/>'
                + text(x + 18, y, name, letters, "#555")
            )
        height += LINE * -(-len(legend) // abreast)
    return Picture(width, height, "".join(parts))


def text(x: float, y: float, words: str, letters: float, colour: str, anchor: str = "start") -> str:
    """Return a line of text."""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{letters:.3g}" '
        f'text-anchor="{anchor}" fill="{colour}">{escaped(words)}</text>'
    )


def _entry(legend: Mapping[str, str]) -> float:
    """Return the width of each entry of a legend."""
    return ENTRY + LETTER * max(map(len, legend), default=0)


def _columns(pictures: int, height_over_width: float) -> int:
    """Return the number of columns of a sheet 1.4 times as wide as tall, with a full last row."""
    ideal = (1.4 * max(1, pictures) * height_over_width) ** 0.5
    near = range(max(1, int(0.75 * ideal)), max(2, int(1.3 * ideal) + 1))
    return min(near, key=lambda columns: (-pictures % columns, abs(columns - ideal)))


def mixed(colour: str, other: str, share: float) -> str:
    """Return a colour mixed with some share of another colour."""
    pairs = [(int(colour[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def text_picture(words: str) -> Picture:
    """Return the picture of a text in a typewriter font, in heights of a line."""
    lines = words.split("\n")
    drawn = "".join(
        f'<text y="{row + 0.75:g}" xml:space="preserve">{escaped(line)}</text>'
        for row, line in enumerate(lines)
    )
    style = f'font-family="{TYPEWRITER}" font-size="{LETTERS}" fill="{INK}"'
    width = CHARACTER * max(1, *map(len, lines))
    return Picture(width, len(lines), f"<g {style}>{drawn}</g>")


def escaped(words: str) -> str:
    """Return a text for SVG and HTML: in one line, without control characters, and escaped."""
    return escape(in_a_line(words))
