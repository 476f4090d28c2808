"""``enumino run``: compute parts of a planned dataset."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

import click

from enumino.arguments import digits, range_of
from enumino.cli import options
from enumino.cli.options import Read
from enumino.cli.progress import View
from enumino.errors import OK, ProblemError
from enumino.words import plural, quoted

if TYPE_CHECKING:
    from enumino.datasets.plan import Plan
    from enumino.enum.problem import Problem


class Share(NamedTuple):
    """The `number`-th of `shares` shares, counted from 1."""

    number: int
    shares: int


def _share(text: str) -> Share:
    """The share of ``3/100``: the third of a hundred shares."""
    match = re.fullmatch(r"\s*(\d+)\s*/\s*(\d+)\s*", text)
    if match is None:
        raise ValueError(f"{quoted(text)} is not a share: write 3/100 for the third of 100")
    share = Share(*(digits(number, "The number") for number in match.groups()))
    if not 1 <= share.number <= share.shares:
        raise ProblemError(
            f"There is no share {share.number}/{share.shares}: shares are counted from 1, the "
            f"last one of {share.shares} is {share.shares}/{share.shares}."
            if share.shares
            else "There are no parts in 0 shares: write 3/100 for the third of 100."
        )
    return share


SHARE = Read("K/N", _share)
# Whole numbers and ranges of them: 3,17,40-52.
NUMBERS = Read("K|A-B,...", lambda text: tuple(map(range_of, text.split(","))))


def refuse_others(plan: Plan, root: str, numbers: Iterable[range]) -> None:
    """Raise a ProblemError if the plan has no part of one of the numbers."""
    last = len(plan.parts) - 1
    for asked in numbers:
        if asked[0] < 0 or asked[-1] > last:
            wrong = asked[0] if asked[0] < 0 else asked[-1]
            raise ProblemError(f"There is no part {wrong}: {root} has parts 0 to {last}.")


@click.command(cls=options.Command)
@options.dataset
@click.option(
    "--part", "parts", type=NUMBERS, help="Numbers of parts, such as 3, 0-9 or 3,17,40-52."
)
@click.option("--share", type=SHARE, help="The parts of job K of N, such as 3/100.")
@options.quiet
def command(dataset: str, parts: tuple[range, ...] | None, share: Share | None, quiet: bool) -> int:
    """Compute parts of a planned dataset; finished parts are skipped.

    The exit code is 0 if all requested parts are finished.

    \b
    enumino run polyominoes --share 3/100            # job 3 of 100
    enumino run polyominoes --part 0-9,17
    """  # noqa: D301
    return run_parts(dataset, parts, share, quiet=quiet)


def run_parts(
    dataset: str,
    parts: tuple[range, ...] | None,
    share: Share | None,
    problem: Problem | None = None,
    *,
    quiet: bool,
) -> int:
    """Compute parts of a plan, whose problem is by default the one that the plan describes."""
    options.refuse_together("parts", "share")
    if parts is None and share is None:
        raise click.UsageError("Say which parts: --part 0-9, or --share 3/100 for job 3 of 100")
    from enumino.datasets.plan import Plan
    from enumino.datasets.storage import open_store
    from enumino.run import listing as run
    from enumino.run import planning

    view = View(quiet)
    plan = Plan.read(open_store(dataset))
    if share is not None:
        asked = planning.share(plan, *share)
    else:
        refuse_others(plan, dataset, parts or ())
        asked = planning.only(plan, {index for numbers in parts or () for index in numbers})
    if not asked.parts:
        view.say(
            f"Nothing to do: there are more shares than the {plural(len(plan.parts), 'part')}."
        )
        return OK
    problem = problem or planning.problem_of(plan)
    with view.running(dataset):
        made = run.run_parts(dataset, problem, asked, view)
    rows = sum(part.rows for part in made)
    view.say(f"{plural(len(made), 'part')} finished and kept, {plural(rows, 'row')}.")
    return OK
