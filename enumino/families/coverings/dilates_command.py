"""``enumino dilates``: polyominoes that tile their own dilate."""

from __future__ import annotations

import shutil

import click

from enumino.cli import options
from enumino.cli.pictures import most_pixels, png, svg, write_sheet
from enumino.cli.tables import echo_json, unicode_output
from enumino.errors import OK
from enumino.words import plural


@click.command(cls=options.Command)
@click.option("--cells", type=int, required=True, help="Number of cells of the polyominoes.")
@click.option("--factor", type=int, required=True, help="Each cell becomes a square of this side.")
@svg
@png
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    cells: int, factor: int, svg_file: str | None, png_file: str | None, as_json: bool
) -> int:
    """Find the free polyominoes that tile their own dilate, with one tiling each.

    \b
    enumino dilates --cells 5 --factor 2
    """  # noqa: D301
    from enumino import drawing
    from enumino.families.coverings.dilates import dilates
    from enumino.families.coverings.published import dilates as published

    found = list(dilates(cells, factor))
    known = published(cells, factor)
    size = plural(cells, "cell")
    title = f"Polyominoes of {size} that tile their dilate by {factor}"
    if svg_file or png_file:
        tilings = [one.tiling for one in found]
        sheet = drawing.coverings_svg(tilings, title, most_pixels=most_pixels(png_file))
        write_sheet(sheet, svg_file, png_file)
    if as_json:
        shapes = [str(one.polyomino).split("\n") for one in found]
        echo_json({"cells": cells, "factor": factor, "count": len(found), "polyominoes": shapes})
        return OK
    plain = not unicode_output()
    pictures = [drawing.polyform_text(one.polyomino, ascii_only=plain) for one in found]
    if pictures:
        click.echo(drawing.side_by_side(pictures, shutil.get_terminal_size((88, 24)).columns))
    some = plural(len(found), "free polyomino", "free polyominoes")
    tile = "tiles its" if len(found) == 1 else "tile their"
    reported = "" if known is None else f"; {known.value} are reported"
    click.echo(f"{some} of {size} {tile} dilate by {factor}{reported}.")
    return OK
