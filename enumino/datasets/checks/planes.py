"""Bit planes: one property of many objects, one bit per object; and columns of text as arrays.

Planes are uint8[planes, bytes], as `numpy.packbits` packs them, so that each operation handles
eight objects a byte. Unused bits of the last byte are ignored.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

Planes = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]

# Planes whose bits are counted together; they stay in the cache.
COUNTED = 32


def counted(planes: Planes, objects: int) -> npt.NDArray[np.int32]:
    """Return the number of planes that contain each object.

    >>> counted(np.packbits([[1, 1, 0], [0, 1, 0]], axis=1), 3).tolist()
    [1, 2, 0]
    """
    found = np.zeros(objects, np.int32)
    for first in range(0, len(planes), COUNTED):
        bits = np.unpackbits(planes[first : first + COUNTED], axis=1, count=objects)
        found += bits.sum(0, dtype=np.uint8)
    return found


def in_any(planes: Planes, objects: int) -> Flags:
    """Return whether each object is in one of the planes.

    >>> in_any(np.packbits([[1, 1, 0], [0, 1, 0]], axis=1), 3).tolist()
    [True, True, False]
    """
    flags: Any = np.unpackbits(np.bitwise_or.reduce(planes, axis=0), count=objects)
    return np.asarray(flags.view(np.bool_))


def first_only(planes: Planes) -> Planes:
    """Return planes that keep each object only in the first plane that contains it.

    >>> first_only(np.array([[0b110], [0b011]], np.uint8)).tolist() == [[0b110], [0b001]]
    True
    """
    first = planes.copy()
    first[1:] &= ~np.bitwise_or.accumulate(planes, axis=0)[:-1]
    return first


# Characters, one row per text, padded with at least one zero; and the lengths.
Text = tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]


def characters(column: pa.StringArray) -> Text:
    """Return the characters of a column of ASCII text."""
    offsets = np.frombuffer(column.buffers()[1], np.int32)
    offsets = offsets[column.offset : column.offset + len(column) + 1].astype(np.int64)
    lengths = np.diff(offsets)
    contents = np.frombuffer(column.buffers()[2] or b"", np.uint8)
    text = np.zeros((len(column), int(lengths.max(initial=0)) + 1), np.uint8)
    used, longest = contents[offsets[0] : offsets[-1]], text.shape[1] - 1
    if used.size == len(column) * longest:  # all of a length
        text[:, :longest] = used.reshape(len(column), longest)
    else:
        text[np.arange(text.shape[1]) < lengths[:, None]] = used
    return text, lengths
