"""The options of tilings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from enumino.cli.problems import options_of
from enumino.cli.regions import region_of
from enumino.errors import ProblemError
from enumino.families.tilings.parameters import TilingParameters
from enumino.parameters import values_of

if TYPE_CHECKING:
    from enumino.families.tilings.problem import Tilings

COUNT_OPTIONS = options_of(TilingParameters, counting=True)
OPTIONS = options_of(TilingParameters)


def problem(
    region: str,
    without: tuple[tuple[int, int], ...],
    pieces: str | None,
    piece: tuple[str, ...],
    **given: Any,
) -> Tilings:
    """Make the problem of the `OPTIONS`."""
    from enumino.families.tilings.problem import Tilings
    from enumino.objects import burrtools
    from enumino.objects import piece_lists as sets
    from enumino.objects.piece import check_different

    values = values_of(TilingParameters, given)
    puzzle = burrtools.read(region) if region.endswith(burrtools.SUFFIX) else None
    listed = [
        *(puzzle.pieces if puzzle and not pieces else ()),
        *(sets.read(pieces) if pieces else ()),
        *(sets.parse(", ".join(piece)) if piece else ()),
    ]
    if not listed:
        raise ProblemError("There is no piece to tile with: name some with --pieces or --piece.")
    whole = puzzle.region if puzzle else region_of(region, ())
    made = Tilings(whole.without(without) if without else whole, listed, **values)
    check_different(listed, made.rotations, made.reflections)
    return made
