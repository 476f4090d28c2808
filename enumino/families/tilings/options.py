"""The options of tilings: a region may be a file, or a puzzle with its pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from enumino.cli.problems import WITHOUT, options_of, regions_of
from enumino.errors import ProblemError
from enumino.families.tilings.parameters import METHODS as METHODS
from enumino.families.tilings.parameters import TilingParameters

if TYPE_CHECKING:
    from enumino.families.tilings.problem import Tilings
    from enumino.objects.region import Region
    from enumino.run.counting import Count

_region, *_others = options_of(TilingParameters)
OPTIONS: list[click.Parameter] = [_region, WITHOUT, *_others]
COUNT_OPTIONS = [each for each in OPTIONS if each.name not in ("placements", "limit")]
COUNTED_BY = ("symmetry", "pieces", "uses(NAME)")


def problem(
    region: str | Region, without: tuple[str, ...], pieces: str | None, lattice: str, **given: Any
) -> Tilings:
    """Make the problem of the options."""
    from enumino.export import burrtools
    from enumino.families.tilings.problem import Tilings
    from enumino.objects.lattices import lattice_named

    on = lattice_named(lattice)
    puzzle = None
    if isinstance(region, str) and burrtools.is_puzzle(region):
        puzzle = burrtools.read(region, on)
    whole, *others = regions_of([puzzle.region if puzzle else region], without, on)
    if others:
        raise ProblemError(f"{region} names several regions: only counts take more than one.")
    return Tilings(whole, pieces or (puzzle.pieces if puzzle else ()), **given)


def each(region: str, without: tuple[str, ...], lattice: str, **given: Any) -> list[dict[str, Any]]:
    """Return the values of the problems of several regions, or of the only one."""
    from enumino.export import burrtools
    from enumino.objects.lattices import lattice_named

    common = {"without": (), "lattice": lattice, **given}
    if burrtools.is_puzzle(region):
        return [{**common, "region": region, "without": without}]
    regions = regions_of([region], without, lattice_named(lattice))
    return [{**common, "region": each} for each in regions]


def count(by: tuple[str, ...], method: Any, **values: Any) -> Count:
    """Make the count of the `COUNT_OPTIONS`."""
    from enumino.families.tilings.counts import count_of

    return count_of(problem(**values), by, method)
