"""Addresses of the rows of polyforms, in NumPy, many rows at once; see `enumino.objects.addresses`.

Codes are compared as the numbers of the cells in descending order.
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from enumino.datasets.queries.masks import coordinates
from enumino.families.polyforms.columns import BOX, MASKS
from enumino.objects.addresses import DIGIT_BITS, DIGITS
from enumino.objects.lattice import Lattice
from enumino.objects.lattice_moves import move_of

Numbers = npt.NDArray[np.int64]
BLOCK = 1 << 13  # shapes at a time, whose arrays stay in the cache
LETTERS = np.array([ord(sign) for sign in DIGITS], np.uint8)


def addresses(rows: pa.RecordBatch, lattice: Lattice) -> pa.Array:
    """Return the addresses of rows with the columns of their boxes and masks."""

    def column(name: str) -> npt.NDArray[Any]:
        found: npt.NDArray[Any] = rows.column(name).to_numpy(zero_copy_only=False)
        return found

    words = [column(name) for name in MASKS if name in rows.schema.names]
    box = [column(name) for name in BOX if name in rows.schema.names]
    counts = [np.bitwise_count(word).astype(np.int64) for word in words]
    sizes: Numbers = np.sum(counts, axis=0)
    found = np.full(rows.num_rows, "", object)
    for size in np.unique(sizes[sizes > 0]):
        (same,) = np.nonzero(sizes == size)
        for first in range(0, len(same), BLOCK):
            at = same[first : first + BLOCK]
            _, *axes = coordinates([side[at] for side in box], [word[at] for word in words])
            cells = np.stack(axes, axis=-1).astype(np.int64).reshape(len(at), size, len(axes))
            found[at] = _texts(_least(cells, lattice))
    return pa.array(found, pa.string())


def _least(cells: Numbers, lattice: Lattice) -> Numbers:
    """Return the numbers of the cells of the images of least code: int64[cells, shapes], falling.

    `cells` is int64[shapes, cells, axes].
    """
    best: Numbers | None = None
    for image in lattice.elements:
        moved = move_of(lattice, image).of_array(cells)
        numbers = -np.sort(-_numbers(moved, lattice)).T
        best = numbers if best is None else np.where(_smaller(numbers, best), numbers, best)
    assert best is not None
    return best


def _numbers(cells: Numbers, lattice: Lattice) -> Numbers:
    """Return the number of each cell."""
    units = cells.copy()
    units[..., -1] //= lattice.sublattices
    totals = np.cumsum(units, axis=-1)
    binomials = _binomials(lattice.dimensions, int(totals.max()) + lattice.dimensions)
    axes = range(lattice.dimensions)
    diagonals = np.stack([binomials[axis][totals[..., axis] + axis] for axis in axes]).sum(axis=0)
    found: Numbers = diagonals * lattice.sublattices + cells[..., -1] % lattice.sublattices
    return found


@cache
def _binomials(dimensions: int, largest: int) -> Numbers:
    """Return n over k for k from 1 to `dimensions`: int64[dimensions, largest + 1]."""
    return np.array([[comb(n, k + 1) for n in range(largest + 1)] for k in range(dimensions)])


def _smaller(theirs: Numbers, ours: Numbers) -> npt.NDArray[np.bool_]:
    """Return whether codes are smaller than others, by their numbers of cells, falling."""
    smaller, same = np.zeros(ours.shape[1], bool), np.ones(ours.shape[1], bool)
    for their, our in zip(theirs, ours, strict=True):
        smaller |= same & (their < our)
        same &= their == our
    return smaller


def _texts(numbers: Numbers) -> list[str]:
    """Return the addresses of codes, whose numbers of cells fall."""
    shapes = numbers.shape[1]
    length = int(numbers[0].max()) // DIGIT_BITS + 1
    digits = np.zeros((shapes, length), np.uint8)
    for number in numbers:
        place = length - 1 - number // DIGIT_BITS
        digits[np.arange(shapes), place] |= (1 << number % DIGIT_BITS).astype(np.uint8)
    texts: list[bytes] = LETTERS[digits].view(f"S{length}")[:, 0].tolist()
    return [text.decode().lstrip("0") for text in texts]
