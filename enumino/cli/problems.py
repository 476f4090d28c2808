"""The families of problems as subcommands of a verb.

The options module of a family (`enumino.registry.Family.options`) has

- ``OPTIONS``: the decorators of its options, which serve all verbs: `options_of` its parameters;
- ``problem(**values)``: the problem that they ask for;
- ``count(by, method, **values)``, the count that they ask for, unless it is that by search, with
  ``COUNT_OPTIONS``, ``COUNTED_BY`` (columns), ``counted()`` (further ones) and ``METHODS``;
- ``print_problem(problem, quiet, as_json)``, if ``enumino enumerate`` without ``--to`` prints
  something.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

import click

from enumino.cli.options import Command, Decorator, Group, Read
from enumino.cli.progress import READING, View
from enumino.parameters import Option, Parameter, Parameters, in_help
from enumino.registry import Family, families
from enumino.words import plural

if TYPE_CHECKING:
    from enumino.enum.problem import Problem
    from enumino.objects.lattice import Lattice
    from enumino.objects.region import Region

ONE_NAME = re.compile(r"[A-Za-z][\w -]{0,39}")  # of a piece; no drawing, size, list or file


class Problems(Group):
    """A verb with a subcommand for each family that has options."""

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
        return dict(sorted((family.name, family.summary) for family in self._families()))

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        family = next((each for each in self._families() if each.name == name), None)
        if family is None:
            return None
        command = self._subcommand(family)
        if family.example:
            words = f"{ctx.command_path} {name} {family.example}{self._example_ends}"
            command.epilog = f"\b\nFor example:\n  {words}"
        return command

    def _families(self) -> list[Family]:
        return [family for family in families() if family.options is not None]


def problem_command(
    family: Family, action: Callable[..., Any], *shared: Decorator
) -> click.Command:
    """Return a subcommand that calls ``action(problem, **values of the shared options)``."""
    module = family.options_module()
    own_options: Sequence[Decorator] = module.OPTIONS
    build: Callable[..., Problem] = module.problem
    own_names = names_of(own_options)

    def invoke(**values: Any) -> Any:
        own = {name: values.pop(name) for name in own_names}
        with View(click.get_current_context().params["quiet"]).busy(READING):
            problem = build(**own)
        return action(problem, **values)

    callback: Callable[..., Any] = invoke
    for option in reversed([*own_options, *shared]):
        callback = option(callback)
    return click.command(family.name, cls=Command, help=family.summary)(callback)


def expected_rows(problem: Problem, rows: float) -> str:
    """Return the number of rows that is expected, in words; "at most" if it is a bound."""
    bound = isinstance(problem, Parameters) and problem.expects_at_most
    return f"{'at most' if bound else 'about'} {plural(round(rows), 'row')}"


def explained(problem: Problem) -> list[str]:
    """Return a sentence about each condition of a problem, or that it has none."""
    lines = problem.explained() if isinstance(problem, Parameters) else []
    return lines or ["There is no condition: every object of the search is listed."]


def options_of(parameters: type[Parameters], *, counting: bool = False) -> list[Decorator]:
    """Return the decorators of the options that a family's parameters declare.

    Those for `counting` lack the options of listings.
    """
    return [
        _option(each, option)
        for each in in_help(parameters)
        for option in each.options
        if not (counting and option.listing)
    ]


def _option(parameter: Parameter, option: Option) -> Decorator:
    """The decorator of an option."""
    if parameter.set_by(option) is not None:
        return click.option(option.flag, is_flag=True, help=option.help)
    more: dict[str, Any] = {}  # a default None would be one, which a required option must not have
    if option is parameter.options[0] and isinstance(parameter.default, str | int):
        more = {"default": str(parameter.default), "show_default": True}
    return click.option(
        option.flag,
        type=_type(parameter, option),
        metavar=option.metavar,
        multiple=option.multiple,
        required=option.required,
        help=option.help,
        **more,
    )


def _type(parameter: Parameter, option: Option) -> click.ParamType[Any] | type:
    """The type of an option, which the field's annotation tells unless the option reads text."""
    if option.reads is int:
        return int
    if option.reads is not None:
        return Read(option.metavar or "TEXT", option.reads)
    kinds = [parameter.type, *reversed(get_args(parameter.type)), parameter.schema]
    for kind in kinds:
        if get_origin(kind) is Literal:
            return click.Choice(get_args(kind))
    return int if int in kinds else str


def names_of(options: Sequence[Decorator]) -> list[str]:
    """Return the parameter names that option decorators define."""

    def probe() -> None: ...

    for option in options:
        option(probe)
    return [parameter.name for parameter in getattr(probe, "__click_params__", [])]


def region_of(
    text: str, without: tuple[tuple[int, ...], ...], lattice: Lattice | None = None
) -> Region:
    """Return the region that a user names or draws, by default of squares, less some cells.

    The name of a single piece is that of its cells, unless a file has it.
    """
    from enumino.objects.lattice import SQUARE
    from enumino.objects.piece_sets import find
    from enumino.objects.region import Region, is_file

    lattice = lattice or SQUARE
    named = ONE_NAME.fullmatch(text) and not is_file(text)
    pieces = find(text, lattice) if named else ()
    region = Region.of(pieces[0].shape) if len(pieces) == 1 else Region.read(text, lattice)
    return region.without(without) if without else region
