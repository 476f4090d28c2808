"""Options that several verbs share, each defined once."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Protocol

import click
from click.core import ParameterSource

from enumino.arguments import MOST_THREADS, range_of
from enumino.cli import signals
from enumino.cli.start import folders, telling_of
from enumino.errors import ProblemError
from enumino.words import quoted

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


class Range(click.ParamType[range]):
    """``8`` or ``1-12``: a range of whole numbers, both ends included."""

    name = "N|A-B"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> range:
        if isinstance(value, range):
            return value
        try:
            return range_of(value)
        except ProblemError:
            raise
        except ValueError as error:
            self.fail(str(error), param, ctx)


class Columns(click.ParamType[tuple[str, ...]]):
    """Names of columns with commas between them, each once, in the order that is asked for."""

    name = "COLUMN,..."

    def __init__(self, known: tuple[str, ...]) -> None:
        self.known = known

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, ...]:
        if isinstance(value, tuple):
            return value
        names = tuple(name.strip() for name in value.split(","))
        for name in names:
            if name not in self.known:
                choose = f"choose from {', '.join(self.known)}"
                self.fail(f"{quoted(name)} is not a column to count by: {choose}", param, ctx)
            if names.count(name) > 1:
                self.fail(f"{name} is given twice; once is enough", param, ctx)
        return names


class Bytes(click.ParamType[float]):
    """A number of bytes, such as 500MB or 4GB."""

    name = "bytes"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return how many bytes."""
        if not isinstance(value, str):
            return float(value)
        match = re.fullmatch(r"(\d+(?:\.\d+)?) ?([kMG])B", value.strip())
        if not match or not float(match[1]):
            self.fail(f"{quoted(value)} is not a number of bytes: write 500MB or 4GB.", param, ctx)
        return float(match[1]) * {"k": 1e3, "M": 1e6, "G": 1e9}[match[2]]


# Pairs of options of which a command takes one, and why.
ONE_OF_THEM = "exclude each other: choose one."
CLUSTERS, LOCAL = ("--scheduler", "--scheduler-file"), ("--threads", "--in-process")
CONFLICTS = {
    ("--json", "--csv"): ONE_OF_THEM,
    ("--queries", "--json"): ONE_OF_THEM,
    ("--sql", "--where"): "both choose rows: put the condition into the query.",
    (
        "--sql",
        "--random",
    ): "both choose rows: write `using sample` into the query, or leave out one.",
    ("--part", "--share"): "both say which parts: leave out one of them.",
    CLUSTERS: "name two clusters: leave out one.",
    LOCAL: "contradict each other, since --in-process runs in one thread: leave out --threads.",
    **{
        (there, here): "name two places, the cluster and this computer: leave out --threads and "
        "--in-process."
        for there in CLUSTERS
        for here in LOCAL
    },
    **{
        ("--unique", other): ONE_OF_THEM
        for other in (
            *("--by", "--limit", "--method", "--no-pruning", "--order", "--stats"),
            *("--checkpoint", "--csv", "--bfile", "--to"),
        )
    },
}


# Options that say something only beside one of others, and the way out.
NEEDS = {
    ("--wait-for-workers", "--upload", "--performance-report"): (
        CLUSTERS,
        "would be ignored without a cluster: name one with --scheduler or --scheduler-file.",
    ),
}


class Command(click.Command):
    """A command that refuses options given twice, in conflict, or without what they need."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments of a command."""
        with telling_of(ctx):
            _, _, given = self.make_parser(ctx).parse_args(list(args))
            named = {param.opts[0] for param in given}
            for (one, other), reason in CONFLICTS.items():
                if {one, other} <= named:
                    raise ProblemError(f"{one} and {other} {reason}")
            for options, (needed, reason) in NEEDS.items():
                ignored = [option for option in options if option in named]
                if ignored and not named.intersection(needed):
                    raise ProblemError(f"{' and '.join(ignored)} {reason}")
            for param in given:
                once = isinstance(param, click.Option) and not (param.multiple or param.is_flag)
                if once and given.count(param) > 1:
                    ctx.fail(f"{param.opts[0]} is given {given.count(param)} times; once is enough")
            return super().parse_args(ctx, args)


quiet = click.option("--quiet", "-q", is_flag=True, help="No progress on stderr.")
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
in_process = click.option(
    "--in-process", is_flag=True, help="Run one task at a time in this process, without Dask."
)
force = click.option("--force", is_flag=True, help="Start even if the disk may be too small.")
explain = click.option("--explain", is_flag=True, help="Print what each condition does.")
dataset = click.argument("dataset", metavar="DATASET", shell_complete=folders)


def named(parameters: Iterable[str]) -> list[str]:
    """Return which of these options of the running command the user has named, as ``--threads``."""
    context = click.get_current_context()
    return [
        option.opts[0]
        for option in context.command.params
        if option.name in parameters
        and context.get_parameter_source(option.name) is not ParameterSource.DEFAULT
    ]


class View(Protocol):
    """The display of a run."""

    def __exit__(self, *_: object) -> None:
        """Take down the bar."""
        ...

    def interrupted(self) -> str:
        """Return what has been kept of an interrupted run."""
        ...

    def kept_nothing(self) -> str:
        """Return that nothing was kept, and how to keep it."""
        ...


@contextmanager
def resumable(view: View, kept: str | None) -> Iterator[None]:
    """On Ctrl-C or SIGTERM say what is kept and how to go on, and leave at once.

    Threads deep in a kernel would be waited for otherwise.
    """
    try:
        yield
    except KeyboardInterrupt as interrupt:
        word, code = signals.word_and_exit_code(interrupt)
        view.__exit__()
        again = shlex.join(["enumino", *sys.argv[1:]])
        click.echo(
            f"{word}: {view.interrupted()}; to continue, run:\n{again}"
            if kept
            else f"{word}: {view.kept_nothing()}.",
            err=True,
        )
        with suppress(OSError):
            sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
