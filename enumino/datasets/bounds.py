"""Parquet files that would not fit into memory are refused before their rows are read.

A file of a few kilobytes may unpack to anything: zeros compress a thousandfold, one long text may
stand for all rows, and a run of equal elements for a list of billions. What enumino writes stays
far below these bounds. Footers say how much there is, and headers of pages whether that is true.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

import pyarrow as pa
import pyarrow.parquet as pq

from enumino.datasets.pages import pages
from enumino.errors import DatasetError
from enumino.words import size

MOST_BYTES = 1 << 28
"""Of a row group, unpacked."""
MOST_VALUES = 1 << 25
"""Of a column in a row group; lists have as many as they have elements."""
MOST_REPEATED = 1 << 17
"""Bytes of a column of text in a row group, whose values are kept once: each of them may be long,
and stand in every row of a batch."""
ENCODINGS = {
    "BIT_PACKED",
    "DELTA_BINARY_PACKED",
    "PLAIN",
    "PLAIN_DICTIONARY",
    "RLE",
    "RLE_DICTIONARY",
}
"""Those that rows are written in; others may make long text of a few bytes."""


ENCODINGS_OF_PAGES = {0, 2, 3, 4, 5, 8}
"""The same, as headers of pages number them."""
MOST_PAGES = 1 << 16
"""Of a column in a row group."""


def refuse_too_large(
    metadata: pq.FileMetaData,
    where: str,
    source: pa.NativeFile | None = None,
    *,
    groups: Iterable[int] | None = None,
    most_repeated: int = MOST_REPEATED,
) -> None:
    """Raise a DatasetError if the rows of a file may take more memory than those of ours do.

    Parameters
    ----------
    metadata : pyarrow.parquet.FileMetaData
        Of the file.
    where : str
        Its name.
    source : pyarrow.NativeFile, optional
        The file, if the headers of its pages are to be held against its footer. There are some
        hundreds in a million rows: few for a disk, and too many for an object store.
    groups : iterable of int, optional
        The row groups that are to be read; by default all.
    most_repeated : int
        Bytes of a column of text whose values are kept once; more, if they are not repeated.
    """
    for number in range(metadata.num_row_groups) if groups is None else groups:
        group = metadata.row_group(number)
        reasons = itertools.chain(
            _too_large(group, most_repeated), _otherwise(group, source) if source else ()
        )
        for reason in reasons:
            raise DatasetError(
                f"{where} is no file of enumino: {reason}; `enumino verify` with --repair removes "
                "it, and it can be made anew."
            )


def _columns(group: pq.RowGroupMetaData) -> list[pq.ColumnChunkMetaData]:
    return [group.column(number) for number in range(group.num_columns)]


def _too_large(group: pq.RowGroupMetaData, most_repeated: int) -> Iterator[str]:
    """What is wrong with a row group, by the footer."""
    columns = _columns(group)
    unpacked = max(group.total_byte_size, sum(c.total_uncompressed_size for c in columns))
    if unpacked > MOST_BYTES:
        yield f"a row group takes {size(unpacked)}, more than {size(MOST_BYTES)}"
    if not 0 <= group.num_rows <= MOST_VALUES:
        yield f"a row group has {group.num_rows:,} rows, more than {MOST_VALUES:,}"
    for column in columns:
        name, said = column.path_in_schema, set(column.encodings)
        if not 0 <= column.num_values <= MOST_VALUES:
            yield f"{name} has {column.num_values:,} values, more than {MOST_VALUES:,}"
        if "." not in name and column.num_values != group.num_rows:
            yield f"{name} has {column.num_values:,} values in {group.num_rows:,} rows"
        if said - ENCODINGS:
            yield f"{name} is encoded as {', '.join(sorted(said - ENCODINGS))}"
        repeats = column.has_dictionary_page or any("DICTIONARY" in each for each in said)
        long = column.total_uncompressed_size > most_repeated
        if column.physical_type == "BYTE_ARRAY" and repeats and long:
            yield f"{name} has texts of {size(column.total_uncompressed_size)}"


def _otherwise(group: pq.RowGroupMetaData, source: pa.NativeFile) -> Iterator[str]:
    """Where the pages of a row group are not what its footer says."""
    for column in _columns(group):
        start, first = column.data_page_offset, column.dictionary_page_offset
        if column.has_dictionary_page and first > 0 and not 0 < start < first:
            start = first  # without rows there are no pages of data
        unpacked = values = 0
        try:
            for number, page in enumerate(pages(source, start, column.total_compressed_size)):
                if page.encoding not in ENCODINGS_OF_PAGES or number > MOST_PAGES:
                    raise ValueError("pages that are not ours")
                if page.is_dictionary and (number or not column.has_dictionary_page):
                    raise ValueError("a dictionary that the footer does not name")
                if page.is_dictionary and page.values > page.unpacked:
                    raise ValueError("a dictionary that is longer than its page")
                unpacked += page.header + page.unpacked
                values += 0 if page.is_dictionary else page.values
        except (OSError, OverflowError, ValueError):
            yield f"{column.path_in_schema} has pages that cannot be read"
            return
        if unpacked != column.total_uncompressed_size or values != column.num_values:
            yield f"{column.path_in_schema} has other pages than its footer says"
