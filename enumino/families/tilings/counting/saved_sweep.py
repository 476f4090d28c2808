"""A count by profiles that was left in the middle: the profiles that wait, in a Parquet file."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from enumino.datasets.storage import Store
from enumino.errors import DatasetError

if TYPE_CHECKING:
    from enumino.families.tilings.counting.profile_tables import ProfileTables, Table

SAVE_SECONDS = 60.0  # of a sweep between two saves, at least
SHARE_OF_TIME = 20  # times as long as it takes to save, at least
ABOUT = b"enumino"  # key of the metadata
ORDER = 1  # version of the order in which cells are passed


@dataclass
class SavedSweep:
    """A file of a checkpoint folder with all profiles before some cell.

    A column holds the first free cell of each profile, the others are those of its table.
    """

    store: Store
    name: str
    _saved: float = field(default_factory=monotonic)
    _pause: float = SAVE_SECONDS

    def offer(self, cell: int, tables: ProfileTables) -> None:
        """Save the profiles that wait for the cells from this one on, if it is time to."""
        if (started := monotonic()) - self._saved < self._pause:
            return
        columns = ("cell", *_columns(tables))
        types = [pa.int32(), *(pa.uint64() for _ in columns[1:])]
        about = json.dumps({"cell": cell, **_described(tables)}).encode()
        schema = pa.schema(zip(columns, types, strict=True), metadata={ABOUT: about})
        with (
            self.store.create(self.name) as file,
            pq.ParquetWriter(
                file.stream,
                schema,
                compression="none",
                use_dictionary=False,
                write_statistics=False,
                write_page_checksum=True,
            ) as writer,
        ):
            for first, rows in tables.rows():
                cells = np.full(len(rows), first, np.int32)
                writer.write_table(pa.table([cells, *map(pa.array, rows.T)], schema))
        self._saved = monotonic()
        self._pause = max(SAVE_SECONDS, SHARE_OF_TIME * (self._saved - started))

    def restore(self, tables: ProfileTables) -> int | None:
        """Fill empty tables with what was saved, and return the next cell; None if nothing was.

        A DatasetError says that the file is damaged, or of another version.
        """
        if not self.store.exists(self.name):
            return None
        try:
            with self.store.open_input(self.name) as stream:
                return _read(pq.ParquetFile(stream, page_checksum_verification=True), tables)
        except (pa.ArrowException, OSError, ValueError, KeyError, TypeError) as error:
            raise DatasetError(
                f"{self.store.uri(self.name)} is damaged, or of another version: remove it, and "
                "run the same command again, which counts from the beginning."
            ) from error

    def remove(self) -> None:
        """Remove the file, once the count is done."""
        self.store.delete(self.name)


def _read(file: pq.ParquetFile, tables: ProfileTables) -> int:
    about = json.loads(file.schema_arrow.metadata[ABOUT])
    cell = about.pop("cell")
    if about != _described(tables):
        raise ValueError("of another sweep")
    for number in range(file.num_row_groups):
        group = file.read_row_group(number)
        first = group["cell"][0].as_py()
        rows: Table = np.column_stack([group[name].to_numpy() for name in _columns(tables)])
        tables.add(first, rows)
    return int(cell)


def _columns(tables: ProfileTables) -> list[str]:
    return ["low", "high", *(f"ways_{number}" for number in range(tables.primes.size))]


def _described(tables: ProfileTables) -> dict[str, Any]:
    """Return what tables must have in common with those that were saved."""
    return {"order": ORDER, "width": tables.width, "primes": tables.primes.tolist()}
