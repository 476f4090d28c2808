"""The options of tilings and packings."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from enumino.cli.problems import options_of
from enumino.cli.regions import region_of
from enumino.errors import ProblemError
from enumino.families.coverings.parameters import PackingParameters, TilingParameters, lattice_named
from enumino.parameters import values_of

if TYPE_CHECKING:
    from enumino.families.coverings.problem import Packings, Tilings


def tilings(
    region: str,
    without: tuple[tuple[int, int], ...],
    pieces: str | None,
    piece: tuple[str, ...],
    **given: Any,
) -> Tilings:
    """Make the problem of the options of tilings."""
    from enumino.families.coverings.problem import Tilings
    from enumino.objects import burrtools, piece_lists
    from enumino.objects.piece import check_different

    values = values_of(TilingParameters, given)
    puzzle = burrtools.read(region) if region.endswith(burrtools.SUFFIX) else None
    own = puzzle.pieces if puzzle else ()
    connected = not values.get("disconnected", False)
    own = piece_lists.read(pieces, None, connected) if pieces else own
    listed = piece_lists.with_more(own, piece, None, connected)
    if not listed:
        raise ProblemError("There is no piece to tile with: name some with --pieces or --piece.")
    whole = puzzle.region if puzzle else region_of(region, ())
    made = Tilings(whole.without(without) if without else whole, listed, **values)
    check_different(listed, made.rotations, made.reflections)
    return made


def packings(
    region: str,
    without: tuple[tuple[int, ...], ...],
    pieces: str | None,
    piece: tuple[str, ...],
    **given: Any,
) -> Packings:
    """Make the problem of the options of packings."""
    from enumino.families.coverings.problem import Packings
    from enumino.objects import burrtools, piece_lists
    from enumino.objects.piece import check_different

    values = values_of(PackingParameters, given)
    lattice = lattice_named(values["lattice"])
    puzzle = burrtools.read(region, lattice) if region.endswith(burrtools.SUFFIX) else None
    own = puzzle.pieces if puzzle else ()
    connected = not values.get("disconnected", False)
    own = piece_lists.read(pieces, lattice, connected) if pieces else own
    listed = piece_lists.with_more(own, piece, lattice, connected)
    if not listed:
        raise ProblemError("There is no piece to pack: name some with --pieces or --piece.")
    whole = puzzle.region if puzzle else region_of(region, (), lattice)
    packed = whole.without(without) if without else whole
    made = Packings(region=packed, pieces=listed, **values)
    check_different(listed, made.rotations, made.reflections)
    return made


TILINGS = SimpleNamespace(OPTIONS=options_of(TilingParameters), problem=tilings)
PACKINGS = SimpleNamespace(OPTIONS=options_of(PackingParameters), problem=packings)
