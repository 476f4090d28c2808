"""The verbs on one dataset: ``commit``, ``verify``, ``info``, ``gallery``, ``plot``, ``export``."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from enumino.cli import files, options
from enumino.cli.options import Option, Whole, verb
from enumino.cli.output import exit_code, say, show, show_json, show_manifest
from enumino.cli.progress import View
from enumino.errors import (
    BROKEN_PIPE,
    MISMATCH,
    OK,
    DamagedError,
    DamagedManifestError,
    ProblemError,
)
from enumino.export import FORMATS, exported
from enumino.tables import mark
from enumino.words import plural, size

if TYPE_CHECKING:
    from enumino.datasets.checks import Check, Verification

FOLDER = click.Path(file_okay=False, path_type=Path)
PLOTS, SUFFIXES = ("growth", "classes", "cells"), (".svg", ".png", ".pdf")


def _file(*suffixes: str, text: str, **more: Any) -> Option:
    """Return the option that names the file to write."""
    kind = files.NewFile(*suffixes, stdout=not suffixes)
    return Option("-o --to FILE", text, kind, name="target", **more)


@verb(options.dataset, options.as_json)
def commit(dataset: str, as_json: bool) -> int:
    """Assemble a dataset from its finished parts: write totals, README.md and manifest.

    If parts are missing, list them with the command that computes them, and exit with code 4.

    \b
    enumino commit polyominoes
    """  # noqa: D301
    from enumino.datasets import commit
    from enumino.datasets.storage import open_store

    return exit_code(show_manifest(commit.commit(open_store(dataset)), {} if as_json else None))


@verb(
    options.dataset,
    Option("--full", "Recompute every row, not only a sample."),
    Option("--repair", "Remove damaged parts."),
    options.threads,
    options.quiet,
    options.as_json,
)
def verify(
    dataset: str,
    full: bool,
    threads: int | None,
    repair: bool,
    quiet: bool,
    as_json: bool,
) -> int:
    """Check the files, rows and totals of a dataset; exit with code 3 if anything is wrong.

    The command checks that all files are present and have the right checksums and schema. It reads
    all rows, and recomputes up to a million of them with independent code. It compares totals with
    published sequences, with each other, and with counts made without a search.

    \b
    enumino verify polyominoes
    enumino verify polyominoes --repair    # then repeat the command that made the dataset
    """  # noqa: D301
    from enumino.datasets import verify

    view, code = View(quiet), OK

    def show_anyone(write: Callable[[Any], None], value: Any) -> None:
        """Write a value, and remember whether the reader has left: the checks continue."""
        nonlocal code
        try:
            write(value)
        except BrokenPipeError:
            code = BROKEN_PIPE

    def tell(check: Check) -> None:
        view.take_down()
        if not as_json:
            show_anyone(show, f"{mark(check.ok)} {check.name}: {check.detail}")

    def read(done: int, rows: int) -> None:
        view.show(done / rows, f"{done:,} of {plural(rows, 'row')} read")

    try:
        with view.busy("Reading the rows ..."):
            report = verify.verify(dataset, full=full, threads=threads, on_check=tell, on_rows=read)
    except DamagedError as error:
        error.exit_code = MISMATCH
        if not (repair and isinstance(error, DamagedManifestError)):
            raise
        verify.repair(dataset)
        say("manifest.json removed: run the command that made the dataset again.")
        return MISMATCH
    if repair and (report.redo or report.recommit):
        verify.repair(dataset, report)
    _say_what_to_do(report, dataset, repaired=repair)
    if as_json:
        checks = [check._asdict() for check in report.checks]
        show_anyone(show_json, {"dataset": dataset, "ok": report.ok, "checks": checks})
    return code if report.ok else MISMATCH


def _say_what_to_do(report: Verification, dataset: str, *, repaired: bool) -> None:
    """Say what is damaged or was removed, and how to repair the dataset."""
    if report.redo or report.recommit:
        number = len(report.redo)
        damaged = f"{plural(number, 'part')} and the commit" if number else "The commit"
        if repaired:
            say(f"{damaged} removed: run the command that made the dataset again.")
        else:
            command = shlex.join(["enumino", "verify", dataset, "--repair"])
            say(
                f"{damaged} cannot be trusted: remove the damage with `{command}`, then run the "
                "command that made the dataset again."
            )
    if report.foreign:
        several, names = bool(report.foreign[1:]), ", ".join(report.foreign[:3])
        say(
            f"{plural(len(report.foreign), 'file')} in data/ {'do' if several else 'does'} not "
            f"belong to the dataset ({names}): remove {'them' if several else 'it'} yourself, "
            "before listing again."
        )


@verb(options.dataset, options.as_json)
def info(dataset: str, as_json: bool) -> int:
    """Show the totals and columns of a dataset, and how to query it.

    \b
    enumino info polyominoes
    """  # noqa: D301
    from enumino.datasets import card
    from enumino.datasets.dataset import open_dataset

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
        show(f"Ready to paste:\n\n{card.queries(dataset, opened.columns, fenced=False)}")
    else:
        show("The dataset has no rows, and no files to query.")
    return OK


@verb(
    options.dataset,
    options.where,
    _file(text="HTML file to write. It needs no other files and no network.", required=True),
    Option(
        "--rows N",
        "Show at most N rows, up to 5,000; a larger dataset is sampled.",
        Whole(),
        default=1000,
        show_default=True,
    ),
    Option("--seed N", "Seed of the sample.", Whole(), default=0, show_default=True),
    Option("--title TEXT", "Title of the page.  [default: the problem]"),
)
def gallery(
    dataset: str, target: str, where: str | None, rows: int, seed: int, title: str | None
) -> int:
    """Write an HTML page that shows and filters the rows of a dataset.

    \b
    enumino gallery polyominoes -o page.html
    """  # noqa: D301
    from enumino.datasets.dataset import open_dataset
    from enumino.gallery import gallery

    with View(quiet=False).busy("Reading the rows ..."):
        page = gallery(open_dataset(dataset), where, rows, seed, title).encode()
    files.write(target, page, ": open it in a browser")
    return OK


@verb(
    click.Argument(["dataset"], metavar="DATASET|COUNTS.parquet", type=options.FOLDER),
    click.Argument(["what"], type=click.Choice(PLOTS), default="growth"),
    _file(*SUFFIXES, text="File to write: FILE.svg, FILE.png or FILE.pdf.", required=True),
)
def plot(dataset: str, what: str, target: str) -> int:
    """Plot the growth of totals, their symmetry classes, or where tilings agree.

    \b
    growth    totals by size, and the ratio of successive totals
    classes   number of objects in each symmetry class, by size
    cells     share of tilings with the most frequent piece on each cell

    \b
    enumino plot polyominoes -o growth.svg
    enumino plot polyominoes classes -o classes.png
    enumino plot counts.parquet growth -o growth.svg    # from enumino count --to
    enumino plot counts.parquet cells -o cells.svg    # from enumino count tilings --by option --to
    """  # noqa: D301
    from enumino import plots
    from enumino.datasets.dataset import open_dataset
    from enumino.datasets.totals import read_counts

    with View(quiet=False).busy("Plotting ..."):
        if dataset.endswith(".parquet"):
            totals, title = read_counts(dataset), ""
        else:
            opened = open_dataset(dataset)
            totals, title = opened.totals, opened.manifest.title
        figure = getattr(plots, what)(totals, title)
        contents = plots.written(figure, Path(target).suffix.lower())
    files.write(target, contents)
    return OK


_SOLIDS = [
    Option("--cell MM", "Side of a cube in STL.  [default: 10]", float, default=10.0),
    Option("--gap MM", "Gap between pieces in STL.  [default: 0.1]", float, default=0.1),
    Option("--puzzle", "Write the pieces of tilings as STL, flat and side by side."),
    Option(
        "--each DIR",
        "Write a flat STL file for each piece of tilings.",
        FOLDER,
        excludes=["where", "limit", "target", "puzzle"],
    ),
]


@verb(
    options.dataset,
    options.where,
    *_SOLIDS,
    Option("--as", "Format of the file.", click.Choice(FORMATS), name="name", required=True),
    _file(text="File to write.  [default: stdout]", default=files.STDOUT),
    Option("--limit N", "Write at most N rows.", Whole(1)),
)
def export(
    dataset: str, name: str, target: str, where: str | None, limit: int | None, **solid: Any
) -> int:
    """Write a dataset for another program, such as BurrTools or nauty.

    \b
    enumino export polyominoes --as coordinates --where "cells = 6"
    enumino export tilings --as xmpuzzle -o tilings.xmpuzzle
    enumino export soma --as stl --each pieces --cell 20 --gap 0.2
    """  # noqa: D301
    from enumino.datasets.dataset import open_dataset
    from enumino.export import formats, solids

    opened, lengths = open_dataset(dataset), solids.Size(solid["cell"], solid["gap"])
    if name != "stl" and (unused := options.named([*solid])):
        raise ProblemError(f"{unused[0]} is for solids: add --as stl, or leave it out.")
    if folder := solid["each"]:
        pieces = formats.pieces_of(opened)
        folder.mkdir(exist_ok=True)
        for number, (word, shape, _) in enumerate(pieces, 1):
            facets = "".join(solids.lying([(word, shape)], lengths))
            files.write(str(folder / f"{number}-{word}.stl"), facets.encode())
        return OK
    how = {"size": lengths, "flat": solid["puzzle"]} if name == "stl" else {}
    parts = exported(opened, name, where, limit, **how)
    first = next(parts, None)
    if first is None:
        raise ProblemError(opened.why_empty(where))
    files.write(target, chain([first], parts))
    return OK
