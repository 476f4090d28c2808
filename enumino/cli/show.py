"""``enumino show``: draw objects of a dataset."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from enumino.cli import options
from enumino.cli.pictures import Printing, most_pixels, png, printing, svg, write_sheet
from enumino.cli.progress import View
from enumino.cli.tables import unicode_output
from enumino.errors import OK, ProblemError
from enumino.words import plural

if TYPE_CHECKING:
    from enumino.datasets.reader import Dataset
    from enumino.datasets.rows import Rows


@click.command(cls=options.Command)
@options.dataset
@click.option("--where", metavar="SQL", help="Only these, as: \"cells = 6 and symmetry = 'axis'\".")
@click.option(
    "--limit", type=click.IntRange(min=1), default=40, show_default=True, help="How many at most."
)
@svg
@png
@printing
@click.option("--title", metavar="TEXT", help="Of a sheet  [default: what the dataset holds]")
@click.option("--ascii", "ascii_only", is_flag=True, help="Draw in ASCII.")
@click.option("--label", is_flag=True, help="Print the address of each polyform below it.")
@click.option("--numbered", is_flag=True, help="Print the number of its piece on each cell.")
def command(
    dataset: str,
    where: str | None,
    limit: int,
    svg_file: str | None,
    png_file: str | None,
    printing: Printing,
    title: str | None,
    ascii_only: bool,
    label: bool,
    numbered: bool,
) -> int:
    """Draw objects of a dataset in the terminal, on an SVG or PNG sheet, or on paper.

    \b
    enumino show polyominoes --where "cells = 6 and symmetry = 'axis'"
    enumino show polyominoes --where "address = '2b'" --label
    enumino show polyominoes --where "cells = 6" --svg hexominoes.svg
    enumino show polyominoes --where "cells = 5" --pdf pentominoes.pdf --captions names
    """  # noqa: D301
    from enumino.datasets.reader import open_dataset

    drawn_to = svg_file or png_file or printing.pdf_file
    for printed, flag in ((numbered, "--numbered"), (label, "--label")):
        if printed and drawn_to:
            raise ProblemError(f"{flag} prints text: leave out --svg, --png and --pdf, or {flag}.")
    ignored = [] if drawn_to else printing.named() + options.named(["title"])
    if ignored:
        raise ProblemError(
            f"{' and '.join(ignored)} would be ignored without a file: name one with --pdf, "
            "--svg or --png."
        )
    opened = open_dataset(dataset)
    objects = _numbered(opened, where) if numbered else opened.objects(where)
    below: Callable[[Any], str] = partial(_address, opened) if label else lambda _: ""
    shown = islice(objects, min(limit, sys.maxsize))
    if drawn_to:
        if title is None:
            title = opened.manifest.title + (f", {where}" if where else "")
        drawn = _draw_sheet(opened.family, shown, title, printing, svg_file, png_file)
    else:
        plain = ascii_only or not unicode_output()
        drawn = _print(
            thing if numbered else opened.family.picture(thing, ascii_only=plain) + below(thing)
            for thing in shown
        )
    if not drawn:
        nothing = "The dataset has no rows." if where is None else "No row meets the condition."
        click.echo(nothing, err=True)
    elif next(objects, None) is not None:
        click.echo(f"The first {limit}; more with --limit.", err=True)
    return OK


def _draw_sheet(
    family: Rows,
    shown: Iterable[Any],
    title: str,
    printing: Printing,
    svg_file: str | None,
    png_file: str | None,
) -> bool:
    """Draw objects on a sheet, or on paper; return whether there are any."""
    view = View(quiet=False)
    with view.busy("Reading the rows ..."):
        things = list(shown)
    if not things:
        return False
    with view.busy(f"Drawing {plural(len(things), 'picture')} ..."):
        if printing.named():
            printing.write(family, things, title, svg_file, png_file)
        else:
            sheet = family.sheet(things, title, most_pixels(png_file))
            write_sheet(sheet, svg_file, png_file)
    return True


def _print(pictures: Iterable[str]) -> bool:
    """Print pictures side by side, a row as soon as it is full; return whether there are any."""
    from enumino.drawing import rows_abreast

    columns = shutil.get_terminal_size((88, 24)).columns
    widest = 0
    for row in rows_abreast(pictures, columns):
        click.echo(f"\n{row}" if widest else row)
        widest = max(widest, 1, *map(len, row.split("\n")))
    if sys.stdout.isatty() and widest > columns:
        click.echo("Wider than the terminal: --svg FILE draws on a page.", err=True)
    return widest > 0


def _address(opened: Dataset, thing: Any) -> str:
    """Return the address of a polyform as the line below its picture."""
    from enumino.objects.polyform import Polyform

    if not isinstance(thing, Polyform):
        raise ProblemError(
            f"Addresses are for polyforms, not for {opened.manifest.title}: leave out --label."
        )
    return f"\n{thing.address}"


def _numbered(opened: Dataset, where: str | None) -> Iterator[str]:
    """Yield objects as the numbers of their pieces."""
    for thing in opened.objects(where):
        numbers = opened.family.numbered(thing)
        if numbers is None:
            raise ProblemError(
                f"Numbers are for the pieces of tilings, not for {opened.manifest.title}: "
                "leave out --numbered."
            )
        yield numbers
