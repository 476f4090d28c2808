"""Groups of commands, and the options that several verbs share, each defined once."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, fields, replace
from functools import wraps
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from enumino.arguments import MOST_THREADS
from enumino.cli import retired
from enumino.errors import ProblemError
from enumino.words import quoted

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from enumino.cli.progress import View
    from enumino.run.runner import Execution

# Similarity, at most 1, from which a word counts as a misspelling of another.
ALIKE = 0.8


@contextmanager
def naming_command(ctx: click.Context) -> Iterator[None]:
    """Let errors in options name their command."""
    try:
        yield
    except click.NoSuchOption as error:
        error.ctx = error.ctx or ctx
        if error.option_name not in retired.OPTIONS:
            raise
        message = f"{error.option_name} is gone: {retired.OPTIONS[error.option_name]}"
        raise click.UsageError(message, error.ctx) from error
    except click.UsageError as error:
        error.ctx = error.ctx or ctx
        raise


class Group(click.Group):
    """A group of commands, loaded when used, that suggests the right one for a mistyped word."""

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

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the commands and options that a word may become."""
        from click.shell_completion import CompletionItem

        names = [
            CompletionItem(name, help=summary)
            for name, summary in self.summaries().items()
            if name.startswith(incomplete)
        ]
        return names + click.Command.shell_complete(self, ctx, incomplete)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments before the command."""
        with naming_command(ctx):
            return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the first word names."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from difflib import get_close_matches

            if args[0] in retired.VERBS:
                message = f"{args[0]} is gone: {retired.VERBS[args[0]]}"
                raise click.UsageError(message, error.ctx) from error
            near = get_close_matches(args[0], self.list_commands(ctx), 1, ALIKE)
            if not near:
                raise
            meant = f"{error.message.rstrip('.')}: did you mean {near[0]!r}?"
            raise click.UsageError(meant, error.ctx) from error


# Any text, since datasets may be in object stores; the shell completes the names of folders.
FOLDER = click.Path(readable=False)

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


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


def columns(known: Callable[[], Sequence[str]]) -> Read:
    """Return the type of names of columns with commas between them, in the order asked for."""

    def read(text: str) -> tuple[str, ...]:
        names = tuple(name.strip() for name in text.split(","))
        for name in names:
            if name not in known():
                choose = f"choose from {', '.join(known())}"
                raise ValueError(f"{quoted(name)} is not a column to count by: {choose}")
            if names.count(name) > 1:
                raise ValueError(f"{name} is given twice; once is enough")
        return names

    return Read("COLUMN,...", read)


class Command(click.Command):
    """A command whose errors in options name it, and that knows options which left."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments of a command."""
        with naming_command(ctx):
            return super().parse_args(ctx, args)


quiet = click.option("--quiet", "-q", is_flag=True, help="Show no progress on stderr.")
as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
rows_per_part = click.option(
    "--rows-per-part",
    type=click.IntRange(min=1),
    help="Target number of rows in each file.  [default: 1000000]",
)
threads = click.option(
    "--threads",
    type=click.IntRange(1, MOST_THREADS),
    help="Threads on this machine.  [default: cores]",
)
processes = click.option(
    "--processes",
    type=click.IntRange(1, MOST_THREADS),
    metavar="N",
    help="Share the threads among so many processes, which many cores need.",
)
in_process = click.option(
    "--in-process", is_flag=True, help="Make one part at a time in this process, without Dask."
)
force = click.option("--force", is_flag=True, help="Start even if the disk may be too small.")
explain = click.option(
    "--explain", is_flag=True, help="Print the effect of each condition on the search."
)
dataset = click.argument("dataset", metavar="DATASET", type=FOLDER)
where = click.option(
    "--where", metavar="SQL", help='Only rows that meet this condition, such as "cells = 6".'
)


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


def grouped(name: str, kind: type, options: Sequence[Decorator]) -> Decorator:
    """Return a decorator that gives a command options, which it takes as one value of a class."""

    def decorate(action: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(action)
        def called(**values: Any) -> Any:
            chosen = {field.name: values.pop(field.name) for field in fields(kind)}
            return action(**{name: kind(**chosen)}, **values)

        shown: Callable[..., Any] = called
        for option in reversed(options):
            shown = option(shown)
        return shown

    return decorate


_CLUSTER: list[Decorator] = [
    click.option(
        "--scheduler",
        metavar="ADDRESS",
        help="Run on this Dask cluster: tcp://HOST:PORT, tls://HOST:PORT, or config for the one "
        "that Dask's own configuration names.",
    ),
    click.option(
        "--scheduler-file",
        metavar="FILE",
        help="Run on the cluster whose scheduler wrote this file.",
    ),
]


@dataclass(frozen=True)
class Workers:
    """Threads of this process or a cluster, as the options of a command select them."""

    threads: int | None
    processes: int | None
    in_process: bool
    scheduler: str | None  # address of a Dask cluster
    scheduler_file: str | None  # that its scheduler has written, instead

    @contextmanager
    def execution(self, view: View) -> Iterator[Execution]:
        """Give the execution that the options select; in the end close its client, if it has one.

        The view shows the run.
        """
        from enumino.run import cluster
        from enumino.run.runner import Execution

        refuse_together("scheduler", "scheduler_file", "threads", "in_process")
        refuse_together("scheduler", "scheduler_file", "processes", "in_process")
        if self.processes is not None:  # an interrupted command leaves them their semaphores
            before = os.environ.get("PYTHONWARNINGS")
            quiet = [before, "ignore:resource_tracker"]
            os.environ["PYTHONWARNINGS"] = ",".join(filter(None, quiet))
        how = Execution(None, self.threads, self.processes, self.in_process, view)
        if self.scheduler is None and self.scheduler_file is None:
            yield how
            return
        with closing(cluster.connect(self.scheduler, self.scheduler_file)) as client:
            yield replace(how, client=client)


workers = grouped("workers", Workers, [threads, processes, *_CLUSTER, in_process])
