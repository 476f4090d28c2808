"""Counts with a memo, for families whose problems are exact covers."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from enumino.datasets.documents import Counts
from enumino.datasets.plan import Work
from enumino.datasets.totals import Total
from enumino.enum.exact_cover import MEMORY
from enumino.enum.forest import HOPELESS
from enumino.enum.problem import Prefix, Tally
from enumino.errors import ProblemError
from enumino.run.counting import Passed
from enumino.run.searching import MARGIN, SHORT_SEARCH, CountByMethods
from enumino.schema import Column

if TYPE_CHECKING:
    from enumino.enum.exact_cover.memos import Memo


@dataclass(frozen=True)
class MemoCount(CountByMethods):
    """A count of exact covers by one of several methods, among them ``"memo"``."""

    memory: int = field(default=MEMORY, compare=False, kw_only=True)  # bytes of memos of a process

    @cached_property
    def _memo(self) -> Memo:
        from enumino.enum.exact_cover.memos import Memo  # its kernels take time to import

        return Memo(self.problem.arrays, self.memory)

    def _suits(self, method: str) -> bool:
        """Return whether rests of the problem recur so often that a memo is faster."""
        if self._search_seconds < SHORT_SEARCH:
            return False
        nodes, seconds = self._memo.expected
        return nodes < HOPELESS and MARGIN * seconds < self._search_seconds

    def _parts(self) -> list[Work]:
        nodes, seconds = self._memo.expected
        if nodes > HOPELESS:
            raise ProblemError(
                "A memo would take more than a thousand years: take a smaller problem."
            )
        parts = [[()]] if self.by else self._memo.parts
        return [Work(part, nodes / len(parts), seconds / len(parts)) for part in parts]

    def _without_search(self, prefixes: Sequence[Prefix], passed: Passed) -> Tally:
        if self.by:
            return Tally({(option,): n for option, n in enumerate(self._memo.uses(passed))})
        return Tally({(): sum(self._memo.count(prefix, passed) for prefix in prefixes)})


@dataclass(frozen=True)
class OptionCount(MemoCount):
    """A count of the solutions that have each option, which a memo makes in one part."""

    by: tuple[str, ...] | None = ("option",)

    @property
    def keys(self) -> tuple[Column, ...]:
        return (Column("option", "uint32", "Number of the option.", key=True),)

    _counted = keys

    @abstractmethod
    def _labels(self) -> Iterator[dict[str, str]]:
        """Yield the further labels of each option."""

    def lines(self, counts: Counts) -> list[Total]:
        about = super().lines({})[0].labels
        rows = enumerate(self._labels())
        return [Total({**about, "option": n, **own}, counts.get((n,), 0)) for n, own in rows]
