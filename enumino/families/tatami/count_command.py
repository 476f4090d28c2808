"""``enumino count tatami``: by recurrence, transfer matrix or search; scan orders compared."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from enumino.cli.counting import CountOptions, Output, answer, unique, where
from enumino.cli.options import Command, columns
from enumino.cli.progress import CountView
from enumino.cli.tables import aligned, counts_table, echo_json, numbers_table
from enumino.errors import OK, ProblemError
from enumino.families.tatami.options import OPTIONS, rooms_of

if TYPE_CHECKING:
    from enumino.objects.region import Region

# Those of listings that counts take as well.
_room, _without, _monomers, _up_to_symmetry, *_ = OPTIONS
ORDERS = ("row", "column", "diagonal", "corner", "pruned")


@click.command("tatami", cls=Command)
@_room
@_without
@_monomers
@_up_to_symmetry
@click.option(
    "--by",
    type=columns(lambda: ("monomers", "symmetry")),
    help="Also count each symmetry class; a range of --monomers is counted by monomers anyway.",
)
@click.option(
    "--method",
    type=click.Choice(["auto", "recurrence", "theorem", "transfer-matrix", "search"]),
    default="auto",
    show_default=True,
    help="Method of counting; the methods share no code.",
)
@click.option("--no-pruning", is_flag=True, help="Also search branches that cannot be completed.")
@click.option(
    "--order",
    type=click.Choice([*ORDERS, "all"]),
    help="Search without pruning in this order, or with pruning, or compare all of them.",
)
@click.option("--stats", is_flag=True, help="Print nodes, greatest depth and time of each search.")
@unique
@where
def command(
    room: tuple[str, ...],
    without: tuple[tuple[int, int], ...],
    monomers: tuple[int, int | None],
    up_to_symmetry: bool,
    by: tuple[str, ...] | None,
    method: Any,
    no_pruning: bool,
    order: str | None,
    stats: bool,
    unique: bool,
    where: CountOptions,
    output: Output,
) -> int:
    """Tilings of rooms by mats, no four of which meet at a point.

    Rectangles without half mats are counted by recurrence at any size, other rooms by a
    transfer matrix, symmetry classes by search.
    """
    rooms = rooms_of(room, without)
    by_symmetry = by is not None and "symmetry" in by
    if order or stats:
        if up_to_symmetry or by or monomers != (0, 0) or method not in ("auto", "search"):
            raise ProblemError(
                "--order and --stats compare searches for whole mats, pruned and not: give the "
                "room alone."
            )
        if output.target or output.bfile or output.as_csv:
            raise ProblemError(
                "--csv, --bfile and --to write counts, but --order and --stats print a "
                "comparison: leave them out, or use --json."
            )
        if where.dry_run or where.explain:
            raise ProblemError(
                "--order and --stats run the searches that they compare: leave out --dry-run and "
                "--explain."
            )
        if where.checkpoint:
            raise ProblemError(
                "--order and --stats compare searches and remember nothing: leave out --checkpoint."
            )
        chosen = ORDERS if order in (None, "all") else (order,)
        if no_pruning and order == "pruned":
            raise ProblemError("--order pruned and --no-pruning exclude each other: choose one.")
        plain = [name for name in chosen if not (no_pruning and name == "pruned")]
        return _compare_orders(rooms, plain, output.as_json)
    if no_pruning and method not in ("auto", "search"):
        raise ProblemError(
            f"The method {method} is not a search that prunes: leave out --no-pruning."
        )
    if unique:
        from enumino.families.tatami.problem import Tatami

        return answer(Tatami(rooms, monomers, up_to_symmetry=up_to_symmetry), where, output)
    from enumino.families.tatami.counts import count_tatami, estimates
    from enumino.families.tatami.parameters import interval_of, regions_of
    from enumino.families.tatami.rows import LayoutTotals

    named = regions_of(rooms)
    asked = LayoutTotals(named, *interval_of(monomers), up_to_symmetry)
    searched = "search" if no_pruning else method
    if where.only_explains(output, lambda: estimates(asked, by_symmetry, searched, not no_pruning)):
        return OK
    lines = where.run(
        partial(count_tatami, rooms, monomers),
        CountView(where.quiet),
        up_to_symmetry=up_to_symmetry,
        by_symmetry=by_symmetry,
        method=searched,
        pruning=not no_pruning,
    )
    rules = {"up_to_symmetry": up_to_symmetry, "by": "symmetry" if by_symmetry else None}
    problem = {
        "family": "tatami",
        "rooms": [region.to_json() for region in named],
        "monomers": list(monomers),
        **rules,
    }
    return output.give(problem, lines, counts_table if by_symmetry else numbers_table)


def _compare_orders(rooms: list[Region | str], names: list[str], as_json: bool) -> int:
    """Print the cost of each search."""
    from enumino.families.tatami.scan_orders import compare_orders

    found = [asdict(row) for row in compare_orders(rooms, names)]
    if as_json:
        echo_json({"problem": {"family": "tatami", "method": "plain search"}, "rows": found})
        return OK
    rows = [[_cell(value) for value in row.values()] for row in found]
    click.echo(aligned([list(found[0]), *rows]))
    return OK


def _cell(value: str | int | float | None) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.6f}"
    return f"{value:,}" if isinstance(value, int) else value
