"""Write pictures into files."""

from __future__ import annotations

from pathlib import Path

import click

from enumino.errors import StorageError


def write_sheet(sheet: str, svg_file: str | None, png_file: str | None) -> None:
    """Write an SVG sheet into the files that are named."""
    if svg_file:
        _write(svg_file, sheet.encode())
    if png_file:
        from enumino import drawing

        _write(png_file, drawing.png(sheet))


def _write(file: str, contents: bytes) -> None:
    try:
        Path(file).write_bytes(contents)
    except OSError as error:
        raise StorageError(f"{file} cannot be written: {error.strerror}.") from error
    click.echo(f"Wrote {file}.", err=True)
