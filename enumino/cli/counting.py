"""The options that the counting commands of all families share, and the run of a count."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial, wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click

from enumino.arguments import usable_cores
from enumino.cli import options
from enumino.cli.options import Command, Decorator
from enumino.cli.output import Output, output
from enumino.cli.progress import CountView
from enumino.cli.tables import counts_table, echo_json, numbers_table, statistics_table
from enumino.cli.workers import Workers
from enumino.cli.workers import workers as chosen_workers
from enumino.errors import OK

if TYPE_CHECKING:
    from enumino.datasets.totals import Total
    from enumino.enum.problem import Problem

Counted = TypeVar("Counted")


@dataclass(frozen=True)
class CountOptions:
    """The threads or cluster that a count runs on, its checkpoint, and whether it is shown.

    Parameters
    ----------
    workers : Workers
    quiet : bool
    checkpoint : str or None
        Folder that remembers finished tasks.
    """

    workers: Workers
    quiet: bool
    checkpoint: str | None

    @property
    def threads(self) -> int | None:
        """Threads of this process; None for the default."""
        return self.workers.threads

    @property
    def in_process(self) -> bool:
        """Whether one task at a time is to run."""
        return self.workers.in_process

    @property
    def expected_threads(self) -> int:
        """Threads that an estimate assumes."""
        return 1 if self.in_process else self.threads or usable_cores()

    def run(self, count: Callable[..., Counted], view: CountView, **settings: Any) -> Counted:
        """Return what a count returns that gets all this, and the settings, by keyword."""
        from enumino.run.compilation import announce_compilation

        with (
            view,
            announce_compilation(view.compiling),
            options.resumable(view, self.checkpoint),
            self.workers.execution(view, self.checkpoint) as how,
        ):
            return count(**vars(how), **settings)


_checkpoint = click.option(
    "--checkpoint", metavar="DIR", help="Remember finished tasks here, and go on."
)


def where(action: Callable[..., int]) -> Callable[..., int]:
    """Give a count the options of where it runs and of its output, as ``where`` and ``output``."""

    @wraps(action)
    def called(*, workers: Workers, quiet: bool, checkpoint: str | None, **values: Any) -> int:
        return action(where=CountOptions(workers, quiet, checkpoint), **values)

    shown = options.quiet(chosen_workers(output(called)))
    return _checkpoint(shown)


def count_command(
    name: str, summary: str, own_options: Sequence[Decorator], action: Callable[..., int]
) -> click.Command:
    """Return a count command that calls ``action(where=, output=, **values of its options)``."""
    for option in reversed([*own_options, where]):
        action = option(action)
    return click.command(name, cls=Command, help=summary)(action)


def count_problem(
    problem: Problem,
    count: Callable[..., list[Total]],
    where: CountOptions,
    output: Output,
    *,
    by: str | None = None,
    **settings: Any,
) -> int:
    """Count a problem and print the numbers; return the exit code."""
    view = CountView(where.quiet)

    def counted(**settings: Any) -> list[Total]:
        return count(problem, **settings)

    lines = where.run(counted, view, **settings)
    return output.give(problem.to_json(), lines, counts_table if by else numbers_table)


unique = click.option(
    "--unique", is_flag=True, help="Only whether there is none, exactly one, or a second."
)
ANSWERS = ("no solution", "exactly one solution", "at least two solutions")


def answer(problem: Problem, where: CountOptions, output: Output) -> int:
    """Print whether a problem has a solution, and whether it is the only one."""
    from enumino.run.counting import count_up_to

    found = where.run(partial(count_up_to, problem, 2), CountView(where.quiet))
    rules = [flag.lstrip("-").replace("-", " ") for flag in problem.options()]
    words = [ANSWERS[found], *(rule for rule in rules if found and rule.startswith("up to "))]
    if output.as_json:
        echo_json({"problem": problem.to_json(), "solutions": found, "answer": " ".join(words)})
    else:
        click.echo(" ".join(words))
    return OK


def give_statistics(
    family: str,
    cells: range,
    kind: str,
    by: tuple[str, ...],
    lines: list[Total],
    output: Output,
) -> int:
    """Print counts by columns, as a table with the totals of sizes too; return the exit code."""
    problem = {"family": family, "cells": [cells[0], cells[-1]], "kind": kind, "by": list(by)}
    asked = [line for line in lines if set(by) <= line.labels.keys()]
    return output.give(problem, asked, lambda _: statistics_table(lines), lines)
