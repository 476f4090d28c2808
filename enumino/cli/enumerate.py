"""``enumino enumerate``: list every object of a problem into a dataset."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from enumino.cli import options, problems
from enumino.cli.progress import MEANINGFUL_SECONDS, ProgressView
from enumino.cli.tables import (
    counts_json,
    counts_table,
    duration,
    echo_json,
    manifest_lines,
    plural,
    size,
)
from enumino.errors import MISMATCH, OK

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
    from enumino import cluster, run

    options.silence_dask()
    view = ProgressView(quiet)
    with view, run.announce_compilation(view.compiling), options.resumable(view, root):
        client = options.client_of(scheduler, threads, in_process)
        used = cluster.threads_of(client) if client else threads or cluster.usable_cores()
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
        f"{plan.title}: about {expected['rows']:,.0f} rows, {size(expected['bytes'])}, "
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
    held = f"{manifest.rows:,} rows, {size(manifest.bytes)} in {files} at {root}"
    if not view.meter.weights:
        return f"{held}: already finished, nothing to do."
    wall = manifest.provenance["resources"]["wall_seconds"]
    rate = f" ({view.meter.rate / 1e6:.2f} M rows/s)" if wall >= MEANINGFUL_SECONDS else ""
    return f"{held}, in {wall:.1f} s{rate}."


_SHARED: list[Any] = [
    click.option("--to", "root", metavar="DIR", required=True, help="Folder or URI to write to."),
    options.threads,
    options.scheduler,
    options.in_process,
    options.rows_per_part,
    options.force,
    options.quiet,
    options.as_json,
]
problems.for_each_problem(command, _enumerate, *_SHARED)
