"""The options of tatami layouts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from enumino.cli.options import Decorator, Pair, limit
from enumino.cli.regions import region_of, up_to_symmetry, without
from enumino.errors import ProblemError

if TYPE_CHECKING:
    from enumino.enum.problem import Problem
    from enumino.objects.region import Region


HALF_MATS = Pair(
    "K|A-B",
    r"(-?\d+)\s*(?:-\s*(\d+))?",
    "number of half mats: write 0, 2-4 or any",
)


class Monomers(click.ParamType[tuple[int, int | None]]):
    """``0``, ``2-4`` or ``any``: how many half mats."""

    name = "K|A-B|any"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int | None]:
        if isinstance(value, str) and value.strip().lower() == "any":
            return 0, None
        return HALF_MATS.convert(value, param, ctx)


room = click.option(
    "--room",
    required=True,
    multiple=True,
    metavar="HxW|HxW..HxW|FILE",
    help="Rows x columns, all rooms between two, or a drawing (. free, # wall); repeatable.",
)
monomers = click.option(
    "--monomers", type=Monomers(), default="0", show_default=True, help="Half mats allowed."
)

OPTIONS: list[Decorator] = [
    room,
    without,
    monomers,
    up_to_symmetry,
    click.option(
        "--method",
        type=click.Choice(["auto", "search", "blocks"]),
        default="auto",
        show_default=True,
        help="Row scan, or (rectangles, whole mats) straight from the blocks.",
    ),
    click.option("--no-pruning", is_flag=True, help="Search every branch to its end."),
    limit,
]


def rooms_of(named: tuple[str, ...], without: tuple[tuple[int, int], ...]) -> list[Region | str]:
    """Return the rooms that a user names, less some cells."""
    from enumino.families.tatami.problem import BETWEEN

    several = [room for room in named if BETWEEN.fullmatch(room)]
    if without and (several or named[1:]):
        rooms = " and ".join(named)
        raise ProblemError(f"--without takes cells of one room, and {rooms} are several.")
    return [room if room in several else region_of(room, without) for room in named]


def problem(
    room: tuple[str, ...],
    without: tuple[tuple[int, int], ...],
    monomers: tuple[int, int | None],
    up_to_symmetry: bool,
    method: Any,
    no_pruning: bool,
    limit: int | None,
) -> Problem:
    from enumino.families.tatami.problem import Tatami

    return Tatami(
        rooms_of(room, without),
        monomers,
        up_to_symmetry=up_to_symmetry,
        method=method,
        pruning=not no_pruning,
        limit=limit,
    )
