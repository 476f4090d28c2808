"""Conversion of masks into coordinates, vectorized over rows.

Bit ``r * width + c`` of a mask is set if (r, c) is a cell. In three dimensions, the bit is
``(layer * height + r) * width + c``. A mask of more than 64 bits has several words, lowest first.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from enumino.errors import ProblemError

Numbers = npt.NDArray[Any]
# Masks converted at a time, so that intermediate arrays fit into the processor's cache.
BLOCK = 1 << 13
OUTSIDE = "A mask has bits outside of its box: give height before width."
# Names of coordinates; in fewer dimensions, the last names.
COORDINATES = ("layer", "row", "col")


def coordinates(
    sides: Sequence[npt.ArrayLike], words: Sequence[npt.ArrayLike]
) -> tuple[Numbers, ...]:
    """Return the cells of masks, in the order of bits.

    Parameters
    ----------
    sides : sequence of array_like
        Heights and widths of boxes; in three dimensions, depths, heights and widths.
    words : sequence of array_like
        Words of 64 bits of the masks, lowest first.

    Returns
    -------
    tuple of numpy.ndarray
        For each cell, the index of its mask, followed by its coordinates.

    Raises
    ------
    ProblemError
        If a mask has bits outside its box.

    Examples
    --------
    >>> number, row, col = coordinates([[2, 1], [3, 2]], [[0b010111, 0b11]])
    >>> list(zip(number.tolist(), row.tolist(), col.tolist()))
    [(0, 0, 0), (0, 0, 1), (0, 0, 2), (0, 1, 1), (1, 0, 0), (1, 0, 1)]
    """
    boxes = [np.asarray(side).astype(np.int32) for side in sides]
    masks = np.column_stack([np.asarray(word).astype("<u8") for word in words])
    areas = np.prod(boxes, axis=0, dtype=np.int64)
    for column, word in enumerate(masks.T):
        room = np.clip(areas - 64 * column, 0, 64)
        beyond = word >> np.minimum(room, 63).astype(np.uint64)
        if (beyond[room < 64] != 0).any():
            raise ProblemError(OUTSIDE)
    found = []
    for start in range(0, max(1, len(masks)), BLOCK):
        here = slice(start, start + BLOCK)
        bits = np.unpackbits(masks[here].view(np.uint8), axis=1, bitorder="little")
        number, place = np.nonzero(bits.view(np.bool_))
        cells: list[Numbers] = []
        place = place.astype(np.int32)
        for side in reversed(boxes[1:]):
            place, cell = np.divmod(place, side[here][number])
            cells.insert(0, cell)
        found.append((number + start, place, *cells))
    return tuple(map(np.concatenate, zip(*found, strict=True)))
