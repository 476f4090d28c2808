"""``enumino export``: write a dataset for another program."""

from __future__ import annotations

from itertools import chain

import click

from enumino.cli import files, options
from enumino.cli.output import say
from enumino.errors import OK
from enumino.words import size

FORMATS = ("xmpuzzle", "kaplan", "bfile", "graph6", "stl")


@click.command(params=[options.dataset, options.where])
@click.option("--as", "name", type=click.Choice(FORMATS), required=True, help="Format of the file.")
@click.option(
    "-o",
    "--to",
    "target",
    default=files.STDOUT,
    type=files.NewFile(),
    metavar="FILE",
    help="The file to write.  [default: stdout]",
)
@click.option("--limit", type=click.IntRange(min=1), help="Write at most this many.")
def command(dataset: str, name: str, target: str, where: str | None, limit: int | None) -> int:
    """Write a dataset for another program, such as BurrTools or nauty.

    \b
    enumino export polyominoes --as kaplan --where "cells = 6"
    enumino export tilings --as xmpuzzle -o tilings.xmpuzzle
    """  # noqa: D301
    from enumino.datasets.opening import open_dataset
    from enumino.export import pieces

    parts = pieces(open_dataset(dataset), name, where, limit)
    first = next(parts, None)
    if first is None:
        nothing = "The dataset has no rows." if where is None else "No row meets the condition."
        say(nothing)
        return OK
    written = files.write(target, chain([first], parts))
    files.tell(target, f" ({size(written)})")
    return OK
