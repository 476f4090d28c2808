"""Count exact covers: with a memo or by search."""

from collections.abc import Iterator
from dataclasses import dataclass

from enumino.enum.exact_cover import Cover
from enumino.families.covers.parameters import METHODS
from enumino.families.covers.problem import Covers
from enumino.run.memos import MemoCount, OptionCount


@dataclass(frozen=True)
class CoverCount(MemoCount):
    """A count of exact covers."""

    methods = METHODS

    problem: Covers

    @property
    def _cover(self) -> Cover:
        return self.problem.arrays

    def _obstacle(self, method: str) -> str:
        given = self.problem
        is_plain = (given.engine, given.limit, given.up_to_symmetry) == (None, None, False)
        return "" if is_plain else "takes no --engine, --limit or --up-to-symmetry"


@dataclass(frozen=True)
class CoverOptionCount(OptionCount, CoverCount):
    """A count of the exact covers that have each option."""

    methods = METHODS[:1]

    def _labels(self) -> Iterator[dict[str, str]]:
        cover = self.problem.cover
        return ({"items": cover.option_text(n)} for n in range(len(cover.options)))
