"""Columns of text as arrays of characters."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pyarrow as pa

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
