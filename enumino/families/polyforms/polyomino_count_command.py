"""``enumino count polyominoes``: by size, kind and symmetry class."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from enumino.cli import options
from enumino.cli.counting import CountOptions, estimates_text, give_statistics, where
from enumino.cli.output import Output
from enumino.cli.progress import CountView
from enumino.cli.tables import aligned, duration
from enumino.errors import OK, ProblemError
from enumino.families.polyforms.columns import COUNTED_IN_PLANE as COLUMNS
from enumino.families.polyforms.conditional_count import OPTIONS, count_conditional, is_asked
from enumino.families.polyforms.count_command import kinds_table
from enumino.families.polyforms.families import POLYOMINOES as FAMILY
from enumino.families.polyforms.published.squares import POLYOMINOES
from enumino.objects.lattice import KINDS, Kind
from enumino.published import TOTAL
from enumino.words import interval, plural, size

if TYPE_CHECKING:
    from enumino.families.polyforms.polyomino_counts import AnyMethod, Estimate, SizeCount


def _conditions(action: Callable[..., int]) -> Callable[..., int]:
    """Give the command the options of conditions."""
    for option in reversed(OPTIONS):
        action = option(action)
    return action


@click.command("polyominoes", cls=options.Command)
@click.option("--cells", type=options.Range(), required=True, help="Sizes, such as 8 or 1-28.")
@click.option("--kind", type=click.Choice(KINDS), help="Only this kind.  [default: all three]")
@click.option(
    "--by",
    type=options.Columns(COLUMNS),
    help="Also count by symmetry (each class), or by any of: height, width, perimeter, "
    "site_perimeter, holes.",
)
@click.option(
    "--method",
    type=click.Choice(["auto", "search", "transfer-matrix", "rotated", "polygons", "listing"]),
    default="auto",
    show_default=True,
    help="Method for fixed polyominoes and half-turns; listing is for counts by columns or without "
    "holes, polygons for counts without holes.",
)
@click.option("--without-holes", is_flag=True, help="Only those without holes.")
@click.option(
    "--memory",
    type=options.Bytes(),
    metavar="SIZE",
    help="Memory limit of all sweeps that run at once, such as 4GB; large ones then run alone.",
)
@_conditions
@where
def command(
    cells: range,
    kind: Kind | None,
    by: tuple[str, ...] | None,
    method: AnyMethod,
    without_holes: bool,
    memory: float | None,
    where: CountOptions,
    output: Output,
    **conditions: Any,
) -> int:
    """Polyominoes by size, kind and symmetry class, each beside the published number."""
    if is_asked(conditions):
        return count_conditional(FAMILY, cells, kind, by, conditions, where, output)
    from enumino.families.polyforms.polyomino_counts import NO_MEMORY, choose
    from enumino.families.polyforms.polyomino_statistics import ColumnCount
    from enumino.run.compilation import run_in_forks

    columns = by if by != ("symmetry",) else None
    one_kind = kind or ("free" if columns or without_holes else None)
    output.refuse_bfile(one_kind, cells, by or ())
    by_symmetry = columns is None and (by is not None or (kind is None and not without_holes))
    count = choose(
        cells,
        kind,
        by_symmetry=by_symmetry,
        by=columns,
        method=method,
        without_holes=without_holes,
    )
    view = CountView(where.quiet)
    if isinstance(count, ColumnCount):
        if memory is not None:
            raise ProblemError(NO_MEMORY)
        columns_count = count
        if where.only_explains(lambda threads: estimates_text([columns_count.estimate], threads)):
            return OK
        lines = where.run(count.totals, view)
        return give_statistics("polyominoes", cells, count.kind, count.by, lines, output)
    if where.only_explains(partial(_explanation, count)):
        return OK
    with run_in_forks(count.missing_kernels()):
        lines = where.run(partial(count.totals, memory=memory), view)
    searched = not without_holes and count.method == "search"
    view.conclude(sum(n.count for n in lines if n.labels["kind"] == "fixed") if searched else 0)
    if by is None:
        rows = [line for line in lines if line.symmetry == TOTAL]
    else:  # a kind is the sum of its classes, all kinds together are not
        rows = [line for line in lines if kind is None or line.symmetry != TOTAL]
    asked = None if by is None else "symmetry"
    parameters = {"cells": [cells[0], cells[-1]], "kind": kind, "by": asked}
    problem = {"family": "polyominoes", **parameters, "without_holes": without_holes}
    return output.give(
        problem, rows, lambda _: kinds_table(lines, "polyominoes", kind is not None), lines
    )


def _explanation(count: SizeCount, threads: int) -> str:
    """The expected work of each method, and that of each subject by the method that is used."""
    return "\n".join([_estimates(count, threads), *([_parts(count)] if count.ways else [])])


def _estimates(count: SizeCount, threads: int) -> str:
    """The expected work of each method, and the published numbers that it uses."""
    rows = [["method", "nodes", "time", "memory", ""]]
    found = count.estimates()
    for estimate in found:
        if estimate.cost is None:
            rows.append([estimate.method, "out of reach", "", "", ""])
            continue
        nodes, seconds, held = estimate.cost
        mark = "<- this one" if estimate.method == count.method else ""
        if seconds / threads > 30 * 86400:
            mark = "not sensible"
        used = min(threads, 3) if estimate.method != "search" else threads
        time, memory = duration(seconds / used), size(held * used)
        rows.append([estimate.method, f"{nodes:.2g}", time, memory, mark])
    taken = [_taken(estimate) for estimate in found if estimate.taken]
    on = f"on {plural(threads, 'thread')}, invariant polyominoes included"
    return "\n".join([aligned(rows), on, *taken, ""])


def _taken(estimate: Estimate) -> str:
    """A sentence on the sizes whose published numbers a method takes instead of counting."""
    span = interval(estimate.taken[0], estimate.taken[-1])
    source = f"taken from {POLYOMINOES['fixed']}, not counted"
    return f"{estimate.method}: the numbers of fixed ones of {span} cells are {source}"


def _parts(count: SizeCount) -> str:
    """The work of each subject, and the widths of sweeps that take at least a twentieth of it."""
    rows = [["", "width", "steps", "one thread", "memory"]]
    for way in count.ways:
        own = way.parts()
        name = way.name if way.cells == count.cells[-1] else f"{way.name}, to {way.cells} cells"
        seconds = sum(part.cost.seconds for part in own)
        widths = [part for part in own if seconds >= 1 and part.cost.seconds >= seconds / 20]
        swept = any(part.width for part in own)
        for width, chosen in [("all" if swept else "", own)] + [
            (str(part.width), [part]) for part in widths if part.width
        ]:
            rows.append(
                [
                    name if chosen is own else "",
                    width,
                    f"{sum(part.cost.nodes for part in chosen):.2g}" if swept else "search",
                    duration(sum(part.cost.seconds for part in chosen)),
                    size(max(part.cost.bytes for part in chosen)) if swept else "",
                ]
            )
    return aligned(rows) + "\n"
