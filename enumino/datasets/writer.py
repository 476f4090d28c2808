"""Writer of part files: record batches become one file, committed atomically, and its counts."""

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from time import perf_counter
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from enumino.datasets.documents import ParametersJson, count_rows
from enumino.datasets.plan import Part, PartResult, finished_part
from enumino.datasets.storage import Store
from enumino.errors import StorageError
from enumino.schema import FORMAT_VERSION, Column, arrow_schema, count_by

# Values that pyarrow encodes at a time; it looks up the dictionary once for each such block.
VALUES_AT_ONCE = 1 << 14
PLAN_ID = "enumino.plan_id"  # key in the footer
LONG_PROBLEM = 1 << 16  # characters of the longest problem in a footer


def write_part(
    store: Store,
    part: Part,
    problem: ParametersJson,
    columns: Sequence[Column],
    batches: Iterable[tuple[pa.RecordBatch, int]],
    passed: Callable[[int], None] = lambda nodes: None,
) -> PartResult:
    """Write the rows of a part, one row group per batch; commit the file, then its checkpoint.

    `passed` is called with the nodes of each batch.
    """
    started = perf_counter()
    keys = [column.name for column in columns if column.key]
    counts: Counter[tuple[Any, ...]] = Counter()
    nodes, size, digest = 0, 0, None

    def counted() -> Iterator[pa.RecordBatch]:
        """Yield the batches that have rows."""
        nonlocal nodes
        for records, visited in batches:
            nodes += visited
            if records.num_rows:
                counts.update(count_by(records, keys))
                yield records
            passed(visited)

    filled: Iterator[pa.RecordBatch] = counted()
    if (first := next(filled, None)) is not None:  # else there is no file
        try:
            with store.create(part.file) as file:
                with parquet_writer(file, columns) as writer:
                    for records in chain([first], filled):
                        writer.write_batch(records.cast(writer.schema), records.num_rows)
                    writer.add_key_value_metadata(_footer(part, problem, columns))
                file.seek(0)
                digest = hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]
                size = file.tell()
        except StorageError:
            # The commit of a faster run of the same part may have removed our file.
            if not store.local or (faster := finished_part(store, part)) is None:
                raise
            return faster
    seconds, rows = round(perf_counter() - started, 3), counts.total()
    by_key = count_rows(counts)
    result = PartResult(part.plan_id, part.index, rows, nodes, size, digest, seconds, by_key)
    return result.write(store, part)


def _footer(part: Part, problem: ParametersJson, columns: Sequence[Column]) -> dict[str, str]:
    """Return the metadata of a file's footer; a long problem is complete only in plan.json."""
    text = json.dumps(problem)
    return {
        "enumino.format_version": str(FORMAT_VERSION),
        PLAN_ID: part.plan_id,
        "enumino.problem": text if len(text) <= LONG_PROBLEM else json.dumps(problem["family"]),
        "enumino.columns": json.dumps({c.name: c.description for c in columns}),
    }


def parquet_writer(stream: Any, columns: Sequence[Column], **others: Any) -> pq.ParquetWriter:
    """Return a writer of rows with these columns, each in the encoding that measured best.

    Dictionary encoding costs twice as much as any other, so only text columns with few values use
    it; their batches are dictionary-encoded already. Plain values that repeat from row to row
    compress to almost nothing. Masks are plain: byte-stream split would save a fifth of the bytes,
    but DuckDB before 2.0 cannot read it for integers. `others` override options of pyarrow, so that
    the cost of each can be measured.
    """
    ours: dict[str, Any] = {
        "compression": "zstd",
        "compression_level": 1,
        "use_dictionary": [c.name for c in columns if c.values],
        "write_page_index": True,  # bounds of pages beside the bounds of row groups
        "write_batch_size": VALUES_AT_ONCE,
        "write_page_checksum": True,
        "store_schema": False,  # so that dictionary encoded text reads back as plain text
    }
    schema = arrow_schema(columns, in_flight=True, signed=True)
    return pq.ParquetWriter(stream, schema, **ours | others)
