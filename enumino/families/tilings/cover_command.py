"""The ``enumino count`` commands of tilings and packings: by profiles or by search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import click

from enumino.cli.counting import Where, count_command, count_problem
from enumino.cli.options import Decorator
from enumino.cli.output import Output
from enumino.cli.progress import CountView
from enumino.datasets.totals import Total
from enumino.errors import ProblemError


def cover_command(
    name: str,
    summary: str,
    own_options: Sequence[Decorator],
    problem: Callable[..., Any],
    count: Callable[..., list[Total]],
) -> click.Command:
    """Return a command that counts the coverings of a problem.

    Parameters
    ----------
    name, summary : str
    own_options : sequence of options
        Those that `problem` takes.
    problem, count : callable
        Makes the problem; counts it.
    """

    def counted(by: str | None, method: Any, where: Where, output: Output, **asked: Any) -> int:
        if asked["engine"] is not None and method == "profiles":
            raise ProblemError(
                "--engine says how to search, and --method profiles counts without a search: "
                "leave out one of them."
            )
        if asked["engine"] is not None:
            method = "search"
        with CountView(where.quiet).reading():
            made = problem(**asked)
        return count_problem(
            made, count, where, output, by=by, by_symmetry=by is not None, method=method
        )

    return count_command(
        name,
        summary,
        [
            *own_options,
            click.option(
                "--by", type=click.Choice(["symmetry"]), help="Also every symmetry class."
            ),
            click.option(
                "--method",
                type=click.Choice(["auto", "profiles", "search"]),
                default="auto",
                show_default=True,
                help="Profiles are for pieces used any number of times.",
            ),
        ],
        counted,
    )
