"""Subcommands of a verb for the families of problems."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import MISSING, Field, dataclass, fields
from types import NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Literal,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

import click

from enumino.arguments import cell_of
from enumino.cli.options import Command, Group, Option, Whole
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
    """A verb with a subcommand for each family, which a function makes; its help is of the verb."""

    def __init__(
        self,
        subcommand: Callable[[FamilyOptions], click.Command],
        example_ends: str = "",  # appended to the example in the help of a family
        **more: Any,
    ) -> None:
        super().__init__(help=subcommand.__doc__, **more)
        self._subcommand, self._example_ends = subcommand, example_ends

    def summaries(self) -> dict[str, str]:
        return dict(sorted((family.name, family.summary) for family in families()))

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        family = next((each for each in families() if each.name == name), None)
        if family is None:
            return None
        command = self._subcommand(options_of_family(family))
        if family.example:
            words = f"{ctx.command_path} {name} {family.example}{self._example_ends}"
            command.epilog = f"\b\nFor example:\n  {words}"
        return command


@dataclass
class FamilyOptions:
    """The options of a family's subcommands, and the problems and counts that they describe.

    By default, each field of the family's parameters is an option. A family with other options has
    a subclass ``Options`` in its module ``options.py``.
    """

    family: Family
    columns: ClassVar[Sequence[str]] = ()  # to count by
    methods: ClassVar[Sequence[str]] = ()  # of counting
    further: ClassVar[Sequence[click.Parameter]] = ()  # options, after the first of the family
    not_counted: ClassVar[Sequence[str]] = ()  # parameters that counts do not have
    prints: ClassVar[bool] = False  # an object, for ``enumino enumerate`` without ``--to``

    def options(self) -> list[click.Parameter]:
        """Return the options of problems."""
        first, *others = options_of(self.family.parameters_class)
        return [first, *self.further, *others]

    def problem(self, *_: Any, **values: Any) -> Problem:
        """Return the problem that the options describe."""
        return cast("Problem", self.family.problem_class(**values))

    def counts(self, by: tuple[str, ...], method: str, **values: Any) -> Sequence[Count]:
        """Return the counts that the options describe, by default one count by search."""
        from enumino.run.searching import SearchCount

        return [SearchCount(self.problem(**values))]

    def print_problem(self, problem: Any, quiet: bool, as_json: bool) -> int:
        """Print an object of a problem, and return the exit code."""
        raise NotImplementedError

    def command(
        self,
        action: Callable[..., int],
        *shared: click.Parameter,
        own: Sequence[click.Parameter] | None = None,
        make: Callable[..., Any] | None = None,
    ) -> click.Command:
        """Return a subcommand that calls ``action(make(**own values), **shared values)``.

        By default, the options of problems make a problem.
        """
        own, make = self.options() if own is None else own, make or self.problem

        def invoke(**values: Any) -> int:
            asked = {str(each.name): values.pop(str(each.name)) for each in own}
            with View(values["quiet"]).busy(READING):
                made = make(**asked)
            return action(made, **values)

        described = [each.metadata for each in fields(self.family.parameters_class)]
        arguments = [each["help"] for each in described if each and each["flag"][0] != "-"]
        text = "\n\n".join([self.family.summary, *arguments])
        return Command(self.family.name, callback=invoke, params=[*own, *shared], help=text)


def options_of_family(family: Family) -> FamilyOptions:
    """Return the options of a family."""
    module = family.module("options")
    return cast(FamilyOptions, module.Options(family)) if module else FamilyOptions(family)


def expected_size(problem: Problem, plan: Plan) -> tuple[str, str]:
    """Return the expected rows and bytes in words, as a bound or an estimate; and the parts.

    There is a reason if parts are larger than requested.
    """
    from enumino.enum.partition import MAX_PARTS

    bound = isinstance(problem, Parameters) and problem.expects_upper_bound
    rows, held = plan.expected["rows"], size(plan.expected["bytes"])
    parts = plural(len(plan.parts), "part")
    if rows > MAX_PARTS * plan.rows_per_part:
        each = plural(round(rows / len(plan.parts)), "row")
        parts = f"{parts} (the maximum) of about {each} each"
    return f"{'at most' if bound else 'about'} {plural(round(rows), 'row')}, {held}", parts


def options_of(parameters: type[Parameters]) -> list[click.Parameter]:
    """Return the options of the fields of parameters."""
    types = get_type_hints(parameters)
    return [_option(each, types[each.name]) for each in fields(parameters) if each.metadata]


def _option(each: Field[Any], kind: Any) -> click.Parameter:
    """Return the option or the argument for a field."""
    flag, text = each.metadata["flag"], each.metadata["help"]
    if not flag.startswith("-"):
        return click.Argument(
            [each.name], nargs=-1, required=True, metavar=flag, callback=lambda *a: " ".join(a[-1])
        )
    if kind is bool:
        turned = not each.default
        return Option(flag, text, name=each.name, flag_value=turned, default=not turned)
    several = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    types = [one for one in several if one is not NoneType]
    choices = get_args(types[0]) if len(types) == 1 and get_origin(types[0]) is Literal else ()
    more: dict[str, Any] = {}
    if isinstance(each.default, str | int):
        more = {"default": str(each.default), "show_default": True}
    return Option(
        flag,
        text,
        click.Choice(choices) if choices else Whole() if types == [int] else str,
        name=each.name,
        multiple=kind == tuple[str, ...],
        required=each.default is MISSING,
        **more,
    )


class RegionOptions(FamilyOptions):
    """The options of a family of regions, and the option that removes cells.

    `problem` and `counts` are for families whose module ``counts`` has a function ``count_of``.
    """

    further = (
        Option(
            "--without [L,]R,C",
            "Remove this cell from the region, counted from 0; repeatable.",
            multiple=True,
        ),
    )

    def problems(self, *_: Any, **values: Any) -> Sequence[Any]:
        """Return the problem of each region."""
        raise NotImplementedError

    def problem(self, *_: Any, **values: Any) -> Any:
        found, *others = self.problems(**values)
        if others:
            raise ProblemError(
                f"{values['region']} names several regions: only counts take more than one."
            )
        return found

    def counts(self, by: tuple[str, ...], method: str, **values: Any) -> Sequence[Count]:
        module: Any = self.family.module("counts")
        return [module.count_of(problem, by, method) for problem in self.problems(**values)]


def regions_of(
    named: Sequence[str | Region], without: tuple[str, ...], lattice: Lattice | None = None
) -> list[Region]:
    """Return the regions that a user names or draws, without some cells; squares by default."""
    from enumino.objects.lattice import SQUARE
    from enumino.objects.region import Region, read

    found: list[Region] = []
    for given in named:
        found += [given] if isinstance(given, Region) else read(given, lattice or SQUARE)
    if without and len(found) > 1:
        raise ProblemError(f"--without needs a single region, not {' and '.join(map(str, named))}.")
    cells = [cell_of(cell, in_layers=(lattice or SQUARE).dimensions > 2) for cell in without]
    return [each.without(cells) if cells else each for each in found]
