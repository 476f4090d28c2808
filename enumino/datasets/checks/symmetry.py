"""Redelmeier's symmetry classes of many objects at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from enumino.objects.lattice import SQUARE

Codes = npt.NDArray[np.int32]


def class_codes(same: npt.NDArray[np.bool_], images: Sequence[int]) -> Codes:
    """Return the number of each object's class; -1 where no object is kept by such images.

    Parameters
    ----------
    same : bool[images, objects]
        Whether an image of an object is the object itself.
    images : sequence of int
        Which images these are, as the lattice numbers them.
    """
    kept_by = np.zeros(same.shape[1], np.int16)  # bit k: image k
    for flags, k in zip(same, images, strict=True):
        kept_by |= flags.astype(np.int16) << np.int16(k)
    codes: Codes = SQUARE.class_codes[kept_by].astype(np.int32)
    return codes


def claimed_codes(classes: pa.StringArray) -> Codes:
    """Return the numbers of the classes that rows name, -2 for other texts."""
    names = pa.array(map(str, SQUARE.class_names), pa.string())
    codes: Codes = pc.index_in(classes, names).fill_null(-2).to_numpy()
    return codes
