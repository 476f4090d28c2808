"""``enumino run``: compute parts of a planned dataset."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from enumino.cli import options
from enumino.cli.parts import NUMBERS, SHARE, Share, refuse_others
from enumino.cli.progress import RunView
from enumino.errors import OK
from enumino.words import plural

if TYPE_CHECKING:
    from enumino.enum.problem import Problem


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
    if parts is None and share is None:
        raise click.UsageError("Say which parts: --part 0-9, or --share 3/100 for job 3 of 100")
    from enumino.datasets.plan import Plan
    from enumino.datasets.storage import Store
    from enumino.run import listing as run
    from enumino.run import planning

    view = RunView(quiet, "part")
    plan = Plan.read(Store(dataset))
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
    problem = problem or planning.problem_of(plan, dataset)
    with view.running(dataset):
        made = run.run_parts(dataset, problem, asked, view)
    rows = sum(part.rows for part in made)
    view.say(f"{plural(len(made), 'part')} finished and kept, {plural(rows, 'row')}.")
    return OK
