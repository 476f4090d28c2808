"""Count the solutions of exact cover problems by search."""

from __future__ import annotations

from typing import Unpack

from enumino.datasets.totals import Totals
from enumino.families.covers.problem import Covers
from enumino.run.counting import SearchCount
from enumino.run.runner import HowToRun


def count_covers(problem: Covers, **how_to_run: Unpack[HowToRun]) -> Totals:
    """Count the solutions of an exact cover problem by search.

    Where to run is said as in `enumino.count_by_search`.

    >>> from enumino import Covers
    >>> count_covers(Covers(("queens", 6)))[0].count
    4
    """
    return SearchCount(problem).totals(**how_to_run)
