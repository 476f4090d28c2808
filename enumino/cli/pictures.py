"""Draw objects in the terminal, on sheets of their own size or on paper."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from enumino.cli import files
from enumino.cli.options import Option, named
from enumino.cli.output import show
from enumino.cli.progress import View

if TYPE_CHECKING:
    from enumino.datasets.rows import Rows
    from enumino.drawing import Picture
    from enumino.drawing.paper import Paper


def _file(suffix: str, text: str) -> Option:
    kind = files.NewFile(f".{suffix}")
    return Option(f"--{suffix} FILE", text, kind, name=f"{suffix}_file")


svg = _file("svg", "Write the pictures as one SVG file.")
png = _file("png", "Write the pictures as one PNG file.")
_PAPER_SIZES = click.Choice(["a4", "letter"])
PRINT: list[click.Parameter] = [
    _file("pdf", "Write pages to print, all at the same scale."),
    # The fields of `enumino.drawing.paper.Paper`:
    Option("--paper", "Paper size.  [default: a4]", _PAPER_SIZES, name="name", default="a4"),
    Option("--landscape", "Print in landscape."),
    Option("--cut-lines", "Draw dashed lines between the pictures on a page."),
    Option(
        "--cell MM",
        "Length of the longest side of a cell on paper.  [default: as large as fits]",
        float,
    ),
    Option("--plain", "Draw black lines on white, without a legend."),
]
SHEETS: list[click.Parameter] = [
    svg,
    png,
    *PRINT,
    Option("--title TEXT", "Title of the sheet or pages.  [default: the problem]"),
]
PAPER = tuple(str(option.name) for option in PRINT[1:])
FILES = ("svg_file", "png_file", "pdf_file")
DOTS = 200  # per inch of a PNG page


def write(sheet: Picture, svg_file: str | None, png_file: str | None = None) -> None:
    """Write a picture into the files that the user names."""
    if svg_file is not None:
        files.write(svg_file, f"{sheet.svg}\n".encode())
    if png_file is not None:
        files.write(png_file, sheet.png(DOTS))


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


def draw_all(
    row_kind: Rows, captioned: Iterator[tuple[Any, str]], title: str, into: dict[str, Any]
) -> bool:
    """Draw objects into files or in the terminal; return whether there are any."""
    if any(into[name] for name in FILES):
        return _draw(row_kind, captioned, title, into)
    texts = ((row_kind.picture(thing), caption) for thing, caption in captioned)
    return print_abreast("\n".join(filter(None, text)) for text in texts)


def _draw(
    row_kind: Rows, captioned: Iterator[tuple[Any, str]], title: str, into: dict[str, Any]
) -> bool:
    """Draw objects on a sheet or on paper; return whether there are any."""
    from enumino import drawing
    from enumino.drawing.paper import pages_of

    with View(quiet=False).busy("Drawing ..."):
        if not (shown := list(captioned)):
            return False
        things, captions = zip(*shown, strict=True)
        if into["pdf_file"] is None and not any(captions) and not named(PAPER):
            write(row_kind.sheet(things, title), into["svg_file"], into["png_file"])
            return True

        def pages_on(paper: Paper) -> list[Picture]:
            legend = drawing.legend_of(things)
            return pages_of(row_kind.drawn(things), title, paper, legend, captions)

        write_pages(pages_on, title, **into)
    return True


def print_abreast(texts: Iterable[str]) -> bool:
    """Print pictures side by side, a row as soon as it is full; return whether there are any."""
    from enumino.drawing import rows_abreast

    any_shown = False
    for row in rows_abreast(texts, shutil.get_terminal_size((88, 24)).columns):
        show(f"\n{row}" if any_shown else row)
        any_shown = True
    return any_shown
