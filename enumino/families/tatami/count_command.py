"""``enumino count tatami``: by recurrence, transfer matrix or search."""

from __future__ import annotations

from functools import partial
from typing import Any

import click

from enumino.cli.counting import CountOptions, Output, answer, unique, where
from enumino.cli.options import Command, columns
from enumino.cli.progress import CountView
from enumino.errors import OK, ProblemError
from enumino.families.tatami.options import OPTIONS, rooms_of

# Those of listings that counts take as well.
_room, _without, _monomers, _up_to_symmetry, *_ = OPTIONS


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
    type=click.Choice(["auto", "recurrence", "transfer-matrix", "search"]),
    default="auto",
    show_default=True,
    help="Method of counting; the methods share no code.",
)
@click.option("--no-pruning", is_flag=True, help="Also search branches that cannot be completed.")
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
    if no_pruning and method not in ("auto", "search"):
        raise ProblemError(
            f"The method {method} is not a search that prunes: leave out --no-pruning."
        )
    if unique:
        from enumino.families.tatami.problem import Tatami

        return answer(Tatami(rooms, monomers, up_to_symmetry=up_to_symmetry), where, output)
    from enumino.datasets.totals import totals_rows
    from enumino.families.tatami.counts import count_tatami, estimates
    from enumino.families.tatami.parameters import interval_of, regions_of
    from enumino.families.tatami.rows import LayoutTotals

    named = regions_of(rooms)
    asked = LayoutTotals(named, *interval_of(monomers), up_to_symmetry)
    output.refuse_bfile_of(["room"] if len(named) > 1 else [], f"a room of {room[0]}")
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
    return output.give(problem, lines, totals_rows(lines, across=by_symmetry))
