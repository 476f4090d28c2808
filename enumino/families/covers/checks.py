"""Check solutions of exact covers by covering the items again, in NumPy."""

from collections.abc import Iterator
from functools import partial

import numpy as np
import pyarrow as pa

from enumino.arrays import Flags
from enumino.datasets.checks import Fault, faults_in_lots
from enumino.families.covers.exact_cover import CoverProblem


def faults(problem: CoverProblem, rows: pa.RecordBatch) -> Iterator[Fault]:
    """Yield the faults of the rows."""
    return faults_in_lots(rows, len(problem.items), partial(_wrong, problem))


def _wrong(problem: CoverProblem, rows: pa.RecordBatch) -> Iterator[tuple[str, Flags]]:
    lists = rows.column("options")
    starts, members, colours_of = problem.arrays
    offsets = lists.offsets.to_numpy().astype(np.int64)
    options = lists.values.to_numpy()[offsets[0] : offsets[-1]].astype(np.int64)
    row_of = np.repeat(np.arange(len(lists)), np.diff(offsets))
    unknown = options >= len(starts) - 1
    yield "has an option that does not exist", np.isin(range(len(lists)), row_of[unknown])
    if unknown.any():
        return
    falling = (row_of[1:] == row_of[:-1]) & (options[1:] <= options[:-1])
    yield "does not have its options ascending", np.isin(range(len(lists)), row_of[1:][falling])
    sizes = np.diff(starts)[options]
    at = np.repeat(starts[options] - np.cumsum(sizes) + sizes, sizes) + np.arange(sizes.sum())
    items, colours = len(problem.items), colours_of[at]
    key = np.repeat(row_of, sizes) * items + members[at]
    times = np.bincount(key, minlength=len(lists) * items).reshape(-1, items)
    primary = len(problem.primary)
    fewest, most = np.array(problem.bounds).T if problem.bounds else (1, 1)
    covered = times[:, :primary]
    often = "as often as it should" if problem.bounds else "once"
    wrong = np.logical_or(covered < fewest, covered > most).any(1)
    yield f"does not cover each primary item {often}", np.asarray(wrong)
    # A secondary item that is covered more than once needs the same colour each time.
    highest, lowest = np.zeros(times.size, np.int64), np.full(times.size, 1 << 62)
    np.maximum.at(highest, key, colours)
    np.minimum.at(lowest, key, colours)
    clash = (times.ravel() > 1) & ((highest != lowest) | (lowest == 0))
    secondary = clash.reshape(times.shape)[:, primary:]
    yield "covers a secondary item twice in different colours", secondary.any(1)
