"""``enumino count tilings | cover | trominoes``: by profiles or by search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

from enumino.cli import options
from enumino.cli.count.output import Output, output
from enumino.cli.options import Decorator
from enumino.cli.problems import covers, tilings, trominoes
from enumino.cli.progress import CountView
from enumino.cli.tables import counts_table, numbers_table
from enumino.errors import ProblemError

if TYPE_CHECKING:
    from enumino.datasets.totals import Total
    from enumino.enum.problem import Problem

_WHERE: list[Decorator] = [
    options.threads,
    options.scheduler,
    options.in_process,
    options.quiet,
    output,
]


def _count(
    problem: Problem,
    count: Callable[..., list[Total]],
    scheduler: str | None,
    threads: int | None,
    in_process: bool,
    quiet: bool,
    output: Output,
    by: str | None = None,
    **how: Any,
) -> int:
    """Count a problem and print the numbers."""
    from enumino.run import announce_compilation

    view = CountView(quiet)
    options.silence_dask()
    client = options.client_of(scheduler, threads, in_process)
    with view, announce_compilation(view.compiling), options.resumable(view, None):
        lines = count(
            problem,
            client=client,
            threads=threads,
            in_process=in_process,
            on_event=view,
            **how,
        )
    if client is not None:
        client.close()
    return output.give(problem.to_json(), lines, counts_table if by else numbers_table)


def _tilings(
    by: str | None,
    method: Any,
    scheduler: str | None,
    threads: int | None,
    in_process: bool,
    quiet: bool,
    output: Output,
    **asked: Any,
) -> int:
    from enumino.counts.tilings import count_tilings

    where = (scheduler, threads, in_process, quiet, output)
    if asked["engine"] is not None and method == "profiles":
        raise ProblemError(
            "--engine says how to search, and --method profiles counts without a search: "
            "leave out one of them."
        )
    if asked["engine"] is not None:
        method = "search"
    with CountView(quiet).reading():
        problem = tilings.problem(**asked)
    return _count(problem, count_tilings, *where, by, by_symmetry=by is not None, method=method)


def _cover(
    scheduler: str | None,
    threads: int | None,
    in_process: bool,
    quiet: bool,
    output: Output,
    **asked: Any,
) -> int:
    from enumino.counts.tilings import count_covers

    where = (scheduler, threads, in_process, quiet, output)
    with CountView(quiet).reading():
        problem = covers.problem(**asked)
    return _count(problem, count_covers, *where)


def _trominoes(
    scheduler: str | None,
    threads: int | None,
    in_process: bool,
    quiet: bool,
    output: Output,
    **asked: Any,
) -> int:
    from enumino.counts.tilings import count_trominoes

    where = (scheduler, threads, in_process, quiet, output)
    problem = trominoes.problem(**asked)
    CountView(quiet).say(problem.describe())  # which cell is missing, if it is a random one
    return _count(problem, count_trominoes, *where)


def _command(
    name: str, help_text: str, action: Callable[..., int], own: Sequence[Decorator]
) -> click.Command:
    for option in reversed([*own, *_WHERE]):
        action = option(action)
    return click.command(name, cls=options.Command, help=help_text)(action)


_HOW: list[Decorator] = [
    click.option("--by", type=click.Choice(["symmetry"]), help="Also every symmetry class."),
    click.option(
        "--method",
        type=click.Choice(["auto", "profiles", "search"]),
        default="auto",
        show_default=True,
        help="Profiles are for pieces used any number of times.",
    ),
]
_TILINGS = [*tilings.COUNT_OPTIONS, *_HOW]
COMMANDS = (
    _command("tilings", "Tilings of a region by polyominoes.", _tilings, _TILINGS),
    _command("cover", "Solutions of an exact cover problem.", _cover, covers.OPTIONS),
    _command(
        "trominoes", "Boards less a cell, by L-trominoes.", _trominoes, trominoes.COUNT_OPTIONS
    ),
)
