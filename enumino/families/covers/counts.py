"""Count exact covers: with a memo or by search."""

from collections.abc import Sequence
from dataclasses import dataclass

from enumino.datasets.plan import Work
from enumino.enum.exact_cover import Cover
from enumino.enum.problem import Prefix, Tally
from enumino.families.covers.parameters import METHODS
from enumino.families.covers.problem import Covers
from enumino.run.counting import Passed
from enumino.run.memos import MemoCount


@dataclass(frozen=True)
class CoverCount(MemoCount):
    """A count of exact covers."""

    methods = METHODS

    problem: Covers

    @property
    def _cover(self) -> Cover:
        return self.problem.arrays

    def _obstacle(self, method: str) -> str:
        if method == "search" or (self.problem.engine, self.problem.limit) == (None, None):
            return ""
        return "takes neither --engine nor --limit"

    def _suits(self, method: str) -> bool:
        return method == "search" or self._memo_suits

    def _parts(self) -> list[Work]:
        return self._memo_parts

    def _without_search(self, prefixes: Sequence[Prefix], passed: Passed) -> Tally:
        return Tally({(): self._memo_total(prefixes, passed)})
