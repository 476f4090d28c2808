"""Packed columns of rows: one block of bytes, as the page's scripts read it.

Every column begins at a multiple of 8 bytes. Numbers are arrays of the shortest type that holds
them, flags are bytes. A text column with few different values is an array of codes. Other texts are
stored as UTF-8 after the offsets of the rows, and so are lists. The byte order is little endian, as
in all browsers.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from enumino.schema import Column

# Different texts up to which a column is stored as codes.
MOST_CODES = 255
Array = npt.NDArray[Any]


class Block:
    """A growing block of bytes."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []
        self._size = 0

    def put(self, array: Array) -> dict[str, Any]:
        """Append an array; return its offset and its type."""
        little = array.astype(array.dtype.newbyteorder("<"))
        data = little.tobytes()
        at = {"at": self._size, "length": len(array), "type": array.dtype.name}
        self._pieces += [data, bytes(-len(data) % 8)]
        self._size += len(data) + -len(data) % 8
        return at

    def contents(self) -> bytes:
        """Return all bytes of the block."""
        return b"".join(self._pieces)


def packed(rows: pa.Table, columns: tuple[Column, ...], block: Block) -> list[dict[str, Any]]:
    """Append the columns of the rows to a block; return their types and offsets."""
    described = {column.name: column for column in columns}
    listed = []
    for name in rows.column_names:
        array = rows[name].combine_chunks()
        meaning = described[name].description if name in described else ""
        listed.append({"name": name, "description": meaning, **_column(array, block)})
    return listed


def _column(array: pa.Array, block: Block) -> dict[str, Any]:
    kind = array.type
    if pa.types.is_list(kind):
        starts, items = _narrow(array.offsets.to_numpy()), _narrow(array.values.to_numpy())
        return {"kind": "list", "starts": block.put(starts), "items": block.put(items)}
    if pa.types.is_string(kind):
        return _text(array, block)
    if pa.types.is_boolean(kind):
        return {"kind": "flag", "values": block.put(array.cast(pa.uint8()).to_numpy())}
    return {"kind": "number", "values": block.put(_narrow(array.to_numpy(zero_copy_only=False)))}


def _text(array: pa.Array, block: Block) -> dict[str, Any]:
    different = pc.count_distinct(array).as_py()
    if different <= min(MOST_CODES, max(1, len(array) // 2)):
        codes = array.dictionary_encode()
        names = codes.dictionary.to_pylist()
        values = codes.indices.to_numpy().astype(np.uint8)
        return {"kind": "codes", "names": names, "values": block.put(values)}
    whole = array.cast(pa.large_string())
    starts = np.frombuffer(whole.buffers()[1], np.int64)[whole.offset :][: len(whole) + 1]
    data = np.frombuffer(whole.buffers()[2] or b"", np.uint8)[starts[0] : starts[-1]]
    return {
        "kind": "text",
        "starts": block.put(_narrow(starts - starts[0])),
        "bytes": block.put(data),
    }


def _narrow(numbers: Array) -> Array:
    """Return the same numbers in the shortest type that holds all of them."""
    if numbers.dtype.kind not in "iu" or not len(numbers):
        return numbers.astype(np.float64) if numbers.dtype.kind not in "iu" else numbers
    low, high = int(numbers.min()), int(numbers.max())
    types = (np.uint8, np.uint16, np.uint32) if low >= 0 else (np.int32,)
    for narrow in types:
        if np.iinfo(narrow).min <= low and high <= np.iinfo(narrow).max:
            return numbers.astype(narrow)
    return numbers
