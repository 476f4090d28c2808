"""The options of tilings: a region may be a file, or a puzzle with its pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from enumino.cli.problems import WITHOUT, FamilyOptions, regions_of
from enumino.errors import ProblemError
from enumino.families.tilings.parameters import METHODS

if TYPE_CHECKING:
    from enumino.families.tilings.problem import Tilings
    from enumino.objects.region import Region
    from enumino.run.counting import Count


class Options(FamilyOptions):
    """The options of tilings."""

    columns = ("symmetry", "pieces", "uses(NAME)")
    methods = METHODS

    def options(self) -> list[click.Parameter]:
        """Return the options of the parameters; a region may lack cells."""
        region, *others = super().options()
        return [region, WITHOUT, *others]

    def count_options(self) -> list[click.Parameter]:
        """Return the options of problems that change a count."""
        return [each for each in self.options() if each.name not in ("placements", "limit")]

    def problem(
        self,
        region: str | Region,
        without: tuple[str, ...],
        pieces: str | None,
        lattice: str,
        **given: Any,
    ) -> Tilings:
        """Return the problem that the options ask for."""
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

    def problems(
        self, region: str, without: tuple[str, ...], lattice: str, **given: Any
    ) -> list[dict[str, Any]]:
        """Return the values of the problems of several regions, or of the only one."""
        from enumino.export import burrtools
        from enumino.objects.lattices import lattice_named

        common = {"without": (), "lattice": lattice, **given}
        if burrtools.is_puzzle(region):
            return [{**common, "region": region, "without": without}]
        regions = regions_of([region], without, lattice_named(lattice))
        return [{**common, "region": each} for each in regions]

    def count(self, by: tuple[str, ...], method: Any, **values: Any) -> Count:
        """Return the count that the options ask for."""
        from enumino.families.tilings.counts import count_of

        return count_of(self.problem(**values), by, method)
