"""The options of tatami layouts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from enumino.cli.problems import RegionOptions, regions_of
from enumino.families.tatami.parameters import METHODS

if TYPE_CHECKING:
    from enumino.families.tatami.counts import TatamiCount
    from enumino.families.tatami.problem import Tatami


class Options(RegionOptions):
    """The options of tatami layouts, and the option that removes cells."""

    columns = ("monomers", "symmetry")
    methods = METHODS
    not_counted = ("limit",)

    def problem(self, rooms: tuple[str, ...], without: tuple[str, ...], **given: Any) -> Tatami:
        from enumino.families.tatami.problem import Tatami

        return Tatami(regions_of(rooms, without), **given)

    def counts(self, by: tuple[str, ...], method: str, **values: Any) -> list[TatamiCount]:
        from enumino.families.tatami.counts import TatamiCount
        from enumino.run.counting import checked_columns

        columns: Any = {f"by_{name}": True for name in checked_columns(by, self.columns)}
        return [TatamiCount(self.problem(**values), **columns, method=method)]
