"""``enumino count tatami``: by recurrence, transfer matrix or search; scan orders compared."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from enumino.cli import options
from enumino.cli.count.output import Output, output
from enumino.cli.problems import regions, tatami
from enumino.cli.progress import CountView
from enumino.cli.tables import aligned, counts_table, echo_json, numbers_table
from enumino.errors import OK, ProblemError

if TYPE_CHECKING:
    from enumino.regions import Region

ORDERS = ("row", "column", "diagonal", "corner", "pruned")


@click.command("tatami", cls=options.Command)
@tatami.room
@regions.without
@tatami.monomers
@regions.up_to_symmetry
@click.option("--by", type=click.Choice(["symmetry"]), help="Also every symmetry class.")
@click.option(
    "--method",
    type=click.Choice(["auto", "recurrence", "theorem", "transfer-matrix", "search"]),
    default="auto",
    show_default=True,
    help="How to count; they share no code.",
)
@click.option("--no-pruning", is_flag=True, help="Search every branch to its end.")
@click.option(
    "--order",
    type=click.Choice([*ORDERS, "all"]),
    help="Plain search in this order; or the pruned search; or all of them.",
)
@click.option("--stats", is_flag=True, help="Nodes, deepest stack and time of searches.")
@options.threads
@options.scheduler
@options.in_process
@options.quiet
@output
def command(
    room: tuple[str, ...],
    without: tuple[tuple[int, int], ...],
    monomers: tuple[int, int | None],
    up_to_symmetry: bool,
    by: str | None,
    method: Any,
    no_pruning: bool,
    order: str | None,
    stats: bool,
    threads: int | None,
    scheduler: str | None,
    in_process: bool,
    quiet: bool,
    output: Output,
) -> int:
    """Tatami layouts of rooms, each beside the published number.

    Rectangles without half mats are counted by recurrence at any size, other rooms by a
    transfer matrix; classes of layouts by search.
    """
    rooms = tatami.rooms_of(room, without)
    if order or stats:
        if up_to_symmetry or by or monomers != (0, 0) or method not in ("auto", "search"):
            raise ProblemError(
                "--order and --stats compare searches for whole mats, pruned and not: give the "
                "room alone."
            )
        if output.target or output.as_csv:
            raise ProblemError(
                "--csv and --to give out counts, and --order and --stats print a comparison: "
                "leave them out, or take --json."
            )
        chosen = ORDERS if order in (None, "all") else (order,)
        if no_pruning and order == "pruned":
            raise ProblemError("--order pruned and --no-pruning exclude each other: choose one.")
        plain = [name for name in chosen if not (no_pruning and name == "pruned")]
        return _compare_orders(rooms, plain, output.as_json)
    if no_pruning and method not in ("auto", "search"):
        raise ProblemError(f"The method {method} is no search to prune: leave out --no-pruning.")
    from enumino.counts.tatami import count_tatami
    from enumino.enum.tatami import regions_of
    from enumino.run import announce_compilation

    view = CountView(quiet)
    options.silence_dask()
    client = options.client_of(scheduler, threads, in_process)
    with view, announce_compilation(view.compiling), options.resumable(view, None):
        lines = count_tatami(
            rooms,
            monomers,
            up_to_symmetry=up_to_symmetry,
            by_symmetry=by is not None,
            method="search" if no_pruning else method,
            pruning=not no_pruning,
            client=client,
            threads=threads,
            in_process=in_process,
            on_event=view,
        )
    if client is not None:
        client.close()
    named = [region.to_json() for region in regions_of(rooms)]
    rules = {"up_to_symmetry": up_to_symmetry, "by": by}
    problem = {"family": "tatami", "rooms": named, "monomers": list(monomers), **rules}
    return output.give(problem, lines, counts_table if by else numbers_table)


def _compare_orders(rooms: list[Region | str], names: list[str], as_json: bool) -> int:
    """Print what each search takes."""
    from enumino.counts.scan_orders import compare_orders

    found = [asdict(row) for row in compare_orders(rooms, names)]
    if as_json:
        echo_json({"problem": {"family": "tatami", "method": "plain search"}, "rows": found})
        return OK
    rows = [[_told(value) for value in row.values()] for row in found]
    click.echo(aligned([list(found[0]), *rows]))
    return OK


def _told(value: str | int | float | None) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.6f}"
    return f"{value:,}" if isinstance(value, int) else value
