"""Parquet files that would not fit into memory are refused by their footers, before rows are read.

A file of a few kilobytes may unpack to anything: zeros compress a thousandfold, one long text may
stand for all rows, and a run of equal elements for a list of billions. What enumino writes stays
far below these bounds.
"""

from __future__ import annotations

from collections.abc import Iterator

import pyarrow.parquet as pq

from enumino.errors import DatasetError
from enumino.words import size

MOST_BYTES = 1 << 30
"""Of a row group, unpacked."""
MOST_VALUES = 1 << 26
"""Of a column in a row group; lists have as many as they have elements."""
MOST_REPEATED = 1 << 17
"""Bytes of a column of text in a row group, whose values are kept once: each of them may be long,
and stand in every row of a batch."""
ENCODINGS = {"BIT_PACKED", "PLAIN", "PLAIN_DICTIONARY", "RLE", "RLE_DICTIONARY"}
"""Those that rows are written in; others may make long text of a few bytes."""


def refuse_too_large(metadata: pq.FileMetaData, where: str) -> None:
    """Raise a DatasetError if the rows of a file may take more memory than those of ours do.

    Parameters
    ----------
    metadata : pyarrow.parquet.FileMetaData
        Of the file.
    where : str
        Its name.
    """
    for group in range(metadata.num_row_groups):
        for reason in _too_large(metadata.row_group(group)):
            raise DatasetError(
                f"{where} is no file of enumino: {reason}; `enumino verify` with --repair removes "
                "it, and it can be made anew."
            )


def _too_large(group: pq.RowGroupMetaData) -> Iterator[str]:
    """What is wrong with a row group."""
    columns = [group.column(number) for number in range(group.num_columns)]
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
        long = column.total_uncompressed_size > MOST_REPEATED
        if column.physical_type == "BYTE_ARRAY" and repeats and long:
            yield f"{name} has texts of {size(column.total_uncompressed_size)}"
