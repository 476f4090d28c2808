"""Tilings by rank."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
import pyarrow as pa

from enumino.enum.layers import Layers
from enumino.enum.ranked_sweep import RankedSweep
from enumino.families.tilings.counts import TilingCount
from enumino.families.tilings.problem import Tilings
from enumino.families.tilings.transfer_matrix import BoardSweep, expected_work
from enumino.samples.memos import MemoRanked
from enumino.samples.ranked import Ranked, Swept

LARGE = 3_000_000  # states


class _OfTilings(Ranked):
    """All tilings of a board in some order."""

    problem: Tilings

    @classmethod
    def takes_all(cls, problem: Tilings) -> bool:
        return problem.counts_all and not (problem.is_up_to_images and problem.images)


class SweptTilings(_OfTilings, Swept):
    """All tilings of a board in the order of a sweep."""

    seconds_per_state = 5e-7

    @classmethod
    def states(cls, problem: Tilings) -> float:
        found = expected_work(BoardSweep(problem.board)).states
        if found > LARGE:  # a tenth of the sweep tells more
            found = expected_work(BoardSweep(problem.board), int(found) // 10).states
        return found

    @cached_property
    def _ranked(self) -> RankedSweep[BoardSweep]:
        return RankedSweep(BoardSweep(self.problem.board), Layers(self.memory))

    @property
    def total(self) -> int:
        return self._ranked.total

    def rows(self, ranks: Sequence[int]) -> pa.RecordBatch:
        tilings, options = [], []
        for cell, number, coverings in self._ranked.choices(ranks):
            tilings.append(coverings)
            options.append(
                np.full(len(coverings), self._ranked.sweep.options(cell)[number], np.int32)
            )
        of, chosen = np.concatenate(tilings), np.concatenate(options)
        order = np.argsort(of, kind="stable")
        offsets = np.searchsorted(of[order], np.arange(len(ranks) + 1)).astype(np.int32)
        return self.problem.rows_of(chosen[order], offsets)


class MemoTilings(_OfTilings, MemoRanked):
    """All tilings of a board in the order of a search with a memo."""

    @classmethod
    def suits(cls, problem: Tilings) -> bool:
        return TilingCount(problem).method == cls.method


ORDERS = (SweptTilings, MemoTilings)
