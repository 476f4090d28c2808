"""``enumino run``: compute parts of a planned dataset."""

from __future__ import annotations

import re

import click

from enumino.arguments import digits, range_of
from enumino.cli import options
from enumino.cli.options import Read
from enumino.cli.progress import View
from enumino.errors import OK, ProblemError
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
# Whole numbers and ranges of them: 3,17,40-52.
NUMBERS = Read("K|A-B,...", lambda text: tuple(map(range_of, text.split(","))))


@click.command(params=[options.dataset, options.quiet])
@click.option(
    "--part", "parts", type=NUMBERS, help="Numbers of parts, such as 3, 0-9 or 3,17,40-52."
)
@click.option("--share", type=SHARE, help="The parts of job K of N, such as 3/100.")
def command(
    dataset: str, parts: tuple[range, ...] | None, share: tuple[int, int] | None, quiet: bool
) -> int:
    """Compute parts of a planned dataset; finished parts are skipped.

    The exit code is 0 if all requested parts are finished.

    \b
    enumino run polyominoes --share 3/100            # job 3 of 100
    enumino run polyominoes --part 0-9,17
    """  # noqa: D301
    options.refuse_together("parts", "share")
    if parts is None and share is None:
        raise click.UsageError("Say which parts: --part 0-9, or --share 3/100 for job 3 of 100")
    from enumino.datasets.plan import Plan
    from enumino.datasets.storage import open_store
    from enumino.run import listing, planning

    view = View(quiet)
    plan = Plan.read(open_store(dataset))
    last = len(plan.parts) - 1
    for asked in parts or ():
        if asked[0] < 0 or asked[-1] > last:
            wrong = asked[0] if asked[0] < 0 else asked[-1]
            raise ProblemError(f"There is no part {wrong}: {dataset} has parts 0 to {last}.")
    chosen = (
        planning.share(plan, *share) if share else planning.only(plan, set().union(*parts or ()))
    )
    if not chosen.parts:
        view.say(f"Nothing to do: there are more shares than the {plural(last + 1, 'part')}.")
        return OK
    problem = problem_from_json(plan.problem)
    with view.running(dataset):
        made = listing.run_parts(dataset, problem, chosen, threads=1, on_event=view)
    rows = sum(part.rows for part in made.values())
    view.say(f"{plural(len(made), 'part')} finished and kept, {plural(rows, 'row')}.")
    return OK
