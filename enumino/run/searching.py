"""Counts by search: the subtrees of any problem, tallied by columns.

Families without a faster way are counted so, and all where classes or columns are asked for.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import ceil
from typing import Any, ClassVar, Unpack, cast

from msgspec import structs

from enumino.datasets.documents import Counts, ParametersJson
from enumino.datasets.plan import Work
from enumino.datasets.totals import Total
from enumino.enum.forest import Forest
from enumino.enum.partition import partition
from enumino.enum.problem import Prefix, Problem, Tally
from enumino.errors import ProblemError
from enumino.registry import rows_of
from enumino.run.counting import Count, HowToCount, Passed, checked_columns
from enumino.run.planning import work_of
from enumino.schema import Column
from enumino.words import quoted

SECONDS_PER_PART = 0.5
MAX_PARTS = 500
# Random walks, and the seconds of a search by them up to which it is one part without more walks.
GLANCE, SHORT = 100, 0.01


@dataclass(frozen=True)
class SearchCount(Count):
    """A count of any problem by its search.

    Objects are counted `by` some columns, in the order given: `()` counts all together, from their
    rows. If it is None, they are counted without rows: by the key columns, or if not `by_key` all
    together, which may be much faster. A column that is unknown or given twice is a ProblemError.
    """

    problem: Problem
    by: tuple[str, ...] | None = None
    by_key: bool = True

    def __post_init__(self) -> None:
        checked_columns(self.by or (), [each.name for each in self._counted])

    @property
    def title(self) -> str:
        by = f", by {' and '.join(self.by)}" if self.by else ""
        return self.problem.describe() + by

    @property
    def tree_version(self) -> int:
        return self.problem.tree_version

    @property
    def keys(self) -> tuple[Column, ...]:
        if self.by is None:
            return tuple(c for c in self.problem.columns if c.key) if self.by_key else ()
        columns = {column.name: column for column in self._counted}
        types = {"bool": "string"}  # of flags, whose values are given as text
        return tuple(
            structs.replace(each, key=True, type=types.get(each.type, each.type))
            for each in map(columns.__getitem__, self.by)
        )

    @property
    def _counted(self) -> tuple[Column, ...]:
        """The columns by which objects may be counted."""
        return self.problem.counted if isinstance(self.problem, Forest) else ()

    def to_json(self) -> ParametersJson:
        by = None if self.by is None else list(self.by)
        return {**self.problem.to_json(), "method": "search", "by": by}

    @cached_property
    def _searched(self) -> Any:
        """The problem that is searched."""
        return self.problem

    def divide(self) -> Iterable[Work]:
        """Divide the search into parts of about half a second."""
        problem = self._searched
        glance = problem.expect(problem.probe((), GLANCE, 1))
        if glance.seconds < SHORT:  # than a closer look
            return [Work([()], glance.nodes, glance.seconds)]
        expected = problem.expect(problem.probe((), 1000, 1))
        wanted = min(MAX_PARTS, max(1, ceil(expected.seconds / SECONDS_PER_PART)))
        return work_of(partition(problem, parts=wanted).parts, expected)

    def tally(self, prefixes: Sequence[Prefix], passed: Passed) -> Tally:
        total = Tally()
        for prefix in prefixes:
            found = self._count(prefix)
            passed(found.nodes)
            total += found
        return total

    def _count(self, prefix: Prefix) -> Tally:
        if self.by is not None:
            assert isinstance(self.problem, Forest)
            return self.problem.count_by(prefix, self.by)
        found = self._searched.count(prefix, by_key=self.by_key)
        return found if self.by_key else Tally({(): found.total}, found.nodes)

    def lines(self, counts: Counts) -> list[Total]:
        return rows_of(self.problem.to_json()).totals(counts)

    def reported(self, lines: list[Total]) -> list[Total]:
        """Return the lines by the columns that were asked for, without totals."""
        return [line for line in lines if {*(self.by or ())} <= line.labels.keys()]


@dataclass(frozen=True)
class CountByMethods(SearchCount):
    """A count by one of some `methods`, of which the last is the search.

    The method ``"auto"`` becomes the first that can count this, and suits.
    """

    methods: ClassVar[tuple[str, ...]]

    problem: Any
    by_symmetry: bool = field(default=False, kw_only=True)
    method: str = field(default="auto", kw_only=True)

    def __post_init__(self) -> None:
        methods, method = self.methods, self.method
        if method == "auto":
            method = next(m for m in methods if not self._obstacle(m) and self._suits(m))
            object.__setattr__(self, "method", method)
        if method not in methods:
            raise ProblemError(
                f"There is no method {quoted(method)}: choose auto, {', '.join(methods)}."
            )
        if reason := self._obstacle(method):
            raise ProblemError(
                f"The method {method} {reason}: use another one, or leave out --method."
            )

    @abstractmethod
    def _obstacle(self, method: str) -> str:
        """Return the reason why a method cannot count this; an empty string if it can."""

    def _suits(self, method: str) -> bool:
        """Return whether a method that can count this is a good one."""
        return True

    def to_json(self) -> ParametersJson:
        by = ["symmetry"] if self.by_symmetry else None
        return {**self.problem.to_json(), "method": self.method, "by": by}

    def divide(self) -> Iterable[Work]:
        return super().divide() if self.method == "search" else self._parts()

    def tally(self, prefixes: Sequence[Prefix], passed: Passed) -> Tally:
        if self.method == "search":
            return super().tally(prefixes, passed)
        return self._without_search(prefixes, passed)

    @abstractmethod
    def _parts(self) -> Iterable[Work]:
        """Return the work of each part of a method without a search."""

    @abstractmethod
    def _without_search(self, prefixes: Sequence[Prefix], passed: Passed) -> Tally:
        """Count the objects of a part by a method without a search."""


def count_by_search(
    problem: Problem,
    *,
    by_key: bool = True,
    by: str | Sequence[str] | None = None,
    **how: Unpack[HowToCount],
) -> Tally:
    """Count the objects of a problem by the values of its key columns, or of other columns.

    Parameters
    ----------
    problem : Problem
    by_key : bool
        False to ask for one number only, which may be much faster to find.
    by : str or sequence of str, optional
        Count by this column instead, or by these in this order.
    **how : dict
        Where to run: `client`, `threads` and `processes`, as in `enumino.enumerate_to`;
        `to`, a folder that keeps finished parts, from which the same call goes on; `on_event`,
        called with `Started`, `Progressed`, `PartFinished`.

    Returns
    -------
    Tally

    Raises
    ------
    ProblemError
        If the objects cannot be counted by such a column.
    DatasetError
        If the folder holds something else.

    Examples
    --------
    >>> from enumino import Polyominoes, Tatami
    >>> count_by_search(Tatami("4x7")).total
    3
    >>> sorted(count_by_search(Polyominoes(4), by=["perimeter"]).counts.items())
    [((8,), 1), ((10,), 4)]
    """
    asked = (by,) if isinstance(by, str) else by
    return SearchCount(problem, None if asked is None else tuple(asked), by_key).whole(**how)


def count_up_to(problem: Problem, most: int) -> int:
    """Count the objects of a problem up to a number, which ends the search, in this thread.

    Parameters
    ----------
    problem : Problem
        One whose parameters have a `limit`.
    most : int
        At least 1; with 2, the result decides whether there is exactly one object.

    Returns
    -------
    int
        The number of objects, or `most` if there are more.

    Raises
    ------
    ProblemError
        If the problem has no limit.

    Examples
    --------
    >>> from enumino import Tilings
    >>> [count_up_to(Tilings(region, "domino"), 2) for region in ("1x3", "1x4", "2x2")]
    [0, 1, 2]
    """
    if "limit" not in getattr(problem, "__dataclass_fields__", ()):
        raise ProblemError(f"A search for {problem.describe()} has no limit: count all of them.")
    limited: Problem = replace(cast(Any, problem), limit=most)
    return sum(batch.records.num_rows for batch in limited.batches([()], most))
