"""``enumino count``: numbers without listing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from enumino.cli import counting
from enumino.cli.counting import CountOptions, Output
from enumino.cli.problems import Problems, names_of, problem_command
from enumino.registry import Family

if TYPE_CHECKING:
    from enumino.enum.problem import Problem


def _subcommand(family: Family) -> click.Command:
    """The family's own command, or counting by search."""
    if (own := family.count_command()) is not None:
        return own
    stops = "limit" in names_of(family.options_module().OPTIONS)
    unique = [counting.unique] if stops else []
    return problem_command(family, _by_search, counting.where, *unique)


def _by_search(problem: Problem, where: CountOptions, output: Output, unique: bool = False) -> int:
    """Count a problem, or answer whether it has one solution."""
    from enumino.run.counting import expected_search, totals_by_search

    if unique:
        return counting.answer(problem, where, output)
    return counting.count_problem(
        problem, totals_by_search, where, output, estimates=lambda: [expected_search(problem)]
    )


def _is_counted(family: Family) -> bool:
    return family.options is not None or family.count is not None


@click.group(cls=Problems, subcommand=_subcommand, takes=_is_counted)
def command() -> None:
    """Count the objects of a problem without listing them.

    \b
    enumino count polyominoes --cells 1-24
    enumino count tilings --region 8x8 --pieces domino
    enumino count tatami --room 1000x1001
    """  # noqa: D301
