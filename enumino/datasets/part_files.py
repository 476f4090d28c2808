"""Part files of a finished dataset: their rows as batches, within the limits of memory.

A file of a few kilobytes may unpack to any size: zeros compress a thousandfold, one long text may
stand for all rows, and a run of equal elements for a list of billions. Files of enumino stay far
below the limits, which are checked before rows are read.

The footer states the sizes, but a reader allocates what the page headers ask for: a file of 12.5 kB
with a false footer took 19 GB. No library shows the page headers, so they are parsed here. They are
structs in the compact protocol of Thrift (`PageHeader` in parquet.thrift); files of enumino use a
part of it, and anything else is refused.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.dataset as pds
import pyarrow.parquet as pq

from enumino.datasets.checks.threads import mapped
from enumino.datasets.manifest import Manifest
from enumino.datasets.storage import Readable, Store
from enumino.errors import DatasetError
from enumino.schema import arrow_schema
from enumino.words import size

MOST_BYTES = 1 << 28  # of a row group, unpacked
MOST_VALUES = 1 << 25  # of a column in a row group; lists have as many as they have elements
# Bytes of a column of text in a row group whose values are kept once: each of them may be long,
# and stand in every row of a batch.
MOST_REPEATED = 1 << 17
MOST_PAGES = 1 << 16  # of a column in a row group
# Those that rows are written in, as headers of pages number them; others may make long text of a
# few bytes.
ENCODINGS = {
    0: "PLAIN",
    2: "PLAIN_DICTIONARY",
    3: "RLE",
    4: "BIT_PACKED",
    5: "DELTA_BINARY_PACKED",
    8: "RLE_DICTIONARY",
}
USUAL_HEADER = 256  # bytes; most headers are shorter
LONGEST_HEADER = 1 << 20  # bytes: the least and the greatest value may stand in it


def refuse_too_large(
    metadata: pq.FileMetaData,
    where: str,
    source: pa.NativeFile | None = None,
    *,
    groups: Iterable[int] | None = None,
    most_repeated: int = MOST_REPEATED,
) -> None:
    """Raise a DatasetError if the rows of the file `where`, or of some row groups, are too large.

    With a `source` the footer is compared with the headers of the pages: some hundreds in a million
    rows, which are few for a disk, and too many for an object store. `most_repeated` may be larger
    for text whose values are not repeated.
    """
    for number in range(metadata.num_row_groups) if groups is None else groups:
        group = metadata.row_group(number)
        reasons = itertools.chain(
            _too_large(group, most_repeated), _contradictions(group, source) if source else ()
        )
        for reason in reasons:
            raise DatasetError(
                f"{where} is not a file of enumino: {reason}; `enumino verify` with --repair "
                "removes it; list again to replace it."
            )


def refuse_other_columns(found: pa.Schema, expected: pa.Schema, where: str) -> None:
    """Raise a DatasetError if the columns of a file differ from those of the dataset."""
    if not found.equals(expected):
        raise DatasetError(
            f"{where} holds no rows of its problem: its columns differ from those of the dataset; "
            "`enumino verify` with --repair removes it; list again to replace it."
        )


def _columns(group: pq.RowGroupMetaData) -> list[pq.ColumnChunkMetaData]:
    return [group.column(number) for number in range(group.num_columns)]


def _too_large(group: pq.RowGroupMetaData, most_repeated: int) -> Iterator[str]:
    """Yield the faults of a row group according to the footer."""
    columns = _columns(group)
    unpacked = max(group.total_byte_size, sum(c.total_uncompressed_size for c in columns))
    if unpacked > MOST_BYTES:
        yield f"a row group takes {size(unpacked)}, more than {size(MOST_BYTES)}"
    if not 0 <= group.num_rows <= MOST_VALUES:
        yield f"a row group has {group.num_rows:,} rows, more than {MOST_VALUES:,}"
    for column in columns:
        name, encodings = column.path_in_schema, set(column.encodings)
        if not 0 <= column.num_values <= MOST_VALUES:
            yield f"{name} has {column.num_values:,} values, more than {MOST_VALUES:,}"
        if "." not in name and column.num_values != group.num_rows:
            yield f"{name} has {column.num_values:,} values in {group.num_rows:,} rows"
        if others := encodings - set(ENCODINGS.values()):
            yield f"{name} is encoded as {', '.join(sorted(others))}"
        repeats = column.has_dictionary_page or any("DICTIONARY" in each for each in encodings)
        long = column.total_uncompressed_size > most_repeated
        if column.physical_type == "BYTE_ARRAY" and repeats and long:
            yield f"{name} has texts of {size(column.total_uncompressed_size)}"


def _contradictions(group: pq.RowGroupMetaData, source: pa.NativeFile) -> Iterator[str]:
    """Yield the columns of a row group whose page headers contradict the footer."""
    for column in _columns(group):
        try:
            pages = list(_pages(source, column))
        except (LookupError, OSError, OverflowError, RecursionError, TypeError, ValueError):
            yield f"{column.path_in_schema} has pages that cannot be read"
            return
        unpacked = sum(page.header + page.unpacked for page in pages)
        values = sum(page.values for page in pages if not page.is_dictionary)
        if unpacked != column.total_uncompressed_size or values != column.num_values:
            yield f"{column.path_in_schema} has other pages than its footer says"


class _Page(NamedTuple):
    """A page: bytes of its header, packed and unpacked bytes of its contents, number of values."""

    header: int
    packed: int
    unpacked: int
    values: int
    is_dictionary: bool


def _pages(source: pa.NativeFile, column: pq.ColumnChunkMetaData) -> Iterator[_Page]:
    """Yield the pages of a column in a row group without reading their contents."""
    at, first = column.data_page_offset, column.dictionary_page_offset
    if column.has_dictionary_page and first > 0 and not 0 < at < first:
        at = first  # without rows there are no pages of data
    end = at + column.total_compressed_size
    for number in range(MOST_PAGES):
        if at == end:
            return
        source.seek(at)
        page = _page(source.read(USUAL_HEADER), source)
        if page.is_dictionary and (number or not column.has_dictionary_page):
            raise ValueError("a dictionary that the footer does not name")
        yield page
        at += page.header + page.packed
    raise ValueError("more pages than ours have")


def _page(contents: bytes, source: pa.NativeFile) -> _Page:
    try:
        fields, header = _struct(contents, 0)
    except IndexError:
        fields, header = _struct(contents + source.read(LONGEST_HEADER), 0)
    # PageHeader: 2 and 3 are its sizes; 5, 7 and 8 describe data, a dictionary, or data of version
    # 2: in each of them 1 is the number of values, and 2 or 4 the encoding.
    kind = next((kind for kind in (5, 7, 8) if kind in fields), 0)
    inside = fields[kind]
    page = _Page(header, fields[3], fields[2], inside[1], kind == 7)
    if inside[4 if kind == 8 else 2] not in ENCODINGS or min(page) < 0:
        raise ValueError("a page that is not ours")
    if page.is_dictionary and page.values > page.unpacked:
        raise ValueError("a dictionary that is longer than its page")
    return page


def _struct(contents: bytes, at: int) -> tuple[dict[int, Any], int]:
    """Return the fields of a Thrift struct by number, and the position of its end."""
    fields: dict[int, Any] = {}
    number = 0
    while head := contents[at]:
        at, number, kind = at + 1, number + (head >> 4), head & 15
        if number in fields:
            raise ValueError("a field that stands twice, or has its number apart")
        value: Any = kind
        if kind in (4, 5, 6):  # whole numbers: 0, -1, 1, -2 are written as 0, 1, 2, 3
            value, at = _unsigned(contents, at)
            value = value >> 1 ^ -(value & 1)
        elif kind == 8:  # bytes
            value, at = _unsigned(contents, at)
            at += value
        elif kind == 12:
            value, at = _struct(contents, at)
        elif kind not in (1, 2):  # true and false
            raise ValueError("a field that ours do not have")
        fields[number] = value
    return fields, at + 1


def _unsigned(contents: bytes, at: int) -> tuple[int, int]:
    """Return a number stored in groups of 7 bits, lowest first, and the position of its end."""
    number = 0
    for shift in range(0, 64, 7):
        byte = contents[at]
        at, number = at + 1, number | (byte & 127) << shift
        if byte < 128:
            return number, at
    raise ValueError("a number has more than 64 bits")


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
            refuse_other_columns(fragment.physical_schema, self.schema, name)

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
