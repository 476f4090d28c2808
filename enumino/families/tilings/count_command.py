"""``enumino count tilings``: by profiles, by a determinant or by search."""

from __future__ import annotations

from typing import Any

import click

from enumino.cli.counting import CountOptions, Output, answer, count_command, count_problem, unique
from enumino.cli.options import Decorator
from enumino.cli.problems import options_of
from enumino.cli.progress import READING, WORTH_KEEPING, CountView
from enumino.errors import ProblemError
from enumino.families.tilings import options
from enumino.families.tilings.parameters import TilingParameters
from enumino.words import duration

_OF_COUNTS = [
    click.option("--by", type=click.Choice(["symmetry"]), help="Also count each symmetry class."),
    click.option(
        "--method",
        type=click.Choice(["auto", "profiles", "determinant", "search"]),
        default="auto",
        show_default=True,
        help="The determinant counts dominoes. Only a search knows conditions.",
    ),
    unique,
]


def _count(
    by: str | None,
    method: Any,
    unique: bool,
    where: CountOptions,
    output: Output,
    **asked: Any,
) -> int:
    """Count the tilings of a problem."""
    from enumino.families.tilings.counts import TilingCount

    if asked["engine"] is not None and method in ("profiles", "determinant"):
        raise ProblemError(
            f"--engine says how to search, and --method {method} counts without a search: "
            "leave out one of them."
        )
    if asked["engine"] is not None:
        method = "search"
    with CountView(where.quiet).busy(READING):
        problem = options.problem(**asked)
    if unique:
        return answer(problem, where, output)
    count = TilingCount(problem, by is not None, method)
    announced = not (where.quiet or where.dry_run or where.explain)
    if announced and count.first == "profiles" and count.expected_sweep.seconds > WORTH_KEEPING:
        CountView(quiet=False).say(f"This takes about {duration(count.expected_sweep.seconds)}.")
    return count_problem(
        problem, lambda _, **how: count.totals(**how), where, output, estimates=count.estimates,
        by=by,
    )  # fmt: skip


_OPTIONS: list[Decorator] = [*options_of(TilingParameters, counting=True), *_OF_COUNTS]
command = count_command("tilings", "Tilings of a region by pieces.", _OPTIONS, _count)
