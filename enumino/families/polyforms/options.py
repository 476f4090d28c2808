"""The options of polyforms, and of those on a lattice from a file."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

import click

from enumino.cli.problems import FamilyOptions, options_of
from enumino.families.polyforms.columns import columns_counted
from enumino.families.polyforms.families import PolyformFamily
from enumino.objects.lattice import SQUARE

if TYPE_CHECKING:
    from enumino.registry import Family
    from enumino.run.counting import Count


class Options(FamilyOptions):
    """The options of polyforms: a lattice comes first."""

    def __init__(self, family: Family) -> None:
        super().__init__(family)
        lattice = family.lattice if isinstance(family, PolyformFamily) else SQUARE
        self.columns = (*columns_counted(lattice), "properties such as tree")

    def options(self, *left_out: str) -> list[click.Parameter]:
        """Return the options of the parameters, without some."""
        parameters = self.family.parameters_class
        names = [each.name for each in fields(parameters) if each.name not in left_out]
        return options_of(parameters, *sorted(names, key=lambda name: name != "lattice"))

    def count_options(self) -> list[click.Parameter]:
        """Return the options of counts, which store no columns."""
        return self.options("derived")

    def count(self, by: tuple[str, ...], method: str, **values: Any) -> Count:
        """Return the count that the options ask for."""
        from enumino.families.polyforms.counting.count import count_of

        return count_of(self.family, by=by, **values)
