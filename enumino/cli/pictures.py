"""Write pictures into files, on sheets of their own size or on paper."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

from enumino.cli import files

if TYPE_CHECKING:
    from enumino.drawing import Picture
    from enumino.drawing.paper import Paper

svg = click.Option(
    ["--svg", "svg_file"],
    type=files.NewFile(".svg"),
    metavar="FILE",
    help="Write the pictures as one SVG file.",
)
png = click.Option(
    ["--png", "png_file"],
    type=files.NewFile(".png"),
    metavar="FILE",
    help="Write the pictures as one PNG file.",
)
PRINT: list[click.Parameter] = [
    click.Option(
        ["--pdf", "pdf_file"],
        type=files.NewFile(".pdf"),
        metavar="FILE",
        help="Write pages to print, all at the same scale.",
    ),
    # The fields of `enumino.drawing.paper.Paper`:
    click.Option(
        ["--paper", "name"],
        type=click.Choice(["a4", "letter"]),
        default="a4",
        help="Paper size.  [default: a4]",
    ),
    click.Option(["--landscape"], is_flag=True, help="Print in landscape."),
    click.Option(
        ["--cut-lines"], is_flag=True, help="Draw dashed lines between the pictures on a page."
    ),
    click.Option(
        ["--cell"],
        type=float,
        metavar="MM",
        help="Length of the longest side of a cell on paper.  [default: as large as fits]",
    ),
    click.Option(["--plain"], is_flag=True, help="Draw black lines on white, without a legend."),
]
PAPER = tuple(str(option.name) for option in PRINT[1:])
DOTS = 200  # per inch of a PNG page


def write(sheet: Picture, svg_file: str | None, png_file: str | None = None) -> None:
    """Write a picture into the files that the user names."""
    made: list[tuple[str | None, Callable[[], bytes]]] = [
        (svg_file, lambda: f"{sheet.svg}\n".encode()),
        (png_file, lambda: sheet.png(DOTS)),
    ]
    for file, contents in made:
        if file is not None:
            files.write(file, contents())
            files.tell(file)


def write_pages(
    pages_on: Callable[[Paper], Sequence[Picture]],
    title: str,
    svg_file: str | None,
    png_file: str | None,
    pdf_file: str | None,
    **options: Any,
) -> None:
    """Write pages of paper into files; SVG and PNG files have the pages below each other."""
    from enumino.drawing.paper import Paper, pdf, stacked

    pages = pages_on(Paper(**options))
    write(stacked(pages), svg_file, png_file)
    if pdf_file is not None:
        files.write(pdf_file, pdf(pages, title))
        files.tell(pdf_file)
