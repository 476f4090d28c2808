"""Exact covers by rank."""

from enumino.families.covers.counts import CoverCount
from enumino.families.covers.problem import Covers
from enumino.samples.memos import MemoRanked
from enumino.samples.ranked import OF_ALL


class MemoCovers(MemoRanked):
    """All exact covers in the order of a search with a memo."""

    problem: Covers

    @classmethod
    def obstacle(cls, problem: Covers) -> str:
        is_plain = problem.limit is None and not problem.up_to_symmetry
        return "" if is_plain else OF_ALL

    @classmethod
    def suits(cls, problem: Covers) -> bool:
        return CoverCount(problem).method == cls.method


ORDERS = (MemoCovers,)
