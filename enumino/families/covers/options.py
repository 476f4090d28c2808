"""The options of exact covers; the sudokus on the lines of a file are counted together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from enumino.cli.problems import FamilyOptions
from enumino.families.covers.parameters import METHODS
from enumino.families.covers.sudokus import sudokus_in

if TYPE_CHECKING:
    from enumino.run.counting import Count


class Options(FamilyOptions):
    """The options of exact covers."""

    methods = METHODS

    def counts(self, by: tuple[str, ...], method: str, **values: Any) -> Sequence[Count]:
        from enumino.families.covers.counts import CoverCount
        from enumino.families.covers.problem import Covers

        word, *file = values["problem"].split(maxsplit=1) or [""]
        if word != "sudokus" or not file:
            return [CoverCount(Covers(**values), method=method)]
        return [
            CoverCount(Covers(**{**values, "problem": sudoku, "name": name}), method=method)
            for name, sudoku in sudokus_in(*file).items()
        ]
