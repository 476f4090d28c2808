"""Count exact covers: with a memo or by search."""

from dataclasses import dataclass

from enumino.enum.exact_cover import Cover
from enumino.families.covers.parameters import METHODS
from enumino.families.covers.problem import Covers
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
        given = self.problem
        is_plain = (given.engine, given.limit, given.up_to_symmetry) == (None, None, False)
        return "" if is_plain else "takes no --engine, --limit or --up-to-symmetry"
