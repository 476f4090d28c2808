"""``enumino count packings``: by profiles or by search."""

from __future__ import annotations

from typing import Any

import click

from enumino.cli.counting import Where, count_command, count_problem
from enumino.cli.output import Output
from enumino.cli.progress import CountView
from enumino.errors import ProblemError
from enumino.families.packings.options import COUNT_OPTIONS, problem


def _count(by: str | None, method: Any, where: Where, output: Output, **asked: Any) -> int:
    from enumino.families.packings.counts import count_packings

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
        made, count_packings, where, output, by=by, by_symmetry=by is not None, method=method
    )


command = count_command(
    "packings",
    "Packings of a region of any lattice.",
    [
        *COUNT_OPTIONS,
        click.option("--by", type=click.Choice(["symmetry"]), help="Also every symmetry class."),
        click.option(
            "--method",
            type=click.Choice(["auto", "profiles", "search"]),
            default="auto",
            show_default=True,
            help="Profiles are for pieces used any number of times.",
        ),
    ],
    _count,
)
