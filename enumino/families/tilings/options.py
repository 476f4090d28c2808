"""The options of tilings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from enumino.cli.problems import options_of, region_of
from enumino.errors import ProblemError
from enumino.families.tilings.parameters import TilingParameters
from enumino.parameters import values_of

if TYPE_CHECKING:
    from enumino.families.tilings.counts import TilingCount
    from enumino.families.tilings.problem import Tilings

OPTIONS = options_of(TilingParameters)
COUNT_OPTIONS = options_of(TilingParameters, counting=True)
COUNTED_BY = ("symmetry",)
METHODS = ("profiles", "determinant", "search")


def problem(
    region: str,
    without: tuple[tuple[int, ...], ...],
    pieces: str | None,
    piece: tuple[str, ...],
    **given: Any,
) -> Tilings:
    """Make the problem of the options."""
    from enumino.families.tilings.problem import Tilings
    from enumino.objects import burrtools, piece_lists
    from enumino.objects.lattice import SQUARE
    from enumino.objects.piece import check_different

    values = values_of(TilingParameters, given)
    lattice = values.get("lattice", SQUARE)
    is_puzzle = region.endswith(burrtools.SUFFIX)
    puzzle = burrtools.read(region, lattice) if is_puzzle else None
    own = puzzle.pieces if puzzle else ()
    own = piece_lists.read(pieces, lattice) if pieces else own
    listed = piece_lists.with_more(own, piece, lattice)
    if not listed:
        raise ProblemError("There is no piece to tile with: name some with --pieces or --piece.")
    if puzzle:
        whole = puzzle.region.without(without) if without else puzzle.region
    else:
        whole = region_of(region, without, lattice)
    made = Tilings(region=whole, pieces=listed, **values)
    check_different(listed, made.rotations, made.reflections)
    return made


def count(by: tuple[str, ...], method: Any, **values: Any) -> TilingCount:
    """Make the count of the `COUNT_OPTIONS`."""
    from enumino.families.tilings.counts import TilingCount

    return TilingCount(problem(**values), bool(by), method)
