"""``enumino plot``: plots of a dataset, or of a table of counts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING

import click

from enumino.cli import files
from enumino.cli.options import FOLDER
from enumino.cli.progress import View
from enumino.errors import OK

if TYPE_CHECKING:
    from enumino.datasets.totals import Total

WHAT = ("growth", "classes")
COUNTS = ".parquet"


@click.command()
@click.argument("dataset", metavar="DATASET|COUNTS.parquet", type=FOLDER)
@click.argument("what", type=click.Choice(WHAT), default="growth")
@click.option(
    "-o",
    "--to",
    "target",
    type=files.NewFile(".svg", ".png", ".pdf", stdout=False),
    metavar="FILE",
    required=True,
    help="The plot: FILE.svg, FILE.png or FILE.pdf.",
)
def command(dataset: str, what: str, target: str) -> int:
    """Plot growth, or symmetry classes.

    \b
    growth    totals by size, and the factor from each size to the next
    classes   number of objects in each symmetry class, by size

    \b
    enumino plot polyominoes -o growth.svg
    enumino plot polyominoes classes -o classes.png
    enumino plot counts.parquet growth -o growth.svg    # from enumino count --to
    """  # noqa: D301
    from enumino import plots

    with View(quiet=False).busy("Plotting ..."):
        totals, title = _read(dataset)
        figure = plots.growth(totals, title) if what == "growth" else plots.classes(totals, title)
        contents = plots.written(figure, PurePath(target).suffix.lower())
    files.write(target, contents)
    files.tell(target)
    return OK


def _read(source: str) -> tuple[Sequence[Total], str]:
    """Return the totals of a dataset, or of a table of counts, and a title."""
    from enumino.datasets.opening import open_dataset
    from enumino.datasets.totals import read_counts

    if source.endswith(COUNTS):
        return read_counts(source), ""
    dataset = open_dataset(source)
    return dataset.totals, dataset.manifest.title
