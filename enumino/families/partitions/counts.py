"""Count partitions by the number of parts and other columns: by transfer matrix or search."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Any, Unpack

from enumino.datasets.documents import Counts
from enumino.datasets.plan import PartResult, Work
from enumino.datasets.totals import Total, Totals
from enumino.enum.problem import Prefix, Tally
from enumino.enum.sweep import SweepError
from enumino.families.partitions.parameters import METHODS
from enumino.families.partitions.problem import Partitions
from enumino.families.partitions.rows import PartitionRows
from enumino.run.counting import HowToCount, Passed
from enumino.run.runner import HowToRun
from enumino.run.searching import SHORT_SEARCH, CountByMethods

if TYPE_CHECKING:
    from enumino.enum.partition_sweep import PartitionSweep


@dataclass(frozen=True)
class PartitionCount(CountByMethods):
    """A count of partitions by number of parts and by further columns.

    A transfer matrix is a single part, which may use all `threads` of the run.
    """

    methods = METHODS

    problem: Partitions
    threads: int | None = field(default=1, kw_only=True)

    @cached_property
    def _sweep(self) -> PartitionSweep:
        from enumino.enum.partition_sweep import PartitionSweep  # its kernels take time to import

        edges, loads, bounds, ends = self.problem.swept
        return PartitionSweep(edges, loads, bounds, ends, "sizes" in (self.by or ()))

    def _obstacle(self, method: str) -> str:
        asked = self.problem
        if not {*(self.by or ())} <= {"parts", "sizes"}:
            return "counts only by parts and sizes"
        if "sizes" in (self.by or ()) and asked.weights is not None:
            return "counts by sizes only without weights"
        if asked.up_to_symmetry or asked.is_conditional or asked.limit is not None:
            return "takes neither conditions, limits nor symmetry"
        return "has no sweep for a graph or weights as large as this" * (self._expected == inf)

    @cached_property
    def _expected(self) -> float:
        """The expected seconds of the sweep, infinite if there is no sweep."""
        try:
            return self._sweep.expected_seconds
        except SweepError:
            return inf

    def _suits(self, method: str) -> bool:
        seconds = self._search_seconds
        return method == "search" or (seconds > SHORT_SEARCH and self._expected < seconds)

    def _parts(self) -> list[Work]:
        return [Work([()], self.problem.order, self._expected)]

    def _without_search(self, prefixes: Sequence[Prefix], passed: Passed) -> Tally:
        found = self._sweep.run(
            threads=self.threads, passed=passed, begun=passed.begun(), keep=passed.keep
        )
        by = self.by or ()
        if "sizes" not in by:
            return Tally({(parts,): number for parts, number in found.items()})
        total = Tally()
        for sizes, number in found.items():
            own = {"parts": len(sizes), "sizes": "+".join(map(str, sizes))}
            total += Tally({tuple(own[name] for name in by): number})
        return total

    def run(
        self,
        to: str | os.PathLike[str] | None = None,
        share: tuple[int, int] | None = None,
        **how: Unpack[HowToRun],
    ) -> list[PartResult]:
        object.__setattr__(self, "threads", how.get("threads"))
        return super().run(to, share, **how)

    def lines(self, counts: Counts) -> list[Total]:
        rows, names = PartitionRows(self.problem), self.by or ()
        if {*names} <= {"parts", "symmetry"}:
            at = [names.index(name) for name in ("parts", "symmetry") if name in names]
            return rows.totals({tuple(key[k] for k in at): n for key, n in counts.items()})
        whole = rows.totals({(0,): sum(counts.values())})[-1]

        def in_order(item: tuple[Any, int]) -> list[Any]:
            named = zip(names, item[0], strict=True)
            return [[*map(int, v.split("+"))] if name == "sizes" else v for name, v in named]

        place = {name: value for name, value in whole.labels.items() if name != "symmetry"}
        lines = [
            Total({**place, **dict(zip(names, key, strict=True))}, number)
            for key, number in sorted(counts.items(), key=in_order)
        ]
        return [*lines, whole]

    def reported(self, lines: list[Total]) -> list[Total]:
        return lines if self.by == ("parts",) else super().reported(lines)


def count_of(problem: Partitions, by: tuple[str, ...], method: str = "auto") -> PartitionCount:
    """Return the count of partitions by number of parts and by further columns."""
    return PartitionCount(problem, tuple(dict.fromkeys(("parts", *by))), method=method)


def count_partitions(
    problem: Partitions,
    *,
    by: str | Iterable[str] = (),
    method: str = "auto",
    **how: Unpack[HowToCount],
) -> Totals:
    """Count partitions by the number of parts and other columns, and in total.

    Parameters
    ----------
    problem : Partitions
    by : str or iterable of str
        Further columns: sizes, cut_edges, symmetry.
    method : {"auto", "transfer-matrix", "search"}
        Transfer matrix: a sweep over the vertices, by parts and sizes. ``"auto"`` takes it
        where it applies and is expected to be faster than the search.
    **how : dict
        Where to run, as in `enumino.count_by_search`.

    Returns
    -------
    Totals

    Raises
    ------
    ProblemError
        If the method cannot count these partitions, or needs too much memory.

    Examples
    --------
    >>> from enumino import Partitions
    >>> [line.count for line in count_partitions(Partitions("6x6", parts=6, sizes=6))]
    [451206]
    """
    return count_of(problem, (by,) if isinstance(by, str) else tuple(by), method).totals(**how)
