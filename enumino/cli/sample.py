"""``enumino sample``: a uniform sample of the objects of a problem."""

from __future__ import annotations

from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from enumino.cli import options, pictures
from enumino.cli.enumerate import report
from enumino.cli.options import Option, Whole
from enumino.cli.output import show
from enumino.cli.problems import FamilyOptions, Problems
from enumino.cli.progress import View
from enumino.errors import OK, ProblemError

if TYPE_CHECKING:
    from enumino.enum.problem import Problem

_DRAWING: list[click.Parameter] = [
    Option("--seed N", "Seed of the sample.  [default: 0]", Whole(0), default=0),
    Option("--distinct", "Draw different objects."),
    Option(
        "--rank I",
        "Draw the object of a rank, from 0.",
        Whole(longest=1000),
        excludes=["rows", "seed", "distinct", "root"],
    ),
    Option(
        "--method NAME",
        "Method that finds objects, such as parts.  [default: the fastest]",
        default="auto",
    ),
    options.memory,
    pictures.svg,
    pictures.png,
    Option("--dry-run", "Print the expected work instead of drawing."),
    *options.PLACE,
    options.quiet,
]
_TO = Option(
    "--to DIR",
    "Folder to write to, or s3://BUCKET/FOLDER; without it, draw the objects.",
    options.FOLDER,
    name="root",
    excludes=["svg_file", "png_file"],
)


def _sample(
    problem: Problem,
    *,
    rows: int | None,
    seed: int,
    distinct: bool,
    rank: int | None,
    method: str,
    memory: int,
    svg_file: str | None,
    png_file: str | None,
    dry_run: bool,
    quiet: bool,
    root: str | None = None,
    as_json: bool = False,
    **place: Any,
) -> int:
    """Draw a sample into a folder, into pictures, or in the terminal."""
    from enumino.datasets.storage import open_store
    from enumino.registry import rows_of
    from enumino.run.listing import enumerate_plan
    from enumino.samples import making
    from enumino.samples import sample as samples
    from enumino.samples.subtrees import Subtrees

    if rows is None and rank is None:
        raise ProblemError("Give the number of objects to draw, or the rank of one with --rank I.")
    if dry_run:
        order = samples.order_for(problem, method) or Subtrees
        expected = order.expected(problem, memory * 10**9)
        show(f"Samples of {problem.describe()}, by {order.method}: {expected}.")
        return OK
    view, started = View(quiet), perf_counter()
    asked: dict[str, Any] = {"method": method, "memory": memory * 10**9}
    if rank is None:
        asked |= {"rows": rows, "seed": seed, "distinct": distinct}
    if root is not None:
        with view.running(root, **place) as how:
            store = open_store(root)
            made, plan = making.make_plan(store, problem, **asked, **how)
            view.about = f"{plan.title}, each one of {made.objects:,}. "
            manifest = enumerate_plan(store, made, plan, **how)
        return report(manifest, view, root, started, as_json)
    if as_json:
        raise ProblemError("Without --to the objects are drawn: leave out --json.")
    with view.running(None, **place) as how:
        if rank is None:
            made = making.sample(problem, **asked, **how)
            title, things = made.describe(), [*made.drawn()]
        else:
            title = f"rank {rank:,} of {problem.describe()}"
            things = [making.object_at(rank, problem, **asked, **how)]
    files = {"svg_file": svg_file, "png_file": png_file, "pdf_file": None}
    pictures.draw_all(rows_of(problem.to_json()), ((thing, "") for thing in things), title, files)
    return OK


def drawing_command(asking: FamilyOptions, rows: str, *further: click.Parameter) -> click.Command:
    """Return the command that draws objects of a family; the option `rows` has their number."""
    own = [each for each in asking.options() if each.name != "seed"]
    number = Option(f"{rows} N", "Number of objects to draw.", Whole(1), name="rows")
    return asking.command(_sample, number, *further, *_DRAWING, own=own)


@partial(Problems, example_ends=" --rows 10 --to DIR")
def command(asking: FamilyOptions) -> click.Command:
    """Draw a uniform sample of the objects of a problem into a dataset.

    \b
    enumino sample tilings --region 8x8 --pieces domino --rows 6
    enumino sample polyominoes --cells 16 --rows 1000 --seed 1 --to random16
    enumino sample tatami --room 10x11 --monomers any --rows 50 --distinct --to rooms
    """  # noqa: D301
    return drawing_command(asking, "--rows", _TO, options.as_json)
