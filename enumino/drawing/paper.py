"""Pages of paper and PDF files: pictures at one scale, with captions and lines to cut along.

All lengths are millimetres, also in the SVG, so that a cell of 15 mm is 15 mm wide on paper.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import ceil
from pathlib import Path
from typing import NamedTuple

from enumino.drawing import picture
from enumino.drawing.picture import NO_LEGEND, Picture
from enumino.errors import ProblemError, optional

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
MARGIN, GAP = 12.0, 4.0
CAPTION, FOOT = 5.0, 6.0  # heights of lines of text
# Size of the letters there, and the width of a letter in heights of its font.
LETTERS, LETTER = 3.4, 0.6
# Millimetres per pixel of title and legend, and the largest share of a page that they take.
SCALE, SHARE = 0.24, 0.4
# Sides of a cell that are tried by default.
LARGEST, SMALLEST, STEP = 15.0, 4.0, 0.25
LATIN = 255  # the last character of Latin-1
_DATE = datetime(2000, 1, 1, tzinfo=UTC)  # in every PDF, so that equal pages are equal bytes


@dataclass(frozen=True)
class Paper:
    """Paper, and the arrangement of pictures on it."""

    name: str = "a4"  # ``"a4"`` or ``"letter"``
    landscape: bool = False
    cut_lines: bool = False  # whether to draw dashed lines between the pictures
    # Side of a cell; by default up to 15 mm, so that all pictures fit on one page.
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


class _Grid(NamedTuple):
    """The places on each page: their number, their size, and the side of a cell."""

    columns: int
    rows: int
    width: float
    height: float
    side: float


def pages_of(
    pictures: Sequence[Picture],
    title: str,
    paper: Paper,
    legend: Mapping[str, str] = NO_LEGEND,
    captions: Sequence[str] = (),
) -> list[Picture]:
    """Return pages of pictures that are in sides of a cell, with a caption for each or for none.

    Plain pages have the pictures at the same places. A ProblemError is raised if a picture is
    larger than the page.
    """
    captions = captions or [""] * len(pictures)
    width, height = paper.size
    above = head(title, paper, legend)
    top = MARGIN + above.height
    room = width - 2 * MARGIN, height - top - FOOT - MARGIN
    grid = _grid(pictures, room, paper, CAPTION if any(captions) else 0.0)
    each = grid.columns * grid.rows
    number = ceil(len(pictures) / each)
    made = []
    for index in range(number):
        some = slice(index * each, (index + 1) * each)
        parts = [(head(title, paper) if paper.plain else above).at(MARGIN, MARGIN)]
        for place, (drawn, caption) in enumerate(zip(pictures[some], captions[some], strict=True)):
            row, column = divmod(place, grid.columns)
            middle, y = MARGIN + (column + 0.5) * grid.width, top + row * grid.height
            below = CAPTION if caption else 0.0
            space = grid.height - below - drawn.height * grid.side
            x = middle - drawn.width * grid.side / 2
            parts.append(drawn.at(x, y + space / 2, grid.side))
            if caption:
                letters = min(LETTERS, grid.width / LETTER / len(caption))
                parts.append(_text(middle, y + grid.height - GAP / 2 - 1, caption, letters))
        if paper.cut_lines:
            parts.append(_cut_lines(len(pictures[some]), grid, top))
        if number > 1:
            parts.append(_text(width / 2, height - MARGIN, f"{index + 1} / {number}", LETTERS))
        made.append(page_of(paper, parts))
    return made


def head(title: str, paper: Paper, legend: Mapping[str, str] = NO_LEGEND) -> Picture:
    """Return the title of a page above the legend."""
    width, height = paper.size
    found = picture.head(title, legend, (width - 2 * MARGIN) / SCALE)
    scale = min(SCALE, SHARE * height / found.height)
    return Picture(width - 2 * MARGIN, found.height * scale, found.at(0, 0, scale))


def _grid(
    pictures: Sequence[Picture], room: tuple[float, float], paper: Paper, below: float
) -> _Grid:
    """Return the grid with the given side, or with the largest; captions take `below` mm."""
    wide, tall = (max(sizes) for sizes in zip(*(each[:2] for each in pictures), strict=True))

    def grid(side: float) -> _Grid:
        least = wide * side + GAP, tall * side + GAP + below
        columns, rows = (int(space // need) for space, need in zip(room, least, strict=True))
        columns = min(columns, len(pictures))
        if columns < 1 or rows < 1:
            return _Grid(0, 0, *least, side)
        rows = min(rows, ceil(len(pictures) / columns))
        height = min(room[1] / rows, 1.5 * least[1])
        return _Grid(columns, rows, room[0] / columns, height, side)

    fitting = largest_side(wide, tall, (room[0] - GAP, room[1] - GAP - below), paper)
    if paper.cell is not None:
        return grid(paper.cell)
    steps = range(int((LARGEST - SMALLEST) / STEP) + 1)
    grids = (grid(LARGEST - STEP * step) for step in steps)
    enough = (each for each in grids if each.columns * each.rows >= len(pictures))
    return next(enough, None) or grid(min(SMALLEST, 0.999 * fitting))


def largest_side(wide: float, tall: float, room: tuple[float, float], paper: Paper) -> float:
    """Return the largest side at which a picture fits; a larger given side is a ProblemError."""
    fitting = min(room[0] / wide, room[1] / tall)
    if paper.cell is not None and paper.cell > fitting:
        raise ProblemError(
            f"A picture of {wide:.1f}x{tall:.1f} cells is larger than the page at {paper.cell:g} "
            f"mm per cell: take at most --cell {int(fitting * 10) / 10:g}, or leave it out."
        )
    return fitting


def _cut_lines(number: int, grid: _Grid, top: float) -> str:
    """Return dashed lines around all places with a picture."""
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


def _text(x: float, y: float, words: str, letters: float) -> str:
    return picture.text(x, y, words, letters, picture.INK, "middle")


def page_of(paper: Paper, parts: Sequence[str]) -> Picture:
    """Return a page of SVG elements, without colours if the paper is plain."""
    white = '<rect width="100%" height="100%" fill="#fff"/>'
    made = Picture(*paper.size, "\n".join([white, *parts]), "mm")
    return made.plain() if paper.plain else made


def stacked(pages: Sequence[Picture]) -> Picture:
    """Return pages below each other as one page."""
    width, height = pages[0][:2]
    placed = [each.at(0, number * height) for number, each in enumerate(pages)]
    return Picture(width, height * len(pages), "\n".join(placed), pages[0].unit)


def pdf(pages: Sequence[Picture], title: str) -> bytes:
    """Return pages of paper as a PDF, which needs the ``print`` extra.

    If a page has characters beyond Latin-1, which the fonts of PDF viewers do not have, all text is
    in DejaVu, which matplotlib has; parts of the fonts are in the PDF.
    """
    optional("fpdf", "PDF pages need fpdf2", "enumino[print]")
    from fpdf import FPDF
    from fpdf.svg import SVGObject

    document = FPDF(unit="mm", format=pages[0][:2])
    document.set_auto_page_break(auto=False)
    document.set_margin(0)
    document.set_title(_encodable(title))
    document.set_creation_date(_DATE)
    drawn = [_encodable(page.svg) for page in pages]
    if any(ord(letter) > LATIN for svg in drawn for letter in svg):
        wanted = "Characters beyond Latin-1 need the fonts of matplotlib"
        fonts = Path(
            optional("matplotlib", wanted, "enumino[print]").get_data_path(), "fonts", "ttf"
        )
        for font, own in ((picture.FONT, "DejaVuSans"), (picture.TYPEWRITER, "DejaVuSansMono")):
            document.add_font(own, fname=fonts / f"{own}.ttf")
            drawn = [svg.replace(f'"{font}"', f'"{own}"') for svg in drawn]
    for svg in drawn:
        document.add_page()
        SVGObject(svg).draw_to_page(document)
    return bytes(document.output())


def _encodable(text: str) -> str:
    return text.encode("utf-8", "replace").decode()
