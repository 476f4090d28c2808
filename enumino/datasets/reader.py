"""Files of finished datasets: totals, columns, and rows as they are stored."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Self

import pyarrow as pa
import pyarrow.parquet as pq

from enumino.datasets.manifest import Manifest
from enumino.datasets.plan import FILES_AT_ONCE, File
from enumino.datasets.storage import Store, open_store
from enumino.datasets.totals import Totals
from enumino.errors import DatasetError
from enumino.registry import rows_of
from enumino.schema import Column, arrow_schema, arrow_type
from enumino.tables import Table
from enumino.words import plural

READ_ROWS = 8192  # rows per batch for callers that iterate over rows

if TYPE_CHECKING:
    import pyarrow.dataset as pds


class Columns(Table, tuple[Column, ...]):
    """The columns of rows, displayed as a table; each has `name`, `type` and `description`."""

    _widest = 200

    @property
    def names(self) -> list[str]:
        """The names of the columns."""
        return [column.name for column in self]

    def text_rows(self) -> list[list[str]]:
        """Return a header and a row of text per column."""
        rows = [[c.name, str(arrow_type(c.signed)), c.description] for c in self]
        return [["column", "type", "meaning"], *rows]


class StoredDataset:
    """The files of a finished dataset, as checks, cards and queries read them."""

    def __init__(self, store: Store, manifest: Manifest) -> None:
        self.store, self.manifest, self.path = store, manifest, store.root
        self.row_kind = rows_of(manifest.plan.problem)
        self.columns = Columns(manifest.plan.columns)
        self.schema = arrow_schema(self.columns)

    @classmethod
    def opened(cls, root: str | os.PathLike[str]) -> Self:
        """Open the finished dataset in a folder or at a URI."""
        store = open_store(root)
        return cls(store, Manifest.read(store))

    def __len__(self) -> int:
        """Return the number of rows."""
        return self.manifest.rows

    @property
    def paths(self) -> list[str]:
        """Paths or URIs of the data files."""
        return [self.store.uri(file["name"]) for file in self.manifest.files]

    @property
    def counts(self) -> pa.Table:
        """Totals by size and symmetry class, with OEIS numbers and published values."""
        return self.totals.arrow()

    @property
    def totals(self) -> Totals:
        """Totals by size and symmetry class, as a list that notebooks display as a table."""
        return self.manifest.totals_of(self.row_kind)

    def arrow(self) -> pds.Dataset:
        """Return the rows as a pyarrow dataset.

        Raises
        ------
        DatasetError
            If a file is missing or damaged, or has other columns.
        """
        import pyarrow.dataset as pds  # imports pandas; listings and queries do not

        if not (files := self.check_columns()):
            return pds.dataset(self.schema.empty_table())
        return pds.dataset(files, self.schema, "parquet", self.store.filesystem)

    def check_columns(self) -> list[str]:
        """Return the paths of all files; raise a DatasetError unless each has these columns."""
        with self.naming_failures(), ThreadPoolExecutor(FILES_AT_ONCE) as pool:
            paths = [self.store.path(file["name"]) for file in self.manifest.files]
            found = pool.map(partial(pq.read_schema, filesystem=self.store.filesystem), paths)
            for path, schema in zip(paths, found, strict=True):
                self._refuse_other_columns(schema, path)
        return paths

    def stored(self, columns: Sequence[str]) -> Iterator[pa.RecordBatch]:
        """Return some columns of all rows in batches, in file order."""
        files = self.manifest.files
        return chain.from_iterable(self.read(file, READ_ROWS, columns) for file in files)

    def read(
        self, file: File, rows: int, columns: Sequence[str] | None = None
    ) -> Iterator[pa.RecordBatch]:
        """Yield columns of a file in batches of `rows` rows, and check the ranges of numbers."""
        known = {column.name: column for column in self.columns}
        names = list(known if columns is None else columns)
        ranges = arrow_schema([known[name] for name in names], signed=False)
        with self.naming_failures():
            path = self.store.path(file["name"])
            with pq.ParquetFile(path, filesystem=self.store.filesystem) as source:
                self._refuse_other_columns(source.schema_arrow, path)
                self._refuse_long_lists(source.metadata)
                for batch in source.iter_batches(rows, columns=names):
                    chosen = batch.select(names)
                    chosen.cast(ranges)
                    yield chosen

    def _refuse_other_columns(self, found: pa.Schema, path: str) -> None:
        """Raise a DatasetError if a file does not have the columns of the dataset."""
        if not found.equals(self.schema):
            name = self.store.uri(f"data/{path.rpartition('/')[2]}")
            raise DatasetError(
                f"{name} holds no rows of its problem: its columns differ from the dataset's "
                f"columns; `enumino verify {self.store.argument} --repair` removes it; list again "
                "to replace it."
            )

    def _refuse_long_lists(self, footer: pq.FileMetaData) -> None:
        """Raise an error of Arrow if lists have more values, in the mean, than a row may have."""
        most = max(1, self.row_kind.row_cells)
        for number in range(footer.num_row_groups):
            group = footer.row_group(number)
            for column in range(group.num_columns):
                if (values := group.column(column).num_values) > most * group.num_rows:
                    raise pa.ArrowInvalid(
                        f"{values:,} values in {plural(group.num_rows, 'row')}, but a row has at "
                        f"most {most:,}"
                    )

    @contextmanager
    def naming_failures(self) -> Iterator[None]:
        """Convert errors of reading a file into a DatasetError that names the repair command."""
        with self.store.failures("read", "data"):
            try:
                yield
            except (OSError, UnicodeError, pa.ArrowException) as error:
                if getattr(error, "errno", None) not in (None, errno.ENOENT, errno.EISDIR):
                    raise  # the disk failed
                raise self.damage() from error

    def damage(self) -> DatasetError:
        """Return the error for an unreadable file."""
        return DatasetError(
            f"A file of {self.store.root} is missing or damaged: `enumino verify "
            f"{self.store.argument} --repair` finds and removes it."
        )

    def is_readable(self) -> bool:
        """Return whether all rows can be read, after reading every file."""
        try:
            return all(batch.num_rows >= 0 for batch in self.stored(self.schema.names))
        except DatasetError:
            return False
