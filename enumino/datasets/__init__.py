"""Datasets of rows as Parquet files: their documents, storage, queries and verification."""

from enumino.imports import pyarrow_without_pandas

pyarrow_without_pandas()
