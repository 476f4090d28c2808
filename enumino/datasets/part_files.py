"""Part files of a finished dataset: their rows as batches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property

import pyarrow as pa
import pyarrow.dataset as pds

from enumino.datasets.manifest import Manifest
from enumino.datasets.storage import Store
from enumino.errors import DatasetError
from enumino.schema import arrow_schema

BATCH_ROWS = 8192


def refuse_other_columns(found: pa.Schema, expected: pa.Schema, where: str) -> None:
    """Raise a DatasetError if the columns of a file differ from those of the dataset."""
    if not found.equals(expected):
        raise DatasetError(
            f"{where} holds no rows of its problem: its columns differ from those of the dataset; "
            "`enumino verify` with --repair removes it; list again to replace it."
        )


class PartFiles:
    """The part files of a finished dataset."""

    def __init__(self, store: Store, manifest: Manifest) -> None:
        self.store, self.manifest = store, manifest

    @cached_property
    def schema(self) -> pa.Schema:
        """The columns of rows."""
        return arrow_schema(self.manifest.plan.columns)

    @property
    def paths(self) -> list[str]:
        """Paths of the files."""
        return [self.store.uri(file["name"]) for file in self.manifest.files]

    @cached_property
    def dataset(self) -> pds.Dataset:
        """The rows as a pyarrow dataset."""
        files = [self.store.path(file["name"]) for file in self.manifest.files]
        if not files:
            return pds.dataset(self.schema.empty_table())
        system = self.store.filesystem
        with self.naming_failures():
            return pds.dataset(files, filesystem=system, format="parquet", schema=self.schema)

    def batches(self, columns: Sequence[str]) -> Iterator[pa.RecordBatch]:
        """Yield columns of the rows, file by file; numbers out of their range are damage."""
        schema, own = self.schema, self.manifest.plan.columns
        ranges = arrow_schema([c for n in columns for c in own if c.name == n], signed=False)
        with self.naming_failures():
            for fragment in self.dataset.get_fragments():
                if isinstance(fragment, pds.ParquetFileFragment):  # no file if there are no rows
                    name = self.store.uri(f"data/{fragment.path.rpartition('/')[2]}")
                    refuse_other_columns(fragment.physical_schema, self.schema, name)
                for batch in fragment.scanner(
                    schema=schema, columns=columns, batch_size=BATCH_ROWS, batch_readahead=1
                ).to_batches():
                    if columns:
                        batch.cast(ranges)
                    yield batch

    @contextmanager
    def naming_failures(self) -> Iterator[None]:
        """Turn errors of reading a file into a DatasetError that names the command for a repair."""
        try:
            yield
        except (OSError, UnicodeError, pa.ArrowException) as error:
            raise DatasetError(
                f"A file of {self.store.root} is missing or damaged: `enumino verify "
                f"{self.store.argument} --repair` finds and removes it."
            ) from error
