"""``enumino enumerate``: list every object of a problem into a dataset."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from enumino.cli import options, problems
from enumino.cli.progress import MEANINGFUL_ROWS, MEANINGFUL_SECONDS, ProgressView
from enumino.cli.tables import (
    counts_json,
    counts_table,
    duration,
    echo_json,
    manifest_lines,
)
from enumino.errors import MISMATCH, OK, ProblemError
from enumino.words import plural, size

if TYPE_CHECKING:
    from enumino.datasets.manifest import Manifest
    from enumino.datasets.plan import Plan
    from enumino.enum.problem import Problem
    from enumino.enum.trominoes import Trominoes
    from enumino.shapes import Cell


@click.group()
def command() -> None:
    """List every object of a problem into a dataset; resumes what was begun."""


def _enumerate(
    problem: Problem,
    root: str,
    threads: int | None,
    scheduler: str | None,
    in_process: bool,
    rows_per_part: int | None,
    force: bool,
    quiet: bool,
    as_json: bool,
) -> int:
    from enumino import cluster, run

    options.silence_dask()
    view = ProgressView(quiet)
    with view, run.announce_compilation(view.compiling), options.resumable(view, root):
        client = options.client_of(scheduler, threads, in_process)
        used = cluster.threads_of(client) if client else threads or cluster.usable_cores()
        with view.dividing():
            plan = run.make_plan(root, problem, rows_per_part=rows_per_part, force=force)
        view.say(_estimate(plan, 1 if in_process else used))
        manifest = run.enumerate_to(
            root,
            problem,
            client,
            view,
            threads=threads,
            in_process=in_process,
            rows_per_part=rows_per_part,
            force=force,
        )
    if client is not None:
        client.close()
    return _conclude(manifest, view, root, as_json)


def _estimate(plan: Plan, threads: int) -> str:
    expected = plan.expected
    seconds = expected["seconds"] / threads
    return (
        f"{plan.title}: about {plural(round(expected['rows']), 'row')}, {size(expected['bytes'])}, "
        f"{duration(seconds)} on {plural(threads, 'thread')}, in {plural(len(plan.parts), 'part')}"
    )


def _conclude(manifest: Manifest, view: ProgressView, root: str, as_json: bool) -> int:
    lines = manifest_lines(manifest)
    if as_json:
        echo_json({**counts_json(manifest.problem, lines), "dataset": root})
    else:
        click.echo(counts_table(lines))
        click.echo()
        click.echo(_summary(manifest, view, root))
    if any(line.agrees is False for line in lines):
        click.echo("Error: a total differs from the published one (see above).", err=True)
        return MISMATCH
    return OK


def _summary(manifest: Manifest, view: ProgressView, root: str) -> str:
    files = plural(len(manifest.files), "file")
    rows = plural(manifest.rows, "row") if manifest.rows else "No rows, since there are none"
    held = f"{rows}, {size(manifest.bytes)} in {files} at {root}"
    if not view.meter.weights:
        return f"{held}: already finished, nothing to do."
    wall = manifest.provenance["resources"]["wall_seconds"]
    telling = wall >= MEANINGFUL_SECONDS and manifest.rows >= MEANINGFUL_ROWS
    rate = f" ({view.meter.rate / 1e6:.2f} M rows/s)" if telling else ""
    return f"{held}, in {wall:.1f} s{rate}."


def _print_or_enumerate(
    problem: Problem, root: str | None, quiet: bool, as_json: bool, **how: Any
) -> int:
    """List into a folder; where none is named, print the board of one missing cell."""
    from enumino.enum.trominoes import Trominoes

    if root is not None:
        return _enumerate(problem, root, quiet=quiet, as_json=as_json, **how)
    if given := options.named(how):
        raise ProblemError(
            f"Without --to one board is printed, and {' and '.join(given)} would be ignored: "
            "leave out what is for listings, or name a folder with --to DIR."
        )
    if not isinstance(problem, Trominoes):
        raise ProblemError(
            "Without --to the board of the construction is printed, and --all-tilings lists "
            "others: name a folder with --to DIR."
        )
    if problem.missing == "all":
        number = problem.expect(0).rows
        raise ProblemError(
            f"Without --to one board is printed, and --missing all makes {number:,}: name a cell, "
            "as in --missing 3,2, or a folder, --to DIR."
        )
    return _print_board(problem, problem.missing, quiet, as_json)


def _print_board(problem: Trominoes, missing: Cell, quiet: bool, as_json: bool) -> int:
    from enumino.drawing import numbers
    from enumino.enum.trominoes import numbered_board
    from enumino.run import announce_compilation

    view = ProgressView(quiet)
    view.say(problem.describe())
    with announce_compilation(view.compiling):
        board = numbered_board(problem.board, missing)
    if as_json:
        echo_json({"problem": problem.to_json(), "numbers": board.tolist()})
    else:
        click.echo(numbers(board))
    return OK


def _to(*, required: bool) -> Any:
    told = "Folder or URI to write to" + ("." if required else "; else one board is printed.")
    return click.option("--to", "root", metavar="DIR", required=required, help=told)


_PRINTED = ("trominoes",)
_SHARED: list[Any] = [
    options.threads,
    options.scheduler,
    options.in_process,
    options.rows_per_part,
    options.force,
    options.quiet,
    options.as_json,
]
problems.for_each_problem(
    command,
    _enumerate,
    _to(required=True),
    *_SHARED,
    families=[family for family in problems.PROBLEMS if family not in _PRINTED],
)
problems.for_each_problem(
    command, _print_or_enumerate, _to(required=False), *_SHARED, families=_PRINTED
)
