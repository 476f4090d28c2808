"""``enumino show``: draw objects of a dataset."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

import click

from enumino.cli import options
from enumino.cli.pictures import png, svg, write_sheet
from enumino.cli.tables import unicode_output
from enumino.errors import OK, ProblemError

if TYPE_CHECKING:
    from enumino.datasets.reader import Dataset


@click.command(cls=options.Command)
@options.dataset
@click.option("--where", metavar="SQL", help="Only these, as: \"cells = 6 and symmetry = 'axis'\".")
@click.option(
    "--limit", type=click.IntRange(min=1), default=40, show_default=True, help="How many at most."
)
@svg
@png
@click.option("--ascii", "ascii_only", is_flag=True, help="Draw in ASCII.")
@click.option("--numbered", is_flag=True, help="Print the number of its piece on each cell.")
def command(
    dataset: str,
    where: str | None,
    limit: int,
    svg_file: str | None,
    png_file: str | None,
    ascii_only: bool,
    numbered: bool,
) -> int:
    """Draw objects of a dataset in the terminal, or on an SVG or PNG sheet."""
    from enumino import drawing
    from enumino.datasets.reader import open_dataset

    if numbered and (svg_file or png_file):
        raise ProblemError("--numbered prints text: leave out --svg and --png, or --numbered.")
    opened = open_dataset(dataset)
    objects = _numbered(opened, where) if numbered else opened.objects(where)
    found = list(islice(objects, min(limit, sys.maxsize - 1) + 1))
    shown, more = found[:limit], len(found) > limit
    if not shown:
        nothing = "The dataset has no rows." if where is None else "No row meets the condition."
        click.echo(nothing, err=True)
        return OK
    if svg_file or png_file:
        title = f"{opened.manifest.title}" + (f", {where}" if where else "")
        sheet = opened.family.sheet(shown, title)
        write_sheet(sheet, svg_file, png_file)
    else:
        plain = ascii_only or not unicode_output()
        pictures = (
            thing if numbered else opened.family.picture(thing, ascii_only=plain) for thing in shown
        )
        columns = shutil.get_terminal_size((88, 24)).columns
        page = drawing.side_by_side(pictures, columns)
        click.echo(page)
        if sys.stdout.isatty() and max(map(len, page.split("\n"))) > columns:
            click.echo("Wider than the terminal: --svg FILE draws on a page.", err=True)
    if more:
        click.echo(f"The first {limit}; more with --limit.", err=True)
    return OK


def _numbered(opened: Dataset, where: str | None) -> Iterator[str]:
    """Yield tilings as numbers: of the construction in its own order, else by first cells."""
    from enumino.drawing import numbers
    from enumino.enum.trominoes import numbered_board
    from enumino.tilings import Tiling

    problem = opened.manifest.problem
    constructed = problem["family"] == "trominoes" and not problem["all_tilings"]
    for thing in opened.objects(where):
        if not isinstance(thing, Tiling):
            raise ProblemError(
                f"Numbers are for the pieces of tilings, not for {opened.manifest.title}: "
                "leave out --numbered."
            )
        if constructed:
            (missing,) = thing.region.lacking
            yield numbers(numbered_board(thing.region.height, missing))
        else:
            yield thing.numbered()
