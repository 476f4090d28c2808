"""Options that several verbs share, each defined once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from functools import wraps
from typing import Any

import click
from click.core import ParameterSource

from enumino.arguments import MOST_THREADS, range_of
from enumino.cli.start import folders, naming_command
from enumino.errors import ProblemError
from enumino.words import quoted

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


def columns(known: Sequence[str]) -> Read:
    """Return the type of names of columns with commas between them, in the order asked for."""

    def read(text: str) -> tuple[str, ...]:
        names = tuple(name.strip() for name in text.split(","))
        for name in names:
            if name not in known:
                choose = f"choose from {', '.join(known)}"
                raise ValueError(f"{quoted(name)} is not a column to count by: {choose}")
            if names.count(name) > 1:
                raise ValueError(f"{name} is given twice; once is enough")
        return names

    return Read("COLUMN,...", read)


def _bytes_of(text: str) -> float:
    match = re.fullmatch(r"(\d+(?:\.\d+)?) ?([kMG])B", text.strip())
    if not match or not float(match[1]):
        raise ValueError(f"{quoted(text)} is not a number of bytes: write 500MB or 4GB.")
    return float(match[1]) * {"k": 1e3, "M": 1e6, "G": 1e9}[match[2]]


RANGE, BYTES = Read("N|A-B", range_of), Read("bytes", _bytes_of)


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


# Options that need one of several others, and the remedy.
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
        with naming_command(ctx):
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
in_process = click.option(
    "--in-process", is_flag=True, help="Run one task at a time in this process, without Dask."
)
force = click.option("--force", is_flag=True, help="Start even if the disk may be too small.")
explain = click.option(
    "--explain", is_flag=True, help="Print the effect of each condition on the search."
)
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
