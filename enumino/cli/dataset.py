"""The small verbs on one dataset: ``commit``, ``info``, ``gallery``, ``plot`` and ``export``."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import Any

import click

from enumino.cli import files, options
from enumino.cli.output import exit_code, say, show, show_manifest
from enumino.cli.progress import View
from enumino.errors import OK
from enumino.words import plural, size

FORMATS = ("xmpuzzle", "kaplan", "bfile", "graph6", "stl")
PLOTS = ("growth", "classes")


def _to(kind: files.NewFile, metavar: str, text: str, **more: Any) -> click.Option:
    """Return the option for the file that a verb writes."""
    return click.Option(["-o", "--to", "target"], type=kind, metavar=metavar, help=text, **more)


@click.command(params=[options.dataset, options.as_json])
def commit(dataset: str, as_json: bool) -> int:
    """Assemble a dataset from its finished parts: write totals, README.md and manifest.

    If parts are missing, it lists them, prints the command that computes them, and exits with
    code 4.

    \b
    enumino commit polyominoes
    """  # noqa: D301
    from enumino.datasets import commit
    from enumino.datasets.storage import open_store

    return exit_code(show_manifest(commit.commit(open_store(dataset)), {} if as_json else None))


@click.command(params=[options.dataset, options.as_json])
def info(dataset: str, as_json: bool) -> int:
    """Show the totals and columns of a dataset, and how to query it.

    \b
    enumino info polyominoes
    """  # noqa: D301
    from enumino.datasets import card
    from enumino.datasets.opening import open_dataset

    opened = open_dataset(dataset)
    manifest = opened.manifest
    if as_json:
        columns = [{"name": c.name, "type": c.signed, "description": c.description}
                   for c in opened.columns]  # fmt: skip
        held = {"number_of_rows": manifest.rows, "bytes": manifest.bytes, "files": manifest.files}
        show_manifest(manifest, {"columns": columns, **held, "made_by": manifest.made_by})
        return OK
    versions = (f"{name} {manifest.made_by.get(name)}" for name in ("enumino", "numba"))
    stored = f"{size(manifest.bytes)} in {plural(len(manifest.files), 'file')}"
    show(f"{manifest.title}: {plural(manifest.rows, 'row')}")
    show(f"{stored}, made by {' with '.join(versions)}\n")
    show_manifest(manifest, None)
    show(f"\n{opened.columns!r}\n")
    if manifest.rows:
        show(f"Ready to paste:\n\n{card.queries(dataset, opened.family, fenced=False)}")
    else:
        show("The dataset has no rows, and no files to query.")
    return OK


@click.command(
    params=[
        options.dataset,
        options.where,
        _to(
            files.NewFile(),
            "FILE.html",
            "The page to write; it needs no other file and no network.",
            required=True,
        ),
    ]
)
@click.option(
    "--rows",
    type=int,
    default=1000,
    show_default=True,
    help="Show at most this many rows, up to 5,000; of more rows, a sample.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the sample.")
def gallery(dataset: str, target: str, where: str | None, rows: int, seed: int) -> int:
    """Write an HTML page that shows and filters the rows of a dataset.

    \b
    enumino gallery polyominoes -o page.html
    """  # noqa: D301
    from enumino.datasets.opening import open_dataset
    from enumino.gallery import gallery

    with View(quiet=False).busy("Reading the rows ..."):
        page = gallery(open_dataset(dataset), where, rows, seed).encode()
    files.write(target, page)
    files.tell(target, f" ({size(len(page))}): open it in a browser")
    return OK


@click.command(
    params=[
        click.Argument(["dataset"], metavar="DATASET|COUNTS.parquet", type=options.FOLDER),
        click.Argument(["what"], type=click.Choice(PLOTS), default="growth"),
        _to(
            files.NewFile(".svg", ".png", ".pdf", stdout=False),
            "FILE",
            "The plot: FILE.svg, FILE.png or FILE.pdf.",
            required=True,
        ),
    ]
)
def plot(dataset: str, what: str, target: str) -> int:
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
    from enumino.datasets.opening import open_dataset
    from enumino.datasets.totals import read_counts

    with View(quiet=False).busy("Plotting ..."):
        if dataset.endswith(".parquet"):
            totals, title = read_counts(dataset), ""
        else:
            opened = open_dataset(dataset)
            totals, title = opened.totals, opened.manifest.title
        figure = plots.growth(totals, title) if what == "growth" else plots.classes(totals, title)
        contents = plots.written(figure, Path(target).suffix.lower())
    files.write(target, contents)
    files.tell(target)
    return OK


@click.command(
    params=[
        options.dataset,
        options.where,
        click.Option(
            ["--as", "name"],
            type=click.Choice(FORMATS),
            required=True,
            help="Format of the file.",
        ),
        _to(files.NewFile(), "FILE", "The file to write.  [default: stdout]", default=files.STDOUT),
    ]
)
@click.option("--limit", type=click.IntRange(min=1), help="Write at most this many.")
def export(dataset: str, name: str, target: str, where: str | None, limit: int | None) -> int:
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
        say("The dataset has no rows." if where is None else "No row meets the condition.")
        return OK
    written = files.write(target, chain([first], parts))
    files.tell(target, f" ({size(written)})")
    return OK
