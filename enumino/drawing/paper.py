"""Pages of paper and PDF files: pictures at one scale, with captions and lines to cut along.

All lengths are millimetres, in the user units of the page as well, so that a cell of 15 mm is 15 mm
wide on paper.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import ceil
from typing import Any, NamedTuple

from enumino.drawing import page
from enumino.drawing.objects import svg_of
from enumino.drawing.polyforms import class_colours
from enumino.drawing.tilings import piece_colours, tiling_colours, tiling_svg
from enumino.errors import ProblemError, optional
from enumino.objects.polyform import Polyform
from enumino.objects.tiling import Tiling
from enumino.words import plural

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
MARGIN = 12.0
GAP = 4.0
# Heights of the lines of text.
TITLE, LEGEND, CAPTION, FOOT = 9.0, 7.0, 5.0, 6.0
# Width of an entry of the legend, and characters of its name.
ENTRY, LONGEST = 20.0, 9
# Width of a letter, in heights of its font.
LETTER = 0.6
# Sides of a cell that are tried where none is asked for.
LARGEST, SMALLEST, STEP = 15.0, 4.0, 0.25
# Units a cell of the pictures that are put onto a page.
SIDE = 10.0


@dataclass(frozen=True)
class Paper:
    """Paper, and the arrangement of pictures on it."""

    name: str = "a4"  # ``"a4"`` or ``"letter"``
    landscape: bool = False
    cut_lines: bool = False  # whether to draw dashed lines between the pictures
    # Side of a cell; by default, up to 15 mm, such that all pictures fit on one page.
    cell: float | None = None
    plain: bool = False  # whether to draw black lines on white, without colours and legend

    def __post_init__(self) -> None:
        if self.name not in PAPERS:
            raise ProblemError(f"Paper is {' or '.join(PAPERS)}: choose one of them.")
        if self.cell is not None and not 0.5 <= self.cell <= 200:
            raise ProblemError(f"A cell of {self.cell:g} mm cannot be drawn: take 0.5 to 200.")

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in millimetres."""
        width, height = PAPERS[self.name]
        return (height, width) if self.landscape else (width, height)


class Drawn(NamedTuple):
    """A picture, its size in cells, and its caption."""

    width: float
    height: float
    parts: str
    caption: str = ""

    @classmethod
    def of(cls, svg: str, caption: str = "") -> Drawn:
        """Return an SVG picture with `SIDE` units a cell."""
        found = page.read_picture(svg)
        return cls(found.width / SIDE, found.height / SIDE, found.parts, caption)

    def at(self, x: float, y: float, side: float) -> str:
        """Return the picture at a place, with so many millimetres a cell."""
        return f'<g transform="translate({x:.3f} {y:.3f})scale({side / SIDE:.5f})">{self.parts}</g>'


class _Grid(NamedTuple):
    """The grid of places on each page: their number, their size, and the side of a cell."""

    columns: int
    rows: int
    width: float
    height: float
    side: float


def papers(
    things: Sequence[Any], title: str, paper: Paper, captions: Sequence[str] = ()
) -> list[str]:
    """Return pages of pictures of polyforms, tilings or regions, each an SVG file.

    Captions are one a picture, or none. A picture larger than the page raises a ProblemError. A
    plain page has the pictures at the same places.
    """
    pictures = _pictures(things, captions or [""] * len(things))
    legend = _legend(things)
    width, height = paper.size
    abreast = int((width - 2 * MARGIN) / ENTRY)
    head = TITLE + LEGEND * ceil(len(legend) / abreast)
    room = width - 2 * MARGIN, height - 2 * MARGIN - head - FOOT
    grid = _grid(pictures, room, paper)
    each = grid.columns * grid.rows
    number = ceil(len(pictures) / each)
    top = MARGIN + head
    made = []
    for index in range(number):
        some = pictures[index * each : (index + 1) * each]
        parts = [heading(title), *(() if paper.plain else _legend_parts(legend, abreast))]
        parts += _placed(some, grid, top)
        if paper.cut_lines:
            parts.append(_cut_lines(len(some), grid, top))
        if number > 1:
            text = f"{index + 1} / {number}"
            parts.append(_text(width / 2, height - MARGIN, text, 3.2, "middle"))
        made.append(page_of(paper, parts))
    return made


def _pictures(things: Sequence[Any], captions: Sequence[str]) -> list[Drawn]:
    drawn = []
    colours = tiling_colours(t for t in things if isinstance(t, Tiling))
    for thing, caption in zip(things, captions, strict=True):
        own = isinstance(thing, Tiling)
        svg = tiling_svg(thing, SIDE, colours) if own else svg_of(thing, SIDE)
        drawn.append(Drawn.of(svg, caption))
    return drawn


def _grid(pictures: Sequence[Drawn], room: tuple[float, float], paper: Paper) -> _Grid:
    """Return the grid with the largest cells that fit all pictures on a page, or the given side."""
    wide = max(picture.width for picture in pictures)
    tall = max(picture.height for picture in pictures)
    below = CAPTION if any(picture.caption for picture in pictures) else 0.0

    def grid(side: float) -> _Grid:
        least = wide * side + GAP, tall * side + GAP + below
        columns, rows = (int(space // need) for space, need in zip(room, least, strict=True))
        columns = min(columns, len(pictures))
        if columns < 1 or rows < 1:
            return _Grid(0, 0, *least, side)
        rows = min(rows, ceil(len(pictures) / columns))
        height = min(room[1] / rows, 1.5 * least[1])
        return _Grid(columns, rows, room[0] / columns, height, side)

    fitting = min((room[0] - GAP) / wide, (room[1] - GAP - below) / tall)
    if paper.cell is not None:
        if paper.cell > fitting:
            raise ProblemError(
                f"A picture of {wide:.1f}x{tall:.1f} cells is larger than the page at "
                f"{paper.cell:g} mm a cell: take at most --cell {int(fitting * 10) / 10:g}, or "
                "leave it out."
            )
        return grid(paper.cell)
    steps = range(int((LARGEST - SMALLEST) / STEP) + 1)
    for side in (LARGEST - STEP * step for step in steps):
        found = grid(side)
        if found.columns * found.rows >= len(pictures):
            return found
    return grid(min(SMALLEST, 0.999 * fitting))


def _placed(pictures: Sequence[Drawn], grid: _Grid, top: float) -> Iterator[str]:
    for index, picture in enumerate(pictures):
        row, column = divmod(index, grid.columns)
        left, above = MARGIN + column * grid.width, top + row * grid.height
        below = CAPTION if picture.caption else 0.0
        x = left + (grid.width - picture.width * grid.side) / 2
        y = above + (grid.height - below - picture.height * grid.side) / 2
        yield picture.at(x, y, grid.side)
        if picture.caption:
            at = left + grid.width / 2, above + grid.height - GAP / 2 - 1
            size = min(3.6, grid.width / LETTER / len(picture.caption))
            yield _text(*at, picture.caption, size, "middle")


def _cut_lines(number: int, grid: _Grid, top: float) -> str:
    """Draw dashed lines around all places that have a picture."""
    rows = ceil(number / grid.columns)
    right, bottom = MARGIN + grid.columns * grid.width, top + rows * grid.height
    across = (top + row * grid.height for row in range(rows + 1))
    down = (MARGIN + column * grid.width for column in range(grid.columns + 1))
    lines = [f"M{MARGIN:g} {y:.3f}H{right:.3f}" for y in across]
    lines += [f"M{x:.3f} {top:g}V{bottom:.3f}" for x in down]
    return (
        f'<path d="{"".join(lines)}" fill="none" stroke="#888" stroke-width=".2" '
        'stroke-dasharray="2 1.5"/>'
    )


def _legend(things: Sequence[Any]) -> dict[str, str]:
    """Return the colours of the symmetry classes of shapes, or of the pieces of tilings."""
    if tilings := [thing for thing in things if isinstance(thing, Tiling)]:
        return piece_colours(tilings)
    return class_colours([thing for thing in things if isinstance(thing, Polyform)])


def _legend_parts(legend: dict[str, str], abreast: int) -> Iterator[str]:
    for index, (name, colour) in enumerate(legend.items()):
        line, place = divmod(index, abreast)
        x, y = MARGIN + ENTRY * place, MARGIN + TITLE + LEGEND * line
        yield f'<rect x="{x:g}" y="{y:g}" width="3.4" height="3.4" rx=".6" fill="{colour}"/>'
        yield _text(x + 4.6, y + 2.9, _shortened(name), 3.2)


def _shortened(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 2]}..."


def _text(x: float, y: float, text: str, size: float, anchor: str = "start") -> str:
    return (
        f'<text x="{x:.3f}" y="{y:.3f}" font-size="{size:g}" text-anchor="{anchor}" '
        f'fill="{page.INK}">{page.shown(text)}</text>'
    )


def heading(title: str) -> str:
    """Return the title of a page."""
    return _text(MARGIN, MARGIN + 4, title, 4.2)


def page_of(paper: Paper, parts: Sequence[str]) -> str:
    """Return a page with its parts, in millimetres; without colours if the paper is plain."""
    made = _file(*paper.size, ['<rect width="100%" height="100%" fill="#fff"/>', *parts])
    return page.plain(made) if paper.plain else made


def _file(width: float, height: float, parts: Sequence[str]) -> str:
    return "\n".join([page.opening(width, height, "mm", page.FONT), *parts, "</svg>\n"])


def fitted(sheet: str, paper: Paper) -> list[str]:
    """Return a page of paper with a whole sheet of `enumino.drawing.page.page`, as large as fits.

    Options that do not apply to such a page raise a ProblemError.
    """
    if paper.cut_lines or paper.cell is not None:
        raise ProblemError(
            "These objects are drawn together, on one sheet: leave out --cut-lines and --cell."
        )
    drawn = page.read_picture(sheet.strip().replace(page.BACKGROUND, ""))
    width, height = paper.size
    scale = min((width - 2 * MARGIN) / drawn.width, (height - 2 * MARGIN) / drawn.height)
    at = f"translate({MARGIN:g} {MARGIN:g})scale({scale:.5f})"
    return [page_of(paper, [f'<g transform="{at}">{drawn.parts}</g>'])]


def only_page(pages: Sequence[str], number: int) -> str:
    """Return the page of a file that can have only one page; raise a ProblemError for more."""
    if len(pages) > 1:
        raise ProblemError(
            f"{plural(number, 'picture')} take {len(pages)} pages of paper, and an SVG or PNG has "
            "one: use --pdf, a smaller --cell, or a lower --limit."
        )
    return pages[0]


def stacked(pages: Sequence[str], paper: Paper) -> str:
    """Return pages below each other in one SVG file."""
    width, height = paper.size
    placed = [
        each.replace("<svg ", f'<svg y="{number * height:g}" ', 1).replace('mm"', '"', 2)
        for number, each in enumerate(pages)
    ]
    return _file(width, height * len(pages), placed)


# In every file, so that the same pages are the same bytes.
_DATE = datetime(2000, 1, 1, tzinfo=UTC)


def pdf(pages: Sequence[str], width: float, height: float, title: str) -> bytes:
    r"""Return SVG pages of a size in millimetres as a PDF; needs the ``print`` extra.

    The fonts of PDF viewers have the characters of Latin-1. Others are written by their numbers:
    ``\u4e2d``.
    """
    optional("fpdf", "PDF pages need fpdf2", "enumino[print]")
    from fpdf import FPDF
    from fpdf.svg import SVGObject

    document = FPDF(unit="mm", format=(width, height))
    document.set_auto_page_break(auto=False)
    document.set_margin(0)
    document.set_title(title.encode("utf-8", "replace").decode())  # viewers have fonts for it
    document.set_creation_date(_DATE)
    for drawn in pages:
        document.add_page()
        latin = drawn.encode("latin-1", "backslashreplace").decode("latin-1")
        SVGObject(latin).draw_to_page(document)
    return bytes(document.output())
