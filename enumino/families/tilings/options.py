"""The options of tilings and packings."""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from enumino.cli.problems import options_of, region_of
from enumino.errors import ProblemError
from enumino.families.tilings.conditions import CoveringParameters
from enumino.families.tilings.parameters import (
    PackingParameters,
    TilingParameters,
)
from enumino.parameters import values_of

if TYPE_CHECKING:
    from enumino.families.tilings.problem import Packings, Tilings


def problem(
    parameters: type[CoveringParameters],
    region: str,
    without: tuple[tuple[int, ...], ...],
    pieces: str | None,
    piece: tuple[str, ...],
    **given: Any,
) -> Tilings | Packings:
    """Make the problem of the options of tilings or packings."""
    from enumino.families.tilings.problem import Packings, Tilings
    from enumino.objects import burrtools, piece_lists
    from enumino.objects.lattice import SQUARE
    from enumino.objects.piece import check_different

    tiled = parameters is TilingParameters
    values = values_of(parameters, given)
    lattice = None if tiled else values["lattice"]
    is_file = region.endswith(burrtools.SUFFIX)
    puzzle = burrtools.read(region, lattice or SQUARE) if is_file else None
    own = puzzle.pieces if puzzle else ()
    own = piece_lists.read(pieces, lattice) if pieces else own
    listed = piece_lists.with_more(own, piece, lattice)
    if not listed:
        verb = "tile with" if tiled else "pack"
        raise ProblemError(f"There is no piece to {verb}: name some with --pieces or --piece.")
    whole = puzzle.region if puzzle else region_of(region, (), lattice)
    filled = whole.without(without) if without else whole
    made = (Tilings if tiled else Packings)(region=filled, pieces=listed, **values)
    check_different(listed, made.rotations, made.reflections)
    return made


def _options(parameters: type[CoveringParameters]) -> SimpleNamespace:
    return SimpleNamespace(OPTIONS=options_of(parameters), problem=partial(problem, parameters))


TILINGS, PACKINGS = map(_options, (TilingParameters, PackingParameters))
