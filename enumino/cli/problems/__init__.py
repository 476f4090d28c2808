"""The problems as subcommands: one module a family, whose options serve all verbs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import click

from enumino.cli.options import Command, Decorator
from enumino.cli.problems import covers, polyominoes, tatami, tilings, trominoes
from enumino.cli.progress import View

if TYPE_CHECKING:
    from enumino.enum.problem import Problem

# Family -> help, its options, and what makes a problem of them.
PROBLEMS: dict[str, tuple[str, Sequence[Decorator], Callable[..., Problem]]] = {
    "polyominoes": (
        "Edge-connected sets of cells, by size.",
        polyominoes.OPTIONS,
        polyominoes.problem,
    ),
    "tatami": (
        "Layouts of mats in rooms, no four at a point.",
        tatami.OPTIONS,
        tatami.problem,
    ),
    "tilings": (
        "Tilings of a region by polyominoes.",
        tilings.OPTIONS,
        tilings.problem,
    ),
    "cover": (
        "Exact covers: Knuth's DLX format, matrices, subsets, puzzles.",
        covers.OPTIONS,
        covers.problem,
    ),
    "trominoes": (
        "Boards without one cell, covered by L-trominoes.",
        trominoes.OPTIONS,
        trominoes.problem,
    ),
}


def for_each_problem(
    group: click.Group,
    action: Callable[..., Any],
    *shared: Decorator,
    families: Iterable[str] = PROBLEMS,
) -> None:
    """Give a verb one subcommand a problem, which calls ``action(problem, **shared options)``."""
    for family in families:
        help_text, options, build = PROBLEMS[family]

        def invoke(
            options: Sequence[Decorator] = options,
            build: Callable[..., Problem] = build,
            **values: Any,
        ) -> Any:
            own = {name: values.pop(name) for name in _names(options)}
            with View(values["quiet"]).reading():
                problem = build(**own)
            return action(problem, **values)

        callback: Callable[..., Any] = invoke
        for option in reversed([*options, *shared]):
            callback = option(callback)
        group.add_command(click.command(family, cls=Command, help=help_text)(callback))


def _names(options: Sequence[Decorator]) -> list[str]:
    """The parameter names that option decorators define."""

    def probe() -> None: ...

    for option in options:
        option(probe)
    return [parameter.name for parameter in probe.__click_params__]  # type: ignore[attr-defined]
