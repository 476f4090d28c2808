"""Addresses and names of rows of polyforms, in NumPy, many at once: `enumino.objects.addresses`.

Arrays have a shape a column. Codes are compared by the numbers of their cells, the largest first.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from enumino.families.polyforms.shapes import sound_lots
from enumino.objects.addresses import DIGIT_BITS, DIGITS, address_of, number_of
from enumino.objects.lattice import Kind, Lattice
from enumino.objects.piece_names import names_of

Numbers = npt.NDArray[Any]
LETTERS = np.array([ord(sign) for sign in DIGITS], np.uint8)


def addresses(rows: pa.RecordBatch, lattice: Lattice) -> pa.Array:
    """Return the addresses of rows with the columns of their boxes and masks."""
    found = np.full(rows.num_rows, "", object)
    for at, shapes in sound_lots(rows, lattice):
        found[at] = _texts(_least(shapes.cells, lattice, "free"))
    return pa.array(found, pa.string())


def names(rows: pa.RecordBatch, lattice: Lattice, kind: Kind) -> pa.Array:
    """Return the names of rows in the sets of a kind, null for shapes that have none."""
    found = np.full(rows.num_rows, None, object)
    for at, shapes in sound_lots(rows, lattice):
        if known := names_of(lattice, len(shapes.cells[0]), kind):
            by_address = {address_of(code): name for code, name in known.items()}
            found[at] = list(map(by_address.get, _texts(_least(shapes.cells, lattice, kind))))
    return pa.array(found, pa.string())


def _least(cells: list[Numbers], lattice: Lattice, kind: Kind) -> Numbers:
    """Return the numbers of the cells of the images of least code, ascending."""
    best: Numbers | None = None
    for image in lattice.elements_of(kind):
        moved = [axis.astype(np.int32) for axis in lattice.moved_arrays(cells, image)]
        numbers = np.sort(number_of(lattice, moved), axis=0)
        best = numbers if best is None else np.where(_smaller(numbers, best), numbers, best)
    assert best is not None
    return best


def _smaller(theirs: Numbers, ours: Numbers) -> npt.NDArray[np.bool_]:
    """Return whether codes are smaller than others, by their numbers of cells, ascending."""
    smaller, same = np.zeros(ours.shape[1], bool), np.ones(ours.shape[1], bool)
    for their, our in zip(theirs[::-1], ours[::-1], strict=True):
        smaller |= same & (their < our)
        same &= their == our
    return smaller


def _texts(numbers: Numbers) -> list[str]:
    """Return the addresses of codes, by their numbers of cells, ascending."""
    shapes = numbers.shape[1]
    length = int(numbers[-1].max()) // DIGIT_BITS + 1
    digits = np.zeros((shapes, length), np.uint8)
    for number in numbers:
        place = length - 1 - number // DIGIT_BITS
        digits[np.arange(shapes), place] |= (1 << number % DIGIT_BITS).astype(np.uint8)
    texts: list[bytes] = LETTERS[digits].view(f"S{length}")[:, 0].tolist()
    return [text.decode().lstrip("0") for text in texts]
