"""``enumino run``: make parts of a planned dataset."""

from __future__ import annotations

import click

from enumino.cli import options
from enumino.errors import OK, ProblemError
from enumino.words import plural


@click.command(cls=options.Command)
@options.dataset
@click.option("--part", "parts", type=options.Range(), required=True, help="Which: 3, or 0-9.")
@options.quiet
def command(dataset: str, parts: range, quiet: bool) -> int:
    """Make parts of a planned dataset; parts that are there already are left alone."""
    from enumino.datasets.checkpoints import finished_part
    from enumino.datasets.manifest import versions
    from enumino.datasets.plan import Plan
    from enumino.datasets.storage import Store
    from enumino.run import listing as run

    store = Store(dataset)
    plan = Plan.read(store)
    if parts[-1] >= len(plan.parts) or parts[0] < 0:
        raise ProblemError(
            f"There is no part {parts[-1] if parts[0] >= 0 else parts[0]}: "
            f"{dataset} has parts 0 to {len(plan.parts) - 1}."
        )
    problem = run.problem_of(plan)
    plan.refuse_other_parts(store, problem.tree_version, versions())
    for index in parts:
        done = finished_part(store, plan.parts[index], plan.columns)
        result = done or run.run_part(dataset, problem, plan.parts[index])
        if not quiet:
            how = "already there" if done else f"in {result.seconds:.1f} s"
            click.echo(f"part {index}: {plural(result.rows, 'row')}, {how}", err=True)
    return OK
