"""Write pictures into files, on sheets of their own size or on paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import click

from enumino.cli import files
from enumino.cli.options import Decorator, grouped, named

if TYPE_CHECKING:
    from enumino.datasets.rows import Rows

PAPERS, CAPTIONS = ("a4", "letter"), ("none", "numbers", "names", "addresses")
DOTS = 200  # an inch of a PNG page of paper


def _sheet(suffix: str) -> files.NewFile:
    return files.NewFile(f"sheet{suffix}", kinds=(".svg", ".png", ".pdf", ".jpg", ".jpeg"))


svg = click.option("--svg", "svg_file", type=_sheet(".svg"), help="Write an SVG sheet.")
png = click.option("--png", "png_file", type=_sheet(".png"), help="Write a PNG sheet.")
_PRINTING: list[Decorator] = [
    click.option("--pdf", "pdf_file", type=_sheet(".pdf"), help="Write pages to print, as PDF."),
    click.option(
        "--paper", type=click.Choice(PAPERS), default="a4", help="Paper size.  [default: a4]"
    ),
    click.option("--landscape", is_flag=True, help="Print on pages wider than tall."),
    click.option(
        "--captions",
        type=click.Choice(CAPTIONS),
        default="none",
        help="Captions of pictures on a page.  [default: none]",
    ),
    click.option("--cut-lines", is_flag=True, help="Draw dashed lines between pictures on a page."),
    click.option(
        "--cell", type=float, metavar="MM", help="Side of a cell on a page.  [default: as fits]"
    ),
]


@dataclass(frozen=True)
class Printing:
    """The options of pages of paper, as `enumino.drawing.paper.Paper` has them."""

    pdf_file: str | None
    paper: str
    landscape: bool
    captions: str
    cut_lines: bool
    cell: float | None

    def named(self) -> list[str]:
        """Return which of the options the user has named."""
        return named([field.name for field in fields(self)])

    def write(
        self,
        family: Rows,
        things: Sequence[Any],
        title: str,
        svg_file: str | None,
        png_file: str | None,
    ) -> None:
        """Write pages of a family's objects into the files that are named."""
        from enumino.drawing.objects import has_picture
        from enumino.drawing.page import png as as_png
        from enumino.drawing.paper import Paper, fitted, only_page, papers, pdf

        paper = Paper(self.paper, self.landscape, self.captions, self.cut_lines, self.cell)
        if has_picture(things[0]):
            pages = papers(things, title, paper)
        else:
            pages = fitted(family.sheet(things, title), paper)
        width, height = paper.size
        page = only_page(pages, len(things)) if svg_file or png_file else ""
        if svg_file:
            files.write_and_tell(svg_file, page.encode())
        if png_file:
            files.write_and_tell(png_file, as_png(page, DOTS))
        if self.pdf_file:
            files.write_and_tell(self.pdf_file, pdf(pages, width, height, title))


printing = grouped("printing", Printing, _PRINTING)


def most_pixels(png_file: str | None) -> int | None:
    """Return how many pixels a sheet may have that becomes a PNG file, if one is named."""
    from enumino.drawing.page import MOST_PIXELS

    return MOST_PIXELS if png_file else None


def write_sheet(sheet: str, svg_file: str | None, png_file: str | None) -> None:
    """Write an SVG sheet into the files that are named."""
    if svg_file:
        files.write_and_tell(svg_file, sheet.encode())
    if png_file:
        from enumino import drawing

        files.write_and_tell(png_file, drawing.png(sheet))
