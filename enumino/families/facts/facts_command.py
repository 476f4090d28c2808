"""``enumino facts``: compute facts about the rows of a dataset, beside them."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from enumino.arguments import usable_cores
from enumino.cli import options
from enumino.cli.options import Workers
from enumino.cli.options import workers as chosen_workers
from enumino.cli.problems import names_of, options_of
from enumino.cli.progress import RunView
from enumino.cli.run import NUMBERS, SHARE, Share, run_parts
from enumino.cli.tables import (
    aligned,
    counts_json,
    duration,
    echo_json,
    exit_code,
    manifest_lines,
    tick,
)
from enumino.errors import OK, ProblemError
from enumino.registry import families
from enumino.words import interval, plural, size

if TYPE_CHECKING:
    from enumino.datasets.facts import FactSet
    from enumino.datasets.manifest import Manifest
    from enumino.datasets.plan import Plan
    from enumino.datasets.totals import Total
    from enumino.families.facts.problem import Facts

DEFAULT = "shape"


def _sets() -> dict[str, type[FactSet]]:
    """Return the sets of facts of all families by name."""
    return {each.name: each for family in families() for each in family.fact_sets()}


def _options() -> list[options.Decorator]:
    """Return the options of all sets, each once."""
    found: dict[str, options.Decorator] = {}
    for each in _sets().values():
        made = options_of(each)
        found |= dict(zip(names_of(made), made, strict=True))
    return list(found.values())


def _with_options(action: Any) -> Any:
    for option in reversed(_options()):
        action = option(action)
    return action


@click.command(cls=options.Command)
@options.dataset
@click.option(
    "--set",
    "name",
    metavar="NAME",
    help=f"The set of facts, by default {DEFAULT}.",
)
@click.option(
    "--with",
    "function",
    metavar="FILE.py:NAME",
    help="Facts of your own: a function whose parameters are names of columns.",
)
@_with_options
@click.option("--plan", "only_plan", is_flag=True, help="Divide only, for a batch system.")
@click.option("--part", "parts", type=NUMBERS, help="Only these parts, such as 0-9 or 3,17.")
@click.option("--share", type=SHARE, help="Only the parts of job K of N, such as 3/100.")
@chosen_workers
@options.force
@options.quiet
@options.as_json
def command(
    dataset: str,
    name: str | None,
    function: str | None,
    only_plan: bool,
    parts: tuple[range, ...] | None,
    share: Share | None,
    workers: Workers,
    force: bool,
    quiet: bool,
    as_json: bool,
    **values: Any,
) -> int:
    """Compute facts about the rows of a dataset, beside them, or resume.

    They lie in the folder facts/NAME of the dataset, whose own files stay as they are, and are
    further columns of its rows in every query, condition and page.

    \b
    enumino facts polyominoes
    enumino facts polyominoes --with mine.py:slender
    enumino sql polyominoes "select cells, tree, count(*) from rows group by all order by all"
    """  # noqa: D301
    from enumino.datasets.storage import Store
    from enumino.run import cluster, planning
    from enumino.run import listing as run

    if name is not None and function is not None:
        raise ProblemError("--set and --with both choose facts: leave out one.")
    given = {option: value for option, value in values.items() if value is not None}
    problem = _problem(dataset, name, function, given)
    root = Store(dataset).folder(problem.folder)
    shown = root if "://" in dataset else f"{dataset.rstrip('/')}/{problem.folder}"
    view = RunView(quiet, "part")
    with view.running(root), workers.execution(view) as how:
        used = cluster.threads_of(how.client) if how.client else how.threads or usable_cores()
        plan = planning.make_plan(root, problem, rows_per_part=problem.rows_per_part, force=force)
        alone = how.in_process or (how.client is None and len(plan.parts) == 1)
        if only_plan:
            click.echo(_ways(plan, problem, dataset, shown))
            return OK
        if parts is not None or share is not None:
            return run_parts(root, parts, share, problem, quiet=quiet)
        view.say(_estimate(plan, 1 if alone else max(1, used)))
        manifest = run.enumerate_plan(root, problem, plan, how)
    lines = manifest_lines(manifest)
    if as_json:
        echo_json({**counts_json(manifest.problem, lines), "dataset": shown})
        return exit_code(lines)
    click.echo(facts_table(lines))
    click.echo(f"\n{_summary(manifest, shown, view)}")
    return exit_code(lines)


def _problem(
    dataset: str, name: str | None, function: str | None, given: Mapping[str, Any]
) -> Facts:
    """Return the facts that the options ask for."""
    from enumino.families.facts.choice import function_facts, set_facts

    if function is not None:
        if named := options.named(names_of(_options())):
            raise ProblemError(
                f"{named[0]} is for sets of facts, not for a function: leave it out."
            )
        return function_facts(dataset, function)
    problem = set_facts(dataset, name or DEFAULT, given)
    own = names_of(options_of(type(problem.facts)))
    if others := options.named(set(names_of(_options())) - set(own)):
        raise ProblemError(
            f"{others[0]} is no option of the facts {problem.facts.name}: leave it out."
        )
    return problem


def _estimate(plan: Plan, threads: int) -> str:
    expected = plan.expected
    return (
        f"{plan.title}: {plural(round(expected['rows']), 'row')}, "
        f"{duration(expected['seconds'] / threads)} on {plural(threads, 'thread')}, in "
        f"{plural(len(plan.parts), 'part')}"
    )


def _ways(plan: Plan, problem: Facts, dataset: str, root: str) -> str:
    """Return the commands that run the parts: all in one job, or as an array of jobs."""
    words = ["enumino", "facts", dataset]
    given = [value for pair in problem.options().items() for value in pair if value]
    command, last = shlex.join([*words, *given]), len(plan.parts) - 1
    return (
        f"{plan.title}: {plural(len(plan.parts), 'part')}, "
        f"{duration(plan.expected['seconds'])} on one thread\n"
        f"Run all parts, `{command} --part 0-{last}`, or job K of N, `{command} --share K/N`; "
        f"then `enumino commit {shlex.quote(root)}`."
    )


def _summary(manifest: Manifest, root: str, view: RunView) -> str:
    files = plural(len(manifest.files), "file")
    held = f"{plural(manifest.rows, 'row')}, {size(manifest.bytes)} in {files} at {root}"
    if not view.meter.weights:
        return f"{held}: already finished, nothing to do."
    return f"{held}."


def facts_table(lines: list[Total]) -> str:
    """Return totals of facts, one line for each sequence: its sizes and its last number.

    Totals of a line differ in their size only.
    """
    groups: dict[tuple[Any, ...], list[Total]] = {}
    for line in lines:
        others = [pair for pair in line.labels.items() if pair[0] not in ("cells", "perimeter")]
        groups.setdefault((*others, line.oeis), []).append(line)
    rows = [["facts", "kind", "cells", "last count", "compared"]]
    for group in groups.values():
        last = group[-1]
        labels = {**last.labels}
        sizes = {
            name: interval(int(group[0].labels[name]), int(labels.pop(name)))
            for name in ("cells", "perimeter")
            if name in last.labels
        }
        kind = str(labels.pop("kind", ""))
        facts = ": ".join(map(str, labels.values()))
        known = [line for line in group if line.agrees is not None]
        mark = tick(all(line.agrees for line in known))
        rows.append(
            [
                f"{facts} of perimeter {sizes['perimeter']}" if "perimeter" in sizes else facts,
                kind,
                sizes.get("cells", ""),
                f"{last.count:,}",
                f"{last.oeis}: {plural(len(known), 'term')} {mark}" if known else last.oeis,
            ]
        )
    return aligned(rows)
