"""Rows of a page: all rows of the dataset, or a random sample from a seed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyarrow as pa

from enumino.datasets.rows import with_derived
from enumino.drawing.figures import Texts
from enumino.words import printable_lines

if TYPE_CHECKING:
    import numpy.typing as npt

    from enumino.datasets.reader import Dataset
    from enumino.drawing.figures import Figures

# Bytes of the rows of a page before compression.
MOST_BYTES = 1 << 25
# Rows from which the size of the pictures is estimated.
FEW = 32
# Name of the column with texts of the rows, where the page does not draw them by itself.
PICTURE = "picture"


class Sample(NamedTuple):
    """The rows of a page."""

    # In the order of the files, with the values that follow from the columns, and the column
    # `PICTURE` for figures that are texts.
    rows: pa.Table
    of: int  # number of rows from which they were chosen


def sample(
    dataset: Dataset, figures: Figures | None, where: str | None, most: int, seed: int
) -> Sample:
    """Return all rows that meet a condition, or a uniform random sample of `most` of them.

    Fewer are chosen where these would take more than `MOST_BYTES`.
    """
    total = len(dataset) if where is None else _count(dataset, where)
    if total == 0:
        return Sample(dataset.schema.empty_table(), 0)
    batches = (batch for batch in dataset.batches(where) if batch.num_rows)
    first = next(batches)
    few = _with_others(dataset, figures, first.slice(0, FEW))
    each = max(1, first.nbytes // first.num_rows, few.nbytes // few.num_rows)
    chosen = _chosen(total, max(1, min(most, MOST_BYTES // each)), seed)
    taken = _taken(chain([first], batches), chosen)
    kept = [_with_others(dataset, figures, batch) for batch in taken]
    return Sample(pa.Table.from_batches(kept), total)


def sampled(
    dataset: Dataset, where: str | None, most: int, seed: int, columns: list[str]
) -> Iterator[pa.RecordBatch]:
    """Yield some columns of a uniform random sample of the rows that meet a condition."""
    total = len(dataset) if where is None else _count(dataset, where)
    return _taken(dataset.batches(where, columns), _chosen(total, most, seed))


def _taken(
    batches: Iterable[pa.RecordBatch], chosen: npt.NDArray[np.int64]
) -> Iterator[pa.RecordBatch]:
    """Yield the rows of these numbers, which ascend."""
    start = 0
    for batch in batches:
        end = start + batch.num_rows
        ours = chosen[np.searchsorted(chosen, start) : np.searchsorted(chosen, end)]
        if len(ours):
            yield batch.take(pa.array(ours - start))
        start = end


def _count(dataset: Dataset, where: str) -> int:
    return sum(batch.num_rows for batch in dataset.batches(where, []))


def _chosen(total: int, wanted: int, seed: int) -> npt.NDArray[np.int64]:
    """Return the numbers of the chosen rows, ascending."""
    if wanted >= total:
        return np.arange(total)
    return np.sort(np.random.default_rng(seed).choice(total, wanted, replace=False, shuffle=False))


def _with_others(
    dataset: Dataset, figures: Figures | None, batch: pa.RecordBatch
) -> pa.RecordBatch:
    for value in dataset.family.derived():
        if value.name not in batch.schema.names:  # it may be among the facts
            batch = with_derived(batch, value)
    if not isinstance(figures, Texts):
        return batch
    return batch.append_column(PICTURE, pa.array(_pictures(dataset, batch), pa.string()))


def _pictures(dataset: Dataset, batch: pa.RecordBatch) -> list[str]:
    family = dataset.family
    wanted = [name for name in family.drawn_from if name in batch.schema.names]

    def drawn(row: dict[str, Any]) -> str:
        return printable_lines(family.picture(family.object_of(row)))

    return [drawn(row) for row in batch.select(wanted).to_pylist()]
