"""Count partitions by the number of parts and other columns."""

from __future__ import annotations

from dataclasses import dataclass

from enumino.datasets.documents import Counts
from enumino.datasets.totals import Total
from enumino.families.partitions.problem import Partitions
from enumino.families.partitions.rows import PartitionRows
from enumino.run.searching import SearchCount


@dataclass(frozen=True)
class PartitionCount(SearchCount):
    """A count of partitions by number of parts and by further columns."""

    problem: Partitions

    def lines(self, counts: Counts) -> list[Total]:
        rows, names = PartitionRows(self.problem), self.by or ()
        if {*names} <= {"parts", "symmetry"}:
            at = [names.index(name) for name in ("parts", "symmetry") if name in names]
            return rows.totals({tuple(key[k] for k in at): n for key, n in counts.items()})
        whole = rows.totals({(0,): sum(counts.values())})[-1]
        place = {name: value for name, value in whole.labels.items() if name != "symmetry"}
        lines = [
            Total({**place, **dict(zip(names, key, strict=True))}, number)
            for key, number in sorted(counts.items())
        ]
        return [*lines, whole]

    def reported(self, lines: list[Total]) -> list[Total]:
        return lines if self.by == ("parts",) else super().reported(lines)


def count_of(problem: Partitions, by: tuple[str, ...]) -> PartitionCount:
    """Return the count of partitions by number of parts and by further columns."""
    return PartitionCount(problem, tuple(dict.fromkeys(("parts", *by))))
