"""``enumino plot``: plots of a dataset, or of a table of counts."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

import click

from enumino.cli import files, options
from enumino.cli.options import FOLDER
from enumino.cli.progress import View
from enumino.errors import OK, ProblemError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

WHAT = ("growth", "classes", "holes")
COUNTS = ".parquet"


@click.command(params=[options.where])
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
def command(dataset: str, what: str, target: str, where: str | None) -> int:
    """Plot growth, symmetry classes, or perimeters and holes.

    \b
    growth    totals by size, and the factor from each size to the next
    classes   number of objects in each symmetry class, by size
    holes     number of rows with each perimeter and number of holes

    \b
    enumino plot polyominoes -o growth.svg
    enumino plot polyominoes classes -o classes.png
    enumino plot polyominoes holes --where "cells = 10" -o holes.svg
    enumino plot counts.parquet growth -o growth.svg    # from enumino count --to
    """  # noqa: D301
    from enumino import plots

    if where is not None and what != "holes":
        raise ProblemError(f"--where selects rows, but {what} plots totals: leave out --where.")
    with View(quiet=False).busy("Plotting ..."):
        figure = (_of_counts if dataset.endswith(COUNTS) else _of_dataset)(dataset, what, where)
        contents = plots.written(figure, PurePath(target).suffix.lower())
    files.write(target, contents)
    files.tell(target)
    return OK


def _of_counts(file: str, what: str, where: str | None) -> Figure:
    from enumino import plots
    from enumino.datasets.totals import read_counts

    totals = read_counts(file)
    if what == "holes":
        return plots.holes(plots.counted_holes(totals))
    return plots.growth(totals) if what == "growth" else plots.classes(totals)


def _of_dataset(root: str, what: str, where: str | None) -> Figure:
    from enumino import plots
    from enumino.datasets.reader import open_dataset

    dataset = open_dataset(root)
    title = dataset.manifest.title
    if what == "holes":
        found = plots.perimeters_and_holes(dataset, where)
        return plots.holes(found, f"{title}, {where}" if where else title)
    return (plots.growth if what == "growth" else plots.classes)(dataset.totals, title)
