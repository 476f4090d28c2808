"""Plans: ``enumino plan`` divides a problem and shows its progress, ``run`` makes the parts."""

from __future__ import annotations

import shlex
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from enumino.cli import options
from enumino.cli.options import Option, Whole, verb
from enumino.cli.output import show, show_json
from enumino.cli.problems import FamilyOptions, Problems, expected_size
from enumino.cli.progress import DIVIDING, View
from enumino.errors import INCOMPLETE, OK
from enumino.registry import problem_from_json
from enumino.words import duration, plural, size

if TYPE_CHECKING:
    from enumino.datasets.plan import Plan
    from enumino.enum.problem import Problem


def _plan(
    problem: Problem,
    *,
    root: str | None,
    rows_per_part: int | None,
    threads: int,
    quiet: bool,
    as_json: bool,
) -> int:
    from enumino.datasets.storage import open_store
    from enumino.enum.partition import busy
    from enumino.run import planning

    with View(quiet).busy(DIVIDING):
        if root is None:
            plan = planning.plan_for(problem, rows_per_part)
        else:
            plan = planning.make_plan(open_store(root), problem, rows_per_part)
    jobs, share = planning.jobs(plan), busy((part.seconds for part in plan.parts), threads)
    seconds = plan.expected["seconds"] / (threads * share)
    if as_json:
        summary = {"problem": plan.problem, "parts": len(plan.parts), "jobs": jobs}
        on = {"threads": threads, "seconds": seconds, "efficiency": share}
        show_json({**summary, "expected": plan.expected, "on_threads": on})
        return OK
    time = f"{duration(seconds)} on one thread"
    if threads > 1:
        time = f"{duration(seconds)} on {threads:,} threads, which are busy {share:.0%} of the time"
    held, parts = expected_size(problem, plan)
    show(f"{plan.title}: {parts}, {held}, {time}")
    if root is not None:
        show(_ways(plan, shlex.quote(root), jobs))
    return OK


def _ways(plan: Plan, root: str, jobs: int) -> str:
    """Return the commands that run the parts in one job, or in an array of jobs."""
    each = duration(plan.expected["seconds"] / jobs)
    text = f"Run all parts, `enumino run {root}`"
    if jobs > 1:
        text += (
            f", or an array of {jobs} jobs, 1-{jobs}, about {each} each, job K "
            f"`enumino run {root} --share K/{jobs}`"
        )
    return f"{text}; then `enumino commit {root}`."


def _status(status: str | None, as_json: bool) -> int | None:
    """Print the state of a plan, unless a problem follows."""
    is_followed = click.get_current_context().invoked_subcommand is not None
    if is_followed and status is None and not as_json:
        return None
    if is_followed or status is None:
        raise click.UsageError("Name a problem, and then --json; or leave it out for --status DIR")
    from enumino.datasets import commit
    from enumino.datasets.plan import Plan
    from enumino.datasets.storage import open_store

    store = open_store(status)
    plan = Plan.read(store, of_rows=False)
    said = commit.status(store, plan)
    if as_json:
        show_json(said)
    else:
        show(_state(plan, said, status))
    return INCOMPLETE if said["missing"] else OK


def _state(plan: Plan, said: dict[str, Any], root: str) -> str:
    """Return the state of a plan in a few lines, and the next step."""
    missing = said["missing"]
    lines = [f"{plan.title}: {said['finished']:,} of {plural(said['parts'], 'part')} finished"]
    if plan.keeps_rows:
        about = f" of about {round(plan.expected['rows']):,}" if missing else ""
        lines.append(f"{plural(said['rows'], 'row')}{about}, {size(said['bytes'])}")
    left = f", {duration(said['seconds_left'])} left" if missing else ""
    lines.append(f"On one thread: {duration(said['seconds'])} spent{left}")
    if said["committed"] and not missing:
        return "\n".join([*lines, "Committed."])
    step, way = "Commit it", f"`enumino commit {shlex.quote(root)}`"
    if missing:
        step, way = "Compute the missing parts", f"`enumino run {shlex.quote(root)}`"
    if not plan.keeps_rows:
        way = "the `enumino count` command that started it"
    return "\n".join([*lines, f"{step} with {way}."])


@partial(
    Problems,
    callback=_status,
    params=[
        Option(
            "--status DIR", "Show the progress of a plan; exit with code 4 if parts are missing."
        ),
        Option("--json", "Print the status as JSON.", name="as_json"),
    ],
    invoke_without_command=True,
    no_args_is_help=True,
)
def command(asking: FamilyOptions) -> click.Command:
    """Divide a problem into parts for a batch system, or estimate its size and time.

    \b
    enumino plan polyominoes --cells 18 --to DIR     # prints the numbers of parts and jobs
    enumino run DIR --share 3/100                    # job 3 of 100
    enumino plan --status DIR                        # progress of all jobs
    enumino commit DIR
    """  # noqa: D301
    text = "Folder for the plan; without it, only print the estimate."
    threads = Option(
        "--threads N",
        "Estimate the time on this many threads of any machines.",
        Whole(1, 1_000_000),
        default=1,
        show_default=True,
    )
    return asking.command(
        _plan,
        Option("--to DIR", text, options.FOLDER, name="root"),
        options.rows_per_part,
        threads,
        options.quiet,
        options.as_json,
    )


@verb(
    options.dataset,
    options.quiet,
    Option(
        "--share K/N",
        "Compute only the parts of job K of N, such as 3/100.",
        options.share,
        default="1/1",
    ),
    options.memory,
)
def run(dataset: str, share: tuple[int, int], memory: int, quiet: bool) -> int:
    """Compute the missing parts of a planned dataset, or a share of them.

    The exit code is 0 if all these parts are finished. Only samples use --memory.

    \b
    enumino run polyominoes
    enumino run polyominoes --share 3/100            # job 3 of 100
    """  # noqa: D301
    from enumino.datasets.plan import Plan
    from enumino.datasets.storage import open_store
    from enumino.run import listing, planning
    from enumino.samples.sample import Sample

    view, store = View(quiet), open_store(dataset)
    plan = planning.share(Plan.read(store), *share)
    with view.running(dataset, threads=1) as how:
        problem = problem_from_json(plan.problem)
        if isinstance(problem, Sample):
            problem = replace(problem, memory=memory * 10**9)
        made = listing.make_parts(store, problem, plan, **how)
    rows = sum(part.rows for part in made.values())
    view.say(f"{plural(len(made), 'part')} finished and kept, {plural(rows, 'row')}.")
    return OK
