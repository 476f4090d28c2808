"""``enumino gallery``: write an HTML page of a dataset."""

from __future__ import annotations

import click

from enumino.cli import files, options
from enumino.cli.progress import View
from enumino.errors import OK
from enumino.words import size

ROWS = 1000


@click.command(params=[options.dataset, options.where])
@click.option(
    "-o",
    "--to",
    "target",
    type=files.NewFile(),
    metavar="FILE.html",
    required=True,
    help="The page to write; it needs no other file and no network.",
)
@click.option(
    "--rows",
    type=int,
    default=ROWS,
    show_default=True,
    help="Show at most this many rows, up to 5,000; of more rows, a sample.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the sample.")
def command(dataset: str, target: str, where: str | None, rows: int, seed: int) -> int:
    """Write an HTML page that shows and filters the rows of a dataset.

    \b
    enumino gallery polyominoes -o page.html
    """  # noqa: D301
    from enumino.datasets.opening import open_dataset
    from enumino.gallery import gallery

    opened = open_dataset(dataset)
    with View(quiet=False).busy("Reading the rows ..."):
        page = gallery(opened, where, rows, seed).encode()
    files.write(target, page)
    files.tell(target, f" ({size(len(page))}): open it in a browser")
    return OK
