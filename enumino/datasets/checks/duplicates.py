"""Search for objects that appear in two rows, in bounded memory.

Rows get 64-bit keys. Equal keys, found by sorting, name the suspects, which are then compared in
full. Keys that do not fit into memory are taken in slices, one pass over the files each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from enumino.datasets.checks import Check
from enumino.datasets.checks.threads import mapped
from enumino.words import plural

KEYS_IN_MEMORY = 8_000_000
MAX_PASSES = 16

Keys = npt.NDArray[np.uint64]
Rows = Callable[[list[str]], Iterator[pa.RecordBatch]]


class Duplicates:
    """A check that all rows of a dataset are different.

    The columns `identity` together tell a row from all others. Unless the comparison is `full`, at
    most 16 passes, chosen by `seed`, are made. The reader of the rows appends `keys_of` each batch
    to `keys`.
    """

    def __init__(self, identity: Sequence[str], total: int, full: bool, seed: int) -> None:
        self.identity = list(identity)
        self.total = total
        self.slices = max(1, -(-total // KEYS_IN_MEMORY))
        passes = self.slices if full else min(self.slices, MAX_PASSES)
        self.chosen = np.random.default_rng(seed).permutation(self.slices)[:passes].tolist()
        self.keys: list[Keys] = []

    def keys_of(self, batch: pa.RecordBatch, number: int | None = None) -> Keys:
        """Return the keys of a batch that are in a slice, by default in the first one compared."""
        keys = row_keys(batch.select(self.identity))
        wanted = self.chosen[0] if number is None else number
        return keys if self.slices == 1 else keys[keys % np.uint64(self.slices) == wanted]

    def check(self, rows: Rows, threads: int = 1) -> Check:
        """Compare the rows, which are read again for each further slice.

        `rows` yields all rows, restricted to the columns that it is given.
        """
        name, compared = "no duplicates", 0
        for number in self.chosen:
            keys_of = partial(self.keys_of, number=number)
            again = number != self.chosen[0]
            found = mapped(keys_of, rows(self.identity), threads) if again else self.keys
            keys = np.concatenate([np.empty(0, np.uint64), *found])
            keys.sort()
            compared += len(keys)
            suspects = np.unique(keys[1:][keys[1:] == keys[:-1]])
            if len(suspects) and (twice := _confirm(rows(self.identity), suspects)):
                return Check(name, False, f"a row occurs twice: {twice}")
        return Check(name, True, f"{compared:,} of {plural(self.total, 'row')} compared")


def row_keys(batch: pa.RecordBatch) -> Keys:
    """Return one hash per row over all columns: integers, text, or lists of integers."""
    keys = np.zeros(batch.num_rows, np.uint64)
    for column in batch.columns:
        if pa.types.is_string(column.type):
            column = column.cast(pa.binary())
        if pa.types.is_integer(column.type):
            keys = _mixed(keys ^ column.to_numpy().astype(np.uint64))
        else:
            keys = _sequence_keys(keys, column)
    return keys


def _sequence_keys(keys: Keys, column: pa.Array) -> Keys:
    """Mix sequences into the keys, eight bytes at a time; equal lengths together."""
    offsets = np.frombuffer(column.buffers()[1], np.int32)
    offsets = offsets[column.offset : column.offset + len(column) + 1].astype(np.int64)
    if pa.types.is_binary(column.type):
        contents, width = np.frombuffer(column.buffers()[2] or b"", np.uint8), 1
    else:
        contents = column.values.to_numpy()
        width = contents.dtype.itemsize
    mixed = keys.copy()
    lengths = np.diff(offsets)
    for length in np.unique(lengths):
        at = np.nonzero(lengths == length)[0]
        words = np.zeros((len(at), -(-int(length) * width // 8)), np.uint64)
        if length:
            if len(at) == len(keys):  # one after the other
                sequences = contents[offsets[0] : offsets[-1]].reshape(len(at), length)
            else:
                sequences = contents[offsets[at, None] + np.arange(length)]
            words.view(contents.dtype)[:, :length] = sequences
        part = _mixed(keys[at] ^ np.uint64(length))
        for word in words.T:
            part = _mixed(part ^ word)
        mixed[at] = part
    return mixed


def _mixed(words: Keys) -> Keys:
    """The finaliser of splitmix64 (Steele, Lea, Flood 2014): a bijection that spreads bits."""
    words = words + np.uint64(0x9E3779B97F4A7C15)
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed: Keys = words ^ (words >> np.uint64(31))
    return mixed


def _confirm(rows: Iterator[pa.RecordBatch], suspects: Keys) -> dict[str, int] | None:
    """Return the first suspect row that equals an earlier one."""
    seen = set()
    for batch in rows:
        at = np.nonzero(np.isin(row_keys(batch), suspects))[0]
        for row in batch.take(pa.array(at)).to_pylist():
            text = repr(row)
            if text in seen:
                return dict(row)
            seen.add(text)
    return None
