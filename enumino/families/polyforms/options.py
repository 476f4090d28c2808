"""The options of polyforms, on built-in lattices and on lattices from files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from enumino.cli.problems import FamilyOptions, options_of
from enumino.families.polyforms.columns import polyform_columns
from enumino.families.polyforms.families import PolyformFamily
from enumino.objects.lattice import SQUARE

if TYPE_CHECKING:
    from enumino.run.counting import Count


class Options(FamilyOptions):
    """The options of polyforms, the lattice first; counts store no columns."""

    not_counted = ("derived",)

    @property
    def columns(self) -> Sequence[str]:  # type: ignore[override]
        """The columns to count by."""
        lattice = self.family.lattice if isinstance(self.family, PolyformFamily) else SQUARE
        names = [column.name for column in polyform_columns(lattice, 1)]
        own = [name for name in names if name not in ("cells", "mask", "orbit")]
        return (*own, "properties such as tree")

    def options(self) -> list[click.Parameter]:
        return sorted(
            options_of(self.family.parameters_class), key=lambda each: each.name != "lattice"
        )

    def counts(self, by: tuple[str, ...], method: str, **values: Any) -> list[Count]:
        from enumino.families.polyforms.counts import count_of

        return [count_of(self.family, by=by, **values)]
