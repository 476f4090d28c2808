"""The families of problems as subcommands of a verb.

The options of a family are those of the fields of its parameters. A family with others has a module
``options.py`` with some of these names, or, if it serves several families, ``of_family(family)``,
which returns them in a dictionary:

- ``OPTIONS``, its options, `options_of` its parameters among them;
- ``problem(**values)``, the problem that they ask for;
- ``print_problem(problem, quiet, as_json)``, if ``enumino enumerate`` without ``--to`` prints
  something;
- ``COUNT_OPTIONS``, the options of counts, by default the same;
- ``COUNTED_BY``, columns to count by, and ``METHODS`` of counting, if there are any;
- ``count(by, method, **values)``, the count that they ask for, by default that by search;
- ``each(**values)``, the values of several problems that are counted together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import MISSING, Field, fields
from functools import partial
from types import NoneType, SimpleNamespace, UnionType
from typing import TYPE_CHECKING, Any, Literal, Union, get_args, get_origin, get_type_hints

import click

from enumino.arguments import cell_of
from enumino.cli.options import Group
from enumino.cli.progress import READING, View
from enumino.errors import ProblemError
from enumino.parameters import Parameters
from enumino.registry import Family, families
from enumino.words import plural, size

if TYPE_CHECKING:
    from enumino.datasets.plan import Plan
    from enumino.enum.problem import Problem
    from enumino.objects.lattice import Lattice
    from enumino.objects.region import Region
    from enumino.run.counting import Count


class Problems(Group):
    """A verb with a subcommand for each family."""

    def __init__(
        self,
        *args: Any,
        subcommand: Callable[[Family], click.Command],
        example_ends: str = "",  # follows the options of a family in the example of its help
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self._subcommand = subcommand
        self._example_ends = example_ends

    def summaries(self) -> dict[str, str]:
        return dict(sorted((family.name, family.summary) for family in families()))

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        family = next((each for each in families() if each.name == name), None)
        if family is None:
            return None
        command = self._subcommand(family)
        if family.example:
            words = f"{ctx.command_path} {name} {family.example}{self._example_ends}"
            command.epilog = f"\b\nFor example:\n  {words}"
        return command


def options_module(family: Family) -> Any:
    """Return the names of the module `options.py` of a family, or what its parameters imply."""
    module = family.module("options")
    own: dict[str, Any] = vars(module) if module else {}
    if "of_family" in own:
        own = own["of_family"](family)
    found: dict[str, Any] = {
        "OPTIONS": options_of(family.parameters_class),
        "problem": lambda **values: family.problem_class(**values),
        "print_problem": None,
        "COUNTED_BY": (),
        "METHODS": (),
        "each": lambda **values: [values],
        **own,
    }
    count = partial(_count_by_search, found["problem"])
    return SimpleNamespace(**{"COUNT_OPTIONS": found["OPTIONS"], "count": count, **found})


def _count_by_search(
    make: Callable[..., Problem], by: tuple[str, ...], method: str, /, **values: Any
) -> Count:
    from enumino.run.searching import SearchCount

    return SearchCount(make(**values))


def family_command(
    family: Family,
    make: Callable[..., Any],
    own: Sequence[click.Parameter],
    action: Callable[..., int],
    *shared: click.Parameter,
) -> click.Command:
    """Return a subcommand that calls ``action(make(**own values), **shared values)``."""

    def invoke(**values: Any) -> int:
        asked = {str(each.name): values.pop(str(each.name)) for each in own}
        with View(values["quiet"]).busy(READING):
            made = make(**asked)
        return action(made, **values)

    described = [each.metadata for each in fields(family.parameters_class) if each.metadata]
    arguments = [each["help"] for each in described if not each["flag"].startswith("-")]
    text = "\n\n".join([family.summary, *arguments])
    return click.Command(family.name, callback=invoke, params=[*own, *shared], help=text)


def expected_size(problem: Problem, plan: Plan) -> str:
    """Return how many rows and bytes are expected, in words; "at most" if that is a bound."""
    bound = isinstance(problem, Parameters) and problem.expects_upper_bound
    rows, held = plan.expected["rows"], size(plan.expected["bytes"])
    return f"{'at most' if bound else 'about'} {plural(round(rows), 'row')}, {held}"


def options_of(parameters: type[Parameters], *names: str) -> list[click.Parameter]:
    """Return the options of some fields of parameters, by default of all."""
    types = get_type_hints(parameters)
    own = {each.name: each for each in fields(parameters)}
    return [_option(own[name], types[name]) for name in names or own if own[name].metadata]


def _option(each: Field[Any], kind: Any) -> click.Parameter:
    """Return the option, or the argument, of a field of a type."""
    flag, _, metavar = each.metadata["flag"].partition(" ")
    text = each.metadata["help"]
    if not flag.startswith("-"):
        return click.Argument(
            [each.name], nargs=-1, required=True, metavar=flag, callback=lambda *a: " ".join(a[-1])
        )
    if kind is bool:
        turned = not each.default
        return click.Option(
            [flag, each.name], is_flag=True, flag_value=turned, default=not turned, help=text
        )
    several = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    types = [one for one in several if one is not NoneType]
    choices = get_args(types[0]) if len(types) == 1 and get_origin(types[0]) is Literal else ()
    more: dict[str, Any] = {}
    if isinstance(each.default, str | int):
        more = {"default": str(each.default), "show_default": True}
    return click.Option(
        [flag, each.name],
        type=click.Choice(choices) if choices else int if types == [int] else str,
        metavar=metavar or None,
        multiple=kind == tuple[str, ...],
        required=each.default is MISSING,
        help=text,
        **more,
    )


WITHOUT = click.Option(
    ["--without"],
    metavar="[L,]R,C",
    multiple=True,
    help="Leave out this cell of the region, counted from 0; repeatable.",
)


def regions_of(
    named: Sequence[str | Region], without: tuple[str, ...], lattice: Lattice | None = None
) -> list[Region]:
    """Return the regions that a user names or draws, by default of squares, less some cells."""
    from enumino.objects.lattice import SQUARE
    from enumino.objects.region import Region, read

    found: list[Region] = []
    for given in named:
        found += [given] if isinstance(given, Region) else read(given, lattice or SQUARE)
    if without and len(found) > 1:
        raise ProblemError(
            f"--without takes cells of one region, and {' and '.join(map(str, named))} are several."
        )
    cells = [cell_of(cell, in_layers=(lattice or SQUARE).dimensions > 2) for cell in without]
    return [each.without(cells) if cells else each for each in found]
