"""Groups of commands, and the options that several verbs share, each defined once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
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
        """Return a line on each command."""
        raise NotImplementedError

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return list(self.summaries())

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the part of the help on the commands."""
        with formatter.section("Commands"):
            formatter.write_dl(list(self.summaries().items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the first word names, or suggest one that is spelt alike."""
        name, *rest = args
        command = self.get_command(ctx, name)
        if command is None and not ctx.resilient_parsing:
            raise click.exceptions.NoSuchCommand(name, None, self.list_commands(ctx), ctx)
        if command is not None:
            _refuse_twice(command, ctx, rest)
        return name if command else None, command, rest


def _refuse_twice(command: click.Command, ctx: click.Context, words: list[str]) -> None:
    """Raise a ProblemError if an option that takes one value is among the words twice.

    Click keeps the last value.
    """
    with suppress(click.UsageError):  # which running the command explains
        _, _, given = command.make_parser(ctx).parse_args([*words])
        for option, times in Counter(given).items():
            once = isinstance(option, click.Option) and not (option.multiple or option.is_flag)
            if once and times > 1:
                raise ProblemError(f"{option.opts[0]} is given twice: give it once.")


class Read(click.ParamType[Any]):
    """Text that a function reads, which raises a ValueError or a ProblemError."""

    def __init__(self, name: str, reads: Callable[[str], Any]) -> None:
        self.name, self._reads = name, reads

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str):
            return value
        try:
            return self._reads(value)
        except ProblemError:
            raise
        except ValueError as error:
            self.fail(str(error), param, ctx)


class Whole(click.IntRange):
    """A whole number in the digits 0 to 9; Python also takes ``1_0``, and Arabic digits."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if isinstance(value, str):
            try:
                value = digits(value, "The number")
            except ProblemError as error:
                self.fail(str(error), param, ctx)
        return super().convert(value, param, ctx)


def _share(text: str) -> tuple[int, int]:
    """The numbers of ``3/100``, the third of a hundred shares, which are counted from 1."""
    match = re.fullmatch(r"\s*(\d+)\s*/\s*(\d+)\s*", text)
    number, shares = (digits(each, "The number") for each in match.groups()) if match else (0, 0)
    if not 1 <= number <= shares:
        raise ValueError(f"{quoted(text)} is not a share: write 3/100 for the third of 100")
    return number, shares


SHARE = Read("K/N", _share)
# Any text, since datasets may be in object stores; the shell completes the names of folders.
FOLDER = click.Path(readable=False)

dataset = click.Argument(["dataset"], metavar="DATASET", type=FOLDER)
where = click.Option(
    ["--where"], metavar="SQL", help='Only rows that meet this condition, such as "cells = 6".'
)
quiet = click.Option(["--quiet", "-q"], is_flag=True, help="Show no progress on stderr.")
as_json = click.Option(["--json", "as_json"], is_flag=True, help="Print JSON.")
rows_per_part = click.Option(
    ["--rows-per-part"],
    type=Whole(min=1),
    metavar="N",
    help="Target number of rows in each file.  [default: 1000000]",
)
threads = click.Option(
    ["--threads"],
    type=Whole(1, MOST_THREADS),
    metavar="N",
    help="Threads on this machine.  [default: one a core]",
)
# The place of a run: the keyword arguments of `execution`.
PLACE: list[click.Parameter] = [
    threads,
    click.Option(
        ["--processes"],
        type=Whole(1, MOST_THREADS),
        metavar="N",
        help="Split the threads across N processes.  [default: long work takes one for 8 threads]",
    ),
    click.Option(
        ["--scheduler"],
        metavar="ADDRESS|FILE",
        help="Run on a Dask cluster: tcp://HOST:PORT, tls://HOST:PORT, or the file that its "
        "scheduler wrote.",
    ),
]


@contextmanager
def execution(
    view: View, *, threads: int | None, processes: int | None, scheduler: str | None
) -> Iterator[HowToRun]:
    """Give the place that the options select; in the end close its client, if it has one.

    The view shows the run.
    """
    refuse_together("scheduler", "threads")
    refuse_together("scheduler", "processes")
    if scheduler is None:
        yield {"threads": threads, "processes": processes or "auto", "on_event": view}
        return
    from enumino.run import cluster

    with closing(cluster.connect(scheduler)) as client:
        yield {"client": client, "on_event": view}


def named(parameters: Iterable[str]) -> list[str]:
    """Return which of these options of the running command the user has named, as ``--threads``."""
    context = click.get_current_context()
    return [
        option.opts[0]
        for option in context.command.params
        if option.name in parameters
        and context.get_parameter_source(option.name) is not ParameterSource.DEFAULT
    ]


def refuse_together(*parameters: str) -> None:
    """Refuse options of the running command of which the user has named more than one."""
    if len(given := [flag for each in parameters for flag in named([each])]) > 1:
        raise ProblemError(f"{given[0]} and {given[1]} exclude each other: choose one.")
