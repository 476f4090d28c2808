"""Part files of a finished dataset: their rows as batches, within the limits of memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from itertools import islice

import pyarrow as pa
import pyarrow.dataset as pds

from enumino.datasets.bounds import refuse_other_columns, refuse_too_large
from enumino.datasets.checks.threads import mapped
from enumino.datasets.manifest import Manifest
from enumino.datasets.storage import Readable, Store
from enumino.errors import DatasetError
from enumino.schema import arrow_schema

BATCH_ROWS = 8192
FILES_AT_ONCE = 8  # whose footers are read side by side


class PartFiles:
    """The part files of a finished dataset, without those of facts."""

    def __init__(self, store: Store, manifest: Manifest) -> None:
        self.store, self.manifest = store, manifest

    @cached_property
    def schema(self) -> pa.Schema:
        """The columns of rows without their facts."""
        return arrow_schema(self.manifest.columns)

    @property
    def paths(self) -> list[str]:
        """Paths of the files; links out of the dataset are refused."""
        names = [file["name"] for file in self.manifest.files]
        for name in names:
            self.store.path(name)
        return [self.store.uri(name) for name in names]

    @cached_property
    def _unchecked(self) -> pds.Dataset:
        """The rows as a pyarrow dataset whose footers were not compared with the limits."""
        files = [self.store.path(file["name"]) for file in self.manifest.files]
        if not files:
            return pds.dataset(self.schema.empty_table())
        system = self.store.filesystem
        return pds.dataset(files, filesystem=system, format="parquet", schema=self.schema)

    @cached_property
    def checked(self) -> pds.Dataset:
        """The rows as a pyarrow dataset whose footers are all within the limits."""
        with self.naming_failures():
            list(mapped(self._check, self._unchecked.get_fragments(), FILES_AT_ONCE))
        return self._unchecked

    def batches(self, columns: Sequence[str], place: int | None = None) -> Iterator[pa.RecordBatch]:
        """Yield columns of the rows without their facts, of all files or of one."""
        schema, own = self.schema, self.manifest.columns
        ranges = arrow_schema([c for n in columns for c in own if c.name == n], signed=False)
        with self.naming_failures():
            fragments = self._unchecked.get_fragments()
            for fragment in fragments if place is None else islice(fragments, place, place + 1):
                if self.store.local and isinstance(fragment, pds.ParquetFileFragment):
                    with self.store.open_input(_file_name(fragment)) as source:
                        self._check(fragment, source)
                else:
                    self._check(fragment)
                for batch in fragment.scanner(
                    schema=schema, columns=columns, batch_size=BATCH_ROWS, batch_readahead=1
                ).to_batches():
                    if columns:
                        batch.cast(ranges)
                    yield batch

    def _check(self, fragment: pds.Fragment, source: Readable | None = None) -> None:
        """Raise a DatasetError if a file has other columns or exceeds the memory limits."""
        if isinstance(fragment, pds.ParquetFileFragment):  # no file if there are no rows
            name = self.store.uri(_file_name(fragment))
            refuse_too_large(fragment.metadata, name, source)
            refuse_other_columns(fragment.physical_schema, self.manifest.file_schema, name)

    @contextmanager
    def naming_failures(self) -> Iterator[None]:
        """Turn errors of reading a file into a DatasetError that names the command for a repair."""
        try:
            yield
        except (OSError, UnicodeError, pa.ArrowException) as error:
            raise DatasetError(
                f"A file of {self.store.root} is missing or damaged: `enumino verify "
                f"{self.store.root} --repair` finds and removes it."
            ) from error


def _file_name(fragment: pds.ParquetFileFragment) -> str:
    return f"data/{fragment.path.rpartition('/')[2]}"
