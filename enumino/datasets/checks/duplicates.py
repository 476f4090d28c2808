"""Look for polyominoes that stand in two rows, in bounded memory.

Rows get 64-bit keys; equal keys, found by sorting, name the suspects, and those are then
compared in full. More keys than fit are taken in slices, one pass over the files each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from enumino.datasets.checks import Check

KEYS_IN_MEMORY = 8_000_000
MAX_PASSES = 16

Keys = npt.NDArray[np.uint64]
Rows = Callable[[list[str]], Iterator[pa.RecordBatch]]


def check_duplicates(rows: Rows, total: int, wide: bool, full: bool, seed: int) -> Check:
    """Return whether all rows are different.

    Parameters
    ----------
    rows : callable
        Yields all rows, restricted to the columns that it is given.
    total : int
        Number of rows.
    wide : bool
        Whether masks have a second word.
    full : bool
        Compare all rows however many there are; otherwise 16 passes, chosen by `seed`, at most.
    """
    name = "no duplicates"
    columns = ["width", "mask", "mask_hi"] if wide else ["width", "mask"]
    slices = max(1, -(-total // KEYS_IN_MEMORY))
    passes = slices if full else min(slices, MAX_PASSES)
    compared = 0
    for number in np.random.default_rng(seed).permutation(slices)[:passes]:
        keys = np.concatenate(
            [np.empty(0, np.uint64)]
            + [
                slice_keys
                for batch in rows(columns)
                for slice_keys in [_in_slice(row_keys(batch), int(number), slices)]
            ]
        )
        keys.sort()
        compared += len(keys)
        suspects = np.unique(keys[1:][keys[1:] == keys[:-1]])
        if len(suspects) and (twice := _confirm(rows(columns), suspects)):
            return Check(name, False, f"a row stands there twice: {twice}")
    return Check(name, True, f"{compared:,} of {total:,} rows compared")


def row_keys(batch: pa.RecordBatch) -> Keys:
    """Return a key a row, a hash of width and mask, which together determine a shape."""
    keys = _mixed(batch.column("mask").to_numpy())
    if "mask_hi" in batch.schema.names:
        keys = _mixed(keys ^ batch.column("mask_hi").to_numpy())
    return _mixed(keys ^ batch.column("width").to_numpy().astype(np.uint64))


def _mixed(words: Keys) -> Keys:
    """The finaliser of splitmix64 (Steele, Lea, Flood 2014): a bijection that spreads bits."""
    words = words + np.uint64(0x9E3779B97F4A7C15)
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed: Keys = words ^ (words >> np.uint64(31))
    return mixed


def _in_slice(keys: Keys, number: int, slices: int) -> Keys:
    return keys if slices == 1 else keys[keys % np.uint64(slices) == number]


def _confirm(rows: Iterator[pa.RecordBatch], suspects: Keys) -> dict[str, int] | None:
    """The first row among the suspects that equals an earlier one."""
    seen = set()
    for batch in rows:
        at = np.nonzero(np.isin(row_keys(batch), suspects))[0]
        for row in batch.take(pa.array(at)).to_pylist():
            shape = tuple(row.values())
            if shape in seen:
                return dict(row)
            seen.add(shape)
    return None
