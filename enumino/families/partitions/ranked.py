"""Partitions by rank."""

from collections.abc import Sequence
from functools import cached_property

import pyarrow as pa

from enumino.enum.partition_sweep import PartitionSweep
from enumino.enum.ranked_partitions import RankedPartitions
from enumino.enum.sweep import SweepError
from enumino.families.partitions.counts import PartitionCount
from enumino.families.partitions.problem import Partitions
from enumino.samples.ranked import Ranked

MOST_STATES = 1.5e8  # of a sweep, which take about four minutes and 3 GB


class SweptPartitions(Ranked):
    """All partitions in the order of a sweep."""

    method = "transfer-matrix"
    problem: Partitions

    @classmethod
    def obstacle(cls, problem: Partitions) -> str:
        if problem.up_to_symmetry or problem.is_conditional or problem.limit is not None:
            return "does not take conditions, limits or symmetry classes"
        try:
            states = PartitionSweep(*problem.swept).expected_states
        except SweepError:
            return "has no sweep for a graph or weights as large as this"
        return "" if states <= MOST_STATES else f"would keep about {states:,.0f} states"

    @classmethod
    def suits(cls, problem: Partitions) -> bool:
        return PartitionCount(problem).method == cls.method

    @cached_property
    def _ranked(self) -> RankedPartitions:
        return RankedPartitions(*self.problem.swept)

    @property
    def total(self) -> int:
        return self._ranked.total

    def rows(self, ranks: Sequence[int]) -> pa.RecordBatch:
        return self.problem.rows_of(self._ranked.owners(ranks))


ORDERS = (SweptPartitions,)
