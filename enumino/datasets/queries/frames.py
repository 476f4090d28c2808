"""Lazy data frames of polars and Dask with the rows of a dataset, and their facts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import pyarrow as pa
from pyarrow.fs import SubTreeFileSystem

from enumino.datasets.queries.row_conditions import RowCondition, rows_meeting

if TYPE_CHECKING:
    import dask.dataframe
    import pandas
    import polars

    from enumino.datasets.reader import Dataset


def polars_frame(dataset: Dataset, where: str | None) -> polars.LazyFrame:
    """Return the rows that meet a condition, which is evaluated immediately."""
    import polars

    if where is not None or not dataset.paths:
        return polars.from_arrow(dataset.table(where)).lazy()  # type: ignore[union-attr]
    rows = dataset.arrow()
    if dataset.store.local:  # names of folders are no patterns, and say nothing of rows
        frame = polars.scan_parquet(dataset.paths, glob=False, hive_partitioning=False)
    else:
        frame = polars.scan_pyarrow_dataset(rows)
    added = [
        dataset.facts[name].polars().select([column.name for column in columns])
        for name, columns in dataset.fact_columns.items()
    ]
    return polars.concat([frame, *added], how="horizontal") if added else frame


def dask_frame(dataset: Dataset, where: str | None) -> dask.dataframe.DataFrame:
    """Return the rows that meet a condition, with a partition for each file."""
    import dask.dataframe

    if where is not None:
        RowCondition.on(dataset, where)  # refuses what is none
        meeting = partial(rows_meeting, where, dataset.manifest.problem, dataset.schema)
        frame = dask_frame(dataset, None)
        return frame.map_partitions(meeting, meta=frame._meta)
    if not dataset.paths:
        return dask.dataframe.from_pandas(dataset.pandas(), npartitions=1)
    if dataset.facts:
        part = partial(_part, dataset)  # which another process opens anew
        meta = dataset.schema.empty_table().to_pandas()
        return dask.dataframe.from_map(part, range(len(dataset.paths)), meta=meta, label="facts")
    # Dask takes a folder called "kind=free" for a column, and is shown none above data/.
    folder = SubTreeFileSystem(dataset.store.path("data"), dataset.store.filesystem)
    names = [file["name"].removeprefix("data/") for file in dataset.manifest.files]
    return dask.dataframe.read_parquet(names, filesystem=folder)


def _part(dataset: Dataset, place: int, columns: Sequence[str] | None = None) -> pandas.DataFrame:
    """Return columns of the rows and facts of a file."""
    names = dataset.schema.names if columns is None else columns
    fields = pa.schema([dataset.schema.field(name) for name in names])
    return pa.Table.from_batches(dataset.in_file(place, names), fields).to_pandas()
