"""Count shapes by how they tile the plane."""

from collections.abc import Sequence
from dataclasses import dataclass

from enumino.enum.problem import Prefix, Tally
from enumino.enum.records import tallied
from enumino.run.counting import Passed
from enumino.run.searching import SearchCount


@dataclass(frozen=True)
class PlaneTilingCount(SearchCount):
    """A count of shapes, which are decided many at a time, whatever their subtrees."""

    def tally(self, prefixes: Sequence[Prefix], passed: Passed) -> Tally:
        names = (column.name for column in self.keys)
        return tallied(self.problem.batches(prefixes), names, passed)
