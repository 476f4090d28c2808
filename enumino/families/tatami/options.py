"""The options of tatami layouts; rooms may be files, and cells may be removed from them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from enumino.cli.problems import WITHOUT, FamilyOptions, regions_of
from enumino.families.tatami.parameters import METHODS, TatamiParameters

if TYPE_CHECKING:
    from enumino.enum.problem import Problem
    from enumino.families.tatami.counts import TatamiCount


class Options(FamilyOptions):
    """The options of tatami layouts."""

    columns = ("monomers", "symmetry")
    methods = METHODS

    def options(self) -> list[click.Parameter]:
        """Return the options of the parameters, and the option that removes cells."""
        room, *others = super().options()
        return [room, WITHOUT, *others]

    def count_options(self) -> list[click.Parameter]:
        return [each for each in self.options() if each.name != "limit"]

    def problem(self, rooms: tuple[str, ...], without: tuple[str, ...], **given: Any) -> Problem:
        from enumino.families.tatami.problem import Tatami

        return Tatami(regions_of(rooms, without), **given)

    def count(self, by: tuple[str, ...], method: Any, **values: Any) -> TatamiCount:
        from enumino.families.tatami.counts import TatamiCount
        from enumino.run.counting import checked_columns

        rooms = regions_of(values.pop("rooms"), values.pop("without"))
        by_symmetry = "symmetry" in checked_columns(by, self.columns)
        asked = TatamiParameters(rooms, **values)
        return TatamiCount(asked, by_symmetry=by_symmetry, method=method)
