"""The options of tilings: regions and pieces may be in files, and pieces be added one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from enumino.cli.problems import WITHOUT, options_of, region_of
from enumino.errors import ProblemError
from enumino.families.tilings.parameters import METHODS as METHODS
from enumino.families.tilings.parameters import TilingParameters

if TYPE_CHECKING:
    from enumino.families.tilings.problem import Tilings
    from enumino.run.counting import Count

_PIECE = click.Option(
    ["--piece"],
    metavar="NAME[:A-B]",
    multiple=True,
    help='One more piece with its number of copies, such as "L:2-4", or another number for a '
    "listed piece; repeatable.",
)


_region, _pieces, *_others, _placements, _limit = options_of(TilingParameters)
COUNT_OPTIONS: list[click.Parameter] = [_region, WITHOUT, _pieces, _PIECE, *_others]
OPTIONS = [*COUNT_OPTIONS, _placements, _limit]
COUNTED_BY = ("symmetry", "pieces", "uses(NAME)")


def problem(
    region: str,
    without: tuple[str, ...],
    pieces: str | None,
    piece: tuple[str, ...],
    lattice: str,
    **given: Any,
) -> Tilings:
    """Make the problem of the options."""
    from enumino.families.tilings.problem import Tilings
    from enumino.objects import burrtools, piece_lists
    from enumino.objects.lattices import lattice_named
    from enumino.objects.piece import check_different

    on = lattice_named(lattice)
    puzzle = burrtools.read(region, on) if region.endswith(burrtools.SUFFIX) else None
    own = puzzle.pieces if puzzle else ()
    own = piece_lists.parse(pieces, on) if pieces else own
    listed = piece_lists.with_more(own, piece, on)
    if not listed:
        raise ProblemError("There is no piece to tile with: name some with --pieces or --piece.")
    whole = region_of(puzzle.region if puzzle else region, without, on)
    made = Tilings(whole, listed, **given)
    check_different(listed, made.rotations, made.reflections)
    return made


def count(by: tuple[str, ...], method: Any, **values: Any) -> Count:
    """Make the count of the `COUNT_OPTIONS`."""
    from enumino.families.tilings.counts import count_of

    return count_of(problem(**values), by, method)
