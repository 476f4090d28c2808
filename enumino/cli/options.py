"""Groups of commands, and the options that several verbs share."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from enumino.arguments import MOST_THREADS, digits
from enumino.errors import ProblemError
from enumino.words import quoted

if TYPE_CHECKING:
    from enumino.cli.progress import View
    from enumino.run.runner import HowToRun


class Group(click.Group):
    """A group of commands that are loaded when they are used."""

    def summaries(self) -> Mapping[str, str]:
        """Return one line of help for each command."""
        raise NotImplementedError

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return list(self.summaries())

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the section of the help that lists the commands."""
        with formatter.section("Commands"):
            formatter.write_dl(list(self.summaries().items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the first word names, or suggest similar names."""
        name, *rest = args
        command = self.get_command(ctx, name)
        if command is None:
            if ctx.resilient_parsing:
                return None, None, rest
            raise click.exceptions.NoSuchCommand(name, None, self.list_commands(ctx), ctx)
        # An option that is given twice but takes one value: click would keep the last.
        with suppress(click.UsageError):  # which the command itself reports
            _, _, given = command.make_parser(ctx).parse_args([*rest])
            for option, times in Counter(given).items():
                once = isinstance(option, click.Option) and not (option.multiple or option.is_flag)
                if once and times > 1:
                    raise ProblemError(f"{option.opts[0]} is given twice: give it once.")
        return name, command, rest


@dataclass(eq=False)
class Read(click.ParamType[Any]):
    """Text that a function parses; the function raises a ValueError or a ProblemError."""

    name: str
    reads: Callable[[str], Any]

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str):
            return value
        try:
            return self.reads(value)
        except ProblemError:
            raise
        except ValueError as error:
            self.fail(str(error), param, ctx)


@dataclass(eq=False)
class Whole(click.ParamType[int]):
    """A whole number in the digits 0 to 9; Python also accepts ``1_0`` and Arabic digits."""

    least: int | None = None
    most: int | None = None
    name = "N"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, str):
            try:
                value = digits(value, "The number")
            except ProblemError as error:
                self.fail(str(error), param, ctx)
        # The help of click's own type would repeat the bounds.
        return click.IntRange(self.least, self.most).convert(value, param, ctx)


def _share(text: str) -> tuple[int, int]:
    """Return the two numbers of a share such as ``3/100``; shares are counted from 1."""
    match = re.fullmatch(r"\s*(\d+)\s*/\s*(\d+)\s*", text)
    number, shares = (digits(each, "The number") for each in match.groups()) if match else (0, 0)
    if not 1 <= number <= shares:
        raise ValueError(f"{quoted(text)} is not a share: write 3/100 for the third of 100")
    return number, shares


def option(words: str, text: str, kind: Any = None, **more: Any) -> click.Option:
    """Return an option from its flags and the name of its value, such as ``-o --to FILE``."""
    flags = [word for word in words.split() if word.startswith("-")]
    value = " ".join(word for word in words.split() if not word.startswith("-"))
    names = [*flags, more.pop("name")] if "name" in more else flags
    more |= {"metavar": value} if value else {}
    more |= {"is_flag": True} if not value and kind is None else {}
    return click.Option(names, type=kind, help=text, **more)


SHARE = Read("K/N", _share)
# Any text, since datasets may be in object stores; the shell completes the names of folders.
FOLDER = click.Path(readable=False)

dataset = click.Argument(["dataset"], metavar="DATASET", type=FOLDER)
where = option("--where SQL", 'Use only rows that meet this condition, such as "cells = 6".')
quiet = option("--quiet -q", "Show no progress on stderr.")
as_json = option("--json", "Print JSON.", name="as_json")
as_csv = option("--csv", "Print CSV.", name="as_csv")
rows_per_part = option(
    "--rows-per-part N",
    "Target mean number of rows per file.  [default: 100000, in large problems up to 1000000]",
    Whole(1),
)
_ONE_OR_MORE = Whole(1, MOST_THREADS)
threads = option(
    "--threads N", "Number of threads on this machine.  [default: one per core]", _ONE_OR_MORE
)
# The place of a run: the keyword arguments of `execution`.
PLACE: list[click.Parameter] = [
    threads,
    option(
        "--processes N",
        "Split the threads across N processes.  [default: one per 8 threads for long work]",
        _ONE_OR_MORE,
    ),
    option(
        "--scheduler ADDRESS|FILE",
        "Run on a Dask cluster: tcp://HOST:PORT, tls://HOST:PORT, or the path of a scheduler file.",
    ),
]


@contextmanager
def execution(
    view: View, *, threads: int | None, processes: int | None, scheduler: str | None
) -> Iterator[HowToRun]:
    """Yield the place that the options select, and close its client in the end."""
    refuse_together("scheduler", "threads")
    refuse_together("scheduler", "processes")
    if scheduler is None:
        yield {"threads": threads, "processes": processes or "auto", "on_event": view}
        return
    from enumino.run import cluster

    with closing(cluster.connect(scheduler)) as client:
        yield {"client": client, "on_event": view}


def named(parameters: Iterable[str]) -> list[str]:
    """Return the flags of the parameters that the user has given to the running command."""
    context = click.get_current_context()
    return [
        option.opts[0]
        for option in context.command.params
        if option.name in parameters
        and context.get_parameter_source(option.name) is not ParameterSource.DEFAULT
    ]


def refuse_together(*parameters: str) -> None:
    """Reject mutually exclusive options of the running command."""
    if len(given := [flag for each in parameters for flag in named([each])]) > 1:
        raise ProblemError(f"{given[0]} and {given[1]} exclude each other: choose one.")
