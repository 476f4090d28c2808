"""Redelmeier's symmetry classes of many objects at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from enumino.objects.lattice import SQUARE


def classes_of(same: npt.NDArray[np.bool_], images: Sequence[int]) -> npt.NDArray[np.str_]:
    """Return the class of each object; an empty text where no object is kept by such images.

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
    names = np.array([*SQUARE.class_names, ""])  # the last one where there is no class: code -1
    classes: npt.NDArray[np.str_] = names[SQUARE.class_codes[kept_by]]
    return classes
