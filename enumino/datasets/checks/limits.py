"""Listings that end after so many rows: what their totals can tell."""

from __future__ import annotations

from collections.abc import Iterator

from enumino.datasets.checks import Check
from enumino.datasets.documents import Counts


def cut_off(limit: int | None, rows: int) -> bool:
    """Whether a listing may have ended at its limit: its totals are not those of the problem then.

    >>> cut_off(None, 92), cut_off(100, 92), cut_off(92, 92)
    (False, False, True)
    """
    return limit is not None and rows >= limit


def within(limit: int | None, counts: Counts) -> Iterator[Check]:
    """Yield whether there are no more rows than were asked for, where they are limited."""
    if limit is not None:
        rows = sum(counts.values())
        yield Check("limit", rows <= limit, f"{rows:,} of at most {limit:,} rows")
