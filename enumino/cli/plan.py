"""``enumino plan``: divide a problem into parts."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import click

from enumino.cli import options
from enumino.cli.problems import Problems, problem_command
from enumino.cli.progress import View
from enumino.cli.tables import duration, echo_json
from enumino.errors import OK
from enumino.registry import Family
from enumino.words import plural, size

if TYPE_CHECKING:
    from enumino.enum.problem import Problem


def _plan(
    problem: Problem,
    root: str | None,
    rows_per_part: int | None,
    force: bool,
    quiet: bool,
    as_json: bool,
) -> int:
    from enumino.run import listing as run

    view = View(quiet)
    with view, run.announce_compilation(view.compiling), view.dividing():
        if root is None:
            plan = run.plan_for(problem, rows_per_part)
        else:
            plan = run.make_plan(root, problem, rows_per_part=rows_per_part, force=force)
    if as_json:
        echo_json({"problem": plan.problem, "parts": len(plan.parts), "expected": plan.expected})
        return OK
    expected = plan.expected
    click.echo(
        f"{plan.title}: {plural(len(plan.parts), 'part')}, about "
        f"{plural(round(expected['rows']), 'row')}, "
        f"{size(expected['bytes'])}, {duration(expected['seconds'])} on one thread"
    )
    if root is not None:
        last = len(plan.parts) - 1
        at = shlex.quote(root)
        click.echo(
            f"Run each part, `enumino run {at} --part 0-{last}`, then `enumino commit {at}`."
        )
    return OK


def _subcommand(family: Family) -> click.Command:
    return problem_command(
        family,
        _plan,
        click.option(
            "--to", "root", metavar="DIR", help="Where to write plan.json; else print only."
        ),
        options.rows_per_part,
        options.force,
        options.quiet,
        options.as_json,
    )


@click.group(cls=Problems, subcommand=_subcommand)
def command() -> None:
    """Divide a problem into parts, for batch systems, or to see what it would take.

    \b
    enumino plan polyominoes --cells 18 --to DIR     # prints the number of parts, N
    enumino run DIR --part K                         # for each K from 0 to N - 1, anywhere
    enumino commit DIR
    """  # noqa: D301
