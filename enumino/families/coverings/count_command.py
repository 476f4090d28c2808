"""``enumino count tilings`` and ``packings``: by profiles or by search."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import click

from enumino.cli.counting import CountOptions, answer, count_command, count_problem, unique
from enumino.cli.output import Output
from enumino.cli.problems import options_of
from enumino.cli.progress import CountView
from enumino.errors import ProblemError
from enumino.families.coverings import options
from enumino.families.coverings.parameters import PackingParameters, TilingParameters
from enumino.parameters import Parameters

_OF_COUNTS = [
    click.option("--by", type=click.Choice(["symmetry"]), help="Also count each symmetry class."),
    click.option(
        "--method",
        type=click.Choice(["auto", "profiles", "determinant", "search"]),
        default="auto",
        show_default=True,
        help="Profiles need pieces of any number of copies, the determinant needs dominoes.",
    ),
    unique,
]


def cover_command(
    name: str, summary: str, parameters: type[Parameters], problem: Callable[..., Any]
) -> click.Command:
    """Return the command that counts the coverings of problems with these parameters."""

    def counted(
        by: str | None,
        method: Any,
        unique: bool,
        where: CountOptions,
        output: Output,
        **asked: Any,
    ) -> int:
        from enumino.families.coverings import counts

        if asked["engine"] is not None and method in ("profiles", "determinant"):
            raise ProblemError(
                f"--engine says how to search, and --method {method} counts without a search: "
                "leave out one of them."
            )
        if asked["engine"] is not None:
            method = "search"
        with CountView(where.quiet).reading():
            made = problem(**asked)
        if unique:
            return answer(made, where, output)
        count = getattr(counts, f"count_{name}")
        estimates = partial(counts.estimates, made, by is not None, method)
        return count_problem(
            made, count, where, output, estimates=estimates, by=by, by_symmetry=by is not None,
            method=method,
        )  # fmt: skip

    own = options_of(parameters, counting=True)
    return count_command(name, summary, [*own, *_OF_COUNTS], counted)


TILINGS = cover_command(
    "tilings", "Tilings of a region by polyominoes.", TilingParameters, options.tilings
)
PACKINGS = cover_command(
    "packings", "Packings of a region of any lattice.", PackingParameters, options.packings
)
