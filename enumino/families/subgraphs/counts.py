"""Count connected subgraphs by size and further columns."""

from dataclasses import dataclass

from enumino.datasets.documents import Counts
from enumino.datasets.totals import Total
from enumino.run.searching import SearchCount


@dataclass(frozen=True)
class SubgraphCount(SearchCount):
    """A count of connected subgraphs by size and further columns, and of all sizes."""

    def lines(self, counts: Counts) -> list[Total]:
        if self.by is None:
            found = super().lines(counts)
        else:
            items = sorted(counts.items())
            found = [Total(dict(zip(self.by, key, strict=True)), number) for key, number in items]
        return found if len(found) < 2 else [*found, Total({}, sum(counts.values()))]

    def reported(self, lines: list[Total]) -> list[Total]:
        return [line for line in lines if line.labels]
