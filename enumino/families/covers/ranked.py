"""Exact covers by rank."""

import pyarrow as pa

from enumino.arrays import I32
from enumino.enum.exact_cover import Cover
from enumino.enum.records import Ragged, wrap
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

    @property
    def cover(self) -> Cover:
        return self.problem.arrays

    def rows_of(self, options: I32, offsets: I32) -> pa.RecordBatch:
        columns = {"options": Ragged(options.view("u4"), offsets)}
        return wrap(self.problem.columns, columns, offsets.size - 1)


ORDERS = (MemoCovers,)
