"""The options of exact covers; puzzles of several sizes or lines of a file are counted together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from enumino.arguments import range_of
from enumino.cli.problems import FamilyOptions
from enumino.families.covers.parameters import METHODS
from enumino.families.covers.puzzles import NUMBERED
from enumino.families.covers.sudokus import sudokus_in

if TYPE_CHECKING:
    from enumino.run.counting import Count


class Options(FamilyOptions):
    """The options of exact covers."""

    columns = ("option",)
    methods = METHODS

    def counts(self, by: tuple[str, ...], method: str, **values: Any) -> Sequence[Count]:
        from enumino.families.covers.counts import CoverCount, CoverOptionCount
        from enumino.families.covers.problem import Covers

        word, *rest = values["problem"].split(maxsplit=1) or [""]
        each: list[dict[str, str]] = [{}]
        if word == "sudokus" and rest:
            each = [{"problem": text, "name": name} for name, text in sudokus_in(*rest).items()]
        elif word in NUMBERED and rest and "-" in rest[0]:
            each = [{"problem": f"{word} {size}"} for size in range_of(rest[0])]
        kind = CoverOptionCount if by else CoverCount
        return [kind(Covers(**values | own), by or None, method=method) for own in each]
