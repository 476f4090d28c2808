"""Counts by search, for families without a faster method, and for counts by any column."""

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import ceil, inf
from typing import Any, ClassVar, Unpack, cast

from msgspec import structs

from enumino.datasets.documents import Counts, ParametersJson
from enumino.datasets.plan import Work
from enumino.datasets.totals import Total
from enumino.enum.forest import Forest
from enumino.enum.partition import partition
from enumino.enum.problem import Expectation, Prefix, Problem, Tally
from enumino.errors import ProblemError
from enumino.registry import rows_of
from enumino.run.counting import Count, HowToCount, Passed, checked_columns
from enumino.run.planning import work_of
from enumino.schema import Column
from enumino.words import quoted

SECONDS_PER_PART = 0.5
MAX_PARTS = 500
# Random walks for a first estimate; a search of fewer seconds is a single part.
GLANCE, SHORT = 100, 0.01
SHORT_SEARCH = 2.0  # seconds: for shorter searches, the estimate of another method takes too long
WALKS = 2000  # for the expected work of a search
MARGIN = 4  # how much faster than a search a memo must be: the error of estimates


@dataclass(frozen=True)
class SearchCount(Count):
    """A count of any problem by its search.

    If `by` names no columns of rows, no rows are made, which may be much faster: objects are
    counted by the key columns, or all together unless `by_key`.
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
        types = {"bool": "string"}  # values of flags are text
        return tuple(
            structs.replace(each, key=True, type=types.get(each.type, each.type))
            for each in map(columns.__getitem__, self.by)
        )

    @property
    def _counted(self) -> tuple[Column, ...]:
        """Columns by which objects can be counted."""
        return self.problem.counted if isinstance(self.problem, Forest) else ()

    def to_json(self) -> ParametersJson:
        by = None if self.by is None else list(self.by)
        return {**self.problem.to_json(), "method": "search", "by": by}

    @cached_property
    def _searched(self) -> Any:
        """The problem to search."""
        return self.problem

    @cached_property
    def _glance(self) -> Expectation:
        """A first estimate of the search."""
        return self._searched.expect(self._searched.probe((), GLANCE, 1))

    def divide(self) -> Iterable[Work]:
        """Divide the search into parts of about half a second."""
        problem, glance = self._searched, self._glance
        if glance.seconds < SHORT:  # shorter than more walks
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
        """Return the lines that have all requested columns, without totals."""
        return [line for line in lines if {*(self.by or ())} <= line.labels.keys()]


@dataclass(frozen=True)
class CountByMethods(SearchCount):
    """A count by one of `methods`, the search last; ``"auto"`` takes the first suitable one."""

    methods: ClassVar[tuple[str, ...]]

    problem: Any
    by_symmetry: bool = field(default=False, kw_only=True)
    method: str = field(default="auto", kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        methods, method = self.methods, self.method
        if method == "auto":
            others = (m for m in methods[:-1] if not self._obstacle(m) and self._suits(m))
            method = next(others, methods[-1])
            object.__setattr__(self, "method", method)
        if method not in methods:
            raise ProblemError(
                f"There is no method {quoted(method)} for this count: "
                f"choose auto, {', '.join(methods)}."
            )
        if method != "search" and (reason := self._obstacle(method)):
            another = "use another method, or leave out --method"
            way = another if methods[1:] else "no other method makes this count"
            raise ProblemError(f"The method {method} {reason}: {way}.")

    @abstractmethod
    def _obstacle(self, method: str) -> str:
        """Return why a method without a search cannot count this, or an empty string."""

    def _suits(self, method: str) -> bool:
        """Return whether a method without a search that can count this is fast enough."""
        return True

    @cached_property
    def _search_seconds(self) -> float:
        """The expected time of the search, infinite from a thousand years on."""
        try:
            glance = self._glance.seconds
            if glance < SHORT_SEARCH / MARGIN:
                return glance
            nodes = self._searched.probe((), WALKS, seed=1)
            return float(self._searched.expect(nodes).seconds)
        except ProblemError:
            return inf

    def to_json(self) -> ParametersJson:
        by = {"by": ["symmetry"]} if self.by_symmetry else {}
        return {**super().to_json(), "method": self.method, **by}

    def divide(self) -> Iterable[Work]:
        return super().divide() if self.method == "search" else self._parts()

    def tally(self, prefixes: Sequence[Prefix], passed: Passed) -> Tally:
        if self.method == "search":
            return super().tally(prefixes, passed)
        return self._without_search(prefixes, passed)

    @abstractmethod
    def _parts(self) -> Iterable[Work]:
        """Yield the work of each part of a method without a search."""

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
    """Count the objects of a problem by the values of its key columns or of other columns.

    Parameters
    ----------
    problem : Problem
    by_key : bool
        False to count all objects together, which may be much faster.
    by : str or sequence of str, optional
        Columns to count by instead of the key columns.
    **how : dict
        `client`, `threads`, `processes` and `on_event`, as in `enumino.enumerate_to`; and `to`, a
        folder that keeps finished parts, from which the same call resumes.

    Returns
    -------
    Tally

    Raises
    ------
    ProblemError
        If the objects cannot be counted by a column.
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
    """Count the objects of a problem in this thread, and stop at a number.

    Parameters
    ----------
    problem : Problem
        A problem whose parameters have a `limit`.
    most : int
        At least 1; the number 2 decides whether exactly one object exists.

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
        raise ProblemError(f"A search for {problem.describe()} has no limit: count all objects.")
    limited: Problem = replace(cast(Any, problem), limit=most)
    return sum(batch.records.num_rows for batch in limited.batches([()], most))
