"""``enumino count``: numbers without listing."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from enumino.cli import counting, options
from enumino.cli.counting import Asked
from enumino.cli.options import Command, Decorator
from enumino.cli.problems import Problems, help_of, names_of, options_module
from enumino.cli.progress import READING, View
from enumino.registry import Family

if TYPE_CHECKING:
    from enumino.run.counting import Count


def _subcommand(family: Family) -> click.Command:
    """The command with the options of a family's problems, and those of counts."""
    module = options_module(family)
    count: Callable[..., Count] = getattr(module, "count", None) or _by_search(module.problem)
    columns = getattr(module, "COUNTED_BY", ())
    own = [*getattr(module, "COUNT_OPTIONS", module.OPTIONS), *_columns(module)]
    if "limit" in names_of(module.OPTIONS):
        own.append(counting.unique)

    def counted(asked: Asked, unique: bool = False, **values: Any) -> int:
        by = values.pop("by", None) if columns else None  # else a parameter, if there is one
        method = values.pop("method", "auto")
        with View(asked.quiet).busy(READING):
            if unique:
                problem = module.problem(**values)
            else:
                made = count(by or (), method, **values)
        return counting.answer(problem, asked) if unique else counting.run_count(made, asked)

    for option in reversed([*own, counting.asked]):
        counted = option(counted)
    return click.command(family.name, cls=Command, help=help_of(family))(counted)


def _columns(module: Any) -> list[Decorator]:
    """The options that name columns to count by, and a method, where there are several."""
    columns, methods = getattr(module, "COUNTED_BY", ()), getattr(module, "METHODS", ())
    known, more = getattr(module, "counted", None), ""
    if known is not None:
        more = ", or by properties, such as tree,convex"
    by = click.option(
        "--by",
        type=options.columns(known or (lambda: columns)),
        help=f"Also count by {', '.join(columns)}{more}.",
    )
    method = click.option(
        "--method",
        type=click.Choice(["auto", *methods]),
        default="auto",
        show_default=True,
        help="Method of counting; the methods share no code.",
    )
    return [*([by] if columns else []), *([method] if methods else [])]


def _by_search(problem: Callable[..., Any]) -> Callable[..., Count]:
    """Return the count by search of a problem of the options."""

    def count(by: tuple[str, ...], method: str, /, **values: Any) -> Count:
        from enumino.run.searching import SearchCount

        if by:  # an option of the problem itself, as that of subgraphs
            values["by"] = by
        return SearchCount(problem(**values))

    return count


@click.group(cls=Problems, subcommand=_subcommand)
def command() -> None:
    """Count the objects of a problem without listing them.

    \b
    enumino count polyominoes --cells 1-24
    enumino count polyominoes --cells 36 --to DIR --share 3/100   # job 3 of 100, then without it
    enumino count tilings --region 8x8 --pieces domino
    enumino count tatami --room 1000x1001
    """  # noqa: D301
