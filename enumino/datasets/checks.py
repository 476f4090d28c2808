"""Checks of the rows of a dataset by code independent of the kernels."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from enumino.datasets.documents import Counts
from enumino.objects.point_group import PointGroup
from enumino.words import plural

VALUES_AT_ONCE = 1 << 19  # of rows that are checked together
Ask = Callable[[str], list[tuple[Any, ...]]]  # of a query of the rows, for its answer


class Check(NamedTuple):
    """One verification and its result."""

    name: str
    ok: bool
    detail: str


@dataclass
class Report:
    """All checks of a dataset.

    `redo` are the parts whose file or checkpoint cannot be trusted; `recommit` if what the commit
    wrote beside them cannot. `foreign` are files in ``data/`` that are not of the dataset, and that
    no repair removes.
    """

    root: str
    checks: list[Check] = field(default_factory=list)
    redo: set[int] = field(default_factory=set)
    foreign: list[str] = field(default_factory=list)
    recommit: bool = False

    @property
    def ok(self) -> bool:
        """Whether every check passed."""
        return all(check.ok for check in self.checks)


class Fault(NamedTuple):
    """A fault of a row: a phrase for messages, and the number of the row."""

    what: str
    row: int


def first_faults(
    flagged: Iterable[tuple[str, npt.NDArray[np.bool_]]], rows: Sequence[int] | Any
) -> Iterator[Fault]:
    """Yield the first row of each kind of fault, from the flags of a lot of `rows`."""
    for what, wrong in flagged:
        if wrong.any():
            yield Fault(what, int(rows[int(wrong.argmax())]))


def faults_in_lots(
    rows: pa.RecordBatch,
    values_a_row: int,
    wrong: Callable[[pa.RecordBatch], Iterable[tuple[str, npt.NDArray[np.bool_]]]],
) -> Iterator[Fault]:
    """Yield the faults of rows, of which as many are checked at a time as fit into the cache."""
    at_once = max(1, VALUES_AT_ONCE // values_a_row)
    for first in range(0, rows.num_rows, at_once):
        lot = rows.slice(first, at_once)
        yield from first_faults(wrong(lot), range(first, first + at_once))


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


def cut_off(limit: int | None, rows: int) -> bool:
    """Return whether a listing may have ended at its limit, which makes its totals incomplete."""
    return limit is not None and rows >= limit


def within(limit: int | None, counts: Counts) -> Iterator[Check]:
    """Yield the check that a limited listing has no more rows than its limit."""
    if limit is not None:
        rows = sum(counts.values())
        yield Check("limit", rows <= limit, f"{rows:,} of at most {limit:,} rows")


Codes = npt.NDArray[np.int32]


def codes_of(kept_by: npt.NDArray[np.uint64], group: PointGroup) -> Codes:
    """Return the class number of each object, -1 if no object is kept by such images.

    Bit k of `kept_by` says whether image k of the group keeps the object.
    """
    subgroups = np.array(list(group.code_of), np.uint64)  # ascending
    codes = np.array(list(group.code_of.values()), np.int32)
    at = np.minimum(np.searchsorted(subgroups, kept_by), len(subgroups) - 1)
    found: Codes = np.where(subgroups[at] == kept_by, codes[at], np.int32(-1))
    return found


def claimed_codes(classes: pa.StringArray, group: PointGroup) -> Codes:
    """Return the class numbers that the rows name, -2 for other texts."""
    known = pc.index_in(classes.cast(pa.string()), pa.array(group.class_names))
    codes: Codes = known.fill_null(-2).to_numpy()
    return codes
