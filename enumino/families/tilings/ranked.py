"""Tilings by rank."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
import pyarrow as pa

from enumino.enum.kernels.exact_cover.solutions import Columns as Solutions
from enumino.enum.ranked_sweep import RankedSweep
from enumino.enum.sweep import SweepError
from enumino.families.tilings.problem import Tilings
from enumino.families.tilings.transfer_matrix import BoardSweep, expected_work
from enumino.samples.ranked import Ranked

MOST_STATES = 3e7  # of a sweep, which take about a minute and 1.5 GB


class SweptTilings(Ranked):
    """All tilings of a board in the order of a sweep."""

    method = "transfer-matrix"
    problem: Tilings

    @classmethod
    def obstacle(cls, problem: Tilings) -> str:
        if not problem.counts_all or (problem.is_up_to_images and problem.images):
            return "does not take conditions, limits or symmetry classes"
        try:
            states = expected_work(BoardSweep(problem.board)).states
        except SweepError:
            return "has words too short for all bounds, or for a region as wide as this"
        return "" if states <= MOST_STATES else f"would keep about {states:,.0f} states"

    @cached_property
    def _ranked(self) -> RankedSweep[BoardSweep]:
        return RankedSweep(BoardSweep(self.problem.board))

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
        return self.problem.rows_of(Solutions(chosen[order], offsets))


ORDERS = (SweptTilings,)
