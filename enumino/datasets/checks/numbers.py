"""Comparison of found numbers with known numbers."""

from __future__ import annotations

from collections.abc import Iterator

from enumino.datasets.checks import Check
from enumino.datasets.documents import Counts
from enumino.words import plural


def differs(name: str, what: str, ours: int, source: str, theirs: int | None) -> Check:
    """Return a failed check for a number that differs from the known one."""
    return Check(name, False, f"{what}: {ours:,} rows, but {source} has {theirs:,}")


def of_other_sizes(name: str, sizes: range, counts: Counts) -> Check | None:
    """Return a failed check if there are rows of a size outside the problem.

    `counts` has the number of rows by cells and further keys.
    """
    others = sorted({cells for cells, *_ in counts} - set(sizes))
    if not others:
        return None
    return Check(name, False, f"rows of {plural(others[0], 'cell')}, which were not asked for")


def compared(name: str, numbers: list[tuple[str, int, int]]) -> Iterator[Check]:
    """Yield comparisons of found numbers with numbers counted by another method.

    `numbers` has, for each region, its name, the number found and the number counted.
    """
    if numbers:
        for what, ours, theirs in numbers:
            if ours != theirs:
                yield Check(name, False, f"{what}: {ours:,} found, and {theirs:,} counted")
                return
        total = f"{sum(number for _, _, number in numbers):,} counted as well"
        yield Check(name, True, total + (f", in {len(numbers)} regions" if numbers[1:] else ""))
