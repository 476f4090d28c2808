"""``enumino count``: numbers without listing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from enumino.cli import counting
from enumino.cli.counting import Where
from enumino.cli.output import Output
from enumino.cli.problems import Problems, problem_command
from enumino.registry import Family, rows_of

if TYPE_CHECKING:
    from enumino.datasets.totals import Total
    from enumino.enum.problem import Problem


def _subcommand(family: Family) -> click.Command:
    """The family's own command, or counting by search."""
    return family.count_command() or problem_command(family, _by_search, counting.where)


def _by_search(problem: Problem, where: Where, output: Output) -> int:
    return counting.count_problem(problem, _totals, where, output)


def _totals(problem: Problem, **settings: Any) -> list[Total]:
    from enumino.run.counting import count_by_search

    tally = count_by_search(problem, **settings)
    return rows_of(problem.to_json()).totals(tally.counts)


@click.group(cls=Problems, subcommand=_subcommand)
def command() -> None:
    """Count the objects of a problem without listing them."""
