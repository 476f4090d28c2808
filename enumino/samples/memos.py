"""Solutions of exact covers by rank, from the numbers of solutions in a memo."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
import pyarrow as pa

from enumino.enum.exact_cover.memos import Memo
from enumino.samples.ranked import Ranked


class MemoRanked(Ranked):
    """The solutions of an exact cover in the order of a search with a memo."""

    method = "memo"

    @cached_property
    def _memo(self) -> Memo:
        return Memo(self.problem.arrays, self.memory)

    @cached_property
    def total(self) -> int:
        return self._memo.count((), lambda nodes: None)

    def rows(self, ranks: Sequence[int]) -> pa.RecordBatch:
        found = [self._memo.solution(rank).astype(np.int32) for rank in ranks]
        offsets = np.cumsum([0, *map(len, found)]).astype(np.int32)
        records: pa.RecordBatch = self.problem.rows_of(np.concatenate(found), offsets)
        return records
