"""Checks of the rows of a dataset by code that is independent of the kernels."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from enumino.arrays import I32, U64, Flags
from enumino.datasets.documents import Counts
from enumino.datasets.totals import Total
from enumino.objects.point_group import PointGroup
from enumino.words import plural

VALUES_AT_ONCE = 1 << 19  # in rows that are checked together
Ask = Callable[[str], list[tuple[Any, ...]]]  # answers a query of the rows


class Check(NamedTuple):
    """A check and its result."""

    name: str
    ok: bool
    detail: str


@dataclass
class Verification:
    """All checks of a dataset."""

    root: str
    checks: list[Check] = field(default_factory=list)
    redo: set[int] = field(default_factory=set)  # parts whose file or checkpoint is damaged
    foreign: list[str] = field(default_factory=list)  # files in ``data/`` that a repair leaves
    recommit: bool = False  # whether files written by the commit are damaged

    @property
    def ok(self) -> bool:
        """Whether every check passed."""
        return all(check.ok for check in self.checks)


class Fault(NamedTuple):
    """A fault: a phrase for messages, and the index of the row."""

    what: str
    row: int


def first_faults(
    flagged: Iterable[tuple[str, Flags]], rows: Sequence[int] | Any
) -> Iterator[Fault]:
    """Yield the first row with each kind of fault, from flags for each of `rows`."""
    for what, wrong in flagged:
        if wrong.any():
            yield Fault(what, int(rows[int(wrong.argmax())]))


def faults_in_lots(
    rows: pa.RecordBatch,
    values_a_row: int,
    wrong: Callable[[pa.RecordBatch], Iterable[tuple[str, Flags]]],
) -> Iterator[Fault]:
    """Yield the faults of rows, checked in slices that fit into the cache."""
    at_once = max(1, VALUES_AT_ONCE // values_a_row)
    for first in range(0, rows.num_rows, at_once):
        lot = rows.slice(first, at_once)
        yield from first_faults(wrong(lot), range(first, first + at_once))


def agreed(name: str, lines: Iterable[Total], detail: str) -> Check:
    """Return a check that totals agree with published values; `detail` is for success."""
    for line in lines:
        if line.agrees is False:
            other = f"{line.count:,} rows, but {line.oeis} has {line.published:,}"
            return Check(name, False, f"{line.what()}: {other}")
    return Check(name, True, detail)


def of_other_sizes(name: str, sizes: range, counts: Counts) -> Check | None:
    """Return a failed check if `counts` has a size outside the problem, or None."""
    others = sorted({cells for cells, *_ in counts} - set(sizes))
    wrong = f"rows of {plural(others[0], 'cell')}, a size outside the problem" if others else ""
    return Check(name, False, wrong) if others else None


def compared(name: str, numbers: list[tuple[str, int, int]]) -> Iterator[Check]:
    """Compare numbers of rows with another count, by the name of each region."""
    for what, ours, theirs in numbers:
        if ours != theirs:
            yield Check(name, False, f"{what}: {ours:,} found, and {theirs:,} counted")
            return
    if numbers:
        total = f"{sum(number for _, _, number in numbers):,} counted as well"
        yield Check(name, True, total + (f", in {len(numbers)} regions" if numbers[1:] else ""))


def cut_off(limit: int | None, rows: int) -> bool:
    """Return whether a listing may have stopped at its limit, so that totals are incomplete."""
    return limit is not None and rows >= limit


def codes_of(kept_by: U64, group: PointGroup) -> I32:
    """Return the class number of each object from the bits of images that keep it, or -1."""
    subgroups = np.array(list(group.code_of), np.uint64)  # ascending
    codes = np.array(list(group.code_of.values()), np.int32)
    at = np.minimum(np.searchsorted(subgroups, kept_by), len(subgroups) - 1)
    return np.where(subgroups[at] == kept_by, codes[at], np.int32(-1))


def claimed_codes(classes: pa.StringArray, group: PointGroup) -> I32:
    """Return the class number of each name, or -2 for an unknown name."""
    known = pc.index_in(classes.cast(pa.string()), pa.array(group.class_names))
    return known.fill_null(-2).to_numpy()
