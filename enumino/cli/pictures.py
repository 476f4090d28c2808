"""Write pictures into files, on sheets of their own size or on paper."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

from enumino.cli import files
from enumino.cli.options import named

if TYPE_CHECKING:
    from enumino.datasets.rows import Rows
    from enumino.drawing import Picture
    from enumino.objects.board import Board

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


def write(sheet: Picture, svg_file: str | None, png_file: str | None) -> None:
    """Write a picture into the files that the user names."""
    made: list[tuple[str | None, Callable[[], bytes]]] = [
        (svg_file, lambda: f"{sheet.svg}\n".encode()),
        (png_file, lambda: sheet.png(DOTS)),
    ]
    for file, contents in made:
        if file is not None:
            files.write(file, contents())
            files.tell(file)


def write_all(
    row_kind: Rows,
    things: Sequence[Any],
    captions: Sequence[str],
    title: str,
    svg_file: str | None,
    png_file: str | None,
    pdf_file: str | None,
    **options: Any,
) -> None:
    """Write pictures of objects into files, as a sheet or as pages of paper."""
    if pdf_file is None and not captions and not named(PAPER):
        write(row_kind.sheet(things, title), svg_file, png_file)
        return
    from enumino import drawing
    from enumino.drawing.paper import Paper, only_page, pages_of

    legend = drawing.legend_of(things)
    pages = pages_of(row_kind.drawn(things), title, Paper(**options), legend, captions)
    if svg_file or png_file:
        write(only_page(pages, len(things)), svg_file, png_file)
    if pdf_file:
        _write_pdf(pages, title, pdf_file)


def write_puzzle(
    board: Board,
    title: str,
    svg_file: str | None,
    png_file: str | None,
    pdf_file: str | None,
    **options: Any,
) -> None:
    """Write an empty board and its pieces into files; SVG and PNG files stack the pages."""
    from enumino.drawing.paper import Paper, stacked
    from enumino.drawing.puzzle import puzzle_pages

    pages = puzzle_pages(board, title, Paper(**options))
    write(stacked(pages), svg_file, png_file)
    if pdf_file:
        _write_pdf(pages, title, pdf_file)


def _write_pdf(pages: Sequence[Picture], title: str, file: str) -> None:
    from enumino.drawing.paper import pdf

    files.write(file, pdf(pages, title))
    files.tell(file)
