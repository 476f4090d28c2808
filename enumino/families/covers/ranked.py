"""Exact covers by rank."""

from enumino.families.covers.counts import CoverCount
from enumino.families.covers.problem import Covers
from enumino.samples.memos import MemoRanked


class MemoCovers(MemoRanked):
    """All exact covers in the order of a search with a memo."""

    problem: Covers

    @classmethod
    def suits(cls, problem: Covers) -> bool:
        return CoverCount(problem).method == cls.method


ORDERS = (MemoCovers,)
