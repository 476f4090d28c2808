"""Lazy data frames of polars and Dask with the rows of a dataset."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from pyarrow.fs import SubTreeFileSystem

from enumino.datasets.queries.conditions import Condition, rows_meeting

if TYPE_CHECKING:
    import dask.dataframe
    import polars

    from enumino.datasets.reader import Dataset


def polars_frame(dataset: Dataset, where: str | None) -> polars.LazyFrame:
    """Return the rows that meet a condition, which is evaluated immediately."""
    import polars

    if where is not None or not dataset.paths:
        return polars.from_arrow(dataset.table(where)).lazy()  # type: ignore[union-attr]
    if dataset.store.local:  # names of folders are no patterns, and say nothing of rows
        return polars.scan_parquet(dataset.paths, glob=False, hive_partitioning=False)
    return polars.scan_pyarrow_dataset(dataset.arrow())


def dask_frame(dataset: Dataset, where: str | None) -> dask.dataframe.DataFrame:
    """Return the rows that meet a condition, with a partition for each file."""
    import dask.dataframe

    if where is not None:
        Condition.on(dataset.family, dataset.schema, where)  # refuses what is none
        meeting = partial(rows_meeting, where, dataset.manifest.plan.problem, dataset.schema)
        frame = dask_frame(dataset, None)
        return frame.map_partitions(meeting, meta=frame._meta)
    if not dataset.paths:
        return dask.dataframe.from_pandas(dataset.pandas(), npartitions=1)
    # Dask takes a folder called "kind=free" for a column, and is shown none above data/.
    folder = SubTreeFileSystem(dataset.store.path("data"), dataset.store.filesystem)
    names = [file["name"].removeprefix("data/") for file in dataset.manifest.files]
    return dask.dataframe.read_parquet(names, filesystem=folder)
