"""Options that several verbs share, and the problems as subcommands; each defined once."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from enumino.errors import ProblemError
from enumino.shapes import KINDS

if TYPE_CHECKING:
    from enumino.enum.problem import Problem

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


class Range(click.ParamType[range]):
    """``8`` or ``1-12``: a range of whole numbers, both ends included."""

    name = "N|A-B"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> range:
        if isinstance(value, range):
            return value
        match = re.fullmatch(r"\s*(-?\d+)\s*(?:-\s*(\d+)\s*)?", value)
        if match is None:
            self.fail(f"{value!r} is not a number or a range: write 8 or 1-12", param, ctx)
        lowest = int(match[1])
        highest = int(match[2] or match[1])
        if highest < lowest:
            raise ProblemError(
                f"The range {value} is empty: write the smaller number first, {highest}-{lowest}."
            )
        return range(lowest, highest + 1)


quiet = click.option("--quiet", "-q", is_flag=True, help="No progress on stderr.")
as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
rows_per_part = click.option(
    "--rows-per-part",
    type=click.IntRange(min=1),
    default=1_000_000,
    show_default=True,
    help="Rows aimed at in each file.",
)
force = click.option("--force", is_flag=True, help="Begin even if the disk may not hold it.")
dataset = click.argument("dataset", metavar="DATASET")


def _build_polyominoes(cells: range, kind: Any) -> Problem:
    from enumino.enum.polyominoes import Polyominoes

    return Polyominoes(cells, kind)


_POLYOMINOES: list[Decorator] = [
    click.option("--cells", type=Range(), required=True, help="Sizes, such as 8 or 1-12."),
    click.option(
        "--kind",
        type=click.Choice(KINDS),
        default="free",
        show_default=True,
        help="Same up to: translation (fixed), rotation too (one-sided), reflection too (free).",
    ),
]

# Family -> help, its options, and what makes a problem of them.
PROBLEMS: dict[str, tuple[str, list[Decorator], Callable[..., Problem]]] = {
    "polyominoes": ("Edge-connected sets of cells, by size.", _POLYOMINOES, _build_polyominoes),
}


def for_each_problem(group: click.Group, action: Callable[..., Any], *shared: Decorator) -> None:
    """Give a verb one subcommand a problem, which calls ``action(problem, **shared options)``."""
    for family, (help_text, options, build) in PROBLEMS.items():

        def invoke(
            options: list[Decorator] = options,
            build: Callable[..., Problem] = build,
            **values: Any,
        ) -> Any:
            own = {name: values.pop(name) for name in _names(options)}
            return action(build(**own), **values)

        callback: Callable[..., Any] = invoke
        for option in reversed([*options, *shared]):
            callback = option(callback)
        group.add_command(click.command(family, help=help_text)(callback))


def _names(options: list[Decorator]) -> list[str]:
    """The parameter names that option decorators define."""

    def probe() -> None: ...

    for option in options:
        option(probe)
    return [parameter.name for parameter in probe.__click_params__]  # type: ignore[attr-defined]
