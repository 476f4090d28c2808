"""Commands and groups of commands, and the options that several verbs share."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import click
from click.core import ParameterSource

from enumino.arguments import MOST_THREADS, digits
from enumino.errors import ProblemError
from enumino.words import quoted


class Option(click.Option):
    """An option from its flags and the name of its value, such as ``-o --to FILE``.

    Options whose parameters it `excludes` are not given beside it.
    """

    def __init__(
        self, words: str, text: str, kind: Any = None, excludes: Iterable[str] = (), **more: Any
    ) -> None:
        flags = [word for word in words.split() if word.startswith("-")]
        value = " ".join(word for word in words.split() if not word.startswith("-"))
        names = [*flags, more.pop("name")] if "name" in more else flags
        more |= {"metavar": value} if value else {}
        more |= {"is_flag": True} if not value and kind is None else {}
        super().__init__(names, type=kind, help=text, **more)
        self.excludes = frozenset(excludes)


class Command(click.Command):
    """A command that refuses an option that is given twice, or beside one that excludes it."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        given = Counter(self.make_parser(ctx).parse_args([*args])[2])
        for option, times in given.items():
            if not isinstance(option, Option) or ctx.resilient_parsing:
                continue
            if times > 1 and not (option.multiple or option.is_flag):  # click would keep the last
                raise ProblemError(f"{option.opts[0]} is given twice: give it once.")
            for other in given:
                if other.name in option.excludes:
                    raise ProblemError(
                        f"{option.opts[0]} and {other.opts[0]} exclude each other: choose one."
                    )
        return super().parse_args(ctx, args)


def verb(
    *parameters: click.Parameter, cls: type[Command] = Command
) -> Callable[[Callable[..., Any]], Command]:
    """Return a decorator that makes a function a command with some parameters."""
    return click.command(cls=cls, params=[*parameters])


class Group(click.Group):
    """A group of commands that are loaded when they are used."""

    def summaries(self) -> Mapping[str, str]:
        """Return one line of help for each command."""
        raise NotImplementedError

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.summaries())

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(self.summaries().items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the first word names, or suggest similar names."""
        name, *rest = args
        command = self.get_command(ctx, name)
        if command is None and not ctx.resilient_parsing:
            raise click.exceptions.NoSuchCommand(name, None, self.list_commands(ctx), ctx)
        return name if command else None, command, rest


@dataclass(eq=False)
class Whole(click.ParamType[int]):
    """A whole number in the digits 0 to 9; Python also accepts ``1_0`` and Arabic digits."""

    least: int | None = None
    most: int | None = None
    longest: int = 18  # number of digits
    name = "N"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, str):
            try:
                value = digits(value, "The number", self.longest)
            except ProblemError as error:
                self.fail(str(error), param, ctx)
        # The help of click's own type would repeat the bounds.
        return click.IntRange(self.least, self.most).convert(value, param, ctx)


def share(text: str) -> tuple[int, int]:
    """Return the two numbers of a share such as ``3/100``; shares are counted from 1."""
    match = re.fullmatch(r"\s*(\d+)\s*/\s*(\d+)\s*", text)
    number, shares = (digits(each, "The number") for each in match.groups()) if match else (0, 0)
    if not 1 <= number <= shares:
        raise ValueError(f"{quoted(text)} is not a share: write 3/100 for the third of 100")
    return number, shares


# Any text, since datasets may be in object stores; the shell completes the names of folders.
FOLDER = click.Path(readable=False)

dataset = click.Argument(["dataset"], metavar="DATASET", type=FOLDER)
where = Option("--where SQL", 'Use only rows that meet this condition, such as "cells = 6".')
quiet = Option("--quiet -q", "Show no progress on stderr.")
as_json = Option("--json", "Print JSON.", name="as_json")
as_csv = Option("--csv", "Print CSV.", name="as_csv", excludes=["as_json"])
rows_per_part = Option(
    "--rows-per-part N",
    "Target mean number of rows per file.  [default: 100000, in large problems up to 1000000]",
    Whole(1),
)
memory = Option(
    "--memory GB",
    "Memory for a memo, or for states of a sweep; further ones go to disk.  [default: 3]",
    Whole(0, 1_000_000),
    default=3,
)
_ONE_OR_MORE = Whole(1, MOST_THREADS)
threads = Option(
    "--threads N", "Number of threads on this machine.  [default: one per core]", _ONE_OR_MORE
)
# The place of a run: keyword arguments of `enumino.cli.progress.View.running`.
PLACE: list[click.Parameter] = [
    threads,
    Option(
        "--processes N",
        "Split the threads across N processes.  [default: one per 8 threads for long work]",
        _ONE_OR_MORE,
    ),
    Option(
        "--scheduler ADDRESS|FILE",
        "Run on a Dask cluster: tcp://HOST:PORT, tls://HOST:PORT, or the path of a scheduler file.",
        excludes=["threads", "processes"],
    ),
]


def named(parameters: Iterable[str]) -> list[str]:
    """Return the flags of the parameters that the user has given to the running command."""
    context = click.get_current_context()
    return [
        option.opts[0]
        for option in context.command.params
        if option.name in parameters
        and context.get_parameter_source(option.name) is not ParameterSource.DEFAULT
    ]
