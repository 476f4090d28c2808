"""Checks of listings that are limited to a number of rows."""

from __future__ import annotations

from collections.abc import Iterator

from enumino.datasets.checks import Check
from enumino.datasets.documents import Counts


def cut_off(limit: int | None, rows: int) -> bool:
    """Return whether a listing may have ended at its limit, which makes its totals incomplete.

    >>> cut_off(None, 92), cut_off(100, 92), cut_off(92, 92)
    (False, False, True)
    """
    return limit is not None and rows >= limit


def within(limit: int | None, counts: Counts) -> Iterator[Check]:
    """Yield the check that a limited listing has no more rows than its limit."""
    if limit is not None:
        rows = sum(counts.values())
        yield Check("limit", rows <= limit, f"{rows:,} of at most {limit:,} rows")
