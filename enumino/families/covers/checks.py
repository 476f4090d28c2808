"""Check solutions of exact cover problems by covering the items again, with NumPy."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from enumino.datasets.checks import Fault, first_faults
from enumino.objects.cover import CoverProblem

ROWS = 4096  # rows that are checked together, in an array of rows times items


class CoverChecks:
    """Check of rows by covering the items again; the arrays of the problem are made once."""

    def __init__(self, problem: CoverProblem) -> None:
        self.primary = len(problem.primary)
        self.items = len(problem.items)
        self.starts, self.members, self.colours = problem.arrays

    def faults(self, rows: pa.RecordBatch) -> Iterator[Fault]:
        """Yield the faults of the rows, the first of each kind in every lot."""
        for first in range(0, rows.num_rows, ROWS):
            lists = rows.column("options").slice(first, ROWS)
            yield from first_faults(self._wrong(lists), range(first, first + ROWS))

    def _wrong(self, lists: pa.ListArray) -> Iterator[tuple[str, npt.NDArray[np.bool_]]]:
        offsets = lists.offsets.to_numpy().astype(np.int64)
        options = lists.values.to_numpy()[offsets[0] : offsets[-1]].astype(np.int64)
        row_of = np.repeat(np.arange(len(lists)), np.diff(offsets))
        unknown = options >= len(self.starts) - 1
        yield "has an option that does not exist", _any_in(row_of[unknown], len(lists))
        if unknown.any():
            return
        falling = (row_of[1:] == row_of[:-1]) & (options[1:] <= options[:-1])
        yield "does not have its options ascending", _any_in(row_of[1:][falling], len(lists))
        sizes = np.diff(self.starts)[options]
        owner = np.repeat(row_of, sizes)
        within = np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        at = np.repeat(self.starts[options], sizes) + within
        items, colours = self.members[at], self.colours[at]
        key = owner * self.items + items
        times = np.bincount(key, minlength=len(lists) * self.items).reshape(-1, self.items)
        yield "does not cover each primary item once", (times[:, : self.primary] != 1).any(1)
        # A secondary item covered more than once needs one colour, which is not none.
        highest, lowest = np.zeros(times.size, np.int64), np.full(times.size, 1 << 62)
        np.maximum.at(highest, key, colours)
        np.minimum.at(lowest, key, colours)
        again = times.ravel() > 1
        clash = again & ((highest != lowest) | (lowest == 0))
        secondary = clash.reshape(times.shape)[:, self.primary :]
        yield "covers a secondary item twice in different colours", secondary.any(1)


def _any_in(rows: npt.NDArray[np.int64], number: int) -> npt.NDArray[np.bool_]:
    flags = np.zeros(number, bool)
    flags[rows] = True
    return flags
