"""Count the solutions of exact cover problems by search."""

from __future__ import annotations

from typing import Any

from enumino.datasets.totals import Total, as_totals
from enumino.families.covers.problem import Covers
from enumino.run.counting import totals_by_search


@as_totals
def count_covers(problem: Covers, **where: Any) -> list[Total]:
    """Count the solutions of an exact cover problem by search; `where` as in `count_tilings`.

    >>> from enumino import Covers
    >>> count_covers(Covers(("queens", 6)))[0].count
    4
    """
    return totals_by_search(problem, **where)
