"""``enumino show``: draw objects of a dataset."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from enumino.cli import options
from enumino.cli.pictures import Printing, most_pixels, png, printing, svg, write_sheet
from enumino.cli.progress import View
from enumino.cli.tables import unicode_output
from enumino.errors import OK, ProblemError, QueryError
from enumino.words import in_a_line, plural, quoted

if TYPE_CHECKING:
    from enumino.datasets.reader import Dataset
    from enumino.datasets.rows import Rows

MOST_SEED = (1 << 64) - 1
ADDRESS, LONGEST_LABEL = "address", 200


@click.command(cls=options.Command)
@options.dataset
@click.option(
    "--where", metavar="SQL", help='Only rows that meet this condition, such as "cells = 6".'
)
@click.option(
    "--sql", metavar="SQL", help='Draw the result of a query, such as "select * from rows …".'
)
@click.option(
    "--random",
    type=click.IntRange(min=1),
    is_flag=False,
    flag_value=40,
    metavar="[N]",
    help="Draw a random sample of N rows.  [default: 40]",
)
@click.option(
    "--seed", type=click.IntRange(0, MOST_SEED), default=0, help="Seed of the sample.  [default: 0]"
)
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=40,
    show_default=True,
    help="Draw at most this many.",
)
@svg
@png
@printing
@click.option(
    "--title", metavar="TEXT", help="Title of the sheet or pages.  [default: the problem]"
)
@click.option("--ascii", "ascii_only", is_flag=True, help="Draw with ASCII characters only.")
@click.option(
    "--label",
    is_flag=False,
    flag_value=ADDRESS,
    metavar="[COLUMN]",
    help="Print the value of a column below each picture.  [default: address]",
)
@click.option("--numbered", is_flag=True, help="Print the number of the piece in each cell.")
def command(
    dataset: str,
    where: str | None,
    sql: str | None,
    random: int | None,
    seed: int,
    limit: int,
    svg_file: str | None,
    png_file: str | None,
    printing: Printing,
    title: str | None,
    ascii_only: bool,
    label: str | None,
    numbered: bool,
) -> int:
    """Draw objects of a dataset in the terminal, on an SVG or PNG sheet, or on paper.

    \b
    enumino show polyominoes --where "cells = 6 and symmetry = 'axis'"
    enumino show polyominoes --where "address = '2b'" --label
    enumino show polyominoes --where "cells = 10" --random 12 --seed 1
    enumino show boxes --sql "select * from rows where pieces_at(layout, 0, 0) = 'I'"
    enumino show polyominoes --where "cells = 6" --svg hexominoes.svg
    enumino show polyominoes --where "cells = 5" --pdf pentominoes.pdf --captions names
    """  # noqa: D301
    from enumino.datasets.reader import open_dataset

    drawn_to = svg_file or png_file or printing.pdf_file
    for printed, flag in ((numbered, "--numbered"), (label is not None, "--label")):
        if printed and drawn_to:
            raise ProblemError(f"{flag} prints text: leave out --svg, --png and --pdf, or {flag}.")
    ignored = [] if drawn_to else printing.named() + options.named(["title"])
    if ignored:
        raise ProblemError(
            f"{' and '.join(ignored)} would be ignored without a file: name one with --pdf, "
            "--svg or --png."
        )
    options.refuse_together("sql", "where")
    options.refuse_together("sql", "random")
    if random is None and options.named(["seed"]):
        raise ProblemError("--seed needs a random sample: add --random.")
    if random is not None:
        limit = min(random, limit) if options.named(["limit"]) else random
    opened = open_dataset(dataset)
    has_addresses = sql is None and any(each.name == ADDRESS for each in opened.family.derived())
    more = [label] if label is not None and (label != ADDRESS or has_addresses) else []
    rows: Iterator[dict[str, Any]]
    if sql is not None:
        rows = _found(opened, sql, more)
    elif random is not None:
        rows = _sampled(opened, where, limit, seed, more)
    else:
        rows = opened.rows(where, _needed(opened, more))
    shown = islice(rows, min(limit, sys.maxsize))
    if drawn_to:
        if title is None:
            title = opened.manifest.title + (f", {where}" if where else "")
        things = map(opened.family.object_of, shown)
        drawn = _draw_sheet(opened.family, things, title, printing, svg_file, png_file)
    else:
        plain = ascii_only or not unicode_output()
        drawn = _print(_text(opened, row, label, numbered, plain) for row in shown)
    if not drawn:
        nothing = "The dataset has no rows." if where is None else "No row meets the condition."
        click.echo("The query finds no rows." if sql else nothing, err=True)
    elif next(rows, None) is not None:
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
        click.echo("The picture is wider than the terminal: use --svg FILE.", err=True)
    return widest > 0


def _text(
    opened: Dataset,
    row: dict[str, Any],
    label: str | None,
    numbered: bool,
    ascii_only: bool,
) -> str:
    """Return the picture of a row, with its label below it."""
    family = opened.family
    thing = family.object_of(row)
    drawn = _numbers(opened, thing) if numbered else family.picture(thing, ascii_only=ascii_only)
    if label is None:
        return drawn
    below = row[label] if label in row else _address(opened, thing)
    return f"{drawn}\n{in_a_line(str(below), LONGEST_LABEL)}"


def _address(opened: Dataset, thing: Any) -> str:
    """Return the address of a polyform."""
    from enumino.objects.polyform import Polyform

    if not isinstance(thing, Polyform):
        raise ProblemError(
            f"Addresses are for polyforms, not for {opened.manifest.title}: name a column after "
            "--label."
        )
    return thing.address


def _found(opened: Dataset, query: str, more: list[str]) -> Iterator[dict[str, Any]]:
    """Yield the rows that a query finds, by the columns from which objects are made, and more."""
    import pyarrow as pa

    from enumino.datasets.queries.session import answers

    needed = _needed(opened)
    wanted = pa.schema([opened.schema.field(name) for name in needed])
    with answers(opened, query) as reader:
        found = [name for name in reader.schema.names if name in needed]
        if len(found) != len(needed):
            raise QueryError(
                f"A query can be drawn if it returns each of the columns {', '.join(needed)} "
                f"once; this one returns {', '.join(found) or 'none of them'}: use `select *`."
            )
        for name in more:
            if name not in reader.schema.names:
                known = ", ".join(reader.schema.names)
                raise QueryError(
                    f"The query has no column {quoted(name)} for --label: choose from {known}."
                )
        beside = [name for name in more if name not in needed]
        for batch in reader:
            table = pa.Table.from_batches([batch])
            try:
                rows = table.select(needed).cast(wanted)
                for name in beside:
                    rows = rows.append_column(name, table[name])
            except (pa.ArrowException, ValueError) as error:
                kinds = ", ".join(f"{field.name} ({field.type})" for field in wanted)
                raise QueryError(
                    f"The query changes values of the columns {kinds}, so that they cannot be "
                    "drawn: select these columns as they are."
                ) from error
            yield from rows.to_pylist()


def _sampled(
    opened: Dataset, where: str | None, most: int, seed: int, more: list[str]
) -> Iterator[dict[str, Any]]:
    """Yield a random sample of the rows, by the columns from which objects are made, and more."""
    from enumino.gallery.sample import sampled

    for batch in sampled(opened, where, most, seed, _needed(opened, more)):
        yield from batch.to_pylist()


def _needed(opened: Dataset, more: Iterable[str] = ()) -> list[str]:
    """Return the columns from which objects are made, and others."""
    needed = [name for name in opened.family.drawn_from if name in opened.schema.names]
    return list(dict.fromkeys([*needed, *more]))


def _numbers(opened: Dataset, thing: Any) -> str:
    """Return an object as the numbers of its pieces."""
    numbers = opened.family.numbered(thing)
    if numbers is None:
        raise ProblemError(
            f"Numbers are for the pieces of tilings, not for {opened.manifest.title}: "
            "leave out --numbered."
        )
    return numbers
