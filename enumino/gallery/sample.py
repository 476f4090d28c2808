"""Random samples of the rows of a dataset, from a seed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

if TYPE_CHECKING:
    import numpy.typing as npt

    from enumino.datasets.reader import Dataset


def sampled(
    dataset: Dataset, where: str | None, most: int, seed: int, columns: list[str]
) -> Iterator[pa.RecordBatch]:
    """Yield some columns of a uniform random sample of the rows that meet a condition."""
    return taken(dataset.batches(where, columns), chosen(number_of(dataset, where), most, seed))


def number_of(dataset: Dataset, where: str | None) -> int:
    """Return the number of rows that meet a condition."""
    if where is None:
        return len(dataset)
    return sum(batch.num_rows for batch in dataset.batches(where, []))


def chosen(total: int, wanted: int, seed: int) -> npt.NDArray[np.int64]:
    """Return the numbers of the chosen rows, ascending."""
    if wanted >= total:
        return np.arange(total)
    return np.sort(np.random.default_rng(seed).choice(total, wanted, replace=False, shuffle=False))


def taken(
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
