"""Partitions on the command line, with files of regions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from enumino.cli.problems import RegionOptions, regions_of
from enumino.errors import ProblemError
from enumino.families.partitions.parameters import METHODS

if TYPE_CHECKING:
    from enumino.families.partitions.problem import Partitions


class Options(RegionOptions):
    """The options of partitions, and the option that removes cells."""

    columns = ("parts", "sizes", "cut_edges", "symmetry")
    methods = METHODS

    def problems(
        self, region: str | None, without: tuple[str, ...], lattice: str, **given: Any
    ) -> list[Partitions]:
        """Return a problem for each region, or for a graph."""
        from enumino.families.partitions.problem import Partitions
        from enumino.objects.lattices import lattice_named

        if region is None:
            if without:
                raise ProblemError("--without removes cells of a region: give it by --region.")
            return [Partitions(lattice=lattice, **given)]
        regions = regions_of([region], without, lattice_named(lattice))
        return [Partitions(each, **given) for each in regions]
