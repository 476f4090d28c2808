"""Write pictures into files."""

from __future__ import annotations

import click

from enumino.cli import files

svg = click.option("--svg", "svg_file", type=files.NewFile("sheet.svg"), help="Write an SVG sheet.")
png = click.option("--png", "png_file", type=files.NewFile("sheet.png"), help="Write a PNG sheet.")


def most_pixels(png_file: str | None) -> int | None:
    """Return how many pixels a sheet may have that becomes a PNG file, if one is named."""
    from enumino.drawing.page import MOST_PIXELS

    return MOST_PIXELS if png_file else None


def write_sheet(sheet: str, svg_file: str | None, png_file: str | None) -> None:
    """Write an SVG sheet into the files that are named."""
    if svg_file:
        _write(svg_file, sheet.encode())
    if png_file:
        from enumino import drawing

        _write(png_file, drawing.png(sheet))


def _write(file: str, contents: bytes) -> None:
    files.write(file, contents)
    click.echo(f"Wrote {file}.", err=True)
