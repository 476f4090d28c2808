"""``enumino show``: draw objects of a dataset."""

from __future__ import annotations

import shutil
from itertools import islice
from pathlib import Path

import click

from enumino.cli import options
from enumino.cli.tables import unicode_output
from enumino.errors import OK, StorageError


@click.command()
@options.dataset
@click.option("--where", metavar="SQL", help="Only these, as: \"cells = 6 and symmetry = 'axis'\".")
@click.option(
    "--limit", type=click.IntRange(min=1), default=40, show_default=True, help="How many at most."
)
@click.option("--svg", "svg_file", type=click.Path(dir_okay=False), help="Write an SVG sheet.")
@click.option("--png", "png_file", type=click.Path(dir_okay=False), help="Write a PNG sheet.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Draw in ASCII.")
def command(
    dataset: str,
    where: str | None,
    limit: int,
    svg_file: str | None,
    png_file: str | None,
    ascii_only: bool,
) -> int:
    """Draw objects of a dataset in the terminal, or on an SVG or PNG sheet."""
    from enumino import drawing
    from enumino.datasets.reader import open_dataset

    opened = open_dataset(dataset)
    found = list(islice(opened.objects(where), limit + 1))
    shown, more = found[:limit], len(found) > limit
    if not shown:
        click.echo("No row of the dataset meets the condition.", err=True)
        return OK
    if svg_file or png_file:
        title = f"{opened.manifest.title}" + (f", {where}" if where else "")
        sheet = opened.family.sheet(shown, title)
        if svg_file:
            write_picture(svg_file, sheet.encode())
        if png_file:
            write_picture(png_file, drawing.png(sheet))
    else:
        plain = ascii_only or not unicode_output()
        pictures = (opened.family.picture(thing, ascii_only=plain) for thing in shown)
        click.echo(drawing.side_by_side(pictures, shutil.get_terminal_size((88, 24)).columns))
    if more:
        click.echo(f"The first {limit}; more with --limit.", err=True)
    return OK


def write_picture(file: str, contents: bytes) -> None:
    """Write a picture, or say why it cannot be written."""
    try:
        Path(file).write_bytes(contents)
    except OSError as error:
        raise StorageError(f"{file} cannot be written: {error.strerror}.") from error
    click.echo(f"Wrote {file}.", err=True)
