"""Addresses and names of rows of polyforms (`enumino.objects.addresses`), vectorized in NumPy."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from enumino.families.polyforms.shapes import sound_lots
from enumino.objects.addresses import DIGIT_BITS, DIGITS, address_of, code_at, number_of
from enumino.objects.lattice import Kind, Lattice
from enumino.objects.piece_names import names_of

Numbers = npt.NDArray[Any]
LETTERS = np.array([ord(sign) for sign in DIGITS], np.uint8)


def addresses(rows: pa.RecordBatch, lattice: Lattice) -> pa.Array:
    """Return the addresses of rows, which have the columns of boxes and masks."""
    found = np.full(rows.num_rows, "", object)
    for at, shapes in sound_lots(rows, lattice):
        found[at] = _least_codes(shapes.cells, lattice, "free")
    return pa.array(found, pa.string())


def codes(rows: pa.RecordBatch, lattice: Lattice) -> pa.Array:
    """Return the codes of rows in decimal digits, because many codes have more than 64 bits."""
    texts = addresses(rows, lattice).to_pylist()
    return pa.array([str(code_at(text)) if text else None for text in texts], pa.string())


def names(rows: pa.RecordBatch, lattice: Lattice, kind: Kind) -> pa.Array:
    """Return the names of rows among the pieces of a kind; null for shapes without a name."""
    found = np.full(rows.num_rows, None, object)
    for at, shapes in sound_lots(rows, lattice):
        if known := names_of(lattice, len(shapes.cells[0]), kind):
            by_address = {address_of(code): name for code, name in known.items()}
            found[at] = list(map(by_address.get, _least_codes(shapes.cells, lattice, kind)))
    return pa.array(found, pa.string())


def _least_codes(cells: list[Numbers], lattice: Lattice, kind: Kind) -> list[str]:
    """Return the least code, in base 32, of the images of each shape."""
    images = (lattice.moved_arrays(cells, image) for image in lattice.elements_of(kind))
    numbers = [number_of(lattice, [axis.astype(np.int32) for axis in moved]) for moved in images]
    length = max(int(each.max()) for each in numbers) // DIGIT_BITS + 1
    least, *others = (_codes(each, length) for each in numbers)
    for codes in others:  # numbers and their digits have the same order
        least = np.where(codes < least, codes, least)
    texts: list[bytes] = least.tolist()
    return [text.decode().lstrip("0") for text in texts]


def _codes(numbers: Numbers, length: int) -> npt.NDArray[np.bytes_]:
    """Return the codes of shapes as texts of the same length, from the numbers of their cells."""
    shapes = np.arange(numbers.shape[1])
    digits = np.zeros((len(shapes), length), np.uint8)
    for number in numbers:
        bits = (1 << number % DIGIT_BITS).astype(np.uint8)
        digits[shapes, length - 1 - number // DIGIT_BITS] |= bits
    return LETTERS[digits].view(f"S{length}")[:, 0]
