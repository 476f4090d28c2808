"""``enumino enumerate``: list every object of a problem into a dataset."""

from __future__ import annotations

from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from enumino.cli import options, output
from enumino.cli.problems import FamilyOptions, Problems, expected_size
from enumino.cli.progress import View
from enumino.words import plural, size

if TYPE_CHECKING:
    from enumino.datasets.manifest import Manifest
    from enumino.enum.problem import Problem


def _enumerate(
    asking: FamilyOptions,
    problem: Problem,
    *,
    root: str | None,
    rows_per_part: int | None,
    quiet: bool,
    as_json: bool,
    **place: Any,
) -> int:
    """List a problem into a folder; some families print an object if no folder is named."""
    if root is None:
        return asking.print_problem(problem, quiet, as_json)
    from enumino.datasets.storage import open_store
    from enumino.run import listing, planning

    view, started = View(quiet), perf_counter()
    with view.running(root, **place) as how:
        store = open_store(root)
        plan = planning.make_plan(store, problem, rows_per_part)
        held, parts = expected_size(problem, plan)
        view.about = f"{plan.title}: {held}, in {parts}. "
        manifest = listing.enumerate_plan(store, problem, plan, **how)
    return report(manifest, view, root, started, as_json)


def report(manifest: Manifest, view: View, root: str, started: float, as_json: bool) -> int:
    """Print the totals of a dataset and the size of its files; return the exit code."""
    lines = output.show_manifest(manifest, {"dataset": root} if as_json else None)
    if not as_json:
        files, seconds = plural(len(manifest.files), "file"), perf_counter() - started
        held = f"{plural(manifest.rows, 'row')}, {size(manifest.bytes)} in {files} at {root}"
        made = f", in {seconds:.1f} s" if view.parts else ": already finished, nothing to do"
        output.show(f"\n{held}{made}.")
    return output.exit_code(lines)


@partial(Problems, example_ends=" --to DIR")
def command(asking: FamilyOptions) -> click.Command:
    """List every object of a problem into a dataset, or resume a listing.

    \b
    enumino enumerate polyominoes --cells 1-12 --to polyominoes
    enumino enumerate tilings --region 6x10 --pieces pentominoes --each-once --to boxes
    enumino enumerate tatami --room 4x7 --up-to-symmetry --to rooms
    """  # noqa: D301
    text = "Folder to write to, or s3://BUCKET/FOLDER"
    text += "; without it, print one object." if asking.prints else "."
    return asking.command(
        partial(_enumerate, asking),
        options.Option("--to DIR", text, options.FOLDER, name="root", required=not asking.prints),
        *options.PLACE,
        options.rows_per_part,
        options.quiet,
        options.as_json,
    )
