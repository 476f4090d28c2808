"""``enumino enumerate``: list every object of a problem into a dataset."""

from __future__ import annotations

import os
import shlex
import sys
from typing import TYPE_CHECKING, Any

import click

from enumino.cli import options
from enumino.cli.progress import ProgressView
from enumino.cli.tables import counts_json, counts_table, duration, echo_json, manifest_lines, size
from enumino.errors import INTERRUPTED, MISMATCH, OK

if TYPE_CHECKING:
    from enumino.datasets.manifest import Manifest, Plan
    from enumino.enum.problem import Problem


@click.group()
def command() -> None:
    """List every object of a problem into a dataset; resumes what was begun."""


def _enumerate(
    problem: Problem,
    root: str,
    threads: int | None,
    scheduler: str | None,
    in_process: bool,
    rows_per_part: int,
    force: bool,
    quiet: bool,
    as_json: bool,
) -> int:
    from enumino import run

    _silence_dask()
    view = ProgressView(quiet)
    with view, run.announce_compilation(view):
        plan = run.make_plan(root, problem, rows_per_part=rows_per_part, force=force)
        client = run.connect(scheduler) if scheduler else None
        used = threads or run.usable_cores()
        view.say(_estimate(plan, 1 if in_process else used))
        try:
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
        except KeyboardInterrupt:
            view.__exit__()
            _leave(view)
    if client is not None:
        client.close()
    return _conclude(manifest, view, root, as_json)


def _estimate(plan: Plan, threads: int) -> str:
    expected = plan.expected
    seconds = expected["seconds"] / threads
    return (
        f"{plan.title}: about {expected['rows']:,.0f} rows, {size(expected['bytes'])}, "
        f"{duration(seconds)} on {threads} thread{'s' if threads > 1 else ''}, "
        f"in {len(plan.parts)} part{'s' if len(plan.parts) > 1 else ''}"
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
    held = (
        f"{manifest.rows:,} rows, {size(manifest.bytes)} in {len(manifest.files)} files at {root}"
    )
    if not view.meter.parts_planned:
        return f"{held}: already finished, nothing to do."
    wall = manifest.provenance["resources"]["wall_seconds"]
    rate = view.meter.rate
    return f"{held}, in {wall:.1f} s ({rate / 1e6:.2f} M rows/s)."


def _leave(view: ProgressView) -> None:
    """Say how to resume, and go at once: threads deep in a kernel would be waited for."""
    meter = view.meter
    again = shlex.join(["enumino", *sys.argv[1:]])
    click.echo(
        f"Interrupted: {meter.parts} of {meter.parts_planned} parts are finished and kept; "
        f"go on with:\n{again}",
        err=True,
    )
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(INTERRUPTED)


def _silence_dask() -> None:
    """Keep Dask's own log lines off the terminal: what matters of them reaches us as errors."""
    import logging

    for name in ("distributed", "tornado"):
        logging.getLogger(name).setLevel(logging.CRITICAL)


_SHARED: list[Any] = [
    click.option("--to", "root", metavar="DIR", required=True, help="Folder or URI to write to."),
    click.option("--threads", type=click.IntRange(min=1), help="Local threads [default: cores]."),
    click.option("--scheduler", metavar="ADDRESS", help="Run on this Dask cluster (tcp://...)."),
    click.option("--in-process", is_flag=True, help="One part after the other, without Dask."),
    options.rows_per_part,
    options.force,
    options.quiet,
    options.as_json,
]
options.for_each_problem(command, _enumerate, *_SHARED)
