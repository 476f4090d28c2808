"""Redelmeier's symmetry classes of many objects at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from enumino.objects.lattice import SymmetryClass


def classes_of(same: npt.NDArray[np.bool_], images: Sequence[int]) -> npt.NDArray[np.str_]:
    """Return the class of each object.

    Parameters
    ----------
    same : bool[images, objects]
        Whether an image of an object is the object itself.
    images : sequence of int
        Which images these are, in the order of `Region.images`.
    """
    kept_by = np.zeros(same.shape[1], np.uint8)  # a bit an image
    for bit, flags in enumerate(same):
        kept_by |= flags.astype(np.uint8) << np.uint8(bit)
    classes = np.full(1 << len(images), "", f"U{max(map(len, SymmetryClass))}")
    for code in np.flatnonzero(np.bincount(kept_by)):
        kept = {k for bit, k in enumerate(images) if code >> bit & 1}
        classes[code] = SymmetryClass.fixed_by(*(k in kept for k in range(7)))
    return classes[kept_by]
