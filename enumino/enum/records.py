"""Kernel buffers -> Arrow record batches, without copying."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from enumino.schema import Column, arrow_schema


def wrap(
    columns: Sequence[Column], buffers: Mapping[str, npt.NDArray[np.generic]], rows: int
) -> pa.RecordBatch:
    """Return the first `rows` of the buffers as a record batch that shares their memory.

    Parameters
    ----------
    columns : sequence of Column
    buffers : mapping of column name to array
        At least `rows` values each, of the column's type; int8 codes for text columns.
    rows : int

    Returns
    -------
    pyarrow.RecordBatch
        In the schema ``arrow_schema(columns, in_flight=True)``; it keeps the buffers alive.
    """
    schema = _in_flight(tuple(columns))
    arrays = []
    for column, field in zip(columns, schema, strict=True):
        encoded = pa.types.is_dictionary(field.type)
        plain = pa.int8() if encoded else field.type
        buffer = pa.py_buffer(buffers[column.name])
        array = pa.Array.from_buffers(plain, rows, [None, buffer])
        if encoded:
            array = pa.DictionaryArray.from_arrays(array, _dictionary(column.values), safe=False)
        arrays.append(array)
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


@cache
def _in_flight(columns: tuple[Column, ...]) -> pa.Schema:
    return arrow_schema(columns, in_flight=True)


@cache
def _dictionary(values: tuple[str, ...]) -> pa.StringArray:
    return pa.array([str(value) for value in values], pa.string())
