"""The options of tilings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from enumino.cli.options import Decorator, limit
from enumino.cli.regions import region_of, up_to_symmetry, without
from enumino.errors import ProblemError

if TYPE_CHECKING:
    from enumino.families.tilings.problem import Tilings
    from enumino.objects.region import Region

COUNT_OPTIONS: list[Decorator] = [
    click.option(
        "--region",
        required=True,
        metavar="RxC|FILE|PIECE",
        help='Rows x columns, a drawing (. free, # none), a polyomino: "[(0,0), …]", L; or a '
        "puzzle, FILE.xmpuzzle, with its pieces.",
    ),
    without,
    click.option(
        "--pieces",
        metavar="NAMES|FILE",
        default="",
        help='Such as pentominoes, "L-tromino, I4", or a file of drawings.',
    ),
    click.option(
        "--piece",
        "more",
        metavar="NAME[:A-B]",
        multiple=True,
        help='One more piece, and how often: "L:2-4"; may be repeated.',
    ),
    click.option("--each-once", is_flag=True, help="Every piece exactly once."),
    click.option("--at-most-once", is_flag=True, help="Every piece at most once."),
    click.option(
        "--no-rotations",
        is_flag=True,
        help="Pieces may not be turned, only mirrored.",
    ),
    click.option("--no-reflections", is_flag=True, help="Pieces may not be turned over."),
    click.option("--no-crossroads", is_flag=True, help="No four pieces may meet at a point."),
    up_to_symmetry,
    click.option(
        "--engine",
        type=click.Choice(["cell-masks", "piece-first", "option-bitsets", "dancing-links"]),
        help="How to search  [default: what suits the problem]",
    ),
]
OPTIONS: list[Decorator] = [
    *COUNT_OPTIONS,
    click.option("--no-placements", is_flag=True, help="Rows without the list of placements."),
    limit,
]


def problem(
    region: str,
    without: tuple[tuple[int, int], ...],
    pieces: str,
    more: tuple[str, ...],
    each_once: bool,
    at_most_once: bool,
    no_rotations: bool,
    no_reflections: bool,
    no_crossroads: bool,
    up_to_symmetry: bool,
    engine: Any,
    no_placements: bool = False,
    limit: int | None = None,
) -> Tilings:
    """Make the problem of the `OPTIONS`."""
    from enumino.families.tilings.problem import Tilings
    from enumino.objects import burrtools
    from enumino.objects import piece as sets

    if each_once and at_most_once:
        raise ProblemError("--each-once and --at-most-once exclude each other: choose one.")
    puzzle = burrtools.read(region) if region.endswith(burrtools.SUFFIX) else None
    listed = [
        *(puzzle.pieces if puzzle and not pieces else ()),
        *(sets.read(pieces) if pieces else ()),
        *(sets.parse(", ".join(more)) if more else ()),
    ]
    if not listed:
        raise ProblemError("There is no piece to tile with: name some with --pieces or --piece.")
    made = Tilings(
        _less(puzzle.region, without) if puzzle else region_of(region, without),
        listed,
        "each-once" if each_once else "at-most-once" if at_most_once else "any",
        rotations=not no_rotations,
        reflections=not no_reflections,
        up_to_symmetry=up_to_symmetry,
        no_crossroads=no_crossroads,
        engine=engine,
        placements=not no_placements,
        limit=limit,
    )
    sets.check_different(listed, not no_rotations, not no_reflections)
    return made


def _less(region: Region, cells: tuple[tuple[int, int], ...]) -> Region:
    return region.without(cells) if cells else region
