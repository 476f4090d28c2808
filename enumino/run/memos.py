"""Counts with a memo, for families whose problems are exact covers."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from enumino.datasets.plan import Work
from enumino.enum.exact_cover import Cover
from enumino.enum.forest import HOPELESS
from enumino.enum.problem import Prefix, Tally
from enumino.errors import ProblemError
from enumino.run.counting import Passed
from enumino.run.searching import MARGIN, SHORT_SEARCH, CountByMethods

if TYPE_CHECKING:
    from enumino.enum.exact_cover.memos import Memo


@dataclass(frozen=True)
class MemoCount(CountByMethods):
    """A count of exact covers by one of several methods, among them ``"memo"``."""

    @property
    @abstractmethod
    def _cover(self) -> Cover:
        """The exact cover problem."""

    @cached_property
    def _memo(self) -> Memo:
        from enumino.enum.exact_cover.memos import Memo  # its kernels take time to import

        return Memo(self._cover)

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
        parts = self._memo.parts
        return [Work(part, nodes / len(parts), seconds / len(parts)) for part in parts]

    def _without_search(self, prefixes: Sequence[Prefix], passed: Passed) -> Tally:
        return Tally({(): sum(self._memo.count(prefix, passed) for prefix in prefixes)})
