"""Random samples of the rows of a dataset, from a seed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

if TYPE_CHECKING:
    from enumino.datasets.reader import Dataset


def sampled(
    dataset: Dataset, where: str | None, most: int, seed: int, columns: Sequence[str]
) -> tuple[int, Iterator[pa.RecordBatch]]:
    """Return the number of rows that meet a condition, and columns of a uniform sample of these.

    The rows of the sample, at most so many, are in the order of the dataset.
    """
    total = len(dataset)
    if where is not None:
        total = sum(batch.num_rows for batch in dataset.batches(where, []))
    wanted = np.arange(total)
    if most < total:
        choice = np.random.default_rng(seed).choice(total, most, replace=False, shuffle=False)
        wanted = np.sort(choice)

    def taken() -> Iterator[pa.RecordBatch]:
        start = 0
        for batch in dataset.batches(where, list(columns)):
            end = start + batch.num_rows
            ours = wanted[np.searchsorted(wanted, start) : np.searchsorted(wanted, end)]
            if len(ours):
                yield batch.take(pa.array(ours - start))
            start = end

    return total, taken()
