"""Partitions by rank."""

from collections.abc import Sequence
from functools import cached_property

import pyarrow as pa

from enumino.enum.layers import Layers
from enumino.enum.partition_sweep import PartitionSweep
from enumino.enum.ranked_partitions import RankedPartitions
from enumino.families.partitions.counts import PartitionCount
from enumino.families.partitions.problem import Partitions
from enumino.samples.ranked import Swept


class SweptPartitions(Swept):
    """All partitions in the order of a sweep."""

    problem: Partitions
    bytes_per_state = 30

    @classmethod
    def states(cls, problem: Partitions) -> float:
        return PartitionSweep(*problem.swept).expected_states

    @classmethod
    def suits(cls, problem: Partitions) -> bool:
        return PartitionCount(problem).method == cls.method

    @cached_property
    def _ranked(self) -> RankedPartitions:
        return RankedPartitions(*self.problem.swept, kept=Layers(self.memory))

    @property
    def total(self) -> int:
        return self._ranked.total

    def rows(self, ranks: Sequence[int]) -> pa.RecordBatch:
        return self.problem.rows_of(self._ranked.owners(ranks))


ORDERS = (SweptPartitions,)
