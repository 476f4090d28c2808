"""Tables of counts in files of their own, as ``enumino count --to`` writes them."""

from __future__ import annotations

import os
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from enumino.datasets.bounds import refuse_too_large
from enumino.datasets.storage import Store, parsed
from enumino.datasets.totals import Totals, totals_of
from enumino.errors import DatasetError, StorageError


def read_counts(file: str | os.PathLike[str]) -> Totals:
    """Return the totals of a table of counts, a file or its URI; a DatasetError if it is none."""
    at = parsed(file)
    store = Store(at.parent if isinstance(at, Path) else at.parent.root)
    if not store.exists(at.name):
        raise StorageError(f"Cannot read {file}: there is no such file.")
    try:
        with store.open_input(at.name) as source:
            table = pq.ParquetFile(source)
            refuse_too_large(table.metadata, str(file), source if store.local else None)
            return totals_of(table.read())
    except (pa.ArrowException, LookupError, TypeError, ValueError) as error:
        raise DatasetError(
            f"{file} is not a table of counts: `enumino count ... --to FILE.parquet` writes one."
        ) from error
