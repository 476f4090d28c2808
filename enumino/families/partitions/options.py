"""Partitions on the command line, with files of regions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from enumino.cli.problems import WITHOUT, FamilyOptions, regions_of
from enumino.errors import ProblemError
from enumino.families.partitions.parameters import METHODS

if TYPE_CHECKING:
    from enumino.families.partitions.problem import Partitions
    from enumino.run.counting import Count


class Options(FamilyOptions):
    """The options of partitions, and the option that removes cells."""

    columns = ("parts", "sizes", "cut_edges", "symmetry")
    methods = METHODS

    def options(self) -> list[click.Parameter]:
        region, *others = super().options()
        return [region, WITHOUT, *others]

    def problem(self, *_: Any, **values: Any) -> Partitions:
        found, *others = self._problems(**values)
        if others:
            raise ProblemError(
                f"{values['region']} names several regions: only counts take more than one."
            )
        return found

    def counts(self, by: tuple[str, ...], method: str, **values: Any) -> Sequence[Count]:
        from enumino.families.partitions.counts import count_of

        return [count_of(problem, by, method) for problem in self._problems(**values)]

    def _problems(
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
