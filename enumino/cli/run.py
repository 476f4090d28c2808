"""``enumino run``: compute parts of a planned dataset."""

from __future__ import annotations

import re

import click

from enumino import own_functions
from enumino.arguments import digits
from enumino.cli import options
from enumino.cli.options import Read
from enumino.cli.progress import View
from enumino.errors import OK
from enumino.registry import problem_from_json
from enumino.words import plural, quoted


def _share(text: str) -> tuple[int, int]:
    """The numbers of ``3/100``, the third of a hundred shares, which are counted from 1."""
    match = re.fullmatch(r"\s*(\d+)\s*/\s*(\d+)\s*", text)
    number, shares = (digits(each, "The number") for each in match.groups()) if match else (0, 0)
    if not 1 <= number <= shares:
        raise ValueError(f"{quoted(text)} is not a share: write 3/100 for the third of 100")
    return number, shares


SHARE = Read("K/N", _share)


@click.command(params=[options.dataset, options.quiet])
@click.option("--share", type=SHARE, default="1/1", help="Only the parts of job K of N: 3/100.")
@click.option(
    "--functions",
    "sources",
    multiple=True,
    metavar="FILE.py",
    help="A file of functions of one's own, which the problem names; repeatable.",
)
def command(dataset: str, share: tuple[int, int], sources: tuple[str, ...], quiet: bool) -> int:
    """Compute the parts of a planned dataset, or a share of them; finished parts are skipped.

    The exit code is 0 if all these parts are finished.

    \b
    enumino run polyominoes
    enumino run polyominoes --share 3/100            # job 3 of 100
    """  # noqa: D301
    from enumino.datasets.plan import Plan
    from enumino.datasets.storage import open_store
    from enumino.run import listing, planning

    view = View(quiet)
    plan = planning.share(Plan.read(open_store(dataset)), *share)
    for file in sources:
        own_functions.read(file)
    with view.running(dataset):
        problem = problem_from_json(plan.problem)
        made = listing.run_parts(dataset, problem, plan, threads=1, on_event=view)
    rows = sum(part.rows for part in made.values())
    view.say(f"{plural(len(made), 'part')} finished and kept, {plural(rows, 'row')}.")
    return OK
