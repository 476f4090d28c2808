"""Arrow record batches that share the memory of kernel buffers."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from enumino.arrays import Flags
from enumino.enum.problem import Batch, Tally
from enumino.schema import Column, arrow_schema, count_by

Array = npt.NDArray[Any]


class Ragged(NamedTuple):
    """Texts in UTF-8 or lists: row i is ``values[offsets[i]:offsets[i + 1]]``, offsets int32."""

    values: Array
    offsets: Array


def wrap(
    columns: Sequence[Column], buffers: Mapping[str, Array | Ragged], rows: int
) -> pa.RecordBatch:
    """Return the first `rows` of the buffers as a record batch that shares and keeps their memory.

    Buffers have at least `rows` values of the type of their column: int8 codes for text of few
    values. The schema is ``arrow_schema(columns, in_flight=True)``.
    """
    schema = arrow_schema(columns, in_flight=True)
    arrays = []
    for column, field in zip(columns, schema, strict=True):
        buffer = buffers[column.name]
        if isinstance(buffer, Ragged):
            arrays.append(_ragged(field.type, buffer, rows))
        elif pa.types.is_dictionary(field.type):
            codes = shared(pa.int8(), buffer, rows)
            values = _dictionary(column.values)
            arrays.append(pa.DictionaryArray.from_arrays(codes, values, safe=False))
        else:
            arrays.append(shared(field.type, buffer, rows))
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


def filtered(
    batches: Iterable[Batch], chosen: Callable[[pa.RecordBatch], Flags], rows: int
) -> Iterator[Batch]:
    """Yield the chosen rows of batches in batches of `rows` rows."""
    kept = (
        Batch(records.filter(pa.array(chosen(records))) if records.num_rows else records, nodes)
        for records, nodes in batches
    )
    return gathered(kept, rows)


def gathered(batches: Iterable[Batch], rows: int) -> Iterator[Batch]:
    """Yield the rows in batches of `rows` rows, and batches without rows to report nodes."""
    held: list[pa.RecordBatch] = []
    nodes = 0
    for records, visited in batches:
        nodes += visited
        if records.num_rows:
            held.append(records)
        if sum(each.num_rows for each in held) < rows:
            yield Batch(records.slice(0, 0), nodes)
        else:
            joined = pa.Table.from_batches(held).combine_chunks()
            (whole, *rest) = joined.to_batches(rows)
            held = rest
            yield Batch(whole, nodes)
        nodes = 0
    if held:
        for each in pa.Table.from_batches(held).combine_chunks().to_batches():
            yield Batch(each, nodes)


def tallied(
    batches: Iterable[Batch], names: Iterable[str], passed: Callable[[int], object] | None = None
) -> Tally:
    """Return the number of rows by the values of some columns; report nodes to `passed`."""
    keys = tuple(names)
    total = Tally(keys=keys)
    for records, nodes in batches:
        if passed is not None:
            passed(nodes)
        total += Tally(count_by(records, keys), nodes)
    return total


def first_rows(batches: Iterable[Batch], limit: int | None) -> Iterator[Batch]:
    """Yield batches up to a number of rows, if there is a limit."""
    for records, nodes in batches:
        kept = records.slice(0, limit)
        yield Batch(kept, nodes)
        if limit is not None:
            limit -= kept.num_rows
            if limit == 0:
                return


def shared(type_: pa.DataType, buffer: Array, rows: int) -> pa.Array:
    """Return the first `rows` values of a buffer; unlike pa.array, it loads no pandas."""
    return pa.Array.from_buffers(type_, rows, [None, pa.py_buffer(buffer)])


def _ragged(type_: pa.DataType, buffer: Ragged, rows: int) -> pa.Array:
    offsets, values = pa.py_buffer(buffer.offsets), pa.py_buffer(buffer.values)
    if pa.types.is_string(type_):
        return pa.Array.from_buffers(type_, rows, [None, offsets, values])
    items = shared(type_.value_type, buffer.values, int(buffer.offsets[rows]))
    return pa.Array.from_buffers(type_, rows, [None, offsets], children=[items])


@cache
def _dictionary(values: tuple[str, ...]) -> pa.StringArray:
    texts = [str(value).encode() for value in values]
    offsets = np.cumsum([0, *map(len, texts)], dtype=np.int32)
    letters = np.frombuffer(b"".join(texts), np.uint8)
    return _ragged(pa.string(), Ragged(letters, offsets), len(texts))
