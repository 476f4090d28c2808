"""``enumino count polyominoes``: by size, kind and symmetry class."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Literal

import click

from enumino.cli import options
from enumino.cli.counting import Where, give_statistics, where
from enumino.cli.output import Output
from enumino.cli.progress import CountView
from enumino.cli.tables import aligned, counts_table, duration, mark, resting_note
from enumino.errors import OK
from enumino.families.polyominoes.columns import COUNTED as COLUMNS
from enumino.families.polyominoes.published import FREE_BY_SYMMETRY
from enumino.objects.lattice import KINDS, Kind
from enumino.published import TOTAL
from enumino.words import plural, size

if TYPE_CHECKING:
    from enumino.datasets.totals import Total
    from enumino.families.polyominoes.counting.costs import Part
    from enumino.families.polyominoes.counts import Estimate


@click.command("polyominoes", cls=options.Command)
@click.option("--cells", type=options.Range(), required=True, help="Sizes, such as 8 or 1-28.")
@click.option("--kind", type=click.Choice(KINDS), help="Only this kind  [default: all three]")
@click.option(
    "--by",
    type=options.Columns(COLUMNS),
    help="Also every symmetry class, or by any of: height, width, perimeter, "
    "site_perimeter, holes.",
)
@click.option(
    "--method",
    type=click.Choice(["auto", "search", "transfer-matrix", "rotated", "polygons", "listing"]),
    default="auto",
    show_default=True,
    help="How fixed polyominoes and half-turns are counted. By columns or without holes only: "
    "listing. Without holes only: polygons.",
)
@click.option("--without-holes", is_flag=True, help="Only those without holes.")
@click.option(
    "--memory",
    type=options.Bytes(),
    metavar="SIZE",
    help="Most that sweeps may hold at once, such as 4GB: the largest run alone.",
)
@click.option("--dry-run", is_flag=True, help="Only say what each method would take.")
@click.option("--explain", is_flag=True, help="Say what each method would take, and count.")
@where
def command(
    cells: range,
    kind: Kind | None,
    by: tuple[str, ...] | None,
    method: Literal["auto", "search", "transfer-matrix", "rotated", "polygons", "listing"],
    without_holes: bool,
    memory: float | None,
    dry_run: bool,
    explain: bool,
    where: Where,
    output: Output,
) -> int:
    """Polyominoes by size, kind and symmetry class, each beside the published number."""
    from enumino.families.polyominoes import counts
    from enumino.run.compilation import called_beside

    columns = by is not None and by != ("symmetry",)
    one_kind = kind or ("free" if columns or without_holes else None)
    output.refuse_bfile(one_kind, cells, by or ())
    if by is not None and columns:
        return _statistics(
            cells, kind, by, method, without_holes, memory, dry_run, explain, where, output
        )
    by_symmetry = by is not None or (kind is None and not without_holes)
    needs_groups = kind != "fixed" or by_symmetry
    way = counts.choose(cells, "auto" if without_holes else counts.of_sizes(method))
    if dry_run or explain:
        chosen: str = way
        if without_holes:
            chosen = counts.way_without_holes(method)
            found = counts.estimates_without_holes(cells, kind or "free")
            parts = counts.parts_without_holes(cells, kind or "free", chosen)
        else:
            found = counts.estimates(cells, needs_groups)
            parts = counts.expected(cells, kind if not needs_groups else None, way)
        click.echo(_estimates(found, chosen, where.expected_threads), err=not dry_run)
        if parts:
            click.echo(_parts(parts), err=not dry_run)
        if dry_run:
            return OK
    view = CountView(where.quiet)
    missing = counts.missing_kernels(cells, way) if needs_groups and not without_holes else []
    with called_beside(missing):
        lines = where.run(
            partial(counts.count_polyominoes, cells, kind),
            view,
            by_symmetry=by_symmetry,
            method=method,
            without_holes=without_holes,
            memory=memory,
        )
    searched = not without_holes and way == "search"
    view.conclude(sum(n.count for n in lines if n.labels["kind"] == "fixed") if searched else 0)
    if by is None:
        rows = [line for line in lines if line.symmetry == TOTAL]
    else:  # a kind is the sum of its classes, all kinds together are not
        rows = [line for line in lines if kind is None or line.symmetry != TOTAL]
    asked = None if by is None else "symmetry"
    parameters = {"cells": [cells[0], cells[-1]], "kind": kind, "by": asked}
    problem = {"family": "polyominoes", **parameters, "without_holes": without_holes}
    return output.give(problem, rows, lambda _: _table(lines, kind), lines)


def _statistics(
    cells: range,
    kind: Kind | None,
    by: tuple[str, ...],
    method: Literal["auto", "search", "transfer-matrix", "rotated", "polygons", "listing"],
    without_holes: bool,
    memory: float | None,
    dry_run: bool,
    explain: bool,
    where: Where,
    output: Output,
) -> int:
    """Count by other columns than symmetry classes alone."""
    from enumino.families.polyominoes import counts
    from enumino.families.polyominoes.statistics import expected

    if dry_run or explain:
        used = where.expected_threads
        chosen, cost = expected(cells, kind or "free", by, method)
        rows = [["method", "nodes", "time"]]
        rows.append([chosen, f"{cost.nodes:.2g}", duration(cost.seconds / used)])
        click.echo(f"{aligned(rows)}\non {plural(used, 'thread')}\n", err=not dry_run)
        if dry_run:
            return OK
    lines = where.run(
        partial(counts.count_polyominoes, cells, kind or "free", by=by),
        CountView(where.quiet),
        method=method,
        without_holes=without_holes,
        memory=memory,
    )
    return give_statistics("polyominoes", cells, kind or "free", by, lines, output)


def _estimates(found: list[Estimate], chosen: str, threads: int) -> str:
    """What each method would take."""
    rows = [["method", "nodes", "time", "memory", ""]]
    for estimate in found:
        if estimate.cost is None:
            rows.append([estimate.method, "out of reach", "", "", ""])
            continue
        nodes, seconds, held = estimate.cost
        mark = "<- this one" if estimate.method == chosen else ""
        if seconds / threads > 30 * 86400:
            mark = "not sensible"
        used = min(threads, 3) if estimate.method != "search" else threads
        rows.append(
            [estimate.method, f"{nodes:.2g}", duration(seconds / used), size(held * used), mark]
        )
    return f"{aligned(rows)}\non {plural(threads, 'thread')}, invariant polyominoes included\n"


def _parts(parts: list[Part]) -> str:
    """What each subject takes, and the widths of sweeps that take a twentieth of that."""
    rows = [["", "width", "steps", "one thread", "memory"]]
    for subject in dict.fromkeys(part.subject for part in parts):
        own = [part for part in parts if part.subject == subject]
        seconds = sum(part.cost.seconds for part in own)
        widths = [part for part in own if seconds >= 1 and part.cost.seconds >= seconds / 20]
        swept = any(part.width for part in own)
        for width, chosen in [("all" if swept else "", own)] + [
            (str(part.width), [part]) for part in widths if part.width
        ]:
            rows.append(
                [
                    subject if chosen is own else "",
                    width,
                    f"{sum(part.cost.nodes for part in chosen):.2g}" if swept else "search",
                    duration(sum(part.cost.seconds for part in chosen)),
                    size(max(part.cost.bytes for part in chosen)) if swept else "",
                ]
            )
    return aligned(rows) + "\n"


def _table(lines: list[Total], kind: Kind | None) -> str:
    """Sizes down; kinds and classes across, each beside a tick."""
    if kind is not None and any(line.symmetry != TOTAL for line in lines):
        return counts_table(lines) + resting_note(lines, "polyominoes")
    by_key = {(*line.group, line.symmetry): line for line in lines}
    sizes = sorted({int(line.labels["cells"]) for line in lines})
    heads: list[tuple[str, str]] = [(k, TOTAL) for k in KINDS if (sizes[0], k, TOTAL) in by_key]
    heads += [("free", str(s)) for s in FREE_BY_SYMMETRY if (sizes[0], "free", str(s)) in by_key]
    rows = [["cells", *(k if s == TOTAL else s for k, s in heads)]]
    for cells in sizes:
        row = [by_key[cells, k, s] for k, s in heads]
        rows.append([str(cells), *(f"{line.count:,} {mark(line)}" for line in row)])
    rows.append(["", *(f"{by_key[sizes[-1], k, s].oeis}  " for k, s in heads)])
    return aligned(rows) + resting_note(lines, "polyominoes")
